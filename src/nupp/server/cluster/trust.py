"""Headers of a request that one server passes on to another, and the proof that it comes from one.

Each server has a secret, which the others find in the database that they share. Without it nothing of this is
believed.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers

from nupp.store import Member

SECRET: Final = "x-nupp-secret"
CLIENT: Final = "x-nupp-client"
ADDRESS: Final = "x-nupp-address"
OWN: Final = frozenset({SECRET, CLIENT, ADDRESS})


@dataclass(frozen=True)
class Sent:
    """For whom a server asks. client: by the hash of its secret; address: as `address_of` has it."""

    client: str
    address: str


def sent(headers: Headers, secret: str) -> Sent | None:
    """For whom another server asks with a request; None if it comes from none. secret: this server's."""
    given = headers.get(SECRET)
    if given is None or not secret or not secrets.compare_digest(given.encode(), secret.encode()):
        return None
    return Sent(headers.get(CLIENT, ""), headers.get(ADDRESS, ""))


def proof(member: Member, client: str = "", address: str = "") -> dict[str, str]:
    """The headers by which a member believes a request, and for whom it is."""
    return {SECRET: member.secret, CLIENT: client, ADDRESS: address}

"""Bans: addresses that the server answers no more, kept in a file of its data folder."""

from __future__ import annotations

import ipaddress
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from nupp.formats.files import replace_file
from nupp.server.logs import LOG, details
from nupp.server.models.shared import ProblemError

MOST_HOURS: Final = 100 * 365 * 24.0
"""The longest ban that ends: a hundred years, in hours."""


@dataclass(frozen=True)
class Ban:
    """A ban of an address. until: seconds since 1970, None for ever. reason: for the operator."""

    address: str
    until: float | None
    reason: str

    @property
    def holds(self) -> bool:
        """True until it has run out."""
        return self.until is None or self.until > time.time()


class Bans:
    """The bans of a server. file: where they are kept; one that cannot be read counts as empty."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._bans: dict[str, Ban] = {}
        try:
            found = [Ban(**one) for one in json.loads(file.read_text(encoding="utf-8"))]
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError) as error:
            LOG.error("bans could not be read", extra=details(reason=str(error)))
            return
        self._bans = {one.address: one for one in found if one.holds}

    def all(self) -> list[Ban]:
        """The bans that hold, by their addresses."""
        return sorted((one for one in self._bans.values() if one.holds), key=lambda one: one.address)

    def require_none(self, address: str) -> None:
        """ProblemError 403 for an address that is banned, as `address_of` has it."""
        found = self._bans.get(address)
        if found is not None and found.holds:
            raise ProblemError(403, "banned", "this server does not answer you any more")

    def add(self, text: str, hours: float | None, reason: str) -> Ban:
        """Ban an address, of IPv6 its network; for some hours, or for ever.

        ValueError for what is none, or is this machine's own, and for hours that are no time to come.
        """
        address = ipaddress.ip_address(text.strip())
        if address.is_loopback:
            raise ValueError(f"{address} is this machine: expected the address of another one")
        if hours is not None and not 0 < hours <= MOST_HOURS:
            raise ValueError(f"{hours:g} hours: expected up to {MOST_HOURS:g} of them, or nothing for ever")
        until = None if hours is None else time.time() + 3600 * hours
        ban = Ban(subscriber(address), until, reason)
        self._bans[ban.address] = ban
        self._save()
        return ban

    def lift(self, address: str) -> None:
        """End the ban of an address, if there is one."""
        if self._bans.pop(address, None) is not None:
            self._save()

    def _save(self) -> None:
        """Write them to the file; one that cannot be written is reported, and the bans hold all the same."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._file, json.dumps([asdict(one) for one in self.all()], indent=1))
        except OSError as error:
            LOG.error("bans could not be kept", extra=details(reason=str(error)))


def subscriber(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """An address as limits count it: of IPv6 the network of 64 bits, all of which one subscriber has."""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ipaddress.ip_network((int(address), 64), strict=False).network_address)

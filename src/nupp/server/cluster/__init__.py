"""Several servers on one database: who owns what, and how a request gets there.

A room, a study, the tournaments of people and the jobs are each in the memory of one server, their owner. The
database says who that is (`nupp.store.members`). Whatever server a request comes to, its owner answers it.

    holder       what rooms, studies and the like need to know of all this; `Alone` for a server of its own
    leases       what this server owns, and where the owners of all else are
    membership   the thread by which this server stays a member, and hears of the others
    places       what a request is about, by its path
    forwarding   passing requests and WebSockets on to their owner
    relay        one request, one WebSocket, over the network
    trust        what servers say to each other, and nobody else can
    neighbours   what the owner of a room is asked for by other servers
"""

"""The browser app: a server that people play on, and that programs ask.

A move comes in by `api/sockets`, is checked by `rooms/room` with `play/rules_compiler`, is stored by
`rooms/live/writer`, which hands it to `nupp.store.rooms`, and is sent to everybody who follows the game by
`rooms/live/live_room`.

    http      what every request passes: identity, limits, the files of the page
    api       what is asked for, by its path
    rooms     games that are being played
    play      rules and positions as the server handles them
    engines   processes that search
    people    nicknames, ratings and keys
    studies   studies by people, edited together and followed live
    contests  tournaments of people
    jobs      tournaments of machines and published experiments
    models    the messages, from which the page's types are made
    offloop   work for the processor, done off the event loop
    recordings, explorers   searches and counted games that were opened
    services  what the parts share;   logs, metrics   what operators see
    app       the parts put together;   serving   listening at a port;   settings   what can be chosen
"""

from nupp.extras import require

require("server", "the server of the browser app")

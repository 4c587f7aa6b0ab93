"""A program that plays five in a row by the protocol of Gomocup and does not know how to stop.

It moves when something has been sent to it, reads that only afterwards, and says that it does not know it
just before it heeds the next line.
"""

import select

lines = open(0, "rb", buffering=0)  # noqa: SIM115
moves, owed = 0, 0
for line in iter(lines.readline, b""):
    word = line.split()[0]
    if word == b"YXSTOP":
        owed += 1
        continue
    for _ in range(owed):
        print("UNKNOWN command", flush=True)
    owed = 0
    if word in (b"START", b"RESTART"):
        print("OK", flush=True)
    elif word in (b"BEGIN", b"TURN", b"DONE"):
        select.select([lines], [], [])
        print(f"{moves},5", flush=True)
        moves += 1

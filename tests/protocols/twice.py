"""A program that plays five in a row by the protocol of Gomocup and says every move twice."""

import sys
import time

n = 0
for line in sys.stdin:
    word = line.split()[0]
    if word in ("START", "RESTART"):
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        print(f"{n},5", flush=True)
        time.sleep(0.05)
        print(f"{n},5", flush=True)
        n += 1

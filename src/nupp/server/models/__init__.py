"""What the server and those who ask it tell each other, as JSON: the server's side of `web/src/lib/types.ts`.

What is answered has the same names and shapes there. What is asked is strict: unknown fields, other types and
sizes beyond the bounds of `base` are refused, so that no request costs more than it may.
"""

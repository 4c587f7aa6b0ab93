"""The messages between server and clients, as JSON: the one place that says how they look.

Models encode what is answered, and `web/src/lib/types.ts` is made from them (`make types`). What is asked is
strict: unknown fields, other types and sizes beyond the bounds of `shared` are refused, so that no request
costs more than it may.
"""

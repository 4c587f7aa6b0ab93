"""Rooms: games that people and machines play on the server, from the terms to the last move."""

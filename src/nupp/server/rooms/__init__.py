"""Rooms: games that people and machines play on the server, from the terms to the last move.

room, course   one game: who may do what, the moves, the clock, the end
terms          what is agreed before
rating         which games count for ratings
agreements     draws, takebacks, seats, rematches
chat           words and signs between two players
view           what a reader sees
live           rooms in use: stored, followed, with engines that think
"""

"""Rooms: games that people and machines play on the server, from the terms to the last move.

room, course      one game: who may do what, the moves, the clock, the end;   terms   what is agreed before
agreements        draws, takebacks, seats, rematches
chat              words and signs between two players
exhibition        a game of machines to look at
live_room         a room in use: changes in their order, stored, and sent to its readers
readers           who is connected, and what is on the way to them;   view   what they see
thinking          the engines of a room
commands          what clients may ask for
writer            the thread that stores changes, by `nupp.store.rooms`
rooms_in_use      which rooms are in memory
"""

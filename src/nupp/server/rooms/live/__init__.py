"""Rooms in use: changes in their order, stored, and sent to all who follow.

rooms_in_use   which rooms are in memory
live_room      one of them
commands       what clients may ask for
readers        who is connected, and what is on the way to them
writer         the thread that stores changes, by `nupp.store.rooms`
thinking       the engines of a room
referee        results and ends of the games of a tournament
exhibition     a game of machines to look at
"""

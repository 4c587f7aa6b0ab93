"""Tournaments of people: joined by link, paired round by round, each pairing a room.

contest        what a tournament holds, and what may be done to it
live_contest   a tournament in use: its rounds, and who follows it
in_use         all tournaments in use
api            requests, and the WebSocket of a tournament
"""

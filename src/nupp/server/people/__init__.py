"""People who play: their nicknames, and their ratings.

nicknames   what people may call themselves
people      who a client is, and what a game that has ended changes
"""

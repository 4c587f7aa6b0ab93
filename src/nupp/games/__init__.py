"""The shelf: the games that come with nupp, one folder a game.

Each folder is a plugin, as a package of a user's may be: importing it registers what it offers.
"""

"""Studies by people: games with variations, notes and drawings, edited together and followed live.

study         what a study holds, and what an edit does to it
live_study    a study in use: who follows it, edits in their order
in_use        all studies in use
files         studies as files, and files as chapters
api           requests, and the WebSocket of a study
"""

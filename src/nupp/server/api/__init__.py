"""The API: what the page and programs ask for, by its path.

sockets                        /api/rooms/ID/live: playing and watching
lobby                          /api/rooms: making, finding and taking seats
positions, editing             positions and how they are set up
importing, exporting           games as texts
analysis, jobs                 searches that are watched
recordings                     searches that are recorded, row by row
explorer                       how positions were played, and solved values
catalogue, rules, words        games and players there are
people                         one's own nickname, rating and games
puzzles                        puzzles, and answers to them
exhibition                     a game of machines to look at
"""

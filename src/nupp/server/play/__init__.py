"""Games as the server plays them.

specs            games and players that strangers name
rules_compiler   moves given as texts, checked and played
scene            a position as the page shows it
hints            the cells that a hint shows
"""

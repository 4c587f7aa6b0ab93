// The words of puzzles.

export const words = {
  "puzzles.title": "Puzzles",
  "puzzles.words": "Find the one best move. Puzzles come from games of machines, and each has been verified.",
  "puzzles.daily": "Puzzle of the day",
  "puzzles.none": "There are no puzzles here yet.",
  "puzzles.count": { one: "{n} puzzle", other: "{n} puzzles" },
  "puzzles.find": "{side} to move: find the best move.",
  "puzzles.right": "{move} is best. Well done!",
  "puzzles.wrong": "{move} is not the best. Try again.",
  "puzzles.shown": "The best move is {move}.",
  "puzzles.show": "Show the solution",
  "puzzles.next": "Next puzzle",
  "puzzles.rating": "Rated {rating}",
  "puzzles.yours": "Your rating: {before} → {after}",
  "puzzles.exact": "proven",
  "puzzles.deep": "verified by a deep search",
  "puzzles.analyse": "Analyse",
  "puzzles.all": "All puzzles",
} as const;

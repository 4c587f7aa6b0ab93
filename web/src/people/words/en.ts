// The words of a person's own page.

export const words = {
  "me.title": "Profile",
  "me.guest": "You are a guest. Choose a nickname, and your games are rated.",
  "me.name": "Nickname",
  "me.name.save": "Save",
  "me.name.saved": "Saved.",
  "me.name.help": "2 to 20 letters or digits. No account is needed.",
  "me.ratings": "Ratings",
  "me.ratings.none": "No rated games yet.",
  "me.ratings.help":
    "Games count that are played from the start to the end, without hints and without moves taken back, against a character or somebody else with a nickname.",
  "me.game": "Game",
  "me.rating": "Rating",
  "me.games": "Games",
  "me.results": "Won, drawn, lost",
  "me.match": "Your match",
  "me.history": "Rated games",
  "me.all": "All",
  "me.result": "Result",
  "me.result.1": "won",
  "me.result.0.5": "drawn",
  "me.result.0": "lost",
  "me.opponent": "Opponent",
  "me.moves": "Moves",
  "me.rated": "Rated",
  "me.rated.yes": "rated",
  "me.date": "Played",
  "me.all.games": "All your games, rated or not",
  "me.browsers":
    "These are the games of this browser and of all others that have your key. A game goes on in the browser where you play it.",
  "me.browser":
    "These are the games of this browser. With a nickname and its key you see them in others, too.",
  "me.more": "More",
  "me.key": "Take it along",
  "me.key.words":
    "A key makes another browser yours. Whoever has it is you: keep it safe. A new key replaces the old one.",
  "me.key.make": "Make a key",
  "me.key.shown": "Your key, shown this once",
  "me.key.have": "I have a key",
  "me.key.use": "Use it",
  "error.bad_name":
    "This cannot be a nickname: 2 to 20 letters of one alphabet or digits, with single blanks or hyphens.",
  "error.name_taken": "Somebody else has this nickname.",
  "error.unknown_key": "Nobody has this key.",
} as const;

// The words of studies.

export const words = {
  "studies.title": "Studies",
  "studies.words":
    "Experiments that others have published, done again here: each says whose it is and what came out.",
  "studies.done": "has been run",
  "studies.run": "Run in short",
  "studies.quick": "The short form takes seconds to minutes; the full one is run by the command line.",
  "studies.output": "Output",
  "studies.english": "Titles, reports and output are in English.",
} as const;

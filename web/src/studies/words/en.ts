// The words of studies.

export const words = {
  "studies.title": "Studies",
  "studies.words": "Published experiments, reproduced here: each with its source and its result.",
  "studies.done": "has been run",
  "studies.run": "Quick run",
  "studies.quick": "The quick run takes seconds to minutes; the full run is started on the command line.",
  "studies.output": "Output",
  "studies.english": "Titles, reports and output are in English.",
} as const;

// The words of experiments.

export const words = {
  "experiments.title": "Experiments",
  "experiments.words": "Published experiments, reproduced here: each with its source and its result.",
  "experiments.done": "has been run",
  "experiments.run": "Quick run",
  "experiments.quick":
    "The quick run takes seconds to minutes and ends two minutes after the last reader has left; the full run is started on the command line.",
  "experiments.progress": "Share that is done",
  "experiments.output": "Output",
  "experiments.english": "Titles, reports and output are in English.",
} as const;

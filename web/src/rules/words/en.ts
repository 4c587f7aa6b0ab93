// The words of the rules.

export const words = {
  "rules.title": "Rules",

  "rules.short": "In short",
  "rules.example": "Example",
  "rules.full": "Exact rules, notation and parameters",
  "rules.english": "The full rules are in English.",
  "rules.ply": "Move {ply} of {all}",
} as const;

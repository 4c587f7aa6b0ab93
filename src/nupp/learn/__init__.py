"""Floor 5: how evaluators are learned."""

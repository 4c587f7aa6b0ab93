"""How evaluators are learned."""

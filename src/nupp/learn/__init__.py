"""The training of evaluators."""

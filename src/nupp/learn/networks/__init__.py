"""How neural networks are learned. All of it needs PyTorch, and is imported where it is used."""

"""How neural networks are learned; all but `recipes.py` needs PyTorch, and is imported where it is used."""

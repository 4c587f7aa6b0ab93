"""The training of neural networks. All of it needs PyTorch, and is imported where it is used."""

from nupp.extras import require

require("learn", "the training of neural networks", "torch")

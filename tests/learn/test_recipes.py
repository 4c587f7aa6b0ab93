"""Recipes, and what has to be installed for them."""

from __future__ import annotations

import importlib.util

import pytest

from nupp.learn.checkpoints import TrainingError
from nupp.learn.recipes import require_torch

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("missing", "words"),
    [("torch", "trained by PyTorch, and torch is not"), ("onnx", "written as ONNX, and onnx is not")],
)
def test_it_is_said_what_to_install(missing: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else real(name))
    with pytest.raises(TrainingError, match=rf"{words} installed: expected pip install 'nupp\[learn\]'"):
        require_torch()

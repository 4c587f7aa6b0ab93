"""Recipes, and what has to be installed for them."""

from __future__ import annotations

import importlib.util

import pytest

from nupp.learn.checkpoints import TrainingError
from nupp.learn.recipes import CnnRecipe, require_packages

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "missing",
    ["torch", "onnx"],
)
def test_it_is_said_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else real(name))
    with pytest.raises(TrainingError, match=rf"{missing}.*pip install 'nupp\[learn\]'"):
        require_packages(CnnRecipe.packages)

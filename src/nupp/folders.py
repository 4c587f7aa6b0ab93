"""Where nupp keeps what belongs to its user."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The folder for data: `NUPP_DATA` if that is set, else the user's data folder of nupp."""
    return Path(os.environ.get("NUPP_DATA") or platformdirs.user_data_path("nupp")).absolute()

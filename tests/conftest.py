"""Set-up shared by all tests: compiled kernels are kept in the working tree, not in the user's cache."""

import os
from pathlib import Path

from hypothesis import settings

os.environ.setdefault("NUPP_CACHE", str(Path(__file__).parent.parent / ".kernels"))

settings.register_profile("nupp", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("nupp")

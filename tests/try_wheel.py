"""Install a wheel as a user does, without and with the extra `server`, and try it: `try_wheel.py WHEEL`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.request import urlopen

MOST_PACKAGES = 15
MOST_MEGABYTES = 340

ELSEWHERE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def run(*command: str | Path, code: int = 0) -> str:
    """The output of a program, which ends with a code."""
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, cwd="/", env=ELSEWHERE, check=False
    )
    assert done.returncode == code, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def packages(programs: Path) -> int:
    return len(run(programs / "pip", "list", "--format=freeze", "--disable-pip-version-check").splitlines())


def megabytes(folder: Path) -> float:
    return sum(file.lstat().st_blocks * 512 for file in folder.rglob("*")) / 2**20


def serve(programs: Path, folder: Path) -> None:
    """Start the server and ask for its page."""
    command = [str(programs / "nupp"), "serve", "--port", "0", "--workers", "1"]
    environment = ELSEWHERE | {"NUPP_DATA": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout
        line = server.stdout.readline()
        try:
            address = re.search(r"http://\S+", line)
            assert address, line
            with urlopen(address[0], timeout=30) as page:
                assert b"<title>" in page.read()
        finally:
            server.terminate()


def main(wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder, "bin")
        (site,) = Path(folder, "lib").glob("python*/site-packages")
        before = packages(programs), megabytes(site)

        run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
        count, size = packages(programs) - before[0], megabytes(site) - before[1]
        print(f"nupp: {count} packages, {size:.0f} MB")
        assert count <= MOST_PACKAGES
        assert size <= MOST_MEGABYTES
        assert run(programs / "nupp", "moves", "tictactoe").startswith("a1\n")
        refused = run(programs / "nupp", "serve", code=1)
        assert refused == 'nupp: nupp serve needs more: pip install "nupp[server]"\n', refused

        run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[server]")
        count, size = packages(programs) - before[0], megabytes(site) - before[1]
        print(f"nupp[server]: {count} packages, {size:.0f} MB")
        serve(programs, Path(folder))
    print("the wheel works")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

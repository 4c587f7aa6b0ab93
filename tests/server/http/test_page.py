"""The built page: which of its files are served, how, and what is when there are none."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest

from nupp.server.http import page


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of our own."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>nupp</title>")
    (tmp_path / "assets" / "main-Ab3dEf9h.js").write_text("plain")
    (tmp_path / "assets" / "main-Ab3dEf9h.js.br").write_bytes(b"brotli")
    (tmp_path / "assets" / "main-Ab3dEf9h.js.gz").write_bytes(b"gzip")
    (tmp_path.parent / "secret.txt").write_text("secret")
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    return tmp_path


def test_the_page_is_asked_for_anew_and_its_parts_are_kept(folder: Path, client: httpx.Client) -> None:
    index = client.get("/")
    assert index.headers["Cache-Control"] == "no-cache"
    assert index.headers["Content-Type"].startswith("text/html")
    assert "<title>nupp" in index.text
    part = client.get("/assets/main-Ab3dEf9h.js", headers={"Accept-Encoding": "identity"})
    assert part.text == "plain"
    assert part.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "javascript" in part.headers["Content-Type"]
    assert "Set-Cookie" not in part.headers
    with client.stream(
        "GET", "/assets/main-Ab3dEf9h.js", headers={"Accept-Encoding": "gzip, br;q=1"}
    ) as found:
        assert found.headers["Content-Encoding"] == "br"
        assert b"".join(found.iter_raw()) == b"brotli"
    with client.stream("GET", "/assets/main-Ab3dEf9h.js", headers={"Accept-Encoding": "gzip"}) as found:
        assert b"".join(found.iter_raw()) == b"gzip"
        assert "javascript" in found.headers["Content-Type"]
    plain = client.get("/assets/main-Ab3dEf9h.js", headers={"Accept-Encoding": "gzip;q=0, br;q=0"})
    assert plain.text == "plain"
    assert client.head("/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets",
        "/nothing",
        "/%00",
        "/assets/a%00.js",
        f"/{'a' * 1000}",
    ],
)
def test_nothing_else_is_served(folder: Path, client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_page_that_is_not_built_is_reported(folder: Path, client: httpx.Client) -> None:
    shutil.rmtree(folder)
    answer = client.get("/")
    assert (answer.status_code, answer.json()["code"]) == (503, "no_page")

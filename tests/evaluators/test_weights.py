"""Files of networks: read as they were written, and refused in one line when they are not right."""

from __future__ import annotations

import io
import json
import pickle
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nupp
from evaluators.positions import random_network
from evaluators.shipped import NETWORKS
from nupp.evaluators import LearnedNetwork, Strength, evaluator, evaluators_of, strength, weights
from nupp.evaluators.archives import SEAL, read_archive, seal, write_archive
from nupp.evaluators.convolution import Convolution
from nupp.evaluators.strength import patterns_of, scene_of
from nupp.evaluators.weights import CONVOLUTION, PATTERNS, load, pack, unpack
from nupp.kernel import interpreted
from nupp.learn.recipes import RECIPES
from nupp.rules import game
from nupp.rules.parts import Parts
from nupp.spec import SpecError

RULES = game("tictactoe")
NETWORK = random_network(patterns_of(RULES))
CONTENT = pack(NETWORK, RULES, {"method": "td", "seed": 5})


def changed(**about: Any) -> bytes:
    """The file with other words about itself; None for those left out."""
    with np.load(io.BytesIO(CONTENT[SEAL:])) as archive:
        known = json.loads(archive["about"].tobytes()) | about
        text = json.dumps({name: value for name, value in known.items() if value is not None})
        return archived(about=np.frombuffer(text.encode(), np.uint8), weights=archive["weights"])


def archived(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return seal(buffer.getvalue())


def test_what_is_written_is_read() -> None:
    network, recipe = unpack(CONTENT, RULES)
    assert recipe == {"method": "td", "seed": 5}
    assert network.patterns.families == NETWORK.patterns.families
    assert network.patterns.stage_of.tolist() == NETWORK.patterns.stage_of.tolist()
    assert network.weights.tolist() == NETWORK.weights.tolist()
    assert pack(network, RULES, recipe) == CONTENT


def test_large_networks_are_kept_as_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "LARGE", 0)
    network = random_network(patterns_of(RULES))
    tied = type(network)(network.patterns, network.weights[:, network.patterns.ties])
    content = pack(tied, RULES, {})
    with np.load(io.BytesIO(content[SEAL:])) as archive:
        assert sorted(archive.files) == ["about", "differences"]
    assert unpack(content, RULES)[0].weights.tolist() == tied.weights.tolist()


def test_players_take_files(tmp_path: Path) -> None:
    path = tmp_path / "with, a comma.nupp"
    path.write_bytes(CONTENT)
    for spec in (f"greedy:eval=({path})", f"alphabeta:depth=2,eval=({path})", f"uct:eval=({path}),cutoff=2"):
        player = nupp.player(spec, "tictactoe")
        with interpreted():
            decision = player.choose(RULES.start_position(), nupp.Budget(nodes=20))
        assert decision.move in RULES.start_position().legal_moves
        assert nupp.player(player.spec, "tictactoe").spec == player.spec


DAMAGES = {
    "nothing": b"",
    "text": b"weights",
    "pickle": pickle.dumps([1]),
    "truncated": CONTENT[: len(CONTENT) // 2],
    "no end": CONTENT[:-1],
    "flipped": CONTENT[: len(CONTENT) // 2]
    + bytes([CONTENT[len(CONTENT) // 2] ^ 1])
    + CONTENT[len(CONTENT) // 2 + 1 :],
    "one array": np.lib.format.magic(1, 0) + b"...",
    "no words": archived(weights=NETWORK.weights),
    "words of another kind": archived(about=np.array([None]), weights=NETWORK.weights),
    "no JSON": archived(about=np.arange(9, dtype=np.uint8), weights=NETWORK.weights),
    "a list": archived(about=np.frombuffer(b"[1]", np.uint8), weights=NETWORK.weights),
    "no weights": archived(
        about=np.frombuffer(json.dumps({"format": PATTERNS, "game": "tictactoe"}).encode(), np.uint8)
    ),
    "no families": changed(families=None),
    "a family of nothing": changed(families=[{"patterns": [], "turns": []}]),
    "cells of another board": changed(families=[{"patterns": [[77]], "turns": []}]),
    "words for cells": changed(families="abc"),
    "other contents": changed(values=5),
    "other stages": changed(stage_of=[0]),
    "features of another game": changed(features="reach"),
    "no recipe": changed(recipe=None),
}


@pytest.mark.parametrize("content", DAMAGES.values(), ids=DAMAGES.keys())
def test_damaged_files_are_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"expected .*tictactoe") as caught:
        load(str(path), RULES)
    assert repr(str(path)) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_for_other_games_and_of_other_formats_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(CONTENT)
    with pytest.raises(SpecError, match=r"net\.nupp'.*tictactoe.*othello"):
        evaluator(str(path), game("othello"))
    path.write_bytes(changed(format="nupp patterns 2"))
    with pytest.raises(SpecError, match=r"'nupp patterns 2'.*'nupp patterns 1'"):
        evaluator(str(path), RULES)


def test_a_convolution_over_planes_of_another_shape_is_refused() -> None:
    """Files that do not state the shape were made when most boards had their cells in one row."""
    lines = game("dotsandboxes:width=2,height=1")
    scene = scene_of(lines)
    shapes = {"rows": (1 + 9 * scene.kinds, 16), "inner": (16, 16), "inner_bias": (16,), "last": (17,)}
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    content = pack(Convolution(scene, **arrays), lines, {})
    found, _ = unpack(content, lines)
    assert isinstance(found, Convolution)
    about, arrays = read_archive(content, lines, CONVOLUTION)
    assert about.pop("grid") == [3, 5]
    with pytest.raises(ValueError, match="another shape: expected 3 x 5"):
        unpack(write_archive(about, arrays, compressed=True), lines)


def test_networks_of_the_package_are_named_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tictactoe.nupp"
    path.write_bytes(CONTENT)
    network = LearnedNetwork(path, fits={"tictactoe": ""})
    monkeypatch.setattr(strength, "_STRENGTHS", Parts(Strength(networks=(network,))))
    assert "learned" in evaluators_of(RULES).names()
    assert "learned" not in evaluators_of(game("mnk:k=4")).names()
    found = evaluator("learned", RULES)
    assert isinstance(found, type(NETWORK))
    assert found.weights.tolist() == NETWORK.weights.tolist()


@pytest.mark.parametrize("spec", NETWORKS)
def test_networks_of_the_package_are_small_and_tell_their_recipe(spec: str) -> None:
    rules = game(spec)
    network, recipe = unpack(NETWORKS[spec].path.read_bytes(), rules)
    arrays = [getattr(network, name) for name in network.data]
    assert 0 < sum(array.nbytes for array in arrays) < 20_000_000
    assert NETWORKS[spec].path.stat().st_size < 6_000_000
    assert recipe.pop("progress")["positions"] > 50_000
    made = asdict(RECIPES[recipe["method"]](**recipe))
    assert made | recipe == made
    assert all(np.any(array) for array in arrays)

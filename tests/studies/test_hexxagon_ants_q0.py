"""The study of q0: what differs from that of beta."""

import pytest

from nupp.studies.hexxagon_ants_q0 import STUDY, SWEEP
from studies.trial import conducted, points


def test_colonies_differ_in_q0() -> None:
    assert SWEEP.colony(0.5, 0.1) == "ants:beta=2,q0=0.5,alpha=0.1"
    parameters = STUDY.parameters(False)
    assert parameters["beta"] == 2
    assert {0, 0.9, 1} < set(parameters["q0"])


def test_it_is_open_if_all_values_do_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = conducted(STUDY, monkeypatch, lambda label: points(0, 20, 0))
    assert findings.stands == "open"
    assert findings.tables[0].heads[0] == "q0"
    assert "That values differ is not certain: against greedy p = 1.000" in findings.found
    assert "no change can be measured" in findings.difference

"""Every attack by an operator's changed code is found by the readers that docs/reference/attacks.md names, or by none."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
import structlog

from tests.operator.__main__ import main
from tests.operator.attack import LEVELS, NOBODY, NOT_AVAILABLE, OF_BUNDLES, STOPPING, WORDS, Attack, file_of
from tests.operator.every import EVERY
from tests.operator.judging import Findings, judge, judge_bundle
from tests.operator.service import Operator, play
from tests.soaking import soaked
from tests.verifier.page_verifier import Both, both_verifiers
from verifier import FAILED, PASSED

BROKEN = ("a-key-dropped", "an-edition-of-ones-own")
"""Attacks that a break of `make breaks` lets pass."""


def rare() -> Iterator[Attack]:
    """Every day, what each reader finds in each part is tried once, beside what breaks need: not what nobody finds."""
    seen = {(it.make.__module__, it.found) for it in map(EVERY.get, BROKEN) if it}
    for attack in EVERY.values():
        what = (attack.make.__module__, attack.found)
        if attack.name not in BROKEN and (what in seen or attack.found == NOBODY):
            yield attack
        seen.add(what)


@pytest.fixture(scope="module")
def both() -> Iterator[Both]:
    with both_verifiers() as verifiers:
        yield verifiers


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Operator]:
    made = Operator(tmp_path_factory.mktemp("operator"))
    yield made
    made.close()


def failed(found: Findings) -> list[str]:
    """The levels that fail for the verifier, and then by the rules."""
    levels = [*found.verifier.levels, found.rules]
    return [it.name for it in levels if it.status == FAILED]


def check_level(attack: Attack, found: Findings, alone: bool) -> None:
    """`alone`: its reader has no other file of the tournament and no log of logs, with which only the verifier compares it."""
    assert failed(found) == [attack.found], found
    if alone and attack.found != "L1":
        assert refusal_of(attack) in (found.refusal or ""), found
    if attack.found == "L4":
        assert (found.page.failed, attack.why in found.rules.detail) == (None, True), found
    else:
        assert attack.why in found.verifier[attack.found].detail, found
        assert found.page.failed == (attack.found if alone else None), found
    assert found.verifier.entropy is None or attack.found == "L4"


def refusal_of(attack: Attack) -> str:
    """What the service says in place of reading such a file as a game; it has no checkpoint from before."""
    return "Version " if attack.found == "L4" else f"no game that holds together: {attack.found}: "


def check_words(attack: Attack, found: Findings, alone: bool) -> None:
    assert attack.why in found.verifier.table(), found
    assert not alone or attack.why in " ".join(found.page.words), found


def check_bundle(attack: Attack, bundle: bytes, both: Both) -> None:
    """The page compares the case and its timeline; it judges neither the procedure nor what needs rules."""
    found = judge_bundle(bundle, both)
    level = found.report["B3" if attack.found == "B3" else "B2"]
    assert (level.status, attack.why in level.detail) == (FAILED, True), found.report.table()
    assert found.page.failed == ("B2" if attack.found == "B2" else None), found


def check_lacking(attack: Attack, found: Findings) -> None:
    level = found.verifier["L1"]
    assert (level.status, attack.why in level.detail) == (NOT_AVAILABLE, True), level


@pytest.mark.parametrize("attack", soaked(EVERY.values(), [*rare()]), ids=EVERY)
def test_an_attack_is_found_or_named_as_what_remains(attack: Attack, service: Operator, both: Both) -> None:
    evidence = attack.make(service)
    if attack.found in OF_BUNDLES:
        check_bundle(attack, evidence.bundle, both)
        return
    alone = len(evidence.files) == 1 and "log" not in evidence.known
    judged = judge(evidence, both)
    for found in judged[: evidence.honest]:
        assert (failed(found), found.page.failed) == ([], None), found
    for found in judged[evidence.honest :]:
        if attack.found in LEVELS:
            check_level(attack, found, alone)
            continue
        assert (failed(found), found.page.failed) == ([], None), found
        assert found.verifier.entropy is not None
        assert found.page.entropy == found.verifier.entropy
        if attack.found in WORDS:
            check_words(attack, found, alone and not evidence.known)
        if attack.found == NOT_AVAILABLE:
            check_lacking(attack, found)
    assert bool(evidence.said) == (attack.found in STOPPING)
    assert not evidence.said or attack.why in evidence.said, evidence.said


def test_the_same_games_without_an_attack_are_honest(service: Operator, both: Both) -> None:
    """So it is the changed code that the readers find."""
    for ruleset in ("age-of-war", "touche", "romans"):
        players = service.begun(ruleset)
        play(players, 2)
        evidence = file_of(service.abandoned(players[0].game), older=players[0].note.encode())
        [found] = judge(evidence, both)
        assert (failed(found), found.page.failed, found.refusal) == ([], None, None)
        assert found.rules.status == PASSED


def test_the_command_repeats_an_attack(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structlog, "configure", lambda **more: None)
    monkeypatch.setattr(sys, "argv", ["python -m tests.operator", "all-sixes"])
    main()
    said = capsys.readouterr().out
    assert "L3  failed" in said
    assert "The page: L3 failed" in said
    assert "no game that holds together: L3" in said

"""No bit of an audit file can change without being noticed."""

from __future__ import annotations

import pytest

from tests.verifier.bits import File, report_of, unnoticed
from tests.verifier.games import WITNESS, WITNESS_NAME, cosigned_audit, played, tournament
from tests.verifier.primitives import vkey_of
from tests.verifier.synthetic import file_bytes
from verifier import PASSED, Known


def files() -> list[File]:
    game, planned = played(), tournament(3)[1]
    known = Known(older=game.checkpoint(5), witnesses=[vkey_of(WITNESS_NAME, WITNESS.public, 4)])
    return [
        File("a game with everything", file_bytes(cosigned_audit(game, 9)), known),
        File("one that goes on", file_bytes(played(key=False).audit(over=False)), Known()),
        File("one of a tournament", file_bytes(planned.audit()), Known(older=planned.checkpoint(2))),
    ]


def test_the_true_files_pass() -> None:
    first, _, last = files()
    for file in (first, last):
        assert {level.status for level in report_of(file.data, file.known).levels} == {PASSED}


def test_changed_bits_are_noticed() -> None:
    assert unnoticed(files(), 1000) == []


@pytest.mark.soak
def test_20_000_changed_bits_are_noticed() -> None:
    assert unnoticed(files(), 20_000) == []

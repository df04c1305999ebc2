"""The bundle as it is made: the same bytes for the same files, and what the independent verifier takes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.ledger import note
from domain.ledger.bundle import MANIFEST, BundleId, bundle, packed
from tests.verifier.bundles import zipped
from tests.verifier.cases import court, files
from tests.verifier.primitives import signed_note
from tests.verifier.synthetic import OPERATOR
from verifier import FAILED, verify

NAMES = st.text("abcXYZ.-_019", min_size=1, max_size=12)


def sign(name: str, size: int, root: bytes) -> str:
    return signed_note(note.Checkpoint(name, size, root).text(), name, OPERATOR)


@given(st.dictionaries(NAMES, st.binary(max_size=300), min_size=1, max_size=8))
def test_a_zip_has_the_bytes_that_the_page_says(content: dict[str, bytes]) -> None:
    assert packed(content) == zipped(content) == packed(dict(reversed(content.items())))


def test_what_is_made_passes() -> None:
    log = court()
    about = BundleId(log.game.hex, log.origin, 1, len(log.trees), "spectator", 1)
    made = bundle(about, files(), sign)
    report = verify(made)
    assert {level.name for level in report.levels if level.status == "passed"} >= {"B0", "L0", "B1", "B2"}
    assert made == bundle(about, files(), sign)
    other = bundle(about._replace(viewer="seat:1"), files(), sign)
    assert other != made
    assert MANIFEST.encode() in made
    assert verify(bundle(about._replace(version=3), files(), sign))["B1"].status == FAILED

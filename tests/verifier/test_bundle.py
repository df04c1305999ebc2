"""The bundle of a case: written one way, signed, with the texts that the log has the hashes of."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from tests.verifier.bundles import manifested, text, zipped
from tests.verifier.cases import NAMES, TEXTS, bundled, court, files, written
from tests.verifier.primitives import jcs
from tests.verifier.synthetic import STRANGER, file_bytes
from tests.verifier.test_page_log import logged, promising
from verifier import FAILED, NOT_AVAILABLE, PASSED, Report, verify


def levels(report: Report) -> dict[str, str]:
    return {level.name: level.status for level in report.levels}


def test_a_bundle_passes_whole_and_its_game_is_judged_as_any() -> None:
    report = verify(bundled())
    assert levels(report) == {
        "B0": PASSED,
        "L0": PASSED,
        "L1": NOT_AVAILABLE,
        "L2": PASSED,
        "L3": verify(court().audit(over=False))["L3"].status,
        "B1": PASSED,
        "B2": PASSED,
    }
    assert "9 texts" in report["B2"].detail


def test_the_audit_file_in_a_bundle_has_no_list_of_the_services_log() -> None:
    """Although the same file outside a bundle may have one."""
    file = logged()
    assert verify(file).ok
    report = verify(bundled({"audit.json": file_bytes(file)}, promising()))
    assert (report["B0"].status, report["L0"].status) == (PASSED, FAILED)
    assert "no service_log" in report["L0"].detail


def test_no_bit_of_a_bundle_can_change() -> None:
    data, rng = bundled(), random.Random(3)
    for at in (
        *range(60 * 8),
        *rng.sample(range(len(data) * 8), 1200),
        *range((len(data) - 600) * 8, len(data) * 8),
    ):
        changed = bytearray(data)
        changed[at // 8] ^= 1 << at % 8
        assert not verify(bytes(changed)).ok, f"byte {at // 8}, bit {at % 8}"


@pytest.mark.parametrize("data", [bundled() + b"x", b"PK\x03\x04", bundled()[:-1], bundled()[:500]])
def test_what_is_no_bundle_is_none(data: bytes) -> None:
    report = verify(data)
    assert report["B0"].status == FAILED
    assert "L0" in levels(report)


def with_files(**change: bytes | None) -> Report:
    """A bundle with other files than it should have, put down in its manifest."""
    changed = {**files(), **{name.replace("__", "."): data for name, data in change.items()}}
    kept = {name: data for name, data in changed.items() if data is not None}
    return verify(zipped(manifested(court(), kept)))


def test_a_bundle_has_its_eight_files_and_no_other() -> None:
    assert with_files().ok
    for change in ({"more__txt": b""}, {"README__txt": None}, {"audit__json": None}, {"names__json": None}):
        assert with_files(**change)["B0"].status == FAILED


@pytest.mark.parametrize("name", ["case__json", "clauses__json", "names__json", "timeline__json"])
@pytest.mark.parametrize(
    "data", [b"{ }", b'{"a":1.0}', b'{"a":9007199254740992}', b'{"b":1,"a":1}', '{"é":1}'.encode(), b"x"]
)
def test_its_json_is_spelt_one_way(name: str, data: bytes) -> None:
    assert with_files(**{name: data})["B0"].status == FAILED


def test_the_order_of_files_is_fixed() -> None:
    made = manifested(court(), files())
    assert verify(zipped(made, sorted(made, reverse=True)))["B0"].status == FAILED


def test_each_file_is_the_one_that_was_signed() -> None:
    made = manifested(court(), files())
    for name in made.keys() - {"audit.json", "manifest.json"}:
        other = b"[]" if name.endswith(".json") else made[name] + b" "
        report = verify(zipped({**made, name: other}))
        assert (report["B0"].status, report["B1"].status) == (PASSED, FAILED)


@pytest.mark.parametrize(
    "other",
    [{"game": "0" * 32}, {"origin": "x"}, {"version": 3}, {"format": "x"}, {"documents": 0}, {"files": {}}],
)
def test_a_manifest_for_something_else_is_none(other: dict[str, Any]) -> None:
    assert not verify(bundled(**other)).ok


def test_its_objects_have_no_member_more() -> None:
    assert verify(bundled(more=1))["B0"].status == FAILED
    case = json.loads(files()["case.json"])
    row = case["texts"][0]
    for other in (case | {"more": 1}, case | {"texts": [row | {"more": 1}, *case["texts"][1:]]}):
        assert with_files(case__json=written(other))["B2"].status == FAILED
    assert with_files(case__json=written(case))["B2"].status == PASSED


def test_a_manifest_that_somebody_else_has_signed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.verifier.bundles.OPERATOR", STRANGER)
    assert verify(bundled())["B1"].status == FAILED


def test_the_notes_name_is_that_of_the_case() -> None:
    made = manifested(court(), files())
    manifest = json.loads(made["manifest.json"])
    for name, value in (
        ("dispute", 2),
        ("viewer", "seat:1"),
        ("documents", 2),
        ("note", court().checkpoint()),
    ):
        made["manifest.json"] = jcs({**manifest, name: value}).encode()
        assert verify(zipped(made))["B1"].status == FAILED


def with_texts(listed: list[dict[str, Any]], **hidden: str) -> bytes:
    """A bundle whose case has these texts. `hidden`: what it says of those that are not there."""
    case = json.loads(files()["case.json"])
    for name, status in hidden.items():
        case["case"][name] |= {"status": status, "text": None, "lang": None, "salt": None}
    return bundled({"case.json": written(case | {"texts": listed})})


@pytest.mark.parametrize("status", ["erased", "withheld"])
def test_a_text_that_is_not_there_is_not_available_and_nothing_fails(status: str) -> None:
    listed = [{**TEXTS[0], "text": None}, *TEXTS[1:]]
    report = verify(with_texts(listed, claim=status))
    assert report.ok, report.table()
    assert (report["B2"].status, report["B1"].status) == (NOT_AVAILABLE, PASSED)
    assert verify(with_texts(listed, claim="lost"))["B2"].status == FAILED
    assert verify(with_texts(listed))["B2"].status == FAILED


def changed_text(**change: Any) -> list[dict[str, Any]]:
    return [{**TEXTS[0], "text": {**TEXTS[0]["text"], **change}}, *TEXTS[1:]]


@pytest.mark.parametrize(
    "listed",
    [
        changed_text(text="Good!"),
        changed_text(salt="AAAAAAAAAAAAAAAAAAAAAA"),
        changed_text(salt="AAAA"),
        changed_text(lang="de"),
        changed_text(more=1),
        TEXTS[1:],
        [*TEXTS, TEXTS[0]],
        [*TEXTS, text(7, "claim_hash", "More")],
        [*TEXTS[:-1], text(29, "findings", "Findings 2")],
    ],
    ids=["words", "salt", "short", "lang", "member", "fewer", "twice", "other-entry", "other-member"],
)
def test_texts_are_all_those_that_the_log_has_and_no_others(listed: list[dict[str, Any]]) -> None:
    assert verify(with_texts(listed))["B2"].status == FAILED


@pytest.mark.parametrize(
    "names",
    [
        {"seats": {"1": "Ala"}, "referees": NAMES["referees"]},
        {"seats": {"1": "Ala", "2": 2}, "referees": NAMES["referees"]},
        {"seats": NAMES["seats"], "referees": {}},
        {"seats": NAMES["seats"], "referees": {**NAMES["referees"], "4": "Eve"}},
        {**NAMES, "more": {}},
    ],
)
def test_names_are_those_of_the_seats_and_referees_of_the_log(names: dict[str, Any]) -> None:
    assert verify(bundled({"names.json": written(names)}))["B2"].status == FAILED


def test_the_command_reads_bundles(tmp_path: Path) -> None:
    path = tmp_path / "bundle.zip"
    path.write_bytes(bundled())
    done = run([sys.executable, "-m", "verifier", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "B1  passed         the bundle's files are those that the game's key signed" in done.stdout
    path.write_bytes(bundled()[:-1])
    assert (
        run([sys.executable, "-m", "verifier", str(path)], capture_output=True, check=False).returncode == 1
    )

"""The bundle of a case: written one way, signed, with the texts that the log has the hashes of."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from tests.verifier.bundles import (
    bundled,
    case_file,
    disputed,
    files_of,
    hash_of,
    manifested,
    text,
    texts,
    zipped,
)
from tests.verifier.primitives import jcs
from tests.verifier.synthetic import STRANGER, Log, file_bytes
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
        "L3": verify(disputed().audit(over=False))["L3"].status,
        "B1": PASSED,
        "B2": PASSED,
    }
    assert report["B2"].detail == "4 texts are those that the log has the hashes of"


def test_the_audit_file_in_a_bundle_has_no_list_of_the_services_log() -> None:
    """Although the same file outside a bundle may have one."""
    file, files = logged(), files_of(disputed())
    assert verify(file).ok
    report = verify(zipped(manifested(promising(), files | {"audit.json": file_bytes(file)})))
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


def with_files(**change: Any) -> Report:
    """A bundle with other files than it should have, put down in its manifest."""
    log = disputed()
    files = {**files_of(log), **{name.replace("__", "."): data for name, data in change.items()}}
    return verify(zipped(manifested(log, {name: data for name, data in files.items() if data is not None})))


def test_a_bundle_has_its_seven_files_and_no_other() -> None:
    assert with_files().ok
    for change in ({"more__txt": b""}, {"README__txt": None}, {"audit__json": None}):
        assert with_files(**change)["B0"].status == FAILED


@pytest.mark.parametrize("name", ["case__json", "clauses__json", "timeline__json"])
@pytest.mark.parametrize(
    "data", [b"{ }", b'{"a":1.0}', b'{"a":9007199254740992}', b'{"b":1,"a":1}', '{"é":1}'.encode(), b"x"]
)
def test_its_json_is_spelt_one_way(name: str, data: bytes) -> None:
    assert with_files(**{name: data})["B0"].status == FAILED


def test_the_order_of_files_is_fixed() -> None:
    log = disputed()
    files = manifested(log, files_of(log))
    assert verify(zipped(files, sorted(files, reverse=True)))["B0"].status == FAILED


def test_each_file_is_the_one_that_was_signed() -> None:
    log = disputed()
    files = manifested(log, files_of(log))
    for name in files.keys() - {"audit.json", "manifest.json"}:
        other = b"[]" if name.endswith(".json") else files[name] + b" "
        report = verify(zipped({**files, name: other}))
        assert (report["B0"].status, report["B1"].status) == (PASSED, FAILED)


@pytest.mark.parametrize(
    "other", [{"game": "0" * 32}, {"origin": "x"}, {"version": 3}, {"format": "x"}, {"files": {}}]
)
def test_a_manifest_for_something_else_is_none(other: dict[str, Any]) -> None:
    assert not verify(bundled(**other)).ok


def test_its_objects_have_no_member_more() -> None:
    assert verify(bundled(more=1))["B0"].status == FAILED
    case = json.loads(case_file(texts(disputed())))
    row = case["texts"][0]
    for other in (case | {"more": 1}, case | {"texts": [row | {"more": 1}, *case["texts"][1:]]}):
        assert with_files(case__json=jcs(other).encode())["B2"].status == FAILED
    assert with_files(case__json=jcs(case).encode())["B2"].status == PASSED


def test_a_manifest_that_somebody_else_has_signed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.verifier.bundles.OPERATOR", STRANGER)
    log = disputed()
    assert verify(zipped(manifested(log, files_of(log))))["B1"].status == FAILED


def test_the_notes_name_is_that_of_the_case() -> None:
    log = disputed()
    files = manifested(log, files_of(log))
    manifest = json.loads(files["manifest.json"])
    for name, value in (("dispute", 2), ("viewer", "seat:1"), ("note", log.checkpoint())):
        files["manifest.json"] = jcs({**manifest, name: value}).encode()
        assert verify(zipped(files))["B1"].status == FAILED


def test_an_erased_text_is_not_available_and_nothing_fails() -> None:
    listed = texts(disputed())
    listed[1]["text"] = None
    report = verify(bundled(listed))
    assert report.ok
    assert (report["B2"].status, report["B1"].status) == (NOT_AVAILABLE, PASSED)


def changed_text(**change: Any) -> list[dict[str, Any]]:
    listed = texts(disputed())
    listed[0] = {**listed[0], "text": {**listed[0]["text"], **change}}
    return listed


@pytest.mark.parametrize(
    "listed",
    [
        changed_text(text="Good!"),
        changed_text(salt="AAAAAAAAAAAAAAAAAAAAAA"),
        changed_text(salt="AAAA"),
        changed_text(more=1),
        texts(disputed())[1:],
        [*texts(disputed()), texts(disputed())[0]],
        [*texts(disputed()), text(len(disputed().trees) - 1, "claim_hash", "More")],
        [*texts(disputed())[:2], text(len(disputed().trees) - 2, "findings", "Nie.")],
    ],
    ids=["words", "salt", "short", "member", "fewer", "twice", "other-case", "other-member"],
)
def test_texts_are_all_those_that_the_log_has_and_no_others(listed: list[dict[str, Any]]) -> None:
    assert verify(bundled(listed))["B2"].status == FAILED


def test_a_text_may_be_given_before_its_case_is_named_otherwise() -> None:
    """Only entries of this very case count, whatever hashes stand in others."""
    log = Log()
    case = {"dispute": 7, "from": 1, "to": 1, "clauses": [], "wants": "explanation"}
    log.add("dispute-opened", case | {"claim_hash": hash_of("Other")})
    assert (
        verify(zipped(manifested(log, {**files_of(disputed()), **files_of(log, [text(1, "x", None)])})))[
            "B2"
        ].status
        == FAILED
    )
    files = {**files_of(log, [text(1, "x", None)]), "case.json": case_file([])}
    assert verify(zipped(manifested(log, files)))["B2"].status == PASSED


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

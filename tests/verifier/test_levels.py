"""What each level says of honest logs, of redacted ones, and of those that go on."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import verifier
from tests.verifier.chance import Draws
from tests.verifier.example import PAGE, example, page
from tests.verifier.games import WITNESS, WITNESS_NAME, begun, cosigned_audit, people, played, tournament
from tests.verifier.players import Player
from tests.verifier.primitives import Key, b64u, cosigned, vkey_of
from tests.verifier.synthetic import CARDS, STRANGER, Audit, Hide, Log, file_bytes, resigned
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level, Report, verify, verify_all
from verifier.__main__ import main
from verifier.draws import below

LEVELS = ("L0", "L1", "L2", "L3")
WITNESS_KEY = vkey_of(WITNESS_NAME, WITNESS.public, 4)


@cache
def finished() -> Log:
    return played()


def statuses(report: Report) -> dict[str, str]:
    return {level.name: level.status for level in report.levels}


def opened_to_all(log: Log) -> set[str]:
    cards = [card for tree in log.trees for card in tree["d"].get("cards", ())]
    return {card["of"] for card in cards if "value" in card}


def spectator(log: Log, *, over: bool = True) -> Audit:
    places = opened_to_all(log)
    return log.audit(over=over, knows=lambda i, path: f"{i}{path}" in places)


def test_the_full_export_of_a_finished_game_passes_every_level() -> None:
    log = finished()
    report = verify(file_bytes(cosigned_audit(log)), older=log.checkpoint(5), witnesses=[WITNESS_KEY])
    assert statuses(report) == dict.fromkeys(LEVELS, PASSED), report.table()
    assert (report.game, report.size, report.ok, report.exit_code) == (log.game.hex, len(log.trees), True, 0)
    assert report["L2"].detail.endswith("2 openings to everybody checked; 3 signatures of seats good")
    assert report["L3"].detail == "7 draws checked against 7 opened keys"


def test_the_verdict_of_a_finished_game() -> None:
    report = verify(finished().audit())
    expected = {
        "seats": 3,
        "bots": [3],
        "operator_with": [1, 2],
        "signed": [1],
        "fresh": 1,
        "provided": ["L4"],
    }
    assert report.entropy == expected
    assert report.words()[:3] == [
        "Only the operator together with all of seats 1, 2 could have chosen.",
        "A referee had draws made anew once.",
        "Provided that every draw was called for by the rules (L4, not checked here).",
    ]
    assert report.words()[3].startswith("Seats, not people.")


def test_the_verdict_when_the_rules_have_been_checked() -> None:
    report = verify(finished().audit())
    followed, broken = (report.with_level(Level("L4", status, "")) for status in (PASSED, FAILED))
    assert followed.entropy is not None
    assert followed.entropy["provided"] == []
    assert not any("Provided" in words for words in followed.words())
    assert broken.entropy is None
    assert broken.words()[0] == "There is no verdict, for a level failed."


def test_the_verdict_while_draws_are_closed() -> None:
    report = verify(spectator(finished(), over=False))
    assert report.entropy is not None
    assert report.entropy["provided"] == ["L3", "L4"]
    assert "(L3, not complete here)" in report.table()


def test_the_verdict_before_the_start() -> None:
    log = Log()
    log.take(Player(1))
    assert verify(log.audit()).words()[0] == "Only the operator together with seat 1 could have chosen."


def test_a_reader_finds_his_own() -> None:
    log, ala, ola = finished(), Player(1, key=True), Player(2)
    assert ala.key is not None
    for own, seat in ((b64u(ala.seed), 1), (b64u(ala.key.public), 1), (b64u(ola.seed), 2)):
        words = verify(log.audit(), own=own).words()[-1]
        assert words == f"Yours is in the mix (seat {seat}), so nobody chose without you."
    for own in (b64u(bytes(32)), "", "é", b64u(bytes(31))):
        assert verify(log.audit(), own=own).words()[-1] == "Yours is not in the mix."


def test_an_object_is_as_good_as_its_bytes() -> None:
    audit = finished().audit()
    assert verify(audit) == verify(file_bytes(audit)) == verify(file_bytes(audit) + b"\n")


def test_a_spectators_export_verifies() -> None:
    report = verify(spectator(finished()))
    assert statuses(report) == {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": PASSED, "L3": NOT_AVAILABLE}
    assert "places are not disclosed" in report["L3"].detail


@pytest.mark.parametrize("size", range(1, 27))
def test_every_version_verifies_while_the_game_goes_on(size: int) -> None:
    whole, log = finished(), Log(seats=3)
    log.trees, log.leaves = whole.trees[:size], whole.leaves[:size]
    log.hidden = {place: text for place, text in whole.hidden.items() if place[0] < size}
    drawn = [tree["d"]["draw"] for tree in log.trees if "draw" in tree["d"]]
    log.served = {(d["epoch"], d["slot"]): "shuffle" if "order" in d else "throw" for d in drawn}
    report = verify(log.audit(), older=log.checkpoint(1))
    assert statuses(report) == dict.fromkeys(LEVELS, PASSED), report.table()
    assert len(whole.trees) == 26
    going_on = verify(spectator(log, over=False))
    assert going_on["L3"].status == (NOT_AVAILABLE if size > 9 else PASSED)


def test_without_any_disclosures_the_log_still_verifies() -> None:
    report = verify(finished().audit() | {"disclosures": []})
    assert statuses(report) == {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": NOT_AVAILABLE, "L3": NOT_AVAILABLE}


def test_the_disclosure_of_a_signed_action_alone_is_none_of_hidden_values() -> None:
    report = verify(finished().audit(knows=lambda _, path: path == "/sig"))
    assert report["L2"].status == NOT_AVAILABLE
    assert verify(finished().audit(knows=lambda _, path: path != "/sig"))["L2"].status == PASSED


def test_leaving_out_what_is_private_is_redaction_but_leaving_out_what_is_public_is_not() -> None:
    log = finished()
    public = opened_to_all(log)
    assert verify(log.audit(knows=lambda i, path: f"{i}{path}" in public))["L2"].status == PASSED
    public.pop()
    lacking = verify(log.audit(knows=lambda i, path: f"{i}{path}" in public))["L2"]
    assert lacking.status == FAILED
    assert "lacks the disclosure" in lacking.detail


def test_older_checkpoints_notes_and_files() -> None:
    log = finished()
    audit = log.audit()
    for older in (log.checkpoint(4), log.checkpoint().encode(), audit, file_bytes(audit)):
        assert verify(audit, older)["L1"].status == PASSED
    assert verify(audit)["L1"].status == NOT_AVAILABLE
    for older in (begun().checkpoint(), "no note", b"\xff", b"{}", {}, Log(key=STRANGER).checkpoint()):
        report = verify(audit, older)
        assert (report["L1"].status, report["L2"].status) == (FAILED, NOT_AVAILABLE)
    shorter, longer = begun(), begun()
    longer.throw()
    assert "shorter" in verify(shorter.audit(), longer.checkpoint())["L1"].detail


def test_a_witness_whom_the_reader_names_makes_L1_available() -> None:
    audit = cosigned_audit(finished(), 9)
    assert verify(audit)["L1"].status == NOT_AVAILABLE
    level = verify(audit, witnesses=[WITNESS_KEY])["L1"]
    assert (level.status, level.detail) == (
        PASSED,
        "the game's own head up to entry 8 under 1 of 1 witnesses, 2023-11-14 22:13:20 UTC",
    )
    other = vkey_of(WITNESS_NAME, Key("other").public, 4)
    assert verify(audit, witnesses=[other])["L1"].status == NOT_AVAILABLE


def test_a_cosigned_head_of_another_log_is_found_without_naming_the_witness() -> None:
    log, other = finished(), begun()
    for text in (
        other.head(6),
        log.head(6).replace("play.", "clay."),
        log.head(6).replace("\n6\n", "\n99\n"),
    ):
        level = verify(log.audit() | {"cosignatures": [cosigned(text, WITNESS_NAME, WITNESS)]})["L0"]
        assert (level.status, "another log" in level.detail) == (FAILED, True)


def test_a_time_beyond_every_calendar_is_told_as_a_number() -> None:
    log = finished()
    audit = log.audit() | {"cosignatures": [cosigned(log.head(3), WITNESS_NAME, WITNESS, 2**64 - 1)]}
    assert str(2**64 - 1) in verify(audit, witnesses=[WITNESS_KEY])["L1"].detail


def test_a_file_by_another_key_passes_only_for_who_trusts_that_key() -> None:
    audit = begun(key=STRANGER).audit()
    assert verify(audit)["L0"].status == PASSED
    assert verify(audit, vkey=audit["vkey"])["L0"].status == PASSED
    report = verify(audit, vkey=begun().vkey)
    assert [level.status for level in report.levels] == [FAILED, *[NOT_AVAILABLE] * 3]
    assert report["L3"].detail == "L0 has failed, so this is not judged"


def test_an_analysis_claims_nothing_and_may_draw_anew() -> None:
    log = Log()
    log.add("forked", {"game": "0" * 32, "version": 3})
    for player in people():
        log.take(player, seed_commitment=None, by="table")
    log.start()
    log.throw()
    log.rewind(5, "seat:1", rng="fresh")
    log.throw()
    report = verify(log.audit())
    assert report["L3"].status == PASSED, report.table()
    assert report.words()[0] == "The operator could have chosen every draw."


@pytest.mark.parametrize("missing", ["referee-appointed", "ruled", "ruling-final", None])
def test_a_ruling_that_becomes_final_draws_anew(missing: str | None) -> None:
    """By the table, after appointment, ruling and the end of the time to appeal; not when one of them is missing."""
    log = begun()
    log.throw()
    if missing != "referee-appointed":
        log.add("referee-appointed", {"referee": 7, "head": True}, "organiser")
    if missing != "ruled":
        log.rule(6, 3, by="referee:7", referee=7)
    log.add("referee-dismissed", {"referee": 7}, "organiser")
    a = log.end(number=3) if missing != "ruling-final" else None
    log.rewind(6, ruling=3, rng="fresh", a=a)
    log.throw()
    assert verify(log.audit())["L3"].status == (PASSED if missing is None else FAILED)


def test_a_chapter_is_played_again_from_before_it() -> None:
    for chapter, status in ((8, PASSED), (6, FAILED)):
        log = begun()
        log.throw()
        log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
        a = log.end(log.rule(6, kind="replayed", remedy={"chapter": chapter}))
        log.rewind(6, ruling=1, rng="fresh", a=a)
        log.throw(a=a)
        report = verify(log.audit())
        assert report["L3"].status == status, report.table()


def test_a_ruling_may_go_back_where_nothing_was_drawn_since() -> None:
    log = begun()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    log.add("card-named", {"card": 1}, "seat:1")
    log.ruled_back(7, rng="same")
    report = verify(log.audit())
    assert report["L3"].status == PASSED, report.table()
    assert report.entropy is not None
    assert report.entropy["fresh"] == 0


def test_draws_in_the_action_of_a_ruling_count_as_fresh() -> None:
    log = begun()
    log.add("referee-appointed", {"referee": 1, "head": True}, "organiser")
    deck = f"{log.shuffle(CARDS)}/d/draw/order"
    log.open(f"{deck}/0", to=(1,))
    a = log.ruled_back(8, rng="same")
    log.reshuffle(a, f"{deck}/0", f"{deck}/1")
    report = verify(log.audit())
    assert report["L3"].status == PASSED, report.table()
    assert report.words()[1] == "A referee had cards shuffled anew once."
    log.throw(a=a)
    log.ruled_back(8, 2)
    report = verify(log.audit())
    assert report.entropy is not None
    assert report.entropy["fresh"] == 2
    assert report.words()[1:3] == [
        "A referee had draws made anew 2 times.",
        "A referee had cards shuffled anew once.",
    ]


def test_every_draw_is_listed_whether_its_key_is_open_or_not() -> None:
    for report in (verify(finished().audit()), verify(spectator(finished(), over=False))):
        assert [draw[1:] for draw in report.draws[:3]] == [
            ("/d/draw", 0, 0, "shuffle"),
            ("/d/draw", 0, 1, "throw"),
            ("/d/draw", 0, 2, "throw"),
        ]
        assert [draw.entry for draw in report.draws] == [9, 11, 13, 15, 19, 23, 25]


def test_a_used_up_epoch_goes_on_in_the_next() -> None:
    log = begun(draws=Draws(b"two", slots=2))
    for _ in range(5):
        log.throw()
    assert log.trees[-1]["d"]["draw"]["epoch"] == 2
    assert verify(log.audit())["L3"].status == PASSED


def test_a_slot_that_served_the_other_kind_is_left_for_a_new_one() -> None:
    """In an analysis, where anybody takes draws back."""
    log = Log()
    log.add("forked", {"game": "0" * 32, "version": 3})
    for player in people():
        log.take(player, seed_commitment=None, by="table")
    log.start()
    log.throw()
    log.throw()
    log.rewind(5)
    log.shuffle(["ace", "king"])
    log.throw()
    assert [tree["d"]["draw"]["slot"] for tree in log.trees if "draw" in tree["d"]] == [0, 1, 2, 3]
    assert verify(log.audit())["L3"].status == PASSED


def test_two_draws_of_one_entry() -> None:
    """They take their slots one after another, wherever they stand in it."""
    one, log = begun(), begun()
    one.throw()
    one.throw(20)
    first, second = (tree["d"]["draw"] for tree in one.trees[-2:])
    log.add("dice-rolled-twice", {"throws": [second, first]})
    log.served = one.served
    assert verify(log.audit())["L3"].status == PASSED


def test_a_substitute_plays_on_with_a_key_of_his_own() -> None:
    log, new = begun(keys=True), Player(1, key=True)
    new.key = Key("substitute")
    new.sign_with("substitute")
    log.reassign(new)
    log.act(new, "card-chosen", {"card": Hide("ace")})
    log.reassign(Player(2))
    log.act(Player(2), "card-chosen", {"card": Hide("king")})
    report = verify(log.audit())
    assert statuses(report) == {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": PASSED, "L3": PASSED}, report.table()
    assert report.entropy is not None
    assert report.entropy["signed"] == [1, 2]


def lacking(change: Callable[[dict[str, Any]], Any], **kwargs: Any) -> tuple[dict[str, str], str, str]:
    """What is said of a log whose entry 0 is changed so: levels, why L3 is not available, and the verdict."""
    log = Log(**kwargs)
    report = verify(resigned(log.audit(), lambda trees: change(trees[0]["d"])))
    assert (report.ok, report.entropy) == (True, None)
    return statuses(report), report["L3"].detail, report.words()[0]


def test_a_table_that_this_verifier_does_not_know_fails_nothing() -> None:
    levels, why, verdict = lacking(lambda d: d.update(table=7, more=[1], seats=None))
    assert levels == {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": NOT_AVAILABLE, "L3": NOT_AVAILABLE}
    assert (why, verdict) == ("needs table 7", "There is no verdict (needs table 7).")
    other = resigned(Log().audit(), lambda trees: trees[0]["d"].update(table=7, ruleset="other"))
    assert verify(other)["L0"].status == FAILED


def test_a_table_to_come_may_have_other_actors_and_members() -> None:
    """Nothing that a later revision brings makes tomorrow's honest game a forged one."""
    log = Log(created={"table": 7})
    log.add("clock-struck", {"seats": []}, "ghost:1", more=1, sig={"old": "x"})
    audit = log.audit() | {"service_log": {}}
    audit["disclosures"] = [{"other": 1}]
    report = verify(audit)
    assert report["L0"].status == PASSED, report.table()
    assert report["L3"].detail == "needs table 7"
    for bad in (
        {"checkpoint": log.checkpoint(1)},
        {"cosignatures": [cosigned(begun().head(), WITNESS_NAME, WITNESS)]},
        {"game": "0" * 32},
        {"entries": audit["entries"][:1]},
    ):
        assert verify(audit | bad)["L0"].status == FAILED
    late = resigned(log.audit(), lambda trees: trees[1].update(a=7))
    assert verify(late)["L0"].status == FAILED


def test_a_ruleset_without_a_table_fails_nothing() -> None:
    levels, why, verdict = lacking(lambda d: None, ruleset="chess")
    assert levels == {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": NOT_AVAILABLE, "L3": NOT_AVAILABLE}
    assert (why, verdict) == ("no table of chess", "There is no verdict (no table of chess).")


FORMATS = {
    1: lambda d: _without(d, "table", "rules", "disputes") | {"entropy": "direct"},
    2: lambda d: _without(d, "table", "disputes") | {"entropy": "direct"},
    3: lambda d: _without(d, "table") | {"disputes": False},
    4: lambda d: _without(d, "table"),
}


def _without(d: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in d.items() if name not in names}


@pytest.mark.parametrize("older", FORMATS)
def test_a_log_from_before_the_closed_tables_is_judged_by_its_own(older: int) -> None:
    audit = resigned(Log().audit(), lambda trees: trees[0].update(d=FORMATS[older](trees[0]["d"])))
    report = verify(audit)
    assert statuses(report) == {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": PASSED, "L3": NOT_AVAILABLE}
    assert report["L3"].detail == f"format {older}, before the closed tables"
    assert report.words()[0] == f"There is no verdict (format {older}, before the closed tables)."
    more = resigned(audit, lambda trees: trees[0]["d"].update(more=1))
    assert verify(more)["L0"].status == FAILED


def test_values_of_an_older_log_are_judged() -> None:
    audit = resigned(played(seen=False).audit(), lambda trees: trees[0]["d"].pop("table"))
    level = verify(audit)["L2"]
    assert "not signed by the key of seat 1" in level.detail  # which is given for entry 0 as it was
    plain = resigned(played(key=False, seen=False).audit(), lambda trees: trees[0]["d"].pop("table"))
    assert verify(plain)["L2"].status == PASSED
    other = resigned(plain, lambda trees: trees[14]["d"]["cards"][0].update(value="joker"))
    assert "another value" in verify(other)["L2"].detail


def test_files_without_a_table_stay_out_of_what_is_said_of_their_tournament() -> None:
    one, other = tournament(2)
    older = resigned(other.audit(), lambda trees: trees[0]["d"].update(table=7))
    reports = verify_all({"one": one.audit(), "other": older})
    assert (reports["one"].ok, reports["other"].tournament) == (True, None)


def test_games_of_a_tournament_verify_together() -> None:
    games = tournament(5)
    identity = games[0].trees[0]["d"]["tournament"]["id"]
    reports = verify_all({str(n): log.audit() for n, log in enumerate(games)})
    for n, report in enumerate(reports.values()):
        assert report["L3"].status == PASSED, report.table()
        assert report.place() == [f"Game number {n} of the 5 planned for tournament {identity}."]
    some = verify_all({str(n): games[n].audit() for n in (4, 2)})
    assert [report.as_dict()["tournament"]["missing"] for report in some.values()] == [(0, 1, 3)] * 2


def test_two_exports_of_one_game_are_no_second_game() -> None:
    log = tournament(2)[1]
    earlier = log.audit()
    log.throw()
    reports = verify_all({"earlier": earlier, "later": log.audit(), "another": begun().audit()})
    assert all(report.ok for report in reports.values())


def test_a_bad_file_does_not_touch_the_others_of_its_tournament() -> None:
    games = tournament(2)
    bad = games[1].audit() | {"checkpoint": games[0].checkpoint()}
    reports = verify_all({"good": games[0].audit(), "bad": bad})
    assert (reports["good"].ok, reports["bad"].ok) == (True, False)


def test_words_beyond_the_last_full_multiple_are_passed_over() -> None:
    largest = 2**64 - 1
    assert below(iter([largest, largest - 3, largest - 4]), 6) == 5
    assert below(iter([largest]), 2**64) == largest


def test_a_further_level_can_be_hung_on() -> None:
    report = verify(finished().audit()).with_level(Level("L4", FAILED, "seat 3 does not exist", 7))
    assert (report.ok, report.exit_code, report["L4"].title) == (
        False,
        1,
        "every event follows from the rules",
    )
    assert report.as_dict()["levels"][4] == {
        "name": "L4",
        "status": "failed",
        "detail": "seat 3 does not exist",
        "entry": 7,
        "title": "every event follows from the rules",
    }
    assert "entry 7: seat 3 does not exist" in report.table()


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, older = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "older.txt"
    good.write_bytes(file_bytes(cosigned_audit(finished())))
    bad.write_bytes(good.read_bytes()[:-1])
    older.write_text(finished().checkpoint(2))
    own = b64u(Player(2).seed)
    known = ["--older", str(older), "--vkey", finished().vkey, "--witness", WITNESS_KEY, "--own", own]
    assert main([str(good), *known]) == 0
    printed = capsys.readouterr().out
    assert printed.count("passed") == 4
    assert "Seats, not people." in printed
    assert "so nobody chose without you" in printed
    assert main([str(good), str(bad), "--json"]) == 1
    reports = json.loads(capsys.readouterr().out)
    assert [reports[str(file)]["ok"] for file in (good, bad)] == [True, False]
    assert reports[str(good)]["entropy"]["operator_with"] == [1, 2]
    assert reports[str(bad)]["entropy"] is None
    assert main([str(tmp_path / "absent.json")]) == 2


def test_the_verifier_imports_nothing_of_the_service() -> None:
    modules = set()
    for file in Path(verifier.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules.add("verifier" if node.level else (node.module or "").partition(".")[0])
    assert modules - sys.stdlib_module_names == {"verifier", "cryptography"}


def test_the_example_on_the_page_is_right() -> None:
    assert PAGE.read_text() == page()
    assert {verify(example().audit())[level].status for level in ("L0", "L2", "L3")} == {PASSED}

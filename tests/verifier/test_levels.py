"""What each level says of honest exports, and of logs that a dishonest service has signed."""

import ast
import json
import sys
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import verifier
from domain.draws import Roll, Shuffle
from domain.hidden import AUDITOR, Hidden, Opened
from domain.ledger.audit import OpenedKey, audit_bytes, spelled_draw
from domain.ledger.seal import seal_event
from domain.ledger.text import b64u
from domain.table.events import GameStarted, Rewound, SeatTaken, SeedRevealed
from tests.verifier import synthetic as toy
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level, Report, verify
from verifier.__main__ import main
from verifier.draws import below


@cache
def finished() -> toy.Game:
    return toy.played()


def statuses(report: Report) -> dict[str, str]:
    return {level.name: level.status for level in report.levels}


def test_the_full_export_of_a_finished_game_passes_every_level():
    game = finished()
    report = verify(audit_bytes(game.audit()), older=game.notes[5])
    assert statuses(report) == dict.fromkeys(("L0", "L1", "L2", "L3"), PASSED), report.table()
    assert (report.game, report.size, report.ok, report.exit_code) == (toy.GAME.hex, 16, True, 0)
    assert report["L3"].detail == "6 draws checked against 5 opened keys"


def test_an_object_is_as_good_as_its_bytes():
    audit = finished().audit()
    assert verify(audit) == verify(audit_bytes(audit)) == verify(audit_bytes(audit) + b"\n")


@pytest.mark.parametrize("viewer", [None, 1, 2, 3, AUDITOR])
def test_every_viewers_export_verifies(viewer):
    report = verify(finished().audit(viewer))
    hidden_left = NOT_AVAILABLE if viewer != AUDITOR else PASSED
    assert statuses(report) == {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": PASSED, "L3": hidden_left}


@pytest.mark.parametrize("size", range(1, 17))
def test_every_version_verifies_while_the_game_goes_on(size: int):
    game = toy.Game()
    whole = finished()
    for event, data in zip(whole.events[1:size], whole.entries[1:size], strict=True):
        game.add(event, json.loads(data)["by"])
    assert game.entries == whole.entries[:size]
    report = verify(game.audit(None, over=False), older=game.notes[0])
    assert (report["L0"].status, report["L1"].status, report["L2"].status) == (PASSED, PASSED, PASSED)
    assert report["L3"].status == (NOT_AVAILABLE if size > 4 else PASSED)


def test_exports_nest():
    places = [
        {(d["index"], d["path"]) for d in finished().audit(viewer)["disclosures"]}
        for viewer in (None, 1, AUDITOR)
    ]
    assert places[0] < places[1] < places[2]
    assert places[0] == {(4, "/d/deck/order/0"), (4, "/d/deck/order/2"), (7, "/d/card"), (7, "/d/twin")}
    assert places[1] - places[0] == {(4, "/d/deck/order/1")}


def test_a_closed_key_and_a_hidden_place_are_named_as_what_is_missing():
    going_on = verify(finished().audit(over=False))["L3"]
    assert going_on.status == NOT_AVAILABLE
    assert "4 of 6 draws checked; entry 4, slot 0: its key is not opened" in going_on.detail
    redacted = verify(finished().audit(None))["L3"]
    assert "4 of 6 draws checked; entry 4, slot 0: 4 of 6 places are not disclosed" in redacted.detail


def test_without_any_disclosures_the_log_still_verifies():
    audit = finished().audit() | {"disclosures": []}
    expected = {"L0": PASSED, "L1": NOT_AVAILABLE, "L2": NOT_AVAILABLE, "L3": NOT_AVAILABLE}
    assert statuses(verify(audit)) == expected


def test_leaving_out_what_is_private_is_redaction_but_leaving_out_what_is_public_is_not():
    audit = finished().audit()
    without = [d for d in audit["disclosures"] if not d["path"].startswith("/d/marks")]
    assert len(without) == len(audit["disclosures"]) - 2
    assert verify(audit | {"disclosures": without})["L2"].status == PASSED
    lacking = verify(audit | {"disclosures": [d for d in without if d["path"] != "/d/card"]})["L2"]
    assert (lacking.status, lacking.entry) == (FAILED, 15)


def test_older_checkpoints_notes_and_files():
    game = finished()
    audit = game.audit()
    for older in (game.notes[3], game.notes[-1].encode(), audit, audit_bytes(audit)):
        assert verify(audit, older)["L1"].status == PASSED
    assert verify(audit)["L1"].status == NOT_AVAILABLE
    begun = toy.begun()
    begun.add(GameStarted(0))
    for older in (begun.notes[-1], "no note", b"\xff", b"{}", {}, toy.Game(toy.STRANGER).notes[0]):
        assert verify(audit, older)["L1"].status == FAILED
    assert "shorter" in verify(toy.begun().audit(), game.notes[-1])["L1"].detail


def test_a_file_by_another_key_passes_only_for_who_trusts_that_key():
    audit = toy.begun(private=toy.STRANGER).audit()
    assert verify(audit)["L0"].status == PASSED
    assert verify(audit, vkey=toy.make_vkey(toy.STRANGER))["L0"].status == PASSED
    assert verify(audit, vkey=toy.make_vkey(toy.PRIVATE))["L0"].status == FAILED


def test_commit_reveal_with_a_seat_that_never_reveals():
    game = toy.commit_reveal()
    game.add(game.roll(1, 0))
    assert statuses(verify(game.audit()))["L3"] == PASSED


def test_a_used_up_epoch_goes_on_in_the_next():
    game = toy.begun(slots=2)
    for epoch, slot in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0)):
        game.add(game.roll(epoch, slot))
    report = verify(game.audit())
    assert report["L3"].status == PASSED, report.table()


def expect(game: toy.Game, level: str, entry: int | None, why: str, **changes) -> None:
    report = verify(game.audit() | changes)
    found = report[level]
    assert (found.status, found.entry) == (FAILED, entry), report.table()
    assert why in found.detail
    assert report["L0"].status == PASSED
    assert not report.ok


def test_wrong_dice():
    game = toy.begun()
    event = game.roll(0, 0)
    game.add(replace(event, roll=replace(event.roll, values=tuple(7 - v for v in event.roll.values))))
    expect(game, "L3", 4, "do not follow from its key")


@pytest.mark.parametrize("slots", [(1,), (0, 2), (0, 0), (0, 1, 0)])
def test_slots_picked_out_of_order(slots):
    game = toy.begun()
    for slot in slots:
        game.add(game.roll(0, slot))
    expect(game, "L3", 3 + len(slots), "not the next one")


def test_a_draw_before_the_start():
    game = toy.Game()
    game.add(SeatTaken(1, b64u(toy.SEEDS[1]), "seat"))
    game.add(game.roll(0, 0))
    expect(game, "L3", 2, "not the next one")


def test_an_epoch_picked_after_the_start():
    game = toy.begun()
    game.add(game.roll(1, 0))
    expect(game, "L3", 4, "not the next one")


def test_a_rewind_does_not_jump_without_a_ruling():
    game = toy.begun()
    game.add(game.roll(0, 0))
    game.add(Rewound(4, 1))
    game.add(game.roll(0, 1))
    expect(game, "L3", 6, "not the next one")


def test_a_ruling_does_not_throw_the_same_dice_again():
    game = toy.begun()
    game.add(game.roll(0, 0))
    game.add(toy.RewoundAfresh(4))
    game.add(game.roll(0, 0))
    expect(game, "L3", 6, "not the next one")


def test_a_stacked_deck():
    game = toy.begun()
    deck = game.shuffle(0, 0, toy.CARDS).deck
    stacked = (deck.order[1], deck.order[0], *deck.order[2:])
    game.add(toy.DeckShuffled(replace(deck, order=stacked)))
    expect(game, "L3", 4, "place 0 of the shuffle")


def test_a_stacked_deck_of_hidden_cards():
    game = toy.begun()
    first = game.add(game.shuffle(0, 0, toy.CARDS)).deck.order
    deck = game.shuffle(0, 1, first).deck
    game.add(toy.DeckShuffled(replace(deck, order=deck.order[::-1])))
    expect(game, "L3", 5, "of the shuffle of slot 1")


def test_a_card_exchanged_after_the_shuffle():
    game = toy.begun()
    deck = game.add(game.shuffle(0, 0, toy.CARDS)).deck.order
    game.add(toy.CardsShown((replace(deck[0], value="joker").open_to(),)))
    expect(game, "L2", 5, "another value than was committed")


def test_true_is_not_one():
    game = toy.begun()
    mark = game.add(toy.CardChosen(2, Hidden("x"), Hidden("y"), (toy.Mark(0, Hidden(1)),))).marks[0]
    game.add(toy.CardsShown((Opened(True, (0,), mark.value.ref),)))
    expect(game, "L2", 5, "another value than was committed")


@pytest.mark.parametrize(
    "place", ["9/d/deck/order/0", "4/d/deck/order/6", "4/d/deck", "5/d/card", "4d", "04/d/x"]
)
def test_an_opening_of_what_was_never_committed(place: str):
    game = toy.begun()
    game.add(game.shuffle(0, 0, toy.CARDS))
    game.add(toy.CardsShown((Opened("ace", (0,), place),)))
    expect(game, "L2", 5, "where nothing was committed")


def sealed(event, index: int) -> dict:
    return json.loads(json.dumps(seal_event(event, index, toy.K_SALT)[0]))


CHOSEN = toy.CardChosen(2, Hidden("x"), Hidden("y"), ())
BAD_SEALS = {
    "unsorted": lambda d: d["_sd"].sort(reverse=True),
    "twice": lambda d: d.update(_sd=[d["_sd"][0]] * 2),
    "empty": lambda d: d.update(_sd=[]),
    "no list": lambda d: d.update(_sd=d["_sd"][0]),
    "no digest": lambda d: d.update(_sd=["x"]),
    "number": lambda d: d.update(_sd=[1]),
    "member as element": lambda d: d.update(card={"...": d["_sd"].pop()}),
    "element with more": lambda d: d.update(marks=[{"...": d["_sd"].pop(), "x": 1}]),
}


@pytest.mark.parametrize("name", BAD_SEALS)
def test_malformed_sealing(name: str):
    game = toy.begun()
    d = sealed(CHOSEN, 4)
    BAD_SEALS[name](d)
    game.add(CHOSEN, d=d)
    expect(game, "L2", 4, "", disclosures=[])


@pytest.mark.parametrize(
    ("opening", "why"),
    [
        ({"to": []}, "malformed seats"),
        ({"to": ["1"]}, "malformed seats"),
        ({"to": [True]}, "malformed seats"),
        ({"to": [-1]}, "malformed seats"),
        ({"to": [1], "value": "x"}, "if and only if everybody"),
        ({"to": [0, 1]}, "if and only if everybody"),
    ],
)
def test_malformed_openings(opening: dict, why: str):
    game = toy.begun()
    game.add(CHOSEN)
    game.add(toy.CardsShown(()), d={"cards": [{"of": "4/d/card"} | opening]})
    expect(game, "L2", 5, why)


def test_an_opening_in_the_very_entry_that_commits():
    game = toy.begun()
    game.add(CHOSEN, d=sealed(CHOSEN, 4) | {"also": {"of": "4/d/card", "to": [1]}})
    expect(game, "L2", 4, "where nothing was committed before", disclosures=[])


def test_the_same_digest_in_two_entries():
    game = toy.begun()
    game.add(CHOSEN)
    game.add(CHOSEN, d=sealed(CHOSEN, 4))
    expect(game, "L2", 5, "the same digest twice", disclosures=[])


BAD_DRAWS = [
    {"epoch": 4, "slot": 0, "sides": [6], "values": [1]},
    {"epoch": 0, "slot": 8, "sides": [6], "values": [1]},
    {"epoch": True, "slot": 0, "sides": [6], "values": [1]},
    {"epoch": 0, "slot": 0, "sides": [6, 6], "values": [1]},
    {"epoch": 0, "slot": 0, "sides": [0], "values": [1]},
    {"epoch": 0, "slot": 0, "sides": "6", "values": [1]},
    {"epoch": 0, "slot": 0, "order": [1], "of": [1], "refs": ["4/d"]},
    {"epoch": 0, "slot": 0, "order": [1, 2], "of": [1], "refs": []},
    {"epoch": 0, "slot": 0, "order": [1], "of": [], "refs": [1]},
    {"epoch": 0, "slot": 0, "order": 1, "of": [], "refs": []},
]


@pytest.mark.parametrize("draw", BAD_DRAWS)
def test_malformed_draws(draw: dict):
    game = toy.begun()
    game.add(game.roll(0, 0), d={"x": [draw]})
    expect(game, "L3", 4, "", draws=[])


def test_a_draw_that_takes_too_much_of_its_stream():
    game = toy.begun()
    roll = Roll(0, 0, (2,) * 1021, (1,) * 1021)
    game.add(toy.DiceRolled(1, roll))
    expect(game, "L3", 4, "more than 8160 bytes")


def test_a_seed_after_the_dice():
    game = toy.begun()
    game.add(game.roll(0, 0))
    game.add(SeatTaken(3, b64u(b"3" * 32), "seat"))
    expect(game, "L3", 5, "has been drawn from")


def test_a_revealed_seed_that_was_not_committed_to():
    game = toy.commit_reveal(revealed=b"x" * 32)
    game.add(game.roll(1, 0))
    expect(game, "L3", 3, "not the one that the seat committed to")


@pytest.mark.parametrize(
    "event",
    [
        SeatTaken(1, "AAAA", "seat"),
        SeatTaken(0, b64u(bytes(32)), "seat"),
        SeatTaken(256, b64u(bytes(32)), "seat"),
        SeedRevealed(1, 4, b64u(bytes(32)), "service"),
    ],
)
def test_malformed_seeds(event):
    game = toy.Game()
    game.add(event)
    expect(game, "L3", 1, "", seeds=[])


def test_a_seed_for_a_later_epoch_does_not_touch_this_one():
    game = toy.begun()
    game.add(SeedRevealed(2, 2, b64u(b"s" * 32), "service"))
    game.add(game.roll(0, 0))
    assert verify(game.audit())["L3"].status == PASSED


def test_words_beyond_the_last_full_multiple_are_passed_over():
    largest = 2**64 - 1
    assert below(iter([largest, largest - 3, largest - 4]), 6) == 5
    assert below(iter([largest]), 2**64) == largest


def test_a_key_opened_too_early():
    game = toy.begun()
    game.add(game.roll(0, 0))
    opened = spelled_draw(OpenedKey(0, 1, game.tree.key(0, 1), game.tree.path(0, 1)))
    key = msgspec.json.decode(msgspec.json.encode(opened))
    expect(game, "L3", None, "belongs to no draw", draws=[*game.audit()["draws"], key])


def test_dice_thrown_by_other_seeds_than_the_logged_ones():
    honest, other = toy.begun(), toy.Game()
    other.add(SeatTaken(1, b64u(b"x" * 32), "seat"))
    honest.add(other.roll(0, 0))
    expect(honest, "L3", 4, "do not follow from its key")


def test_the_dice_are_checked_even_when_the_openings_are_bad():
    game = toy.begun()
    game.add(game.roll(0, 0))
    game.add(game.shuffle(0, 1, toy.CARDS))
    audit = game.audit()
    audit["disclosures"][0]["path"] = "/d/deck/order/5"
    report = verify(audit)
    assert report["L2"].status == FAILED
    assert report["L3"].status == NOT_AVAILABLE
    assert "1 of 2 draws checked" in report["L3"].detail


def test_a_further_level_can_be_hung_on():
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


def test_the_command_line(tmp_path, capsys):
    good, bad, older = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "older.txt"
    good.write_bytes(audit_bytes(finished().audit()))
    bad.write_bytes(good.read_bytes()[:-1])
    older.write_text(finished().notes[2])
    assert main([str(good), "--older", str(older), "--vkey", toy.make_vkey(toy.PRIVATE)]) == 0
    assert capsys.readouterr().out.count("passed") == 4
    assert main([str(good), str(bad), "--json"]) == 1
    printed = json.loads(capsys.readouterr().out)
    assert [printed[str(file)]["ok"] for file in (good, bad)] == [True, False]
    assert main([str(tmp_path / "absent.json")]) == 2


def test_the_verifier_imports_nothing_of_the_service():
    modules = set()
    for file in Path(verifier.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules.add((node.module or "").partition(".")[0])
    assert modules - sys.stdlib_module_names == {"verifier", "cryptography"}


def test_a_shuffle_may_show_its_order():
    game = toy.begun()
    deck = game.shuffle(0, 0, toy.CARDS).deck
    d = {"epoch": 0, "slot": 0, "order": [card.value for card in deck.order], "of": list(deck.of), "refs": []}
    game.add(toy.DeckShuffled(Shuffle(0, 0, (), ())), d={"deck": d})
    assert verify(game.audit())["L3"].status == PASSED

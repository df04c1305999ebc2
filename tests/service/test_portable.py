"""Games in files: from one house to another and back, and everything that is not taken in."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import orjson
import pytest

import engine
from cli.verify import check
from domain.ledger.audit import audit_bytes
from domain.ledger.merkle import Frontier, leaf_hash
from domain.rulesets import registry
from domain.table.refusals import Refused
from projections.documents.notes import Arrow
from projections.lobby import GameFilter
from service.analyses import notes
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.key_pool import KeyPool
from service.log.notes import WrittenNote
from service.log.table_projection import TableProjection
from service.log.verifying import rules_level
from service.operation.app import compose
from service.play import acting
from service.queries import auditing, exporting, history, lobby, states, subscriptions
from service.queries import tournaments as queries
from service.queries.notes import notes as notes_of
from service.tables import (
    creating,
    entering,
    forking,
    importing,
    seating,
    suspension,
)
from tests.service.conftest import House, house_with, said, settings_in
from tests.service.playing import auditor, fewest_seats, play
from tests.service.preparing import prepared
from tests.service.test_games import refused
from tests.service.test_tournaments import create
from tests.soaking import soaked
from verifier import PASSED, Known, verify

pytestmark = pytest.mark.usefixtures("checked_here")
File = dict[str, Any]


@pytest.fixture
def abroad(tmp_path: Path) -> Iterator[House]:
    """Another service, with keys of its own."""
    settings = settings_in(tmp_path / "abroad")
    prepared(settings)
    kronika = compose(settings)
    yield House(kronika)
    kronika.close()


def file_of(house: House, game: str, token: str | None) -> File:
    return dict(orjson.loads(exporting.export(house.repository, game, token)))


def finished(house: House, ruleset: str = "nagaraja", **new: Any) -> tuple[str, str, dict[int, str]]:
    """A finished game, the token of an auditor, those of the seats."""
    game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset, **new)
    play(house, game, tokens, random.Random(1))
    return game, auditor(house, game), tokens


class Over(NamedTuple):
    """A finished game in a service that no test changes, and the token of an auditor."""

    house: House
    game: str
    token: str

    def file(self) -> File:
        return file_of(self.house, self.game, self.token)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Over]:
    with house_with(settings_in(tmp_path_factory.mktemp("over"))) as house:
        yield Over(house, *finished(house)[:2])


@pytest.fixture(scope="module")
def over_with_notes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Over]:
    with house_with(settings_in(tmp_path_factory.mktemp("noted"))) as house:
        game = noted(house)
        yield Over(house, game, auditor(house, game))


def take_in(house: House, file: File) -> dict[str, Any]:
    reply = importing.import_file(importing.Import(orjson.dumps(file)), house.context)
    return {"answered": reply.status, **said(reply)}


def refusal(house: House, file: File) -> Refused:
    with refused("bad-import") as caught:
        importing.import_file(importing.Import(orjson.dumps(file)), house.context)
    return caught.value


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "nagaraja", "touche")))
def test_an_imported_game_is_read_like_the_game_itself(house: House, abroad: House, ruleset: str) -> None:
    game, token, _ = finished(house, ruleset)
    taken = take_in(abroad, file_of(house, game, token))
    assert (taken["answered"], taken["id"], taken["status"]) == (201, game, "finished")
    assert taken["checkpoint"] == auditing.checkpoint(house.repository, game, None)
    version = taken["version"]
    for mine, theirs in ((None, None), (token, taken["auditor_token"])):
        for at in (1, version // 3, version // 2, version):
            here = orjson.loads(states.document_at(house.repository, game, mine, at).body)
            assert orjson.loads(states.document_at(abroad.repository, game, theirs, at).body) == {
                **here,
                "entropy": {**here["entropy"], "provided": []},
                "imported": True,
                "imported_at": abroad.document(game)["imported_at"],
            }
        assert history.events(house.repository, game, mine, 0, 1000) == history.events(
            abroad.repository, game, theirs, 0, 1000
        )
        assert retold(house, game, mine) == retold(abroad, game, theirs)
        assert auditing.audit(house.repository, game, mine) == auditing.audit(abroad.repository, game, theirs)
        assert exporting.export(house.repository, game, mine) == exporting.export(
            abroad.repository, game, theirs
        )
        assert auditing.disclosures(house.repository, game, mine) == auditing.disclosures(
            abroad.repository, game, theirs
        )
        assert auditing.draws(house.repository, game, mine) == auditing.draws(abroad.repository, game, theirs)
    assert auditing.entries(house.repository, game, None, 0, None) == auditing.entries(
        abroad.repository, game, None, 0, None
    )
    assert auditing.proof(house.repository, game, None, 3, None) == auditing.proof(
        abroad.repository, game, None, 3, None
    )
    fresh = compose(abroad.kronika.settings)
    assert states.document(fresh.repository, game, None) == states.document(abroad.repository, game, None)
    fresh.close()
    audit = orjson.loads(auditing.audit(abroad.repository, game, taken["auditor_token"]))
    assert [verify(audit)[name].status for name in ("L0", "L2", "L3")] == [PASSED] * 3
    assert rules_level(audit).status == PASSED


def retold(house: House, game: str, token: str | None) -> dict[str, Any]:
    """The replay, but for what the verdict depends on: here nothing was checked, there all levels were."""
    told = orjson.loads(history.replay(house.repository, game, token, "en").body)
    told["verdict"] = [sentence for sentence in told["verdict"] if not sentence.startswith("Provided")]
    return dict(told)


def test_the_same_file_again_is_the_same_game(over: Over, abroad: House) -> None:
    house, game, _ = over
    file = over.file()
    first = take_in(abroad, file)
    assert first["auditor_token"].startswith("kr_")
    assert first["referee_token"] == first["auditor_token"]  # its old name, until v2
    again = take_in(abroad, file_of(abroad, game, None))
    assert again == {**first, "answered": 200}
    at_home = take_in(house, file)
    assert (at_home["answered"], at_home["id"], at_home["auditor_token"]) == (200, game, None)


def test_another_file_under_the_same_id_is_refused(over: Over, abroad: House) -> None:
    file = over.file()
    take_in(abroad, file)
    file["players"][0]["name"] = "Somebody"
    for there in (over.house, abroad):
        with refused("gone-elsewhere"):
            importing.import_file(importing.Import(orjson.dumps(file)), there.context)


def test_an_imported_game_is_read_only(house: House, abroad: House) -> None:
    game, token, _ = finished(house, undo="consent")
    taken = take_in(abroad, file_of(house, game, token))
    theirs = taken["auditor_token"]
    for command in (
        lambda: acting.act(acting.Act(game, theirs, {"type": "pass"}), abroad.context),
        lambda: seating.join(seating.Join(game, None, {"name": "late"}), abroad.context),
        lambda: suspension.change_status(suspension.ChangeStatus(game, theirs, "abandon"), abroad.context),
        lambda: acting.request_undo(acting.RequestUndo(game, theirs), abroad.context),
    ):
        with pytest.raises(Refused):
            command()
    assert abroad.document(game)["version"] == taken["version"]
    forked = said(forking.fork(forking.Fork(game, None, taken["version"] // 2), abroad.context))
    play(abroad, forked["id"], dict.fromkeys((1, 2), forked["token"]), random.Random(3), 5)


def test_an_imported_game_is_listed_on_request_unless_it_is_private(house: House, abroad: House) -> None:
    public, token, _ = finished(house)
    private, other, seats = finished(house, visibility="private")
    take_in(abroad, file_of(house, public, token))
    taken = take_in(abroad, file_of(house, private, other))
    listed = orjson.loads(lobby.page(abroad.repository, GameFilter(imported=True), 50)[0])["games"]
    assert [(g["id"], g["status"], g["imported"]) for g in listed] == [(public, "finished", True)]
    assert listed[0]["imported_at"] == abroad.document(public)["imported_at"] > listed[0]["updated_at"]
    assert orjson.loads(lobby.page(abroad.repository, GameFilter(), 50)[0])["games"] == []
    assert orjson.loads(lobby.page(house.repository, GameFilter(imported=True), 50)[0])["games"] == []
    for stranger in (None, seats[1]):
        with refused("not-found"):
            states.document(abroad.repository, private, stranger)
    assert abroad.document(private, taken["auditor_token"])["viewer"] == "auditor"


def test_an_imported_game_counts_nowhere(over: Over, abroad: House) -> None:
    take_in(abroad, over.file())
    for projection in ASYNC_PROJECTIONS:
        TableProjection(abroad.repository, projection).catch_up()
        assert abroad.kronika.store.query(f"SELECT * FROM {projection.NAME}") == []
    assert subscriptions.lobby_head(abroad.repository.store) == 0


def test_games_that_are_not_over_are_refused(house: House, abroad: House) -> None:
    game, tokens = house.seated()
    play(house, game, tokens, random.Random(1), 10)
    assert "not over" in refusal(abroad, file_of(house, game, None)).detail
    hidden, tokens = house.seated(ruleset="romans")
    for token in (None, tokens[1]):
        found = refusal(abroad, file_of(house, hidden, token))
        assert "fully disclosed" in found.detail
    assert "not over" in refusal(abroad, file_of(house, hidden, auditor(house, hidden))).detail


def test_an_abandoned_game_is_over(house: House, abroad: House) -> None:
    game, organiser = house.create()
    seating.join(seating.Join(game, None, {"name": "Ada"}), house.context)
    suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)
    assert take_in(abroad, file_of(house, game, None))["status"] == "abandoned"
    there = abroad.document(game)
    here = house.document(game)
    assert there == {
        **here,
        "entropy": {**here["entropy"], "provided": []},
        "imported": True,
        "imported_at": there["imported_at"],
    }


def test_a_finished_game_that_is_not_disclosed_as_a_whole_is_refused(house: House, abroad: House) -> None:
    game, token, _ = finished(house, "romans")
    file = file_of(house, game, None)
    file["audit"]["draws"] = []
    found = refusal(abroad, file)
    assert (found.more["level"], "fully disclosed" in found.detail) == ("L3", True)
    file = file_of(house, game, token)
    file["audit"]["disclosures"] = []
    assert refusal(abroad, file).more["level"] == "L2"


def test_an_analysis_is_refused(house: House, abroad: House) -> None:
    game, _, _ = finished(house)
    forked = said(forking.fork(forking.Fork(game, None, 30), house.context))
    play(house, forked["id"], dict.fromkeys((1, 2), forked["token"]), random.Random(3))
    assert "analysis" in refusal(abroad, file_of(house, forked["id"], forked["token"])).detail


def tampered(file: File, change: Any) -> File:
    changed = copy.deepcopy(file)
    change(changed["audit"])
    return changed


def test_whatever_is_changed_is_refused_with_its_level(over: Over, abroad: House) -> None:
    file = over.file()
    entries = file["audit"]["entries"]

    def entry(audit: File) -> None:
        audit["entries"][9] = entries[9].replace('"by":"table"', '"by":"seat:1"')

    def shorter(audit: File) -> None:
        audit["entries"].pop()

    def disclosed(audit: File) -> None:
        one, two = audit["disclosures"][:2]
        one["disclosure"], two["disclosure"] = two["disclosure"], one["disclosure"]

    def key(audit: File) -> None:
        audit["draws"][0]["key"], audit["draws"][1]["key"] = (
            audit["draws"][1]["key"],
            audit["draws"][0]["key"],
        )

    for change, level in ((entry, "L0"), (shorter, "L0"), (disclosed, "L2"), (key, "L3")):
        assert refusal(abroad, tampered(file, change)).more["level"] == level
    assert abroad.kronika.store.version(over.game) == 0


def forged(file: File, house: House, change: Any) -> File:
    """A file signed by its forger, with everything as it should be but for one change of the log."""
    changed = copy.deepcopy(file)
    audit = changed["audit"]
    audit["entries"] = [change(n, text) for n, text in enumerate(audit["entries"])]
    audit["entries"] = [text for text in audit["entries"] if text]
    head = Frontier().extend(leaf_hash(text.encode()) for text in audit["entries"])
    audit["checkpoint"] = house.kronika.signer.checkpoint(audit["origin"], head.size, head.root())
    return changed


def test_a_signed_log_against_the_rules_is_refused_at_its_first_bad_event(
    house: House, abroad: House
) -> None:
    game, token, _ = finished(house, "age-of-war")
    file = file_of(house, game, token)
    place = next(n for n, text in enumerate(file["audit"]["entries"]) if '"t":"turn-ended"' in text)

    def other_turn(n: int, text: str) -> str:
        swap = {1: 2, 2: 1}
        body = orjson.loads(text)
        if n == place:
            body["d"]["next_seat"] = swap[body["d"]["next_seat"]]
        return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()

    found = refusal(abroad, forged(file, house, other_turn))
    assert found.more["level"] == "L4"
    assert found.more["entry"] <= place

    def unknown(n: int, text: str) -> str:
        return text.replace('"t":"turn-ended"', '"t":"turn-twisted"') if n == place else text

    assert refusal(abroad, forged(file, house, unknown)).more == {"level": "L2", "entry": place}


@pytest.mark.parametrize(
    ("member", "value"),
    [
        pytest.param("seats", 200, marks=pytest.mark.soak),
        ("seats", 1),
        pytest.param("options", {"x": 1}, marks=pytest.mark.soak),
        pytest.param("visibility", "odd", marks=pytest.mark.soak),
        pytest.param("undo", "odd", marks=pytest.mark.soak),
        ("disputes", {"pause": "odd"}),
    ],
)
def test_a_setup_that_no_table_has_is_refused(house: House, abroad: House, member: str, value: Any) -> None:
    game, organiser = house.create()
    suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)

    def change(n: int, text: str) -> str:
        body = orjson.loads(text)
        if n == 0:
            body["d"][member] = value
        return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()

    found = refusal(abroad, forged(file_of(house, game, None), house, change))
    assert found.more == {"level": "L0" if member == "disputes" else "L4", "entry": 0}


def test_a_log_from_before_the_closed_tables_is_refused_and_says_why(house: House, abroad: House) -> None:
    """Nobody can say that all of its draws are those that the rules called for."""
    game, token, _ = finished(house, "age-of-war")

    def older(n: int, text: str) -> str:
        body = orjson.loads(text)
        for name in ("table", "log", "witnessed"):
            body["d"].pop(name, None)
        return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()

    found = refusal(abroad, forged(file_of(house, game, token), house, older))
    assert (found.more["level"], "before the closed tables" in found.detail) == ("L3", True)
    assert "fully disclosed" not in found.detail
    assert rules_level(forged(file_of(house, game, token), house, older)["audit"]).detail.endswith(
        "closed tables"
    )


def test_a_time_beyond_all_calendars_is_refused(house: House, abroad: House) -> None:
    game, organiser = house.create()
    suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)

    def later(n: int, text: str) -> str:
        body = orjson.loads(text)
        body["at"] = 2**53 - 1 if n == 1 else body["at"]
        return orjson.dumps(body, option=orjson.OPT_SORT_KEYS).decode()

    assert refusal(abroad, forged(file_of(house, game, None), house, later)).more == {
        "level": "L0",
        "entry": 1,
    }


def test_players_and_form_are_checked(over: Over, abroad: House) -> None:
    file = over.file()
    for players in ([], file["players"][:1], [file["players"][0]] * 2):
        assert "players" in refusal(abroad, {**file, "players": players}).detail
    for wrong in (
        {},
        {**file, "format": "kronika-game/3"},
        {**file, "format": "kronika-game/1"},
        {name: value for name, value in file.items() if name != "notes"},
        {**file, "unsigned": ["players"]},
        {**file, "more": 1},
        {**file, "players": [{"seat": 1, "name": "\n", "bot": None}]},
        {**file, "players": [{"seat": 1, "name": "A", "bot": "clever"}]},
    ):
        with refused("malformed"):
            importing.import_file(importing.Import(orjson.dumps(wrong)), abroad.context)
    long = {**file, "audit": {**file["audit"], "entries": ["not even JSON"] * 20_001}}
    assert "more than 20000" in refusal(abroad, long).detail, "before any entry is read"


def noted(house: House) -> str:
    """A finished game with a note of seat 1 on version 3, and of the organiser on version 4."""
    game, organiser = house.create(ruleset="nagaraja")
    tokens = {seat: house.sit(game, organiser, {"name": f"P{seat}"}) for seat in (1, 2)}
    play(house, game, tokens, random.Random(1))
    for version, token, written in (
        (3, tokens[1], WrittenNote("Źle!\nO nie.", ("/hands/1",))),
        (4, organiser, WrittenNote("Well played.", glyph="!", arrows=(Arrow(start="card:1", end="card:2"),))),
    ):
        assert notes.write(notes.Write(game, token, version, written), house.context)
    return game


def told(house: House, game: str) -> dict[str, Any]:
    return dict(orjson.loads(notes_of(house.repository, game, None).body))


def test_notes_travel_with_their_game(over_with_notes: Over, abroad: House) -> None:
    house, game, _ = over_with_notes
    file = file_of(house, game, None)
    assert (file["format"], file["unsigned"]) == ("kronika-game/2", ["players", "notes"])
    taken = take_in(abroad, file)
    here, there = told(house, game), told(abroad, game)
    assert here["notes"] == there["notes"] == file["notes"]
    assert [(it["version"], it["author"], it["text"]) for it in there["notes"]] == [
        (3, "seat:1", "Źle!\nO nie."),
        (4, "organiser", "Well played."),
    ]
    assert (here["imported"], there["imported"]) == (False, True)
    assert exporting.export(abroad.repository, game, None) == exporting.export(house.repository, game, None)
    with refused("forbidden"):
        notes.write(notes.Write(game, taken["auditor_token"], 3, WrittenNote("Mine.")), abroad.context)


def test_files_of_a_game_differ_in_notes_and_form_and_are_the_same(
    over_with_notes: Over, abroad: House
) -> None:
    house, game, _ = over_with_notes
    file = file_of(house, game, None)
    first = {name: value for name, value in file.items() if name not in ("notes", "unsigned")}
    first["format"] = "kronika-game/1"
    assert take_in(abroad, first)["answered"] == 201
    assert told(abroad, game)["notes"] == []
    for other in (file, first, {**file, "notes": file["notes"][:1]}):
        assert take_in(abroad, other)["answered"] == take_in(house, other)["answered"] == 200
    assert told(abroad, game)["notes"] == []
    assert len(told(house, game)["notes"]) == 2


def test_every_reader_of_files_reads_both_forms(over_with_notes: Over, tmp_path: Path) -> None:
    file = file_of(over_with_notes.house, over_with_notes.game, None)
    second = audit_bytes(file)
    assert audit_bytes(dict(reversed(file.items()))) == second
    first = {name: value for name, value in file.items() if name not in ("notes", "unsigned")}
    first["format"] = "kronika-game/1"
    for written in (second, audit_bytes(first)):
        path = tmp_path / "game.json"
        path.write_bytes(written)
        assert verify(written).exit_code == 0
        assert [level.status for level in check({"": written}, Known())[""].levels if level.name == "L4"] == [
            PASSED
        ]
        assert engine.read(path).version == len(file["audit"]["entries"])
    third = verify(audit_bytes({**first, "format": "kronika-game/3"}))
    assert third.exit_code == 1
    changed = second.replace(b'\\"i\\":4', b'\\"i\\":5', 1)
    assert changed != second
    assert verify(changed).exit_code == 1


def test_a_file_of_a_game_that_goes_on_has_no_notes(house: House) -> None:
    game, tokens = house.seated()
    assert file_of(house, game, tokens[1])["notes"] == []


BAD_NOTES: list[tuple[dict[str, Any], str]] = [
    ({"version": 10_000}, "bad-import"),
    ({"author": "seat:3"}, "bad-import"),
    ({"author": "analyst"}, "bad-import"),
    ({"version": 4, "author": "organiser"}, "bad-import"),
    ({"at": "9999-12-31T23:59:59.999999Z"}, "bad-import"),
    ({"at": "0001-01-01T00:00:00+14:00"}, "bad-import"),
    ({"version": 0}, "malformed"),
    ({"text": ""}, "malformed"),
    ({"text": "x" * 2001}, "malformed"),
    ({"text": "turned \u202e round"}, "malformed"),
    ({"marks": ["dice"]}, "malformed"),
    ({"marks": ["/a"] * 21}, "malformed"),
    ({"at": "yesterday"}, "malformed"),
    ({"at": "2026-01-01T00:00:00"}, "malformed"),
    ({"by": "me"}, "malformed"),
]


def test_notes_that_no_game_can_have_are_refused(over_with_notes: Over, abroad: House) -> None:
    for change, kind in BAD_NOTES:
        file = file_of(over_with_notes.house, over_with_notes.game, None)
        file["notes"][0] |= change
        with refused(kind):
            importing.import_file(importing.Import(orjson.dumps(file)), abroad.context)
        assert abroad.kronika.store.query("SELECT 1 FROM notes") == [], change


def test_nobody_brings_a_game_with_the_id_of_a_planned_one(
    house: House, abroad: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids of games to come stand in the plan that everybody may read; who took one would stop the tournament."""
    id, _ = create(house, games=1)
    promised = queries.plan(house.repository, id, None).planned[0].game
    monkeypatch.setattr(KeyPool, "take", lambda *_: None)  # its keys come with an id
    monkeypatch.setattr(creating.uuid, "uuid4", lambda: UUID(promised))
    game, organiser = abroad.create()
    monkeypatch.undo()
    assert game == promised
    abroad.sit(game, organiser, {"name": "A"})
    abroad.sit(game, organiser, {"name": "B"})
    suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), abroad.context)
    file = file_of(abroad, game, None)
    with refused("gone-elsewhere"):
        take_in(house, file)
    for name in "AB":
        entering.enter(entering.Enter(id, None, {"name": name}), house.context)
    assert house.tournament(id)["games"][0]["id"] == promised

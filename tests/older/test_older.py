"""Databases of earlier versions: most games go on, those of format 2 can be read, and nothing answers 500.

In layout 1 some events had other members than today: games with one of them have no board, only their log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.http.shared_counters import SharedCounters
from service.identity.hiding import hide
from service.log.legacy_games import legacy_games
from service.log.migrations import MIGRATIONS
from service.operation.app import Kronika, compose, prepare
from service.operation.integrity import every_game, find_damage
from service.store import open_store
from service.system.settings import Settings
from tests.older.opened import NAMES, laid_out
from tests.soaking import soaked
from tests.store.conftest import postgres_url, server
from verifier import verify

__all__ = ["postgres_url", "server"]

RULESETS = ("age-of-war", "nagaraja", "romans", "touche")
BOARD = ("", "/replay", "/events", "/legal-actions", "/states", "/news")
LOG = (
    "/checkpoint",
    "/ledger/entries",
    "/ledger/proof?index=0",
    "/ledger/consistency?from=1",
    "/ledger/disclosures",
    "/ledger/draws",
    "/ledger/cosignatures",
    "/audit",
    "/audit?after=25",
    "/export",
)
WITHOUT_BOARD = {
    "sqlite": {
        ("nagaraja", "finished"): (20, "card-activated"),
        ("nagaraja", "playing"): (20, "card-activated"),
        ("romans", "finished"): (49, "fort-discarded"),
        ("touche", "finished"): (7, "cards-dealt"),
        ("touche", "playing"): (7, "cards-dealt"),
    },
    "postgresql": {
        ("nagaraja", "finished"): (19, "card-activated"),
        ("nagaraja", "playing"): (19, "card-activated"),
        ("romans", "finished"): (111, "fort-discarded"),
        ("touche", "finished"): (7, "cards-dealt"),
        ("touche", "playing"): (7, "cards-dealt"),
    },
}
"""Of the database with layout 1: the first event that cannot be read. All other games can be read whole."""
SAYS = (
    "Event {} of this game, of the type {}, cannot be read by this version of Kronika: an earlier version wrote it, or it is "
    "damaged. The log is of format 2. Its checkpoint, entries, proofs, openings, audit file and game file can be read; the board "
    "cannot be shown, and nothing is added."
)
CLOSED = (
    "The log of this game is of an earlier format, whose draws were forced otherwise than today. The game can be read, but "
    "nothing can be added to it."
)
EVENTS = 3


class Game(NamedTuple):
    ruleset: str
    kind: str
    id: str
    tokens: dict[str, str]
    unread: tuple[int, str] | None

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"


class Older(NamedTuple):
    name: str
    kronika: Kronika
    client: FlaskClient
    games: list[Game]

    @property
    def format(self) -> str:
        return self.name.rpartition("-")[2]

    @property
    def closed(self) -> bool:
        """Whether its games are written by the closed tables."""
        return "-table-" in self.name

    @property
    def goes_on(self) -> bool:
        return self.closed or self.format != "2"

    @property
    def playing(self) -> list[Game]:
        return [game for game in self.games if game.kind == "playing"]

    @property
    def without_board(self) -> list[Game]:
        return [game for game in self.games if game.unread is not None]

    def ask(self, path: str, **more: Any) -> Any:
        return self.client.get(path, **more)

    def audit(self, game: Game, seat: str | None = None) -> Any:
        headers = {} if seat is None else {"Authorization": f"Bearer {game.tokens[seat]}"}
        answer = self.ask(f"{game.path}/audit", headers=headers)
        assert answer.status_code == 200, answer.json
        return answer.json

    def act(self, game: Game, key: str) -> Any:
        """What becomes of the first action that is legal."""
        seat = self.ask(game.path).json["to_act"][0]
        bearer = {"Authorization": f"Bearer {game.tokens[str(seat)]}"}
        legal = self.ask(f"{game.path}/legal-actions", headers=bearer).json["actions"]
        return self.client.post(
            f"{game.path}/actions", json=legal[0], headers={**bearer, "Idempotency-Key": key}
        )


def games_of(name: str, engine: str, played: dict[str, Any]) -> list[Game]:
    unread = WITHOUT_BOARD[engine] if name == "layout-1-format-2" else {}
    found = []
    for ruleset, game in played.items():
        begun = game["playing"]
        found.append(Game(ruleset, "finished", game["finished"], {}, unread.get((ruleset, "finished"))))
        found.append(Game(ruleset, "playing", begun["id"], begun["tokens"], unread.get((ruleset, "playing"))))
    return found


def asked_for(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Settings, list[Game]]:
    name, engine = request.param
    url = request.getfixturevalue("postgres_url") if engine == "postgresql" else None
    settings, played = laid_out(name, engine, tmp_path, url)
    return name, settings, games_of(name, engine, played)


ENGINES = ("sqlite", "postgresql")
DAILY = [("layout-1-format-2", "sqlite"), ("layout-29-table-1", "postgresql")]
"""Every day the first layout is read, whose games have gaps, and the last one, whose games go on. The others are for the soak."""
CASES = [(name, engine) for name in NAMES for engine in ENGINES]


@pytest.fixture(params=soaked(CASES, [case for case in CASES if case not in DAILY]), ids="/".join)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Older]:
    name, settings, games = asked_for(request, tmp_path)
    prepare(settings)
    with closing(compose(settings)) as kronika:
        yield Older(name, kronika, create_app(kronika, SharedCounters()).test_client(), games)


def test_a_database_of_an_earlier_version(older: Older) -> None:
    assert older.kronika.ready() == []
    assert sorted((game.ruleset, game.kind) for game in older.games) == [
        (ruleset, kind) for ruleset in RULESETS for kind in ("finished", "playing")
    ]
    logs_read(older)
    boards_read(older)
    for game in older.games:
        verified(older, game)
    shown_to_seats(older)
    exported(older)
    gone_on_with(older)
    assert older.kronika.store.query("SELECT count(*) FROM log_queue") == [(0,)]
    assert legacy_games(older.kronika.store) == (0 if older.goes_on else len(older.games))
    found = (
        find_damage(older.kronika.store, older.kronika.signer, id) for id in every_game(older.kronika.store)
    )
    assert [one for one in found if one is not None] == []


def logs_read(older: Older) -> None:
    """Of every game: nothing of its log needs a board."""
    for game in older.games:
        for path in LOG:
            answer = older.ask(game.path + path)
            assert answer.status_code == 200, (game, path, answer.json)


def boards_read(older: Older) -> None:
    """Of every game, or the refusal names the very event."""
    for game in older.games:
        for path in BOARD:
            answer = older.ask(game.path + path)
            if game.unread is None:
                assert answer.status_code == 200, (game, path, answer.json)
            else:
                assert_without_board(game, answer)


def assert_without_board(game: Game, answer: Any) -> None:
    assert game.unread is not None
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/unreadable-log")
    assert (answer.json["version"], answer.json["detail"]) == (game.unread[0], SAYS.format(*game.unread))


def verified(older: Older, game: Game) -> None:
    """What a game that is over has committed is disclosed, as long as anything is hidden in it."""
    audit = older.audit(game)
    levels = {level.name: (level.status, level.detail) for level in verify(audit).levels}
    assert (levels["L0"][0], levels["L2"][0]) == ("passed", "passed"), levels
    if older.closed:
        unopened = game.kind == "playing" and "not opened in this file" in levels["L3"][1]
        assert levels["L3"][0] == ("not available" if unopened else "passed"), levels
    else:
        assert levels["L3"] == ("not available", f"format {older.format}, before the closed tables")
    check_in_no_log(older, game, audit)
    hidden, opened = _counted(audit)
    assert len(audit["disclosures"]) == (hidden if game.kind == "finished" else opened)
    assert (hidden > 0) == (game.ruleset != "age-of-war")


def check_in_no_log(older: Older, game: Game, audit: Any) -> None:
    """What began before the log of logs is not told in it, nor promised there."""
    assert not {"log", "witnessed"} & {*orjson.loads(audit["entries"][0])["d"], *older.ask(game.path).json}
    assert "service_log" not in audit
    assert older.ask(f"{game.path}/ledger/log").status_code == 404


def _counted(audit: Any) -> tuple[int, int]:
    """How many values the entries commit, and how many of them they open to everybody; by their spelling alone."""
    entries = "".join(audit["entries"])
    opened = {part.partition('"')[0] for part in entries.split('{"of":"')[1:] if '"to":[0]' in part[:60]}
    named = sum(part.partition("]")[0].count('"') // 2 for part in entries.split('"_sd":[')[1:])
    return entries.count('{"...":"') + named, len(opened)


def shown_to_seats(older: Older) -> None:
    """Each seat may open all that everybody may, something that the other may not, and both together not all."""
    for game in older.playing:
        everybody, one, two = (
            {tuple(sorted(it.items())) for it in older.audit(game, seat)["disclosures"]}
            for seat in (None, "1", "2")
        )
        if game.ruleset != "age-of-war":
            assert everybody <= one & two
            assert one - two
            assert two - one
            assert len(one | two) < _counted(older.audit(game))[0]


def exported(older: Older) -> None:
    """All in one file, and none of them ends it."""
    lines = older.ask("/v1/games/export").data.splitlines()
    files = [older.ask(f"{game.path}/export").data for game in older.games if game.kind == "finished"]
    assert sorted(lines) == sorted(files)


def gone_on_with(older: Older) -> None:
    """By the format of entry 0; a game of format 2 keeps the log that it has."""
    for game in older.playing:
        before = older.kronika.store.version(game.id)
        if older.goes_on:
            statuses = [older.act(game, f"{game.ruleset}-{time}").status_code for time in range(EVENTS)]
            assert statuses == [201] * EVENTS
            assert older.kronika.store.version(game.id) > before
            continue
        if game.unread is None:
            answer = older.act(game, game.ruleset)
            assert (answer.status_code, answer.json["type"]) == (409, "/problems/unreadable-log")
            assert answer.json["detail"] == CLOSED
        else:
            headers = {"Authorization": f"Bearer {game.tokens['1']}", "Idempotency-Key": game.ruleset}
            action = {"type": "pass"}
            assert_without_board(
                game, older.client.post(f"{game.path}/actions", json=action, headers=headers)
            )
        assert older.kronika.store.version(game.id) == before


def test_what_an_old_entry_lacks_has_the_default_of_its_time(older: Older) -> None:
    """Nobody could ask a referee before there were any."""
    terms = {
        older.kronika.repository.get_for(game.id, "")[0].table.setup.disputes is None
        for game in older.playing
    }
    assert terms == {not older.goes_on}


@pytest.mark.parametrize("older", [("layout-1-format-2", "sqlite")], indirect=True, ids="/".join)
def test_a_game_without_a_board_does_not_exist_for_those_who_may_not_see_it(older: Older) -> None:
    assert len(older.without_board) == len(WITHOUT_BOARD["sqlite"])
    for game in older.without_board:
        hide(older.kronika.store, game.id)
        for path in (*BOARD, *LOG):
            answer = older.ask(game.path + path)
            assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found"), path


@pytest.mark.parametrize("layout", [6, 13, 27])
def test_closed_games_are_counted_in_whichever_layout_they_came_here(layout: int, tmp_path: Path) -> None:
    """Versions with these layouts migrated them without counting."""
    settings, played = laid_out("layout-5-format-2", "sqlite", tmp_path, None)
    key = (tmp_path / "secret.key").read_bytes()
    with closing(open_store(settings.database, key)) as store:
        store.migrate(MIGRATIONS[:layout])
        assert store.layout.number() == layout
    for _ in range(2):
        prepare(settings)
        with closing(compose(settings)) as kronika:
            assert legacy_games(kronika.store) == len(games_of("layout-5-format-2", "sqlite", played))

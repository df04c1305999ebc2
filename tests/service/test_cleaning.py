"""What has had its time is deleted, on both engines: and nothing else, and nobody finds a hole."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.telemetry.metrics import DatabaseCollector, exposition
from service.analyses import notes
from service.analyses.commands import Analyse, analyse
from service.identity.tokens import grant
from service.log import snapshots
from service.log.loaded import LoadedGame
from service.log.notes import WrittenNote
from service.log.shared_time import SharedTime
from service.operation import cleaning
from service.operation.cleaning import (
    EXPIRY_RULES,
    MAX_ROWS,
    clean,
    may_have_more,
)
from service.operation.integrity import every_game, find_damage
from service.operation.reconciling import incomplete_logs
from service.store import Statement
from service.system.clock import DAY, now
from service.system.settings import Settings
from service.tables import forking
from tests.service.conftest import House, house_with, said
from tests.service.playing import play
from tests.service.test_games import refused
from tests.soaking import sampled
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]

both_engines = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def house(tmp_path: Path, url: str) -> Iterator[House]:
    with house_with(Settings(data=tmp_path, database=url)) as house:
        yield house


ANALYSES_AFTER = 90 * DAY


def clean_in(house: House, monkeypatch: pytest.MonkeyPatch, later: int) -> dict[str, int]:
    """What is deleted so many milliseconds later."""
    at = now() + later
    monkeypatch.setattr(cleaning, "now", lambda: at)
    return clean(house.kronika.store)


def analysis(house: House, game: str, token: str) -> tuple[str, str]:
    version = house.document(game, token)["version"]
    made = said(forking.fork(forking.Fork(game, token, version), house.context))
    return made["id"], made["token"]


def sound(house: House) -> bool:
    """As `kronika fsck` and `kronika reconcile` have it."""
    store = house.kronika.store
    damaged = any(find_damage(store, house.kronika.signer, game) for game in every_game(store))
    return not damaged and not list(incomplete_logs(house.repository))


@pytest.mark.parametrize("url", sampled(["sqlite", "postgresql"], 2), indirect=True)
def test_an_idle_analysis_is_deleted_with_its_log_and_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    idle, analyst = analysis(house, game, tokens[1])
    house.act(idle, analyst, house.legal(idle, analyst)[0])
    assert notes.write(notes.Write(idle, analyst, 3, WrittenNote("A thought.")), house.context)
    analyse(Analyse(idle, analyst), house.context)
    house.act(game, house.turn(game, tokens), {"type": "roll"})  # the newest event is another game's
    store = house.kronika.store
    before = {other: store.entries(other) for other in store.games() if other != idle}
    assert clean_in(house, monkeypatch, ANALYSES_AFTER - DAY)["analyses"] == 0
    assert house.document(idle, analyst)["status"] == "analysis"
    assert clean_in(house, monkeypatch, ANALYSES_AFTER + DAY)["analyses"] == 1
    with refused("not-found"):
        house.document(idle, analyst)
    for column, table in (("game_id", "event_secrets"), ("originator_id", "stored_events"), *BY_GAME):
        assert store.query(f"SELECT 1 FROM {table} WHERE {column} = ?", (idle,)) == [], table
    assert {other: store.entries(other) for other in store.games()} == before
    assert sound(house)
    play(house, game, tokens, random.Random(1))
    assert sound(house)


BESIDE = ("players", "former_players", "tokens", "idempotency", "forks", "notes", "game_analyses", "lobby")
BY_GAME = tuple(("game", table) for table in (*BESIDE, *snapshots.TABLES))


def test_an_analysis_in_use_and_the_newest_event_stay(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game, tokens = house.seated()
    old, _ = analysis(house, game, tokens[1])
    used, analyst = analysis(house, game, tokens[1])
    at = now() + ANALYSES_AFTER + DAY
    with monkeypatch.context() as later:
        later.setattr(SharedTime, "now", lambda _: at)
        house.act(used, analyst, house.legal(used, analyst)[0])
    newest, _ = analysis(house, game, tokens[1])
    head = house.kronika.store.head()
    assert clean_in(house, monkeypatch, ANALYSES_AFTER + 2 * DAY)["analyses"] == 1
    assert {old, used, newest}.intersection(house.kronika.store.games()) == {used, newest}
    assert house.kronika.store.head() == head
    assert sound(house)


def test_who_acts_in_an_analysis_while_it_goes_is_told_that_it_is_gone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    idle, analyst = analysis(house, game, tokens[1])
    action = house.legal(idle, analyst)[0]
    house.act(game, house.turn(game, tokens), {"type": "roll"})
    commit = house.repository.commit

    def too_late(*decided: Any, **more: Any) -> LoadedGame:
        """It goes when the action has been decided, and is not written yet."""
        assert clean_in(house, monkeypatch, ANALYSES_AFTER + DAY)["analyses"] == 1
        monkeypatch.setattr(house.repository, "commit", commit)
        return commit(*decided, **more)

    monkeypatch.setattr(house.repository, "commit", too_late)
    with refused("not-found"):
        house.act(idle, analyst, action)
    assert idle not in house.kronika.store.games()
    assert house.kronika.store.query("SELECT 1 FROM lobby WHERE game = ?", (idle,)) == []


def test_tokens_go_a_month_after_they_have_expired(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game, tokens = house.seated()
    store, start = house.kronika.store, now()
    granted = [grant("short", game, "auditor", start + DAY), grant("long", game, "auditor", start + 50 * DAY)]
    store.append("", [], granted)
    count = "SELECT count(*) FROM tokens"
    everybody = store.query(count)[0][0]
    assert clean_in(house, monkeypatch, EXPIRY_RULES["tokens"].after)["tokens"] == 0
    assert clean_in(house, monkeypatch, EXPIRY_RULES["tokens"].after + 2 * DAY)["tokens"] == 1
    assert store.query(count) == [(everybody - 1,)]
    assert house.document(game, tokens[1])["viewer"] == "seat:1"
    assert house.document(game, "long")["viewer"] == "auditor"


def test_the_figures_tell_thousands_and_when(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    store = house.kronika.store
    figure = 'kronika_expired_thousands{what="tokens"}'
    assert "kronika_cleaned" not in exposition(DatabaseCollector(house.kronika))[0].decode()
    for number, told in ((999, 0.0), (2, 1.0)):
        hashes = [f"{told}-{n}" for n in range(number)]
        store.append("", [], [grant(one, "g", "auditor", 1) for one in hashes])
        assert clean_in(house, monkeypatch, 100 * DAY)["tokens"] == number
        told_now = exposition(DatabaseCollector(house.kronika))[0].decode()
        assert f"{figure} {told}" in told_now
    at = cleaning.now() / 1000
    lines = [line for line in told_now.splitlines() if line.startswith("kronika_cleaned_timestamp_seconds ")]
    assert [float(line.split()[1]) for line in lines] == [pytest.approx(at, abs=0.01)]


def test_looking_after_tournaments_loads_only_those_with_news(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    from service.tables import planning
    from tests.service.test_tournaments import entered

    going_on, _, tokens = entered(house)
    seen = list[str]()
    advance = planning.advance
    monkeypatch.setattr(planning, "advance", lambda id, context: (seen.append(id), advance(id, context))[1])
    for _ in range(2):
        house.kronika.run_due_work()
    assert seen == [going_on], "who sat down was news once"
    seen.clear()
    first = house.tournament(going_on)["games"][0]["id"]
    monkeypatch.setattr(
        house.repository.committer, "after_commit", []
    )  # the process that ends the game dies then
    play(house, first, tokens, random.Random(1))
    house.kronika.run_due_work()
    assert seen == [going_on]
    assert len(house.tournament(going_on)["games"]) == 2
    house.kronika.run_due_work()
    assert seen == [going_on]


def test_an_analysis_that_was_played_to_its_end_goes_too(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated(ruleset="nagaraja")  # of which a game is short
    over, analyst = analysis(house, game, tokens[1])
    rng = random.Random(1)
    while house.document(over, analyst)["to_act"]:
        house.act(over, analyst, rng.choice(house.legal(over, analyst)))
    assert house.document(over, analyst)["status"] == "finished"
    private, _ = house.seated(visibility="private")
    assert clean_in(house, monkeypatch, ANALYSES_AFTER + DAY)["analyses"] == 1
    assert house.kronika.store.games() == sorted([game, private])
    assert sound(house)


@both_engines
def test_much_is_deleted_a_little_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """All other writers wait for one who deletes; what was used by an older version has one age."""
    game, tokens = house.seated()
    key = "INSERT INTO idempotency VALUES ('games', 'anyone', ?, '', ?, 1, 1, 0)"
    keys = [Statement(key, (f"key-{n}", game)) for n in range(2 * MAX_ROWS)]
    granted = [grant(f"short-{n}", game, "auditor", 1) for n in range(MAX_ROWS // 2)]
    house.kronika.store.append("", [], [*keys, *granted])
    told = []
    while not told or may_have_more(told[-1]):
        told.append(clean_in(house, monkeypatch, DAY))
    assert [done["idempotency-keys"] for done in told] == [MAX_ROWS, MAX_ROWS, 0]
    assert [done["tokens"] for done in told] == [MAX_ROWS // 2, 0, 0]
    assert house.document(game, tokens[1])["viewer"] == "seat:1"


def test_an_analysis_that_is_read_is_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its document says until when."""
    from datetime import datetime

    from service.analyses import lifetime

    game, tokens = house.seated()
    idle, analyst = analysis(house, game, tokens[1])
    house.seated()
    start = now()
    first = house.document(idle, analyst)["expires_at"]
    monkeypatch.setattr(lifetime, "now", lambda: start + 50 * DAY)
    lifetime.record_read(idle, house.context)
    later = house.document(idle, analyst)["expires_at"]
    days = (datetime.fromisoformat(later) - datetime.fromisoformat(first)).total_seconds() / 86_400
    assert 49.9 < days < 50.1
    assert house.document(game)["expires_at"] is None
    assert clean_in(house, monkeypatch, ANALYSES_AFTER + DAY)["analyses"] == 0
    assert clean_in(house, monkeypatch, ANALYSES_AFTER + 51 * DAY)["analyses"] == 1
    assert sound(house)


def test_what_its_analyst_deletes_is_gone_at_once_and_its_log_soon(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    from service.analyses.lifetime import Delete, delete

    game, tokens = house.seated()
    unwanted, analyst = analysis(house, game, tokens[1])
    other, others = analysis(house, game, tokens[1])
    house.seated()
    for token, kind in ((None, "not-found"), (tokens[1], "not-found"), (others, "not-found")):
        with refused(kind):
            delete(Delete(unwanted, token), house.context)
    with refused("forbidden"):
        delete(Delete(game, tokens[1]), house.context)
    delete(Delete(unwanted, analyst), house.context)
    for token in (None, analyst):
        with refused("not-found"):
            house.document(unwanted, token)
    assert house.document(other, others)["status"] == "analysis"
    assert clean_in(house, monkeypatch, DAY)["analyses"] == 1
    assert house.kronika.store.version(unwanted) == 0
    assert house.document(other, others)["status"] == "analysis"
    assert sound(house)

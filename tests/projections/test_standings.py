"""Standings: added up from the games, complete whatever happened on the way, and the same when made anew."""

# ruff: noqa: F811  (fixtures are imported by name)

from __future__ import annotations

import random
import threading
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import orjson
import pytest

from domain.ruleset import Outcome
from domain.rulesets import registry
from projections import standings
from projections.commit import Commit
from projections.standings import Result, results_of, sides_at, table_of
from service.log.loaded import LoadedGame
from service.log.table_projection import TableProjection
from service.operation.app import Kronika, compose, prepare
from service.play import acting
from service.queries import history
from service.queries import tournaments as tournament_queries
from service.store import Statement
from service.store.projecting import run
from service.system.settings import Settings
from service.tables import suspension
from tests.running import until
from tests.service.conftest import House, following, house, settings_in  # noqa: F401
from tests.service.playing import play
from tests.service.test_tournaments import SHORT, awaited, create, document, entered, games
from tests.soaking import sampled
from tests.store.conftest import postgres_url, server, sqlite_url, url  # noqa: F401

TOUCHE = registry()["touche"]


def runner(kronika: Kronika) -> TableProjection:
    return TableProjection(kronika.repository, standings)


def rows(house: House) -> list[tuple[Any, ...]]:
    return house.kronika.store.query("SELECT game, version, sides FROM standings ORDER BY game")


def result(*seats: int, place: int = 1, points: int = 0, **details: int) -> Result:
    return Result(seats, place, points, place == 1, details)


# -- adding up


def test_touche_tournament_1_equal_totals_share_the_place() -> None:
    sides = [("yellow", (1,)), ("turquoise", (2,)), ("violet", (3,))]
    played = [
        [result(1, points=40, square=4), result(2, place=2, points=15), result(3, place=3)],
        [result(1, place=2, points=10, square=1), result(2, points=35, t=1), result(3, place=3, points=20)],
    ]
    found = table_of(sides, played, None)
    assert [(line.place, line.side, line.points, line.wins) for line in found] == [
        (1, "yellow", 50, 1),
        (1, "turquoise", 50, 1),
        (3, "violet", 20, 0),
    ]
    assert [line.details for line in found] == [{"square": 5}, {"t": 1}, {}]


def test_points_by_place_stand_in_for_those_of_the_game() -> None:
    sides = [(None, (1,)), (None, (2,)), (None, (3,))]
    shared = [result(1, points=99), result(2, points=99), result(3, place=3)]
    won = [result(1, points=99), result(2, place=2), result(3, place=3)]
    found = table_of(sides, [shared, won], {"1": 3, "2": 1})
    assert [(line.seats, line.points) for line in found] == [((1,), 6), ((2,), 4), ((3,), 0)]


def test_before_the_first_game_everybody_has_nothing() -> None:
    found = table_of(sides_at(TOUCHE, 4, {}), [], None)
    assert [(line.place, line.side, line.seats, line.points) for line in found] == [
        (1, "yellow", (1, 3), 0),
        (1, "turquoise", (2, 4), 0),
    ]


def test_a_team_counts_once_and_the_second_team_is_second(house: House) -> None:
    game, tokens = house.seated(seats=4, ruleset="touche", options=SHORT)
    play(house, game, tokens, random.Random(1))
    table = house.kronika.repository.get(game).table
    outcome = table.outcome
    assert isinstance(outcome, Outcome)
    found = {r.seats: (r.place, r.won, r.points) for r in results_of(TOUCHE, table)}
    loser = (2, 4) if outcome.winners == (1, 3) else (1, 3)
    assert found == {outcome.winners: (1, True, 10), loser: (2, False, 0)}


def test_sides_that_share_a_rank_share_a_place_and_the_next_one_is_left_out(house: House) -> None:
    game, _ = house.seated(seats=3, ruleset="touche", options=SHORT)
    table = house.kronika.repository.get(game).table
    drawn = Outcome((), ((1, 3), (2,)), {"1": 20, "2": 0, "3": 20}, "no-place-left", {"patterns": {}})
    found = results_of(TOUCHE, msgspec.structs.replace(table, outcome=drawn))
    assert [(r.seats, r.place, r.won) for r in found] == [
        ((1,), 1, False),
        ((2,), 3, False),
        ((3,), 1, False),
    ]


@pytest.mark.parametrize("ruleset", list(registry()))
@pytest.mark.parametrize("setups", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_every_ruleset_has_points_for_every_seat(house: House, ruleset: str, setups: int) -> None:
    rules = registry()[ruleset]
    for n, (seats, options) in enumerate(rules.setups()[:setups]):
        game, tokens = house.seated(seats=seats, ruleset=ruleset, options=msgspec.to_builtins(options))
        play(house, game, tokens, random.Random(n))
        table = house.kronika.repository.get(game).table
        assert table.outcome is not None
        assert sorted(rules.tournament_points(table.outcome)) == list(range(1, seats + 1))
        found = results_of(rules, table)
        assert sorted(seat for r in found for seat in r.seats) == list(range(1, seats + 1))
        assert sorted(seat for r in found if r.won for seat in r.seats) == list(table.outcome.winners)
        following = rules.next_options(seats, options, table.game)
        rules.check(seats, following)
        assert table.outcome.winners == () or min(r.place for r in found if r.won) == 1


# -- stored


def crowned(house: House, id: str) -> dict[str, Counter[str]]:
    """Points and patterns of each colour by the events of all games of a tournament."""
    sides = {seat["seat"]: seat["side"] for seat in document(house, id)["seats"]}
    found: dict[str, Counter[str]] = {side: Counter() for side in sides.values()}
    for game in games(house, id):
        for event in orjson.loads(history.events(house.repository, game, None, 0, 10_000).body)["events"]:
            if event["type"] == "pattern-crowned":
                side = sides[int(event["actor"].removeprefix("seat:"))]
                found[side]["points"] += event["data"]["points"]
                found[side]["patterns"] += 1
    return found


@pytest.mark.parametrize("seats", sampled([2, 4], 2))
def test_touche_tournament_1_every_completed_pattern_scores(house: House, seats: int) -> None:
    id, _, _ = entered(house, "greedy", seats=seats, options={})
    awaited(house, id)
    runner(house.kronika).catch_up()
    found = document(house, id)
    events = crowned(house, id)
    for line in found["standings"]:
        assert line["points"] == events[line["side"]]["points"]
        assert sum(line["details"].values()) == events[line["side"]]["patterns"]
    most = max(events.values(), key=lambda side: side["points"])["points"]
    assert found["winners"] == [s["seat"] for s in found["seats"] if events[s["side"]]["points"] == most]
    won = [game["number"] for game in found["games"] if game["winners"]]  # a game may be drawn
    assert sum(line["wins"] for line in found["standings"]) == len(won)
    assert len(found["games"]) == 3


def test_standings_follow_the_games_and_say_how_far_behind_they_are(house: House) -> None:
    id, _, tokens = entered(house, games=2, points={"1": 3})
    play(house, games(house, id)[0], tokens, random.Random(1))
    before = document(house, id)
    assert (before["lag"], before["games"][0]["winners"]) == (1, None)
    assert {line["points"] for line in before["standings"]} == {0}
    runner(house.kronika).catch_up()
    after = document(house, id)
    winner = house.document(games(house, id)[0])["outcome"]["winners"]
    assert (after["lag"], after["games"][0]["winners"], after["winners"]) == (0, winner, None)
    assert [(line["seats"], line["points"], line["wins"]) for line in after["standings"]] == [
        (winner, 3, 1),
        ([3 - winner[0]], 0, 0),
    ]
    play(house, games(house, id)[1], tokens, random.Random(2))
    assert (document(house, id)["status"], document(house, id)["winners"]) == ("finished", None)
    runner(house.kronika).catch_up()
    assert document(house, id)["winners"]


def test_a_tournament_of_another_ruleset_counts_its_scores(house: House) -> None:
    id, _, _ = entered(house, "greedy", ruleset="age-of-war", games=2, options={})
    awaited(house, id)
    runner(house.kronika).catch_up()
    found, scores = document(house, id), Counter[str]()
    for game in games(house, id):
        scores.update(house.document(game)["outcome"]["scores"])
    assert {str(line["seats"][0]): line["points"] for line in found["standings"]} == scores


def test_abandoned_games_and_games_of_no_tournament_bring_nothing(house: House) -> None:
    id, organiser, tokens = entered(house, games=1)
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "abandon"), house.context
    )
    play(house, games(house, id)[1], tokens, random.Random(1))
    single, players = house.seated(ruleset="touche", options=SHORT)
    play(house, single, players, random.Random(1))
    runner(house.kronika).catch_up()
    assert [row[0] for row in rows(house)] == [games(house, id)[1]]
    found = document(house, id)
    assert [game["status"] for game in found["games"]] == ["abandoned", "finished"]
    assert sum(line["points"] for line in found["standings"]) == 10
    assert found["winners"] == [line["seats"][0] for line in found["standings"] if line["points"] == 10]


def test_made_anew_they_are_what_they_became_step_by_step(house: House) -> None:
    """With undos on the way, and a runner that is stopped and begun again between any two actions."""
    id, _, tokens = entered(house, games=2, options={**SHORT, "need": {"square": 2}})
    rng = random.Random(3)
    for n in range(2):
        game = games(house, id)[n]
        while house.document(game)["status"] == "playing":
            play(house, game, tokens, rng, actions=rng.randrange(1, 9))
            take_back(house, game, tokens)
            runner(house.kronika).catch_up()
    live, doc = rows(house), document(house, id)
    assert len(live) == 2
    assert (doc["lag"], doc["status"]) == (0, "finished")
    runner(house.kronika).rebuild()
    assert (rows(house), document(house, id)) == (live, doc)


def take_back(house: House, game: str, tokens: dict[int, str]) -> None:
    for seat, token in tokens.items():
        if free := house.document(game, token)["undo"]["free"]:
            acting.request_undo(acting.RequestUndo(game, tokens[seat], free[0]), house.context)


def test_rebuilt_from_nothing_by_another_process(house: House, tmp_path: Path) -> None:
    id, _, _ = entered(house, "greedy", games=4)
    awaited(house, id)
    runner(house.kronika).catch_up()
    live, doc = rows(house), document(house, id)
    house.kronika.store.append("", [], [Statement("UPDATE standings SET sides = '[]'")])
    other = compose(settings_in(tmp_path))
    runner(other).rebuild()
    other.close()
    assert (rows(house), document(house, id)) == (live, doc)


def test_made_anew_while_a_runner_follows(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the runner writes meanwhile, further on in the log, is no reason to leave out what comes before."""
    id, _, _ = entered(house, "greedy", games=3)
    awaited(house, id)
    runner(house.kronika).catch_up()
    live, doc = rows(house), document(house, id)
    written, rows_for = threading.Event(), standings.rows_for

    def overtaken(commit: Commit) -> list[Any]:
        if not written.is_set():
            written.set()
            entered(house)
            await_runner(house)
        return rows_for(commit)

    monkeypatch.setattr(standings, "rows_for", overtaken)
    with following(house, partial(run, runner(house.kronika))):
        runner(house.kronika).rebuild()
    assert (rows(house), document(house, id)) == (live, doc)


def await_runner(house: House) -> None:
    """Until everything up to here is stored."""
    store = house.kronika.store
    until(lambda: store.position(standings.NAME) == store.head(), "the standings")


def test_a_game_written_while_all_is_made_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that was newer than the one it is replaced by comes back."""
    id, _, tokens = entered(house, games=1)
    [game] = games(house, id)
    project, ended = house.kronika.store.project, threading.Event()

    def overtaken(*args: Any) -> None:
        if not ended.is_set():
            ended.set()
            play(house, game, tokens, random.Random(1))
            runner(house.kronika).catch_up()
        project(*args)

    monkeypatch.setattr(house.kronika.store, "project", overtaken)
    runner(house.kronika).rebuild()
    assert len(rows(house)) == 1
    assert document(house, id)["lag"] == 0


def test_nothing_can_be_made_anew(house: House) -> None:
    runner(house.kronika).rebuild()
    assert rows(house) == []
    id, _, tokens = entered(house, games=1)
    play(house, games(house, id)[0], tokens, random.Random(1))
    runner(house.kronika).catch_up()
    assert len(rows(house)) == 1


def test_a_game_that_goes_on_again_counts_no_longer(house: House) -> None:
    id, _, tokens = entered(house, games=1)
    [game] = games(house, id)
    play(house, game, tokens, random.Random(1))
    runner(house.kronika).catch_up()
    assert len(rows(house)) == 1
    loaded = house.kronika.repository.get(game)
    keep(house, house.kronika.repository.versions.load(game, loaded.version - 3))
    assert rows(house) == []
    assert document(house, id)["lag"] == 1
    keep(house, loaded)
    assert document(house, id)["lag"] == 0


def keep(house: House, loaded: LoadedGame) -> None:
    """What a runner writes when it finds the game like this."""
    found = standings.rows_for(
        Commit(loaded.ruleset, loaded.table, loaded.players, loaded.at, "", False, None, 0)
    )
    house.kronika.store.append("", [], [Statement(*sql) for sql in found])


def test_on_both_databases(url: str, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database=url)
    prepare(settings)
    house = House(compose(settings))
    id, _, _ = entered(house, "random")
    create(house)
    awaited(house, id)
    runner(house.kronika).catch_up()
    doc = document(house, id)
    assert (doc["status"], doc["lag"], len(rows(house))) == ("finished", 0, 3)
    runner(house.kronika).rebuild()
    assert document(house, id) == doc
    first = tournament_queries.page(house.repository, 1, None)
    second = tournament_queries.page(house.repository, 1, first.next)
    assert [found.status for page in (first, second) for found in page.tournaments] == [
        "waiting",
        "finished",
    ]
    assert second.next is None
    house.kronika.close()

"""`import kronika`: games in process, as docs/how-to/engine.md tells."""

from __future__ import annotations

import doctest
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kronika
from domain.hidden import AUDITOR

ROOT = Path(__file__).parents[2]
TABLES = [(id, seats) for id, it in kronika.rulesets().items() for seats in it.traits.seats if seats > 1]
DAILY = {("age-of-war", 4), ("nagaraja", 2), ("romans", 3), ("touche", 3)}
"""One of each ruleset; the others are of the soak."""
every_table = pytest.mark.parametrize(
    ("ruleset", "seats"),
    [pytest.param(*table, marks=() if table in DAILY else pytest.mark.soak) for table in TABLES],
)


def play_on(game: kronika.Game, seed: int, actions: int = 10**6) -> kronika.Game:
    """Mostly sensibly, to the end or for a number of actions."""
    rng = random.Random(seed)
    for _ in range(actions):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        wild = rng.random() < 0.2
        game.apply(seat, rng.choice(game.legal(seat)) if wild else game.greedy(seat, rng))
    return game


def shown(game: kronika.Game, viewer: Any) -> Any:
    """All that a viewer is told of a game."""
    legal = [] if viewer in (None, AUDITOR) else game.legal(viewer)
    return kronika.plain((game.view(viewer), legal, game.to_act, game.outcome))


def everything(game: kronika.Game) -> Any:
    return kronika.plain((game.ruleset.id, game.table, game.history))


@pytest.mark.parametrize("document", ["docs/how-to/engine.md", "kronika/__init__.py"])
def test_the_examples_are_true(document: str, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files)
    failed, tried = doctest.testfile(str(ROOT / document), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_importing_it_brings_no_web_and_no_database() -> None:
    """In a checkout, where all packages are at hand; tests/packaging asks the wheel."""
    code = "import sys, kronika; print({name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    brought = eval(done.stdout)
    assert "domain" in brought
    unwanted = {
        "flask",
        "eventsourcing",
        "sqlite3",
        "psycopg",
        "marshmallow",
        "gunicorn",
        "api",
        "service",
        "cli",
        "numpy",
        "gymnasium",
        "pettingzoo",
        "pyspiel",
    }
    assert not brought & unwanted


@every_table
def test_the_same_seed_gives_the_same_game(ruleset: str, seats: int) -> None:
    one, two = (play_on(kronika.new(ruleset, seats, seed=5), 1, 60) for _ in range(2))
    assert everything(one) == everything(two)
    other = play_on(kronika.new(ruleset, seats, seed=6), 1, 60)
    assert other.log()[-1] != one.log()[-1]


def test_without_a_seed_every_game_is_another() -> None:
    assert kronika.new("touche", 2).log() != kronika.new("touche", 2).log()


@every_table
def test_a_log_is_read_again_and_goes_on_the_same(ruleset: str, seats: int) -> None:
    game = play_on(kronika.new(ruleset, seats, seed="s"), 2, 40)
    again = kronika.from_log(json.loads(json.dumps(game.log())))
    assert everything(again) == everything(game)
    assert everything(play_on(again, 3, 40)) == everything(play_on(game, 3, 40))


@every_table
def test_a_clone_goes_its_own_way_and_draws_the_same(ruleset: str, seats: int) -> None:
    game = play_on(kronika.new(ruleset, seats, seed=1), 4, 30)
    before, clone = everything(game), game.clone()
    play_on(clone, 5)
    assert clone.outcome is not None
    assert everything(game) == before
    assert everything(play_on(game, 5)) == everything(clone)


@every_table
def test_a_game_as_it_was_goes_on_as_it_did(ruleset: str, seats: int) -> None:
    game = kronika.new(ruleset, seats, seed=1)
    before, version = everything(game), game.version
    play_on(game, 6, 25)
    assert everything(game.at(version)) == before
    assert everything(play_on(game.at(version), 6, 25)) == everything(game)


@every_table
def test_what_is_drawn_anew_tells_nothing(ruleset: str, seats: int) -> None:
    """A game that looks the same to a seat is drawn anew as the same game; it can be played on, and drawn anew again."""
    game = play_on(kronika.new(ruleset, seats, seed=9), 7, 35)
    for viewer in (None, *range(1, seats + 1)):
        other = game.redrawn_for(viewer, random.Random(1))
        assert shown(other, viewer) == shown(game, viewer)
        again = [it.redrawn_for(viewer, random.Random(2)) for it in (game, other)]
        assert shown(again[0], AUDITOR) == shown(again[1], AUDITOR)
        assert kronika.from_log(json.loads(json.dumps(other.log()))).table == other.table
    assert play_on(other, 8).outcome is not None


def test_drawn_anew_it_is_another_game_with_other_chances() -> None:
    hands, dice = set(), set()
    for n in range(8):
        romans = kronika.new("romans", 2, seed=1).redrawn_for(1, random.Random(n))
        hands.add(json.dumps(kronika.plain(romans.view(AUDITOR))))
        war = kronika.new("age-of-war", 2, seed=1).redrawn_for(1, random.Random(n))
        dice.add(json.dumps(kronika.plain(war.apply(*(war.to_act[0], {"type": "roll"}))[0].event)))
    assert len(hands) == len(dice) == 8


def test_an_action_goes_in_as_a_struct_or_as_json() -> None:
    one, two = (kronika.new("age-of-war", 2, seed=1) for _ in range(2))
    (roll,) = one.legal(seat := one.to_act[0])
    assert one.apply(seat, roll) == two.apply(seat, kronika.plain(roll))
    assert two.to_act == one.to_act


def test_what_is_refused_changes_nothing() -> None:
    game = kronika.new("romans", 2, seed=1)
    before = everything(game)
    with pytest.raises(kronika.IllegalAction) as illegal:
        game.apply(1, {"type": "seal-orders"})
    assert illegal.value.rule in game.ruleset.clauses
    for action in ({"type": "seal"}, {"type": "place-warrior"}, {}):
        with pytest.raises(kronika.Refused):
            game.apply(1, action)
    over = play_on(game.clone(), 1)
    for one, seat in ((game, 3), (over, 1)):
        with pytest.raises(kronika.Refused):
            one.apply(seat, {"type": "seal-orders"})
    assert everything(game) == before


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (("chess", 2), "age-of-war"),
        (("touche", 5), "2, 3, 4, 6"),
        (("romans", 1), "romans.setup.1"),
        (("romans", 2, {"neutral_clans": 9}), "neutral_clans"),
        (("touche", 2, {"colour": "red"}), "colour"),
        (("romans", True), "an integer, and not True"),
        (("romans", 2.0), "an integer, and not 2.0"),
        (("romans", "2"), "an integer, and not '2'"),
        (("romans", 2, [1]), "a JSON object, a dict, and not [1]"),
        (("romans", 2, ""), "a JSON object, a dict, and not ''"),
        (("romans", 2, {}, 1.5), "A seed is an integer or a string, and not 1.5"),
        (("romans", 2, {}, True), "and not True"),
        (("romans", 2, {}, b"seed"), "and not b'seed'"),
        ((5, 2), "age-of-war"),
    ],
)
def test_a_table_that_cannot_be_says_what_would_be_right(terms: Any, said: str) -> None:
    with pytest.raises(kronika.Refused) as refused:
        kronika.new(*terms)
    assert said in f"{refused.value} {refused.value.more}"


@pytest.mark.parametrize("name", ["game.json", "audit.json"])
def test_files_of_games_are_read(files: Path, name: str) -> None:
    game = kronika.read(files / name)
    assert game.outcome is not None
    assert everything(kronika.read(json.loads((files / name).read_text()))) == everything(game)
    assert everything(kronika.from_log(game.log())) == everything(game)
    began = game.at(10)
    assert began.view(1) != began.view(None) != began.view(2) != began.view(1), "each knows his own hand"
    guess = began.redrawn_for(1, random.Random(1))
    assert shown(guess, 1) == shown(began, 1)
    assert guess.view(2) != began.view(2)
    middle = next(moment for moment in between_actions(game, game.version // 2) if moment.to_act)
    assert play_on(middle, 1).outcome is not None


def between_actions(game: kronika.Game, first: int) -> Iterator[kronika.Game]:
    """The game at each version from this one on at which all that came of an action has happened."""
    for version in range(first, game.version):
        if game.history[version].action != game.history[version - 1].action:
            yield game.at(version)


def test_what_is_no_whole_game_is_not_read(files: Path, tmp_path: Path) -> None:
    file = json.loads((files / "game.json").read_text())
    changed = {**file["audit"], "entries": file["audit"]["entries"][:-1]}
    (tmp_path / "text").write_text("no JSON")
    for wrong in (files / "young.json", changed, {}, {"audit": 1}, tmp_path / "text"):
        with pytest.raises(kronika.BadFile):
            kronika.read(wrong)
    with pytest.raises(OSError):
        kronika.read(tmp_path / "nothing.json")
    for log in ([], [{}], [{"data": {}}], kronika.new("romans", 2).log()[1:]):
        with pytest.raises(kronika.BadFile):
            kronika.from_log(log)


@pytest.mark.parametrize("version", [0, -1, 10**6])
def test_there_is_no_version_beyond_the_log(version: int) -> None:
    with pytest.raises(ValueError, match="versions 1 to"):
        kronika.new("romans", 2).at(version)


@pytest.mark.parametrize("nobody", [3, 0, -1, True, "2", "referee", 1.0])
def test_who_sits_at_no_seat_is_told_so(nobody: Any) -> None:
    game, rng = kronika.new("romans", 2, seed=1), random.Random(1)
    before = everything(game)
    for asked in (game.view, game.known, lambda it: game.redrawn_for(it, rng)):
        with pytest.raises(kronika.Refused, match="'auditor' or a seat from 1 to 2, and not"):
            asked(nobody)
    for asked in (game.legal, lambda it: game.greedy(it, rng), lambda it: game.apply(it, game.legal(1)[0])):
        with pytest.raises(kronika.Refused, match="from 1 to 2, and not"):
            asked(nobody)
    assert everything(game) == before


def damaged(path: str, value: Any) -> list[Any]:
    """A log in which one member of the first entry is another."""
    first, *others = json.loads(json.dumps(kronika.new("romans", 2, seed=1).log()))
    *above, last = path.split("/")
    within = first
    for name in above:
        within = within[name]
    within[last] = value
    return [first, *others]


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (None, "a list of events"),
        ({}, "a list of events"),
        ("[]", "a list of events"),
        ([1], "a list of events"),
        (damaged("data/seats", 9), "is played by 1, 2, 3, 4"),
        (damaged("data/options", {"neutral_clans": "many"}), "neutral_clans"),
        (damaged("data/ruleset", "chess"), "There is no chess"),
        (damaged("version", 2), "version 2 stands in place 1"),
        (damaged("type", "game-lost"), "there is no 'game-lost'"),
        ([kronika.new("romans", 2).log()[n] for n in (0, 1, 2, 4)], "version 5 stands in place 4"),
    ],
)
def test_what_is_no_log_says_what_is_wrong(log: Any, said: str) -> None:
    with pytest.raises(kronika.BadFile) as bad:
        kronika.from_log(log)
    assert said in str(bad.value)


def test_events_that_cannot_have_followed_each_other_are_no_log() -> None:
    log = kronika.new("romans", 2, seed=1).log()
    without = [entry for entry in log if entry["type"] != "game-started"]
    with pytest.raises(kronika.BadFile, match="cannot have followed"):
        kronika.from_log([{**entry, "version": n} for n, entry in enumerate(without, 1)])

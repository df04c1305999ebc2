"""What analyses claim of turning points and better actions, against games whose chances are known."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import variance

import pytest
from msgspec import UNSET

import kronika
from domain.by_seat import of_seat
from domain.ruleset import Horizon
from domain.table.logged_draws import LoggedDraws
from engine.analysis import PLAYED, SEARCHED, analyse
from engine.better import COMPARED
from engine.decisions import action_of, decisions_of
from engine.doubt import DOUBT, beyond_doubt, difference, sign_test
from engine.luck import Luck
from engine.playout import Trial, chances
from engine.search import looks
from engine.study import ENOUGH, EXACT, FRESH, Study, counted
from tests.engine.coin_game import AFTER_BLUNDER, EVEN, Blunders, played
from tests.engine.test_engine import play_on
from tests.soaking import sampled, soaked

SEEDS = 200
PLAYOUTS = 8


@pytest.mark.parametrize("seeds", soaked([range(8), range(8, SEEDS)], [range(8, SEEDS)]))
def test_where_nothing_matters_there_is_no_turning_point(seeds: range) -> None:
    """A game of 8 decisions that change nothing, with chances of a half up to the last throw, and luck that no pairing aligns."""
    for seed in seeds:
        found = analyse(played("coins", seed), PLAYOUTS, 2, seed)
        assert len(found.moments) == 8
        for moment in found.moments:
            assert not moment.turning, (seed, moment)
            assert moment.better is UNSET, (seed, moment)
            assert moment.best is UNSET
        for moment in found.moments[:-1]:
            assert not moment.luck.beyond_doubt, (seed, moment)


@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_a_blunder_of_known_size_is_the_turning_point(seed: int) -> None:
    found = analyse(played("blunders", seed, blunder_at=2), 2 * PLAYOUTS, 24, seed)
    turning = [moment for moment in found.moments if moment.turning]
    assert [moment.version for moment in turning] == [found.moments[2].version]
    change = turning[0].decision
    size = (AFTER_BLUNDER - EVEN) / 100
    assert change.by["1"] == pytest.approx(size, abs=4 * change.error)
    assert change.playouts == 12 * PLAYOUTS
    better = turning[0].better
    assert better.action["way"] in ("left", "right")
    assert turning[0].best == better.action
    assert better.gain == pytest.approx(-size, abs=4 * better.error)
    assert turning[0].estimate.playouts == 12 * PLAYOUTS


def test_playouts_end_at_the_horizon_and_the_error_says_what_that_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before the end of this game, nobody can say who wins: the chances are even."""
    monkeypatch.setattr(Blunders, "horizon", lambda ruleset, state, viewer: Horizon(1, 0.25))
    first, *_ = analyse(played("blunders", 0, blunder_at=2), PLAYOUTS, 2).moments
    assert first.chances == {"1": 0.5, "2": 0.5}
    assert 0.25 < first.error < 0.5


def test_chances_that_are_exact_enough_get_no_more_playouts() -> None:
    """Who blundered is down to 10 percent: an error below 0.02 takes fewer games there than at a half."""
    game = played("blunders", 0, blunder_at=2)
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    first, *_, last = (
        Study(game.ruleset, it, action_of(game.ruleset, it, draws), 0) for it in decisions_of(game)
    )
    for study in (first, last):
        for number in range(500):
            study.play(number)
    assert first.playouts == 500
    assert first.errors()[0] > EXACT
    assert 200 <= last.playouts < 500
    assert last.errors()[0] < EXACT


def test_a_blunder_is_named_where_only_one_action_promises_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has nothing to compare then, and what it returns is tested all the same."""
    monkeypatch.setattr(Blunders, "promising", lambda ruleset, state, seat, legal, choose: [(legal[0],)])
    found = analyse(played("blunders", 0, blunder_at=2), 2 * PLAYOUTS, 24)
    named = [moment for moment in found.moments if moment.better]
    assert [moment.version for moment in named] == [found.moments[2].version]
    assert named[0].better.action["way"] == "left"


def test_a_blunder_is_named_where_the_search_would_do_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thoughtful play would not, in the worlds of the playouts."""
    monkeypatch.setattr(Blunders, "promising", lambda ruleset, state, seat, legal, choose: [(legal[-1],)])
    found = analyse(played("blunders", 0, blunder_at=2), 2 * PLAYOUTS, 24)
    named = [moment for moment in found.moments if moment.better]
    assert [moment.version for moment in named] == [found.moments[2].version]
    assert named[0].better.action["way"] in ("left", "right")


@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_who_could_not_know_is_not_blamed_for_luck(seed: int) -> None:
    """A blind guess, right or wrong, is no turning point: what it met is luck, and both add up to the step of the curve."""
    game = played("guesses", seed)
    first, second, *_ = analyse(game, 4 * PLAYOUTS, 2, seed).moments
    right = game.state.first == game.state.coin[0].value
    assert not first.turning
    assert first.decision.by["1"] == pytest.approx(0, abs=4 * first.decision.error)
    assert first.luck.beyond_doubt
    assert first.luck.by["1"] == pytest.approx(0.4 if right else -0.4, abs=4 * first.luck.error)
    both = first.decision.by["1"] + first.luck.by["1"]
    assert both == pytest.approx(second.chances["1"] - first.chances["1"], abs=0.15)


@pytest.mark.parametrize("seed", range(2))
def test_a_choice_in_playouts_does_not_foretell_the_next_one(seed: int) -> None:
    """Two decisions of one turn that should be alike: the first one alone changes nothing."""
    first, *_ = analyse(played("matches", seed), PLAYOUTS, 2, seed).moments
    assert first.chances["1"] == pytest.approx(0.5, abs=4 * first.estimate.error)
    assert not first.turning
    assert first.decision.by["1"] == pytest.approx(0, abs=4 * first.decision.error)


@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_a_blunder_is_compared_before_what_only_looks_better(seed: int) -> None:
    """More decisions than are compared: what they lost by the first playouts counts as well as what the search hopes for."""
    found = analyse(played("long-blunders", seed, blunder_at=20), 2 * PLAYOUTS, 12, seed)
    assert [moment.version for moment in found.moments if moment.better] == [found.moments[20].version]
    assert found.alternatives.found > found.alternatives.compared == COMPARED
    assert found.alternatives.better == 1


def test_the_decisions_that_lost_most_are_searched_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time may end before all are: whoever reads of a blunder wants to know what would have been better."""
    searched: list[int] = []
    monkeypatch.setattr(Study, "search", lambda study, go_on: searched.append(study.decision.table.version))
    found = analyse(played("blunders", 0, blunder_at=5), PLAYOUTS, 2)
    assert searched[0] == found.moments[5].version
    assert sorted(searched) == [moment.version for moment in found.moments]


def test_what_proves_a_turning_point_proves_the_better_action_too() -> None:
    """The time ends after the search: no alternative is compared, and thoughtful play was one in the tests of changes."""
    done = [0.0]
    blundered = played("blunders", 0, blunder_at=2)
    found = analyse(blundered, 3 * PLAYOUTS, 24, 0, done.append, lambda: 1.0 if done[-1] >= SEARCHED else 0.0)
    assert found.moments[2].turning
    assert found.moments[2].better
    assert found.moments[2].better.playouts < found.moments[2].decision.playouts


def test_pairs_that_are_used_again_are_those_that_would_be_played() -> None:
    game = played("blunders", 0, blunder_at=2)
    draws = LoggedDraws(game.history, game.table.setup.draw_count)
    decision = list(decisions_of(game))[2]
    one, other = (
        Study(game.ruleset, decision, action_of(game.ruleset, decision, draws), 0) for _ in range(2)
    )
    for study in (one, other):
        study.search(looks(12))
    for number in range(20):
        one.refine(number)
        other.compare(number)
    one.reuse()
    assert one.gains
    assert one.gains.items() <= other.gains.items()


@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_a_blunder_is_compared_although_the_search_hopes_for_more_elsewhere(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few looks a decision promise much by chance: pairs of playouts say which of these alternatives to test."""
    monkeypatch.setattr(Study, "margin", property(lambda study: -abs(study.decision.table.game.done - 3)))
    found = analyse(played("long-blunders", seed, blunder_at=20), 2 * PLAYOUTS, 12, seed)
    assert [moment.version for moment in found.moments if moment.better] == [found.moments[20].version]


def test_what_made_us_look_proves_nothing() -> None:
    """The time ends before there are fresh playouts: a blunder shows in many first ones, and is not named."""
    done = [0.0]
    blundered = played("blunders", 0, blunder_at=2)
    found = analyse(blundered, 8 * PLAYOUTS, 2, 0, done.append, lambda: 0.9 if done[-1] >= PLAYED else 0.0)
    assert found.moments[2].decision.by["1"] < -0.3
    assert found.moments[2].decision.playouts == 8 * PLAYOUTS
    assert not any(moment.turning or moment.luck.beyond_doubt for moment in found.moments)


def test_the_sign_test_is_exact() -> None:
    assert sign_test([0, 0]) == 1
    assert sign_test([1, -1, 0]) == 1
    assert sign_test([1] * 10) == pytest.approx(2 / 2**10)
    assert sign_test([1] * 9 + [-1]) == pytest.approx(2 * 11 / 2**10)
    assert beyond_doubt(DOUBT / 8, 8)
    assert not beyond_doubt(DOUBT / 8, 9)


def test_fair_coins_are_beyond_doubt_as_rarely_as_promised() -> None:
    rng = random.Random(1)
    wrong = sum(
        beyond_doubt(difference([(rng.randrange(2), rng.randrange(2)) for _ in range(48)]).likelihood, 1)
        for _ in range(2000)
    )
    assert wrong <= 2000 * DOUBT


@pytest.mark.parametrize(
    "ruleset", soaked(["age-of-war", "romans", "touche", "nagaraja"], ["romans", "touche", "nagaraja"])
)
def test_pairing_lowers_the_variance_of_differences(ruleset: str) -> None:
    """The chances before and after a decision, in pairs with the same luck and in pairs with any luck."""
    game = play_on(kronika.new(ruleset, 2, seed=3), 3)
    decisions = list(decisions_of(game))
    steps = list(pairwise(decisions))[4 :: len(decisions) // 5]
    paired = alone = 0.0
    for before, after in steps:
        ends = [[end(game, it, f"{n}") for n in range(24)] for it in (before, after)]
        other = [end(game, after, f"other {n}") for n in range(24)]
        paired += variance([b - a for a, b in zip(*ends, strict=True)])
        alone += variance([b - a for a, b in zip(ends[0], other, strict=True)])
    assert paired < 0.6 * alone


def end(game: kronika.Game, decision: object, name: str) -> float:
    trial = Trial(game.ruleset, decision.table.game, Luck(name, decision.turns))
    trial.play_on()
    return of_seat(chances(game.ruleset, trial.state, 2), 1)


def test_the_same_turn_has_the_same_dice_whatever_was_drawn_before() -> None:
    war = kronika.new("age-of-war", 2, seed=1)
    first, second = (Trial(war.ruleset, war.state, Luck("7")) for _ in range(2))
    for trial, draws in ((first, 1), (second, 3)):
        trial.luck.begin(1)
        for _ in range(draws):
            trial.roll([6])
        trial.luck.begin(2)
    assert first.roll([6] * 7) == second.roll([6] * 7)
    later = Trial(war.ruleset, war.state, Luck("7", {1: 0, 2: 1}))
    later.luck.begin(2)
    assert later.roll([6] * 7) != first.roll([6] * 7)


@pytest.mark.parametrize(
    ("first", "fresh", "rests"),
    [(40, 39, 40), (40, 40, 40), (1000, ENOUGH - 1, 1000), (1000, ENOUGH, ENOUGH)],
)
def test_figures_rest_on_fresh_playouts_as_soon_as_there_are_enough(
    first: int, fresh: int, rests: int
) -> None:
    """Also where there was time for a thousand first ones: else no change would ever be proven there."""
    results = dict.fromkeys([*range(first), *range(FRESH, FRESH + fresh)], 0.5)
    found = counted(results)
    assert len(found) == rests
    assert (min(found) >= FRESH) == (fresh >= min(first, ENOUGH))

"""What going back would mean: every class in every ruleset that has it; all of it against a slow way, plainly right."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.kit import Sitting, mixed
from domain.draws import Shuffle
from domain.hidden import Hidden, Opened, redact, secrets_in
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.rulesets.age_of_war import actions as age
from domain.rulesets.nagaraja import actions as naga
from domain.rulesets.romans import actions as rome
from domain.rulesets.touche.actions import ChooseSet
from domain.table import events as t
from domain.table.fold import fold
from domain.table.line import draws_of, opens, surviving
from domain.table.referee.assessment import Assessment
from domain.table.refusals import Refused
from domain.table.state import Logged
from tests.rulesets.judging import Judged
from tests.rulesets.test_battery import every_setup
from tests.table.test_ways_back import ruled_back


def sit(ruleset: str, seats: int = 2, **options: Any) -> Sitting:
    found = registry()[ruleset]
    return Sitting(found, seats, found.options(**options), "assessed")


def kinds(sitting: Sitting) -> list[str]:
    return [it.kind for it in Assessment(sitting.ruleset, sitting.log).reachable]


def act(sitting: Sitting, *types: type, seat: int | None = None) -> Sitting:
    """The first legal action of each of these types, of a seat that is to act."""
    for kind in types:
        who = seat or sitting.table.to_act[0]
        sitting.act(who, next(action for action in sitting.legal(who) if isinstance(action, kind)))
    return sitting


def play_until(sitting: Sitting, *types: str, without: str = "") -> Sitting:
    """Until an action has recorded events of these types, and not the other."""
    set_up = sitting.table.action
    for _ in sitting.play(mixed, random.Random(1)):
        last = [it.event for it in sitting.log if it.action == sitting.table.action]
        found = {str(type(event).__struct_config__.tag) for event in last}
        if found >= set(types) and without not in found and sitting.table.action > set_up:
            return sitting
    raise AssertionError("that never came about")


def seal(sitting: Sitting, seat: int) -> None:
    while not any(isinstance(action, rome.SealOrders) for action in sitting.legal(seat)):
        act(sitting, rome.PlaceWarrior, seat=seat)
    act(sitting, rome.SealOrders, seat=seat)


def test_age_of_war_a_line_is_simple_and_a_throw_is_tainted() -> None:
    sitting = sit("age-of-war")
    assert kinds(sitting) == []
    act(sitting, age.RollDice)
    assert kinds(sitting) == ["tainted"]
    act(sitting, age.FillLine)
    assert kinds(sitting) == ["simple", "tainted"]


def test_romans_orders_are_simple_then_clean_and_tainted_once_they_are_shown() -> None:
    sitting = sit("romans")
    act(sitting, rome.PlaceWarrior, seat=1)
    assert kinds(sitting) == ["simple"]
    act(sitting, rome.PlaceWarrior, seat=1)
    act(sitting, rome.PlaceWarrior, seat=2)
    assert kinds(sitting) == ["simple", "clean", "clean"]
    seal(sitting, 1)
    seal(sitting, 2)
    assert set(kinds(sitting)) == {"tainted"}


def test_romans_a_neutral_warrior_and_a_new_wall_would_lie_again_where_nobody_knows_them() -> None:
    neutral = sit("romans", neutral_clans=1)
    seal(neutral, 1)
    seal(neutral, 2)
    assert set(kinds(neutral)) == {"needs-random"}
    round_two = play_until(sit("romans"), "wall-revealed")
    assert set(kinds(round_two)) == {"needs-random"}


def test_romans_where_one_of_two_had_sealed_the_game_is_not_taken_back_to_once_all_is_shown() -> None:
    sitting = sit("romans")
    seal(sitting, 1)
    one_sealed = sitting.table.version
    act(sitting, rome.PlaceWarrior, seat=2)
    assessment = Assessment(sitting.ruleset, sitting.log)
    assert assessment.reachable[0].version == one_sealed
    seal(sitting, 2)
    assessment = Assessment(sitting.ruleset, sitting.log)
    assert assessment.reachable[0].version < one_sealed
    with pytest.raises(Refused, match="some seats had decided"):
        assessment.check(one_sealed)
    assessment.check(one_sealed, torn=True)


def test_romans_a_case_in_a_stretch_that_was_taken_back_bars_no_later_assessment() -> None:
    rules = registry()["romans"]
    sitting = Judged(rules, 2, rules.options(), "assessed")
    act(sitting, rome.PlaceWarrior, seat=1)
    placed = sitting.table.version
    act(sitting, rome.PlaceWarrior, seat=1)
    sitting.open(placed, placed)
    sitting.rule("dismissed")
    sitting.undo(1, placed)
    assert kinds(sitting) == ["simple"]
    sitting.open()
    assert kinds(sitting) == ["simple"]


@pytest.mark.parametrize("seed", range(4))
def test_romans_after_a_reveal_decisions_are_new_ones(seed: int) -> None:
    """The seat that sealed last may have to decide alone next: nobody else has decided anything of that."""
    ruleset = registry()["romans"]
    sitting = Sitting(ruleset, 3, ruleset.options(), f"alone {seed}").play_out(seed=seed)
    assessment = Assessment(ruleset, sitting.log)
    versions = {it.version for it in assessment.reachable}
    revealing = {it.action for it in sitting.log if opens(it.event)}
    begun = {it.action: it.version for it in reversed(sitting.log)}
    for action, version in begun.items():
        if action - 1 in revealing and version - 1 >= min(versions):
            assert version - 1 in versions


def test_touche_every_class() -> None:
    choosing = sit("touche", 3, set_choice="own")
    act(choosing, object)
    assert kinds(choosing) == ["simple"]
    act(choosing, object)
    assert kinds(choosing) == ["simple", "clean"]
    drawn = play_until(sit("touche"), "card-laid", "card-drawn")
    assert kinds(drawn)[0] == "needs-random"
    dealt = act(sit("touche"), ChooseSet)  # the deal follows at once
    assert kinds(dealt) == ["tainted"]


def test_nagaraja_every_class() -> None:
    sitting = sit("nagaraja")
    assert sitting.table.game.stage == "choose"
    seat = sitting.table.to_act[0]
    more = next(action for action in sitting.legal(seat) if isinstance(action, naga.ChooseCards))
    sitting.act(seat, more)
    assert kinds(sitting) == ["simple"]
    chosen = play_until(sit("nagaraja"), "cards-chosen", without="cards-turned-up")
    assert kinds(chosen)[0] == "simple"
    turned = play_until(sit("nagaraja"), "cards-turned-up", without="cards-drawn")
    assert kinds(turned)[0] == "tainted"
    drawn = play_until(sit("nagaraja"), "cards-drawn")
    assert kinds(drawn)[0] == "needs-random"


def test_a_way_back_tells_what_it_takes_back() -> None:
    sitting = play_until(sit("touche"), "card-laid", "card-drawn")
    recorded = [it for it in sitting.log if it.action == sitting.table.action]
    back = recorded[0].version - 1
    log = [replace(logged, at=1000 * logged.version) for logged in sitting.log]
    way = Assessment(sitting.ruleset, log).to(back, opened=1000 * (back + 61))
    assert (way.version, way.kind, way.seconds) == (back, "needs-random", 60)
    [action] = way.actions
    assert (action.actor, action.first, action.last) == (recorded[0].actor, back + 1, recorded[-1].version)
    laid, drawn = way.learnt
    assert (laid.version, laid.place, laid.to) == (back + 1, recorded[0].event.card.ref, (0,))  # type: ignore[attr-defined]
    assert [f"seat:{seat}" for seat in drawn.to] == [action.actor]
    assert way.draws == ()


def test_a_way_back_counts_the_slots_that_were_used() -> None:
    sitting = sit("age-of-war")
    back = sitting.table.version
    act(sitting, age.RollDice, age.FillLine, age.RollDice)
    way = Assessment(sitting.ruleset, sitting.log).to(back, opened=0)
    first, second = (draw.slot for draw in way.draws)
    assert second == first + 1
    assert [action.first for action in way.actions][0:1] == [back + 1]
    assert way.seconds == 0


def test_what_a_seat_chose_itself_does_not_count_as_learnt() -> None:
    sitting = sit("romans")
    back = sitting.table.version
    act(sitting, rome.PlaceWarrior, seat=1)
    assert Assessment(sitting.ruleset, sitting.log).to(back, 0).learnt == ()


@pytest.mark.parametrize("off", [-1, 1])
def test_only_between_actions_after_the_set_up(off: int) -> None:
    sitting = sit("touche")
    start = sitting.table.version
    act(sitting, object)
    assessment = Assessment(sitting.ruleset, sitting.log)
    assessment.check(start)
    with pytest.raises(Refused, match="cannot be taken back to version") as refusal:
        assessment.to(start + off, 0)
    assert refusal.value.more["rule"] == "referee.back-up"


def test_at_most_a_hundred_are_listed_nearest_first() -> None:
    sitting = sit("age-of-war").play_out()
    listed = [it.version for it in Assessment(sitting.ruleset, sitting.log).reachable]
    assert len(listed) == 100
    assert listed == sorted(listed, reverse=True)
    assert listed[0] == next(it.version for it in sitting.log if it.action == sitting.table.action) - 1


def test_not_before_the_last_remedy() -> None:
    sitting = sit("touche")
    tables = list(sitting.play(mixed, random.Random(3), 8))
    ruled_back(sitting, tables[4].version)
    assert kinds(sitting) == []
    act(sitting, object)
    [only] = Assessment(sitting.ruleset, sitting.log).reachable
    assert only.version == sitting.log[-1].version - len(
        [it for it in sitting.log if it.action == sitting.table.action]
    )
    with pytest.raises(Refused):
        Assessment(sitting.ruleset, sitting.log).check(tables[2].version)


# -- against a slow way


def played(ruleset: Ruleset[Any], seats: int, options: Any, actions: int = 60) -> Sitting:
    """The beginning of a game with some actions taken back by seats, and one ruling in it."""
    sitting, rng = Sitting(ruleset, seats, options, f"slow {seats}"), random.Random(seats)
    tables = []
    for table in sitting.play(mixed, rng, actions):
        tables.append(table)
        if table.undo.steps and rng.random() < 0.1:
            sitting.undo(table.undo.steps[-1].seat, table.undo.steps[-1].version)
        if len(tables) == 15:
            ruled_back(sitting, tables[8].version)
    return sitting


@every_setup
def test_classes_and_lists_are_those_of_a_slow_way(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    sitting = played(ruleset, seats, options)
    assessment = Assessment(ruleset, sitting.log)
    assert assessment.reachable
    for it in assessment.reachable:
        assert it.kind == slow_class(sitting, it.version)
        way = assessment.to(it.version, 0)
        assert {(known.place, seat) for known in way.learnt for seat in known.to} == slow_learnt(
            sitting, it.version
        )
        assert [(draw.epoch, draw.slot) for draw in way.draws] == [
            (draw.epoch, draw.slot)
            for logged in after(sitting, it.version)
            for draw in draws_of(logged.event)
        ]


def after(sitting: Sitting, version: int) -> list[Logged]:
    return [logged for logged in surviving(sitting.log) if logged.version > version]


def slow_class(sitting: Sitting, version: int) -> str:
    then = fold(sitting.ruleset, sitting.log[:version]).game
    nobodys = {secret.ref for _, secret in secrets_in(then) if not secret.knowers}  # type: ignore[union-attr]
    since = after(sitting, version)
    if nobodys & somebodys(since):
        return "needs-random"
    if any(draws_of(logged.event) or opens(logged.event) for logged in since):
        return "tainted"
    actions = {logged.action for logged in since if type(logged.event) in sitting.ruleset.events}
    return "simple" if len(actions) == 1 else "clean"


def somebodys(log: Sequence[Logged]) -> set[str]:
    """The places of which somebody came to know what lay there; also by knowing where it was shuffled to."""
    found = {it.ref for logged in log for _, it in secrets_in(logged.event) if who(it)}
    for logged in reversed(log):
        for draw in draws_of(logged.event):
            if isinstance(draw, Shuffle) and found & {secret.ref for secret in draw.order}:
                found |= set(draw.refs)
    return found


def who(it: Hidden[Any] | Opened[Any]) -> tuple[int, ...]:
    return it.to if isinstance(it, Opened) else it.knowers


def slow_learnt(sitting: Sitting, version: int) -> set[tuple[str, int]]:
    """Places and seats: what was opened, or drawn before somebody's eyes, and he did not know; who knows with all is all."""
    known = knowledge(surviving(sitting.log[:version]))
    learnt, chosen = set(), set()
    for logged in after(sitting, version):
        drawn = {secret.ref for draw in draws_of(logged.event) for secret in getattr(draw, "order", ())}
        for _, it in secrets_in(logged.event):
            for seat in who(it):
                if isinstance(it, Hidden) and it.ref not in drawn:
                    chosen.add((it.ref, seat))
                elif (it.ref, 0) not in known | learnt:
                    learnt.add((it.ref, seat))
    return learnt - known - chosen


def knowledge(log: Sequence[Logged]) -> set[tuple[str, int]]:
    return {(it.ref, seat) for logged in log for _, it in secrets_in(logged.event) for seat in who(it)}


# -- nothing leaks


def blind(sitting: Sitting) -> Iterator[Logged]:
    """The log as a spectator sees it: of what is hidden the places alone."""
    for logged in sitting.log:
        yield replace(logged, event=redact(logged.event, None))


@every_setup
def test_an_assessment_is_made_of_what_spectators_see(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    sitting = played(ruleset, seats, options)
    whole = Assessment(ruleset, sitting.log)
    seen = Assessment(ruleset, list(blind(sitting)))
    assert seen.reachable == whole.reachable
    for it in whole.reachable:
        assert seen.to(it.version, 0) == whole.to(it.version, 0)


def test_a_game_that_has_not_begun_cannot_be_taken_back() -> None:
    ruleset = registry()["romans"]
    sitting = Sitting(ruleset, 2, ruleset.options(), "waiting")
    begun = next(n for n, logged in enumerate(sitting.log) if isinstance(logged.event, t.GameStarted))
    assert Assessment(ruleset, sitting.log[:begun]).reachable == ()

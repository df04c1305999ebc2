"""Rulings that take a game back: what they record, what is refused, and that nobody can choose or look by them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.kit import mixed
from domain.draws import EPOCHS, Slots, Used
from domain.hidden import EVERYBODY, Hidden, secrets_in
from domain.play import IllegalAction
from domain.rulesets import registry
from domain.rulesets.age_of_war import actions as age
from domain.rulesets.romans import actions as rome
from domain.table import decisions
from domain.table.events import Rewound
from domain.table.fold import fold
from domain.table.line import draws_of
from domain.table.referee.back_up import to_shuffle
from domain.table.referee.events import ActionCorrected, StackReshuffled
from domain.table.refusals import Refused
from domain.table.state import Logged
from tests.rulesets.judging import REFEREE, Judged


def sit(ruleset: str, seats: int = 2, seed: str = "remedies", **options: Any) -> Judged:
    found = registry()[ruleset]
    return Judged(found, seats, found.options(**options), seed)


def first(sitting: Judged, kind: type, seat: int) -> Any:
    return next(action for action in sitting.legal(seat) if isinstance(action, kind))


def act(sitting: Judged, kind: type, seat: int | None = None) -> list[Logged]:
    who = seat or sitting.table.to_act[0]
    return sitting.act(who, first(sitting, kind, who))


def seal(sitting: Judged, seat: int) -> list[Logged]:
    while not any(isinstance(action, rome.SealOrders) for action in sitting.legal(seat)):
        act(sitting, rome.PlaceWarrior, seat)
    return act(sitting, rome.SealOrders, seat)


def tags(recorded: list[Logged]) -> list[str]:
    return [str(type(it.event).__struct_config__.tag) for it in recorded]


def the(kind: type, recorded: list[Logged]) -> Any:
    return next(it.event for it in recorded if isinstance(it.event, kind))


def refused(sitting: Judged, kind: Any, rule: str, why: bool = True, **remedy: Any) -> str:
    """The words of a refusal, after which the game is as it was."""
    before = sitting.table
    with pytest.raises(Refused) as refusal:
        sitting.rule(kind, why, **remedy)
    assert refusal.value.more["rule"] == rule
    assert sitting.table == before
    return str(refusal.value)


# -- back-ups


def test_where_nothing_was_drawn_the_draws_stay_and_nothing_is_shuffled() -> None:
    sitting = sit("romans")
    then = sitting.table
    act(sitting, rome.PlaceWarrior, 1)
    act(sitting, rome.PlaceWarrior, 2)
    recorded = sitting.back_up(then.version)
    assert tags(recorded) == ["ruled", "ruling-final", "rewound"]
    assert the(Rewound, recorded) == Rewound(then.version, ruling=1, rng="same")
    assert (sitting.table.game, sitting.table.slots.slot) == (then.game, then.slots.slot)
    assert [it.actor for it in recorded] == [f"referee:{REFEREE}", "table", "table"]


def test_past_a_throw_the_dice_are_new_ones() -> None:
    sitting = sit("age-of-war")
    then, seat = sitting.table, sitting.table.to_act[0]
    [thrown] = act(sitting, age.RollDice)
    recorded = sitting.back_up(then.version)
    assert the(Rewound, recorded).rng == "fresh"
    [again] = act(sitting, age.RollDice, seat)
    assert again.event.draw.slot == thrown.event.draw.slot + 1  # type: ignore[attr-defined]


def test_what_nobody_knew_and_somebody_has_seen_is_shuffled_again_and_nothing_else() -> None:
    sitting = sit("romans", neutral_clans=1)
    then = sitting.table
    seal(sitting, 1)
    seal(sitting, 2)
    recorded = sitting.back_up(then.version)
    shuffled = [it.event for it in recorded if isinstance(it.event, StackReshuffled)]
    moved = {path for event in shuffled for path in event.places}
    assert any(path.startswith("/clans/2/orders") for path in moved)
    assert not any(path.startswith("/stack") for path in moved), "nobody has seen another fort"
    before, after = (dict(secrets_in(game)) for game in (then.game, sitting.table.game))
    for path, secret in before.items():
        assert (after[path].ref != secret.ref) == (path in moved)
        assert not (path in moved and secret.knowers)  # type: ignore[union-attr]
        assert after[path].value == secret.value or path in moved
    for event in shuffled:
        assert list(event.places) == [path for path in before if path in event.places]
        assert event.draw.refs == tuple(before[path].ref for path in event.places)
        assert sorted(map(str, (it.value for it in event.draw.order))) == sorted(
            str(before[path].value) for path in event.places
        )
    slots = [(draw.epoch, draw.slot) for it in sitting.log for draw in draws_of(it.event)]
    assert len(set(slots)) == len(slots)


def test_a_card_that_was_drawn_from_a_stack_is_somewhere_else_now_for_some_slot() -> None:
    """Over many games: going back past a card drawn, whoever saw it cannot count on its being on top again."""
    on_top = 0
    for seed in range(12):
        sitting = sit("touche", seed=f"top {seed}")
        for _ in sitting.play(mixed, random.Random(seed), 3):
            pass
        back = sitting.assessment().reachable[0]
        seen = {it.place for it in sitting.assessment().learnt(back.version) if it.to != (0,)}
        then = {
            secret.ref: (path, secret.value)
            for path, secret in secrets_in(fold(sitting.ruleset, sitting.log[: back.version]).game)
        }
        sitting.back_up(back.version)
        now = dict(secrets_in(sitting.table.game))
        on_top += all(now[then[place][0]].value == then[place][1] for place in seen)
    assert on_top < 4


def test_some_seats_sealed_and_not_others_is_no_place_to_go_back_to() -> None:
    sitting = sit("romans")
    seal(sitting, 1)
    one_sealed = sitting.table.version
    seal(sitting, 2)
    sitting.open()
    refused(sitting, "backed-up", "referee.back-up", to_version=one_sealed)
    refused(sitting, "backed-up", "referee.back-up", to_version=10_000)
    refused(sitting, "backed-up", "referee.back-up", to_version=2)


def test_past_a_draw_only_a_referee_who_says_why() -> None:
    sitting = sit("age-of-war")
    start = sitting.table.version
    act(sitting, age.RollDice)
    sitting.open()
    refused(sitting, "backed-up", "referee.head", why=False, to_version=start)
    sitting.rule("backed-up", to_version=start)


def test_the_last_epoch_of_draws_is_not_for_rulings() -> None:
    sitting = sit("age-of-war")
    start, slots = sitting.table.version, sitting.table.setup.draw_count
    act(sitting, age.RollDice)
    sitting.open()
    last = (EPOCHS - 1) * slots
    with_used(sitting, last).rule("backed-up", to_version=start)
    words = refused(with_used(sitting, last + 1), "backed-up", "referee.draws", to_version=start)
    assert "committed draws" in words


def with_used(sitting: Judged, slots: int) -> Judged:
    """The same, as if so many slots had served."""
    one = Judged.__new__(Judged)
    table = replace(sitting.table, slots=Slots(used=Used(throws=1 << slots - 1)))
    one.__dict__.update(sitting.__dict__, table=table, log=list(sitting.log))
    return one


def test_shuffles_by_a_ruling_are_counted_among_the_draws_that_it_takes() -> None:
    sitting = sit("romans", neutral_clans=1)
    start, slots = sitting.table.version, sitting.table.setup.draw_count
    seal(sitting, 1)
    seal(sitting, 2)
    sitting.open()
    assessment = sitting.assessment()
    pools = len(to_shuffle(sitting.ruleset, sitting.log, assessment, start))
    assert pools
    assert not assessment.drawn(start)
    last = (EPOCHS - 1) * slots - pools
    with_used(sitting, last).rule("backed-up", to_version=start)
    refused(with_used(sitting, last + 1), "backed-up", "referee.draws", to_version=start)


def test_a_game_that_is_over_is_not_played_on() -> None:
    sitting = sit("age-of-war")
    sitting.play_out()
    last = sitting.assessment().reachable[0].version
    sitting.open()
    refused(sitting, "backed-up", "referee.over", to_version=last)
    refused(sitting, "replayed", "referee.over", chapter=last)
    refused(sitting, "corrected", "referee.over", to_version=last, seat=1)


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [
        ("backed-up", {}),
        ("backed-up", {"to_version": 5, "chapter": 5}),
        ("replayed", {"to_version": 5}),
        ("corrected", {"to_version": 5, "seat": 1}),
        ("stands", {"to_version": 5}),
        ("void", {"chapter": 5}),
    ],
)
def test_a_remedy_has_what_its_kind_needs_and_nothing_else(kind: Any, remedy: dict[str, Any]) -> None:
    sitting = sit("age-of-war")
    act(sitting, age.RollDice)
    sitting.open()
    refused(sitting, kind, "referee.remedy", **remedy)


# -- chapters


def test_a_chapter_that_begins_in_the_midst_begins_by_the_same_action_which_the_table_makes() -> None:
    sitting = sit("romans")
    seal(sitting, 1)
    last = seal(sitting, 2)
    clash = next(it.version for it in last if sitting.ruleset.chapter(it.event) is not None)
    assert clash != last[0].version
    recorded = sitting.replay(clash)
    assert tags(recorded)[:3] == ["ruled", "ruling-final", "rewound"]
    assert the(Rewound, recorded).to_version == last[0].version - 1
    again = [it for it in recorded if type(it.event) in sitting.ruleset.events]
    assert tags(again) == tags(last)
    assert {it.actor for it in again} == {"table"}
    assert sitting.table.to_act


def test_a_chapter_that_begins_with_its_action_is_the_seats_to_play() -> None:
    sitting = sit("age-of-war")
    for _ in sitting.play(mixed, random.Random(2), 30):
        pass
    assessment = sitting.assessment()
    chapter = [it for it in sitting.chapters() if assessment.action_at(it).first == it][-1]  # type: ignore[union-attr]
    recorded = sitting.replay(chapter)
    assert tags(recorded) == ["ruled", "ruling-final", "rewound"]
    assert the(Rewound, recorded).to_version == chapter - 1


def test_the_set_up_and_what_is_no_chapter_cannot_be_played_again() -> None:
    sitting = sit("romans")
    set_up = next(
        it.version
        for it in sitting.log
        if type(it.event) in sitting.ruleset.events and sitting.ruleset.chapter(it.event)
    )
    [placed] = act(sitting, rome.PlaceWarrior, 1)
    sitting.open()
    assert "can be voided" in refused(sitting, "replayed", "referee.replay", chapter=set_up)
    assert "No chapter begins" in refused(sitting, "replayed", "referee.replay", chapter=placed.version)
    refused(sitting, "replayed", "referee.replay", chapter=1)
    refused(sitting, "replayed", "referee.replay", chapter=9_999)


# -- corrections


def test_a_corrected_action_is_made_by_the_table_in_the_seats_place() -> None:
    sitting = sit("age-of-war")
    seat = sitting.table.to_act[0]
    act(sitting, age.RollDice)
    then = sitting.table
    one, *_, other = sitting.legal(seat)
    sitting.act(seat, one)
    recorded = sitting.correct(then.version, seat, other)
    assert tags(recorded)[2:4] == ["rewound", "action-corrected"]
    assert the(ActionCorrected, recorded).seat == seat
    assert {it.actor for it in recorded[1:]} == {"table"}
    wanted = decisions.act(sitting.ruleset, then, seat, other, sitting.draws).recorded
    assert tags(recorded[4:]) == tags(wanted)


def test_a_corrected_action_obeys_the_rules_of_the_game() -> None:
    sitting = sit("age-of-war")
    start, seat = sitting.table.version, sitting.table.to_act[0]
    other = 3 - seat
    act(sitting, age.RollDice)
    sitting.open()
    roll = sitting.said(seat, age.RollDice())
    with pytest.raises(IllegalAction):
        sitting.rule("corrected", to_version=start, seat=seat, action=sitting.said(seat, age.SetAside()))
    refused(sitting, "corrected", "referee.correction", to_version=start, seat=other, action=roll)
    refused(sitting, "corrected", "referee.back-up", to_version=start + 1, seat=seat, action=roll)
    nonsense = Hidden({"type": "fly"}, (EVERYBODY,))
    refused(sitting, "corrected", "referee.remedy", to_version=start, seat=seat, action=nonsense)


def test_where_the_game_hides_anything_a_correction_needs_the_eyes_of_the_seat_there() -> None:
    """Else it would tell whether the seat held a card: legal and illegal actions are refused in the same words."""
    sitting = sit("romans")
    start = sitting.table.version
    legal = first(sitting, rome.PlaceWarrior, 1)
    foreign = replace(legal, warrior="nobody")
    act(sitting, rome.PlaceWarrior, 1)
    sitting.open()
    for seat, version, read in ((2, start, True), (1, start + 1, True), (1, start, False)):
        sitting.release(seat, version, read)
        words = {
            refused(
                sitting,
                "corrected",
                "referee.reading",
                to_version=start,
                seat=1,
                action=sitting.said(1, it),
            )
            for it in (legal, foreign)
        }
        assert len(words) == 1
    sitting.release(1, start)
    with pytest.raises(IllegalAction):
        sitting.rule("corrected", to_version=start, seat=1, action=sitting.said(1, foreign))
    recorded = sitting.rule("corrected", to_version=start, seat=1, action=sitting.said(1, legal))
    assert tags(recorded)[-1] == "warrior-placed"


def test_the_eyes_of_an_earlier_case_are_closed() -> None:
    sitting = sit("romans")
    start = sitting.table.version
    legal = sitting.said(1, first(sitting, rome.PlaceWarrior, 1))
    act(sitting, rome.PlaceWarrior, 1)
    sitting.open()
    sitting.release(1, start)
    sitting.rule("stands")
    sitting.open()
    refused(sitting, "corrected", "referee.reading", to_version=start, seat=1, action=legal)


# -- one after another


def test_a_second_ruling_does_not_go_before_the_first_and_undo_stops_there() -> None:
    sitting = sit("romans")
    for _ in sitting.play(mixed, random.Random(1), 4):
        pass
    early, late = sitting.assessment().reachable[3].version, sitting.assessment().reachable[1].version
    sitting.back_up(late)
    sitting.open()
    refused(sitting, "backed-up", "referee.back-up", to_version=early)
    sitting.rule("stands")
    seat = sitting.table.to_act[0]
    with pytest.raises(Refused, match="a referee has ruled"):
        sitting.undo(seat, late - 1)
    before = sitting.table.game
    act(sitting, rome.PlaceWarrior, 1)
    sitting.undo(1)
    assert sitting.table.game == before


def test_an_undo_request_does_not_outlive_the_opening_of_a_case() -> None:
    sitting = sit("romans")
    act(sitting, rome.PlaceWarrior, 1)
    act(sitting, rome.PlaceWarrior, 2)
    sitting.open()
    assert sitting.table.undo.request is None
    with pytest.raises(Refused):
        sitting.undo(2)

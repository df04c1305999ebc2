"""What the battery looks at, at one moment of a game or over its whole log; each check raises AssertionError."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from conformance.fitting_worlds import Contradiction, check_fits
from conformance.kit import Sitting, by_the_rules, mixed, state_hash, without_places
from conformance.mutations import changed_event, mutations
from conformance.orders import another_number, other_orders
from conformance.past import Past
from domain.hidden import map_hidden, redact
from domain.ruleset import Action, Outcome, Ruleset, Step
from domain.sentence import Sentence, english
from domain.table import clauses, explaining
from domain.table.fold import Fold, fold
from domain.table.given_actions import UnreadableAction, read_action
from domain.table.line import draw_fields, opens
from domain.table.redecide import NotByTheRules, redecided
from domain.table.state import Logged, Table
from domain.table.undo import describe
from engine.luck import Luck
from engine.playout import Trial
from projections.document import labelled_actions
from projections.sentences import LANGUAGES

_TABLE = __name__.removesuffix("conformance.checks") + "domain.table"
"""Where the events that every game has are defined: in the wheel, too."""
Met = dict[Action, None]
"""Actions met so far in a game, for trying them where they do not belong."""


def viewers(table: Table) -> list[int | None]:
    return [None, *range(1, table.setup.seats + 1)]


def check_ending(sitting: Sitting) -> None:
    """Nobody is to act, and the outcome ranks every seat once."""
    ruleset, table = sitting.ruleset, sitting.table
    assert table.status == "finished"
    assert ruleset.to_act(table.game) == ()
    outcome = table.outcome
    assert outcome is not None
    assert outcome.reason in ruleset.end_reasons
    seats = list(range(1, table.setup.seats + 1))
    assert sorted(s for rank in outcome.ranking for s in rank) == seats
    assert set(outcome.winners) <= set(seats)
    check_score(sitting, outcome)


def check_score(sitting: Sitting, outcome: Outcome) -> None:
    """The parts of a score add up to it and have names, and everybody may know all of the outcome."""
    ruleset, game, setup = sitting.ruleset, sitting.table.game, sitting.table.setup
    for seat, score in outcome.scores.items():
        assert not outcome.parts or sum(it.points[seat] for it in outcome.parts) == score
    assert {it.part for it in outcome.parts} <= {*ruleset.words.parts, *setup.options.get("patterns", ())}
    for viewer in viewers(sitting.table):
        assert ruleset.outcome(redact(game, viewer)) == outcome


def check_conservation(sitting: Sitting) -> None:
    """Cards, dice and pieces are neither made nor lost, at every version."""
    folding, counts = Fold(sitting.ruleset), None
    for logged in sitting.log:
        folding.read([logged])
        if folding.game is not None:
            now = sitting.ruleset.conserved(folding.game)
            lost = differing(now if counts is None else counts, now)
            assert not lost, f"version {logged.version}: {lost} by {logged.event}"
            counts = now
    assert counts, "conserved counts nothing: name what is neither made nor lost"


def check_playout(sitting: Sitting, seed: int) -> None:
    """A playout from the whole state, by a simulator too, goes as with bots that get the state redacted for their seats."""
    ruleset, state = sitting.ruleset, sitting.table.game
    played = Trial(ruleset, state, Luck(f"{seed}"))
    played.play_on()
    expected = Trial(ruleset, state, Luck(f"{seed}"))
    by_the_rules(expected)
    assert without_places(played.state) == without_places(expected.state)


def differing(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, str]:
    """The counts that are not what they were: {"castles": "14 -> 13"}."""
    names = sorted({*before, *after})
    return {
        n: f"{before.get(n, 0)} -> {after.get(n, 0)}" for n in names if before.get(n, 0) != after.get(n, 0)
    }


def check_replay(sitting: Sitting, seen: dict[int, Table]) -> None:
    """The log, taken through JSON, folds to the tables that were seen while it was played."""
    folding, types = Fold(sitting.ruleset), sitting.ruleset.event_types
    for logged in sitting.log:
        cls = type(logged.event)
        event = msgspec.json.decode(msgspec.json.encode(logged.event), type=cls)
        assert event == logged.event
        assert cls.__module__.startswith(_TABLE) or types[str(cls.__struct_config__.tag)] is cls
        folding.read([msgspec.structs.replace(logged, event=event)])
        if logged.version in seen:
            assert folding.table() == seen[logged.version]
    assert fold(sitting.ruleset, sitting.log) == sitting.table


def check_legal_actions(sitting: Sitting, met: Met, rng: random.Random) -> None:
    """Each legal action is accepted, nothing else is, and trying changes nothing."""
    table = sitting.table
    before = state_hash(table.game)
    for seat in range(1, table.setup.seats + 1):
        legal = sitting.legal(seat)
        assert bool(legal) == (seat in table.to_act)
        assert len(legal) <= 400
        assert len(set(legal)) == len(legal)
        for action in rng.sample(legal, min(len(legal), 25)):
            assert sitting.refusal(seat, action) is None
            _check_legality(sitting, seat, action)
        met.update(dict.fromkeys(legal))
        for wrong in mutations(sitting.ruleset, list(met), legal, rng):
            assert sitting.refusal(seat, wrong) is not None, f"accepted {wrong} of seat {seat}"
            _check_legality(sitting, seat, wrong)
    assert state_hash(table.game) == before


def _check_legality(sitting: Sitting, seat: int, action: Action) -> None:
    """Why an action is legal or not has a step at least; the first of an illegal one is its refusal, word for word."""
    refused = sitting.refusal(seat, action)
    legal, steps = explaining.legality(sitting.ruleset, sitting.table, seat, action)
    assert legal == (refused is None)
    assert steps
    for step in steps:
        _check_step(sitting.ruleset, step)
        assert _names_something(step.text), step
    if seat in sitting.table.to_act and refused is not None:
        assert refused == f"{english(steps[0].text)} ({steps[0].clause})"


def check_words(sitting: Sitting, rng: random.Random) -> None:
    """The actions of a decision have different labels, in both languages; what is said of them besides begins with the label.

    It tells a seat nothing that it cannot know.
    """
    ruleset, table = sitting.ruleset, sitting.table
    for seat in table.to_act:
        worded = labelled_actions(ruleset, table, {}, seat).actions
        for lang in LANGUAGES:
            labels = [getattr(action["label"], lang) for action in worded]
            assert len(set(labels)) == len(labels), [it for it in labels if labels.count(it) > 1]
            for action in worded:
                label, said = (getattr(action.get(it, action["label"]), lang) for it in ("label", "say"))
                assert said.startswith(label)
                assert not BADLY_JOINED.search(said), said
        game = ruleset.redraw(table.game, seat, rng.randrange)
        assert labelled_actions(ruleset, replace(table, game=game), {}, seat).actions == worded


BADLY_JOINED = re.compile(r"\.\.|;\.|[:;] ?[;.]|  ")
"""What is left where something that was to be named has no name."""


def _names_something(said: Any) -> bool:
    """Whether no name in a sentence is empty, as in "There is no card  in your hand."."""
    if isinstance(said, Sentence):
        return all(map(_names_something, said.values.values()))
    return all(map(_names_something, said)) if isinstance(said, tuple) else said != ""


def check_any_order(sitting: Sitting, tried: Met, most: int) -> None:
    """Each legal action is accepted in every order of its sets and is then the listed one; with other members it is refused."""
    for seat in sitting.table.to_act:
        legal = list(sitting.legal(seat))
        for action in legal:
            assert sitting.ruleset.ordered(action) == action
            if action not in tried:
                tried[action] = None
                for other in other_orders(action, most):
                    assert _read(sitting, other) == action, f"{other} is not read as {action}"
                _check_order_matters(action, legal)
                _check_other_members(sitting, seat, action, legal)


def _check_other_members(sitting: Sitting, seat: int, action: Action, legal: Sequence[Action]) -> None:
    """Members too many, too few or named twice are another legal action, or refused in a sentence with its clause."""
    for other in another_number(action):
        with suppress(UnreadableAction):
            read = _read(sitting, other)
            assert read in legal or sitting.refusal(seat, read) is not None
            _check_legality(sitting, seat, read)


def _read(sitting: Sitting, action: Action) -> Action:
    """As it comes in from a client."""
    read: Action = read_action(sitting.ruleset, msgspec.to_builtins(action))
    return read


def _check_order_matters(action: Action, legal: Sequence[Action]) -> None:
    """A tuple that is not declared a set is a sequence, each order of which is another legal action."""
    sets = {field for one in action.unordered for field in one.fields}
    for field in set(action.__struct_fields__) - sets:
        value = getattr(action, field)
        if isinstance(value, tuple):
            assert msgspec.structs.replace(action, **{field: value[::-1]}) in legal, f"{field} is a set"


def check_no_leak(sitting: Sitting, met: Met, rng: random.Random) -> None:
    """With everything drawn anew that a viewer cannot know, their view, legal actions and refusals stay the same."""
    ruleset, table = sitting.ruleset, sitting.table
    for viewer in viewers(table):
        game = ruleset.redraw(table.game, viewer, rng.randrange)
        other = msgspec.structs.replace(table, game=game)
        assert _seen(ruleset, other, viewer) == _seen(ruleset, table, viewer)
        if viewer in table.to_act:
            met.update(dict.fromkeys(sitting.legal(viewer)))
            _same_answers(sitting, other, viewer, rng.sample(list(met), min(len(met), 12)))


SAID = 2_000
"""The maximum number of characters printed of a contradiction."""


def check_worlds(sitting: Sitting, rng: random.Random, number: int) -> None:
    """Worlds at moments spread over a whole game, for viewers in turn, fit what they have seen of it."""
    ruleset, tables = sitting.ruleset, list[Table]()
    for table in sitting.play(mixed, rng):
        tables.append(table)
    whom, against = viewers(sitting.table), list[str]()
    for n in range(number):
        moment = (len(tables) - 1) * (n + 1) // number
        past, viewer = Past(sitting, tables[: moment + 1]), whom[n % len(whom)]
        try:
            check_fits(past, ruleset.redraw(past.table.game, viewer, rng.randrange), viewer)
        except Contradiction as contradiction:
            against.append(str(contradiction))
    share = 1 - len(against) / number
    assert share >= ruleset.traits.fitting, f"{share:.0%} of the worlds fit. {against[0][:SAID]}"


def _seen(ruleset: Ruleset[Any], table: Table, viewer: int | None) -> bytes:
    """All that a viewer gets to see of a table, as the bytes that would be sent."""
    known = redact(table.game, viewer)
    legal = [] if viewer is None else ruleset.legal_actions(table.game, viewer)
    blind = [] if viewer is None else ruleset.legal_actions(known, viewer)
    assert list(legal) == list(blind), "legal actions depend on what the seat does not know"
    return msgspec.json.encode(
        {
            "view": ruleset.view(known, viewer),
            "legal": legal,
            "prompt": ruleset.prompt(known, viewer, blind) if viewer is not None and blind else None,
            "to_act": ruleset.to_act(table.game),
            "stints": [ruleset.stint(table.game, seat) for seat in range(1, table.setup.seats + 1)],
            "undo": describe(table, viewer),
        }
    )


def _same_answers(sitting: Sitting, other: Table, seat: int, actions: list[Action]) -> None:
    """Refusals, and the events of actions that neither draw nor show anything, tell a seat nothing."""
    real = sitting.table
    for action in actions:
        answers = []
        for table in (real, other):
            sitting.table = table
            verdict = explaining.legality(sitting.ruleset, table, seat, action)
            answers.append((verdict, sitting.refusal(seat, action) or _events_seen(sitting, seat, action)))
        sitting.table = real
        assert answers[0] == answers[1]


def _draws_or_opens(event: Any) -> bool:
    kind: Any = type(event)
    return bool(draw_fields(kind)) or opens(event)


def _events_seen(sitting: Sitting, seat: int, action: Action) -> str:
    recorded = [logged.event for logged in sitting.trying(seat, action).recorded]
    if any(_draws_or_opens(event) for event in recorded):
        return "draws or shows something"
    return repr([redact(event, seat) for event in recorded])


def check_json(sitting: Sitting) -> None:
    """State and legal actions survive JSON."""
    ruleset, table = sitting.ruleset, sitting.table
    again = msgspec.json.decode(msgspec.json.encode(table.game), type=ruleset.state)
    assert again == table.game
    for action in sitting.legal(table.to_act[0]):
        data = msgspec.to_builtins(action)
        assert msgspec.convert(data, ruleset.action_types[data["type"]]) == action


def check_undo(sitting: Sitting, games: dict[int, Any]) -> None:
    """Every step that can be taken back leads to the state that was, with the same draws ahead."""
    table = sitting.table
    for step in table.undo.steps:
        if step.version not in games:
            continue
        branch = _copy(sitting)
        branch.undo(table.undo.steps[-1].seat, step.version)
        assert branch.table.game == games[step.version]
        assert (branch.table.slots.epoch, branch.table.slots.slot) == (step.slots.epoch, step.slots.slot)
        assert fold(branch.ruleset, branch.log) == branch.table


def _copy(sitting: Sitting) -> Sitting:
    branch = object.__new__(Sitting)
    branch.__dict__.update(sitting.__dict__, log=list(sitting.log), actions=list(sitting.actions))
    return branch


def every_action_bars_undo(sitting: Sitting) -> bool:
    """Whether each action but the last drew or showed something, as when every turn lays a card and draws one."""
    last = sitting.table.action
    acted = [it for it in sitting.log if type(it.event) in sitting.ruleset.events and it.action != last]
    barring = {logged.action for logged in acted if draw_fields(type(logged.event)) or opens(logged.event)}
    return {logged.action for logged in acted} == barring


def check_arrival_order(sitting: Sitting, rng: random.Random) -> None:
    """Answers of several seats lead to the same state in whatever order they arrive."""
    answers = [(seat, rng.choice(sitting.legal(seat))) for seat in sitting.table.to_act]
    assert len({_after(sitting, order) for order in (answers, answers[::-1])}) == 1


def _after(sitting: Sitting, answers: list[tuple[int, Action]]) -> bytes:
    branch = _copy(sitting)
    for seat, action in answers:
        branch.act(seat, action)
    without_places = map_hidden(branch.table.game, lambda _, it: msgspec.structs.replace(it, ref=""))
    return msgspec.json.encode(without_places)


def check_telling(sitting: Sitting) -> None:
    """Every event has a sentence for every viewer, and cites clauses that exist."""
    ruleset = sitting.ruleset
    for viewer in viewers(sitting.table):
        assert msgspec.json.encode(ruleset.view(redact(sitting.table.game, viewer), viewer))
        for logged in sitting.log:
            if type(logged.event) in ruleset.events:
                assert isinstance(ruleset.narrate(redact(logged.event, viewer)), Sentence)
                assert set(logged.rules) <= set(ruleset.clauses), logged
                assert logged.rules, f"{logged.event} cites no clause"


def check_turns(sitting: Sitting) -> None:
    """Turns are seats' or nobody's, for every viewer; whatever begins a chapter begins one, and most have a line of their own."""
    ruleset, turns = sitting.ruleset, list[list[bool]]()
    assert ruleset.headlines <= set(ruleset.events)
    for event in (it.event for it in sitting.log if type(it.event) in ruleset.events):
        (whose,) = {ruleset.turn(redact(event, viewer)) for viewer in viewers(sitting.table)}
        assert whose in (None, *range(sitting.table.setup.seats + 1)), event
        assert whose is not None or ruleset.chapter(event) is None, event
        turns += [[]] if whose is not None or not turns else []
        turns[-1].append(type(event) in ruleset.headlines)
    assert 3 <= len(turns) < len(sitting.log) / 1.5
    assert not ruleset.headlines or any(any(turn) for turn in turns)


def check_explanations(sitting: Sitting, rng: random.Random) -> None:
    """Every explained event has steps for everybody, with clauses of the catalogue and the numbers of the event.

    They are the same when everything that the viewer could not know before is drawn anew.
    """
    ruleset, folding = sitting.ruleset, Fold(sitting.ruleset)
    for logged in sitting.log:
        before, event = folding.game, logged.event
        folding.read([logged])
        if type(event) in ruleset.events:
            for viewer in viewers(sitting.table):
                steps = explaining.argument(ruleset, before, event, viewer)
                assert bool(steps) == (type(event) in ruleset.explained), f"{event}: {steps}"
                if steps:
                    _check_steps(ruleset, redact(event, viewer), steps)
                    other = ruleset.redraw(before, viewer, rng.randrange)
                    assert explaining.argument(ruleset, other, event, viewer) == steps


def _check_steps(ruleset: Ruleset[Any], event: Any, steps: Sequence[Step]) -> None:
    for step in steps:
        _check_step(ruleset, step)
        named = {n: getattr(event, n) for n in step.numbers if type(getattr(event, n, None)) is int}
        assert {n: step.numbers[n] for n in named} == named, f"{step} says otherwise than {event}"


def _check_step(ruleset: Ruleset[Any], step: Step) -> None:
    """It cites a clause that there is, and gives the numbers that its sentence says."""
    assert step.clause in {**ruleset.clauses, **clauses.CLAUSES}, step
    assert isinstance(step.text, Sentence)
    said = {name: value for name, value in step.text.values.items() if type(value) is int}
    assert said.items() <= step.numbers.items(), step


def check_views(sitting: Sitting) -> None:
    """Every version can be looked at by everybody, also those in the midst of an action."""
    folding = Fold(sitting.ruleset)
    for logged in sitting.log:
        folding.read([logged])
        if folding.game is not None:
            table = folding.table()
            for viewer in viewers(table):
                view = sitting.ruleset.view(redact(table.game, viewer), viewer)
                assert msgspec.json.encode(view)
                assert isinstance(view, dict | sitting.ruleset.view_type)


def check_redeciding(sitting: Sitting, rng: random.Random, changes: int) -> None:
    """The log follows from the rules; with one number changed it does not, or it is the log of another game."""
    tables = _redecided(sitting.ruleset, sitting.log)
    assert tables is not None
    assert tables[-1] == sitting.table
    for place in rng.sample(range(1, len(sitting.log)), changes):
        changed = changed_event(sitting.log[place].event, rng)
        if changed is not None:
            log = list(sitting.log)
            log[place] = msgspec.structs.replace(log[place], event=changed)
            assert _redecided(sitting.ruleset, log) != tables


def _redecided(ruleset: Ruleset[Any], log: list[Logged]) -> list[Table] | None:
    """The table after every action; None when the log breaks the rules.

    A tile turned otherwise may be as legal as the one that was placed, and may make no difference in the end.
    """
    try:
        return [decided.table() for decided in redecided(ruleset, log)]
    except NotByTheRules:
        return None

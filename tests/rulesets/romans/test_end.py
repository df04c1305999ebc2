"""Rounds, the end of the game and its ranking; the single player (romans.round, romans.end)."""

import msgspec
import pytest

from domain.rulesets.romans import RULESET
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import BOXES
from domain.rulesets.romans.state import State
from projections.sentences import Renderer
from tests.rulesets.romans.scene import C, Scene, sitting


def finished(*forts: str, reason: str = "third-round") -> State:
    game: State = sitting(len(forts)).table.game
    clans = tuple(
        msgspec.structs.replace(clan, forts=tuple(held.split()))
        for clan, held in zip(game.clans, forts, strict=True)
    )
    return msgspec.structs.replace(game, clans=clans, ended=reason)


def ranking(*forts: str) -> tuple[tuple[int, ...], ...]:
    outcome = RULESET.outcome(finished(*forts))
    assert outcome is not None
    assert outcome.winners == outcome.ranking[0]
    return outcome.ranking


def test_romans_round_1_all_nine_warriors_return() -> None:
    scene = Scene(C("axx", line="chariott"), C("archr", line="svord"), wall="niefort-6")
    scene.act(1, scene.legal(1)[0])
    ended = scene.events.index(next(ev for ev in scene.events if isinstance(ev, e.RoundEnded)))
    state = scene.states[ended]
    assert {clan.deck for clan in state.clans} == {BOXES["1"].deck}
    assert {clan.whole_line for clan in state.clans} == {()}
    assert (scene.game.round, scene.game.clash, len(scene.game.wall)) == (2, 0, 6)
    assert scene.game.clans[0].forts == ("niefort-6",)


def test_romans_end_1_the_third_round_ends_the_game() -> None:
    table = sitting(3, seed="third").play_out()
    ended = table.log[-1].event
    outcome = table.table.outcome
    assert outcome is not None
    assert isinstance(ended, e.GameEnded)
    assert isinstance(table.log[-2].event, e.RoundEnded)
    assert ended.winners == outcome.winners
    assert table.log[-1].rules == ("romans.end.1", "romans.end.2")
    assert {str(s.side.seat): s.points for s in ended.standings} == outcome.scores


def test_romans_end_1_most_points_win() -> None:
    assert ranking("niefort-6", "niefort-3 niefort-5", "fortheca-2") == ((2,), (1,), (3,))


def test_romans_end_1_a_single_player_sees_the_neutrals_points() -> None:
    game: State = sitting(1, 2).table.game
    held = (("niefort-3",), ("niefort-6",), ("niefort-1",))
    clans = tuple(msgspec.structs.replace(c, forts=f) for c, f in zip(game.clans, held, strict=True))
    outcome = RULESET.outcome(msgspec.structs.replace(game, clans=clans, ended="third-round"))
    assert outcome is not None
    assert (outcome.winners, outcome.ranking, outcome.scores) == ((1,), ((1,),), {"1": 3})
    assert outcome.details == {"neutral_clans": {"green": 6, "red": 1}, "outscored_by": ["green"]}


def test_romans_end_1_two_players_are_outscored_by_no_neutral_clan() -> None:
    outcome = RULESET.outcome(msgspec.structs.replace(sitting(2, 1).table.game, ended="third-round"))
    assert outcome is not None
    assert outcome.details == {"neutral_clans": {"red": 0}}


def test_romans_end_1_a_whole_solo_game() -> None:
    table = sitting(1, 1, seed="solo").play_out()
    assert table.table.status == "finished"
    assert {lg.actor for lg in table.log if isinstance(lg.event, e.WarriorPlaced)} == {"seat:1"}


def test_romans_end_2_equal_points_most_forts() -> None:
    assert ranking("niefort-6", "niefort-3 niefort-3") == ((2,), (1,))
    # A FortHeca is a fort as well.
    assert ranking("niefort-3", "niefort-4 fortheca-1") == ((2,), (1,))


def test_romans_end_2_then_the_strongest_fort_the_second_and_so_on() -> None:
    assert ranking("niefort-3 niefort-3", "niefort-5 niefort-1") == ((2,), (1,))
    assert ranking("fortuna niefort-3 niefort-3", "fortuna niefort-5 niefort-1") == ((2,), (1,))


def test_romans_end_2_then_the_place_is_shared_and_ranks_skip() -> None:
    assert ranking("fokus", "niefort-4", "niefort-1") == ((1, 2), (3,))


def test_romans_fortheca_1_beats_every_score() -> None:
    state = finished("fortheca-1 fortheca-2 fortheca-3", "fortuna", reason="three-fortheca")
    outcome = RULESET.outcome(msgspec.structs.replace(state, captor="gold"))
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), {"1": -6, "2": 8})


def last(*forts: str, neutral: int = 0) -> tuple[e.GameEnded, str]:
    """How a game ends, and its last English sentence, when nobody fights for the last fort and clans hold these."""
    clans = [C("filchy", forts=held) for held in forts]
    scene = Scene(*clans, neutral=neutral, wall="niefort-1", round=3, neutral_abilities="automatic")
    ended = scene.events[-1]
    names = {1: "Ada", 2: "Borys", 3: "Celina"}
    return ended, Renderer(RULESET, "en", names).render(RULESET.narrate(ended))


@pytest.mark.parametrize(
    ("forts", "decided_by", "verdict", "scores"),
    [
        (
            ("niefort-3", "fortheca-2", "niefort-6"),
            "points",
            "Celina has the most points of all players and wins.",
            "Celina (the red clan) 6, Ada (the gold clan) 3, and Borys (the green clan) −2",
        ),
        (
            ("niefort-6", "niefort-3 niefort-3"),
            "forts",
            "Borys wins the tie at 6 by the most forts, 2.",
            "Borys (the green clan) 6 and Ada (the gold clan) 6",
        ),
        (
            ("niefort-5 niefort-1", "niefort-3 niefort-3"),
            "strongest-forts",
            "Ada wins the tie at 6 by the strongest forts.",
            "Ada (the gold clan) 6 and Borys (the green clan) 6",
        ),
        (
            ("niefort-1", "fokus", "niefort-4"),
            "nothing",
            "Borys and Celina share the win with equal points and forts.",
            "Borys (the green clan) 4, Celina (the red clan) 4, and Ada (the gold clan) 1",
        ),
    ],
)
def test_romans_end_2_the_last_sentence_says_what_decided(
    forts: tuple[str, ...], decided_by: str, verdict: str, scores: str
) -> None:
    ended, sentence = last(*forts)
    assert ended.decided_by == decided_by
    assert sentence == f"{verdict} Final scores: {scores}."


@pytest.mark.parametrize(
    ("forts", "sentence"),
    [
        (
            ("niefort-5", "niefort-5", "niefort-1"),
            "Ada wins: no neutral clan has more points. "
            "Final scores: Ada (the gold clan) 5, the green clan 5, and the red clan 1.",
        ),
        (
            ("niefort-4", "niefort-3", "niefort-5"),
            "Ada finishes, but the red clan did better. "
            "Final scores: Ada (the gold clan) 4, the red clan 5, and the green clan 3.",
        ),
    ],
)
def test_romans_end_1_the_last_sentence_compares_a_single_player(
    forts: tuple[str, ...], sentence: str
) -> None:
    assert last(*forts, neutral=2)[1] == sentence


def test_romans_fortheca_1_the_last_sentence_says_that_three_decided() -> None:
    scene = Scene(C("axx"), C("chariott", forts="fortheca-1 fortheca-2"), wall="fortheca-3 niefort-3")
    ended = scene.one(e.GameEnded)
    assert (ended.reason, ended.decided_by) == ("three-fortheca", "fortheca")
    assert Renderer(RULESET, "pl", {1: "Ala", 2: "Ola"}).render(RULESET.narrate(ended)) == (
        "Ola ma trzy FortHece i natychmiast wygrywa. Wynik końcowy: Ola (klan zielony) −6 i Ala (klan złoty) 0."
    )

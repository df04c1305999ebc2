"""Components, set-up and the wall (romans.card, romans.setup, romans.wall, romans.neutral.1)."""

from collections import Counter

import msgspec
import pytest

from domain.hidden import EVERYBODY, Opened
from domain.ruleset import BadSetup
from domain.rulesets.romans import RULESET, RomansOptions
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import BOXES, Box
from domain.rulesets.romans.rounds import ordered
from tests.rulesets.romans.scene import sitting

BOX = BOXES["1"]


def test_romans_card_1_nine_warriors_and_no_eight() -> None:
    strengths = sorted(BOX.strength[w] for w in BOX.deck)
    assert strengths == [1, 2, 3, 4, 5, 6, 7, 9, 9]
    assert Counter(BOX.deck)["chariott"] == 2
    assert BOX.strength["archr"] == 5


def test_romans_card_2_eighteen_forts_four_of_them_fortheca() -> None:
    values = Counter((BOX.fort[f].kind, BOX.fort[f].value) for f in BOX.stack)
    assert values == {
        ("niefort", 1): 2,
        ("niefort", 3): 2,
        ("niefort", 4): 1,
        ("niefort", 5): 2,
        ("niefort", 6): 2,
        ("komfort", 2): 2,
        ("fokus", 4): 1,
        ("fortuna", 8): 2,
        ("fortheca", -1): 1,
        ("fortheca", -2): 2,
        ("fortheca", -3): 1,
    }


def test_romans_card_2_every_figure_says_where_it_comes_from() -> None:
    components = RULESET.newest.components
    known = {"rulebook", "published", "reconstruction"}
    figures = [
        f for card in (*components["warriors"], *components["forts"]) for f in card["provenance"].values()
    ]
    assert set(figures) == known


def test_romans_card_2_an_edition_needs_fourteen_forts_of_positive_value() -> None:
    data = dict(RULESET.newest.components)
    worthless = [{**f, "value": -1} if f["kind"] == "komfort" else f for f in data["forts"]]
    with pytest.raises(msgspec.ValidationError, match="at most four"):
        msgspec.convert({**data, "forts": worthless}, Box)
    with pytest.raises(msgspec.ValidationError, match="18 forts"):
        msgspec.convert({**data, "forts": data["forts"][1:]}, Box)


@pytest.mark.parametrize(
    ("seats", "neutral"), [(1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0)]
)
def test_romans_setup_1_two_to_four_clans(seats: int, neutral: int) -> None:
    RULESET.check(seats, RomansOptions(neutral_clans=neutral))
    clans = sitting(seats, neutral).table.game.clans
    assert [clan.side.clan for clan in clans] == ["gold", "green", "red", "violet"][: seats + neutral]
    assert [clan.side.seat for clan in clans] == [*range(1, seats + 1), *[None] * neutral]


@pytest.mark.parametrize(("seats", "neutral"), [(1, 0), (2, 3), (3, 2), (4, 1)])
def test_romans_setup_1_other_mixes_are_refused(seats: int, neutral: int) -> None:
    with pytest.raises(BadSetup) as refused:
        RULESET.check(seats, RomansOptions(neutral_clans=neutral))
    assert (refused.value.field, refused.value.rule) == ("neutral_clans", "romans.setup.1")


def test_romans_setup_2_the_stack_is_shuffled_and_known_to_nobody() -> None:
    log = [logged.event for logged in sitting(2).log]
    (shuffled,) = [event for event in log if isinstance(event, e.FortsShuffled)]
    assert sorted(card.value for card in shuffled.draw.order) == sorted(BOX.stack)
    assert {card.knowers for card in shuffled.draw.order} == {()}
    assert [str(card.value) for card in shuffled.draw.order] != list(BOX.stack)


def test_romans_setup_3_three_rounds_of_orders_and_six_clashes() -> None:
    log = [logged.event for logged in sitting(2, seed="a").play_out().log]
    walls = [n for n, event in enumerate(log) if isinstance(event, e.WallRevealed)]
    clashes = [(ev.round, ev.clash) for ev in log if isinstance(ev, e.WarriorsRevealed)]
    assert [log[n].round for n in walls] == [1, 2, 3]
    assert clashes == [(r, c) for r in (1, 2, 3) for c in range(1, 7)]


def test_romans_wall_1_six_forts_are_opened_to_all_in_the_order_of_the_stack() -> None:
    log = [logged.event for logged in sitting(3).log]
    shuffled = next(event for event in log if isinstance(event, e.FortsShuffled))
    revealed = next(event for event in log if isinstance(event, e.WallRevealed))
    assert [fort.value for fort in revealed.forts] == [card.value for card in shuffled.draw.order[:6]]
    assert [fort.ref for fort in revealed.forts] == [card.ref for card in shuffled.draw.order[:6]]
    assert all(isinstance(fort, Opened) and fort.to == (EVERYBODY,) for fort in revealed.forts)


def wall(row: str) -> str:
    return " ".join(ordered(BOX, tuple(row.split()))[0])


def test_romans_wall_2_lowest_to_the_left_then_highest_to_the_right() -> None:
    row = "niefort-5 fortuna niefort-1 niefort-6 niefort-3 komfort"
    assert wall(row) == "niefort-1 niefort-5 niefort-6 niefort-3 komfort fortuna"


def test_romans_wall_2_fortheca_stays_where_the_others_leave_it() -> None:
    row = "fortheca-3 fortuna niefort-5 fortheca-1 niefort-3 fortheca-2"
    assert wall(row) == "niefort-3 fortheca-3 niefort-5 fortheca-1 fortheca-2 fortuna"


def test_romans_wall_3_equal_lowest_nearest_the_left_equal_highest_nearest_the_right() -> None:
    # Fort Fokus and NieFort 4 have the same value, so that one can tell which of the two moved.
    assert wall("niefort-6 fokus niefort-4 niefort-5 niefort-6 niefort-5").startswith(
        "fokus niefort-6 niefort-4"
    )
    assert wall("niefort-1 fokus niefort-4 niefort-1 komfort niefort-3").endswith(
        "fokus niefort-1 komfort niefort-3 niefort-4"
    )


def test_romans_wall_3_the_rest_keep_their_order_also_when_all_are_equal() -> None:
    row = ("fortheca-1", "fokus", "fortheca-2", "niefort-4", "fortheca-2", "fortheca-3")
    expected = ("fokus", "fortheca-1", "fortheca-2", "fortheca-2", "fortheca-3", "niefort-4")
    assert ordered(BOX, row) == (expected, "fokus", "niefort-4")


def test_romans_wall_2_the_event_is_what_the_table_lies_like() -> None:
    table = sitting(2, seed="w")
    event = next(logged.event for logged in table.log if isinstance(logged.event, e.WallOrdered))
    assert table.table.game.wall == event.wall
    assert (event.lowest, event.highest) == (event.wall[0], event.wall[5])


def test_romans_neutral_1_six_of_nine_laid_at_random_and_unknown() -> None:
    table = sitting(1, 2)
    events = [lg.event for lg in table.log if isinstance(lg.event, e.WarriorsShuffled)]
    assert [event.side.seat for event in events] == [1, None, None]
    for event, clan in zip(events[1:], table.table.game.clans[1:], strict=True):
        assert {card.knowers for card in event.draw.order} == {()}
        assert clan.orders == event.draw.order[:6]
        assert clan.away == event.draw.order[6:]
        assert clan.sealed

"""States of real games, kept as data for the boards' harness and tests: `python -m tests.web.capture [RULESET...]`.

Games are played at random until every kind of decision has come up; each is kept as its seat sees it, with the legal
actions, and a few also as a spectator sees them. `rulesets.json` holds what `GET /v1/rulesets/{id}` says of components.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from api.resources.rulesets import texts_of
from conformance.kit import Player, Sitting, mixed
from domain.hidden import Viewer
from domain.ruleset import Action, Ruleset
from domain.rulesets import registry
from domain.table.fold import Fold
from domain.table.state import Logged, Table
from projections import people
from projections.document import labelled_actions, view_of
from projections.events import event_document

STATES = Path(__file__).parent / "states"
NAMES = ("Ada", "Borys", "Celina", "Darek", "Ewa", "Feliks")
PLAYERS = {seat: people.Player(name, None) for seat, name in enumerate(NAMES, 1)}
Json = dict[str, Any]
Wanted = Callable[[Json], bool]


class Scene(NamedTuple):
    """A state to look for: the first one of a table's games that has it. `viewer` is a seat to act, or a spectator."""

    name: str
    seats: int
    options: Json
    wanted: Wanted
    spectator: bool = False
    player: Player = mixed


def offers(kind: str) -> Wanted:
    """A state in which the viewer may do something of this kind."""
    return lambda state: any(action["type"] == kind for action in state["legal"])


def many(kind: str, number: int) -> Wanted:
    """A state in which the viewer has so many choices of this kind, or more."""
    return lambda state: sum(action["type"] == kind for action in state["legal"]) >= number


def both(*tests: Wanted) -> Wanted:
    return lambda state: all(test(state) for test in tests)


def stage(key: str, value: Any) -> Wanted:
    return lambda state: state["view"].get(key) == value


def happened(*kinds: str) -> Wanted:
    return lambda state: state["event"]["type"] in kinds


def placed(number: int) -> Wanted:
    """Romans: the viewer has laid so many warriors while orders are given."""
    return lambda state: state["view"]["clans"][(state["seat"] or 1) - 1]["placed"] == number


def stolen(state: Json) -> bool:
    """Age of War: the castle under siege lies in front of another player."""
    besieged = (state["view"]["siege"] or {}).get("castle")
    return any(besieged in player["castles"] for player in state["view"]["players"])


def two_rows(state: Json) -> bool:
    """Age of War: the castles of the centre need a second row at 1280x800."""
    return len(state["view"]["centre"]) > 10


def castles_open(number: int) -> Wanted:
    """Age of War: so many castles may be besieged, most of them other players'."""
    return lambda state: (
        len({action.get("castle") for action in state["legal"]} - {None}) >= number
        and len(state["view"]["centre"]) <= 7
    )


def stacked(state: Json) -> bool:
    """Age of War: somebody has completed a clan."""
    return any(player["stacks"] for player in state["view"]["players"])


def littered(state: Json) -> bool:
    """Nagaraja: used cards and amulets lie between the temples, which makes the table high."""
    return len(state["view"]["used"]) >= 6 and len(state["view"]["played_amulets"]) >= 3


def using(card: str, kind: str, number: int = 1) -> Wanted:
    """Nagaraja: the effect of this card is under way and offers choices of this kind."""
    under_way: Wanted = lambda state: (state["view"].get("effect") or {}).get("card") == card  # noqa: E731
    return both(under_way, many(kind, number))


def holds(number: int) -> Wanted:
    """Nagaraja: the viewer's hand has so many cards, or more."""
    return lambda state: len(state["view"]["players"][state["seat"] - 1]["hand"]) >= number


def tiles(number: int) -> Wanted:
    """Nagaraja: so many tiles lie in a temple."""
    return lambda state: any(
        sum(space is not None for space in player["temple"]["spaces"]) >= number
        for player in state["view"]["players"]
    )


def hoarding(
    ruleset: Ruleset[Any], state: Any, seat: int, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Nagaraja: at random, but never more cards than must be."""
    fewest = min(len(getattr(action, "cards", ())) for action in legal)
    return rng.choice([action for action in legal if len(getattr(action, "cards", ())) == fewest])


WAR = [
    Scene("thrown", 2, {}, both(many("fill-line", 8), stage("siege", None))),
    Scene("siege", 3, {}, both(many("fill-line", 2), lambda state: state["view"]["siege"] is not None)),
    Scene("stolen", 3, {}, both(stolen, many("fill-line", 2))),
    Scene("siege-of-six", 6, {}, both(stolen, many("fill-line", 2), two_rows)),
    Scene("all-open-to-six", 6, {}, both(stage("siege", None), castles_open(11))),
    Scene("hopeless", 2, {}, lambda state: [action["type"] for action in state["legal"]] == ["set-aside"]),
    Scene("to-throw", 2, {}, both(offers("roll"), stacked)),
    Scene("watched", 6, {}, both(happened("castle-conquered"), stacked), True),
    Scene("ended", 4, {}, happened("game-ended"), True),
]
ROMANS = [
    Scene("orders-begun", 2, {}, both(offers("place-warrior"), placed(0))),
    Scene("orders-half", 4, {}, both(offers("place-warrior"), placed(3), offers("withdraw-warrior"))),
    Scene("orders-full", 3, {"neutral_clans": 1}, offers("seal-orders")),
    Scene("seduce", 4, {}, many("seduce", 3)),
    Scene("take-fort", 3, {"druhid_shift": True}, many("take-fort", 3)),
    Scene("keep-axx", 2, {"neutral_clans": 2}, offers("keep-axx")),
    Scene("keep-warrior", 3, {}, offers("keep-warrior")),
    Scene("discard-revealed", 4, {}, many("discard-revealed", 3)),
    Scene("discard-fort", 2, {}, many("discard-fort", 2)),
    Scene("rearrange", 2, {}, both(many("rearrange", 20), lambda state: len(state["legal"]) <= 60)),
    Scene("watched-orders", 4, {}, both(placed(4), stage("clash", 0)), True),
    Scene("watched-clash", 3, {"neutral_clans": 1}, both(stage("clash", 4), happened("clash-won")), True),
    Scene("ended", 4, {}, happened("game-ended"), True),
]
TOUCHE = [
    Scene("choose-set", 2, {}, offers("choose-set")),
    Scene("own-sets", 3, {"set_choice": "own"}, both(offers("choose-set"), stage("phase", "choosing"))),
    Scene("beginning", 2, {}, offers("lay-card")),
    Scene(
        "joker", 4, {"set_choice": "agreed", "set": "squares"}, both(many("lay-card", 80), stage("round", 2))
    ),
    Scene("crown", 3, {"set_choice": "agreed", "set": "three-different"}, many("crown-pattern", 2)),
    Scene("exchange", 2, {"set_choice": "agreed", "set": "crosses"}, many("exchange-dead", 3)),
    Scene(
        "six", 6, {"set_choice": "agreed", "set": "straights"}, both(stage("round", 3), offers("lay-card"))
    ),
    Scene("watched", 4, {"set_choice": "agreed", "set": "squares"}, happened("pattern-crowned"), True),
    Scene("ended", 3, {"set_choice": "agreed", "set": "straights"}, happened("game-ended"), True),
]
NAGARAJA = [
    Scene("choose-cards", 2, {}, offers("choose-cards")),
    Scene("choose-from-many", 2, {}, both(offers("choose-cards"), holds(9)), player=hoarding),
    Scene("spend-naga", 2, {}, both(many("spend-naga", 6), tiles(2))),
    Scene("play-naga-amulet", 2, {}, lambda s: any(a.get("amulet") == "A2" for a in s["legal"])),
    Scene("play-points-amulet", 2, {}, lambda s: any(a.get("amulet") == "A3" for a in s["legal"])),
    Scene("place-tile", 2, {}, both(offers("place-tile"), tiles(4))),
    Scene("place-first-tile", 2, {}, offers("place-tile")),
    Scene("keep-cards", 2, {}, offers("keep-cards")),
    Scene("swap-relics", 2, {}, many("swap-relics", 30)),
    Scene("swap-neighbours", 2, {}, using("R5", "swap-relics", 16)),
    Scene("peek-relics", 2, {}, using("R4", "peek-relics", 10)),
    Scene("leave-relics", 2, {}, offers("leave-relics")),
    Scene("rotate-tile", 2, {}, many("rotate-tile", 9)),
    Scene("swap-tiles", 2, {}, many("swap-tiles", 3)),
    Scene("move-tile", 2, {}, many("move-tile", 8)),
    Scene("low-row", 2, {}, both(using("T4", "move-tile", 50), littered)),
    Scene("slide-line", 2, {}, offers("slide-line")),
    Scene("place-trap", 2, {}, offers("place-trap")),
    Scene("discard-sticks", 2, {}, many("discard-sticks", 3)),
    Scene("name-stick", 2, {}, offers("name-stick")),
    Scene("throw-named", 2, {}, offers("throw-named")),
    Scene("choose-player", 2, {}, offers("choose-player")),
    Scene("discard-cards", 2, {}, many("discard-cards", 3)),
    Scene("take-card", 2, {}, many("take-card", 3)),
    Scene("watched-throw", 2, {}, both(happened("sticks-thrown"), tiles(5)), True),
    Scene("watched-effect", 2, {}, both(lambda s: s["view"].get("effect") is not None, tiles(6)), True),
    Scene("ended", 2, {}, happened("game-ended"), True),
]
SCENES = {"age-of-war": WAR, "romans": ROMANS, "touche": TOUCHE, "nagaraja": NAGARAJA}


def seen(ruleset: Ruleset[Any], table: Table, last: Logged, viewer: Viewer) -> Json:
    """What a board is given: the state as its contract has it, apart from the ruleset's document."""
    options = msgspec.convert(table.setup.options, ruleset.options)
    sides = ruleset.sides(table.setup.seats, options)
    actions, prompt = labelled_actions(ruleset, table, PLAYERS, viewer)
    return {
        "ruleset": ruleset.id,
        "view": view_of(ruleset, table, viewer),
        "legal": msgspec.to_builtins(actions),
        "prompt": None if prompt is msgspec.UNSET else msgspec.to_builtins(prompt),
        "seat": viewer,
        "seats": [
            {"seat": seat, "name": NAMES[seat - 1], "side": side, "bot": None}
            for seat, side in enumerate(sides, 1)
        ],
        "event": msgspec.to_builtins(event_document(last, 0, viewer, ruleset.id)),
        "status": table.status,
        "lang": "en",
        "toAct": list(table.to_act),
    }


def states(id: str, scene: Scene) -> Iterator[Json]:
    """The states of a table's games, as the scene's viewer sees them, game after game."""
    ruleset = registry()[id]
    options = msgspec.convert(scene.options, ruleset.options)
    for seed in range(60):
        sitting = Sitting(ruleset, scene.seats, options, f"{scene.name}-{seed}", "free")
        game = sitting.play(scene.player, random.Random(seed))
        yield from _as_watched(sitting, game) if scene.spectator else _as_played(sitting, game)


def _as_played(sitting: Sitting, game: Iterator[Table]) -> Iterator[Json]:
    """Before every action, as each seat to act sees it."""
    for table in game:
        for seat in table.to_act:
            yield seen(sitting.ruleset, table, sitting.log[-1], seat)


def _as_watched(sitting: Sitting, game: Iterator[Table]) -> Iterator[Json]:
    """After every event of a seat's action, as a spectator sees it."""
    for _ in game:
        pass
    folding = Fold(sitting.ruleset)
    for logged in sitting.log:
        folding.read([logged])
        if folding.game is not None and logged.actor.startswith("seat:"):
            yield seen(sitting.ruleset, folding.table(), logged, None)


def rulesets() -> Json:
    """What a board needs of the rulesets' documents."""
    return {
        id: {
            "id": id,
            "name": dict(registry()[id].name),
            "components": registry()[id].newest.components,
            "texts": msgspec.to_builtins(texts_of(registry()[id])),
            "words": msgspec.to_builtins(registry()[id].words.board),
            "clauses": [
                {"id": clause, "text": {"en": text.en, "pl": text.pl}}
                for clause, text in registry()[id].clauses.items()
            ],
        }
        for id in SCENES
    }


def write(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n")


def capture(ids: Sequence[str]) -> None:
    """Capture the scenes of these rulesets. Raises SystemExit when no game shows what a scene wants."""
    STATES.mkdir(exist_ok=True)
    write(STATES / "rulesets.json", rulesets())
    for id in ids:
        for scene in SCENES[id]:
            print(id, scene.name)
            found = next(filter(scene.wanted, states(id, scene)), None)
            if found is None:
                raise SystemExit(f"no game shows {id} {scene.name}")
            write(STATES / f"{id}-{scene.name}.json", found)


if __name__ == "__main__":
    capture(sys.argv[1:] or list(SCENES))

"""What an operator may write into a game that no honest one does: each is one entry out of its place, in due form."""

from __future__ import annotations

from tests.verifier.adversary.accounts import AMONG_ACCOUNTS
from tests.verifier.adversary.misrule import AT_THE_DESK
from tests.verifier.adversary.mistiming import IN_TIME
from tests.verifier.adversary.scene import Mischief, Scene
from tests.verifier.adversary.teller import Unwritable
from tests.verifier.players import Player
from tests.verifier.primitives import b64u, digest_of
from tests.verifier.synthetic import Hide


def _again(scene: Scene) -> None:
    """An earlier entry a second time, as it was."""
    entry = scene.rng.choice(scene.log.meant()[1:])
    scene.log.add(entry["t"], entry["d"], entry["by"])


def _gone_back(scene: Scene) -> None:
    scene.log.rewind(
        scene.version(), **scene.rng.choice(({}, {"rng": "fresh"}, {"rng": "same"}, {"rng": "new"}))
    )


def _gone_back_aside(scene: Scene) -> None:
    """To a version that was taken back, past nothing drawn or shown."""
    version = len(scene.log.trees)
    for card in (1, 2):
        scene.log.add("card-named", {"card": card})
    scene.log.rewind(version)
    scene.log.rewind(version + scene.rng.choice((0, 1, 1, 2)))


def _chosen_slot(scene: Scene) -> None:
    """Dice from a slot that the operator likes better, with all that follows from it."""
    scene.log.throw(slot=(scene.rng.choice((0, 0, 1)), scene.rng.randrange(scene.log.draws.slots)))


def _slot_of_the_other_kind(scene: Scene) -> None:
    """A slot is read twice, as dice and as a shuffle."""
    if not scene.log.served:
        raise Unwritable("a slot that is used")
    slot = scene.rng.choice([*scene.log.served])
    if scene.log.served.get(slot) == "throw":
        scene.log.shuffle(["ace", "king"], slot=slot)
    else:
        scene.log.throw(slot=slot)


def bot_with_a_seed(scene: Scene) -> None:
    """Done where a seat is taken (`games`)."""
    raise Unwritable("a free seat")


def _seated_late(scene: Scene) -> None:
    scene.log.take(Player(scene.rng.randint(1, scene.log.seats + 1), key=scene.rng.random() < 0.3))


def _freed_late(scene: Scene) -> None:
    by = scene.rng.choice(["organiser", "table"])
    scene.log.add("seat-freed", {"seat": scene.rng.randint(1, scene.log.seats)}, by)


def _revealed_late(scene: Scene) -> None:
    scene.log.reveal(Player(scene.rng.randint(1, scene.log.seats)))


def _revealed_again(scene: Scene) -> None:
    """The same seed once more, signed as it was."""
    entry = scene.one("seed-revealed")
    scene.log.add("seed-revealed", entry["d"], entry["by"], sig=entry.get("sig"))


def _started_again(scene: Scene) -> None:
    scene.log.start(epoch=scene.rng.choice((0, 1)))


def _reassigned(scene: Scene) -> None:
    """To somebody whose key another one uses, or to a seat that there is not."""
    player = Player(scene.rng.randint(1, scene.log.seats + 1), key=True)
    if scene.rng.random() < 0.5:
        player.sign_with("operator")
    scene.log.reassign(player)


def _forked(scene: Scene) -> None:
    scene.log.add("forked", {"game": "0" * 32, "version": 1})


def _signed(scene: Scene) -> None:
    """Signed though nothing is to be, by another key, for another entry, or without the hash of an action."""
    log = scene.log
    player = Player(scene.rng.randint(1, log.seats), key=True)
    if scene.rng.random() < 0.3:
        player.sign_with("operator")
    sig = log.signing(player, {"type": "card-named"})
    how = scene.rng.choice((sig, {"s": sig["s"]}, sig | {"s": log.signature(player, sig["h"], 0)}))
    log.add("card-named", {"card": 1}, player.by, sig=how)


def _unsigned(scene: Scene) -> None:
    """By a seat, whether it has a key or not, alone or in the action of another."""
    a = scene.rng.choice((None, scene.log.meant()[-1]["a"]))
    scene.log.add("card-named", {"card": 1}, f"seat:{scene.rng.randint(1, scene.log.seats)}", a=a)


def _opened_nothing(scene: Scene) -> None:
    place = scene.rng.choice(
        ("1/d/card", "6/d/draw/order/9", f"{len(scene.log.trees)}/d/cards/0", "06/d/x", "0/d/options")
    )
    scene.log.add("cards-shown", {"cards": [{"of": place, "to": [1]}]})


def _opened_otherwise(scene: Scene) -> None:
    places = scene.teller.places("text")
    if not places:
        raise Unwritable("a place")
    opening = {"of": scene.rng.choice(places), "to": scene.rng.choice(([0], [1, 0], [2, 1])), "value": "ace"}
    scene.log.add("cards-shown", {"cards": [opening]})


def _card_exchanged(scene: Scene) -> None:
    """A hand committed anew holds a card twice, or another one."""
    places = scene.teller.places("text")
    if not places:
        raise Unwritable("a place")
    was = scene.rng.choice(places)
    card = {"is": scene.rng.choice(("ace", scene.log.value(was))), "was": was}
    scene.log.add("hand-renewed", {"hand": [Hide(card)] * scene.rng.choice((1, 2))})


def _shuffled_twice(scene: Scene) -> None:
    """What is shuffled was committed later, or nowhere, or is one card twice."""
    refs = [f"{len(scene.log.trees)}/d/draw/order/{n}" for n in (0, 1)]
    if (places := scene.teller.places("text")) and scene.rng.random() < 0.6:
        refs = [scene.rng.choice(places)] * 2
    slot = scene.log.next_slot("shuffle")
    draw = {"epoch": slot[0], "slot": slot[1], "order": [Hide("ace"), Hide("king")], "of": [], "refs": refs}
    scene.log.add("deck-shuffled", {"draw": draw})


def _other_digests(scene: Scene) -> None:
    """The digest of an earlier commitment is committed again, or one that nobody can open."""
    found = [scene.log.hidden[place] for place in scene.log.hidden]
    digest = b64u(bytes(32)) if not found or scene.rng.random() < 0.3 else _digest(scene.rng.choice(found))
    scene.log.add("card-chosen", {"_sd": [digest]})


def _digest(disclosure: str) -> str:
    return b64u(digest_of(disclosure.encode()))


def _seen_elsewhere(scene: Scene) -> None:
    n = scene.rng.randint(0, len(scene.log.trees) + 1)
    scene.log.add("rules-changed", {"rules": 2}, seen={"n": n, "r": "A" * 43 + "="})


MISCHIEF: tuple[Mischief, ...] = (
    _again, _gone_back, _chosen_slot, _slot_of_the_other_kind, _seated_late, _freed_late, _revealed_late, _started_again,
    _revealed_again, _reassigned, _forked, _signed, _unsigned, _opened_nothing, _opened_otherwise, _card_exchanged,
    _shuffled_twice, _other_digests, _seen_elsewhere, _gone_back_aside, bot_with_a_seed, *AT_THE_DESK, *IN_TIME,
    *AMONG_ACCOUNTS,
)  # fmt: skip

"""A small made-up game with every kind of secret and draw, logged and exported through `domain.ledger`."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.draws import KeyedDraws, Roll, Shuffle
from domain.hidden import AUDITOR, Hidden, Opened, Viewer, stamped
from domain.ledger import entry, note
from domain.ledger.audit import OpenedKey, Seed, audit_bytes, audit_file, opened_places
from domain.ledger.keys import KeyTree, mix, seed_commitment, seeds_for
from domain.ledger.knowledge import disclosures_for
from domain.ledger.merkle import Frontier, leaf_hash
from domain.ledger.seal import Secrets, disclosures, seal_event
from domain.ledger.text import b64, b64u, from_b64u
from domain.ruleset import Event
from domain.table.events import GameStarted, Rewound, SeatTaken, SeedRevealed

SLOTS = 8
GAME = UUID("6f1c0b7e-90ab-4d6e-8f3e-0123456789ab")
ORIGIN = f"play.example.org/g/{GAME}"
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
CARDS = ("ace", "king", "queen", "jack", "ten", "nine")
K_SALT = bytes(range(64, 96))
SEEDS = {1: b"1" * 32, 2: b"2" * 32}


class GameCreated(Event, frozen=True, tag="game-created"):
    game: str
    origin: str
    nonce: str
    ruleset: str
    edition: str
    edition_hash: str
    rules: int
    draw_roots: tuple[str, ...]
    draw_count: int
    vkey: str
    options: dict[str, Any]


class DeckShuffled(Event, frozen=True, tag="deck-shuffled"):
    deck: Shuffle[str]


class CardsDealt(Event, frozen=True, tag="cards-dealt"):
    seat: int
    cards: tuple[Opened[str], ...]


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    seat: int
    roll: Roll


class Mark(msgspec.Struct, frozen=True):
    at: int
    value: Hidden[int]


class CardChosen(Event, frozen=True, tag="card-chosen"):
    seat: int
    card: Hidden[str]
    twin: Hidden[str]
    marks: tuple[Mark, ...]


class CardsShown(Event, frozen=True, tag="cards-shown"):
    cards: tuple[Opened[str], ...]


class RewoundAfresh(Event, frozen=True, tag="rewound"):
    """A referee's ruling: as `rewound`, with new dice."""

    to_version: int
    rng: str = "fresh"


def make_vkey(private: Ed25519PrivateKey) -> str:
    return note.make_vkey(ORIGIN, private.public_key().public_bytes_raw())


class Game:
    """A log in the making. Nothing is checked here: a dishonest service would write it as well."""

    def __init__(self, private: Ed25519PrivateKey = PRIVATE, slots: int = SLOTS) -> None:
        self.private = private
        self.events: list[Event] = []
        self.entries: list[bytes] = []
        self.secrets: list[Secrets] = []
        self.frontier = Frontier()
        self.tree = KeyTree(bytes(range(32)), GAME.bytes, slots)
        self.notes: list[str] = []
        self.add(self._created())

    def _created(self) -> GameCreated:
        roots = tuple(b64(root) for root in self.tree.roots())
        nonce = b64u(bytes(16))
        vkey = make_vkey(self.private)
        return GameCreated(
            GAME.hex, ORIGIN, nonce, "toy", "1", "0" * 64, 1, roots, self.tree.slots, vkey, {"long": True}
        )

    def add(self, event: Any, by: str = "table", d: dict[str, Any] | None = None) -> Any:
        """Log an event; `d` puts other data in its place than honest sealing gives."""
        index = len(self.entries)
        event = stamped(event, index)
        sealed, secrets = seal_event(event, index, K_SALT)
        seen = (self.frontier.size, self.frontier.root()) if index % 3 == 1 else None
        tag = str(type(event).__struct_config__.tag)
        data = entry.encode(index, tag, 1700000000000 + index, by, index, d or sealed, ("toy.1",), seen)
        self.events.append(event)
        self.entries.append(data)
        self.secrets.append(secrets)
        self.frontier = self.frontier.append(leaf_hash(data))
        checkpoint = note.Checkpoint(ORIGIN, self.frontier.size, self.frontier.root())
        self.notes.append(note.sign(checkpoint.text(), ORIGIN, self.private))
        return event

    @property
    def seeds(self) -> list[Seed]:
        taken = [(0, e.seat, e.seed, e.seed_by) for e in self.events if isinstance(e, SeatTaken) and e.seed]
        shown = [(e.epoch, e.seat, e.seed, e.by) for e in self.events if isinstance(e, SeedRevealed)]
        return [Seed(epoch, seat, from_b64u(seed), by) for epoch, seat, seed, by in taken + shown]

    @property
    def draws(self) -> KeyedDraws:
        return KeyedDraws(bytes(range(32)), GAME.bytes, self._mix, self.tree.slots)

    def _mix(self, epoch: int) -> bytes:
        seeds = seeds_for(epoch, [(s.epoch, s.seat, s.seed) for s in self.seeds])
        return mix(GAME.bytes, epoch, self.tree.roots()[epoch], seeds)

    def roll(self, epoch: int, slot: int, sides: tuple[int, ...] = (6, 6, 6)) -> DiceRolled:
        return DiceRolled(1, Roll(epoch, slot, sides, self.draws.words(epoch, slot).roll(sides)))

    def shuffle(self, epoch: int, slot: int, items: tuple[Any, ...]) -> DeckShuffled:
        mixed = self.draws.words(epoch, slot).shuffle(items)
        if isinstance(items[0], Hidden):
            order = tuple(Hidden(it.value) for it in mixed)
            return DeckShuffled(Shuffle(epoch, slot, order, refs=tuple(it.ref for it in items)))
        return DeckShuffled(Shuffle(epoch, slot, tuple(Hidden(it) for it in mixed), of=items))

    def _used(self, over: bool) -> list[tuple[int, int]]:
        rolls = {(e.roll.epoch, e.roll.slot) for e in self.events if isinstance(e, DiceRolled)}
        shuffles = {(e.deck.epoch, e.deck.slot) for e in self.events if isinstance(e, DeckShuffled)}
        return sorted(rolls | shuffles if over else rolls)

    def audit(self, viewer: Viewer = AUDITOR, *, over: bool = True) -> dict[str, Any]:
        """The audit file for a viewer; while the game is not `over`, keys of shuffles stay closed."""
        keys = [OpenedKey(e, n, self.tree.key(e, n), self.tree.path(e, n)) for e, n in self._used(over)]
        places = disclosures_for(viewer, enumerate(self.events))
        file = audit_file(
            game=GAME.hex,
            origin=ORIGIN,
            entries=self.entries,
            disclosed=opened_places(places, lambda i: disclosures(i, self.secrets[i], K_SALT)),
            seeds=self.seeds,
            draws=keys,
            checkpoint=self.notes[-1],
            vkey=make_vkey(self.private),
            ruleset="toy",
            edition="1",
        )
        found: dict[str, Any] = orjson.loads(audit_bytes(file))
        return found


def begun(**kwargs: Any) -> Game:
    """Two seats, one seed each, started."""
    game = Game(**kwargs)
    game.add(SeatTaken(1, b64u(SEEDS[1]), "seat"), "seat:1")
    game.add(SeatTaken(2, b64u(SEEDS[2]), "service"), "seat:2")
    game.add(GameStarted(0))
    return game


def commit_reveal(revealed: bytes = SEEDS[1]) -> Game:
    """Both seats commit; seat 1 reveals, seat 2 does not, so that epoch 1 is used with a seed by the service."""
    game = Game()
    for seat, seed in SEEDS.items():
        committed = b64u(seed_commitment(GAME.bytes, 0, seat, seed))
        game.add(SeatTaken(seat, seed_commitment=committed), f"seat:{seat}")
    game.add(SeedRevealed(1, 0, b64u(revealed)), "seat:1")
    game.add(SeedRevealed(2, 1, b64u(b"s" * 32), "service"))
    game.add(GameStarted(1))
    return game


def played() -> Game:
    """A whole game: both shuffles, private and public openings, dice, a rewind with the same dice, a ruling."""
    game = begun()
    deck = game.add(game.shuffle(0, 0, CARDS)).deck.order
    game.add(CardsDealt(1, tuple(card.open_to(1) for card in deck[:2])))
    game.add(game.roll(0, 1))
    marks = (Mark(0, Hidden(7)), Mark(1, Hidden(8, (2,))))
    chosen = game.add(CardChosen(2, Hidden("king", (2,)), Hidden("ten", (2,)), marks), "seat:2")
    game.add(CardsShown((deck[0].open_to(), deck[2].open_to())))
    game.add(game.shuffle(0, 2, deck))
    game.add(game.roll(0, 3))
    game.add(Rewound(10, 1))
    game.add(game.roll(0, 3))
    game.add(RewoundAfresh(10), "referee")
    game.add(game.roll(0, 4, (20, 2)))
    game.add(CardsShown((chosen.card.open_to(), chosen.twin.open_to())))
    return game

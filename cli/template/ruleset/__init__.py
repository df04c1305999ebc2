"""New Game: everybody bids for shuffled prizes, at once and face down. Clauses in clauses.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.public import (
    Action,
    Choose,
    Edition,
    Hidden,
    Outcome,
    Play,
    Ruleset,
    Traits,
    by_seat,
    of_seat,
    ranked,
)

from . import rules
from .evolve import EVOLVE
from .narrate import CHAPTERS, DESCRIPTIONS, SENTENCES
from .state import PlaceBid, Player, State


class Game(Ruleset[State]):
    id = "new-game"
    name = {"en": "New Game", "pl": "New Game"}
    # The last prize and the last card of a hand are known by elimination: `redraw` leaves them as they are.
    traits = Traits((2, 3, 4), draws=4, longest=40, hidden_information=True, simultaneous=True, redrawn=0.75)
    state = State
    end_reasons = ("last-prize",)
    deciders = {PlaceBid: rules.place_bid}
    evolvers = EVOLVE
    sentences = SENTENCES
    chapters = CHAPTERS
    descriptions = DESCRIPTIONS
    # A board of its own also needs `places`: the names of things between which notes may draw arrows, such as ("prize",).
    hints = {
        "hand": "hand",
        "bid": "cards",
        "played": "cards",
        "won": "cards",
        "box": "pile",
        "deck": "pile",
        "prize": "cards",
        "untaken": "cards",
    }

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        cards, prizes = (tuple(edition.components[name]["values"]) for name in ("cards", "prizes"))
        return State(prizes, by_seat(Player(seat, cards) for seat in range(1, seats + 1)))

    def setup(self, play: Play[State]) -> None:
        rules.set_up(play)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Everybody who has not bid yet: all at once (new-game.bid.1)."""
        return () if state.over else tuple(player.seat for player in state.players if player.bid is None)

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return [PlaceBid(card) for card in of_seat(state.players, seat).hand]

    def outcome(self, state: State) -> Outcome | None:
        """Most points win; players with equal points share the win (new-game.end.1)."""
        if not state.over:
            return None
        scores = {player.seat: player.points for player in state.players}
        ranking = ranked(scores)
        return Outcome(ranking[0], ranking, {str(s): n for s, n in scores.items()}, "last-prize")

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        """Bid about the value of the prize: one of the nearest cards, at random so that it cannot be predicted."""
        far = {bid: abs(bid.card - (state.prize or 0)) for bid in legal if isinstance(bid, PlaceBid)}
        near = [bid for bid in far if far[bid] <= min(far.values()) + 1]
        return near[choose(len(near))]

    def pool(self, path: str, secret: Hidden[Any]) -> str | None:
        """The cards of the deck stand in for each other; a bid ("/players/1/bid") was chosen."""
        return "deck" if path.startswith("/deck/") else None

    def possible(self, state: State, path: str) -> Sequence[int]:
        """To a viewer who does not know a bid ("/players/1/bid"), it may be any card of that hand."""
        return of_seat(state.players, int(path.split("/")[2]) + 1).hand

    def conserved(self, state: State) -> Mapping[str, int]:
        out = state.rounds + (state.prize is not None)
        cards = sum(len(player.hand) + len(player.played) for player in state.players)
        return {"prizes": len(state.box) + len(state.deck) + out, "cards": cards}


RULESET = Game()

"""Every ruleset as a game of OpenSpiel: `pip install 'kronika[openspiel]'`.

>>> import pyspiel, kronika.openspiel
>>> game = pyspiel.load_game("kronika_romans(players=2)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Actions are the numbers of `engine.arrays` (docs/how-to/engine.md), observations its rows of figures, as strings the JSON of
the view.
Returns are its rewards: from -1.0 to 1.0 at the end, and their sum is 0.

Parameters are `players`, `options` (JSON with ; for each comma: `options={"neutral_clans":1;"tied_fort":true}`) and `salt`.

Where several seats are to act at once the lowest one does; its choice stays hidden until all have made theirs.

**Chance** is explicit and approximate. The deal, and whatever an action draws, is one of 65,536 equally likely results: two
chance nodes of 256 outcomes each come before it. Which results these are follows from the place in the game and its `salt`, so
over many games every deal and every throw comes up as often as it should. A state follows from its history.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import pyspiel

from domain.hidden import AUDITOR, Viewer
from domain.table.terms import chosen
from engine import Action, Ruleset, View, plain, rulesets
from engine.arrays import arrays_of
from engine.luck import Luck
from engine.positions import NO_CHANCE, Moment, Past, Position, WouldDraw, seen_by, written

PREFIX = "kronika_"
OUTCOMES, NODES = 256, 2
"""Per chance node, and the number of chance nodes before a draw."""
DEFAULTS = {"players": 2, "options": "{}", "salt": 0}
EQUALLY = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]


class KronikaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A ruleset with a number of players and options; each ruleset has its own class."""

    ruleset: Ruleset[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """`Refused` for invalid players or options, as in `kronika.new`."""
        given, ruleset = {**DEFAULTS, **(params or {})}, self.ruleset
        self.seats, self.salt = int(given["players"]), int(given["salt"])
        options = json.loads(given["options"].replace(";", ","))
        _, self.options = chosen({"ruleset": ruleset.id, "seats": self.seats, "options": options})
        self.arrays = arrays_of(ruleset, ruleset.newest.id, self.seats, plain(self.options))
        given["options"] = given["options"].replace(",", ";")
        super().__init__(_type_of(ruleset, self.seats), self._info(), given)

    def _info(self) -> Any:
        alone = self.seats == 1
        return pyspiel.GameInfo(
            num_distinct_actions=self.arrays.size,
            max_chance_outcomes=OUTCOMES,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=self.ruleset.traits.longest,
        )

    def begun(self) -> Moment:
        """The state before anything is dealt."""
        initial = self.ruleset.initial(self.seats, self.options, self.ruleset.newest)
        return Moment(Position(self.ruleset, initial, NO_CHANCE), 0, (0, None), (), Past(None), self.seats)

    def new_initial_state(self) -> KronikaState:
        return KronikaState(self)

    def max_chance_nodes_in_history(self) -> int:
        return NODES * (self.ruleset.traits.longest + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KronikaObserver:
        """Tensors encode a player's current view; strings with `perfect_recall` include the player's whole history."""
        if params:
            raise ValueError(f"There are no parameters of observations; {params} were given.")
        return KronikaObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class KronikaState(pyspiel.State):  # type: ignore[misc]
    """A position, or one before a chance node."""

    def __init__(self, game: KronikaGame) -> None:
        super().__init__(game)
        self._now = game.begun()

    # -- OpenSpiel's interface

    def current_player(self) -> int:
        if self._now.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        to_act = self._now.position.to_act
        return to_act[0] - 1 if to_act else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self._now.waiting is None and not self._now.position.to_act

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._numbers(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return EQUALLY

    def _apply_action(self, action: int) -> None:
        if self._now.waiting is None:
            self._decided(self.current_player(), action)
        else:
            self._drawn(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"chance {action}"
        actions = self.get_game().arrays.actions
        found = actions[action] if action < len(actions) else self._numbers(player).get(action)
        return f"choice {action}" if found is None else written(found)

    def returns(self) -> list[float]:
        game = self.get_game()
        outcome = game.ruleset.outcome(self._now.position.state) if self.is_terminal() else None
        return [0.0] * game.seats if outcome is None else list(game.arrays.rewards(outcome))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KronikaState:
        """A state consistent with everything that the player knows.

        Its history is still that of this state.
        """
        other: KronikaState = self.clone()
        position = self._now.position.redrawn(player + 1, random.Random(str(sampler())))
        past = self._now.past.instead(player, partial(seen_by, position))
        other._now = self._now._replace(position=position, past=past)
        return other

    def __str__(self) -> str:
        return written((self.seen(AUDITOR), self._now.chance, self._now.waiting, self._now.places))

    # -- views of players

    def seen(self, viewer: Viewer) -> View | None:
        """The board as seen by a seat, a spectator (None) or the auditor; None before the setup."""
        return self._now.position.seen(viewer) if self._now.places else None

    def digest_for(self, player: int) -> str:
        """A digest of everything that a player has seen and done."""
        return self._now.past.digest_for(player)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats with a decision; () at a chance node."""
        return () if self._now.waiting else self._now.position.to_act

    # -- transitions

    def _numbers(self, player: int) -> dict[int, Action]:
        if player + 1 not in self.to_act:
            return {}
        numbers: dict[int, Action] = self.get_game().arrays.numbers(self._now.position.legal_for(player + 1))
        return numbers

    def _decided(self, player: int, action: int) -> None:
        chosen = self._numbers(player)[action]
        now = self._now._replace(past=Past(self._now.past, acted=(player, action)))
        try:
            self._come_to(now, now.position.after(player + 1, chosen, NO_CHANCE))
        except WouldDraw:
            self._now = now._replace(waiting=(player + 1, chosen))

    def _drawn(self, outcome: int) -> None:
        now = self._now._replace(chance=(*self._now.chance, outcome))
        if len(now.chance) < NODES or now.waiting is None:
            self._now = now
            return
        luck = Luck(f"{self.get_game().salt} {now.places} {now.chance}")
        self._come_to(now, now.position.after(*now.waiting, luck))

    def _come_to(self, now: Moment, position: Position) -> None:
        past = Past(now.past, partial(seen_by, position))
        self._now = now._replace(position=position, places=now.places + 1, waiting=None, chance=(), past=past)


class KronikaObserver:
    """Builds OpenSpiel's observations."""

    def __init__(self, game: KronikaGame, kind: Any) -> None:
        self._arrays, self._recall = game.arrays, kind.perfect_recall
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(len(game.arrays.names), np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: KronikaState, player: int) -> None:
        """The feature vector of this player's view; without private information, of a spectator's view."""
        view = state.seen(player + 1 if self._private else None)
        row = 0.0 if view is None else self._arrays.observation(view, player + 1, state.to_act)
        self.tensor[:] = row

    def string_from(self, state: KronikaState, player: int) -> str:
        """The JSON of the view; with perfect recall, preceded by a digest of all earlier views and own actions."""
        view = written((player, state.to_act, state.seen(player + 1 if self._private else None)))
        return f"{state.digest_for(player)} {view}" if self._recall and self._private else view


def _type_of(ruleset: Ruleset[Any], fewest: int) -> Any:
    """From this number of players, the game is general-sum: one player's gain is not exactly the others' loss."""
    kinds, hidden = pyspiel.GameType, ruleset.traits.hidden_information
    information = kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=PREFIX + ruleset.id.replace("-", "_"),
        long_name=f"{ruleset.name['en']} (Kronika)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=kinds.Utility.ZERO_SUM if fewest > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=ruleset.traits.seats[-1],
        min_num_players=ruleset.traits.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


def _register(ruleset: Ruleset[Any]) -> None:
    """A class, because OpenSpiel holds it beyond Python's shutdown, when other objects must not be released."""
    kind = _type_of(ruleset, ruleset.traits.seats[0])
    pyspiel.register_game(kind, type(kind.short_name, (KronikaGame,), {"ruleset": ruleset}))


for _ruleset in rulesets().values():
    _register(_ruleset)

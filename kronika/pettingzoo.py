"""Every ruleset as a PettingZoo environment: `pip install 'kronika[pettingzoo]'`.

>>> from kronika.pettingzoo import env
>>> table = env("romans", seats=2, max_cycles=400)
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     over = termination or truncation
...     table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

Agents are "seat_1", "seat_2", ... An observation has `observation`, a row of figures whose names are `arrays.names`, and
`action_mask`; actions are the numbers of `arrays` (docs/how-to/engine.md); `document` gives what the agent sees as JSON.
Rewards come at the end, from -1.0 to 1.0, and their sum is 0 (`arrays.rewards`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from engine import Action, Game, Logged, new, plain
from engine.arrays import NotLegal as NotLegal
from projections.replay import sentence_of
from projections.sentences import LANGUAGES, Renderer

Observation = dict[str, NDArray[Any]]


class NotSimultaneous(ValueError):
    """A parallel environment was requested for a game whose seats act in turn."""


def env(
    ruleset: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    lang: str = "en",
) -> Any:
    """`raw_env` in PettingZoo's wrappers, which report calls in the wrong order and actions out of bounds."""
    table = raw_env(ruleset, seats, options, render_mode=render_mode, max_cycles=max_cycles, lang=lang)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(table))


class _Table:
    """The common part of both environments: successive games at one kind of table."""

    def __init__(
        self,
        ruleset: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        lang: str = "en",
    ) -> None:
        """`seats`, `options` (a JSON object) and refusals as in `kronika.new`; by default two seats.

        After `max_cycles` steps a game is cut off (all agents truncated, no rewards); with None, it is played to its end.
        `render` tells in `lang` ("en", "pl") what the last step brought, for `render_mode` "ansi".
        """
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is None or 'ansi', and not {render_mode!r}.")
        if lang not in LANGUAGES:
            raise ValueError(f"lang is 'en' or 'pl', and not {lang!r}.")
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self._terms = (ruleset, 2 if seats is None else seats, options)
        self._rng = random.Random()
        self._begin(None)
        self._renderer = Renderer(self.game.ruleset, lang, {})
        self.arrays = self.game.arrays
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.game.seats + 1)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self._actions = {agent: spaces.Discrete(self._numbers) for agent in self.possible_agents}
        self._observations = {agent: self._space() for agent in self.possible_agents}

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "kronika_v1"}
    game: Game
    """The current game with all hidden information: `kronika.Game`."""

    @property
    def _numbers(self) -> int:
        return self.game.arrays.size

    def _space(self) -> spaces.Dict:
        figures = spaces.Box(-np.inf, np.inf, (len(self.arrays.names),), np.float32)
        return spaces.Dict({"observation": figures, "action_mask": spaces.MultiBinary(self._numbers)})

    def _begin(self, seed: int | None) -> None:
        """A game with this seed, identical to that of `kronika.new`; without a seed, the next one after the last seed given."""
        if seed is not None:
            self._rng = random.Random(seed)
        ruleset, seats, options = self._terms
        self.game = new(ruleset, seats, options, self._rng.getrandbits(64) if seed is None else seed)
        self._happened: tuple[Logged, ...] = self.game.history
        self._cycles = 0
        self._numbered: tuple[Any, dict[int, Action]] = (None, {})

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object for the same agent."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object for the same agent."""
        return self._actions[agent]

    def document(self, agent: str) -> Any:
        """This agent's view as a JSON object, as the service would send it to the seat."""
        return plain(self.game.view(self._seat[agent]))

    def render(self) -> str | None:
        """The events of the last step, one sentence per line, as a spectator may see them."""
        if self.render_mode is None:
            return None
        sentences = (sentence_of(self.game.ruleset, logged, None) for logged in self._happened)
        return "\n".join(map(self._renderer.render, sentences))

    def close(self) -> None:
        """Nothing to close."""

    def _observed(self, agent: str) -> Observation:
        seat = self._seat[agent]
        seen = self.arrays.observation(self.game.view(seat), seat, self.game.to_act)
        return {"observation": np.array(seen, np.float32), "action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self._numbers, np.int8)
        mask[list(self._legal(seat))] = 1
        return mask

    def _legal(self, seat: int) -> dict[int, Action]:
        """Legal actions by number, cached for the mask and the choice that follows."""
        moment = (self.game, self.game.version, seat)
        if self._numbered[0] != moment:
            self._numbered = (moment, self.arrays.numbers(self.game.legal(seat)))
        return self._numbered[1]

    def _apply(self, seat: int, action: Any) -> None:
        found = self._legal(seat).get(int(action))
        if found is None:
            raise NotLegal(f"Action {action} is not legal for seat_{seat} now; its action_mask says what is.")
        self._happened += self.game.apply(seat, found)

    def _ended(self) -> tuple[bool, bool]:
        """Whether the game is over, and whether it was truncated."""
        self._cycles += 1
        over = self.game.outcome is not None
        return over, not over and self.max_cycles is not None and self._cycles >= self.max_cycles

    def _worth(self, over: bool) -> dict[str, float]:
        outcome = self.game.outcome
        if not over or outcome is None:
            return dict.fromkeys(self.possible_agents, 0.0)
        return dict(zip(self.possible_agents, self.arrays.rewards(outcome), strict=True))


class raw_env(_Table, AECEnv):  # type: ignore[misc]  # PettingZoo has no types; it calls its own ones so
    """Agents act one at a time. If several are to act at once, the first of these seats acts.

    That gives nothing away: what a seat sees, its mask and who is to act do not follow from what others have chosen until all
    have. `observe` of an agent that is not to act has a mask of zeros.
    """

    metadata = {**_Table.metadata, "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start a game; the same seed gives the same one. `options` are ignored: pass them to the constructor."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """This agent's observation and action mask."""
        return self._observed(agent)

    def step(self, action: Any) -> None:
        """Apply the selected agent's action by number; None for a finished agent. `NotLegal` changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._happened = ()
        self._apply(self._seat[agent], action)
        over, cut = self._ended()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._worth(over)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _next(self) -> str:
        to_act = self.game.to_act or (1,)
        return self.possible_agents[to_act[0] - 1]


class parallel_env(_Table, ParallelEnv):  # type: ignore[misc]
    """All agents act at once, for rulesets with simultaneous decisions (`NotSimultaneous` for others).

    An agent without a decision, while others still have one, takes the last action, `wait`, and nothing else.
    """

    def __init__(self, *terms: Any, **more: Any) -> None:
        super().__init__(*terms, **more)
        if not self.game.ruleset.traits.simultaneous:
            raise NotSimultaneous(f"Seats of {self.game.ruleset.id} act one after the other: use env.")

    @property
    def wait(self) -> int:
        """The number of the action of agents without a decision."""
        return self.game.arrays.size

    @property
    def _numbers(self) -> int:
        return self.game.arrays.size + 1

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        """Start a game; the same seed gives the same one. `options` are ignored: pass them to the constructor."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._all_observed(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Apply all agents' actions by number. `NotLegal` changes nothing."""
        before, decided = self.game, self._decided(actions)
        self.game, self._happened = before.clone(), ()
        try:
            for seat in before.to_act:
                self._apply(seat, decided[seat])
        except NotLegal:
            self.game = before
            raise
        over, cut = self._ended()
        agents, self.agents = self.agents, [] if over or cut else self.agents
        worth = self._worth(over)
        return (
            self._all_observed(),
            worth,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _decided(self, actions: Mapping[str, Any]) -> dict[int, int]:
        """The actions by seat; every agent must give one, and agents without a decision must wait."""
        decided = {self._seat[agent]: int(action) for agent, action in actions.items() if agent in self._seat}
        for seat in range(1, self.game.seats + 1):
            if seat not in decided:
                raise NotLegal(
                    f"seat_{seat} has no action in this step; who has nothing to decide waits ({self.wait})."
                )
            if (decided[seat] == self.wait) == (seat in self.game.to_act):
                duty = (
                    "has to decide"
                    if seat in self.game.to_act
                    else f"has nothing to decide: it waits ({self.wait})"
                )
                raise NotLegal(f"seat_{seat} {duty}.")
        return decided

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = super()._mask(seat)
        mask[self.wait] = seat not in self.game.to_act
        return mask

    def _all_observed(self) -> dict[str, Observation]:
        return {agent: self._observed(agent) for agent in self.possible_agents}

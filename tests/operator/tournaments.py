"""Tournaments whose later games are not those that were planned."""

from __future__ import annotations

from hashlib import sha256
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.ledger.plan import Plan, PlannedGame
from domain.table.events import SeedRevealed
from service.log.keys import GameKeys
from service.log.signing import Signer
from service.tables import planning
from tests.operator.attack import Evidence, attack
from tests.operator.service import Operator, unlisted
from tests.service.chairs import Chair
from verifier.text import b64u

TERMS = {
    "ruleset": "touche",
    "seats": 2,
    "games": 3,
    "options": {"set_choice": "agreed", "need": {"square": 1}, "dealer": 1},
}


class Series:
    """A tournament of three games in which two honest clients have a seed each."""

    def __init__(self, service: Operator) -> None:
        self.service = service
        made = service.post("tournaments", TERMS)
        self.id, self.organiser = made["id"], made["organiser_token"]
        chairs = [Chair(self._ctx(), seat, bytes([seat]) * 32) for seat in (1, 2)]
        tokens = [service.post(f"tournaments/{self.id}/seats", it.taking())["token"] for it in chairs]
        for chair, token in zip(chairs, tokens, strict=True):
            seed, _ = chair.opening(chairs)
            service.post(f"tournaments/{self.id}/seeds", {"seed": seed}, token)

    def _ctx(self) -> bytes:
        told = self.service.get(f"tournaments/{self.id}/plan")
        games = [PlannedGame(it["game"], it["roots"]) for it in told["planned"]]
        return Plan(bytes.fromhex(self.id), games, told["terms"].encode()).ctx

    @property
    def games(self) -> list[str]:
        return [it["id"] for it in self.service.get(f"tournaments/{self.id}")["games"]]

    def next(self) -> None:
        """The organiser gives up the newest game, so that the next one begins."""
        self.service.post(f"games/{self.games[-1]}/abandonment", {}, self.organiser)

    def files(self) -> Evidence:
        return Evidence([self.service.audit(game) for game in self.games])


@attack("L3", "not the one that the seat committed to", "`GameKeys.unpacked`, `_plan`")
def other_keys_for_a_later_game(service: Operator) -> Evidence:
    """The draw keys of a later game of a tournament are dropped for others, made when the seeds were known"""
    series, plan = Series(service), planning._plan
    searched = sha256(b"searched").digest()

    def other_keys(game: str, packed: bytes, slots: int) -> GameKeys:
        return GameKeys(game, searched, searched, slots)

    def with_roots(tournament: Any, rows: Any) -> Plan:
        planned = plan(tournament, rows)
        number = len(tournament.played)
        one = planned.games[number]
        roots = GameKeys(one.game, searched, searched, rows[number][2]).roots
        games = [*planned.games[:number], PlannedGame(one.game, roots), *planned.games[number + 1 :]]
        return Plan(planned.id, games, planned.terms)

    with (
        service.changed(GameKeys, "unpacked", other_keys),
        service.changed(planning, "_plan", with_roots),
    ):
        series.next()
    return Evidence([unlisted(service.audit(series.games[-1]))])


@attack("L3", "different things of who took a seat", "`_declared`")
def another_seed_in_a_later_game(service: Operator) -> Evidence:
    """A seat's commitment and seed are others in a later game of a tournament"""
    series, honest = Series(service), planning._declared

    def declared(tournament: Any) -> Any:
        other = Chair(tournament.ctx, 2, b"searched" * 4)
        changed = []
        for event, sig in honest(tournament):
            if event.seat == 2 and isinstance(event, SeedRevealed):
                event = SeedRevealed(2, b64u(b"searched" * 4))
            elif event.seat == 2:
                event = replace(event, seed_commitment=other.taking()["seed_commitment"])
            changed.append((event, sig))
        return changed

    with service.changed(planning, "_declared", declared):
        series.next()
    return Evidence([unlisted(it) for it in series.files().files])


@attack("L3", "another game of the tournament has the number 1 too", "the whole service, for one player")
def a_planned_game_played_twice(service: Operator) -> Evidence:
    """A planned game is played twice, in two copies of the service, and each player gets the file that suits"""
    series = Series(service)
    copy = service.copy()
    [first] = series.games
    service.post(f"games/{first}/abandonment", {}, series.organiser)
    copy.post(f"games/{first}/abandonment", {}, series.organiser)
    [_, second] = series.games
    return Evidence([service.audit(second), copy.audit(second)])


@attack("verdict", "numbers 1 are not among the files", "nothing: the operator hands out what suits")
def a_game_of_a_tournament_withheld(service: Operator) -> Evidence:
    """A game of a tournament is given up, and its file is not handed out"""
    series = Series(service)
    series.next()
    series.next()
    [first, _, last] = series.files().files
    return Evidence([first, last])


@attack("verdict", "numbers 0 were given up", "nothing: the operator hands out what suits")
def a_game_of_a_tournament_begun_anew(service: Operator) -> Evidence:
    """A game of a tournament is given up and played again, and its file is not handed out; the reader reads the whole log"""
    service = service.another()
    series = Series(service)
    series.next()
    return Evidence(series.files().files[1:], service.whole_log())


@attack("L4", "its options do not follow from the game before", "`_options`")
def other_options_for_a_later_game(service: Operator) -> Evidence:
    """A later game of a tournament has options that do not follow from the game before"""
    series, honest = Series(service), planning._options

    def options(*of: Any) -> Any:
        return {**honest(*of), "need": {"square": 2}}

    with service.changed(planning, "_options", options):
        series.next()
    series.next()
    return Evidence(series.files().files[:2], honest=1)


@attack("L3", "not the one that the seat committed to", "`Signer`")
def another_key_for_a_later_game(service: Operator) -> Evidence:
    """A later game of a tournament is signed by another key of the operator"""
    series, games = Series(service), service.kronika.repository
    honest, other = games.signer, Signer(sha256(b"another key").digest())
    [first] = series.games

    def checkpoint(origin: str, size: int, root: bytes) -> str:
        own = origin.endswith(str(UUID(first)))
        return (honest if own else other).checkpoint(origin, size, root)

    signer = SimpleNamespace(checkpoint=checkpoint)
    with service.changed(games, "signer", other), service.changed(games.heads, "_signer", signer):
        series.next()
        return Evidence([unlisted(service.audit(series.games[-1]))])

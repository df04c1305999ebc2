"""Changed rulings: what nobody ruled, and what a friend rules."""

from __future__ import annotations

from typing import Any

from domain.play import Play
from domain.table.absence.events import SeatExcluded
from domain.table.events import Rewound
from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee import finality
from domain.table.referee.events import Remedy
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import Json, Operator, play
from tests.verifier.primitives import b64u, digest_of

HASH = b64u(digest_of(b"nothing"))
REFEREE, TABLE = "referee:1", "table"
Step = tuple[str, Any]


def ruled(to_version: int, ruling: int = 1, dispute: int = 1) -> list[Step]:
    """A case that a referee takes up, and a ruling that goes back."""
    opened = e.DisputeOpened(dispute, 3, to_version + 1, (), "back-up", HASH)
    return [
        (REFEREE, opened),
        (REFEREE, e.CaseTaken(dispute, 1)),
        (REFEREE, e.Ruled(dispute, ruling, 1, "backed-up", (), HASH, 1, Remedy(to_version=to_version))),
    ]


def final(to_version: int, rng: Any, ruling: int = 1, dispute: int = 1) -> list[Step]:
    """It becomes final and takes the game back."""
    back = Rewound(to_version, ruling=ruling, rng=rng)
    return [(TABLE, e.RulingFinal(dispute, ruling)), (TABLE, back)]


def thrown(service: Operator) -> tuple[list[Any], int]:
    """Players of a game in which dice were thrown, and the version before the throw."""
    players = service.begun()
    before = len(players[0].entries)
    play(players)
    return players, before


def appointed(service: Operator, game: str) -> None:
    service.write(game, ("organiser", e.RefereeAppointed(1, True)), (REFEREE, e.RefereeAccepted(1)))


@attack("L3", "this one was not appointed, has not accepted or is gone", "a function that writes a ruling")
def a_ruling_by_nobody(service: Operator) -> Evidence:
    """A referee whom nobody appointed rules that dice are thrown anew"""
    players, before = thrown(service)
    for step in ruled(before):
        service.write(players[0].game, step)
    service.write(players[0].game, *final(before, "fresh"), one_action=True)
    play(players)
    return file_of(service.audit(players[0].game))


@attack("L3", "to where the ruling says", "a function that writes a ruling")
def a_ruling_that_goes_further(service: Operator) -> Evidence:
    """A game goes back further than the referee ruled"""
    players, before = thrown(service)
    game = players[0].game
    play(players, 2)
    appointed(service, game)
    for step in ruled(before + 1):
        service.write(game, step)
    service.write(game, *final(before, "fresh"), one_action=True)
    return file_of(service.audit(game))


@attack("L3", "draws are made anew if, and only if", "a function that writes a ruling")
def a_ruling_that_keeps_the_dice(service: Operator) -> Evidence:
    """A ruling goes back past a throw, and a friend acts knowing the dice that will come again"""
    players, before = thrown(service)
    game = players[0].game
    appointed(service, game)
    for step in ruled(before):
        service.write(game, step)
    service.write(game, *final(before, "same"), one_action=True)
    return file_of(service.audit(game))


@attack("L3", "becomes final a second time", "a function that writes a ruling")
def a_ruling_carried_out_twice(service: Operator) -> Evidence:
    """One ruling goes back twice, and the better dice remain"""
    players, before = thrown(service)
    game = players[0].game
    appointed(service, game)
    for step in ruled(before):
        service.write(game, step)
    service.write(game, *final(before, "fresh"), one_action=True)
    play(players)
    service.write(game, *final(before, "fresh"), one_action=True)
    return file_of(service.audit(game))


@attack("L3", "does not follow directly", "a function that writes a shuffle")
def a_stack_reshuffled_by_nobody(service: Operator) -> Evidence:
    """The stack is shuffled again without a ruling, until it suits"""
    players = service.begun("touche")
    play(players)
    game = players[0].game
    loaded = service.kronika.repository.get(game)
    stacks = loaded.table.game.stacks
    draws = loaded.keys.draws(loaded.table)
    shuffle = Play(Fold(loaded.ruleset, loaded.table), draws).shuffle(list(stacks[0]))
    places = tuple(f"/stacks/0/{n}" for n in range(len(stacks[0])))
    service.write(game, (TABLE, e.StackReshuffled(places, shuffle)))
    return file_of(service.abandoned(game))


@attack("L2", "no ruling that became final before it in this action", "a function that writes an event")
def a_seat_excluded_by_nobody(service: Operator) -> Evidence:
    """A bot takes the seat of a player whom no ruling excludes"""
    players, _ = thrown(service)
    service.write(players[0].game, (TABLE, SeatExcluded(1, "greedy")))
    return file_of(service.audit(players[0].game))


class Hearing:
    """A case about the first throw, which a referee of the organiser's choice has taken.

    That referee has opened it; where an appeal could be `heard`, a second one has, and a third is a head.
    """

    def __init__(self, service: Operator, head: bool = True, heard: bool = False, **terms: int) -> None:
        self.service = service
        players = service.begun(disputes={"answer_within": 0, **terms})
        self.game, self.before = players[0].game, len(players[0].entries)
        play(players)
        self.token = service.referee(self.game, head)
        opener = service.referee(self.game, False) if heard else self.token
        self.head = service.referee(self.game) if heard else self.token
        about = {"from": self.before, "to": self.before + 1}
        opened = self.post("", {"about": about, "claim": "Look.", "wants": "back-up"}, token=opener)
        self.case = f"/{opened['dispute']}"
        self.post(f"{self.case}/taking", {})

    def post(self, path: str, body: Json, version: int | None = None, token: str = "") -> Json:
        return self.service.post(f"games/{self.game}/disputes{path}", body, token or self.token, version)

    def ruled(self, kind: str, **more: Any) -> None:
        """The referee rules, under a clause that is always there."""
        body = {"kind": kind, "findings": "The dice fell from the table.", "clauses": ["table.legal"], **more}
        version = self.service.get(f"games/{self.game}")["version"]
        self.post(f"{self.case}/rulings", body, version)

    def rule(self, kind: str, **more: Any) -> Evidence:
        """The file after the ruling."""
        self.ruled(kind, **more)
        return file_of(self.service.audit(self.game))

    @property
    def bundle(self) -> bytes:
        """The bundle of the case, as a stranger gets it."""
        return self.service.http.get(f"/v1/games/{self.game}/disputes{self.case}/bundle").content


BACK = {"why_not_stand": "The dice fell from the table."}


@attack("L4", "no action allowed there leads to this ruled", "`can_be_heard`")
def a_ruling_without_appeal(service: Operator) -> Evidence:
    """A friend's ruling becomes final at once, although a head referee could hear an appeal"""
    hearing = Hearing(service, heard=True)
    with service.changed(finality, "can_be_heard", lambda *of: False):
        return hearing.rule("backed-up", remedy={"to_version": hearing.before}, **BACK)


@attack("verdict", "A referee had draws made anew once.", "nothing: an organiser may appoint anybody")
def a_friend_as_referee(service: Operator) -> Evidence:
    """The organiser appoints a friend, who rules that inconvenient dice are thrown anew"""
    hearing = Hearing(service)
    return hearing.rule("backed-up", remedy={"to_version": hearing.before}, **BACK)


@attack("account", "A referee set the result", "nothing: an organiser may appoint anybody")
def a_result_by_a_friend(service: Operator) -> Evidence:
    """The organiser appoints a friend, who rules that somebody else has won"""
    result = {"winners": [2], "ranking": [[2], [1]], "scores": {"1": 0, "2": 1}}
    return Hearing(service).rule("result", remedy=result, **BACK)

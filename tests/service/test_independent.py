"""Two engineers' work on one page: clients and reader know only docs/ledger.md, the service makes the logs."""

from __future__ import annotations

import json
import random
from base64 import b64decode
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from uuid import UUID

import orjson
import pytest

from domain.rulesets import registry
from domain.table.events import CLOSED_TABLES
from domain.table.refusals import Refused
from service.log.verifying import rules_level
from service.play import acting
from service.queries import auditing
from service.queries import tournaments as tournament_queries
from service.tables import entering, seating, suspension, tournaments
from service.tables.seating import RevealSeed
from tests.service.conftest import House, said
from tests.service.playing import auditor, choose, fewest_seats
from tests.soaking import soaked
from tests.verifier.bits import File, unnoticed
from tests.verifier.chance import Planned
from tests.verifier.players import Player, seats_commitment
from tests.verifier.primitives import b64u, leaf, root
from verifier import PASSED, Known, Report, verify, verify_all

Tokens = dict[int, str]
every_ruleset = pytest.mark.parametrize("ruleset", list(registry()))


def audit(house: House, game: str, token: str | None = None) -> bytes:
    return auditing.audit(house.repository, game, token)


def trees(house: House, game: str) -> list[dict[str, Any]]:
    return [orjson.loads(text) for text in orjson.loads(audit(house, game))["entries"]]


def context_of(house: House, game: str) -> bytes:
    """ctx of a game that is of no tournament."""
    return leaf(orjson.loads(audit(house, game))["entries"][0].encode())


def sit(house: House, game: str, organiser: str, player: Player) -> str:
    declared, sig = player.taking(context_of(house, game), accounts=True)
    entrant = {"name": f"P{player.seat}"} | declared | sig_member(sig)
    return house.sit(game, organiser, entrant)


def sig_member(sig: dict[str, str] | None) -> dict[str, str]:
    return {"sig": sig["s"]} if sig else {}


def begin(house: House, players: list[Player], **new: Any) -> tuple[str, Tokens]:
    """A game that all of them have begun by committing and revealing."""
    game, organiser = house.create(seats=len(players), undo="free", **new)
    tokens = {player.seat: sit(house, game, organiser, player) for player in players}
    for seed, sig, player in revealing(context_of(house, game), trees(house, game), players):
        seating.reveal_seed(RevealSeed(game, tokens[player.seat], seed, sig), house.context)
    return game, tokens


def revealing(
    ctx: bytes, logged: list[dict[str, Any]], players: list[Player]
) -> Iterator[tuple[str, str | None, Player]]:
    """What each of them sends when all seats are taken."""
    everybody = seats_commitment(ctx, len(players), logged)
    for player in players:
        declared, sig = player.revealing(ctx, everybody)
        yield declared["seed"], sig["s"] if sig else None, player


def signed(house: House, game: str, token: str, player: Player, action: dict[str, Any]) -> dict[str, Any]:
    """What a request has in place of the action, for the log as its client sees it."""
    leaves = [leaf(line) for line in auditing.entries(house.repository, game, token, 0, None).splitlines()]
    return player.acting(bytes.fromhex(game), len(leaves), root(leaves), action)


def play(house: House, game: str, tokens: Tokens, actions: int = 10_000) -> None:
    """Play at random, and now and then take back."""
    rng = random.Random(1)
    for n in range(actions):
        to_act = house.repository.get(game).table.to_act
        if not to_act:
            return
        seat = rng.choice(to_act)
        house.act(game, tokens[seat], choose(house, game, seat, rng))
        if n % 5 == 4:
            take_back(house, game, tokens[seat])


def play_signed(house: House, game: str, tokens: Tokens, players: list[Player], actions: int) -> None:
    """The same of seats that sign."""
    rng = random.Random(2)
    for n in range(actions):
        seat = rng.choice(house.repository.get(game).table.to_act)
        player, token = players[seat - 1], tokens[seat]
        action = signed(house, game, token, player, choose(house, game, seat, rng))
        said(acting.act(acting.Act(game, token, {}, signed=action), house.context))
        if n % 4 == 3:
            back = signed(house, game, token, player, {"type": "table.undo-request"})
            with suppress(Refused):
                acting.request_undo(acting.RequestUndo(game, token, signed=back), house.context)


def take_back(house: House, game: str, token: str) -> None:
    """If it may be taken back."""
    with suppress(Refused):
        acting.request_undo(acting.RequestUndo(game, token), house.context)


def good(data: bytes, *levels: str) -> Report:
    """What is found of a file of which no level fails and these pass."""
    report = verify(data)
    assert report.ok, report.table()
    assert [report[level].status for level in levels] == [PASSED] * len(levels), report.table()
    return report


def people(ruleset: str) -> list[Player]:
    """As many as the game needs; all give seeds."""
    return [Player(seat) for seat in range(1, fewest_seats(ruleset) + 1)]


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "touche")))
def test_games_with_seeds_of_their_own_verify_as_they_go_on_and_at_the_end(
    house: House, ruleset: str
) -> None:
    players = people(ruleset)
    game, tokens = begin(house, players, ruleset=ruleset)
    good(audit(house, game), "L0", "L2")
    play(house, game, tokens, 20)
    for token in (None, *tokens.values(), auditor(house, game)):
        good(audit(house, game, token), "L0", "L2")
    play(house, game, tokens)
    report = good(audit(house, game), "L0", "L2", "L3")
    assert report.entropy == house.document(game)["entropy"] | {"provided": ["L4"]}
    assert report.account == house.document(game)["account"]
    own = verify(audit(house, game), own=b64u(players[-1].seed)).words()[-1]
    assert own == f"Yours is in the mix (seat {len(players)}), so nobody chose without you."


def test_a_table_that_fills_with_signed_seats_verifies_at_every_step(house: House) -> None:
    game, organiser = house.create(seats=3)
    players = [Player(1, key=True), Player(2), Player(3, key=True)]
    for player in players:
        good(audit(house, game), "L0", "L2", "L3")
        sit(house, game, organiser, player)
        assert verify(audit(house, game)).account == house.document(game)["account"]
    report = good(audit(house, game), "L0", "L2", "L3")
    assert report.entropy == house.document(game)["entropy"] | {"provided": ["L4"]}


@every_ruleset
def test_games_of_seats_that_sign_verify(house: House, ruleset: str) -> None:
    players = [Player(player.seat, key=True) for player in people(ruleset)]
    game, tokens = begin(house, players, ruleset=ruleset)
    play_signed(house, game, tokens, players, 12)
    everything = audit(house, game, auditor(house, game))
    assert rules_level(orjson.loads(everything)).status == PASSED
    for file in (everything, *(audit(house, game, token) for token in (None, *tokens.values()))):
        good(file, "L0", "L2")


def plan_of(house: House, id: str) -> tuple[Planned, bytes]:
    """The plan as its document tells it, and ctx as it follows from that and the terms."""
    told = tournament_queries.plan(house.repository, id, None)
    games = [(UUID(it.game), Roots([b64decode(text) for text in it.roots])) for it in told.planned]
    plan = Planned(UUID(told.tournament), games)
    assert [it.number for it in told.planned] == list(range(told.games))
    assert b64decode(told.root) == plan.root()
    return plan, plan.context(json.loads(told.terms))


class Roots:
    """What a plan tells of a game's draw keys."""

    def __init__(self, roots: list[bytes]) -> None:
        self.roots = roots


def tournament(house: House) -> tuple[str, str, Planned]:
    """A tournament of two that has begun: its id, the organiser's token, and its plan."""
    terms = {"ruleset": "age-of-war", "seats": 2, "games": 2}
    made = tournaments.create_tournament(tournaments.CreateTournament(terms), house.context).document
    players = [Player(1), Player(2, key=True)]
    plan, ctx = plan_of(house, made.id)
    tokens = {}
    taken: list[dict[str, Any]] = [{"t": "game-created", "d": {"table": CLOSED_TABLES}}]
    for player in players:
        declared, sig = player.taking(ctx, accounts=True)
        entrant = {"name": f"P{player.seat}"} | declared | sig_member(sig)
        entered = entering.enter(entering.Enter(made.id, None, entrant), house.context).document
        tokens[player.seat] = entered.token
        taken.append({"t": "seat-taken", "d": declared})
    for seed, sig, player in revealing(ctx, taken, players):
        tournaments.reveal(tournaments.Reveal(made.id, tokens[player.seat], seed, sig), house.context)
    return made.id, made.organiser_token, plan


def test_games_of_a_tournament_verify_together(house: House) -> None:
    id, organiser, plan = tournament(house)
    for n in range(3):
        game = house.tournament(id)["games"][n]["id"]
        assert game == plan.games[n][0].hex
        suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)
    files = {game["id"]: audit(house, game["id"]) for game in house.tournament(id)["games"]}
    for n, report in enumerate(verify_all(files).values()):
        assert report["L3"].status == PASSED, report.table()
        assert report.tournament is not None
        assert (report.tournament.number, report.tournament.missing) == (n, ())
        assert report.entropy is not None
        assert (report.entropy["operator_with"], report.entropy["signed"]) == ([1, 2], [2])


def several(house: House) -> list[File]:
    """Files of a game that goes on, of one whose seats sign, and of one of a tournament, each with an older checkpoint."""
    open_game, tokens = begin(house, [Player(1), Player(2)])
    signing, keys = begin(house, [Player(1, key=True), Player(2, key=True)], ruleset="touche")
    planned = house.tournament(tournament(house)[0])["games"][0]["id"]
    games = (open_game, signing, planned)
    older = {game: auditing.checkpoint(house.repository, game, None) for game in games}
    play(house, open_game, tokens, 10)
    play_signed(house, signing, keys, [Player(1, key=True), Player(2, key=True)], 6)
    return [File(game, audit(house, game, auditor(house, game)), Known(older=older[game])) for game in games]


@pytest.mark.soak
def test_no_bit_of_a_file_of_the_service_changes_unnoticed(house: House) -> None:
    assert unnoticed(several(house), 500) == []


@pytest.mark.soak
def test_none_of_20_000_bits_changes_unnoticed(house: House) -> None:
    assert unnoticed(several(house), 20_000) == []

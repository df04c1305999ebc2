"""The log of logs: two trees, leaves that are wrong or left out, trees that are cut back, logs of other names."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

import httpx
from kronika_client.heads import Heads

from domain.ledger.cosignature import Submission
from domain.ledger.log_leaf import OUTCOMES
from service.log import committing
from service.log.transparency import leaves
from service.log.transparency.cosigned_heads import store_cosignature
from service.log.transparency.log import LogHead, TransparencyLog
from service.log.witnessing import Witness
from service.system.settings import WitnessEndpoint
from tests.clients.trusting import Player
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.desk import Hearing
from tests.operator.service import Operator, complaint
from tests.operator.views import submitted, vkey_of, with_line, witness_of
from tests.service.leaves import sequence
from verifier.known import now
from verifier.monitor import Monitor

NOWHERE = "http://witness.invalid"
"""Nothing is sent there: the attacks ask the witness themselves."""

JSON = {"Accept": "application/json"}


def log_of(service: Operator) -> TransparencyLog:
    sequence(service.kronika)
    return service.kronika.repository.logs.current()


def head_of(service: Operator) -> LogHead:
    return log_of(service).head()


def with_friend(service: Operator, heads: Heads | None = None) -> Player:
    """An honest client, which keeps these heads, at a full table."""
    game = service.create()
    player = Player(service.http, game, 1, heads)
    player.patience = 0
    player.sit_down("Ala")
    Player(service.http, game, 2).sit_down("Friend")
    return player


class Forked:
    """A service, and a copy of it with a tree of its own."""

    def __init__(self, service: Operator) -> None:
        self.service = service.another()
        self.copy = self.service.copy()
        [player, _] = self.service.begun()
        self.heads = player.heads
        """What a client has kept of the service's tree."""


@attack("client", "this service's log is not the one that is remembered", "the whole service, for one player")
def a_tree_for_one_player(service: Operator) -> Evidence:
    """A client sees its seats in a log of logs that nobody else sees, and has saved a head from an earlier game"""
    forked = Forked(service)
    player = with_friend(forked.copy, forked.heads)
    return file_of(forked.copy.audit(player.game), complaint(player.reveal))


@attack("monitor", "it was rewritten: the kept head", "the whole service, for one player")
def a_tree_that_a_monitor_sees(service: Operator) -> Evidence:
    """The same, for a client that has saved no head; a monitor gets the head that this client got"""
    forked = Forked(service)
    player = with_friend(forked.copy)
    player.reveal()
    kept = forked.service.folder / "kept"
    seen = watched(forked.service, kept, head_of(forked.copy).note)
    return file_of(forked.copy.audit(player.game), seen)


def watched(service: Operator, kept: Path, *heads: str) -> str:
    """What a monitor says of the service's log, knowing heads that others have kept."""
    log = log_of(service)
    monitor = Monitor(kept, [service.kronika.signer.vkey(log.origin)], [], heads, now())
    return "; ".join(monitor.look(str(log.folder.path)).problems)


class Witnessed:
    """Two copies of the service, whose games promise the cosignature of the same witness."""

    def __init__(self, service: Operator) -> None:
        self.witness = witness_of(service)
        endpoint = WitnessEndpoint(vkey_of(self.witness), NOWHERE)
        self.one, self.other = (service.copy(witnesses=(endpoint,), quorum=1) for _ in range(2))

    def cosigned(self, service: Operator, old: int = 0) -> httpx.Response:
        """The witness is asked for this service's head, and its cosignature is stored."""
        head = head_of(service)
        proof = log_of(service).consistency(old, head.size) if old else []
        answer = submitted(self.witness, Submission(old, proof, head.note))
        if answer.is_success:
            note = with_line(self.witness, head.note, answer)
            store_cosignature(service.kronika.store, vkey_of(self.witness), note)
        return answer


@attack("client", "nothing of this game is in the service's log", "the whole service, for one player")
def a_tree_that_a_witness_refuses(service: Operator) -> Evidence:
    """The same, for a client that has saved no head, in a game that promises a witness of others' choice"""
    two = Witnessed(service)
    with_friend(two.one)
    size = head_of(two.one).size
    two.cosigned(two.one).raise_for_status()
    with_friend(two.other)
    player = with_friend(two.other)
    assert two.cosigned(two.other).status_code == HTTPStatus.CONFLICT
    assert two.cosigned(two.other, size).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    return file_of(two.other.audit(player.game), complaint(player.reveal))


@attack(
    "nobody",
    "Only the operator's own witness is named, and the client had saved no head. A monitor that sees both heads finds it.",
    "the whole service, for one player; the witness",
)
def a_tree_with_the_operators_witness(service: Operator) -> Evidence:
    """A client sees its seats in a log of logs that nobody else sees, under the operator's witness, which cosigns anything"""
    two = Witnessed(service)
    with_friend(two.one)
    two.cosigned(two.one).raise_for_status()
    player = with_friend(two.other)
    with service.changed(Witness, "_extend", lambda *of: None):
        two.cosigned(two.other).raise_for_status()
    player.reveal()
    return file_of(two.other.audit(player.game), witnesses=(vkey_of(two.witness),))


@attack("not available", "silent: honest.example.org", "the whole service, for one player; the witness")
def a_tree_with_one_honest_witness(service: Operator) -> Evidence:
    """The same under the operator's witness; the reader also names one that is not the operator's, and wants both"""
    [file], known, *_ = a_tree_with_the_operators_witness(service)
    honest = service.kronika.signer.witness_vkey("honest.example.org")
    return file_of(file, witnesses=(*known["witnesses"], honest), quorum=2)


@attack("L1", "says 'finished', and the log says 'voided'", "`OUTCOMES`")
def a_voided_game_called_finished(service: Operator) -> Evidence:
    """The log of logs lists a void game as finished"""
    hearing = Hearing(service)
    with service.changed(leaves, "OUTCOMES", {**OUTCOMES, "game-voided": "finished"}):
        return hearing.rule("void", why_not_stand="The dice fell from the table.")


@attack("client", "nothing of this game is in the service's log", "`leaves_of`")
def a_game_left_out_of_the_log(service: Operator) -> Evidence:
    """A game is left out of the log of logs, so that it can be given up and nobody counts it"""
    with service.changed(committing, "leaves_of", lambda *of: []):
        player = with_friend(service)
    return file_of(service.audit(player.game), complaint(player.reveal))


@attack("not available", "no leaf tells of the outcome", "`_Commit._endings`")
def a_result_told_nowhere(service: Operator) -> Evidence:
    """A game is given up, and the log of logs does not record its end; the reader has saved a head of that log"""
    players = service.begun()
    with service.changed(leaves._Commit, "_endings", lambda commit: {}):
        file = service.abandoned(players[0].game)
    return file_of(file, heads=[head_of(service).note])


class CutBack:
    """A service whose log of logs goes back to before a game was given up, and grows again; a monitor looks twice."""

    def __init__(self, service: Operator) -> None:
        self.service = service = service.another()
        [player, _] = service.begun()
        backup, kept = service.folder / "backup", service.folder / "kept"
        service.back_up(backup)
        [later, _] = service.begun()
        service.abandoned(later.game)
        self.heads = later.heads
        assert watched(service, kept) == ""
        service.restore(backup)
        service.begun()
        self.seen = watched(service, kept)
        self.file = service.audit(player.game)


CUT_BACK = "after a restore, the files of `log` are rolled back"


@attack("monitor", "split view", CUT_BACK)
def a_log_of_logs_cut_back(service: Operator) -> Evidence:
    """The log of logs is cut back to before a game was given up, and continues with other games"""
    cut = CutBack(service)
    return file_of(cut.file, cut.seen)


@attack("client", "this service's log is not the one that is remembered", CUT_BACK)
def a_log_of_logs_cut_back_for_a_client(service: Operator) -> Evidence:
    """The same, and the client of the game that was given up plays again"""
    cut = CutBack(service)
    player = with_friend(cut.service, cut.heads)
    return file_of(cut.file, complaint(player.reveal))


@attack("verdict", "in play.example.org/log/fresh since ", "nothing: a log of another name may be started")
def a_log_of_another_name(service: Operator) -> Evidence:
    """A log of another name is started, so that the numbers do not count the games that were given up before"""
    service = service.another()
    service.abandoned(service.begun()[0].game)
    service.kronika.repository.logs.start("fresh", service.kronika.signer)
    [player, _] = service.begun()
    named = [it["origin"] for it in service.http.get("/", headers=JSON).json()["logs"]]
    assert named == ["play.example.org/log", "play.example.org/log/fresh"]
    return Evidence([service.audit(player.game)], service.whole_log())

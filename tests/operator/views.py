"""Different logs for different people: split views, restored databases, witnesses."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_hex

import httpx

from domain.ledger import cosignature
from domain.ledger.cosignature import Submission
from domain.ledger.merkle import consistency_path, leaf_hash
from service.system.settings import WitnessedService
from tests.clients.trusting import Player
from tests.operator.attack import Evidence, attack, file_of
from tests.operator.service import NAME, Json, Operator, complaint, play


@attack(
    "client", "this head does not continue the one that is remembered", "the whole service, for one player"
)
def a_log_shown_differently(service: Operator) -> Evidence:
    """One player gets another log than the others do"""
    players = service.begun()
    copy = service.copy()
    player = play(players)
    forked = copy.abandoned(player.game)
    player.http = copy.http
    return file_of(forked, said=complaint(player.follow))


@attack("L1", "are not those of the older checkpoint", "the whole service, for one player")
def two_files_of_one_game(service: Operator) -> Evidence:
    """One player gets another log than the others do, and compares a saved checkpoint with the file that the others get"""
    players = service.begun()
    copy = service.copy()
    kept = play(players).note
    return file_of(copy.abandoned(players[0].game), older=kept.encode())


def restored(service: Operator) -> tuple[Player, Json]:
    """The player whose dice did not suit, and the file: the database and the log of logs are restored, and the signed heads are
    forgotten."""
    players = service.begun()
    backup = service.folder / f"backup-{token_hex(4)}"
    service.back_up(backup)
    player = play(players)
    service.restore(backup)
    player.http = service.http
    return player, service.abandoned(player.game)


@attack(
    "client",
    "this head does not continue the one that is remembered",
    "`heads.db` is deleted, and the files of `log` are rolled back",
)
def a_restored_database(service: Operator) -> Evidence:
    """A log is rewritten after a restore: an old database takes the place of the new one"""
    player, file = restored(service)
    return file_of(file, said=complaint(player.follow))


@attack(
    "L1",
    "are not those of the older checkpoint",
    "`heads.db` is deleted, and the files of `log` are rolled back",
)
def a_restored_file(service: Operator) -> Evidence:
    """A log is rewritten after a restore, and a player compares a saved checkpoint with the file"""
    player, file = restored(service)
    return file_of(file, older=player.note.encode())


@attack("L1", "this log is shorter", "an older file is served")
def a_shortened_log(service: Operator) -> Evidence:
    """The last action is left out of the file, under the checkpoint that was signed before it"""
    players = service.begun()
    before = service.audit(players[0].game)
    kept = play(players).note
    return file_of(before, older=kept.encode())


def witness_of(service: Operator) -> Operator:
    """Another operator's service, which witnesses the logs of this one."""
    return service.another(witnessed=(WitnessedService(NAME, service.kronika.signer.public),))


def submitted(witness: Operator, asking: Submission) -> httpx.Response:
    return witness.http.post("/v1/witness/checkpoints", content=asking.text().encode())


def asked(witness: Operator, file: Json, old: int = 0) -> httpx.Response:
    """What the witness answers to the file's head; `old` is the size that it is said to know."""
    leaves = [leaf_hash(entry.encode()) for entry in file["entries"]]
    return submitted(witness, Submission(old, consistency_path(leaves, old), file["checkpoint"]))


def cosigned(witness: Operator, file: Json) -> Json:
    """The file with the witness's cosignature of its head."""
    note = with_line(witness, file["checkpoint"], asked(witness, file))
    return file | {"cosignatures": [{"vkey": vkey_of(witness), "note": note}]}


def vkey_of(witness: Operator) -> str:
    return witness.kronika.signer.witness_vkey(NAME)


def with_line(witness: Operator, head: str, answer: httpx.Response) -> str:
    """The head as a note with the witness's line alone."""
    line = answer.raise_for_status().text
    return cosignature.verified(head.split("\n\n")[0] + f"\n\n{line}", vkey_of(witness))


def by_witness(file: Json) -> Evidence:
    """A file whose reader trusts its witness."""
    return file_of(file, witnesses=(file["cosignatures"][0]["vkey"],))


@attack("L0", "is not good", "a function that writes a cosignature")
def a_forged_cosignature(service: Operator) -> Evidence:
    """The operator writes a cosignature of a witness that never saw the log"""
    witness, players = witness_of(service), service.begun()
    honest = cosigned(witness, service.audit(players[0].game))
    play(players)
    file = service.audit(players[0].game)
    vkey = honest["cosignatures"][0]["vkey"]
    head = file["checkpoint"].split("\n\n")[0]
    forged = head + "\n\n" + honest["cosignatures"][0]["note"].split("\n\n")[1]
    return by_witness(file | {"cosignatures": [{"vkey": vkey, "note": forged}]})


@attack("L0", "another log", "the whole service, after a restore")
def a_cosignature_of_another_log(service: Operator) -> Evidence:
    """A log is rewritten after a witness has cosigned its head, and its file has the cosignature"""
    witness, players = witness_of(service), service.begun()
    copy = service.copy()
    play(players)
    seen = cosigned(witness, service.audit(players[0].game))
    return by_witness(copy.abandoned(players[0].game) | {"cosignatures": seen["cosignatures"]})


@attack("witness", "The proof does not lead from", "a witness's database is restored")
def a_witness_rolled_back(service: Operator) -> Evidence:
    """A witness's database is restored, and it is to cosign a rewritten log in place of the one that it had seen"""
    witness, players = witness_of(service), service.begun()
    empty = witness.folder / "backup"
    witness.back_up(empty)
    copy = service.copy()
    play(players)
    seen = service.audit(players[0].game)
    cosigned(witness, seen)
    witness.restore(empty)
    copy.referee(players[0].game)
    rewritten = copy.abandoned(players[0].game)
    conflict = asked(witness, rewritten)
    assert (conflict.status_code, conflict.text) == (HTTPStatus.CONFLICT, f"{len(seen['entries'])}\n")
    answer = asked(witness, rewritten, len(seen["entries"]))
    return file_of(rewritten, answer.json()["detail"])

"""The game's leaves in the service's log of logs, as the verifier judges them (docs/ledger.md, section 15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.verifier.chance import planned
from tests.verifier.games import begun, cosigned_audit
from tests.verifier.logbook import BEGUN, ORIGIN, WITNESSES, Logbook, log_id
from tests.verifier.page_verifier import Both
from tests.verifier.players import Player, seats_commitment
from tests.verifier.primitives import b64, b64u, cosigned, digest_of, jcs, root, u8, vkey_of
from tests.verifier.synthetic import STRANGER, Audit, Log, signed_again
from tests.verifier.test_page_log import ASKED, FAILING, MALFORMED, MISSING, VKEYS, logged, promising, seated
from verifier import FAILED, NOT_AVAILABLE, PASSED, Known, Level, Report, verify_all

MINUTE = 60_000


def report(file: Audit, **known: Any) -> Report:
    return verify_all({"": file}, Known(**known))[""]


def L1(file: Audit, **known: Any) -> Level:
    """The level as seen by a reader who knows this; who names no witnesses has kept the file's own head."""
    kept = [] if "witnesses" in known else [file.get("service_log", {}).get("checkpoint")]
    return report(file, **{"heads": [note for note in kept if note], **known})["L1"]


@pytest.mark.parametrize("what", FAILING)
def test_what_does_not_fit_the_log_fails(what: str) -> None:
    assert L1(FAILING[what][0]()).status == FAILED


@pytest.mark.parametrize("what", MISSING)
def test_what_is_not_there_is_not_available(what: str) -> None:
    assert L1(MISSING[what][0]()).status == NOT_AVAILABLE


@pytest.mark.parametrize("what", MALFORMED)
def test_what_is_malformed_fails_L0(what: str) -> None:
    assert report(MALFORMED[what]())["L0"].status == FAILED


# What passes, and what it says.


def test_it_says_how_far_by_how_many_when_and_who_is_silent() -> None:
    file = logged("finished", witnesses=2, witnessed=ASKED)
    file["service_log"]["cosignatures"] = [
        cosigned(head_of(file), *WITNESSES[0], 1_700_000_900),
        cosigned(head_of(file), *WITNESSES[0], 1_700_000_500),
        cosigned(head_of(file), *WITNESSES[1], 1_700_000_600),
    ]
    level = L1(file, witnesses=VKEYS, quorum=2)
    assert (level.status, level.detail) == (
        PASSED,
        "in the service's log, under 2 of 3 witnesses, up to entry 7, 2023-11-14 22:23:20 UTC; "
        "silent: witness-3.example.org",
    )
    assert L1(file, witnesses=VKEYS[:1]).detail.endswith("up to entry 7, 2023-11-14 22:21:40 UTC")


def head_of(file: Audit) -> str:
    return str(file["service_log"]["checkpoint"].partition("\n\n")[0] + "\n")


def test_the_games_own_head_says_how_much_further() -> None:
    log, file = promising(witnessed=ASKED), logged(witnesses=3, witnessed=ASKED)
    own = [cosigned(log.head(size), *WITNESSES[n]) for n, size in enumerate((6, 5, 4))]
    level = L1(file | {"cosignatures": own}, witnesses=VKEYS, quorum=2)
    assert "up to entry 2, " in level.detail
    assert "the game's own head up to entry 4 under 2 of 3 witnesses" in level.detail


def test_a_game_that_nobody_has_filled_is_in_the_log() -> None:
    log, book = Log(created={"table": 2, "log": ORIGIN, "witnessed": None}), Logbook()
    rows = [book.add("game", log_id(log.leaves[0]))]
    level = L1(log.audit() | {"service_log": book.listed(rows)})
    assert (level.status, level.detail) == (
        PASSED,
        "in the service's log, under no witness, up to entry 0, 2023-11-14",
    )


def test_an_older_checkpoint_alone_is_not_enough_but_may_fail() -> None:
    log = promising()
    assert L1(log.audit(), older=log.checkpoint(2)).status == NOT_AVAILABLE
    assert L1(logged(), older=begun().checkpoint(2)).status == FAILED


def test_without_a_promised_log_a_quorum_on_the_games_own_head_is_enough() -> None:
    log = begun()
    own = [cosigned(log.head(), *WITNESSES[n]) for n in (0, 0, 1)]
    file = log.audit() | {"cosignatures": own}
    assert L1(file, witnesses=VKEYS, quorum=2).status == PASSED
    level = L1(file, witnesses=VKEYS)
    assert level.status == NOT_AVAILABLE
    assert level.detail == (
        "2 of 3 witnesses have cosigned this log, 3 are needed; silent: witness-3.example.org"
    )


def test_a_cosigned_head_of_no_entries_counts_nowhere() -> None:
    file = cosigned_audit(begun(), 0)
    witness = file["cosignatures"][0]["vkey"]
    level = L1(file, witnesses=[witness])
    assert (level.status, "0 of 1 witnesses" in level.detail) == (NOT_AVAILABLE, True), level


# Attacks.


def test_the_list_has_leaves_of_no_other_game() -> None:
    log, book = promising(), Logbook()
    rows = [book.add("game", log_id(digest_of(b"another"))), *seated(book, log)]
    assert L1(log.audit() | {"service_log": book.listed(rows)}).status == FAILED


def test_an_end_is_not_after_the_last_entry() -> None:
    log, book = promising(), Logbook()
    log.add("game-ended", {})
    id, size = log_id(log.leaves[0]), len(log.trees)
    rows = [*seated(book, log), book.add("end", id, n=size + 1, r=b64(bytes(32)), why="finished")]
    level = L1(log.audit() | {"service_log": book.listed(rows)})
    assert (level.status, "not one of this log" in level.detail) == (FAILED, True)


def test_one_key_under_two_names_is_one_witness() -> None:
    alias = vkey_of("alias.example.org", WITNESSES[0][1].public, 4)
    file = logged(witnesses=1)
    file["service_log"]["cosignatures"].append(cosigned(head_of(file), "alias.example.org", WITNESSES[0][1]))
    level = L1(file, witnesses=[VKEYS[0], alias, VKEYS[1]], quorum=2)
    assert (level.status, level.detail) == (
        NOT_AVAILABLE,
        "under 1 of 2 witnesses; 2 are needed; silent: witness-2.example.org",
    )


def test_witnesses_of_the_operators_choice_prove_nothing_to_others() -> None:
    level = L1(logged(witnesses=2, witnessed=ASKED), heads=[])
    assert level.status == NOT_AVAILABLE
    assert "under 2 of 3 witnesses, all of the operator's choice" in level.detail


def test_two_heads_of_one_size_are_a_split_view() -> None:
    book = Logbook()
    for n in range(3):
        book.add("game", log_id(digest_of(bytes((n,)))))
    level = L1(logged(), heads=[book.checkpoint()])
    assert level.status == FAILED
    assert "split view" in level.detail


def test_a_kept_head_that_the_service_did_not_sign_fails() -> None:
    """Whoever gave it to the reader, or the reader's own memory, is wrong; it has the same root."""
    book = Logbook()
    file = logged(book=book)
    book.key = STRANGER
    assert L1(file, heads=[book.checkpoint()]).status == FAILED


def test_a_kept_head_of_another_size_proves_nothing_alone() -> None:
    book = Logbook()
    file = logged(book=book)
    for size in (1, len(book.leaves)):
        assert (L1(file, heads=[book.checkpoint(size)]).status == PASSED) == (size == len(book.leaves))


def test_a_kept_head_of_another_log_proves_nothing() -> None:
    other = Logbook(origin="other.example.org/log")
    other.add("game", log_id(digest_of(b"x")))
    assert L1(logged(), heads=[other.checkpoint()]).status == NOT_AVAILABLE


def test_an_end_ends_with_the_action_of_the_outcome() -> None:
    """A head within the action, or one after later entries, is none that the game ended with."""
    log, book = promising(), Logbook()
    rows = seated(book, log)
    log.add("game-ended", {})
    log.add("card-named", {"card": 1}, a=log.trees[-1]["a"])
    early = L1(log.audit() | {"service_log": book.listed([*rows, book.at("end", log, 7, why="finished")])})
    log.add("card-named", {"card": 1})
    late = L1(log.audit() | {"service_log": book.listed([*rows, book.at("end", log, 9, why="finished")])})
    right = L1(log.audit() | {"service_log": book.listed([*rows, book.at("end", log, 8, why="finished")])})
    assert [it.status for it in (early, late, right)] == [FAILED, FAILED, PASSED]


def test_a_ruling_after_the_end_takes_another_leaf() -> None:
    log, book = promising(), Logbook()
    rows = seated(book, log)
    log.add("game-ended", {})
    rows.append(book.at("end", log, len(log.trees), why="finished"))
    log.add("game-voided", {"ruling": 1})
    before = L1(log.audit() | {"service_log": book.listed(rows)})
    rows.append(book.at("end", log, len(log.trees), why="voided"))
    after = L1(log.audit() | {"service_log": book.listed(rows)})
    assert (before.status, after.status) == (NOT_AVAILABLE, PASSED)
    assert "no leaf tells of the outcome in entry 7" in before.detail


def test_a_leaf_is_at_most_a_minute_later_than_a_cosignature_and_the_reader() -> None:
    for late, status in ((MINUTE, PASSED), (MINUTE + 1, FAILED)):
        log, book = promising(), Logbook()
        rows = [book.add("game", log_id(log.leaves[0]))]
        head = {"n": 3, "r": b64(root(log.leaves[:3]))}
        rows.append(book.enter({"k": "seats", "id": log_id(log.leaves[0]), "at": BEGUN + late, **head}))
        file = log.audit() | {"service_log": book.listed(rows, witnesses=1)}
        assert L1(file, witnesses=VKEYS[:1]).status == status
        assert L1(log.audit() | {"service_log": book.listed(rows)}, now=BEGUN).status == status


def test_seats_are_all_taken() -> None:
    log, book = Log(seats=3, created={"table": 2, "log": ORIGIN, "witnessed": None}), Logbook()
    log.take(Player(1))
    log.take(Player(2))
    rows = [book.add("game", log_id(log.leaves[0])), book.at("seats", log, 3)]
    assert L1(log.audit() | {"service_log": book.listed(rows)}).status == FAILED
    freed = Log(seats=2, created={"table": 2, "log": ORIGIN, "witnessed": None})
    freed.take(Player(1))
    freed.add("seat-freed", {"seat": 1}, "organiser")
    freed.take(Player(2))
    book = Logbook()
    rows = [book.add("game", log_id(freed.leaves[0])), book.at("seats", freed, 4)]
    assert L1(freed.audit() | {"service_log": book.listed(rows)}).status == FAILED


# Tournaments.

Rows = Callable[[Logbook, Log], list[int]]


def tournament_file(enter: Callable[[Logbook, Log, str], list[int]]) -> Audit:
    """Game 1 of a tournament, with the rows that `enter` makes of the book, the game and the tournament's id."""
    log, book = promised_game(1), Logbook()
    return log.audit() | {"service_log": book.listed(enter(book, log, log_id(log.ctx)))}


def promised_game(number: int) -> Log:
    plan = planned()
    its, draws = plan.games[number]
    log = Log(
        draws=draws, game=its, plan=(plan, number), created={"table": 2, "log": ORIGIN, "witnessed": None}
    )
    return log.begin([Player(1, key=True), Player(2)])


def entered(book: Logbook, log: Log, of: str, **changes: dict[str, Any]) -> list[int]:
    """The leaves of a tournament and of its games 0 and 1; the rows of game 1."""
    everybody = b64u(seats_commitment(log.ctx, log.seats, log.trees))
    first = book.add("tournament", of, **{"games": 3, **changes.get("tournament", {})})
    seats = book.add("tournament-seats", of, **{"c": everybody, **changes.get("seats", {})})
    book.add("game", log_id(digest_of(b"game 0")), of=of, number=0)
    game = book.add("game", log_id(log.leaves[0]), **{"of": of, "number": 1, **changes.get("game", {})})
    return [first, seats, game, book.at("seats", log, 3)]


def test_a_game_of_a_tournament_has_the_tournaments_leaves_too() -> None:
    assert L1(tournament_file(entered)).status == PASSED
    ended = tournament_file(
        lambda b, log, of: [*entered(b, log, of), b.add("tournament-end", of, why="finished")]
    )
    assert L1(ended).status == PASSED
    lost = tournament_file(lambda b, log, of: [*entered(b, log, of), b.add("tournament-end", of, why="lost")])
    assert L1(lost).status == NOT_AVAILABLE


@pytest.mark.parametrize(
    "changes",
    [
        {"tournament": {"games": 4}},
        {"seats": {"c": b64u(bytes(32))}},
        {"game": {"number": 0}},
        {"game": {"number": 2}},
        {"game": {"of": b64u(bytes(32))}},
    ],
)
def test_another_place_in_the_tournament_fails(changes: dict[str, Any]) -> None:
    assert L1(tournament_file(lambda b, log, of: entered(b, log, of, **changes))).status == FAILED


def cup_of(take: Callable[[Log], None], parts: Callable[[Log], list[bytes]]) -> Audit:
    """Game 1 of a tournament with such seats, and leaves that have such parts of its C."""
    plan = planned()
    its, draws = plan.games[1]
    created = {"table": 2, "log": ORIGIN, "witnessed": None}
    log, book = Log(draws=draws, game=its, plan=(plan, 1), created=created), Logbook()
    take(log)
    of = log_id(log.ctx)
    c = b64u(digest_of(b"gamelog/v1/seats\n", log.ctx, u8(2), *parts(log)))
    rows = [book.add("tournament", of, games=3), book.add("tournament-seats", of, c=c)]
    rows += [book.add("game", log_id(log.leaves[0]), of=of, number=1)]
    return log.audit() | {"service_log": book.listed(rows)}


def of_seat(log: Log, seat: int) -> bytes:
    return u8(seat) + bytes(32) + Player(seat).commitment(log.ctx)


def both_seats(log: Log) -> list[bytes]:
    return [of_seat(log, 1), of_seat(log, 2)]


def test_the_seats_of_a_tournament_are_all_taken_and_well_formed(both: Both) -> None:
    def full(log: Log, **second: Any) -> None:
        log.take(Player(1))
        log.take(Player(2), **second)

    for take, parts, status in (
        (full, both_seats, PASSED),
        (lambda log: full(log, key="x"), both_seats, FAILED),
        (lambda log: full(log, key=None, seed_commitment="="), both_seats, FAILED),
        (lambda log: None, lambda log: [], FAILED),
        (lambda log: [*map(log.take, [Player(1)])], lambda log: [of_seat(log, 1)], FAILED),
    ):
        file = cup_of(take, parts)
        assert L1(file).status == status
        assert both.page(file, kept="continued").levels["L1"] == status


@pytest.mark.parametrize("out", [[0], [1], [0, 1], [2]])
def test_a_leaf_of_the_tournament_that_is_left_out_fails(out: list[int]) -> None:
    def rows(book: Logbook, log: Log, of: str) -> list[int]:
        return [row for n, row in enumerate(entered(book, log, of)) if n not in out]

    assert L1(tournament_file(rows)).status == FAILED


def test_no_game_follows_the_tournaments_end() -> None:
    def rows(book: Logbook, log: Log, of: str) -> list[int]:
        c = b64u(seats_commitment(log.ctx, log.seats, log.trees))
        before = [book.add("tournament", of, games=3), book.add("tournament-seats", of, c=c)]
        end = book.add("tournament-end", of, why="abandoned")
        return [*before, end, book.add("game", log_id(log.leaves[0]), of=of, number=1)]

    assert L1(tournament_file(rows)).status == FAILED


def test_a_lone_game_has_no_leaf_of_a_tournament() -> None:
    log, book = promising(), Logbook()
    rows = [*seated(book, log), book.add("tournament", log_id(log.ctx), games=1)]
    assert L1(log.audit() | {"service_log": book.listed(rows)}).status == FAILED


# T and `first`.


@pytest.mark.parametrize("number", [0, 1])
def test_the_tournament_binds_the_options_and_rules_of_its_first_game(number: int) -> None:
    log = promised_game(number)
    assert report(log.audit()).ok
    other = {"options": {"long": False}, "rules": 1}
    changed = promised_game(number)
    changed.trees[0]["d"]["tournament"]["first"] = other
    found = report(signed_again(log.audit() | {"entries": [jcs(tree) for tree in changed.trees]}))
    assert [it.name for it in found.levels if it.status == FAILED] == ["L0" if number == 0 else "L2"]

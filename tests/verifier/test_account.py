"""The account: all readers make the same one of every log, and each kind of decision is in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.rulesets import registry
from domain.table.fold import fold
from domain.table.parts import account as of_the_service
from tests.rulesets.fixtures import logged_events, read
from tests.verifier.accounts import by_page, by_service, by_verifier, folded
from tests.verifier.chance import planned
from tests.verifier.clocked import HONEST
from tests.verifier.games import begun, played, tournament
from tests.verifier.holders import go_on, holder
from tests.verifier.matches import match_file, matches
from tests.verifier.page_verifier import Both
from tests.verifier.players import Player
from tests.verifier.primitives import b64u
from tests.verifier.synthetic import CARDS, PROMISED, Audit, Log
from verifier import account as of_the_verifier
from verifier import verify

Json = dict[str, Any]


def agreed(both: Both, file: Audit) -> Any:
    """The account of a file in which no level fails, by all three."""
    page, other = both.judge(file)
    assert (page.agrees(other), page.failed) == (True, None), (page, other)
    assert page.account == by_service(folded(file))
    return page.account


def decisions(both: Both, log: Log) -> list[Json]:
    found: list[Json] = agreed(both, log.audit())["decisions"]
    return found


# Each kind.


def refereed() -> Log:
    log = begun(keys=True, created=PROMISED)
    log.appoint(True)
    return log


def final(log: Log, kind: str, remedy: Json | None = None, **ruled: Any) -> int:
    """A ruling of this kind, final. Its action."""
    opened = {
        "dispute": 1,
        "from": 1,
        "to": 5,
        "wants": "back-up",
        "clauses": [],
        "claim_hash": b64u(bytes(32)),
    }
    log.add("dispute-opened", opened, "referee:1")
    return log.end(log.rule(0, kind=kind, remedy=remedy, **ruled))


def ruled(kind: str, t: str, d: Json, remedy: Json | None = None) -> Callable[[], Log]:
    def make() -> Log:
        log = refereed()
        log.add(t, d, a=final(log, kind, remedy))
        return log

    return make


def went_back() -> Log:
    log = refereed()
    to = len(log.trees)
    log.add("card-named", {"card": 1}, "organiser")
    log.rewind(to, ruling=1, rng="same", a=final(log, "backed-up", {"to_version": to}))
    return log


def reshuffled() -> Log:
    log = refereed()
    deck = log.shuffle(CARDS)
    to = len(log.trees)
    log.add("card-named", {"card": 1}, "organiser")
    a = final(log, "backed-up", {"to_version": to})
    log.rewind(to, ruling=1, rng="same", a=a)
    for _ in range(2):
        log.reshuffle(a, *(f"{deck}/d/draw/order/{n}" for n in range(6)))
    return log


EXCLUDED = {"seat": 1, "bot": "greedy"}


def excluded() -> Log:
    log = refereed()
    penalty = {"seat": 1, "kind": "exclusion", "code": "referee.conduct.1", "nth": 1}
    log.add("seat-excluded", EXCLUDED, a=final(log, "stands", penalties=[penalty]))
    return log


def excluded_before() -> Log:
    plan = planned(3)
    game, draws = plan.games[1]
    log = begun(game=game, draws=draws, plan=(plan, 1), created=PROMISED)
    log.add("seat-excluded", EXCLUDED | {"game": "0" * 32, "ruling": 1})
    return log


def given(seat: int, *, key: bool, by: str = "organiser", keys: bool = True) -> Callable[[], Log]:
    """A seat is given away: to somebody with or without a key, by the organiser or in an action of a seat."""

    def make() -> Log:
        log = begun(keys=keys)
        if by != "organiser":
            log.act(Player(1, key=True), "card-named", {"card": 1})
        said, sig = Player(seat, key=key).replacing(log.ctx)
        log.add("seat-reassigned", said, by, sig=sig, a=None if by == "organiser" else log.trees[-1]["a"])
        return log

    return make


def substituted() -> Log:
    log = Log(created=PROMISED | {"table": 5}).begin([holder(1, key=True), Player(2)])
    log.reassign(Player(1, key=True))
    return log


def moved(word: str | None, *, old: bool = True) -> Callable[[], Log]:
    """A seat of an account goes on with another device, and perhaps its key agrees."""

    def make() -> Log:
        ala = holder(1, key=True)
        log = Log(created=PROMISED | {"table": 5}).begin([ala, Player(2)])
        go_on(log, ala, word, old=old)
        return log

    return make


def without_seeds() -> Log:
    log = Log(seats=3)
    log.take(Player(3), seed_commitment=None)
    log.take(Player(2), seed_commitment=None, bot="greedy", by="organiser")
    log.take(Player(1))
    return log


def freed() -> Log:
    log = Log()
    log.take(Player(1, key=True))
    log.add("seat-freed", {"seat": 1}, "organiser")
    log.take(Player(1))
    return log


def told(t: str, d: Json, by: str = "organiser") -> Callable[[], Log]:
    def make() -> Log:
        log = begun()
        log.add(t, d, by)
        return log

    return make


def decided(entry: int, by: str, *kinds: str, **ruling: int) -> list[Json]:
    return [{"entry": entry, "by": by, "kind": kind, **ruling} for kind in kinds]


RESULT = {"winners": [1], "ranking": [[1], [2]], "scores": {"1": 1, "2": 0}}
EACH: dict[str, tuple[Callable[[], Log], list[Json]]] = {
    "went back": (went_back, decided(12, "table", "went-back", ruling=1)),
    "reshuffled": (
        reshuffled,
        [
            *decided(13, "table", "went-back", ruling=1),
            *decided(14, "table", "reshuffled", ruling=1),
            *decided(15, "table", "reshuffled", ruling=1),
        ],
    ),
    "corrected": (
        ruled("stands", "action-corrected", {"seat": 1}),
        decided(11, "table", "corrected", ruling=1),
    ),
    "a result": (
        ruled("result", "result-set", RESULT | {"ruling": 1}, RESULT),
        decided(11, "table", "result-set", ruling=1),
    ),
    "void": (ruled("void", "game-voided", {"ruling": 1}), decided(11, "table", "voided", ruling=1)),
    "given to another key": (
        given(1, key=True),
        decided(6, "organiser", "seat-given", "unsigned"),
    ),
    "given to nobody's key": (
        given(1, key=False),
        decided(6, "organiser", "key-dropped", "seat-given", "unsigned"),
    ),
    "given where there was no key": (given(1, key=True, keys=False), decided(6, "organiser", "seat-given")),
    "given by the seat itself": (given(1, key=True, by="seat:1"), decided(7, "seat:1", "unsigned")),
    "given by another seat": (
        given(2, key=False, by="seat:1"),
        decided(7, "seat:1", "key-dropped", "unsigned"),
    ),
    "on another device without a word": (moved("phone", old=False), decided(6, "seat:1", "moved")),
    "on another device without a key": (
        moved(None, old=False),
        decided(6, "seat:1", "key-dropped", "moved"),
    ),
    "on another device with the key's word": (moved("phone"), []),
    "on another device with the key's word, without one": (
        moved(None),
        decided(6, "seat:1", "key-dropped"),
    ),
    "a seat of an account is given away": (
        substituted,
        decided(6, "organiser", "seat-given", "unsigned"),
    ),
    "no seed": (without_seeds, decided(1, "seat:3", "no-seed")),
    "freed": (freed, decided(2, "organiser", "seat-freed")),
    "suspended": (told("game-suspended", {}), decided(6, "organiser", "suspended")),
    "abandoned": (told("game-abandoned", {}), decided(6, "organiser", "abandoned")),
    "clocks": (
        HONEST["played"],
        [
            *decided(13, "organiser", "suspended"),
            *decided(19, "table", "held"),
            *decided(23, "table", "flag"),
        ],
    ),
    "bots": (
        HONEST["left"],
        [
            *decided(7, "table", "flag"),
            *decided(8, "table", "bot-took-over"),
            *decided(16, "seat:1", "resigned"),
            *decided(17, "table", "bot-took-over"),
            *decided(21, "organiser", "seat-given"),
        ],
    ),
    "excluded by a ruling": (excluded, decided(11, "table", "excluded", ruling=1)),
    "excluded in an earlier game": (excluded_before, decided(6, "table", "excluded")),
    "clocks of rulings": (
        HONEST["ruled"],
        [*decided(21, "table", "clock-ruled", ruling=1), *decided(26, "table", "went-back", ruling=2)],
    ),
    "other rules": (told("rules-changed", {"rules": 2}, "table"), decided(6, "table", "rules-changed")),
}


@pytest.mark.parametrize("what", EACH)
def test_each_decision_is_in_the_account(both: Both, what: str) -> None:
    make, wanted = EACH[what]
    assert decisions(both, make()) == wanted


SAID = {
    "went-back": "Sędzia cofnął grę",
    "reshuffled": "Sędzia zarządził nowe tasowanie kart",
    "corrected": "Sędzia poprawił ruch",
    "result-set": "Sędzia ustalił wynik",
    "voided": "Sędzia unieważnił grę",
    "seat-given": "Organizator oddał zajęte miejsce komuś innemu",
    "unsigned": "Miejsce z kluczem oddano bez podpisu tym kluczem",
    "moved": "Miejsce grało dalej na innym urządzeniu, bez potwierdzenia jego kluczem",
    "key-dropped": "Miejsce, które miało własny klucz, grało dalej bez klucza",
    "no-seed": "Ktoś zajął miejsce, nie dając ziarna",
    "seat-freed": "Zwolniono zajęte miejsce",
    "suspended": "Grę zawieszono",
    "abandoned": "Grę przerwano na dobre",
    "rules-changed": "Gra toczyła się dalej według innej wersji zasad",
}


@pytest.mark.parametrize("what", EACH)
def test_the_page_says_each_decision_with_its_entries_in_both_languages(both: Both, what: str) -> None:
    make, wanted = EACH[what]
    file = make().audit()
    english, polish = both.ask({"file": file})["accounted"]
    assert english == verify(file).account_words()
    for kind, sentence in SAID.items():
        where = in_polish([it for it in wanted if it["kind"] == kind])
        assert (f"{sentence} ({where})." in polish) == bool(where)
    assert len(polish) == 1 + len({it["kind"] for it in wanted})


def in_polish(decisions: list[dict[str, Any]]) -> str:
    """Their entries, ruling by ruling."""
    groups: dict[int | None, list[str]] = {}
    for it in decisions:
        groups.setdefault(it.get("ruling"), []).append(str(it["entry"]))
    return "; ".join(
        f"{'wpis' if len(entries) == 1 else 'wpisy'} {', '.join(entries)}"
        + ("" if ruling is None else f", na mocy orzeczenia {ruling}")
        for ruling, entries in groups.items()
    )


def test_the_account_is_said_after_the_verdict() -> None:
    report = verify(played().audit())
    said = [
        "Throws: 4; shuffles: 3; of these taken back: 1.",
        "A referee took the game back (entry 22, by ruling 1).",
    ]
    assert report.account_words()[:2] == said
    assert report.table().split("\n")[-len(report.account_words()) :] == report.account_words()
    assert report.as_dict()["account"] == report.account


def test_where_a_level_fails_there_is_no_account(both: Both) -> None:
    log = begun()
    log.throw(slot=(0, 3))
    page, other = both.judge(log.audit())
    assert (page.failed, page.account, other.account) == ("L3", None, None)
    assert both.ask({"file": log.audit()})["accounted"] == [[], []]
    assert verify(log.audit()).account_words() == []


def test_all_readers_know_the_same_kinds() -> None:
    met = {decision["kind"] for _, wanted in EACH.values() for decision in wanted}
    assert {kind for kind, _, _ in of_the_service.KINDS} == met == {it.name for it in of_the_verifier.KINDS}


def test_what_players_do_among_themselves_is_no_decision(both: Both) -> None:
    log = begun()
    log.add("card-named", {"card": 1}, "seat:1")
    log.rewind(6)
    log.throw()
    log.add("game-resumed", {}, "organiser")
    assert decisions(both, log) == []


def test_a_seat_that_was_freed_has_no_key_that_could_be_dropped(both: Both) -> None:
    log = freed()
    log.take(Player(2))
    for seat in (1, 2):
        log.reveal(Player(seat))
    log.start()
    log.reassign(Player(1))
    assert decisions(both, log)[1:] == decided(len(log.trees) - 1, "organiser", "seat-given")


def test_draws_count_whatever_was_taken_back_and_so_do_decisions(both: Both) -> None:
    log = refereed()
    log.shuffle(CARDS)
    to = len(log.trees)
    log.throw()
    log.reassign(Player(1))
    first = log.ruled_back(to)
    log.throw()
    assert agreed(both, log.audit())["draws"] == {"throws": 2, "shuffles": 1, "taken_back": 1}
    log.ruled_back(to, 2)
    found = agreed(both, log.audit())
    assert found["draws"] == {"throws": 2, "shuffles": 1, "taken_back": 2}
    assert [(it["kind"], it.get("ruling")) for it in found["decisions"]] == [
        *((kind, None) for kind in ("key-dropped", "seat-given", "unsigned")),
        ("went-back", 1),
        ("went-back", 2),
    ]
    assert log.trees[found["decisions"][-2]["entry"]]["a"] == first


def test_a_decision_after_a_ruling_is_not_the_rulings(both: Both) -> None:
    log = went_back()
    log.reassign(Player(2, key=True))
    assert [it.get("ruling") for it in decisions(both, log)] == [1, None, None]


def test_a_stack_that_was_shuffled_by_a_ruling_may_be_taken_back_by_another(both: Both) -> None:
    log = reshuffled()
    before = agreed(both, log.audit())
    log.ruled_back(9, 2)
    after = agreed(both, log.audit())
    assert before["draws"] == {"throws": 0, "shuffles": 3, "taken_back": 0}
    assert after["draws"] == before["draws"] | {"taken_back": 2}
    assert after["decisions"][:-1] == before["decisions"]


def test_on_another_line_of_an_analysis_other_draws_count(both: Both) -> None:
    log = Log()
    log.add("forked", {"game": "0" * 32, "version": 7})
    for seat in (1, 2):
        log.take(Player(seat), seed_commitment=None, by="table")
    log.start()
    log.throw()
    log.throw()
    left = len(log.trees)
    for to, draws in ((5, (3, 2)), (left, (4, 1)), (5, (5, 4))):
        log.rewind(to, rng="fresh")
        log.throw()
        found = agreed(both, log.audit())["draws"]
        assert (found["throws"], found["taken_back"]) == draws


# Whole games; `test_alike` compares the accounts of all attacks and changes.


def test_all_readers_make_the_same_account_of_games_with_everything_in_them(both: Both) -> None:
    for log in (played(**PROMISED), *tournament()):
        agreed(both, log.audit())


@pytest.mark.parametrize("ruleset", list(registry()))
def test_all_readers_make_the_same_account_of_a_match(both: Both, ruleset: str) -> None:
    """Nobody gave a seed to these, and L3 fails; the account is made all the same here."""
    rules, name = registry()[ruleset], matches(ruleset)[0]
    created, *rest = [logged for logged, _ in logged_events(rules, read(rules, name))]
    closed = replace(
        created, event=replace(created.event, table=1)
    )  # recorded before there were closed tables
    file = match_file(ruleset, name)
    assert by_page(both, file) == by_verifier(file) == by_service(fold(rules, [closed, *rest]))

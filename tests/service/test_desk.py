"""The desk below HTTP: deadlines and who keeps them, erasing, tournaments, imports."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.table.refusals import Refusal, Refused
from service.disputes import acceptances, appointments, places
from service.disputes import queries as queries
from service.disputes.commands import Step, preview_ruling, take_step
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.shared_time import SharedTime
from service.log.table_projection import TableProjection
from service.operation import erasure
from service.operation.app import compose
from service.play.clocks import arrival
from service.queries import exporting
from service.queries import tournaments as tournament_queries
from service.system.clock import now
from service.tables import entering, importing, suspension, tournaments
from tests.service.conftest import House, said, settings_in
from tests.service.preparing import prepared
from tests.service.test_games import refused

HOUR = 3_600_000
CLAIM = "He threw twice."


def project(house: House) -> None:
    """Have the standings taken in what there is."""
    for projection in ASYNC_PROJECTIONS:
        TableProjection(house.repository, projection).catch_up()


class AtDesk:
    """A game of two people with two referees, the second one a head referee."""

    def __init__(self, house: House, game: str, organiser: str, seats: dict[int, str]) -> None:
        self.house, self.game, self.organiser, self.seats = house, game, organiser, seats
        self.referees: dict[int, str] = {}

    @classmethod
    def set(cls, house: House, heads: tuple[bool, ...] = (False, True), **more: Any) -> AtDesk:
        desk = cls(house, *house.create(**more), {})
        for head in heads:
            desk.appoint(head)
        for n in (1, 2):
            desk.seats[n] = house.sit(desk.game, desk.organiser, {"name": f"P{n}"})
        return desk

    def appoint(self, head: bool) -> None:
        command = appointments.Appoint(self.game, self.organiser, head)
        made = said(appointments.appoint(command, self.house.context))
        number = made["referee"]
        accept = appointments.Accept(self.game, None, made["code"], f"Ref {number}")
        self.referees[number] = said(appointments.accept(accept, self.house.context))["token"]

    def step(self, token: str, what: str, dispute: int | None = 1, /, **body: Any) -> dict[str, Any]:
        version = self.house.repository.get(self.game).version
        judged = {version} if what in ("rulings", "decisions") else None
        return said(take_step(Step(self.game, token, what, dispute, body, judged), self.house.context))

    @property
    def about(self) -> dict[str, int]:
        """The stretch of the whole game so far."""
        return {"from_": 1, "to": self.house.repository.get(self.game).version}

    def open(self, seat: int = 1) -> dict[str, Any]:
        body = {"about": self.about, "claim": CLAIM, "clauses": [], "wants": "back-up"}
        return self.step(self.seats[seat], "disputes", None, **body)

    def ruled(self, kind: str = "stands", **more: Any) -> dict[str, Any]:
        self.open()
        self.step(self.seats[2], "statements", text="No.")
        self.step(self.referees[1], "taking")
        ruling = {"kind": kind, "findings": "So.", "clauses": ["table.legal"], "penalties": [], **more}
        return self.step(self.referees[1], "rulings", **ruling)

    def state(self, dispute: int = 1) -> str:
        return str(queries.case(self.house.repository, self.game, None, dispute).state)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have it be so many milliseconds later, everywhere."""
    start = now()

    def set_to(milliseconds: int) -> None:
        monkeypatch.setattr(SharedTime, "now", lambda _: start + milliseconds)

    set_to(0)
    return set_to


def test_the_keeper_lets_a_case_expire_and_the_game_goes_on(house: House, later: Any) -> None:
    desk = AtDesk.set(house)
    assert desk.open()["status"] == "suspended"
    later(HOUR - 1)
    house.kronika.clocks().look()
    assert desk.state() == "open"
    later(HOUR)
    house.kronika.clocks().look()
    assert desk.state() == "expired"
    assert house.document(desk.game)["status"] == "playing"
    assert house.kronika.store.query("SELECT state, due FROM cases") == [("expired", None)]
    version = house.repository.get(desk.game).version
    house.kronika.clocks().look()
    assert house.repository.get(desk.game).version == version


def test_the_same_words_have_another_hash_each_time(house: House) -> None:
    """A salt that served twice would say that two people wrote the same."""
    desk = AtDesk.set(house)
    desk.open()
    desk.step(desk.seats[1], "withdrawals")
    desk.open()
    desk.step(desk.seats[2], "statements", 2, text=CLAIM)
    log = house.repository.versions.log(house.repository.get(desk.game))
    hashes = [
        getattr(logged.event, name)
        for logged in log
        for name in ("claim_hash", "statement_hash")
        if hasattr(logged.event, name)
    ]
    assert len(set(hashes)) == len(hashes) == 3


def test_a_ruling_is_final_when_nobody_has_appealed_in_time(house: House, later: Any) -> None:
    desk = AtDesk.set(house)
    desk.ruled()
    later(600_000 - 1)
    house.kronika.clocks().look()
    assert desk.state() == "ruled"
    later(600_000)
    house.kronika.clocks().look()
    assert desk.state() == "final"


def test_what_is_due_is_entered_before_anything_else_is_decided(house: House, later: Any) -> None:
    desk = AtDesk.set(house)
    desk.open()
    later(HOUR)
    with pytest.raises(Refused) as why:
        desk.step(desk.referees[1], "taking")
    assert why.value.more["rule"] == "referee.state"
    assert desk.state() == "expired"
    entries = [orjson.loads(entry) for entry in house.kronika.store.entries(desk.game)]
    assert (entries[-1]["t"], entries[-1]["by"]) == ("dispute-expired", "table")


def test_a_deadline_survives_a_restart(house: House, later: Any) -> None:
    desk = AtDesk.set(house)
    desk.open()
    house.repository.cache.clear()
    later(HOUR)
    house.kronika.clocks().look()
    assert desk.state() == "expired"


def test_texts_are_erased_when_the_case_is_closed_and_not_before(house: House) -> None:
    desk = AtDesk.set(house)
    desk.open()
    with pytest.raises(Refused, match="open"):
        erasure.erase(house.repository, desk.game, 1)
    desk.step(desk.seats[1], "withdrawals")
    assert erasure.erase(house.repository, desk.game, 1) == 1
    assert house.kronika.store.query("SELECT * FROM case_texts") == []
    assert queries.case(house.repository, desk.game, desk.seats[1], 1).claim.status == "erased"
    with refused("not-found"):
        erasure.erase(house.repository, desk.game, 2)


def test_erasing_forgets_the_requests_by_which_a_text_could_be_guessed(house: House) -> None:
    desk = AtDesk.set(house)
    body = {"about": desk.about, "claim": CLAIM, "clauses": [], "wants": "result"}
    step = Step(desk.game, desk.seats[1], "disputes", None, body, key="once")
    said(take_step(step, house.context))
    desk.step(desk.seats[1], "withdrawals")
    known = "SELECT count(*) FROM idempotency WHERE key = 'once'"
    assert house.kronika.store.query(known) == [(1,)]
    erasure.erase(house.repository, desk.game, 1)
    assert house.kronika.store.query(known) == [(0,)]


RESULT = {"winners": [2], "ranking": [[2], [1]], "scores": {"1": 3, "2": 9}}


class Tourney:
    """A tournament of two people in which one referee, a head one, has accepted."""

    def __init__(self, house: House, ruleset: str, games: int = 2) -> None:
        self.house = house
        terms = {"ruleset": ruleset, "seats": 2, "games": games}
        made = tournaments.create_tournament(tournaments.CreateTournament(terms), house.context).document
        self.id, self.organiser = made.id, made.organiser_token
        self.referee = self.referee_who_accepts("Ref", True)
        self.seats = {
            n: entering.enter(entering.Enter(self.id, None, {"name": f"P{n}"}), house.context).document.token
            for n in (1, 2)
        }

    def referee_who_accepts(self, name: str, head: bool = False) -> str:
        """The token of a new referee."""
        command = appointments.Appoint(self.id, self.organiser, head)
        code = places.appoint(places.TOURNAMENT, command, self.house.context).document.code
        accept = appointments.Accept(self.id, None, code, name)
        return places.accept(places.TOURNAMENT, accept, self.house.context).document.token

    def document(self) -> Any:
        return tournament_queries.document(self.house.repository, self.id, None)

    def desk(self, number: int) -> AtDesk:
        desk = AtDesk(self.house, self.document().games[number - 1].id, self.organiser, self.seats)
        desk.referees = {1: self.referee}
        return desk


def test_a_tournament_has_no_winners_while_a_case_is_open_in_one_of_its_games(house: House) -> None:
    tourney = Tourney(house, "age-of-war", games=1)
    tourney.desk(1).ruled("result", remedy=RESULT, why_not_stand="Because.")
    project(house)
    assert tourney.document().winners == (2,)
    desk = tourney.desk(1)
    desk.open(1)
    project(house)
    assert (tourney.document().status, tourney.document().winners) == ("finished", None)
    desk.step(desk.seats[1], "withdrawals", 2)
    project(house)
    assert tourney.document().winners == (2,)


def by_clause(clause: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, check=lambda refusal: refusal.more.get("rule") == clause)


def entries(house: House, game: str) -> list[tuple[str, str]]:
    """Type and actor of each entry of a game."""
    found = map(orjson.loads, house.kronika.store.entries(game))
    return [(entry["t"], entry["by"]) for entry in found]


def referees_of(house: House, game: str) -> list[Any]:
    return list(house.repository.get(game).table.desk.referees)


TOLD = [("referee-appointed", "organiser"), ("referee-accepted", "referee:1")]


def test_a_tournaments_referees_stand_in_each_log_directly_after_the_start(house: House) -> None:
    """They count as there from the start, and nobody may refuse them."""
    tourney = Tourney(house, "age-of-war")
    desk = tourney.desk(1)
    assert entries(house, desk.game)[-4:] == [
        ("game-started", "table"),
        ("first-player-drawn", "table"),
        *TOLD,
    ]
    [referee] = house.document(desk.game)["referees"]
    assert (referee["referee"], referee["head"], referee["appointed"]) == (1, True, "before-start")
    assert referees_of(house, desk.game)[0].from_start
    with refused("forbidden"):
        appointments.appoint(appointments.Appoint(desk.game, tourney.organiser), house.context)
    desk.ruled("void")
    assert entries(house, tourney.desk(2).game)[-2:] == TOLD


def test_a_referee_who_accepts_later_stands_in_every_game_that_has_begun(house: House) -> None:
    tourney = Tourney(house, "age-of-war")
    desk = tourney.desk(1)
    desk.open()
    tourney.referee_who_accepts("Late")
    late = referees_of(house, desk.game)[-1]
    assert (late.number, late.is_here, late.from_start) == (2, True, False)
    with refused("forbidden"):
        appointments.leave(appointments.Leave(desk.game, tourney.organiser, 2), house.context)


def test_a_game_that_was_missed_is_told_before_its_next_command(
    house: House, later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After what time has brought."""
    tourney = Tourney(house, "age-of-war")
    desk = tourney.desk(1)
    desk.open()
    with monkeypatch.context() as missed:
        missed.setattr(arrival, "arrived", lambda _, loaded, time: loaded)
        token = tourney.referee_who_accepts("Late")
    assert len(referees_of(house, desk.game)) == 1
    later(HOUR)
    with by_clause("referee.state"):
        desk.step(token, "taking")
    told = [("referee-appointed", "organiser"), ("referee-accepted", "referee:2")]
    assert entries(house, desk.game)[-3:] == [("dispute-expired", "table"), *told]


def test_a_dismissal_from_a_tournament_waits_until_an_open_case_is_closed(house: House) -> None:
    """So nobody is taken off a case; elsewhere it holds at once."""
    tourney = Tourney(house, "age-of-war")
    desk = tourney.desk(1)
    desk.open()
    desk.step(desk.referees[1], "taking")
    dismissal = appointments.Leave(tourney.id, tourney.organiser, 1)
    places.leave(places.TOURNAMENT, dismissal, house.context)
    assert referees_of(house, desk.game)[0].is_here
    desk.step(desk.seats[2], "statements", text="No.")
    ruling = {"kind": "stands", "findings": "So.", "clauses": [], "penalties": []}
    desk.step(desk.referees[1], "rulings", **ruling)
    assert entries(house, desk.game)[-3:] == [
        ("ruled", "referee:1"),
        ("ruling-final", "table"),
        ("referee-dismissed", "organiser"),
    ]
    with refused("unauthenticated"):
        desk.step(desk.referees[1], "taking")


def test_a_dismissed_referee_of_a_tournament_stands_in_no_later_game(house: House) -> None:
    tourney = Tourney(house, "age-of-war")
    desk = tourney.desk(1)
    places.leave(places.TOURNAMENT, appointments.Leave(tourney.id, tourney.organiser, 1), house.context)
    assert entries(house, desk.game)[-1] == ("referee-dismissed", "organiser")
    desk.referees = {1: tourney.referee_who_accepts("Other", True)}
    desk.ruled("void")
    assert [it.number for it in referees_of(house, tourney.desk(2).game)] == [2]


def test_a_referee_resigns_from_a_tournament_and_their_case_is_open_again(house: House) -> None:
    tourney = Tourney(house, "age-of-war")
    desk = tourney.desk(1)
    desk.open()
    desk.step(desk.referees[1], "taking")
    places.leave(places.TOURNAMENT, appointments.Leave(tourney.id, tourney.referee, 1), house.context)
    assert entries(house, desk.game)[-1] == ("referee-resigned", "referee:1")
    assert desk.state() == "open"
    with refused("unauthenticated"):
        desk.step(desk.referees[1], "taking")


def test_a_referee_resigns_from_a_game_and_only_the_organiser_dismisses_others(house: House) -> None:
    desk = AtDesk.set(house)
    desk.open()
    with refused("forbidden"):
        appointments.leave(appointments.Leave(desk.game, desk.referees[1], 2), house.context)
    with by_clause("referee.dismissed"):
        appointments.leave(appointments.Leave(desk.game, desk.organiser, 1), house.context)
    appointments.leave(appointments.Leave(desk.game, desk.referees[1], 1), house.context)
    assert entries(house, desk.game)[-1] == ("referee-resigned", "referee:1")
    with refused("unauthenticated"):
        desk.step(desk.referees[1], "taking")


def test_a_game_that_cannot_be_told_keeps_no_other_from_hearing_of_a_dismissal(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tourney = Tourney(house, "age-of-war", games=2)
    for number in (1, 2):
        tourney.desk(number).ruled("result", remedy=RESULT, why_not_stand="Because.")
    games = [tourney.desk(number).game for number in (1, 2)]
    commit = house.repository.commit
    for broken, told in (games, reversed(games)):

        def not_whole(loaded: Any, *decided: Any, **more: Any) -> Any:
            if loaded.id == broken:  # noqa: B023
                raise Refused(Refusal.LOG_INCOMPLETE, "Entries are missing.")
            return commit(loaded, *decided, **more)

        monkeypatch.setattr(house.repository, "commit", not_whole)
        dismissal = appointments.Leave(tourney.id, tourney.organiser, 1)
        places.leave(places.TOURNAMENT, dismissal, house.context)
        assert [it["dismissed"] for it in house.document(told)["referees"]] == [True]


def test_a_head_referee_of_a_tournament_previews_their_decision(house: House) -> None:
    tourney = Tourney(house, "age-of-war")
    head = tourney.referee_who_accepts("Head", True)
    desk = tourney.desk(1)
    desk.ruled()
    desk.step(desk.seats[1], "appeals", grounds="Twice!")
    for seat in (1, 2):
        desk.step(desk.seats[seat], "answers")
    desk.step(head, "taking")
    version = house.repository.get(desk.game).version
    asked = Step(desk.game, head, "previews", 1, {"kind": "void"})
    assert preview_ruling(asked, house.context).version == version
    assert house.repository.get(desk.game).version == version
    with refused("forbidden"):
        preview_ruling(asked._replace(token=desk.referees[1]), house.context)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[House]:
    """Another service."""
    prepared(settings_in(tmp_path / "elsewhere"))
    kronika = compose(settings_in(tmp_path / "elsewhere"))
    yield House(kronika)
    kronika.close()


@pytest.mark.soak
def test_a_game_with_an_open_case_is_not_taken_in_and_no_text_travels(house: House, elsewhere: House) -> None:
    desk = AtDesk.set(house, heads=(True,))
    desk.ruled("result", remedy=RESULT, why_not_stand="Because.")
    file = orjson.loads(exporting.export(house.repository, desk.game, None))
    assert CLAIM not in orjson.dumps(file).decode()
    desk.open(2)
    unsettled = orjson.loads(exporting.export(house.repository, desk.game, None))
    with pytest.raises(Refused, match="Case 2 of this game is open"):
        importing.import_file(importing.Import(orjson.dumps(unsettled)), elsewhere.context)
    assert elsewhere.kronika.store.games() == []
    assert (
        said(importing.import_file(importing.Import(orjson.dumps(file)), elsewhere.context))["status"]
        == "finished"
    )
    told = queries.cases(elsewhere.repository, desk.game, None)
    assert (told.disputes, told.terms) == ((), None)
    with refused("not-found"):
        queries.case(elsewhere.repository, desk.game, None, 1)


def test_an_organiser_lifts_his_own_halt_only(house: House) -> None:
    desk = AtDesk.set(house)
    desk.open()
    with pytest.raises(Refused):
        suspension.change_status(suspension.ChangeStatus(desk.game, desk.organiser, "resume"), house.context)
    with pytest.raises(Refused):
        suspension.change_status(suspension.ChangeStatus(desk.game, desk.organiser, "abandon"), house.context)


def test_who_is_dismissed_while_he_accepts_has_no_token(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = AtDesk.set(house, ())
    made = said(appointments.appoint(appointments.Appoint(desk.game, desk.organiser), house.context))
    check, tokens = acceptances.check_referee_name, house.kronika.store.query("SELECT hash FROM tokens")

    def meanwhile(*asked: Any) -> None:
        check(*asked)
        appointments.leave(appointments.Leave(desk.game, desk.organiser, made["referee"]), house.context)

    monkeypatch.setattr(acceptances, "check_referee_name", meanwhile)
    with refused("not-found"):
        appointments.accept(appointments.Accept(desk.game, None, made["code"], "Late"), house.context)
    assert house.kronika.store.query("SELECT hash FROM tokens") == tokens
    assert queries.cases(house.repository, desk.game, None).referees[0].name is None

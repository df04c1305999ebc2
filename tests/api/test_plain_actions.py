"""Actions that the event loop answers itself: all that is seen of them is as in Flask, and nobody waits for one that waits."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from api.http import rate_limits, shared_counters
from api.http.problem_kinds import Fault
from api.server import plain_actions
from api.server.environ import environ_of
from api.server.plain_actions import MOST_BYTES
from api.telemetry import requests
from service.play import acting
from service.store import StoreUnusable, Trouble
from service.system.clock import CLOCK, ClockWrong
from service.system.limits import Limits, Rate
from tests.api.both_ways import Seen, Sent, Service, figures, prepared_in, twins_of
from tests.api.kit import Seated, bearer
from tests.api.signing import Signing
from tests.api.test_forks import forked
from tests.api.test_signed_actions import seen
from tests.service.conftest import House
from tests.service.playing import choose
from tests.soaking import SOAKING

FEW = Limits(actions=Rate(20, 3600), requests=Rate(40, 3600))


class Table(NamedTuple):
    """A game as strangers know it, with bodies that its seats may post."""

    id: str
    tokens: tuple[str, ...]
    bodies: tuple[bytes, ...]
    to_act: int


def tables(app: Flask) -> list[Table]:
    """A public game, a private one, one that is over, an analysis, one with a clock, and one whose seat signs."""
    client = app.test_client()
    public, private, over = Seated.at(client), Seated.at(client, visibility="private"), Seated.at(client)
    over.client.post(f"{over.url}/abandonment", headers=bearer(over.organiser))
    several = Seated.at(client, ruleset="romans", options={})
    signing = Signing.at(client)
    signing.until_first_acts()
    signed = [signing.signed(action) for action in signing.legal(1)]
    bodies = [*signed, signing.signed({"type": "nope"}), signing.signed(signing.legal(1)[0], n=2)]
    return [
        _table(public),
        _table(private),
        _table(over, [{"type": "roll"}]),
        _table(several),
        _table(forked(several)),
        _table(Seated.at(client, clock={"bank": 600, "increment": 5})),
        _table(signing, [*bodies, {**signing.legal(1)[0], "seen": seen(signing, 2)}]),
    ]


def _table(game: Seated, bodies: list[Any] | None = None) -> Table:
    if bodies is None:
        bodies = [action for seat in game.tokens for action in _legal(game, seat)]
    tokens = (*game.tokens.values(), game.organiser)
    to_act = next(iter(game.get("", 1).json["to_act"]), 1)
    return Table(game.id, tokens, tuple(json.dumps(body).encode() for body in bodies), to_act)


def _legal(game: Seated, seat: int) -> list[dict[str, Any]]:
    answer = game.get(f"/legal-actions?seat={seat}&labels=true", seat)
    return list(answer.json.get("actions", ()))[:3]


class Twins(NamedTuple):
    tables: list[Table]
    loop: Service
    flask: Service

    def check(self, sent: Sent) -> Seen:
        """The request is answered both ways, at the same time of every clock."""
        with pytest.MonkeyPatch.context() as patched:
            at, stopped = CLOCK.now(), SimpleNamespace(monotonic=lambda: 1.0)
            patched.setattr(CLOCK, "now", lambda: at)
            patched.setattr(rate_limits, "time", stopped)
            patched.setattr(shared_counters, "time", stopped)
            found, expected = self.loop.in_loop(sent), self.flask.by_flask(sent)
        assert found == expected
        return found


class Prepared(NamedTuple):
    """The tables of a service that has ended, and where its data are."""

    tables: list[Table]
    data: Path

    def twins(self, folder: Path, limits: Limits | None = None) -> Iterator[Twins]:
        with twins_of(self.data, folder, limits) as (loop, flask):
            for service in (loop, flask):
                for table in self.tables:
                    service.kronika.repository.get(table.id)
            yield Twins(self.tables, loop, flask)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    data = tmp_path_factory.mktemp("prepared") / "first"
    return Prepared(prepared_in(data, tables), data)


@pytest.fixture(scope="module")
def twins(first: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    yield from first.twins(tmp_path_factory.mktemp("twins"))


@pytest.fixture(scope="module")
def limited(first: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    yield from first.twins(tmp_path_factory.mktemp("limited"), FEW)


def odd(*values: str) -> st.SearchStrategy[list[str]]:
    """A header that is mostly absent, and sometimes repeated."""
    return st.one_of(
        st.just([]),
        st.just([]),
        st.sampled_from(values).map(lambda it: [it]),
        st.lists(st.sampled_from(values), max_size=2),
    )


HEADERS = {
    "Host": odd("kronika.example", "127.0.0.1:8000", "bad host"),
    "User-Agent": odd("curl/8", "żółw".encode().decode("latin-1")),
    "Accept": odd(
        "*/*",
        "application/json",
        "text/html",
        "",
        "application/problem+json",
        "application/json;q=0",
        "text/*;q=x",
    ),
    "Accept-Encoding": odd("gzip", "gzip, deflate, br", "gzip;q=0", "identity", "*", ""),
    "Accept-Language": odd("pl", "de,pl;q=0.5", "en;q=0,pl-PL", ";;", ""),
    "Connection": odd("close", "keep-alive"),
    "Content-Type": st.sampled_from(
        [["application/json"]] * 6
        + [
            [],
            ["application/json; charset=utf-8"],
            ["APPLICATION/JSON"],
            ["text/plain"],
            [""],
            ["application/json;"],
        ]
    ),
    "Content-Encoding": odd("gzip"),
    "Idempotency-Key": odd("a", "b", '"a"', '"', "a b", "", "x" * 256, "\u00e4"),
    "If-Match": odd("*", '"1"', 'W/"9"', '"7", "8", "9", "10"', '"9-x"', "9", "", '"99999999999999999"'),
    "X-Request-Id": odd("one", "bad id", "", "x" * 65),
    "traceparent": odd("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-nothing"),
    "X-Forwarded-For": odd("198.51.100.7", "nobody"),
    "Forwarded": odd("for=198.51.100.7;proto=https"),
    "Origin": odd("https://elsewhere.example", "null"),
    "Sec-Fetch-Site": odd("cross-site"),
    "Cookie": odd("session=x"),
}
QUERIES = (
    "",
    "",
    "",
    "labels=true",
    "labels=1",
    "labels=true&labels=false",
    "seat=1",
    "seat=2",
    "seat=0",
    "seat=x",
    "a=1",
    "%zz",
    "&",
    "labels=%74rue&seat=2",
)
BODIES = (
    b'{"type":"roll"}',
    b'{"type":"set-aside","seen":{"n":3.0,"r":"x"}}',
    b'{"type":"nope"}',
    b'{"type":1}',
    b"[]",
    b"",
    b"{",
    b'"roll"',
    b'{"type":"roll","type":"roll"}',
    b'{"type":"roll","more":1}',
    b"\xff",
    b'{"type":NaN}',
    b"[" * 4000,
    b'{"signed":{}}',
    b'{"signed":{"n":1,"disclosure":"x","s":"y"}}',
    b'{"signed":null,"type":"roll"}',
    b" " * 8192,
)


@st.composite
def asked(draw: st.DrawFn, known: list[Table]) -> Sent:
    """One to a table, with a body and a token that fit it or do not, and with headers in all forms."""
    table, other = draw(st.sampled_from(known)), draw(st.sampled_from(known))
    body = draw(
        st.one_of(st.sampled_from(table.bodies), st.sampled_from(table.bodies), st.sampled_from(BODIES))
    )
    own = st.sampled_from([[f"Bearer {token}"] for token in table.tokens])
    token = table.tokens[0]
    strange = st.sampled_from(
        [[], [""], ["Bearer"], ["Basic eDp5"], ["Bearer " + "x" * 43], ["Bearer " + "x" * 600]]
    )
    formed = st.sampled_from([[f"bearer   {token} "], [f"Bearer {token}"] * 2, [f"Bearer {other.tokens[0]}"]])
    named = {"Authorization": draw(st.one_of(own, own, own, strange, formed))}
    named |= {name: draw(values) for name, values in HEADERS.items()}
    headers = tuple((name, value) for name, values in named.items() for value in values)
    client = draw(st.sampled_from(["203.0.113.9", "2001:db8::1", "127.0.0.1"]))
    query = draw(st.sampled_from(QUERIES))
    return Sent(f"/v1/games/{table.id}/actions", headers, body, query, client=client)


@settings(max_examples=2000 if SOAKING else 30)
@given(data=st.data())
def test_the_loop_answers_as_flask_does(twins: Twins, data: st.DataObject) -> None:
    twins.check(data.draw(asked(twins.tables)))


@settings(max_examples=400 if SOAKING else 40)
@given(data=st.data())
def test_limits_count_in_the_loop_as_in_flask(limited: Twins, data: st.DataObject) -> None:
    limited.check(data.draw(asked(limited.tables)))


def plainly(table: Table, body: bytes = b'{"type":"roll"}', query: str = "", **headers: str) -> Sent:
    """A request of the seat that was to act in the beginning."""
    named = {
        "Authorization": f"Bearer {table.tokens[table.to_act - 1]}",
        "Content-Type": "application/json",
        **headers,
    }
    dashed = tuple((name.replace("_", "-"), value) for name, value in named.items())
    return Sent(f"/v1/games/{table.id}/actions", dashed, body, query)


@pytest.fixture
def fresh(first: Prepared, tmp_path: Path) -> Iterator[Twins]:
    yield from first.twins(tmp_path)


def test_what_careful_clients_send(fresh: Twins) -> None:
    public, private, *_, signing = fresh.tables
    keyed = {"Idempotency_Key": "mine", "If_Match": "*", "Accept_Encoding": "gzip"}
    first = fresh.check(plainly(public, **keyed))
    again = fresh.check(plainly(public, **keyed))
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    assert ("idempotent-replayed", "true") in again.headers
    assert fresh.check(plainly(public, b'{"type":"set-aside"}', **keyed)).status == 422
    assert fresh.check(plainly(public, If_Match='"1"', Accept_Language="pl")).status == 412
    assert fresh.check(plainly(public)).status == 409
    assert fresh.check(plainly(private, query="labels=true")).status == 201
    assert fresh.check(plainly(signing, signing.bodies[0])).status == 201
    assert fresh.check(plainly(signing, signing.bodies[0])).status == 201


def test_a_late_action_is_refused_both_ways(fresh: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, clocked, _ = fresh.tables
    assert fresh.check(plainly(clocked)).status == 201
    later = CLOCK.now() + 721 * 1_000_000_000
    monkeypatch.setattr(CLOCK, "now", lambda: later)
    late = fresh.check(plainly(clocked, b'{"type":"set-aside"}'))
    assert (late.status, json.loads(late.body)["type"]) == (409, "/problems/time-ran-out")


def test_only_public_games_count_in_the_figures(fresh: Twins) -> None:
    public, private, *_ = fresh.tables
    names = {name for (name, *_), _ in fresh.check(plainly(public)).figures.items()}
    assert names == {
        "kronika_requests_total",
        "kronika_request_seconds_count",
        "kronika_commit_seconds_count",
        "kronika_write_wait_seconds_count",
    }
    assert fresh.check(plainly(private)).figures == {}


def test_commits_of_no_request_count_in_no_figures(fresh: Twins) -> None:
    """Such as those of bots, whichever thread makes them."""
    fresh.check(plainly(fresh.tables[0]))
    before = figures()
    requests.committed(0.1, 0.1)
    assert figures() == before


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (StoreUnusable("It is locked.", Trouble.LOCKED), Fault.DATABASE_LOCKED),
        (StoreUnusable("It is full.", Trouble.DISK_FULL), Fault.DISK_FULL),
        (ClockWrong("It is wrong."), Fault.CLOCK_WRONG),
        (ZeroDivisionError("a bug"), Fault.INTERNAL_ERROR),
    ],
)
def test_errors_are_the_same_problems(
    fresh: Twins, error: Exception, kind: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(acting, "act", fail)
    seen = fresh.check(plainly(fresh.tables[0]))
    assert json.loads(seen.body)["type"] == f"/problems/{kind}"


def test_what_fails_after_the_handler_is_a_problem_too(fresh: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action has been committed: whoever sends it again with its key gets the response."""
    service, sent = fresh.loop, plainly(fresh.tables[0], Idempotency_Key="mine", X_Request_Id="one")
    environ = partial(environ_of, sent.scope)
    with monkeypatch.context() as patched:
        patched.setattr(service.plain, "_after", [lambda response: response.no_such_thing])
        status, _, body = service.plain.respond(environ(BytesIO(sent.body)))
    told = json.loads(body)
    assert (status, told["type"], told["request_id"]) == (500, f"/problems/{Fault.INTERNAL_ERROR}", "one")
    status, headers, _ = service.plain.respond(environ(BytesIO(sent.body)))
    assert (status, dict(headers)[b"Idempotent-Replayed"]) == (201, b"true")


def test_a_client_who_leaves_at_any_point_has_acted_once_or_not_at_all(fresh: Twins) -> None:
    """Even if the loop ends before the commit is heard of; sent again with its key the action is complete."""
    service, table, rng = fresh.loop, fresh.tables[0], random.Random(7)
    house, repository = House(service.kronika), service.kronika.repository
    for turns in range(16):
        before = repository.get(table.id)
        seat = before.table.to_act[0]
        body = json.dumps(choose(house, table.id, seat, rng)).encode()
        sent = plainly(table._replace(to_act=seat), body, Idempotency_Key=f"{turns}")
        asyncio.run(leave(service, sent, turns))
        assert service.in_loop(sent).status == 201
        assert repository.get(table.id).table.action == before.table.action + 1


async def leave(service: Service, sent: Sent, turns: int) -> None:
    """Send a request and leave after so many turns of the loop; from the tenth on each takes some milliseconds."""

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": sent.body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        await asyncio.sleep(0)

    request = asyncio.create_task(service.plain(sent.scope, receive, send))
    for turn in range(turns):
        await asyncio.sleep(0 if turn < 10 else 0.005)
    request.cancel()


def test_unusual_requests_are_left_to_flask(fresh: Twins) -> None:
    service, usual = fresh.loop, plainly(fresh.tables[0])
    assert service.plain.takes(usual.scope)
    for unusual in (
        usual._replace(method="GET"),
        usual._replace(path=usual.path + "/"),
        usual._replace(path=usual.path.replace("actions", "%61ctions")),
        usual._replace(path=f"/v1/games/{'0' * 32}/actions"),
        usual._replace(body=b" " * (MOST_BYTES + 1)),
    ):
        assert not service.plain.takes(unusual.scope)
    for odd in ((b"transfer-encoding", b"chunked"), (b"content-length", b"0" * 5000 + b"9")):
        assert not service.plain.takes(usual.scope | {"headers": [odd]})
    service.kronika.repository.cache.reload(fresh.tables[0].id)
    assert not service.plain.takes(usual.scope)


def test_a_few_actions_begin_in_each_turn_of_the_loop(fresh: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the first of a crowd are committed, and other clients are heard, before the last begin."""
    monkeypatch.setattr(plain_actions, "AT_ONCE", 3)
    noted, usual = list[str](), plainly(fresh.tables[0], b"{")
    monkeypatch.setattr(fresh.loop.plain, "respond", lambda environ: noted.append("action") or (422, [], b""))

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": usual.body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        pass

    async def others() -> None:
        while noted.count("action") < 7:
            noted.append("others")
            await asyncio.sleep(0)

    async def crowd() -> None:
        actions = [fresh.loop.plain(usual.scope, receive, send) for _ in range(7)]
        await asyncio.gather(*actions, others())

    asyncio.run(crowd())
    assert [len(part) for part in "".join(it[0] for it in noted).split("o") if part] == [3, 3, 1]

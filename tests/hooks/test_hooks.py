"""Webhooks by HTTP: who may make which, what they are sent, and when they end."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook, WebhookVerificationError

from service.accounts.notices import hook_planning
from service.accounts.notices.guarded_client import Answer
from service.identity import hiding
from service.identity.credentials import revoke
from service.identity.tokens import digest
from service.operation import cleaning
from service.operation.app import Kronika
from service.store import Statement
from service.system.clock import DAY, HOUR, now
from tests.accounts.kit import person, personal_token
from tests.api.kit import Seated, bearer
from tests.hooks.kit import ADDRESS, FAILED, WELL, Post, Request, good, pass_turn
from tests.notices.kit import catch_up, give


def about(game: Seated) -> dict[str, str]:
    return {"about": "game", "game": game.id}


def turns(requests: list[Request]) -> list[int]:
    return [request.data["version"] for request in requests if request.type == "your-turn"]


@pytest.fixture
def table(client: FlaskClient) -> Seated:
    return Seated.at(client)


def test_a_hook_is_tested_and_then_sent_what_happens(post: Post, table: Seated) -> None:
    headers = bearer(table.organiser)
    made = post.client.post("/v1/hooks", json={"url": ADDRESS, **about(table)}, headers=headers)
    assert made.headers["Cache-Control"] == "private, no-store"
    assert (made.json["status"], len(made.json["secret"])) == ("pending", 50)
    [ping] = post.send()
    assert (ping.type, set(ping.data)) == ("ping", {"challenge"})
    [listed] = post.call("GET", "", headers).json["hooks"]
    assert (listed["status"], listed["url"], listed["game"]) == (
        "active",
        "https://receiver.example/***",
        table.id,
    )
    assert "secret" not in str(listed)
    pass_turn(table)
    sent = post.send()
    assert [request.data["n"] for request in sent] == list(range(1, len(sent) + 1))
    assert {(request.data["game"], request.type) for request in sent} == {(table.id, "your-turn")}
    verified = Webhook(made.json["secret"]).verify(sent[0].text, dict(sent[0].headers))
    assert verified["data"] == sent[0].data
    assert sent[0].id.startswith("msg_")
    assert post.send() == []


@pytest.mark.parametrize("answer", ["echo", "nothing", "500", "wrong"])
def test_a_receiver_that_has_not_understood_the_test(post: Post, table: Seated, answer: str) -> None:
    """Nothing else is sent to it."""

    def respond(request: Request) -> Answer:
        challenge = request.data["challenge"].encode()
        bodies = {"echo": request.text.encode(), "nothing": b"", "500": challenge, "wrong": challenge + b"0"}
        return Answer(500 if answer == "500" else 200, None, 1, bodies[answer])

    post.respond = respond
    made = post.make(bearer(table.organiser), **about(table))
    pass_turn(table)
    assert post.send() == []
    assert post.call("GET", f"/{made['id']}", bearer(table.organiser)).json["status"] == "pending"


def test_whose_hooks_are_whose(post: Post, kronika: Kronika, table: Seated, client: FlaskClient) -> None:
    made = post.make(bearer(table.organiser), **about(table))
    stranger, seat = person(kronika, "Stranger"), bearer(table.tokens[1])
    hook = {"url": ADDRESS, **about(table)}
    assert client.post("/v1/hooks", json=hook).status_code == 401
    assert client.post("/v1/hooks", json=hook, headers=seat).status_code == 403
    assert client.post("/v1/hooks", json=hook, headers=stranger.headers).status_code == 403
    assert (
        client.post("/v1/hooks", json={**hook, "game": "0" * 32}, headers=stranger.headers).status_code == 404
    )
    for about_whom in ("me", "public"):
        mine = {"url": ADDRESS, "about": about_whom}
        assert client.post("/v1/hooks", json=mine, headers=bearer(table.organiser)).status_code == 403
    for method, path in (
        *(("GET", ""), ("DELETE", ""), ("POST", "/secrets"), ("POST", "/test"), ("GET", "/deliveries")),
        ("POST", f"/deliveries/msg_{'0' * 32}/again"),
    ):
        path = f"/{made['id']}{path}"
        assert post.call(method, path, stranger.headers).status_code == 404
        assert post.call(method, path, seat).status_code == 403
        assert post.call(method, path, {}).status_code == 401
    assert post.call("GET", "", stranger.headers).json == {"hooks": []}


def test_private_games_that_one_cannot_see(post: Post, kronika: Kronika, client: FlaskClient) -> None:
    private = Seated.at(client, visibility="private")
    stranger = person(kronika, "Outsider")
    asked = client.post("/v1/hooks", json={"url": ADDRESS, **about(private)}, headers=stranger.headers)
    assert asked.status_code == 404
    post.make(bearer(private.organiser), **about(private))
    pass_turn(private)
    for request in post.send():
        assert set(request.data) == {"n", "game", "version"}


@pytest.mark.parametrize(
    "url",
    [
        "http://receiver.example/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://[::1]/",
        "https://a@b.example/",
        "x",
        7,
        "",
    ],
)
def test_addresses_that_are_refused(post: Post, kronika: Kronika, url: object) -> None:
    asked = post.client.post(
        "/v1/hooks", json={"url": url, "about": "me"}, headers=person(kronika, f"Refused {url}").headers
    )
    assert (asked.status_code, list(asked.json["errors"])) == (422, ["url"])


def test_scopes_and_ends_of_personal_tokens(post: Post, kronika: Kronika, client: FlaskClient) -> None:
    """A hook ends with the token that made it, and one that a session made does not end with the session."""
    owner = person(kronika, "Owner")
    assert (
        client.get(
            "/v1/hooks", headers=bearer(personal_token(kronika, owner.account, "read", "play"))
        ).status_code
        == 403
    )
    token = personal_token(kronika, owner.account, "hooks")
    post.make(bearer(token), about="me")
    lasting = post.make(owner.headers, about="me")
    assert len(post.call("GET", "", owner.headers).json["hooks"]) == 2
    for (id,) in kronika.store.query("SELECT id FROM credentials WHERE account = ?", (owner.account,)):
        kronika.store.append("", [], [revoke(owner.account, id)])
    again = bearer(personal_token(kronika, owner.account, "hooks"))
    assert [hook["id"] for hook in post.call("GET", "", again).json["hooks"]] == [lasting["id"]]


def test_an_account_is_sent_its_notices(post: Post, kronika: Kronika, table: Seated) -> None:
    """Those of its seat, and no others."""
    owner = person(kronika, "Player")
    give(kronika, owner.account, table.id, "seat:1")
    post.make(owner.headers, about="me", events=["your-turn"])
    for _ in range(8):
        pass_turn(table)
    sent = post.send()
    assert sent
    assert {request.data["seat"] for request in sent} == {1}


def test_public_hooks_know_beginnings_and_ends_only(
    post: Post, kronika: Kronika, client: FlaskClient
) -> None:
    owner = person(kronika, "Watcher")
    post.make(owner.headers, about="public")
    public, private = Seated.at(client), Seated.at(client, visibility="private")
    pass_turn(public)
    pass_turn(private)
    give(kronika, owner.account, public.id, "seat:1")
    catch_up(kronika, at_once=1)
    sent = post.send()
    assert [(request.type, request.data["game"]) for request in sent] == [("game-started", public.id)]
    hidden = Seated.at(client)
    hiding.hide(kronika.store, hidden.id)
    assert post.send() == []


def test_the_order_holds_and_a_failure_blocks_one_game_only(
    post: Post, kronika: Kronika, client: FlaskClient
) -> None:
    """The first success of n comes before the first try of n + 1; the same bytes and id at every try."""
    owner, games = person(kronika, "Club"), [Seated.at(client), Seated.at(client)]
    for game in games:
        give(kronika, owner.account, game.id, "organiser")
        post.make(owner.headers, **about(game), events=["your-turn"])
    bad = games[0].id

    def respond(request: Request) -> Answer:
        return FAILED if request.type != "ping" and request.data["game"] == bad else good(request)

    post.respond = respond
    for _ in range(3):
        for game in games:
            pass_turn(game)
    sent = post.send()
    ours = [request for request in sent if request.data["game"] == bad]
    assert len(ours) == 1
    assert len(sent) > 2
    assert post.send() == []
    post.wait(7_000)
    [second] = post.send()
    assert (second.id, second.text) == (ours[0].id, ours[0].text)
    assert second.headers["webhook-timestamp"] != ours[0].headers["webhook-timestamp"]
    post.respond = good
    post.wait(90_000)
    versions = turns(post.send())
    assert versions == sorted(versions)
    assert versions[0] == second.data["version"]


def test_tries_and_the_gap_after_the_last(post: Post, table: Seated) -> None:
    headers = bearer(table.organiser)
    made = post.make(headers, **about(table), events=["your-turn"])
    post.respond = lambda request: FAILED
    pass_turn(table)
    pass_turn(table)
    waits = []
    while (sent := post.send()) or waits[-1:] < [DAY]:
        [delivery] = [it for it in post.deliveries(made["id"], headers) if it["type"] == "your-turn"]
        assert (len(sent), delivery["tries"]) == (1, len(waits) + 1)
        if len(waits) == 6:
            break
        waits.append((5_000, 60_000, 600_000, HOUR, 6 * HOUR, DAY)[len(waits)])
        post.wait(round(waits[-1] * 0.8))  # a second less than the shortest: real time passes, too
        assert post.send() == []
        post.wait(round(waits[-1] * 0.41))
    assert delivery["state"] == "dropped"
    post.respond = good
    post.wait(DAY)
    assert post.send() == []
    last = sent[-1].data["n"]
    while not (sent := post.send()):
        pass_turn(table)
    assert (sent[0].type, set(sent[0].data)) == ("gap", {"game", "from", "to"})
    assert (sent[0].data["from"], sent[0].data["to"] >= last) == (last, True)
    assert sent[1].data["n"] == sent[0].data["to"] + 1


def test_failures_of_three_days_and_410(post: Post, kronika: Kronika, table: Seated) -> None:
    """The owner is notified, and a test that succeeds makes the hook active again."""
    owner = person(kronika, "Patient")
    give(kronika, owner.account, table.id, "organiser")
    made = post.make(owner.headers, **about(table))
    for answer, wait in ((Answer(410, None, 1), 0), (FAILED, 3 * DAY)):
        post.respond = lambda request, answer=answer: answer  # type: ignore[misc]
        pass_turn(table)
        post.send()
        post.wait(wait)
        pass_turn(table)
        post.send()
        assert post.call("GET", f"/{made['id']}", owner.headers).json["status"] == "disabled"
        told = kronika.store.query(
            "SELECT what FROM notices WHERE recipient = ? AND kind = 'account'", (f"account:{owner.account}",)
        )
        assert ("hook",) in told
        pass_turn(table)
        post.wait(2 * DAY)
        assert post.send() == []
        post.respond = good
        assert post.call("POST", f"/{made['id']}/test", owner.headers).status_code == 202
        sent = post.send()
        assert sent[0].type == "ping"
        assert len(sent) > 1
        assert post.call("GET", f"/{made['id']}", owner.headers).json["status"] == "active"
        post.send()


def test_a_receiver_with_too_many_requests(post: Post, kronika: Kronika, client: FlaskClient) -> None:
    """Its word counts for all games of the hook, an hour at most."""
    owner, games = person(kronika, "Busy"), [Seated.at(client), Seated.at(client)]
    for game in games:
        give(kronika, owner.account, game.id, "seat:1")
        give(kronika, owner.account, game.id, "seat:2")
    post.make(owner.headers, about="me", events=["your-turn"])
    post.respond = lambda request: Answer(429, None, 1, b"", "7200")
    pass_turn(games[0])
    assert len(post.send()) == 1
    post.wait(HOUR - 60_000)
    pass_turn(games[1])
    assert post.send() == []
    post.respond = good
    post.wait(60_000)
    assert len(post.send()) >= 2


def test_a_receiver_that_asks_to_wait_for_three_days(post: Post, kronika: Kronika, table: Seated) -> None:
    owner = person(kronika, "Waiting")
    give(kronika, owner.account, table.id, "organiser")
    made = post.make(owner.headers, **about(table))
    post.respond = lambda request: Answer(429, None, 1, b"", "60")
    for wait in (3 * DAY, 0):
        pass_turn(table)
        assert post.send() != []
        post.wait(wait)
    assert post.call("GET", f"/{made['id']}", owner.headers).json["status"] == "disabled"


@pytest.mark.parametrize("deleted", ["old", "surplus"])
def test_what_is_deleted_before_it_is_sent_is_a_gap(
    post: Post, table: Seated, monkeypatch: pytest.MonkeyPatch, deleted: str
) -> None:
    post.make(bearer(table.organiser), **about(table), events=["your-turn"])
    post.respond = lambda request: FAILED
    pass_turn(table)
    [first] = post.send()
    for _ in range(3):
        pass_turn(table)
    post.send(1)
    monkeypatch.setattr(cleaning, "MAX_NOTICES", 2 if deleted == "surplus" else 10)
    monkeypatch.setattr(cleaning, "NOTICES", -2 * HOUR if deleted == "old" else DAY)
    cleaning.clean(post.kronika.store)
    post.respond = good
    pass_turn(table)
    post.wait(7_000)
    gap, *others = post.send()
    assert (gap.type, gap.data["from"]) == ("gap", first.data["n"])
    assert [it.data["n"] for it in others][:1] == [gap.data["to"] + 1]


def test_what_is_deleted_while_a_request_is_under_way_is_a_gap(
    post: Post, table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    post.make(bearer(table.organiser), **about(table), events=["your-turn"])
    for _ in range(4):
        pass_turn(table)
    monkeypatch.setattr(cleaning, "MAX_NOTICES", 1)

    def respond(request: Request) -> Answer:
        if request.data.get("n") == 1:
            cleaning.clean(post.kronika.store)
        return good(request)

    post.respond = respond
    first, gap, last = post.send()
    assert (first.data["n"], gap.type, last.data["n"]) == (1, "gap", 4)
    assert (gap.data["from"], gap.data["to"]) == (1, 3)


def test_hooks_with_much_to_be_sent_do_not_keep_others_waiting(
    post: Post, kronika: Kronika, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_planning, "GROUPS", {"": 10, "NOT ": 1})
    game = Seated.at(client)
    post.make(bearer(game.organiser), **about(game), events=["your-turn"])
    post.make(person(kronika, "Everything").headers, about="public", events=["game-started"])
    for _ in range(11):
        Seated.at(client)
    catch_up(kronika)
    pass_turn(game)
    assert {it.type for it in post.send(1)} == {"game-started", "your-turn"}


def test_hooks_that_have_ended_leave_their_places(post: Post, kronika: Kronika, client: FlaskClient) -> None:
    owner = person(kronika, "Renewing")
    token = bearer(personal_token(kronika, owner.account, "hooks"))
    hook = {"url": ADDRESS, "about": "me"}
    for _ in range(10):
        assert client.post("/v1/hooks", json=hook, headers=token).status_code == 201
    for (id,) in kronika.store.query(
        "SELECT id FROM credentials WHERE account = ? AND kind = 'token'", (owner.account,)
    ):
        kronika.store.append("", [], [revoke(owner.account, id)])
    assert client.post("/v1/hooks", json=hook, headers=owner.headers).status_code == 201


def test_the_hourly_job_deletes_hooks_that_have_ended_and_no_others(
    post: Post, table: Seated, kronika: Kronika, client: FlaskClient
) -> None:
    ended = Seated.at(client)
    left, gone = (post.make(bearer(game.organiser), **about(game))["id"] for game in (table, ended))
    for game in (table, ended):
        pass_turn(game)
    post.send()
    kronika.store.append("", [], [Statement("DELETE FROM tokens WHERE game = ?", (ended.id,))])
    cleaning.clean(kronika.store)
    for rows in ("hooks", "hook_deliveries", "hook_cursors", "notices", "notice_counts"):
        column = {"hooks": "id", "notices": "recipient", "notice_counts": "recipient"}.get(rows, "hook")
        found = {id.removeprefix("hook:") for (id,) in kronika.store.query(f"SELECT {column} FROM {rows}")}
        assert found & {left, gone} == {left}, rows


def test_a_blocked_token_has_its_hooks_wait(post: Post, table: Seated) -> None:
    post.make(bearer(table.organiser), **about(table))
    block = "INSERT INTO blocks (subject, until, act) VALUES (?, ?, 0)"
    subject, until = f"token {digest(table.organiser)}", now() + 600_000
    post.kronika.store.append("", [], [Statement(block, (subject, until))])
    pass_turn(table)
    assert post.send() == []
    post.wait(700_000)
    assert [it.type for it in post.send()][:1] == ["your-turn"]
    post.kronika.store.append("", [], [Statement("DELETE FROM blocks")])


def test_rotation_carries_hooks_over_and_the_end_of_a_token_ends_them(
    post: Post, kronika: Kronika, client: FlaskClient
) -> None:
    made = client.post("/v1/tournaments", json={"ruleset": "age-of-war", "seats": 2, "games": 2}).json
    old = bearer(made["organiser_token"])
    hook = post.make(old, about="tournament", tournament=made["id"])
    rotated = client.post(f"/v1/tournaments/{made['id']}/tokens/rotations", headers=old)
    new = bearer(rotated.json["token"])
    assert post.call("GET", "", old).status_code == 401
    assert [it["id"] for it in post.call("GET", "", new).json["hooks"]] == [hook["id"]]
    for name in ("Ada", "Bo"):
        assert client.post(f"/v1/tournaments/{made['id']}/seats", json={"name": name}).status_code == 201
    [started, *_] = post.send()
    assert (started.type, "game" in started.data) == ("game-started", True)
    kronika.store.append("", [], [Statement("DELETE FROM tokens WHERE game = ?", (made["id"],))])
    kronika.store.append("", [], [Statement("UPDATE hook_cursors SET due_at = 1")])
    assert post.send() == []
    assert kronika.store.query("SELECT 1 FROM hooks") == []


def test_nothing_starts_after_a_hook_was_deleted(post: Post, table: Seated) -> None:
    """Not even what was about to be sent."""
    headers = bearer(table.organiser)
    made = post.make(headers, **about(table))
    pass_turn(table)

    def delete() -> None:
        assert post.call("DELETE", f"/{made['id']}", headers).status_code == 204
        post.before = lambda: None

    post.before = delete
    assert post.send() == []
    for sql in ("SELECT 1 FROM hook_deliveries", "SELECT 1 FROM hook_cursors"):
        assert post.kronika.store.query(sql) == []


def test_who_may_see_is_asked_at_each_try(post: Post, kronika: Kronika, client: FlaskClient) -> None:
    """A game that was hidden or deleted, and a seat that was lost, before the second try."""
    owner, private, public, organised = (
        person(kronika, "Former"),
        Seated.at(client, visibility="private"),
        Seated.at(client),
        Seated.at(client),
    )
    post.make(bearer(organised.organiser), **about(organised))
    give(kronika, owner.account, private.id, "seat:1")
    give(kronika, owner.account, private.id, "seat:2")
    give(kronika, owner.account, public.id, "seat:1")
    give(kronika, owner.account, public.id, "seat:2")
    post.make(owner.headers, about="me")
    post.respond = lambda request: FAILED
    for game in (private, public, organised):
        pass_turn(game)
    assert len(post.send()) == 3
    kronika.store.append("", [], [Statement("DELETE FROM account_roles WHERE account = ?", (owner.account,))])
    hiding.hide(kronika.store, public.id)
    hiding.delete(kronika.store, organised.id)
    post.respond = good
    post.wait(7_000)
    assert post.send() == []


@pytest.mark.soak
def test_what_was_taken_back(post: Post, client: FlaskClient) -> None:
    """It says so, unless it was sent before: the same bytes follow at every try."""
    for number in range(40):  # draws may bar the way
        game = Seated.at(client, ruleset="nagaraja", undo="consent")
        post.make(bearer(game.organiser), **about(game), events=["your-turn"])
        before, last = take_back(game), game.get().json["version"]
        sent = [it for it in post.send() if last in turns([it]) or it.data["version"] < last]
        back = {it.data["version"] for it in sent if it.data.get("taken_back")}
        post.clear()
        if before and back:
            assert back == {it.data["version"] for it in sent if before < it.data["version"] < last}, number
            return
    raise AssertionError("nobody could take back")


def take_back(game: Seated) -> int:
    """Play, and take an action back as soon as that is possible; the version to which, or 0."""
    for _ in range(15):
        actor, before = game.to_act(), game.get().json["version"]
        game.post("/actions", actor, game.legal(actor)[-1])
        asked = game.post("/undo-requests", actor, {"to_version": before})
        if asked.status_code == 201:
            game.post(f"/undo-requests/{asked.json['id']}/answers", 3 - actor, {"accept": True})
            return int(before)
    return 0


def test_forged_signatures_and_new_secrets(post: Post, table: Seated) -> None:
    headers = bearer(table.organiser)
    made = post.make(headers, **about(table))
    renewed = post.call("POST", f"/{made['id']}/secrets", headers)
    pass_turn(table)
    [request, *_] = post.send()
    for secret in (made["secret"], renewed.json["secret"]):
        Webhook(secret).verify(request.text, dict(request.headers))
    post.wait(DAY + 1)
    pass_turn(table)
    pass_turn(table)
    [request, *_] = post.send()
    assert len(request.headers["webhook-signature"].split()) == 1
    assert post.kronika.store.query("SELECT sealed FROM hooks")[0][0].find(b"whsec") == -1
    for forged in (request.text + " ", request.text.replace("1", "2")):
        with pytest.raises(WebhookVerificationError):
            Webhook(renewed.json["secret"]).verify(forged, dict(request.headers))


def test_again_has_the_same_bytes_and_a_limit(post: Post, table: Seated) -> None:
    headers = bearer(table.organiser)
    made = post.make(headers, **about(table))
    pass_turn(table)
    [first, *_] = post.send()
    path = f"/{made['id']}/deliveries/{first.id}/again"
    assert post.call("POST", path, headers).status_code == 202
    [again] = post.send()
    assert (again.id, again.text) == (first.id, first.text)
    assert post.send() == []
    assert post.call("POST", f"/{made['id']}/deliveries/msg_{'0' * 32}/again", headers).status_code == 404
    answers = [post.call("POST", path, headers) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [202] * 5 + [429]
    assert int(answers[-1].headers["Retry-After"]) <= 61
    assert post.call("POST", f"/{made['id']}/test", headers).status_code == 429


def test_what_is_waiting_is_tried_at_once_on_demand(post: Post, table: Seated) -> None:
    headers = bearer(table.organiser)
    made = post.make(headers, **about(table))
    post.respond = lambda request: FAILED
    pass_turn(table)
    [first] = post.send()
    post.respond = good
    assert post.call("POST", f"/{made['id']}/deliveries/{first.id}/again", headers).status_code == 202
    second = post.send()[0]
    assert (second.id, second.text) == (first.id, first.text)
    [delivery] = [it for it in post.deliveries(made["id"], headers) if it["id"] == first.id]
    assert (delivery["tries"], delivery["state"], delivery["answer"]) == (2, "delivered", "ok")


def test_at_most_ten(post: Post, kronika: Kronika) -> None:
    owner = person(kronika, "Collector")
    for _ in range(10):
        made = post.client.post("/v1/hooks", json={"url": ADDRESS, "about": "me"}, headers=owner.headers)
        assert made.status_code == 201
    assert (
        post.client.post("/v1/hooks", json={"url": ADDRESS, "about": "me"}, headers=owner.headers).status_code
        == 409
    )
    assert post.call("DELETE", f"/{made.json['id']}", owner.headers).status_code == 204
    assert (
        post.client.post("/v1/hooks", json={"url": ADDRESS, "about": "me"}, headers=owner.headers).status_code
        == 201
    )


def test_a_process_that_ends_while_it_sends(post: Post, table: Seated) -> None:
    """What it was sending is sent again by the next one, in the same bytes."""
    post.make(bearer(table.organiser), **about(table))
    pass_turn(table)

    def die(request: Request) -> Answer:
        raise KeyboardInterrupt

    post.respond = die
    with pytest.raises(KeyboardInterrupt):
        post.send()
    [lost] = post.received
    post.respond = lambda request: WELL
    [again, *_] = post.send()
    assert (again.id, again.text) == (lost.id, lost.text)

"""What an operator takes away: gone at once from all that people see, whoever has it in memory; and no log is touched."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from api.app import create_app
from cli import main, rebuild
from domain.table import decisions
from service.identity.tokens import grant
from service.operation.app import Kronika, compose
from service.operation.integrity import every_game, find_damage
from service.queries import subscriptions
from service.store import Statement
from service.system.settings import Settings
from tests.api.conforming import ConformingClient
from tests.api.desk import Desk
from tests.api.gathering import Gathering
from tests.api.kit import LONG_KEY, Seated, bearer
from tests.api.test_portable import FILE, abandon
from tests.service import following
from tests.service.preparing import prepared
from tests.soaking import soaked
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url
from verifier import FAILED, verify

__all__ = ["postgres_url", "server", "sqlite_url", "url"]

ADA, BO, EVE = "Ada Byron", "Bo Peep", "Eve Hill"
"""Names with a space, which no key, digest or id among what is read can spell."""

Command = Callable[..., str]
both_engines = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
READ = ("", "/states/3", "/replay", "/replay?lang=pl", "/export", "/legal-actions?labels=true", "/events")
BY_THE_LEDGER = ("/audit", "/checkpoint", "/ledger/entries", "/ledger/disclosures", "/ledger/draws")


@pytest.fixture
def settings(url: str, tmp_path: Path) -> Settings:
    """On each engine."""
    made = Settings(database=url, data=tmp_path, limits=None)
    prepared(made)
    return made


@pytest.fixture
def kronika(settings: Settings) -> Iterator[Kronika]:
    service = compose(settings)
    yield service
    service.close()


@pytest.fixture
def client(kronika: Kronika, checked_here: None) -> FlaskClient:
    app = create_app(kronika)
    app.test_client_class = ConformingClient
    return app.test_client()


@pytest.fixture
def command(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """A command of another process on the same database, as far as the service can tell; gives what it prints."""
    monkeypatch.setenv("KRONIKA_DATABASE", settings.database)
    monkeypatch.setenv("KRONIKA_DATA", str(settings.data))
    monkeypatch.setattr(rebuild, "end_tidily", lambda: None)  # this process ends as it did

    def run(*args: str, code: int = 0) -> str:
        assert main(args) == code
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


def seated(client: FlaskClient, **more: Any) -> Seated:
    return Seated.at(client, names=(ADA, BO), **more)


def shown(game: Seated) -> str:
    """Everything that a stranger and both seats may read of a game and of the lobby."""
    told = [game.get(path, seat) for path in READ for seat in (None, 1, 2)]
    assert {answer.status_code for answer in told} == {200}
    lists = [game.client.get(path) for path in ("/v1/games", "/v1/games?imported=true", "/v1/tournaments")]
    return "\n".join(answer.text for answer in [*told, *lists])


def lobby_news(kronika: Kronika, after: int) -> list[tuple[str, Any]]:
    """What the lobby's stream tells at once of what changed beyond a position."""
    found = []
    while (page := subscriptions.lobby_changes(kronika.store, after))[1] > after:
        messages, after = page
        found += [(message.type, orjson.loads(message.data)) for message in messages]
    return found


def sound(kronika: Kronika) -> bool:
    """As `kronika fsck` has it."""
    store = kronika.store
    return not any(find_damage(store, kronika.signer, game) for game in every_game(store))


def stored(kronika: Kronika) -> str:
    """All that lies beside the logs."""
    tables = (
        "players",
        "former_players",
        "tournament_seats",
        "lobby",
        "idempotency",
        "tokens",
        "invitations",
        "referees",
        "case_texts",
        "notes",
    )
    return "\n".join(str(kronika.store.query(f"SELECT * FROM {table}")) for table in tables)


@pytest.mark.parametrize(
    "how", soaked([("--name", ADA), ("ID", "--seat", "1")], rare=[("ID", "--seat", "1")])
)
def test_a_hidden_name_is_gone_from_everything_and_comes_back(
    client: FlaskClient, kronika: Kronika, command: Command, how: tuple[str, ...]
) -> None:
    game = seated(client)
    before = shown(game)
    assert before.count(ADA) > 20
    tags = {path: game.get(path).headers.get("ETag") for path in READ}
    revision = game.get().json["document_revision"]
    asked = [game.id if word == "ID" else word for word in how]
    assert f"{game.id} seat 1: {ADA}" in command("hide", *asked)
    after = shown(game)
    assert ADA not in after
    assert (after.count("#1"), after.count(BO)) == (before.count(ADA), before.count(BO))
    for path, tag in tags.items():
        held = game.get(path, If_None_Match=tag) if tag else game.get(path)
        assert (held.status_code, held.headers.get("ETag") == tag) == (200, tag is None)
    assert game.get().json["document_revision"] == revision + 1
    assert "immutable" not in game.get(f"/states/3?document_revision={revision}").headers["Cache-Control"]
    assert "immutable" in game.get(f"/states/3?document_revision={revision + 1}").headers["Cache-Control"]
    assert f"{game.id} seat 1: {ADA}" in command("hide", "--list")
    command("hide", "--undo", *asked)
    assert (
        shown(game).replace(f'"document_revision":{revision + 2}', f'"document_revision":{revision}')
        == before
    )
    assert game.get().headers["ETag"] not in (tags[""], None)
    assert sound(kronika)


def test_the_lobbys_stream_tells_the_name_that_is_shown_now(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    others, game = seated(client), seated(client)
    position = subscriptions.lobby_head(kronika.repository.store)
    command("hide", others.id, "--seat", "1")
    [(kind, summary)] = lobby_news(kronika, position)
    assert (kind, summary["id"], summary["players"]) == ("game", others.id, ["#1", BO])
    game.act()
    told = {summary["id"]: summary["players"] for _, summary in lobby_news(kronika, 0)}
    assert told == {others.id: ["#1", BO], game.id: [ADA, BO]}


def test_the_order_of_the_lobby_tells_nothing_of_private_games(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    games = [seated(client, visibility=each) for each in ("public", "private", "private")]
    games[0].post("/forks", 1, {"version": 5})
    position = subscriptions.lobby_head(kronika.repository.store)
    command("hide", "--name", ADA)
    assert subscriptions.lobby_head(kronika.repository.store) == position + 1
    assert [summary["id"] for _, summary in lobby_news(kronika, position)] == [games[0].id]


@pytest.mark.parametrize("which", soaked([("ID", "--seat", "1"), ("ID",)], rare=[("ID",)]))
def test_a_name_is_deleted_from_analyses_of_its_game(
    client: FlaskClient, kronika: Kronika, command: Command, which: tuple[str, ...]
) -> None:
    other, game = seated(client), seated(client)
    fork = game.post("/forks", 1, {"version": 5}).json
    opened = bearer(fork["token"])
    client.post(f"/v1/games/{fork['id']}/forks", json={"version": 5}, headers=opened)
    analysis = f"/v1/games/{fork['id']}"
    command("hide", game.id, "--seat", "1")
    assert ADA not in client.get(analysis, headers=opened).text
    command("hide", "--undo", game.id, "--seat", "1")
    assert ADA in client.get(analysis, headers=opened).text
    command("delete", *(game.id if word == "ID" else word for word in which), "--yes")
    assert client.get(analysis, headers=opened).json["seats"][0]["name"] == "#1"
    assert stored(kronika).count(ADA) == 1
    assert ADA in client.get(other.url).text


def test_who_sits_down_in_a_game_while_it_is_deleted_has_a_token_of_nothing(
    client: FlaskClient, kronika: Kronika, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    url, commit = f"/v1/games/{made['id']}", kronika.repository.commit

    def too_late(*decided: Any, **more: Any) -> Any:
        command("delete", made["id"], "--yes")
        return commit(*decided, **more)

    monkeypatch.setattr(kronika.repository, "commit", too_late)
    taken = client.post(f"{url}/seats", json={"name": ADA}).json
    assert client.get(url, headers=bearer(taken["token"])).status_code == 404
    assert ADA not in stored(kronika)
    path, _ = a_tournament(client)
    id, game = path.rpartition("/")[2], client.get(path).json["games"][0]["id"]
    command("delete", id, "--yes")
    kronika.store.append("", [], [grant("late", id, "seat:1")])
    for address in (path, f"/v1/games/{game}"):
        assert client.get(address, headers=bearer("late")).status_code == 404


def test_who_enters_a_tournament_while_it_is_deleted_leaves_no_name(
    client: FlaskClient, kronika: Kronika, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = a_tournament(client, ())
    append = kronika.store.append

    def too_late(*written: Any) -> None:
        command("delete", path.rpartition("/")[2], "--yes")
        append(*written)

    monkeypatch.setattr(kronika.store, "append", too_late)
    client.post(f"{path}/seats", json={"name": ADA})
    assert ADA not in stored(kronika)


def test_what_is_not_hidden_cannot_be_shown_again(client: FlaskClient, command: Command) -> None:
    game, (tournament, _) = seated(client), a_tournament(client)
    for shown_to_all in (
        (game.id,),
        (game.id, "--seat", "1"),
        ("--name", ADA),
        (tournament.rpartition("/")[2],),
    ):
        assert "not hidden" in command("hide", "--undo", *shown_to_all, code=1)
        command("hide", *shown_to_all)
        assert "restored" in command("hide", "--undo", *shown_to_all)


@both_engines
def test_a_deleted_name_is_nowhere_in_the_database(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    game = seated(client)
    fork = game.post("/forks", 1, {"version": 5}).json
    checkpoint = game.get("/checkpoint").text
    assert ADA in stored(kronika)
    command("hide", "--name", ADA)
    assert ADA in stored(kronika)  # it may be shown again
    told = command("delete", "--name", ADA, "--yes")
    assert told.count(f"seat 1: {ADA}") == 2  # in the analysis, too
    assert ADA not in stored(kronika)
    assert ADA not in shown(game)
    analysis = client.get(f"/v1/games/{fork['id']}", headers=bearer(fork["token"])).json
    assert [seat["name"] for seat in analysis["seats"]] == ["#1", BO]
    command("hide", "--undo", "--name", ADA, code=1)
    assert game.get("/checkpoint").text == checkpoint
    assert sound(kronika)
    game.act()
    assert ADA not in shown(game)


def test_a_shared_analysis_tells_nothing_of_a_game_that_was_taken_away(
    client: FlaskClient, command: Command
) -> None:
    game = seated(client)
    game.act()
    version = game.get().json["version"]
    fork = game.post("/forks", 1, {"version": version}).json
    analysis, owner = f"/v1/games/{fork['id']}", bearer(fork["token"])
    shared = client.post(f"{analysis}/shares", json={}, headers=owner).json
    link = bearer(shared["token"])

    def past() -> set[Any]:
        return {frame.get("game") for frame in client.get(f"{analysis}/replay", headers=link).json["frames"]}

    assert past() == {game.id, None}
    command("hide", game.id)
    assert past() == {None}
    command("delete", game.id, "--yes")
    told = client.get(analysis, headers=link).json
    assert [seat["name"] for seat in told["seats"]] == ["#1", "#2"]
    assert [it["share"] for it in client.get(f"{analysis}/shares", headers=owner).json["shares"]] == [
        shared["share"]
    ]
    assert client.delete(f"{analysis}/shares/{shared['share']}", headers=owner).status_code == 204
    assert client.get(analysis, headers=link).status_code == 404


def a_noted_game(client: FlaskClient) -> Seated:
    """A game that is over, with a note of each seat and of the organiser."""
    game = seated(client)
    abandon(game)
    for token in (*game.tokens.values(), game.organiser):
        written = client.put(f"{game.url}/notes/3", json={"text": "Hm."}, headers=bearer(token))
        assert written.status_code == 200
    return game


def authors(game: Seated, seat: int | None = None) -> list[str]:
    return [note["author"] for note in game.get("/notes", seat).json["notes"]]


def kept_notes(kronika: Kronika) -> list[tuple[str, str]]:
    found = kronika.store.query("SELECT game, author FROM notes ORDER BY game, author")
    return [(game, author) for game, author in found]


@pytest.mark.parametrize("which", soaked([("--name", ADA), ("ID", "--seat", "1")], rare=[("--name", ADA)]))
def test_notes_are_hidden_and_deleted_with_the_name_of_who_wrote_them(
    client: FlaskClient, kronika: Kronika, command: Command, which: tuple[str, ...]
) -> None:
    game = a_noted_game(client)
    what = tuple(game.id if word == "ID" else word for word in which)
    command("hide", *what)
    assert authors(game) == authors(game, 1) == ["organiser", "seat:2"]
    command("hide", "--undo", *what)
    assert authors(game) == ["organiser", "seat:1", "seat:2"]
    command("hide", *what)
    command("delete", *what, "--yes")
    assert authors(game) == ["organiser", "seat:2"]
    assert kept_notes(kronika) == [(game.id, "organiser"), (game.id, "seat:2")]


def test_with_a_game_go_its_notes(client: FlaskClient, kronika: Kronika, command: Command) -> None:
    game, kept = a_noted_game(client), a_noted_game(client)
    command("hide", game.id)
    assert game.get("/notes").status_code == 404
    assert len(authors(game, 1)) == 3
    command("delete", game.id, "--yes")
    assert {game for game, _ in kept_notes(kronika)} == {kept.id}


def test_who_writes_a_note_while_the_game_is_deleted_leaves_none(
    client: FlaskClient, kronika: Kronika, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, append = seated(client), kronika.store.append
    abandon(game)

    def too_late(*written: Any) -> None:
        monkeypatch.setattr(kronika.store, "append", append)
        command("delete", game.id, "--yes")
        append(*written)

    monkeypatch.setattr(kronika.store, "append", too_late)
    client.put(f"{game.url}/notes/3", json={"text": "Late."}, headers=bearer(game.tokens[1]))
    assert kept_notes(kronika) == []


def test_a_referees_name_is_hidden_shown_again_and_deleted(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    desk = Desk.at(client, heads=(), visibility="public")
    desk.appoint(name="Judge Rot")
    told = desk.read()
    assert f"{desk.id} referee 1: Judge Rot" in command("hide", "--name", "Judge Rot")
    assert [it["name"] for it in desk.read()["referees"]] == ["#1"]
    assert f"{desk.id} referee 1: Judge Rot" in command("hide", "--list")
    command("hide", "--undo", "--name", "Judge Rot")
    assert desk.read() == told
    command("delete", "--name", "Judge Rot", "--yes")
    assert [it["name"] for it in desk.read()["referees"]] == ["#1"]
    assert "Judge Rot" not in stored(kronika)
    assert desk.opened() == 1  # he referees on


def test_with_a_game_go_the_names_codes_and_texts_of_its_desk(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    kept, desk = Desk.at(client), Desk.at(client)
    for one in (kept, desk):
        claim = {"about": {"from": 3, "to": one.played}, "claim": "He threw twice.", "wants": "result"}
        assert one.post("/disputes", 1, claim, Idempotency_Key=LONG_KEY).status_code == 201
    code = desk.as_organiser("POST", "/referees", {}).json["code"]
    command("delete", desk.id, "--yes")
    late = client.post(f"{desk.url}/referees/acceptances", json={"code": code, "name": "Late"})
    assert late.status_code == 404
    rows = "SELECT {} FROM {} WHERE {} = ?"
    assert kronika.store.query(rows.format("name", "referees", "place") + " ORDER BY number", (desk.id,)) == [
        ("#1",),
        ("#2",),
        (None,),
    ]
    for table in ("case_texts", "idempotency"):
        assert kronika.store.query(rows.format("1", table, "game"), (desk.id,)) == []
        assert kronika.store.query(rows.format("1", table, "game"), (kept.id,)) == [(1,)]
    assert kept.read("/1", kept.tokens[1])["claim"]["status"] == "shown"
    assert sound(kronika)


def test_an_action_that_was_decided_before_a_name_went_does_not_bring_it_back(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    game = seated(client)
    loaded = kronika.repository.get(game.id)
    command("delete", "--name", ADA, "--yes")
    kronika.repository.commit(loaded, decisions.suspend(loaded.ruleset, loaded.table))
    assert ADA not in shown(game) + stored(kronika)


def test_who_sat_there_before_is_hidden_with_his_seat(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    game = Seated(client, made["id"], made["organiser_token"], {})
    client.post(f"{game.url}/seats", json={"name": EVE, "seat": 1})
    command("hide", "--name", EVE)
    client.delete(f"{game.url}/seats/1", headers=bearer(game.organiser))
    for name in (ADA, BO):
        taken = client.post(f"{game.url}/seats", json={"name": name}).json
        game.tokens[taken["seat"]] = taken["token"]
    assert EVE not in game.get("/states/2").text
    command("hide", "--undo", "--name", EVE)
    assert EVE in game.get("/states/2").text
    command("delete", game.id, "--seat", "1", "--yes")
    left = stored(kronika)
    assert EVE not in left
    assert ADA not in left
    assert game.get("/states/2").json["seats"][0]["name"] == "#1"


def test_a_hidden_game_does_not_exist_for_strangers_and_goes_on_for_its_players(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    game = seated(client)
    client.get(game.url)
    command("hide", game.id)
    unknown = "/v1/games/" + "0" * 32
    for path in (*READ, *BY_THE_LEDGER, "/stream", "/ledger/cosignatures"):
        here, nowhere = client.get(game.url + path), client.get(unknown + path)
        assert here.status_code == nowhere.status_code == 404
        own = {"instance": "", "request_id": ""}
        assert {**here.json, **own} == {**nowhere.json, **own}
    assert client.post(f"{game.url}/seats", json={"name": "C"}).status_code == 404
    assert client.post(f"{game.url}/forks", json={"version": 5}).status_code == 404
    assert game.get("", 1).status_code == 200
    version = game.get("", 1).json["version"]
    seat = game.get("", 1).json["to_act"][0]
    assert game.post("/actions", seat, game.legal(seat)[0]).status_code == 201
    assert game.get("", 2).json["version"] > version
    assert ADA not in client.get("/v1/games").text
    command("hide", "--undo", game.id)
    assert game.get().json["version"] > version
    assert ADA in client.get("/v1/games").text
    assert sound(kronika)


def test_a_hidden_game_is_in_no_list_figure_or_stream(
    client: FlaskClient, kronika: Kronika, command: Command, settings: Settings
) -> None:
    kept, game = seated(client), seated(client)
    command("rebuild")
    before = client.get("/v1/rulesets/age-of-war/statistics").json
    assert before["games"] == {"playing": 2}
    position = subscriptions.lobby_head(kronika.repository.store)
    command("hide", game.id)
    assert [row["id"] for row in client.get("/v1/games").json["games"]] == [kept.id]
    assert client.get("/v1/rulesets/age-of-war/statistics").json["games"] == {"playing": 1}
    assert 'kronika_games{status="playing"} 1.0' in client.get("/metrics").text
    assert lobby_news(kronika, position) == [("gone", {"id": game.id})]
    head = subscriptions.lobby_head(kronika.repository.store)
    seat = game.get("", 1).json["to_act"][0]
    game.post("/actions", seat, game.legal(seat)[0])
    assert subscriptions.lobby_head(kronika.repository.store) == head
    command("rebuild")
    assert client.get("/v1/rulesets/age-of-war/statistics").json["games"] == {"playing": 1}
    command("hide", "--undo", game.id)
    assert client.get("/v1/rulesets/age-of-war/statistics").json == {
        **client.get("/v1/rulesets/age-of-war/statistics").json,
        "games": {"playing": 2},
    }
    assert [(kind, summary["id"]) for kind, summary in lobby_news(kronika, head)] == [("game", game.id)]


def test_a_stranger_who_follows_a_game_hears_no_more_of_it(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    game = seated(client)
    followed = following.follow(kronika.repository, game.id, None, 5)
    own = following.follow(kronika.repository, game.id, game.tokens[1], 5)
    assert followed is not None
    assert own is not None
    with ThreadPoolExecutor(1) as pool:
        listening = pool.submit(list, followed)
        command("hide", game.id)
        seat = game.get("", 1).json["to_act"][0]
        game.post("/actions", seat, game.legal(seat)[0])
        assert listening.result(30) == []
    assert next(own) is not None


def test_a_deleted_game_is_open_to_nobody_and_its_log_is_whole(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    game = seated(client, visibility="private")
    other = seated(client)
    client.post(f"{game.url}/invitations", json={}, headers=bearer(game.organiser))
    audit = game.get("/audit", 1).json
    entries = kronika.store.entries(game.id)
    assert game.id in command("delete", game.id, "--yes")
    for seat in (None, 1, 2):
        assert game.get("", seat).status_code == 404
    assert client.get(game.url, headers=bearer(game.organiser)).status_code == 404
    assert game.post("/actions", 1, {"type": "roll"}).status_code == 404
    assert game.id not in str(kronika.store.query("SELECT * FROM invitations"))
    rows = kronika.store.query("SELECT name, hidden_name FROM players WHERE game = ?", (game.id,))
    assert sorted(rows) == [("#1", None), ("#2", None)]
    assert "it cannot be restored" in command("hide", "--undo", game.id, code=1)
    assert kronika.store.entries(game.id) == entries
    assert sound(kronika)
    assert not any(level.status == FAILED for level in verify(audit).levels)
    assert other.get("", 1).json["seats"][0]["name"] == ADA


def test_delete_asks_first(client: FlaskClient, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    game = seated(client)
    asked = []

    def answer(text: str) -> Callable[[str], str]:
        return lambda question: asked.append(question) or text

    monkeypatch.setattr("builtins.input", answer("no"))
    assert "nothing was deleted" in command("delete", game.id, code=1)
    assert "nothing was deleted" in command("delete", "--name", ADA, code=1)
    assert ADA in shown(game)
    monkeypatch.setattr("builtins.input", answer("yes"))
    assert ADA in command("delete", "--name", ADA)
    assert len(asked) == 3
    assert "cannot be undone" in asked[0]
    assert ADA not in shown(game)


def test_what_is_not_there_cannot_be_taken_away(client: FlaskClient, command: Command) -> None:
    game = seated(client)
    for verb in ("hide", "delete"):
        for wrong, said in (
            (("0" * 32,), "there is no game or tournament"),
            (("--name", "Nobody"), "nobody of this name"),
            (("--name", "A\u202e"), "is invisible"),
            ((game.id, "--seat", "3"), "nobody of this name"),
            ((), "name a game"),
            ((game.id, "--name", ADA), "name a game"),
            (("--name", ADA, "--seat", "1"), "name a game"),
        ):
            assert said in command(verb, *wrong, code=1)
    assert shown(game).count("#") == 0


def test_an_organiser_of_a_meeting_gets_a_new_token_from_the_operator(
    client: FlaskClient, command: Command
) -> None:
    meeting = Gathering(client)
    assert "a role is organiser here" in command("token", meeting.id, code=1)
    token = command("token", meeting.id, "--role", "organiser").strip()
    assert meeting.add(token=token).status_code == 201
    assert "meeting" in command("token", "0" * 32, code=1)


def test_a_name_is_known_in_every_spelling(client: FlaskClient, command: Command) -> None:
    made = client.post("/v1/games", json={"ruleset": "touche", "seats": 2})
    client.post(f"{made.headers['Location']}/seats", json={"name": "Zo\u0301sia"})
    command("hide", "--name", "Z\u00f3sia")
    assert client.get(made.headers["Location"]).json["seats"][0]["name"] == "#1"
    command("delete", "--name", "#1", "--yes", code=1)  # a stand-in is nobody's name
    command("hide", "--undo", "--name", "Zo\u0301sia")
    assert client.get(made.headers["Location"]).json["seats"][0]["name"] == "Z\u00f3sia"


def exported(game: Seated) -> dict[str, Any]:
    abandon(game)
    return dict(game.get("/export").json)


def brought(client: FlaskClient, file: dict[str, Any], **headers: str) -> Any:
    return client.post("/v1/imports", data=orjson.dumps(file), content_type=FILE, headers=headers)


def test_a_file_brings_no_name_back(client: FlaskClient, kronika: Kronika, command: Command) -> None:
    game = seated(client)
    file = exported(game)
    command("delete", "--name", ADA, "--yes")
    again = brought(client, file)
    assert (again.status_code, again.json["id"]) == (200, game.id)
    assert ADA not in shown(game) + stored(kronika)
    assert [person["name"] for person in game.get("/export").json["players"]] == ["#1", BO]
    file["players"][1]["bot"] = "random"
    assert brought(client, file).json["type"] == "/problems/gone-elsewhere"


@pytest.mark.parametrize("verb", soaked([("hide",), ("delete", "--yes")], rare=[("hide",)]))
def test_a_file_brings_no_game_back(client: FlaskClient, command: Command, verb: tuple[str, ...]) -> None:
    game = seated(client)
    file = exported(game)
    command(*verb, game.id)
    refused = brought(client, file)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/gone-elsewhere")
    assert "removed this game" in refused.json["detail"]


SHORT = {"set_choice": "agreed", "need": {"square": 1}}


def a_tournament(client: FlaskClient, names: tuple[str, ...] = (ADA, BO)) -> tuple[str, dict[int, str]]:
    terms = {"ruleset": "touche", "seats": 2, "games": 3, "options": SHORT}
    path = client.post("/v1/tournaments", json=terms).json["location"]
    tokens = {}
    for name in names:
        taken = client.post(f"{path}/seats", json={"name": name}).json
        tokens[taken["seat"]] = taken["token"]
    return path, tokens


def play(client: FlaskClient, game: str, tokens: dict[int, str]) -> None:
    rng, at = random.Random(1), f"/v1/games/{game}"
    while (found := client.get(at, headers=bearer(tokens[1])).json)["to_act"]:
        opened = bearer(tokens[found["to_act"][0]])
        legal = client.get(f"{at}/legal-actions", headers=opened).json["actions"]
        assert client.post(f"{at}/actions", json=rng.choice(legal), headers=opened).status_code == 201


def test_a_name_goes_from_a_tournament_and_all_of_its_games(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    path, tokens = a_tournament(client)
    id = path.rpartition("/")[2]
    first = client.get(path).json["games"][0]["id"]
    command("hide", id, "--seat", "1")
    play(client, first, tokens)
    games = [game["id"] for game in client.get(path).json["games"]]
    assert len(games) == 2
    read = [path, "/v1/tournaments", "/v1/games", *(f"/v1/games/{game}/replay" for game in games)]
    for address in read:
        assert ADA not in client.get(address).text
        assert "#1" in client.get(address).text
    command("hide", "--undo", id, "--seat", "1")
    for address in read:
        assert ADA in client.get(address).text
    command("delete", id, "--seat", "1", "--yes")
    assert ADA not in stored(kronika)


def test_a_hidden_tournament_goes_on_out_of_sight(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    path, tokens = a_tournament(client)
    id = path.rpartition("/")[2]
    first = client.get(path).json["games"][0]["id"]
    command("hide", id)
    assert client.get(path).status_code == client.get(f"{path}/plan").status_code == 404
    assert client.get(f"/v1/games/{first}").status_code == 404
    play(client, first, tokens)
    own = client.get(path, headers=bearer(tokens[1])).json
    second = own["games"][1]["id"]
    assert client.get(f"/v1/games/{second}").status_code == 404
    assert client.get("/v1/tournaments").json["tournaments"] == []
    assert client.get("/v1/games").json["games"] == []
    head = subscriptions.lobby_head(kronika.repository.store)
    command("hide", "--undo", id)
    assert {summary["id"] for _, summary in lobby_news(kronika, head)} == {first, second}
    assert client.get(f"/v1/games/{second}").status_code == client.get(path).status_code == 200
    assert len(client.get("/v1/games").json["games"]) == 2


def test_a_deleted_tournament_is_played_no_further(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    path, tokens = a_tournament(client)
    id = path.rpartition("/")[2]
    first = client.get(path).json["games"][0]["id"]
    command("delete", id, "--yes")
    for seat in (1, 2):
        assert client.get(path, headers=bearer(tokens[seat])).status_code == 404
        assert client.get(f"/v1/games/{first}", headers=bearer(tokens[seat])).status_code == 404
    assert ADA not in stored(kronika)
    assert sound(kronika)
    kronika.run_due_work()
    for gone in (id, first):
        assert "no token opens it" in command("token", gone, code=1)
    loaded = kronika.repository.get(first)
    over = decisions.abandon(loaded.ruleset, loaded.table)
    assert kronika.repository.commit(loaded, over).table.status == "abandoned"
    assert kronika.store.query("SELECT count(*) FROM tournament_games") == [(1,)]


def test_a_key_that_was_used_before_opens_nothing_that_was_deleted(
    client: FlaskClient, command: Command
) -> None:
    key = {"Idempotency-Key": LONG_KEY}
    new = {"ruleset": "age-of-war", "seats": 2}
    made = client.post("/v1/games", json=new, headers=key).json
    command("delete", made["id"], "--yes")
    again = client.post("/v1/games", json=new, headers=key).json
    opened = client.get(f"/v1/games/{made['id']}", headers=bearer(again["organiser_token"]))
    assert opened.status_code == 404


def test_rebuild_mends_what_an_older_version_did_not_write(
    client: FlaskClient, kronika: Kronika, command: Command
) -> None:
    path, tokens = a_tournament(client)
    first = client.get(path).json["games"][0]["id"]
    play(client, first, tokens)
    command("hide", first)
    taken = seated(client)
    before = [client.get("/v1/games").json, kronika.store.query("SELECT * FROM lobby ORDER BY game")]
    assert ADA in client.get("/v1/games").text
    lost = (
        f"UPDATE lobby SET outcome = NULL, first_seat = NULL, bot = 1, seats = '[]', players = '[\"{ADA}\"]'"
    )
    kronika.store.append("", [], [Statement(lost)])
    assert ADA not in client.get("/v1/games").text
    command("rebuild", "lobby")
    assert [client.get("/v1/games").json, kronika.store.query("SELECT * FROM lobby ORDER BY game")] == before
    command("rebuild")
    assert client.get(taken.url).status_code == 200
    assert kronika.store.query("SELECT * FROM lobby ORDER BY game") == before[1]

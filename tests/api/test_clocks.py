"""Games with a clock, as clients see them."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from projections.clock_presets import PRESETS
from service.system.clock import now
from tests.api.kit import LONG_KEY, Seated, bearer

BLITZ = {"bank": 180, "increment": 2}
WHOLE = {
    **BLITZ,
    "grace": 0,
    "on_time_out": "forfeit",
    "start_within": 120,
    "organiser_stops": False,
}
"""What becomes of it at a table for two."""


@pytest.fixture
def game(client: FlaskClient) -> Seated:
    return Seated.at(client, clock=BLITZ)


def rows(game: Seated) -> dict[int, dict[str, Any]]:
    return {row["seat"]: row for row in game.get().json["clock"]["seats"]}


def test_the_terms_are_complete_before_anybody_sits_down(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, "clock": BLITZ}).json
    document = client.get(f"/v1/games/{made['id']}").json
    assert document["clock"]["terms"] == WHOLE
    assert document["clock"]["seats"] == [{"seat": seat, "left": 180_000, "grace": 0} for seat in (1, 2)]
    assert document["undo"]["policy"] == "none"
    [created] = client.get(f"/v1/games/{made['id']}/events").json["events"]
    assert created["data"]["clock"] == WHOLE


@pytest.mark.parametrize(
    ("terms", "undo"),
    [({}, "free"), ({"clock": BLITZ}, "none"), ({"clock": BLITZ, "undo": "consent"}, "consent")],
)
def test_with_a_clock_nobody_takes_back_unless_they_say_so(
    client: FlaskClient, terms: dict[str, Any], undo: str
) -> None:
    assert Seated.at(client, **terms).get().json["undo"]["policy"] == undo


@pytest.mark.parametrize(
    ("clock", "where"),
    [
        ({}, "bank"),
        ({"bank": "900"}, "bank"),
        ({"bank": 900.5}, "bank"),
        ({"bank": -1}, "bank"),
        ({"bank": 2_592_001}, "bank"),
        ({"bank": 4}, "bank"),
        ({"bank": 2, "grace": 2}, "bank"),
        ({"bank": 900, "increment": 86_401}, "increment"),
        ({"bank": 900, "grace": 2_592_001}, "grace"),
        ({"bank": 900, "most": 899}, "most"),
        ({"bank": 900, "on_time_out": "draw"}, "on_time_out"),
        ({"bank": 900, "start_within": 29}, "start_within"),
        ({"bank": 900, "start_within": 604_801}, "start_within"),
        ({"bank": 900, "organiser_stops": 1}, "organiser_stops"),
        ({"bank": 900, "delay": 3}, "delay"),
    ],
)
@pytest.mark.parametrize("path", ["/v1/games", "/v1/tournaments"])
def test_a_clock_that_cannot_be_is_refused_where_it_is_wrong(
    client: FlaskClient, path: str, clock: dict[str, Any], where: str
) -> None:
    games = {"games": 2} if "tournaments" in path else {}
    refused = client.post(path, json={"ruleset": "age-of-war", "seats": 2, "clock": clock, **games})
    assert refused.status_code == 422
    errors = refused.json["errors"]
    assert where in errors.get("clock", {}) or f"clock.{where}" in errors, errors


@pytest.mark.parametrize("preset", PRESETS.clocks, ids=lambda preset: preset.id)
def test_every_usual_clock_can_be_agreed_on(client: FlaskClient, preset: Any) -> None:
    listed = client.get("/v1/clocks").json["clocks"]
    [clock] = [it["clock"] for it in listed if it["id"] == preset.id]
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, "clock": clock})
    assert made.status_code == 201
    agreed = client.get(made.headers["Location"]).json["clock"]["terms"]
    assert clock.items() <= agreed.items()


def test_usual_clocks_have_names_in_both_languages_and_are_read_again_only_when_they_change(
    client: FlaskClient,
) -> None:
    first = client.get("/v1/clocks")
    names = [it["name"] for it in first.json["clocks"]]
    assert len({name["en"] for name in names}) == len({name["pl"] for name in names}) == len(names)
    assert client.get("/v1/clocks", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_a_game_without_a_clock_says_nothing_of_one(client: FlaskClient) -> None:
    game = Seated.at(client)
    game.act()
    assert "clock" not in game.get().json
    assert all("clock" not in frame for frame in game.get("/replay").json["frames"])
    assert "clock" not in game.get("/events").json["events"][0]["data"]
    [listed] = [it for it in client.get("/v1/games").json["games"] if it["id"] == game.id]
    assert "clock" not in listed


def test_clocks_run_for_those_who_are_to_act(game: Seated) -> None:
    before = now()
    game.act()
    clocks, to_act = rows(game), game.get().json["to_act"]
    assert [seat for seat, row in clocks.items() if "since" in row] == to_act
    for row in clocks.values():
        if "since" in row:
            assert row["deadline"] == row["since"] + row["grace"] + row["left"] > before
        else:
            assert "deadline" not in row


def test_frames_have_the_clocks_after_each_event(game: Seated) -> None:
    for _ in range(4):
        game.act()
    whole = game.get("/replay").json
    frames = whole["frames"]
    assert frames[-1]["clock"] == game.get().json["clock"]["seats"]
    for frame in frames:
        state = game.get(f"/states/{frame['version']}").json
        assert frame["clock"] == state["clock"]["seats"]


def test_the_end_of_a_replay_has_the_same_clocks_as_the_whole(game: Seated) -> None:
    for _ in range(4):
        game.act()
    whole = game.get("/replay").json["frames"]
    for version in range(1, len(whole) + 1):
        part = game.get(f"/replay?after={version}").json
        assert part["frames"] == whole[part["from"] :]


def test_the_lobby_has_the_clocks_of_running_games(game: Seated) -> None:
    game.act()
    [listed] = [it for it in game.client.get("/v1/games").json["games"] if it["id"] == game.id]
    assert listed["clock"] == game.get().json["clock"]


def test_the_lobby_is_filtered_by_clock(client: FlaskClient) -> None:
    daily = {"bank": 0, "grace": 86_400}
    games = {
        "none": Seated.at(client).id,
        "live": Seated.at(client, clock={"bank": 3600}).id,
        "daily": Seated.at(client, clock=daily).id,
    }
    for clock in games:
        page = client.get(f"/v1/games?clock={clock}&limit=100&status=playing").json["games"]
        found = {it["id"] for it in page} & {*games.values()}
        assert found == {games[clock]}
    assert client.get("/v1/games?clock=blitz").status_code == 422


def test_a_tournament_says_its_clock_and_its_games_have_it(client: FlaskClient) -> None:
    terms = {"ruleset": "touche", "seats": 2, "games": 1, "clock": {"bank": 300}}
    made = client.post("/v1/tournaments", json=terms).json
    url = made["location"]
    clock = client.get(url).json["clock"]
    assert (clock["organiser_stops"], client.get(url).json["undo"]) == (True, "none")
    for name in ("Ada", "Bo"):
        client.post(f"{url}/seats", json={"name": name})
    [game] = client.get(url).json["games"]
    assert client.get(f"/v1/games/{game['id']}").json["clock"]["terms"] == clock


@pytest.mark.parametrize(("path", "length"), [("games", {}), ("tournaments", {"games": 2})])
def test_an_invitation_says_the_clock_before_anybody_sits_down(
    client: FlaskClient, path: str, length: dict[str, int]
) -> None:
    table = {"ruleset": "age-of-war", "seats": 2, "visibility": "private", **length}
    for clock in ({}, {"clock": {"bank": 900}}):
        made = client.post(f"/v1/{path}", json={**table, **clock}).json
        organiser = bearer(made["organiser_token"])
        invited = client.post(f"/v1/{path}/{made['id']}/invitations", json={}, headers=organiser).json
        said = client.get(f"/v1/invitations/{invited['code']}").json
        assert said.get("clock", {}).get("bank") == (900 if clock else None)


def test_a_rematch_takes_the_clock_over(client: FlaskClient) -> None:
    game = Seated.at(client, clock={**BLITZ, "most": 400, "organiser_stops": True})
    assert client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200
    for seat in (1, 2):
        made = game.post("/rematches", seat, {}).json
    again = client.get(f"/v1/games/{made['game']}").json
    assert again["clock"]["terms"] == game.get().json["clock"]["terms"]


def test_an_analysis_has_no_clock(game: Seated) -> None:
    game.act()
    fork = game.post("/forks", 1, {"version": game.get().json["version"]}).json
    opened = bearer(fork["token"])
    assert "clock" not in game.client.get(f"/v1/games/{fork['id']}", headers=opened).json
    replay = game.client.get(f"/v1/games/{fork['id']}/replay", headers=opened).json
    own = [frame for frame in replay["frames"] if "game" not in frame]
    assert all("clock" not in frame for frame in own)


def test_the_same_key_creates_the_same_game(client: FlaskClient) -> None:
    terms = {"ruleset": "age-of-war", "seats": 2, "clock": BLITZ}
    keyed = {"Idempotency-Key": LONG_KEY}
    first, second = (client.post("/v1/games", json=terms, headers=keyed).json for _ in range(2))
    assert first == second
    other = client.post("/v1/games", json={**terms, "clock": {"bank": 60}}, headers=keyed)
    assert other.json["type"] == "/problems/idempotency-conflict"


def test_a_clock_is_explained_as_a_sum(game: Seated) -> None:
    for _ in range(3):
        game.act()
    events = game.get("/events?limit=100").json["events"]
    version = [event["version"] for event in events if event["type"] == "clock-set"][-1]
    explained = game.get(f"/explanations/{version}").json
    first, *_ = explained["steps"]
    assert (first["clause"], first["numbers"]) == ("clock.terms", {"left": 180_000})
    row = {row["seat"]: row for row in rows(game).values()}
    assert explained["steps"][-1]["numbers"]["left"] in {row["left"] for row in row.values()}

"""Whoever looks is shown his own answer: what one viewer holds is never taken for what another may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import RESOURCES
from api.http import etags
from api.http.authentication import OF_ACCOUNTS
from api.http.operations import JSON
from projections.documents import REVISION, WRITERS, revision_of
from service.identity import hiding
from service.identity.access import SPECTATOR
from service.identity.account_roles import grant_role
from service.identity.tokens import grant, new_token
from service.operation.app import Kronika
from tests.accounts.kit import Person, person, personal_token
from tests.api.desk import Desk
from tests.api.kit import Seated, bearer, dashed
from tests.api.test_forks import forked
from tests.api.test_tournaments import filled
from tests.soaking import soaked

GAME = "/v1/games/<game:game>"
NDJSON = "application/x-ndjson"
READ: dict[str, tuple[str, ...]] = {
    GAME: ("", "?after=0"),
    f"{GAME}/legal-actions": ("/legal-actions", "/legal-actions?labels=true"),
    f"{GAME}/events": ("/events", "/events?after=2&limit=3", "/events?limit=2"),
    f"{GAME}/states": ("/states", "/states?from=2", "/states?from=2&to=3"),
    f"{GAME}/states/<int:version>": ("/states/3", "/states/4", f"/states/4?document_revision={REVISION}"),
    f"{GAME}/explanations/<int:version>": (
        "/explanations/1",
        "/explanations/3",
        "/explanations/8",
        f"/explanations/8?document_revision={REVISION}",
    ),
    f"{GAME}/lines": ("/lines",),
    f"{GAME}/calls": ("/calls",),
    f"{GAME}/notes": ("/notes",),
    f"{GAME}/replay": ("/replay", "/replay?lang=en", "/replay?lang=pl", "/replay?after=3"),
    f"{GAME}/news": ("/news", "/news?lang=pl", "/news?after=3&audit=3"),
    f"{GAME}/export": ("/export",),
    f"{GAME}/audit": ("/audit", "/audit?after=3"),
    f"{GAME}/checkpoint": ("/checkpoint",),
    f"{GAME}/ledger/entries": ("/ledger/entries", "/ledger/entries?from=1&to=3"),
    f"{GAME}/ledger/proof": ("/ledger/proof?index=1", "/ledger/proof?index=1&size=3"),
    f"{GAME}/ledger/consistency": ("/ledger/consistency?from=1", "/ledger/consistency?from=2&to=4"),
    f"{GAME}/ledger/disclosures": ("/ledger/disclosures",),
    f"{GAME}/ledger/draws": ("/ledger/draws",),
    f"{GAME}/ledger/cosignatures": ("/ledger/cosignatures",),
}
"""How each operation is read here, by its path."""
CASE = f"{GAME}/disputes/<int:dispute>"
AT_THE_DESK: dict[str, tuple[str, ...]] = {
    f"{GAME}/disputes": ("/disputes",),
    CASE: ("/disputes/1",),
    f"{CASE}/assessment": ("/disputes/1/assessment",),
    f"{CASE}/timeline": ("/disputes/1/timeline",),
    f"{CASE}/bundle": ("/disputes/1/bundle",),
    f"{GAME}/calls": ("/calls",),
}
"""What is read besides where there is a case, also of other operations with the eyes of a seat."""
CUP = "/v1/tournaments/<game:tournament>"
OF_ONE_VIEWER = {f"{GAME}/invitations", f"{GAME}/shares", f"{CUP}/invitations"}
MEETINGS = {f"/v1/meetings/<game:meeting>{path}" for path in ("", "/queue", "/stream")}
HOOKS = {f"/v1/hooks{path}" for path in ("", "/<game:hook>", "/<game:hook>/deliveries")}
LEAVES = {f"{GAME}/ledger/log", f"{CUP}/ledger/log"}
ELSEWHERE = {
    f"{GAME}/stream",
    "/v1/me/stream",
    f"{GAME}/audience",
    f"{GAME}/analysis",
    f"{GAME}/rematches",
    CUP,
    f"{CUP}/plan",
    "/v1/disputes",
    *HOOKS,
    *MEETINGS,
    *LEAVES,
    *OF_ONE_VIEWER,
    f"{GAME}/states/<int:version>.svg",
    f"{GAME}/states/<int:version>.png",
}
"""Pictures differ for no viewer of a game, and are not cached for those of an analysis.

A stream is no document; a game that goes on has no analysis and no rematch; tournaments, meetings, lists of cases, leaves
and who is there have no ETag; only one viewer is told of invitations, shares and hooks.
"""


class Asked(NamedTuple):
    """A question that several viewers ask: below the game's path, and in which media type."""

    path: str
    accept: str = "*/*"


QUESTIONS = (Asked("/events", NDJSON), *(Asked(path) for paths in READ.values() for path in paths))
WITH_EYES = ("/states/4?as=seat:1", "/explanations/4?as=seat:1", "/replay?as=seat:1", "/events?as=seat:1")
OF_THE_DESK = (*(Asked(path) for paths in AT_THE_DESK.values() for path in paths), *map(Asked, WITH_EYES))
TO_ACCOUNTS = tuple(map(Asked, ("", "/events", "/states/4", "/replay", "/news", "/audit", "/legal-actions")))
"""Few enough for the many accounts that read a game; tags come about in the same way everywhere."""
Viewers = dict[str, dict[str, str]]
"""The headers by which the service knows each viewer."""
Answers = dict[tuple[str, Asked], TestResponse]


class Watched:
    """A game and everybody who may look at it."""

    def __init__(
        self, client: FlaskClient, url: str, viewers: Viewers, questions: tuple[Asked, ...] = QUESTIONS
    ) -> None:
        self.client, self.url, self.viewers, self.questions = client, url, viewers, questions

    def get(self, viewer: str, asked: Asked, **more: str) -> TestResponse:
        headers = {**self.viewers[viewer], "Accept": asked.accept, **dashed(more)}
        return self.client.get(self.url + asked.path, headers=headers)

    def all(self) -> Answers:
        """Every viewer's answer to every question; 422 where an analyst must say for which seat he asks."""
        return {
            (viewer, asked): self.get(viewer, asked) for asked in self.questions for viewer in self.viewers
        }


def auditor(kronika: Kronika, game: str) -> dict[str, str]:
    token = new_token()
    kronika.store.append("", [], [grant(token, game, "auditor")])
    return bearer(token)


@pytest.fixture(params=soaked(["nagaraja", "romans"], rare=["nagaraja"]))
def game(client: FlaskClient, request: pytest.FixtureRequest) -> Seated:
    """A game whose seats hold secrets."""
    game = Seated.at(client, ruleset=request.param)
    for _ in range(3):
        game.act()
    return game


def of_game(game: Seated, kronika: Kronika) -> Watched:
    seats = {f"seat:{seat}": bearer(token) for seat, token in game.tokens.items()}
    known = {"organiser": bearer(game.organiser), "auditor": auditor(kronika, game.id)}
    return Watched(game.client, game.url, {"spectator": {}, **known, **seats})


def of_accounts(game: Seated, kronika: Kronika) -> Watched:
    """The same game, to accounts of every role, with sessions and with tokens of one scope."""
    known = of_game(game, kronika).viewers
    for role in ("seat:1", "seat:2", "organiser", "referee:1", "nobody"):
        known[f"account {role}"] = _with_role(kronika, game.id, role).headers
    for scope in ("read", "tables"):
        token = personal_token(kronika, _with_role(kronika, game.id, "seat:1").account, scope)
        known[f"{scope} seat:1"] = bearer(token)
    client = game.client.application.test_client(use_cookies=False)
    return Watched(client, game.url, known, TO_ACCOUNTS)


def _with_role(kronika: Kronika, game: str, role: str) -> Person:
    """A new account with this role, or without any."""
    who = person(kronika, new_token())
    kronika.store.append("", [], [] if role == "nobody" else [grant_role(who.account, game, role)])
    return who


def of_analysis(game: Seated, kronika: Kronika) -> Watched:
    analysis = forked(game, seat=1)
    for _ in range(3):
        seat = analysis.get("", 1).json["to_act"][0]
        legal = analysis.get(f"/legal-actions?seat={seat}", 1).json["actions"]
        assert analysis.post(f"/actions?seat={seat}", 1, legal[0]).status_code == 201
    shared = analysis.post("/shares", 1, {}).json["token"]
    known = {"analyst": bearer(analysis.organiser), "auditor": auditor(kronika, analysis.id)}
    known["watcher"] = bearer(shared)
    return Watched(game.client, analysis.url, known)


def of_case(game: Seated, kronika: Kronika) -> Watched:
    """A game of the same kind with a case in it, in which one of two referees looks with the eyes of a seat."""
    rules = game.get().json["ruleset"]
    desk = Desk.at(game.client, ruleset=rules, disputes={"pause": False})
    desk.act()
    case = desk.opened(about={"from": 3, "to": desk.version})
    assert desk.referee(1, f"/{case}/taking").status_code == 201
    looks = {"seats": [1], "from": 3, "to": desk.version - 2, "reason": "To see what he held."}
    assert desk.referee(1, f"/{case}/releases", looks).status_code == 201
    asked = game.client.post(f"{desk.url}/calls", json={"question": "May I?"}, headers=bearer(desk.tokens[2]))
    assert asked.status_code == 201, asked.json
    watched = of_game(desk, kronika)
    referees = {f"referee:{number}": bearer(token) for number, token in desk.referees.items()}
    return Watched(game.client, desk.url, {**watched.viewers, **referees}, QUESTIONS + OF_THE_DESK)


def tags(answers: Answers, viewer: str, asked: Asked | None = None) -> set[str]:
    """The ETags that this viewer was given, for this question or for all of them."""
    return {
        answer.headers["ETag"]
        for (role, question), answer in answers.items()
        if role == viewer and asked in (None, question) and "ETag" in answer.headers
    }


def test_every_readable_operation_is_watched() -> None:
    operations = [one for resource in RESOURCES for one in resource.operations]
    of_games = [one for one in operations if one.auth not in ("none", *OF_ACCOUNTS)]  # these have one reader
    readable = {one.path for one in of_games if one.method == "GET"}
    assert readable - ELSEWHERE == {*READ, *AT_THE_DESK}


@pytest.mark.parametrize("of", soaked([of_game, of_analysis, of_case, of_accounts], rare=[of_analysis]))
def test_no_validator_counts_for_another_viewer(
    game: Seated, kronika: Kronika, of: Callable[[Seated, Kronika], Watched]
) -> None:
    watched = of(game, kronika)
    answers = watched.all()
    given = {viewer: tags(answers, viewer) for viewer in watched.viewers}
    assert all(given.values())
    for (viewer, asked), answer in answers.items():
        foreign = set().union(*(held for other, held in given.items() if other != viewer))
        again = watched.get(viewer, asked, If_None_Match=", ".join(sorted(foreign)))
        assert again.status_code == answer.status_code, (viewer, asked)
        assert again.data == answer.data or answer.status_code in (403, 422), (viewer, asked)
        for own in tags(answers, viewer, asked):
            assert watched.get(viewer, asked, If_None_Match=own).status_code == 304, (viewer, asked)


def test_bytes_that_differ_have_etags_that_differ(game: Seated, kronika: Kronika) -> None:
    watched = of_game(game, kronika)
    held: dict[tuple[str, str], tuple[str, str, bytes]] = {}
    for _ in range(2):
        for (viewer, asked), answer in watched.all().items():
            if "ETag" in answer.headers:
                path = asked.path.partition("?")[0]
                of = (viewer, answer.mimetype, answer.data)
                assert held.setdefault((path, answer.headers["ETag"]), of) == of, asked
        game.act()
    assert len(held) > 100


def test_etags_begin_with_the_version_and_a_spectators_is_nothing_else(
    game: Seated, kronika: Kronika
) -> None:
    watched = of_game(game, kronika)
    version = game.get().json["version"]
    for viewer in watched.viewers:
        for path, told in (("", version), ("/states/3", 3), ("/events", version), ("/replay", version)):
            tag = watched.get(viewer, Asked(path)).headers["ETag"]
            assert (
                tag == f'"{told}"' if viewer == "spectator" else re.fullmatch(rf'"{told}-[\w-]{{16}}"', tag)
            )
            assert watched.get(viewer, Asked(path)).headers["ETag"] == tag


def test_another_revision_of_the_documents_has_other_etags(
    game: Seated, kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the one that is promised to be the bare version, with nothing asked for."""
    watched = of_game(game, kronika)
    before = watched.all()
    monkeypatch.setattr(etags, "REVISION", REVISION + 1)
    monkeypatch.setattr(etags, "BARE_VERSION", (SPECTATOR, REVISION + 1, JSON, ()))
    for (viewer, asked), answer in before.items():
        tag = answer.headers.get("ETag", "")
        again = watched.get(viewer, asked, If_None_Match=tag)
        if "-" in tag:
            assert again.status_code == 200
            assert again.headers["ETag"].split("-")[0] == tag.split("-")[0]
            assert again.headers["ETag"] != tag
        elif tag:
            assert viewer == "spectator"
            assert urlsplit(asked.path).query in ("", "after=0", f"document_revision={REVISION}")


def test_another_build_is_another_revision(tmp_path: Path) -> None:
    told = set()
    for name, content in (("a.py", b"1"), ("a.py", b"2"), ("b.po", b"3"), ("c.json", b""), ("c.txt", b"4")):
        (tmp_path / name).write_bytes(content)
        told.add(revision_of([tmp_path]))
    assert len(told) == 4, "a text counts for nothing"
    assert revision_of(WRITERS) == REVISION
    assert {path.name for path in WRITERS} == {"api", "domain", "engine", "projections", "service"}
    assert all((path / "__init__.py").is_file() for path in WRITERS)


def test_what_is_kept_depends_on_whether_a_token_opened_it(game: Seated, kronika: Kronika) -> None:
    for (viewer, asked), answer in of_game(game, kronika).all().items():
        assert {"Authorization", "Accept-Encoding"} <= set(answer.headers["Vary"].split(", "))
        assert ("Accept" in answer.headers["Vary"].split(", ")) == asked.path.startswith("/events")
        if viewer != "spectator":
            assert answer.headers["Cache-Control"] == "private, no-store"
        elif "document_revision" not in asked.path:
            storage = (
                "public" if asked.path.startswith("/news") else "private"
            )  # the installed page may store news
            assert answer.headers["Cache-Control"] == f"{storage}, no-cache"


def test_a_tournament_has_nothing_to_be_mistaken_for(client: FlaskClient) -> None:
    path, tokens = filled(client)
    viewers: Viewers = {"spectator": {}, **{f"seat:{seat}": bearer(token) for seat, token in tokens.items()}}
    for viewer, opened in viewers.items():
        seen = client.get(path, headers={**opened, "If-None-Match": '"0", "1", W/"1"'})
        assert (seen.status_code, seen.json["viewer"]) == (200, viewer)
        assert "ETag" not in seen.headers
        kept = "no-cache" if viewer == "spectator" else "no-store"
        assert seen.headers["Cache-Control"] == f"private, {kept}"
        assert seen.headers["Vary"] == "Authorization, Cookie, Accept-Encoding"


def test_a_replay_whose_past_is_taken_away_has_another_tag(game: Seated, kronika: Kronika) -> None:
    made = game.post("/forks", 1, {"version": game.get().json["version"]}).json
    path, opened = f"/v1/games/{made['id']}/replay", bearer(made["token"])
    before = game.client.get(path, headers=opened)
    hiding.hide(kronika.store, game.url.rpartition("/")[2])
    after = game.client.get(path, headers={**opened, "If-None-Match": before.headers["ETag"]})
    assert (before.status_code, after.status_code) == (200, 200)
    assert len(after.json["frames"]) < len(before.json["frames"])

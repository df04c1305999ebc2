"""Requests that schemathesis makes from the served document, and what of the answers is meant."""

from __future__ import annotations

import random
import re
import uuid
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import schemathesis
import schemathesis.engine.events as happened
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.engine import from_schema
from schemathesis.generation.case import Case
from schemathesis.hooks import GLOBAL_HOOK_DISPATCHER, HookContext
from schemathesis.schemas import BaseSchema

from api.http.body import JSON
from tests.api.conforming import security_of

Json = dict[str, Any]
CONFIG = Path(__file__).parent / "schemathesis.toml"
EXCUSES = (
    r"^POST \S+/v1/imports ",  # a file that is made up does not verify
    r'"errors":\{[^}]*"[\w.]+":\["Unicode',  # schemas cannot name the categories of Unicode
    r'"errors":\{[^}]*"[\w.]+":\["(A text has at least one letter|Nothing of this name can be seen)',  # nor that of marks alone
    r'"errors":\{"If-Match":\["Name in If-Match the one version',  # elsewhere there may be several, or none
    r'"errors":\{"cursor":\["This is not a cursor that this service gave out',
    r'"errors":\{"(seats|options\.\w+|clock\.\w+)":\["[^"]*\(\w+(\.\w+)+\)"\]',  # a clause forbids these together
    r'"errors":\{"as":\["Use either `as` or `reveal`',  # each alone is fine
    r'"errors":\{"to":\["The last version must be from',  # it depends on `from`
    r'"errors":\{"from":\["This game has versions',  # it depends on the game
    r'"invitation".*"errors":\{"seat":\["A commitment or a key',  # it may name the seat, or none
    r'"errors":\{"signed\.disclosure":\["This is not a disclosure of an action',  # it is opened, not only read
    r'"errors":\{"seed_commitment":\["In this game',  # how seats join depends on the game
    r'"errors":\{"(action\.)?type":\["Must be one of',  # an action of another ruleset
    r'"errors":\{"seed":\["This is not the seed',
    r'"errors":\{"sig":\["This seat has no key',  # it may have one
)
"""Why a request that matches its schema may still be answered with 422."""
HIDES = r"ignored_auth: .*got `404 Not Found`"
"""What is private does not exist for whoever shows a token that does not open it."""
BUSY = '"type":"/problems/busy"'
PLACES = ("game", "tournament")
TOKENS = ("organiser_token", "token")
GIVEN = "/actions"
"""Where a link gives the body: a legal action."""
KNOWN = 60
"""So many of the newest games are played on."""


class Found(NamedTuple):
    """What a run came to: requests that were answered, counted in three ways, and what is wrong."""

    phases: Counter[str]
    statuses: Counter[int]
    operations: Counter[str]
    failures: list[str]

    def __or__(self, other: Found) -> Found:
        return Found(
            self.phases + other.phases,
            self.statuses + other.statuses,
            self.operations + other.operations,
            self.failures + other.failures,
        )


def configured(**phases: int) -> SchemathesisConfig:
    """The configuration with so many examples in some phases; one with none is left out."""
    config = SchemathesisConfig.from_path(CONFIG)
    for name, examples in phases.items():
        phase = getattr(config.projects.default.phases, name)
        phase.enabled = examples > 0
        phase.generation.max_examples = max(examples, 1)
    return config


def looked_at(schema: BaseSchema) -> Found:
    """Run all phases of its configuration."""
    found = Found(Counter(), Counter(), Counter(), [])
    for event in from_schema(schema).execute():
        if isinstance(event, happened.NonFatalError | happened.FatalError):
            found.failures.append(repr(event))
        if isinstance(event, happened.ScenarioFinished):
            _take_in(found, event)
    return found


def _take_in(found: Found, scenario: happened.ScenarioFinished) -> None:
    recorder = scenario.recorder
    for id, made in recorder.interactions.items():
        if made.response is not None:
            found.phases[scenario.phase.value] += 1
            found.statuses[made.response.status_code] += 1
            found.operations[recorder.cases[id].value.operation.label] += 1
    checks = [check for checks_of in recorder.checks.values() for check in checks_of]
    failed = [f"{recorder.label}: {it.name}: {it.failure_info}" for it in checks if it.failure_info]
    found.failures.extend([*(it for it in failed if not re.search(HIDES, it)), *_unexcused(scenario)])


def _unexcused(scenario: happened.ScenarioFinished) -> list[str]:
    """Requests that match their schemas and were refused as if they did not; and 503 without need."""
    found = []
    for id, made in scenario.recorder.interactions.items():
        case = scenario.recorder.cases[id].value
        if made.response is None:
            continue
        said = made.response.content.decode(errors="replace")
        told = f"{made.request.method} {made.request.uri} {made.request.body!r}: {made.response.status_code} {said}"
        positive = case.meta is not None and case.meta.generation.mode.is_positive
        refused = made.response.status_code == 422 and positive
        if refused and not any(re.search(excuse, told) for excuse in EXCUSES):
            found.append(told)
        if made.response.status_code == 503 and not _documented(case, made.response):
            found.append(told)
    return found


def _documented(case: Case[Any], answer: Response) -> bool:
    """Whether 503 says that the service is busy, where the document says that it may be, and when to come again."""
    told = case.operation.definition.raw["responses"]["503"]["description"]
    return BUSY in answer.content.decode() and "busy" in told and "retry-after" in answer.headers


class Hands:
    """Somebody who keeps what he is given: tokens of games are used there, codes where they belong."""

    def __init__(self) -> None:
        self._rng = random.Random(7)
        self._tokens: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=8))
        self._codes: dict[str, str] = {}
        self._places: dict[str, deque[str]] = {name: deque(maxlen=KNOWN) for name in PLACES}

    def use(self, context: HookContext, case: Case[Any], kwargs: Json) -> None:
        """Before a request: a game that there is, a token of it, a code that was given out there, at times a plain body."""
        if case.meta is None or case.meta.generation.mode.is_negative:
            return
        plain = _example(case)
        if plain is not None and not case.path.endswith(GIVEN) and self._rng.random() < 0.5:
            case.body = plain
        for name in PLACES:
            if name in case.path_parameters:
                self._enter(case, name)

    def _enter(self, case: Case[Any], name: str) -> None:
        known = self._places[name]
        if known and case.path_parameters[name] not in self._tokens:
            case.path_parameters[name] = self._rng.choice(known)
        place = case.path_parameters[name]
        public = {} in security_of(case.operation.definition.raw)
        if self._tokens[place] and not (public and self._rng.random() < 0.4):
            case.headers["Authorization"] = f"Bearer {self._rng.choice(self._tokens[place])}"
            case._has_explicit_auth = True  # what is sent instead of it, or without it, is to be refused
        if isinstance(case.body, dict) and "code" in case.body and place in self._codes:
            case.body["code"] = self._codes[place]

    def keep(self, context: HookContext, case: Case[Any], response: Response) -> None:
        """After an answer: whatever it hands out."""
        if response.status_code != 201:
            return
        given = response.json()
        place = given.get("id") or next(
            (case.path_parameters[it] for it in PLACES if it in case.path_parameters), ""
        )
        for token in (given[it] for it in TOKENS if isinstance(given.get(it), str)):
            self._tokens[place].append(token)
            known = self._places["tournament" if "/tournaments" in case.path else "game"]
            if place not in known:
                known.append(place)
        if isinstance(given.get("code"), str):
            self._codes[place] = given["code"]


def _example(case: Case[Any]) -> Json | None:
    """A new copy of the document's example of the body."""
    content = case.operation.definition.raw.get("requestBody", {}).get("content", {})
    found = content.get(JSON, {}).get("example")
    return deepcopy(found) if isinstance(found, dict) else None


class NewKeys:
    """No Idempotency-Key stands for two requests, else most of them would be refused for that alone."""

    def __init__(self) -> None:
        self._rng = random.Random(7)
        self._sent: set[str] = set()

    def use(self, context: HookContext, case: Case[Any], kwargs: Json) -> None:
        key = case.headers.get("Idempotency-Key")
        if key in self._sent and case.meta is not None and case.meta.generation.mode.is_positive:
            key = case.headers["Idempotency-Key"] = str(uuid.UUID(int=self._rng.getrandbits(128)))
        if key is not None:
            self._sent.add(key)


NEW_KEYS = NewKeys()
"""For all runs, for a server knows the keys of those before."""


def patient(context: HookContext, case: Case[Any], kwargs: Json) -> None:
    """Nobody waits long for news here."""
    if "wait" in (case.query or {}) and case.meta is not None and case.meta.generation.mode.is_positive:
        case.query["wait"] = 0.05


@contextmanager
def sending(hands: Hands | None = None) -> Iterator[None]:
    """How requests are sent meanwhile: as a player with `hands`, else as a stranger. Hooks count for all schemas."""

    def before_call(context: HookContext, case: Case[Any], kwargs: Json) -> None:
        for hook in (patient, NEW_KEYS.use, *([hands.use] if hands else [])):
            hook(context, case, kwargs)

    def after_call(context: HookContext, case: Case[Any], response: Response) -> None:
        if hands:
            hands.keep(context, case, response)

    hooks = [schemathesis.hook(before_call), schemathesis.hook(after_call)]
    try:
        yield
    finally:
        for hook in hooks:
            GLOBAL_HOOK_DISPATCHER.unregister(hook)


def as_served(document: Json) -> Json:
    """The document, with word for the library that a link's body is sent as it is, not mixed with what is made up."""
    operations = [told for held in document["paths"].values() for told in held.values()]
    for answer in (it for told in operations for it in told["responses"].values()):
        for link in answer.get("links", {}).values():
            link["x-schemathesis"] = {"merge_body": False}
    return document

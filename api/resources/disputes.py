"""The referee's desk: disputes, statements, rulings and appeals."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import Response, request

from api.http.deprecations import Deprecation
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.scopes import SEES
from api.requests.dispute_bodies import (
    ANSWER,
    APPEAL,
    CLAIM,
    DECISION,
    PREVIEW,
    READING,
    REFUSAL,
    RELEASE,
    RULING,
    STATEMENT,
    WITH_SIGNATURE,
)
from api.requests.fields import (
    Closed,
    QueryInteger,
    described,
    one_of,
)
from api.requests.queries import CURSOR
from api.resources import boards
from api.resources.desk_steps import (
    OF_BOTH,
    OF_PARTIES,
    OF_REFEREES,
    REFUSALS,
    Target,
    step,
    taken_step,
    with_readable_remedy,
)
from api.resources.games import with_next_link
from domain.table.refusals import Refusal
from projections.documents.assessments import AssessmentDocument, PreviewDocument
from projections.documents.disputes import STATES, CaseDocument, CaseList, DeskPage
from projections.documents.timelines import Timeline
from service.disputes import bundles, commands, queries

disputes = Resource("disputes", "The referee's desk: disputes, statements, rulings and appeals.")
READ: dict[str, Any] = {
    "auth": "optional",
    "scopes": SEES,
    "problems": [Refusal.NOT_FOUND, Refusal.FORBIDDEN],
}
OF_GAME = "/v1/games/<game:game>/disputes"
OF_CASE = f"{OF_GAME}/<int:dispute>"
BUNDLES = ("application/zip", "application/octet-stream")


class DeskQuery(Closed):
    """Filters of the list of cases."""

    status = one_of(STATES, load_default=None)
    limit = QueryInteger(min=1, max=100, load_default=20)
    cursor = CURSOR


@disputes.on(
    "GET",
    "/v1/disputes",
    auth="optional",
    scopes=["referee"],
    query=DeskQuery,
    returns={200: Returns("Cases, newest first.", DeskPage, headers=["Link"])},
)
def list_all_disputes(call: Call) -> Response:
    """List the cases of the game, tournament or meeting of the token; without one, those of public games.

    A session lists the cases of all games in which its account has a part, a personal token those that it referees. Of a
    meeting, its referees alone get the cases of private tables.
    """
    query = call.query
    page = queries.page(kronika().repository, call.token, query["status"], query["limit"], query["cursor"])
    return with_next_link(
        respond(page, Cache_Control="private, no-cache"), "/v1/disputes", call.raw_query, page.next
    )


@disputes.on("GET", OF_GAME, **READ, returns={200: Returns("All cases of the game.", CaseList)})
def list_disputes(call: Call, game: str) -> Response:
    """Read all cases of a game, its referees, and the terms of its disputes."""
    return respond(queries.cases(kronika().repository, game, call.token))


@disputes.on(
    "GET",
    OF_CASE,
    **READ,
    returns={200: Returns("The case.", CaseDocument)},
    deprecation=Deprecation(date(2026, 11, 27), "appeal"),
)
def get_dispute(call: Call, game: str, dispute: int) -> Response:
    """Read a case: its state, its parties, its deadlines, and the texts that this viewer may read.

    While the game runs, only their authors and the referees read claims and statements. Findings are public to all viewers
    of the game.
    """
    return respond(queries.case(kronika().repository, game, call.token, dispute))


class AssessmentQuery(Closed):
    """The version to go back to."""

    to = QueryInteger(
        min=1,
        load_default=None,
        metadata=described("A reachable version: include what going back there takes back."),
    )


@disputes.on(
    "GET",
    f"{OF_CASE}/assessment",
    auth="optional",
    scopes=SEES,
    query=AssessmentQuery,
    counts=[Quota.COSTLY],
    returns={200: Returns("How far the game can be taken back.", AssessmentDocument)},
    problems=[*READ["problems"], Refusal.ILLEGAL_ACTION],
)
def assess(call: Call, game: str, dispute: int) -> Response:
    """Read to which versions the game could be taken back, the nearest first, and what one of them would take back.

    It is made from what spectators see: actions, draws, and which hidden places became known to whom; never a value.
    """
    return respond(bundles.assessment(kronika().repository, game, call.token, dispute, call.query["to"]))


@disputes.on(
    "GET",
    f"{OF_CASE}/timeline",
    **READ,
    counts=[Quota.COSTLY],
    returns={200: Returns("The events, with times.", Timeline)},
)
def get_timeline(call: Call, game: str, dispute: int) -> Response:
    """Read what happened in the stretch and since: server times, think times, who acted, who learned what."""
    return respond(bundles.timeline_of(kronika().repository, game, call.token, dispute))


@disputes.on(
    "GET",
    f"{OF_CASE}/bundle",
    auth="optional",
    scopes=SEES,
    counts=[Quota.COSTLY],
    returns={200: Returns("Everything about the case.", media_types=BUNDLES)},
    problems=[*READ["problems"], Refusal.BUSY],
)
def get_bundle(call: Call, game: str, dispute: int) -> Response:
    """Read everything about a case in one zip that anyone can check without the service: see the ledger's page.

    The same bytes for the same case, viewer and version of the game, also as `application/octet-stream`, for clients that
    know no zip.
    """
    body = bundles.case_bundle(kronika().repository, game, call.token, dispute, boards.drawing())
    name = f'attachment; filename="case-{dispute}-{game}.zip"'
    media_type = request.accept_mimetypes.best_match(BUNDLES) or BUNDLES[0]
    return respond(body, media_type=media_type, Content_Disposition=name, Vary="Accept")


@disputes.on(**step(OF_GAME, CLAIM, scopes=OF_BOTH))
def open_dispute(call: Call, game: str) -> Response:
    """Dispute a stretch of the game: a seat, or a referee on their own initiative.

    The claim is the opener's statement. If the game's terms include `pause`, a running game pauses now. A seat with a key
    signs `{"type": "table.dispute", "from", "to", "clauses", "wants", "claim_hash"}` and sends the `salt` of the hash.
    """
    return taken_step(call, Target("disputes", game))


@disputes.on(**step(f"{OF_CASE}/statements", STATEMENT, scopes=OF_PARTIES))
def give_statement(call: Call, game: str, dispute: int) -> Response:
    """Give a statement as a party other than the opener, once.

    A seat with a key signs `{"type": "table.statement", "dispute", "statement_hash"}`.
    """
    return taken_step(call, Target("statements", game, dispute))


@disputes.on(**step(f"{OF_CASE}/withdrawals", WITH_SIGNATURE, scopes=OF_BOTH))
def withdraw_dispute(call: Call, game: str, dispute: int) -> Response:
    """Withdraw a dispute that one has opened, before it is ruled and before anything was released in it.

    A seat with a key signs `{"type": "table.withdrawal", "dispute"}`.
    """
    return taken_step(call, Target("withdrawals", game, dispute))


@disputes.on(**step(f"{OF_CASE}/taking", WITH_SIGNATURE, scopes=OF_REFEREES))
def take_case(call: Call, game: str, dispute: int) -> Response:
    """Take an open case, to rule in it, or once all answers are in its appeals, to decide them (referee)."""
    return taken_step(call, Target("taking", game, dispute))


@disputes.on(**step(f"{OF_CASE}/refusals", REFUSAL, scopes=OF_PARTIES))
def refuse_referee(call: Call, game: str, dispute: int) -> Response:
    """Refuse the marked referee who has taken the case, or declare that one will not (party).

    Referees are marked who accepted after the start of the game, or are the only one. Each party may refuse once a case,
    within `answer_within` of the taking, if another referee can replace the one refused. Until all who may refuse have
    spoken, or the time is over, the referee gets no release and does not rule. A seat with a key signs
    `{"type": "table.refusal", "dispute", "refuse"}`.
    """
    return taken_step(call, Target("refusals", game, dispute))


@disputes.on(**step(f"{OF_CASE}/releases", RELEASE, scopes=OF_REFEREES))
def release_evidence(call: Call, game: str, dispute: int) -> Response:
    """See a part of the stretch from the viewpoint of some seats, until the ruling (referee).

    Everyone sees that this was requested. A case has at most 10 releases, numbered from 1. The versions lie between the one
    before the first disputed action and the end of the stretch; each seat is read from `.../readings` on.
    """
    return taken_step(call, Target("releases", game, dispute))


@disputes.on(**step(f"{OF_CASE}/releases/<int:release>/readings", READING, scopes=OF_REFEREES))
def read_evidence(call: Call, game: str, dispute: int, release: int) -> Response:
    """Begin to read one seat of a release (referee), for all of its versions: everyone sees it, once a release and seat.

    From then on, and until the release ends, `?as=seat:N` works for these versions. Reading itself writes nothing.
    """
    return taken_step(call, Target("readings", game, dispute, {"release": release}))


@disputes.on(**step(f"{OF_CASE}/rulings", RULING, "If-Match", scopes=OF_REFEREES))
def rule(call: Call, game: str, dispute: int) -> Response:
    """Rule in a case that one has taken (referee). The findings are public at once.

    `If-Match` names the version of the game that was judged, which the entry records: 412 if the game has since gone back to
    before the end of the stretch, or the case was opened or taken, or something was said in it. The remedy takes effect once,
    when the ruling is final, and is reckoned from the version of the ruling.
    """
    return taken_step(call, Target("rulings", game, dispute))


@disputes.on(
    "POST",
    f"{OF_CASE}/rulings/previews",
    auth="required",
    scopes=["referee"],
    body=PREVIEW,
    counts=[Quota.COSTLY],
    returns={200: Returns("The effect of the ruling.", PreviewDocument)},
    problems=REFUSALS,
)
def preview_ruling(call: Call, game: str, dispute: int) -> Response:
    """Preview the effect of a ruling (the referee who may rule). Nothing is drawn and nothing stored."""
    at = Target("previews", game, dispute)
    return with_readable_remedy(
        call, at, lambda command: respond(commands.preview_ruling(command, kronika().context))
    )


@disputes.on(**step(f"{OF_CASE}/waivers", WITH_SIGNATURE, scopes=OF_PARTIES))
def waive_appeal(call: Call, game: str, dispute: int) -> Response:
    """Declare that one will not appeal. When every party that may appeal has, the ruling is final.

    A seat with a key signs `{"type": "table.waiver", "dispute"}`.
    """
    return taken_step(call, Target("waivers", game, dispute))


@disputes.on(**step(f"{OF_CASE}/appeals", APPEAL, scopes=OF_PARTIES))
def appeal(call: Call, game: str, dispute: int) -> Response:
    """Take a ruling to a head referee who did not make it: each party once, within the time to appeal.

    A party that did not open the case may appeal if the ruling has a remedy, or a penalty for it. A seat with a key signs
    `{"type": "table.appeal", "dispute", "grounds_hash"}`.
    """
    return taken_step(call, Target("appeals", game, dispute))


@disputes.on(**step(f"{OF_CASE}/appeals/answers", ANSWER, scopes=OF_PARTIES))
def answer_appeal(call: Call, game: str, dispute: int) -> Response:
    """Answer the grounds of the appeals, once, when all are in; without `text` one has nothing to say.

    A seat with a key signs `{"type": "table.appeal-answer", "dispute", "answer_hash"?}`.
    """
    return taken_step(call, Target("answers", game, dispute))


@disputes.on(**step(f"{OF_CASE}/appeals/decisions", DECISION, "If-Match", scopes=OF_REFEREES))
def decide_appeal(call: Call, game: str, dispute: int) -> Response:
    """Uphold the ruling, or replace it (the head referee who has taken the appeal). `If-Match` as for a ruling."""
    return taken_step(call, Target("decisions", game, dispute))

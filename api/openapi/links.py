"""Where answers lead: the links of the OpenAPI document, with which clients and testing tools find their way.

A way goes from an operation's answer to operations that take what it names. What they take stands in the answer or in
the request before it, told by OpenAPI's runtime expressions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]


class Way(NamedTuple):
    """From the answers of the operation `source` to others. `given`: expressions by parameter of the targets.

    `body`: an expression for the targets' body. `about` is told where the target's own summary would mislead.
    """

    source: str
    given: Mapping[str, str]
    targets: str
    body: str | None = None
    about: str = ""


def _answer(pointer: str, **more: str) -> dict[str, str]:
    return {"game": f"$response.body#/{pointer}", **more}


SAME = {"game": "$request.path.game"}
"""The game of the request."""
TOURNAMENT = {"tournament": "$request.path.tournament"}
CASE = {**SAME, "dispute": "$request.path.dispute"}
NEXT = {"cursor": "$response.body#/next"}
FOLLOWING = (
    "The next page. What else was asked for is asked for again with it; the header Link has all of it."
)
NOW = {**SAME, "version": "$response.body#/version"}
"""The game at the version that the answer tells."""
READING = "get_game get_news list_events list_states get_replay stream_game"
SITTING = "take_seat invite_to_game list_invitations_to_game appoint_referee"
HOLDING = "suspend_game resume_game abandon_game"
CHECKING = "get_checkpoint list_entries list_draws list_disclosures list_cosignatures get_audit export_game"
AT_VERSION = "get_state explain_event"
PLAYING = "get_game list_legal_actions act request_undo open_dispute"
ON_CASE = "get_dispute assess get_timeline get_bundle"
STEPS = "give_statement withdraw_dispute take_case release_evidence rule preview_ruling waive_appeal appeal decide_appeal"

WAYS = (
    Way(
        "list_rulesets", {"ruleset": "$response.body#/rulesets/0/id"}, "get_ruleset get_primer get_statistics"
    ),
    Way(
        "get_ruleset",
        {"ruleset": "$request.path.ruleset"},
        "get_primer get_statistics list_games export_games",
    ),
    Way("list_games", _answer("games/0/id"), f"{READING} list_disputes"),
    Way("list_games", NEXT, "list_games", about=FOLLOWING),
    Way("create_game", _answer("id"), f"{READING} {SITTING} {HOLDING} {CHECKING} list_disputes rotate_token"),
    Way("take_seat", SAME, f"{PLAYING} reveal_seed rotate_token"),
    Way("take_seat", {**SAME, "seat": "$response.body#/seat"}, "free_seat"),
    Way("get_game", NOW, f"{AT_VERSION} write_note get_state_svg get_state_png"),
    Way("get_game", {**SAME, "after": "$response.body#/version"}, "get_game stream_game"),
    Way(
        "get_game",
        SAME,
        f"list_legal_actions list_events list_states get_replay list_notes {CHECKING} list_disputes",
    ),
    Way("suspend_game", SAME, "resume_game get_game"),
    Way("resume_game", SAME, "suspend_game get_game"),
    Way("get_game", {**SAME, "from": "$response.body#/version"}, "get_consistency_proof"),
    Way("list_legal_actions", SAME, "act", body="$response.body#/actions/0"),
    Way("list_legal_actions", SAME, "explain_action"),
    Way("act", NOW, AT_VERSION),
    Way("act", SAME, "get_game list_legal_actions list_events request_undo open_dispute list_draws"),
    Way("request_undo", {**SAME, "number": "$response.body#/id"}, "answer_undo"),
    Way("request_undo", SAME, "get_game list_lines list_events"),
    Way("answer_undo", SAME, "get_game list_lines"),
    Way("list_events", {**SAME, "version": "$response.body#/events/0/version"}, AT_VERSION),
    Way("list_events", {**SAME, "after": "$response.body#/next"}, "list_events", about=FOLLOWING),
    Way("list_events", {**SAME, "after": "$response.body#/version"}, "stream_game"),
    Way("get_state", {**SAME, "version": "$request.path.version"}, "explain_event"),
    Way("get_replay", {**SAME, "version": "$response.body#/frames/0/version"}, AT_VERSION),
    Way("explain_event", {**SAME, "version": "$request.path.version"}, "get_state"),
    Way("invite_to_game", {"code": "$response.body#/code"}, "get_invitation"),
    Way("invite_to_game", SAME, "take_seat list_invitations_to_game"),
    Way(
        "invite_to_game",
        {**SAME, "invitation": "$response.body#/invitation"},
        "revoke_invitation_to_game",
    ),
    Way(
        "list_invitations_to_game",
        {**SAME, "invitation": "$response.body#/invitations/0/invitation"},
        "revoke_invitation_to_game",
    ),
    Way("get_game", SAME, "answer_rematch"),
    Way("answer_rematch", _answer("game"), "get_game take_seat"),
    Way("answer_rematch", {"code": "$response.body#/code"}, "get_invitation"),
    Way("answer_rematch", _answer("game", seat="$response.body#/seat"), "free_seat"),
    Way(
        "fork_game", _answer("id"), f"{READING} list_legal_actions act list_lines go_to_line delete_analysis"
    ),
    Way("fork_game", _answer("id"), "list_notes share_analysis list_shares analyse_game"),
    Way("analyse_game", SAME, "get_game_analysis"),
    Way("get_game_analysis", SAME, "stream_game"),
    Way("list_lines", SAME, "go_to_line"),
    Way("go_to_line", SAME, "list_lines list_legal_actions act get_game"),
    Way("list_notes", {**SAME, "version": "$response.body#/notes/0/version"}, f"{AT_VERSION} write_note"),
    Way("write_note", SAME, "list_notes"),
    Way("share_analysis", {**SAME, "share": "$response.body#/share"}, "revoke_share"),
    Way("list_shares", {**SAME, "share": "$response.body#/shares/0/share"}, "revoke_share"),
    Way("import_game", _answer("id"), f"{READING} {CHECKING} fork_game"),
    Way("get_inclusion_proof", {**SAME, "to": "$response.body#/size"}, "list_entries"),
    Way(
        "get_consistency_proof",
        {**SAME, "to": "$response.body#/to", "size": "$response.body#/to"},
        "list_entries get_inclusion_proof",
    ),
    Way("list_tournaments", {"tournament": "$response.body#/tournaments/0/id"}, "get_tournament"),
    Way("list_tournaments", NEXT, "list_tournaments", about=FOLLOWING),
    Way(
        "create_tournament",
        {"tournament": "$response.body#/id"},
        "get_tournament get_tournament_plan enter_tournament invite_to_tournament list_invitations_to_tournament "
        "appoint_tournament_referee rotate_tournament_token",
    ),
    Way("enter_tournament", TOURNAMENT, "get_tournament reveal_tournament_seed rotate_tournament_token"),
    Way("get_tournament", TOURNAMENT, "get_tournament_plan"),
    Way("get_tournament", _answer("games/0/id"), "get_game list_events"),
    Way("invite_to_tournament", {"code": "$response.body#/code"}, "get_invitation"),
    Way("invite_to_tournament", TOURNAMENT, "enter_tournament list_invitations_to_tournament"),
    Way(
        "invite_to_tournament",
        {**TOURNAMENT, "invitation": "$response.body#/invitation"},
        "revoke_invitation_to_tournament",
    ),
    Way("appoint_referee", SAME, "accept_appointment"),
    Way("appoint_referee", {**SAME, "referee": "$response.body#/referee"}, "dismiss_referee"),
    Way("accept_appointment", SAME, "open_dispute list_disputes list_all_disputes rotate_token"),
    Way("appoint_tournament_referee", TOURNAMENT, "accept_tournament_appointment"),
    Way(
        "appoint_tournament_referee",
        {**TOURNAMENT, "referee": "$response.body#/referee"},
        "dismiss_tournament_referee",
    ),
    Way("list_all_disputes", NEXT, "list_all_disputes", about=FOLLOWING),
    Way(
        "list_all_disputes",
        _answer("disputes/0/game", dispute="$response.body#/disputes/0/dispute"),
        ON_CASE,
    ),
    Way("list_disputes", {**SAME, "dispute": "$response.body#/disputes/0/dispute"}, f"{ON_CASE} {STEPS}"),
    Way("open_dispute", {**SAME, "dispute": "$response.body#/dispute"}, f"{ON_CASE} {STEPS}"),
    Way("get_dispute", CASE, f"assess get_timeline get_bundle {STEPS}"),
    Way("rule", CASE, "get_dispute waive_appeal appeal decide_appeal get_bundle"),
    Way("appeal", CASE, "get_dispute decide_appeal"),
)


def linked(paths: Mapping[str, Mapping[str, Json]], ways: Iterable[Way] = WAYS) -> None:
    """Write the links into the good answers of a document's operations, those that say something."""
    operations = {told["operationId"]: told for held in paths.values() for told in held.values()}
    for way in ways:
        for answer in _good_answers(operations[way.source]):
            links = answer.setdefault("links", {})
            for target in way.targets.split():
                assert target not in links, f"{way.source} leads to {target} twice"
                links[target] = _link(way, target, operations[target])


def _good_answers(operation: Json) -> list[Json]:
    return [told for status, told in operation["responses"].items() if status < "300" and "content" in told]


def _link(way: Way, target: str, operation: Json) -> Json:
    taken = {parameter["name"] for parameter in operation["parameters"]}
    made: Json = {
        "operationId": target,
        "description": way.about or operation["summary"],
        "parameters": {name: it for name, it in way.given.items() if name in taken},
    }
    return made if way.body is None else {**made, "requestBody": way.body}

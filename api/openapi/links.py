"""The links of the OpenAPI document: how clients and testing tools get from one operation to the next.

A link leads from an operation's response to operations that take values from it. Runtime expressions of OpenAPI copy their
parameters from the response, or from the request before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]


class Link(NamedTuple):
    """From the responses of the operation `source` to others. `given`: expressions for parameters of the targets.

    `body`: an expression for the targets' body. `about` replaces the target's summary where that would mislead.
    """

    source: str
    given: Mapping[str, str]
    targets: str
    body: str | None = None
    about: str = ""


def _game_in_body(pointer: str, **more: str) -> dict[str, str]:
    return {"game": f"$response.body#/{pointer}", **more}


SAME_GAME = {"game": "$request.path.game"}
"""The game of the request."""
SAME_MEETING = {"meeting": "$request.path.meeting"}
SAME_TOURNAMENT = {"tournament": "$request.path.tournament"}
SAME_CASE = {**SAME_GAME, "dispute": "$request.path.dispute"}
SAME_CALL = {**SAME_GAME, "number": "$response.body#/call"}
BOT_IN_BODY = {"bot": "$response.body#/account/id"}
NEXT_PAGE = {"cursor": "$response.body#/next"}
NEXT_PAGE_TEXT = (
    "The next page. Repeat the other query parameters, or follow the Link header, which has them all."
)
GAME_AT_VERSION = {**SAME_GAME, "version": "$response.body#/version"}
"""The game at the version in the response."""
READING = "get_game get_news list_events list_states get_replay stream_game get_audience"
SITTING = "take_seat invite_to_game list_invitations_to_game appoint_referee"
HOLDING = "suspend_game resume_game abandon_game"
CHECKING = "get_checkpoint list_entries list_draws list_disclosures list_cosignatures get_audit export_game"
AT_VERSION = "get_state explain_event"
PLAYING = "get_game list_legal_actions act request_undo open_dispute call_judge"
ON_CASE = "get_dispute assess get_timeline get_bundle"
STEPS = (
    "give_statement withdraw_dispute take_case refuse_referee release_evidence rule preview_ruling "
    "waive_appeal appeal answer_appeal decide_appeal"
)

LINKS = (
    Link(
        "list_rulesets",
        {"ruleset": "$response.body#/rulesets/0/id"},
        "get_ruleset get_primer get_statistics get_example_svg",
    ),
    Link("list_datasets", {"day": "$response.body#/datasets/0/day"}, "get_dataset_note"),
    Link(
        "list_datasets",
        {"day": "$response.body#/datasets/0/day", "file": "$response.body#/datasets/0/files/0/name"},
        "get_dataset_file",
    ),
    Link("add_passkey", {"passkey": "$response.body#/id"}, "remove_passkey"),
    Link(
        "get_ruleset",
        {"ruleset": "$request.path.ruleset"},
        "get_primer get_statistics get_example_svg list_games export_games",
    ),
    Link("list_games", _game_in_body("games/0/id"), f"{READING} list_disputes"),
    Link("list_games", NEXT_PAGE, "list_games", about=NEXT_PAGE_TEXT),
    Link(
        "create_game",
        _game_in_body("id"),
        f"{READING} {SITTING} {HOLDING} {CHECKING} list_disputes rotate_token",
    ),
    Link("take_seat", SAME_GAME, f"{PLAYING} reveal_seed rotate_token resign come_back agree"),
    Link("take_seat", {**SAME_GAME, "seat": "$response.body#/seat"}, "free_seat"),
    Link("get_game", GAME_AT_VERSION, f"{AT_VERSION} write_note get_state_svg get_state_png"),
    Link("get_game", {**SAME_GAME, "after": "$response.body#/version"}, "get_game stream_game"),
    Link(
        "get_game",
        SAME_GAME,
        f"list_legal_actions list_events list_states get_replay list_notes {CHECKING} get_leaves list_disputes list_calls",
    ),
    Link("suspend_game", SAME_GAME, "resume_game get_game"),
    Link("resume_game", SAME_GAME, "suspend_game get_game"),
    Link("get_game", {**SAME_GAME, "from": "$response.body#/version"}, "get_consistency_proof"),
    Link("list_legal_actions", SAME_GAME, "act", body="$response.body#/actions/0"),
    Link("list_legal_actions", SAME_GAME, "explain_action"),
    Link("act", GAME_AT_VERSION, AT_VERSION),
    Link("act", SAME_GAME, "get_game list_legal_actions list_events request_undo open_dispute list_draws"),
    Link("request_undo", {**SAME_GAME, "number": "$response.body#/id"}, "answer_undo"),
    Link("request_undo", SAME_GAME, "get_game list_lines list_events"),
    Link("answer_undo", SAME_GAME, "get_game list_lines"),
    Link("list_events", {**SAME_GAME, "version": "$response.body#/events/0/version"}, AT_VERSION),
    Link("list_events", {**SAME_GAME, "after": "$response.body#/next"}, "list_events", about=NEXT_PAGE_TEXT),
    Link("list_events", {**SAME_GAME, "after": "$response.body#/version"}, "stream_game"),
    Link("get_state", {**SAME_GAME, "version": "$request.path.version"}, "explain_event"),
    Link("get_replay", {**SAME_GAME, "version": "$response.body#/frames/0/version"}, AT_VERSION),
    Link("explain_event", {**SAME_GAME, "version": "$request.path.version"}, "get_state"),
    Link("invite_to_game", {"code": "$response.body#/code"}, "get_invitation"),
    Link("invite_to_game", SAME_GAME, "take_seat list_invitations_to_game"),
    Link(
        "invite_to_game",
        {**SAME_GAME, "invitation": "$response.body#/invitation"},
        "revoke_invitation_to_game",
    ),
    Link(
        "list_invitations_to_game",
        {**SAME_GAME, "invitation": "$response.body#/invitations/0/invitation"},
        "revoke_invitation_to_game",
    ),
    Link("get_game", SAME_GAME, "answer_rematch"),
    Link("get_rematch", SAME_GAME, "get_rematch answer_rematch"),
    Link("answer_rematch", _game_in_body("game"), "get_game take_seat"),
    Link("answer_rematch", {"code": "$response.body#/code"}, "get_invitation"),
    Link("answer_rematch", _game_in_body("game", seat="$response.body#/seat"), "free_seat"),
    Link(
        "fork_game",
        _game_in_body("id"),
        f"{READING} list_legal_actions act list_lines go_to_line delete_analysis put_title",
    ),
    Link("fork_game", _game_in_body("id"), "list_notes share_analysis list_shares analyse_game"),
    Link("analyse_game", SAME_GAME, "get_game_analysis"),
    Link("get_game_analysis", SAME_GAME, "stream_game"),
    Link("list_lines", SAME_GAME, "go_to_line"),
    Link("go_to_line", SAME_GAME, "list_lines list_legal_actions act get_game"),
    Link(
        "list_notes", {**SAME_GAME, "version": "$response.body#/notes/0/version"}, f"{AT_VERSION} write_note"
    ),
    Link("write_note", SAME_GAME, "list_notes"),
    Link("put_title", SAME_GAME, "list_notes"),
    Link("share_analysis", {**SAME_GAME, "share": "$response.body#/share"}, "revoke_share"),
    Link("list_shares", {**SAME_GAME, "share": "$response.body#/shares/0/share"}, "revoke_share"),
    Link("import_game", _game_in_body("id"), f"{READING} {CHECKING} fork_game"),
    Link("get_inclusion_proof", {**SAME_GAME, "to": "$response.body#/size"}, "list_entries"),
    Link(
        "get_consistency_proof",
        {**SAME_GAME, "to": "$response.body#/to", "size": "$response.body#/to"},
        "list_entries get_inclusion_proof",
    ),
    Link("list_tournaments", {"tournament": "$response.body#/tournaments/0/id"}, "get_tournament"),
    Link("list_tournaments", NEXT_PAGE, "list_tournaments", about=NEXT_PAGE_TEXT),
    Link(
        "create_tournament",
        {"tournament": "$response.body#/id"},
        "get_tournament get_tournament_plan enter_tournament invite_to_tournament list_invitations_to_tournament "
        "appoint_tournament_referee rotate_tournament_token",
    ),
    Link(
        "enter_tournament", SAME_TOURNAMENT, "get_tournament reveal_tournament_seed rotate_tournament_token"
    ),
    Link("get_tournament", SAME_TOURNAMENT, "get_tournament_plan get_tournament_leaves"),
    Link("get_tournament", _game_in_body("games/0/id"), "get_game list_events"),
    Link("invite_to_tournament", {"code": "$response.body#/code"}, "get_invitation"),
    Link("invite_to_tournament", SAME_TOURNAMENT, "enter_tournament list_invitations_to_tournament"),
    Link(
        "invite_to_tournament",
        {**SAME_TOURNAMENT, "invitation": "$response.body#/invitation"},
        "revoke_invitation_to_tournament",
    ),
    Link("appoint_referee", SAME_GAME, "accept_appointment"),
    Link("appoint_referee", {**SAME_GAME, "referee": "$response.body#/referee"}, "dismiss_referee"),
    Link("accept_appointment", SAME_GAME, "open_dispute list_disputes list_all_disputes rotate_token"),
    Link("appoint_tournament_referee", SAME_TOURNAMENT, "accept_tournament_appointment"),
    Link(
        "appoint_tournament_referee",
        {**SAME_TOURNAMENT, "referee": "$response.body#/referee"},
        "dismiss_tournament_referee",
    ),
    Link(
        "create_hook",
        {"hook": "$response.body#/id"},
        "get_hook list_hook_deliveries test_hook renew_hook_secret delete_hook",
    ),
    Link("list_hooks", {"hook": "$response.body#/hooks/0/id"}, "get_hook"),
    Link(
        "list_hook_deliveries",
        {"hook": "$request.path.hook", "delivery": "$response.body#/deliveries/0/id"},
        "repeat_hook_delivery",
    ),
    Link(
        "create_meeting",
        {"meeting": "$response.body#/id"},
        "get_meeting get_queue stream_queue appoint_meeting_referee",
    ),
    Link("appoint_meeting_referee", SAME_MEETING, "accept_meeting_appointment get_meeting"),
    Link(
        "appoint_meeting_referee",
        {**SAME_MEETING, "referee": "$response.body#/referee"},
        "dismiss_meeting_referee",
    ),
    Link("accept_meeting_appointment", SAME_MEETING, "get_queue stream_queue"),
    Link("get_meeting", _game_in_body("tables/0/id"), "get_game list_disputes"),
    Link("get_queue", {**SAME_MEETING, **NEXT_PAGE}, "get_queue", about=NEXT_PAGE_TEXT),
    Link("get_queue", {**SAME_MEETING, "after": "$response.body#/position"}, "stream_queue"),
    Link("get_queue", _game_in_body("rows/0/game", dispute="$response.body#/rows/0/number"), ON_CASE),
    Link("list_all_disputes", NEXT_PAGE, "list_all_disputes", about=NEXT_PAGE_TEXT),
    Link(
        "list_all_disputes",
        _game_in_body("disputes/0/game", dispute="$response.body#/disputes/0/dispute"),
        ON_CASE,
    ),
    Link(
        "list_disputes", {**SAME_GAME, "dispute": "$response.body#/disputes/0/dispute"}, f"{ON_CASE} {STEPS}"
    ),
    Link("open_dispute", {**SAME_GAME, "dispute": "$response.body#/dispute"}, f"{ON_CASE} {STEPS}"),
    Link("get_dispute", SAME_CASE, f"assess get_timeline get_bundle {STEPS}"),
    Link("get_dispute", {**SAME_CASE, "release": "$response.body#/releases/0/release"}, "read_evidence"),
    Link("rule", SAME_CASE, "get_dispute waive_appeal appeal decide_appeal get_bundle"),
    Link("list_rulings", NEXT_PAGE, "list_rulings", about=NEXT_PAGE_TEXT),
    Link(
        "list_rulings",
        _game_in_body("rulings/0/game", dispute="$response.body#/rulings/0/dispute"),
        ON_CASE,
    ),
    Link("call_judge", SAME_CALL, "answer_call close_call"),
    Link("list_calls", {**SAME_GAME, "number": "$response.body#/calls/0/call"}, "answer_call close_call"),
    Link("appeal", SAME_CASE, "get_dispute decide_appeal"),
    Link("take_seat", {**SAME_GAME, "seat": "$response.body#/seat"}, "claim_seat go_on_here"),
    Link("list_sessions", {"session": "$response.body#/sessions/0/id"}, "end_session"),
    Link("mint_token", {"token": "$response.body#/id"}, "revoke_personal_token"),
    Link("open_bot", BOT_IN_BODY, "mint_bot_token list_bot_tokens close_bot"),
    Link("open_bot", {"account": "$response.body#/account/id"}, "get_profile list_games_of_account"),
    Link("mint_bot_token", {"bot": "$request.path.bot", "token": "$response.body#/id"}, "revoke_bot_token"),
    Link("show_device_code", {"device": "$response.body#/device"}, "confirm_device"),
    Link("subscribe", {"subscription": "$response.body#/id"}, "unsubscribe"),
    Link(
        "list_my_invitations",
        {"invitation": "$response.body#/invitations/0/invitation"},
        "decline_invitation",
    ),
    Link("list_my_games", NEXT_PAGE, "list_my_games", about=NEXT_PAGE_TEXT),
    Link("list_my_studies", NEXT_PAGE, "list_my_studies", about=NEXT_PAGE_TEXT),
    Link(
        "list_games_of_account",
        {"account": "$request.path.account", **NEXT_PAGE},
        "list_games_of_account",
        about=NEXT_PAGE_TEXT,
    ),
)


def add_links(paths: Mapping[str, Mapping[str, Json]], links: Iterable[Link] = LINKS) -> None:
    """Add the links to the success responses of a document's operations."""
    operations = {it["operationId"]: it for path in paths.values() for it in path.values()}
    for link in links:
        for response in _success_responses(operations[link.source]):
            found = response.setdefault("links", {})
            for target in link.targets.split():
                assert target not in found, f"{link.source} leads to {target} twice"
                found[target] = _link(link, target, operations[target])


def _success_responses(operation: Json) -> list[Json]:
    return [it for status, it in operation["responses"].items() if status < "300" and "content" in it]


def _link(link: Link, target: str, operation: Json) -> Json:
    accepted = {parameter["name"] for parameter in operation["parameters"]}
    made: Json = {
        "operationId": target,
        "description": link.about or operation["summary"],
        "parameters": {name: it for name, it in link.given.items() if name in accepted},
    }
    return made if link.body is None else {**made, "requestBody": link.body}

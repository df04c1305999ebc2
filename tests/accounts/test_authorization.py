"""Who may use which operation at all: guests, holders of a game's token, sessions, and personal tokens of each scope.

What a role may do in a game is another question, which comes after this one (`tests.api.test_viewers`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import RESOURCES
from api.http.operations import Operation
from projections.documents.credentials import SCOPES
from service.operation.app import Kronika
from tests.accounts.kit import person, personal_token

OF_SCOPES = " ".join(SCOPES)
WITHOUT_ACCOUNT = "guest seat"
HERE = {"Sec-Fetch-Site": "same-origin"}
ALLOWED = {
    f"{WITHOUT_ACCOUNT} session {OF_SCOPES}": """
        get_service get_openapi get_docs get_changelog get_changelog_feed get_problem get_live get_ready get_metrics
        get_oembed list_rulesets get_ruleset get_primer list_datasets get_dataset_note get_dataset_file
        get_statistics list_clocks list_games get_state_svg get_state_png get_example_svg stream_lobby get_audience_of_all
        get_invitation export_games import_game get_log_checkpoint get_log_tile get_named_log_checkpoint get_named_log_tile
        list_tournaments list_rulings get_rulings_statistics add_checkpoint get_profile list_games_of_account
        open_device_code enter_device get_push_key""",
    f"{WITHOUT_ACCOUNT} session read play tables referee": """
        get_game list_legal_actions list_events get_state list_states get_news get_replay explain_event get_game_analysis
        stream_game get_audience list_lines list_notes export_game get_checkpoint list_entries get_inclusion_proof
        get_consistency_proof list_disclosures list_draws list_cosignatures get_leaves get_tournament_leaves get_audit
        get_tournament_plan get_tournament get_meeting list_disputes get_dispute assess get_timeline get_bundle list_calls""",
    f"{WITHOUT_ACCOUNT} session tables": """
        create_game take_seat create_tournament enter_tournament create_meeting""",
    f"{WITHOUT_ACCOUNT} session play": "analyse_game fork_game",
    f"{WITHOUT_ACCOUNT} session tables referee": "get_queue stream_queue",
    f"{WITHOUT_ACCOUNT} session referee": """
        list_all_disputes accept_appointment accept_tournament_appointment accept_meeting_appointment""",
    f"{WITHOUT_ACCOUNT} session": "create_challenge sign_up sign_in recover",
    "seat session play": """
        act reveal_seed request_undo answer_undo resign come_back agree reveal_tournament_seed answer_rematch give_statement
        refuse_referee waive_appeal appeal answer_appeal call_judge close_call""",
    "seat session read play": "get_rematch",
    "seat session play tables": "free_seat write_note resume_game",
    "seat session play referee": "explain_action open_dispute withdraw_dispute",
    "seat session tables": """
        abandon_game suspend_game invite_to_game list_invitations_to_game revoke_invitation_to_game
        invite_to_tournament list_invitations_to_tournament revoke_invitation_to_tournament appoint_referee
        appoint_tournament_referee appoint_meeting_referee""",
    "seat session tables referee": "dismiss_referee dismiss_tournament_referee dismiss_meeting_referee",
    "seat session referee": """
        take_case release_evidence read_evidence rule preview_ruling decide_appeal answer_call""",
    "seat session": """
        rotate_token rotate_tournament_token go_to_line delete_analysis put_title share_analysis list_shares revoke_share""",
    "seat session hooks": """
        create_hook list_hooks get_hook delete_hook renew_hook_secret test_hook list_hook_deliveries repeat_hook_delivery""",
    "session read": "get_me list_my_games list_my_studies stream_notices",
    "session tables": "list_my_invitations decline_invitation",
    "session referee": "list_my_appointments",
    "session": """
        list_sessions sign_out end_session list_tokens mint_token revoke_personal_token list_bots open_bot list_bot_tokens
        mint_bot_token revoke_bot_token show_device_code confirm_device subscribe unsubscribe get_my_settings put_my_settings
        claim_seat go_on_here rename assert_passkey list_passkeys add_passkey remove_passkey make_recovery_codes
        close_bot close_my_account export_my_account""",
}
"""Who may use the operations, by scope for personal tokens."""
EXPECTED = {name: set(who.split()) for who, names in ALLOWED.items() for name in names.split()}
PARAMETER = re.compile(r"<(?:(\w+):)?\w+>")
OPERATIONS = [operation for resource in RESOURCES for operation in resource.operations]
NOT_FOR_TOKENS = ("No personal token may do this.", "Only a session may do this, not a token.")


def test_who_may_use_which_operation(app: Flask, kronika: Kronika) -> None:
    plain = FlaskClient(app, app.response_class, use_cookies=False)
    assert dict(_allowed(plain, kronika)) == EXPECTED


def _allowed(client: FlaskClient, kronika: Kronika) -> Iterator[tuple[str, set[str]]]:
    own = person(kronika, "Nobody in particular", asserted=False)
    callers = {"guest": HERE, "seat": _bearer(f"kr_{'A' * 43}"), "session": own.headers}
    callers |= {scope: _bearer(personal_token(kronika, own.account, scope)) for scope in SCOPES}
    for operation in OPERATIONS:
        callers["session"] = own.headers
        name = operation.handler.__name__
        if name == "sign_out":
            callers["session"] = person(kronika, "Somebody who leaves", asserted=False).headers
        looks = callers if operation.auth != "none" else {}
        refused = {who for who, headers in looks.items() if not _is_let_in(client, operation, headers)}
        yield name, set(callers) - refused


def _bearer(token: str) -> dict[str, str]:
    return {**HERE, "Authorization": f"Bearer {token}"}


def _is_let_in(client: FlaskClient, operation: Operation, headers: dict[str, str]) -> bool:
    """Whether anything else decides: what is asked for does not exist, and the body says nothing."""
    path = PARAMETER.sub(lambda found: {"game": "0" * 32, "int": "1"}.get(found[1], "none"), operation.path)
    body = {} if operation.method == "GET" else {"data": b"{}", "content_type": "application/json"}
    with client.open(path, method=operation.method, headers=headers, **body) as answer:
        problem = answer.json if answer.status_code == 403 else {}
        by_scope = "scope" in problem or problem.get("detail") in NOT_FOR_TOKENS
        unknown = answer.status_code == 401 and "unknown" not in answer.json["detail"]
        return not by_scope and not unknown


@pytest.mark.parametrize("scope", SCOPES)
def test_no_scope_contains_another(scope: str) -> None:
    others = {who: set(who.split()) for who in ALLOWED}
    for other in set(SCOPES) - {scope}:
        assert any(scope in who and other not in who for who in others.values())

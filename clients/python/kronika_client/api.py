"""The operations of the service. Generated from its OpenAPI document by `python -m tests.clients.generate`.

Each function returns a `Call`, which `client.send` sends: `client.send(api.get_game(id))`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from kronika_client.calls import Call, StreamCall, path

if TYPE_CHECKING:
    from kronika_client.models import Acceptance, AccountDocument, AccountOpened, AccountSettings, AccountSignedIn, Acted, ActionExplanation, ActionOrSigned, ActionQuestion, AgreementOrSigned, AnalysisProgress, Appointments, Asserted, AssessmentDocument, Audience, AuditFile, BotList, CallList, CallStep, CaseDocument, CaseList, CaseState, ChallengeIssued, Changed, ClockKind, ClockList, CodeSecret, ConsistencyProof, CosignatureList, CredentialAnswer, DatasetList, DeliveryList, DeskAction, DeskPage, DeskStep, DeviceCode, DeviceOpened, DeviceStatus, Digits, DisclosureList, DrawList, Entered, Event, EventList, EventNames, Explanation, Forked, GameAnalysis, GameAudience, GameCreated, GameDocument, GameFile, GameList, GameSummary, GameSummaryStatus, Health, HookDocument, HookList, HookMade, HookSecret, Imported, InclusionProof, InvitationDocument, InvitationList, InvitationsByName, Invited, Language, LegalActions, LineFrom, LineList, Me, MeetingCreated, MeetingDocument, MyGames, NewAnswer, NewAppeal, NewBot, NewBotToken, NewCall, NewCallAnswer, NewChallenge, NewCredentialAnswer, NewDecision, NewDispute, NewEntrant, NewFork, NewGame, NewHook, NewInvitation, NewMeeting, NewName, NewNote, NewPlayer, NewPreview, NewReading, NewRecoveryCodes, NewReferee, NewRefusal, NewRelease, NewRuling, NewShare, NewStatement, NewSubscription, NewTitle, NewToken, NewTournament, News, Note, NoteList, Nothing, NoticeGap, NoticeSent, OEmbed, PasskeyList, PasskeyRow, PlanDocument, PreviewDocument, Primer, ProblemKind, Profile, PushKey, Queue, QueueRow, QueueRowState, Recovered, RefereeAccepted, RefereeAppointed, Rematch, RematchAnswer, RematchOffer, Replay, RevealedSeed, Rotated, RulesetDocument, RulesetList, RulingKind, RulingPage, RulingStatistics, SeatClaim, SeatDevice, SeatTaken, SeatWordOrSigned, SeedOpened, ServiceDocument, ServiceLog, SessionList, Settings, ShareList, Shared, SignedIn, SignedUp, StateList, Statistics, StatusChanged, StudyList, StudyTitle, SubscriptionMade, Theme, Ticket, Timeline, TokenList, TokenMinted, TournamentCreated, TournamentDocument, TournamentList, TournamentReferee, UndoAnswerOrSigned, UndoRequestOrSigned, UndoResult


def get_service() -> Call[ServiceDocument]:
    """Read the addresses of the service; a browser gets a page."""
    return Call("GET", path("/"), answers={200: 'ServiceDocument'})


def get_openapi() -> Call[dict[str, Any]]:
    """Read this document."""
    return Call("GET", path("/openapi.json"), answers={200: 'dict[str, Any]'})


def get_docs() -> Call[str]:
    """Try the API in the browser. The page loads nothing from other sites."""
    return Call("GET", path("/docs"), answers={200: 'str'}, accept="text/html")


def get_problem(name: str) -> Call[ProblemKind]:
    """Read what a kind of problem means."""
    return Call("GET", path("/problems/{name}", name), answers={200: 'ProblemKind'})


def get_live() -> Call[Health]:
    """Check whether the process responds."""
    return Call("GET", path("/health/live"), answers={200: 'Health'})


def get_ready() -> Call[Health]:
    """Check whether the service can work; 503 otherwise."""
    return Call("GET", path("/health/ready"), answers={200: 'Health'})


def get_metrics() -> Call[str]:
    """Read the metrics of all workers together."""
    return Call("GET", path("/metrics"), answers={200: 'str'}, accept="text/plain")


def get_changelog(*, if_none_match: str | None = None) -> Call[str]:
    """Read what users notice of each version, newest first, in English."""
    return Call("GET", path("/changelog"), answers={200: 'str'}, accept="text/html", headers={"If-None-Match": if_none_match})


def get_changelog_feed(*, if_none_match: str | None = None) -> Call[bytes]:
    """Follow the versions of this service as an Atom feed (RFC 4287): ids stay, `updated` is when a version last changed."""
    return Call("GET", path("/changelog.atom"), answers={200: 'bytes'}, accept="application/atom+xml", headers={"If-None-Match": if_none_match})


def get_oembed(*, url: str, maxwidth: int | None = None, maxheight: int | None = None, format: Literal['json'] | None = None) -> Call[OEmbed]:
    """Read how to embed a public game in another page (oembed.com): a frame with a player."""
    return Call("GET", path("/oembed"), answers={200: 'OEmbed'}, query={"url": url, "maxwidth": maxwidth, "maxheight": maxheight, "format": format})


def list_rulesets(*, if_none_match: str | None = None) -> Call[RulesetList]:
    """List the rulesets."""
    return Call("GET", path("/v1/rulesets"), answers={200: 'RulesetList'}, headers={"If-None-Match": if_none_match})


def get_ruleset(ruleset: str, *, if_none_match: str | None = None) -> Call[RulesetDocument]:
    """Read a ruleset: options, actions, events, components, clauses."""
    return Call("GET", path("/v1/rulesets/{ruleset}", ruleset), answers={200: 'RulesetDocument'}, headers={"If-None-Match": if_none_match})


def get_primer(ruleset: str, *, if_none_match: str | None = None) -> Call[Primer]:
    """Read how to learn a game: its rules in sections for beginners, and the lessons of a first game."""
    return Call("GET", path("/v1/rulesets/{ruleset}/primer", ruleset), answers={200: 'Primer'}, headers={"If-None-Match": if_none_match})


def get_statistics(ruleset: str) -> Call[Statistics]:
    """Read statistics: games by status, lengths, end reasons, wins by seat. They are updated with a short delay."""
    return Call("GET", path("/v1/rulesets/{ruleset}/statistics", ruleset), answers={200: 'Statistics'})


def list_clocks(*, if_none_match: str | None = None) -> Call[ClockList]:
    """List usual clocks, from a minute a player to days a move."""
    return Call("GET", path("/v1/clocks"), answers={200: 'ClockList'}, headers={"If-None-Match": if_none_match})


def list_datasets() -> Call[DatasetList]:
    """List the nightly data sets. A game that was removed since is missing from the next one."""
    return Call("GET", path("/v1/datasets"), answers={200: 'DatasetList'})


def get_dataset_note(day: str) -> Call[str]:
    """Read the signed note of a data set: its day, and the size, number of rows and SHA-256 of each file."""
    return Call("GET", path("/v1/datasets/{day}/note", day), answers={200: 'str'}, accept="text/plain")


def get_dataset_file(day: str, file: str, *, if_none_match: str | None = None) -> Call[bytes]:
    """Download a file of a data set, or with `Range` a part of it. With several ranges the whole file is sent."""
    return Call("GET", path("/v1/datasets/{day}/{file}", day, file), answers={200: 'bytes', 206: 'bytes'}, accept="application/gzip", headers={"If-None-Match": if_none_match})


def list_games(*, imported: bool | None = None, status: GameSummaryStatus | None = None, ruleset: str | None = None, player: str | None = None, since: str | None = None, until: str | None = None, bot: bool | None = None, outcome: str | None = None, clock: ClockKind | None = None, limit: int | None = None, cursor: str | None = None) -> Call[GameList]:
    """List the public games, newest first: those played here, or with `imported=true` those imported from files."""
    return Call("GET", path("/v1/games"), answers={200: 'GameList'}, query={"imported": imported, "status": status, "ruleset": ruleset, "player": player, "since": since, "until": until, "bot": bot, "outcome": outcome, "clock": clock, "limit": limit, "cursor": cursor})


def create_game(body: NewGame | dict[str, Any], *, idempotency_key: str | None = None) -> Call[GameCreated]:
    """Create a game."""
    return Call("POST", path("/v1/games"), answers={201: 'GameCreated'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def take_seat(game: str, body: NewPlayer | dict[str, Any], *, idempotency_key: str | None = None) -> Call[SeatTaken]:
    """Take a seat."""
    return Call("POST", path("/v1/games/{game}/seats", game), answers={201: 'SeatTaken'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def free_seat(game: str, seat: int, *, idempotency_key: str | None = None) -> Call[StatusChanged]:
    """Free a seat before all are taken (organiser, or the player of this seat, who leaves the table)."""
    return Call("DELETE", path("/v1/games/{game}/seats/{seat}", game, seat), answers={200: 'StatusChanged'}, headers={"Idempotency-Key": idempotency_key})


def get_game(game: str, *, wait: float | None = None, after: int | None = None, if_none_match: str | None = None) -> Call[GameDocument]:
    """Read a game as this viewer may know it."""
    return Call("GET", path("/v1/games/{game}", game), answers={200: 'GameDocument'}, query={"wait": wait, "after": after}, headers={"If-None-Match": if_none_match})


def delete_analysis(game: str) -> Call[None]:
    """Delete an analysis (analyst)."""
    return Call("DELETE", path("/v1/games/{game}", game), answers={204: 'None'})


def abandon_game(game: str, *, idempotency_key: str | None = None) -> Call[StatusChanged]:
    """End a game without an outcome (organiser)."""
    return Call("POST", path("/v1/games/{game}/abandonment", game), answers={200: 'StatusChanged'}, headers={"Idempotency-Key": idempotency_key})


def suspend_game(game: str, *, idempotency_key: str | None = None) -> Call[StatusChanged]:
    """Suspend a game: no seat may act until it is resumed (organiser)."""
    return Call("PUT", path("/v1/games/{game}/suspension", game), answers={200: 'StatusChanged'}, headers={"Idempotency-Key": idempotency_key})


def resume_game(game: str, *, idempotency_key: str | None = None) -> Call[StatusChanged]:
    """Resume a suspended game (organiser)."""
    return Call("DELETE", path("/v1/games/{game}/suspension", game), answers={200: 'StatusChanged'}, headers={"Idempotency-Key": idempotency_key})


def claim_seat(game: str, seat: int, body: SeatClaim | dict[str, Any], *, idempotency_key: str | None = None) -> Call[Changed]:
    """Take the seat that you hold as a guest into your account, for good."""
    return Call("POST", path("/v1/games/{game}/seats/{seat}/claims", game, seat), answers={201: 'Changed'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def go_on_here(game: str, seat: int, body: SeatDevice | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[Changed]:
    """Play on here with a seat of your account: it has the key given, or none, from then on."""
    return Call("POST", path("/v1/games/{game}/seats/{seat}/devices", game, seat), answers={201: 'Changed'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_legal_actions(game: str, *, as_: str | None = None, seat: int | None = None, labels: bool | None = None, version: int | None = None, if_none_match: str | None = None) -> Call[LegalActions]:
    """List all legal actions of this seat."""
    return Call("GET", path("/v1/games/{game}/legal-actions", game), answers={200: 'LegalActions'}, query={"as": as_, "seat": seat, "labels": labels, "version": version}, headers={"If-None-Match": if_none_match})


def act(game: str, body: ActionOrSigned | dict[str, Any], *, seat: int | None = None, labels: bool | None = None, if_match: str | None = None, idempotency_key: str | None = None) -> Call[Acted]:
    """Act: the body is an action of the game's ruleset."""
    return Call("POST", path("/v1/games/{game}/actions", game), answers={201: 'Acted'}, query={"seat": seat, "labels": labels}, headers={"If-Match": if_match, "Idempotency-Key": idempotency_key}, body=body)


def reveal_seed(game: str, body: RevealedSeed | dict[str, Any], *, idempotency_key: str | None = None) -> Call[Changed]:
    """Reveal the seed that the seat committed to when it joined."""
    return Call("POST", path("/v1/games/{game}/seeds", game), answers={201: 'Changed'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def request_undo(game: str, body: UndoRequestOrSigned | dict[str, Any] | None = None, *, seat: int | None = None, idempotency_key: str | None = None) -> Call[UndoResult]:
    """Request an undo; the game document's `undo` says how far a seat may go back."""
    return Call("POST", path("/v1/games/{game}/undo-requests", game), answers={201: 'UndoResult'}, query={"seat": seat}, headers={"Idempotency-Key": idempotency_key}, body=body)


def answer_undo(game: str, number: int, body: UndoAnswerOrSigned | dict[str, Any], *, idempotency_key: str | None = None) -> Call[UndoResult]:
    """Accept or refuse another seat's undo request."""
    return Call("POST", path("/v1/games/{game}/undo-requests/{number}/answers", game, number), answers={201: 'UndoResult'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def resign(game: str, body: SeatWordOrSigned | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[Acted]:
    """Resign: the seat gives up, and there is no way back."""
    return Call("POST", path("/v1/games/{game}/resignations", game), answers={201: 'Acted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def come_back(game: str, body: SeatWordOrSigned | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[Acted]:
    """Come back to a seat that a bot plays because its time ran out."""
    return Call("POST", path("/v1/games/{game}/returns", game), answers={201: 'Acted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def agree(game: str, body: AgreementOrSigned | dict[str, Any], *, idempotency_key: str | None = None) -> Call[Acted]:
    """Agree that the organiser suspends or abandons the game, or gives a seat to another person."""
    return Call("POST", path("/v1/games/{game}/agreements", game), answers={201: 'Acted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_events(game: str, *, as_: str | None = None, reveal: Literal['end'] | None = None, after: int | None = None, limit: int | None = None, labels: bool | None = None, if_none_match: str | None = None) -> Call[EventList]:
    """Read events."""
    return Call("GET", path("/v1/games/{game}/events", game), answers={200: 'EventList'}, query={"as": as_, "reveal": reveal, "after": after, "limit": limit, "labels": labels}, headers={"If-None-Match": if_none_match})


def get_state(game: str, version: int, *, as_: str | None = None, reveal: Literal['end'] | None = None, document_revision: int | None = None, if_none_match: str | None = None) -> Call[GameDocument]:
    """Read the game document as it was at a version, for this viewer."""
    return Call("GET", path("/v1/games/{game}/states/{version}", game, version), answers={200: 'GameDocument'}, query={"as": as_, "reveal": reveal, "document_revision": document_revision}, headers={"If-None-Match": if_none_match})


def list_states(game: str, *, as_: str | None = None, reveal: Literal['end'] | None = None, from_: int | None = None, to: int | None = None, if_none_match: str | None = None) -> Call[StateList]:
    """Read the game document at each of the versions `from` to `to`, both included, for this viewer."""
    return Call("GET", path("/v1/games/{game}/states", game), answers={200: 'StateList'}, query={"as": as_, "reveal": reveal, "from": from_, "to": to}, headers={"If-None-Match": if_none_match})


def get_news(game: str, *, after: int | None = None, lang: Language | None = None, audit: int | None = None, if_none_match: str | None = None) -> Call[News]:
    """Read everything that is new in a game at once, for a client that follows its stream."""
    return Call("GET", path("/v1/games/{game}/news", game), answers={200: 'News'}, query={"after": after, "lang": lang, "audit": audit}, headers={"If-None-Match": if_none_match})


def get_replay(game: str, *, as_: str | None = None, reveal: Literal['end'] | None = None, after: int | None = None, lang: Language | None = None, labels: bool | None = None, if_none_match: str | None = None) -> Call[Replay]:
    """Read the replay: a frame for each event, chapters, the outcome."""
    return Call("GET", path("/v1/games/{game}/replay", game), answers={200: 'Replay'}, query={"as": as_, "reveal": reveal, "after": after, "lang": lang, "labels": labels}, headers={"If-None-Match": if_none_match})


def get_state_svg(game: str, version: int, *, lang: Language | None = None, theme: Theme | None = None, width: int | None = None, height: int | None = None, document_revision: int | None = None, drawing: str | None = None, if_none_match: str | None = None) -> Call[str]:
    """Read the board as it was at a version of a public game, or of an analysis, as SVG."""
    return Call("GET", path("/v1/games/{game}/states/{version}.svg", game, version), answers={200: 'str'}, accept="image/svg+xml", query={"lang": lang, "theme": theme, "width": width, "height": height, "document_revision": document_revision, "drawing": drawing}, headers={"If-None-Match": if_none_match})


def get_state_png(game: str, version: int, *, lang: Language | None = None, theme: Theme | None = None, width: int | None = None, height: int | None = None, document_revision: int | None = None, drawing: str | None = None, if_none_match: str | None = None) -> Call[bytes]:
    """Read the board as it was at a version of a public game, or of an analysis, as PNG."""
    return Call("GET", path("/v1/games/{game}/states/{version}.png", game, version), answers={200: 'bytes'}, accept="image/png", query={"lang": lang, "theme": theme, "width": width, "height": height, "document_revision": document_revision, "drawing": drawing}, headers={"If-None-Match": if_none_match})


def get_example_svg(ruleset: str, *, lang: Language | None = None, theme: Theme | None = None, width: int | None = None, height: int | None = None, if_none_match: str | None = None) -> Call[str]:
    """Read a board of a ruleset in the middle of a game between bots, as SVG: the picture that introduces the game."""
    return Call("GET", path("/v1/rulesets/{ruleset}/board.svg", ruleset), answers={200: 'str'}, accept="image/svg+xml", query={"lang": lang, "theme": theme, "width": width, "height": height}, headers={"If-None-Match": if_none_match})


def explain_event(game: str, version: int, *, as_: str | None = None, reveal: Literal['end'] | None = None, document_revision: int | None = None, if_none_match: str | None = None) -> Call[Explanation]:
    """Read why an event happened as it did: the clauses that decided it, how they applied, and the figures."""
    return Call("GET", path("/v1/games/{game}/explanations/{version}", game, version), answers={200: 'Explanation'}, query={"as": as_, "reveal": reveal, "document_revision": document_revision}, headers={"If-None-Match": if_none_match})


def explain_action(game: str, body: ActionQuestion | dict[str, Any], *, seat: int | None = None) -> Call[ActionExplanation]:
    """Ask why an action of one's own seat is legal at a version of the game, or why it is not. A referee asks about a `seat`."""
    return Call("POST", path("/v1/games/{game}/explanations", game), answers={200: 'ActionExplanation'}, query={"seat": seat}, body=body)


def analyse_game(game: str) -> Call[GameAnalysis]:
    """Request the analysis of a finished game or of an analysis: how good was each decision, and what was better?."""
    return Call("POST", path("/v1/games/{game}/analysis", game), answers={200: 'GameAnalysis', 202: 'GameAnalysis'})


def get_game_analysis(game: str, *, if_none_match: str | None = None) -> Call[GameAnalysis]:
    """Read how good the decisions in a game were, if an analysis was requested."""
    return Call("GET", path("/v1/games/{game}/analysis", game), answers={200: 'GameAnalysis'}, headers={"If-None-Match": if_none_match})


def stream_game(game: str, *, after: int | None = None, labels: bool | None = None, event: EventNames | None = None, analysis: bool | None = None, last_event_id: str | None = None) -> StreamCall[AnalysisProgress | Event]:
    """Follow a game."""
    return StreamCall("GET", path("/v1/games/{game}/stream", game), answers={200: 'Event', 'analysis': 'AnalysisProgress', 204: 'None'}, query={"after": after, "labels": labels, "event": event, "analysis": analysis}, headers={"Last-Event-ID": last_event_id})


def stream_lobby(*, after: int | None = None, event: EventNames | None = None, last_event_id: str | None = None) -> StreamCall[GameSummary]:
    """Follow the lobby."""
    return StreamCall("GET", path("/v1/stream"), answers={200: 'GameSummary'}, query={"after": after, "event": event}, headers={"Last-Event-ID": last_event_id})


def stream_notices(*, after: int | None = None, event: EventNames | None = None, last_event_id: str | None = None) -> StreamCall[NoticeGap | NoticeSent]:
    """Follow what happens in all games of the account."""
    return StreamCall("GET", path("/v1/me/stream"), answers={200: 'NoticeSent', 'gap': 'NoticeGap'}, query={"after": after, "event": event}, headers={"Last-Event-ID": last_event_id})


def get_push_key() -> Call[PushKey]:
    """Get the key with which browsers subscribe to push messages."""
    return Call("GET", path("/v1/push"), answers={200: 'PushKey'})


def subscribe(body: NewSubscription | dict[str, Any]) -> Call[SubscriptionMade]:
    """Have this browser receive push messages when it is your turn."""
    return Call("POST", path("/v1/me/subscriptions"), answers={201: 'SubscriptionMade'}, body=body)


def unsubscribe(subscription: str) -> Call[None]:
    """End a subscription of your account. Nothing more is sent to it."""
    return Call("DELETE", path("/v1/me/subscriptions/{subscription}", subscription), answers={204: 'None'})


def get_audience(game: str) -> Call[GameAudience]:
    """Read how many watch a game, and which of its players are there."""
    return Call("GET", path("/v1/games/{game}/audience", game), answers={200: 'GameAudience'})


def get_audience_of_all() -> Call[Audience]:
    """Read which public games are watched now, and by how many."""
    return Call("GET", path("/v1/audience"), answers={200: 'Audience'})


def rotate_token(game: str, *, idempotency_key: str | None = None) -> Call[Rotated]:
    """Exchange your token for a new one."""
    return Call("POST", path("/v1/games/{game}/tokens/rotations", game), answers={201: 'Rotated'}, headers={"Idempotency-Key": idempotency_key})


def rotate_tournament_token(tournament: str, *, idempotency_key: str | None = None) -> Call[Rotated]:
    """Exchange your token of a tournament for a new one, also before its first game."""
    return Call("POST", path("/v1/tournaments/{tournament}/tokens/rotations", tournament), answers={201: 'Rotated'}, headers={"Idempotency-Key": idempotency_key})


def list_sessions() -> Call[SessionList]:
    """List the browsers in which you are signed in."""
    return Call("GET", path("/v1/me/sessions"), answers={200: 'SessionList'})


def sign_out() -> Call[None]:
    """Sign out: end the session that asks."""
    return Call("DELETE", path("/v1/me/sessions/current"), answers={204: 'None'})


def end_session(session: str) -> Call[None]:
    """End a session. Its streams end within five seconds."""
    return Call("DELETE", path("/v1/me/sessions/{session}", session), answers={204: 'None'})


def list_tokens() -> Call[TokenList]:
    """List your personal tokens. The tokens themselves are not in the list."""
    return Call("GET", path("/v1/me/tokens"), answers={200: 'TokenList'})


def mint_token(body: NewToken | dict[str, Any], *, idempotency_key: str | None = None) -> Call[TokenMinted]:
    """Make a personal token, with which a program acts for your account."""
    return Call("POST", path("/v1/me/tokens"), answers={201: 'TokenMinted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def revoke_personal_token(token: str) -> Call[None]:
    """Revoke a personal token. Its streams end within five seconds."""
    return Call("DELETE", path("/v1/me/tokens/{token}", token), answers={204: 'None'})


def list_bots() -> Call[BotList]:
    """List your bots."""
    return Call("GET", path("/v1/me/bots"), answers={200: 'BotList'})


def open_bot(body: NewBot | dict[str, Any], *, idempotency_key: str | None = None) -> Call[AccountOpened]:
    """Open an account for a program of yours that plays. Documents name the bot and you as its owner."""
    return Call("POST", path("/v1/me/bots"), answers={201: 'AccountOpened'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_bot_tokens(bot: str) -> Call[TokenList]:
    """List the tokens of a bot of yours."""
    return Call("GET", path("/v1/me/bots/{bot}/tokens", bot), answers={200: 'TokenList'})


def mint_bot_token(bot: str, body: NewBotToken | dict[str, Any], *, idempotency_key: str | None = None) -> Call[TokenMinted]:
    """Make a token of a bot of yours. It acts for the bot, not for you."""
    return Call("POST", path("/v1/me/bots/{bot}/tokens", bot), answers={201: 'TokenMinted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def revoke_bot_token(bot: str, token: str) -> Call[None]:
    """Revoke a token of a bot of yours."""
    return Call("DELETE", path("/v1/me/bots/{bot}/tokens/{token}", bot, token), answers={204: 'None'})


def show_device_code(body: Nothing | dict[str, Any] | None = None) -> Call[DeviceCode]:
    """Show a code that another device opens, to be signed in there, too."""
    return Call("POST", path("/v1/me/devices"), answers={201: 'DeviceCode'}, body=body)


def confirm_device(device: str, body: Digits | dict[str, Any]) -> Call[DeviceStatus]:
    """Let the device in that shows these digits. Three wrong tries end the code."""
    return Call("POST", path("/v1/me/devices/{device}/digits", device), answers={200: 'DeviceStatus'}, body=body)


def open_device_code(body: CodeSecret | dict[str, Any]) -> Call[DeviceOpened]:
    """Open a code on the new device. A second opening ends it for both: from then on it is unknown."""
    return Call("POST", path("/v1/devices/openings"), answers={201: 'DeviceOpened'}, body=body)


def enter_device(body: Ticket | dict[str, Any]) -> Call[AccountSignedIn | DeviceStatus]:
    """Get the session of the new device, once the digits were typed in. It begins without an assertion."""
    return Call("POST", path("/v1/devices/sessions"), answers={201: 'AccountSignedIn', 202: 'DeviceStatus'}, body=body)


def invite_to_game(game: str, body: NewInvitation | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[Invited]:
    """Invite a player to a game (organiser); once it has begun, a seat can invite to itself, too."""
    return Call("POST", path("/v1/games/{game}/invitations", game), answers={201: 'Invited'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_invitations_to_game(game: str) -> Call[InvitationList]:
    """List a game's open invitations (organiser)."""
    return Call("GET", path("/v1/games/{game}/invitations", game), answers={200: 'InvitationList'})


def revoke_invitation_to_game(game: str, invitation: str) -> Call[None]:
    """Revoke an invitation to a game (organiser)."""
    return Call("DELETE", path("/v1/games/{game}/invitations/{invitation}", game, invitation), answers={204: 'None'})


def invite_to_tournament(tournament: str, body: NewInvitation | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[Invited]:
    """Invite a player to a tournament (organiser)."""
    return Call("POST", path("/v1/tournaments/{tournament}/invitations", tournament), answers={201: 'Invited'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_invitations_to_tournament(tournament: str) -> Call[InvitationList]:
    """List a tournament's open invitations (organiser)."""
    return Call("GET", path("/v1/tournaments/{tournament}/invitations", tournament), answers={200: 'InvitationList'})


def revoke_invitation_to_tournament(tournament: str, invitation: str) -> Call[None]:
    """Revoke an invitation to a tournament (organiser)."""
    return Call("DELETE", path("/v1/tournaments/{tournament}/invitations/{invitation}", tournament, invitation), answers={204: 'None'})


def get_invitation(code: str) -> Call[InvitationDocument]:
    """Read what an invitation is for, before using it."""
    return Call("GET", path("/v1/invitations/{code}", code), answers={200: 'InvitationDocument'})


def get_rematch(game: str) -> Call[RematchOffer]:
    """Read whether a rematch of a game that is over is being offered, and who has answered how (seat)."""
    return Call("GET", path("/v1/games/{game}/rematches", game), answers={200: 'RematchOffer'})


def answer_rematch(game: str, body: RematchAnswer | dict[str, Any] | None = None) -> Call[Rematch]:
    """Offer, accept or decline a rematch of a game that is over (seat)."""
    return Call("POST", path("/v1/games/{game}/rematches", game), answers={200: 'Rematch'}, body=body)


def fork_game(game: str, body: NewFork | dict[str, Any], *, idempotency_key: str | None = None) -> Call[Forked]:
    """Start an analysis from a position of a game."""
    return Call("POST", path("/v1/games/{game}/forks", game), answers={201: 'Forked'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_lines(game: str, *, if_none_match: str | None = None) -> Call[LineList]:
    """List the lines of play: each time that play went back, one line ended and another began."""
    return Call("GET", path("/v1/games/{game}/lines", game), answers={200: 'LineList'}, headers={"If-None-Match": if_none_match})


def go_to_line(game: str, body: LineFrom | dict[str, Any], *, idempotency_key: str | None = None) -> Call[Changed]:
    """Continue from any version of an analysis, on any of its lines."""
    return Call("POST", path("/v1/games/{game}/lines", game), answers={201: 'Changed'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def put_title(game: str, body: NewTitle | dict[str, Any]) -> Call[StudyTitle]:
    """Give an analysis a title (analyst)."""
    return Call("PUT", path("/v1/games/{game}/title", game), answers={200: 'StudyTitle'}, body=body)


def list_notes(game: str, *, if_none_match: str | None = None) -> Call[NoteList]:
    """Read the notes on a game."""
    return Call("GET", path("/v1/games/{game}/notes", game), answers={200: 'NoteList'}, headers={"If-None-Match": if_none_match})


def write_note(game: str, version: int, body: NewNote | dict[str, Any]) -> Call[Note | None]:
    """Write a note on a version (seats and organiser of a game that is over; analyst)."""
    return Call("PUT", path("/v1/games/{game}/notes/{version}", game, version), answers={200: 'Note', 204: 'None'}, body=body)


def share_analysis(game: str, body: NewShare | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[Shared]:
    """Share an analysis by link (analyst)."""
    return Call("POST", path("/v1/games/{game}/shares", game), answers={201: 'Shared'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_shares(game: str) -> Call[ShareList]:
    """List the active shares of an analysis (analyst)."""
    return Call("GET", path("/v1/games/{game}/shares", game), answers={200: 'ShareList'})


def revoke_share(game: str, share: str) -> Call[None]:
    """Revoke a share (analyst): its link no longer works, and streams that it opened end."""
    return Call("DELETE", path("/v1/games/{game}/shares/{share}", game, share), answers={204: 'None'})


def export_game(game: str) -> Call[GameFile]:
    """Save a game as a file."""
    return Call("GET", path("/v1/games/{game}/export", game), answers={200: 'GameFile'}, accept="application/vnd.kronika.game+json")


def export_games(*, imported: bool | None = None, status: GameSummaryStatus | None = None, ruleset: str | None = None, player: str | None = None, since: str | None = None, until: str | None = None, bot: bool | None = None, outcome: str | None = None, clock: ClockKind | None = None, cursor: str | None = None) -> Call[bytes]:
    """Save public games, one game file a line, the oldest first: those finished here, unless the query is for others."""
    return Call("GET", path("/v1/games/export"), answers={200: 'bytes'}, accept="application/x-ndjson", query={"imported": imported, "status": status, "ruleset": ruleset, "player": player, "since": since, "until": until, "bot": bot, "outcome": outcome, "clock": clock, "cursor": cursor})


def import_game(body: GameFile | dict[str, Any], *, idempotency_key: str | None = None) -> Call[Imported]:
    """Import a game from a file."""
    return Call("POST", path("/v1/imports"), answers={200: 'Imported', 201: 'Imported'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def get_checkpoint(game: str) -> Call[str]:
    """Read the signed head of the log."""
    return Call("GET", path("/v1/games/{game}/checkpoint", game), answers={200: 'str'}, accept="text/plain")


def list_entries(game: str, *, from_: int | None = None, to: int | None = None) -> Call[bytes]:
    """Read the log's entries `from` .. `to` - 1, the same bytes for every viewer."""
    return Call("GET", path("/v1/games/{game}/ledger/entries", game), answers={200: 'bytes'}, accept="application/x-ndjson", query={"from": from_, "to": to})


def get_inclusion_proof(game: str, *, index: int, size: int | None = None) -> Call[InclusionProof]:
    """Prove that entry `index` is in the log of `size` entries."""
    return Call("GET", path("/v1/games/{game}/ledger/proof", game), answers={200: 'InclusionProof'}, query={"index": index, "size": size})


def get_consistency_proof(game: str, *, from_: int, to: int | None = None) -> Call[ConsistencyProof]:
    """Prove that the log of `to` entries begins with the log of `from` entries."""
    return Call("GET", path("/v1/games/{game}/ledger/consistency", game), answers={200: 'ConsistencyProof'}, query={"from": from_, "to": to})


def list_disclosures(game: str) -> Call[DisclosureList]:
    """Read the disclosures of the hidden values that this viewer may know."""
    return Call("GET", path("/v1/games/{game}/ledger/disclosures", game), answers={200: 'DisclosureList'})


def list_draws(game: str) -> Call[DrawList]:
    """Read the keys of the draws that anyone may check now, and the seeds that contribute to them."""
    return Call("GET", path("/v1/games/{game}/ledger/draws", game), answers={200: 'DrawList'})


def list_cosignatures(game: str) -> Call[CosignatureList]:
    """Read what witnesses signed of this log: the head soon after the start, and the one at the end."""
    return Call("GET", path("/v1/games/{game}/ledger/cosignatures", game), answers={200: 'CosignatureList'})


def get_leaves(game: str) -> Call[ServiceLog]:
    """Read the game's leaves in the log of logs, with proofs, as the audit file has them."""
    return Call("GET", path("/v1/games/{game}/ledger/log", game), answers={200: 'ServiceLog'})


def get_tournament_leaves(tournament: str) -> Call[ServiceLog]:
    """Read the tournament's own leaves in the log of logs, with proofs."""
    return Call("GET", path("/v1/tournaments/{tournament}/ledger/log", tournament), answers={200: 'ServiceLog'})


def get_audit(game: str, *, after: int | None = None, if_none_match: str | None = None) -> Call[AuditFile]:
    """Read one file with everything that this viewer needs to check the game offline."""
    return Call("GET", path("/v1/games/{game}/audit", game), answers={200: 'AuditFile'}, accept="application/vnd.kronika.audit+json", query={"after": after}, headers={"If-None-Match": if_none_match})


def get_log_checkpoint() -> Call[str]:
    """Read the signed head of the service's first log, with its cosignatures so far. `GET /` names all its logs."""
    return Call("GET", path("/v1/log/checkpoint"), answers={200: 'str'}, accept="text/plain")


def get_log_tile(tile: str) -> Call[bytes]:
    """Read a tile or an entry bundle of the service's first log."""
    return Call("GET", path("/v1/log/tile/{tile}", tile), answers={200: 'bytes'}, accept="application/octet-stream")


def get_named_log_checkpoint(log: str) -> Call[str]:
    """Read the signed head of a log of another name, which an operator started after the tiles of the one before were lost."""
    return Call("GET", path("/v1/log/{log}/checkpoint", log), answers={200: 'str'}, accept="text/plain")


def get_named_log_tile(log: str, tile: str) -> Call[bytes]:
    """Read a tile or an entry bundle of a log of another name."""
    return Call("GET", path("/v1/log/{log}/tile/{tile}", log, tile), answers={200: 'bytes'}, accept="application/octet-stream")


def list_tournaments(*, limit: int | None = None, cursor: str | None = None) -> Call[TournamentList]:
    """List the public tournaments, newest first."""
    return Call("GET", path("/v1/tournaments"), answers={200: 'TournamentList'}, query={"limit": limit, "cursor": cursor})


def create_tournament(body: NewTournament | dict[str, Any], *, idempotency_key: str | None = None) -> Call[TournamentCreated]:
    """Create a tournament: a number of games of the same players at the same seats."""
    return Call("POST", path("/v1/tournaments"), answers={201: 'TournamentCreated'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def enter_tournament(tournament: str, body: NewEntrant | dict[str, Any], *, idempotency_key: str | None = None) -> Call[Entered]:
    """Take a seat in all games of a tournament."""
    return Call("POST", path("/v1/tournaments/{tournament}/seats", tournament), answers={201: 'Entered'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def reveal_tournament_seed(tournament: str, body: RevealedSeed | dict[str, Any], *, idempotency_key: str | None = None) -> Call[SeedOpened]:
    """Reveal the seed that the seat committed to, for all games at once."""
    return Call("POST", path("/v1/tournaments/{tournament}/seeds", tournament), answers={201: 'SeedOpened'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def get_tournament_plan(tournament: str) -> Call[PlanDocument]:
    """Read what was fixed before anyone joined: every game's id and the roots of its draw keys."""
    return Call("GET", path("/v1/tournaments/{tournament}/plan", tournament), answers={200: 'PlanDocument'})


def get_tournament(tournament: str) -> Call[TournamentDocument]:
    """Read a tournament: its games and its standings."""
    return Call("GET", path("/v1/tournaments/{tournament}", tournament), answers={200: 'TournamentDocument'})


def create_meeting(body: NewMeeting | dict[str, Any], *, idempotency_key: str | None = None) -> Call[MeetingCreated]:
    """Create a meeting."""
    return Call("POST", path("/v1/meetings"), answers={201: 'MeetingCreated'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def get_meeting(meeting: str) -> Call[MeetingDocument]:
    """Read a meeting: its referees, its tables and its tournaments."""
    return Call("GET", path("/v1/meetings/{meeting}", meeting), answers={200: 'MeetingDocument'})


def get_queue(meeting: str, *, status: QueueRowState | None = None, ruleset: str | None = None, referee: int | None = None, clause: str | None = None, due_before: str | None = None, limit: int | None = None, cursor: str | None = None) -> Call[Queue]:
    """Read the cases and open calls of all tables of a meeting: open calls, then cases by what is due first, then the rest."""
    return Call("GET", path("/v1/meetings/{meeting}/queue", meeting), answers={200: 'Queue'}, query={"status": status, "ruleset": ruleset, "referee": referee, "clause": clause, "due_before": due_before, "limit": limit, "cursor": cursor})


def stream_queue(meeting: str, *, after: int | None = None, event: EventNames | None = None, last_event_id: str | None = None) -> StreamCall[QueueRow]:
    """Follow the queue of a meeting."""
    return StreamCall("GET", path("/v1/meetings/{meeting}/stream", meeting), answers={200: 'QueueRow'}, query={"after": after, "event": event}, headers={"Last-Event-ID": last_event_id})


def appoint_referee(game: str, body: NewReferee | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[RefereeAppointed]:
    """Appoint a referee (organiser). The response holds a single-use code that makes its holder the referee."""
    return Call("POST", path("/v1/games/{game}/referees", game), answers={201: 'RefereeAppointed'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def accept_appointment(game: str, body: Acceptance | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[RefereeAccepted]:
    """Become a referee with a code, or with an account that was appointed: then the body is empty."""
    return Call("POST", path("/v1/games/{game}/referees/acceptances", game), answers={201: 'RefereeAccepted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def dismiss_referee(game: str, referee: int, *, idempotency_key: str | None = None) -> Call[Changed]:
    """Dismiss a referee (organiser), or resign (the referee)."""
    return Call("DELETE", path("/v1/games/{game}/referees/{referee}", game, referee), answers={200: 'Changed'}, headers={"Idempotency-Key": idempotency_key})


def appoint_tournament_referee(tournament: str, body: NewReferee | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[TournamentReferee]:
    """Appoint a referee of all games of a tournament (organiser). The response holds a single-use code."""
    return Call("POST", path("/v1/tournaments/{tournament}/referees", tournament), answers={201: 'TournamentReferee'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def accept_tournament_appointment(tournament: str, body: Acceptance | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[RefereeAccepted]:
    """Become a referee of a tournament with a code, as in a game."""
    return Call("POST", path("/v1/tournaments/{tournament}/referees/acceptances", tournament), answers={201: 'RefereeAccepted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def dismiss_tournament_referee(tournament: str, referee: int) -> Call[None]:
    """Dismiss a referee from all games of a tournament (organiser), or resign (the referee)."""
    return Call("DELETE", path("/v1/tournaments/{tournament}/referees/{referee}", tournament, referee), answers={204: 'None'})


def appoint_meeting_referee(meeting: str, body: NewReferee | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[TournamentReferee]:
    """Appoint a referee of all games of a meeting (its organiser). The response holds a single-use code."""
    return Call("POST", path("/v1/meetings/{meeting}/referees", meeting), answers={201: 'TournamentReferee'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def accept_meeting_appointment(meeting: str, body: Acceptance | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[RefereeAccepted]:
    """Become a referee of a meeting with a code, as of a tournament."""
    return Call("POST", path("/v1/meetings/{meeting}/referees/acceptances", meeting), answers={201: 'RefereeAccepted'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def dismiss_meeting_referee(meeting: str, referee: int) -> Call[None]:
    """Dismiss a referee from all games of a meeting (its organiser), or resign (the referee), as from a tournament."""
    return Call("DELETE", path("/v1/meetings/{meeting}/referees/{referee}", meeting, referee), answers={204: 'None'})


def list_all_disputes(*, status: CaseState | None = None, limit: int | None = None, cursor: str | None = None) -> Call[DeskPage]:
    """List the cases of the game, tournament or meeting of the token; without one, those of public games."""
    return Call("GET", path("/v1/disputes"), answers={200: 'DeskPage'}, query={"status": status, "limit": limit, "cursor": cursor})


def list_disputes(game: str) -> Call[CaseList]:
    """Read all cases of a game, its referees, and the terms of its disputes."""
    return Call("GET", path("/v1/games/{game}/disputes", game), answers={200: 'CaseList'})


def open_dispute(game: str, body: NewDispute | dict[str, Any], *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Dispute a stretch of the game: a seat, or a referee on their own initiative."""
    return Call("POST", path("/v1/games/{game}/disputes", game), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def get_dispute(game: str, dispute: int) -> Call[CaseDocument]:
    """Read a case: its state, its parties, its deadlines, and the texts that this viewer may read."""
    return Call("GET", path("/v1/games/{game}/disputes/{dispute}", game, dispute), answers={200: 'CaseDocument'})


def assess(game: str, dispute: int, *, to: int | None = None) -> Call[AssessmentDocument]:
    """Read to which versions the game could be taken back, the nearest first, and what one of them would take back."""
    return Call("GET", path("/v1/games/{game}/disputes/{dispute}/assessment", game, dispute), answers={200: 'AssessmentDocument'}, query={"to": to})


def get_timeline(game: str, dispute: int) -> Call[Timeline]:
    """Read what happened in the stretch and since: server times, think times, who acted, who learned what."""
    return Call("GET", path("/v1/games/{game}/disputes/{dispute}/timeline", game, dispute), answers={200: 'Timeline'})


def get_bundle(game: str, dispute: int) -> Call[bytes]:
    """Read everything about a case in one zip that anyone can check without the service: see the ledger's page."""
    return Call("GET", path("/v1/games/{game}/disputes/{dispute}/bundle", game, dispute), answers={200: 'bytes'}, accept="application/zip")


def give_statement(game: str, dispute: int, body: NewStatement | dict[str, Any], *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Give a statement as a party other than the opener, once."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/statements", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def withdraw_dispute(game: str, dispute: int, body: DeskAction | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Withdraw a dispute that one has opened, before it is ruled and before anything was released in it."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/withdrawals", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def take_case(game: str, dispute: int, body: DeskAction | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Take an open case, to rule in it, or once all answers are in its appeals, to decide them (referee)."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/taking", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def refuse_referee(game: str, dispute: int, body: NewRefusal | dict[str, Any], *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Refuse the marked referee who has taken the case, or declare that one will not (party)."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/refusals", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def release_evidence(game: str, dispute: int, body: NewRelease | dict[str, Any], *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """See a part of the stretch from the viewpoint of some seats, until the ruling (referee)."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/releases", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def read_evidence(game: str, dispute: int, release: int, body: NewReading | dict[str, Any], *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Begin to read one seat of a release (referee), for all of its versions: everyone sees it, once a release and seat."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/releases/{release}/readings", game, dispute, release), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def rule(game: str, dispute: int, body: NewRuling | dict[str, Any], *, idempotency_key: str | None = None, if_match: str | None = None) -> Call[DeskStep]:
    """Rule in a case that one has taken (referee). The findings are public at once."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/rulings", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key, "If-Match": if_match}, body=body)


def preview_ruling(game: str, dispute: int, body: NewPreview | dict[str, Any]) -> Call[PreviewDocument]:
    """Preview the effect of a ruling (the referee who may rule). Nothing is drawn and nothing stored."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/rulings/previews", game, dispute), answers={200: 'PreviewDocument'}, body=body)


def waive_appeal(game: str, dispute: int, body: DeskAction | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Declare that one will not appeal. When every party that may appeal has, the ruling is final."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/waivers", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def appeal(game: str, dispute: int, body: NewAppeal | dict[str, Any], *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Take a ruling to a head referee who did not make it: each party once, within the time to appeal."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/appeals", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def answer_appeal(game: str, dispute: int, body: NewAnswer | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[DeskStep]:
    """Answer the grounds of the appeals, once, when all are in; without `text` one has nothing to say."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/appeals/answers", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def decide_appeal(game: str, dispute: int, body: NewDecision | dict[str, Any], *, idempotency_key: str | None = None, if_match: str | None = None) -> Call[DeskStep]:
    """Uphold the ruling, or replace it (the head referee who has taken the appeal). `If-Match` as for a ruling."""
    return Call("POST", path("/v1/games/{game}/disputes/{dispute}/appeals/decisions", game, dispute), answers={201: 'DeskStep'}, headers={"Idempotency-Key": idempotency_key, "If-Match": if_match}, body=body)


def list_calls(game: str) -> Call[CallList]:
    """Read all judge calls of a game."""
    return Call("GET", path("/v1/games/{game}/calls", game), answers={200: 'CallList'})


def call_judge(game: str, body: NewCall | dict[str, Any], *, idempotency_key: str | None = None) -> Call[CallStep]:
    """Ask the referees something (seat): at most six times a game, and once a minute. The game continues meanwhile."""
    return Call("POST", path("/v1/games/{game}/calls", game), answers={201: 'CallStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def answer_call(game: str, number: int, body: NewCallAnswer | dict[str, Any], *, idempotency_key: str | None = None) -> Call[CallStep]:
    """Answer a call, once (referee). All viewers of the game read the answer at once."""
    return Call("POST", path("/v1/games/{game}/calls/{number}/answers", game, number), answers={201: 'CallStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def close_call(game: str, number: int, body: DeskAction | dict[str, Any] | None = None, *, idempotency_key: str | None = None) -> Call[CallStep]:
    """Close a call of one's seat, when no more answers are needed."""
    return Call("POST", path("/v1/games/{game}/calls/{number}/closings", game, number), answers={201: 'CallStep'}, headers={"Idempotency-Key": idempotency_key}, body=body)


def list_rulings(*, ruleset: str | None = None, clause: str | None = None, kind: RulingKind | None = None, q: str | None = None, limit: int | None = None, cursor: str | None = None) -> Call[RulingPage]:
    """Search the rulings of final cases in public games, with their findings and what an appeal made of them."""
    return Call("GET", path("/v1/rulings"), answers={200: 'RulingPage'}, query={"ruleset": ruleset, "clause": clause, "kind": kind, "q": q, "limit": limit, "cursor": cursor})


def get_rulings_statistics(*, ruleset: str | None = None) -> Call[RulingStatistics]:
    """Read statistics of the last 10,000 rulings by referee, clause and wish: how many, the time to rule, how many were."""
    return Call("GET", path("/v1/rulings/statistics"), answers={200: 'RulingStatistics'}, query={"ruleset": ruleset})


def create_challenge(body: NewChallenge | dict[str, Any]) -> Call[ChallengeIssued]:
    """Begin a ceremony: ask for the options that the browser gives to the authenticator."""
    return Call("POST", path("/v1/challenges"), answers={201: 'ChallengeIssued'}, body=body)


def sign_up(body: NewCredentialAnswer | dict[str, Any]) -> Call[SignedUp]:
    """Sign up: open an account with a first passkey, and sign in."""
    return Call("POST", path("/v1/accounts"), answers={201: 'SignedUp'}, body=body)


def sign_in(body: CredentialAnswer | dict[str, Any]) -> Call[SignedIn]:
    """Sign in with a passkey. The session lasts for 30 days after its last use, and for 180 at most."""
    return Call("POST", path("/v1/sessions"), answers={201: 'SignedIn'}, body=body)


def recover(body: NewCredentialAnswer | dict[str, Any]) -> Call[Recovered]:
    """Add a passkey with a recovery code, if all others are lost."""
    return Call("POST", path("/v1/recoveries"), answers={201: 'Recovered'}, body=body)


def get_me() -> Call[Me]:
    """Read who you are here: your account's name, and what your session may do now."""
    return Call("GET", path("/v1/me"), answers={200: 'Me'})


def close_my_account() -> Call[None]:
    """Close the account for ever, and its bots with it (session)."""
    return Call("DELETE", path("/v1/me"), answers={204: 'None'})


def rename(body: NewName | dict[str, Any]) -> Call[AccountDocument]:
    """Give the account another name, once in 30 days. Nobody else gets the old one for 90 days."""
    return Call("PUT", path("/v1/me/name"), answers={200: 'AccountDocument'}, body=body)


def assert_passkey(body: CredentialAnswer | dict[str, Any]) -> Call[Asserted]:
    """Present a passkey again, for operations that need that; it counts for five minutes."""
    return Call("POST", path("/v1/me/assertions"), answers={201: 'Asserted'}, body=body)


def list_passkeys() -> Call[PasskeyList]:
    """List your passkeys."""
    return Call("GET", path("/v1/me/passkeys"), answers={200: 'PasskeyList'})


def add_passkey(body: NewCredentialAnswer | dict[str, Any]) -> Call[PasskeyRow]:
    """Add a passkey, such as that of another device."""
    return Call("POST", path("/v1/me/passkeys"), answers={201: 'PasskeyRow'}, body=body)


def remove_passkey(passkey: str) -> Call[None]:
    """Remove a passkey, and end the sessions that it opened; the last one stays."""
    return Call("DELETE", path("/v1/me/passkeys/{passkey}", passkey), answers={204: 'None'})


def make_recovery_codes(body: Nothing | dict[str, Any] | None = None) -> Call[NewRecoveryCodes]:
    """Make ten new recovery codes; earlier ones become void. Only this response contains them."""
    return Call("POST", path("/v1/me/recovery-codes"), answers={201: 'NewRecoveryCodes'}, body=body)


def create_hook(body: NewHook | dict[str, Any]) -> Call[HookMade]:
    """Make a webhook (organiser, or an account)."""
    return Call("POST", path("/v1/hooks"), answers={201: 'HookMade'}, body=body)


def list_hooks() -> Call[HookList]:
    """List your webhooks, without their secrets and the paths of their URLs."""
    return Call("GET", path("/v1/hooks"), answers={200: 'HookList'})


def get_hook(hook: str) -> Call[HookDocument]:
    """Read a webhook: whether it is active, and since when its receiver fails."""
    return Call("GET", path("/v1/hooks/{hook}", hook), answers={200: 'HookDocument'})


def delete_hook(hook: str) -> Call[None]:
    """Delete a webhook. No request to it begins after the response."""
    return Call("DELETE", path("/v1/hooks/{hook}", hook), answers={204: 'None'})


def renew_hook_secret(hook: str) -> Call[HookSecret]:
    """Get a new secret for a webhook. For 24 hours requests are signed with the old one, too."""
    return Call("POST", path("/v1/hooks/{hook}/secrets", hook), answers={201: 'HookSecret'})


def test_hook(hook: str) -> Call[None]:
    """Send a `ping` to a webhook; if the receiver answers with the challenge, the hook is active (again)."""
    return Call("POST", path("/v1/hooks/{hook}/test", hook), answers={202: 'None'})


def list_hook_deliveries(hook: str) -> Call[DeliveryList]:
    """List what was sent to a webhook lately, with the receiver's last answers."""
    return Call("GET", path("/v1/hooks/{hook}/deliveries", hook), answers={200: 'DeliveryList'})


def repeat_hook_delivery(hook: str, delivery: str) -> Call[None]:
    """Send a delivery again, with the same `webhook-id` and the same body; one that waits for its next try is tried at once."""
    return Call("POST", path("/v1/hooks/{hook}/deliveries/{delivery}/again", hook, delivery), answers={202: 'None'})


def get_profile(account: str) -> Call[Profile]:
    """Read an account by its id or name, with the results of its finished public games."""
    return Call("GET", path("/v1/accounts/{account}", account), answers={200: 'Profile'})


def list_games_of_account(account: str, *, limit: int | None = None, cursor: str | None = None) -> Call[GameList]:
    """List the public games in which an account has a seat, newest first, whatever their status."""
    return Call("GET", path("/v1/accounts/{account}/games", account), answers={200: 'GameList'}, query={"limit": limit, "cursor": cursor})


def list_my_games(*, limit: int | None = None, cursor: str | None = None, status: GameSummaryStatus | None = None, to_act: bool | None = None) -> Call[MyGames]:
    """List the games in which the account has a seat, private ones too (account)."""
    return Call("GET", path("/v1/me/games"), answers={200: 'MyGames'}, query={"limit": limit, "cursor": cursor, "status": status, "to_act": to_act})


def list_my_studies(*, limit: int | None = None, cursor: str | None = None) -> Call[StudyList]:
    """List the analyses that the account made, newest first (account)."""
    return Call("GET", path("/v1/me/studies"), answers={200: 'StudyList'}, query={"limit": limit, "cursor": cursor})


def get_my_settings() -> Call[AccountSettings]:
    """Read the account's settings (session)."""
    return Call("GET", path("/v1/me/settings"), answers={200: 'AccountSettings'})


def put_my_settings(body: Settings | dict[str, Any]) -> Call[AccountSettings]:
    """Set whose invitations by name the account takes (session)."""
    return Call("PUT", path("/v1/me/settings"), answers={200: 'AccountSettings'}, body=body)


def list_my_invitations() -> Call[InvitationsByName]:
    """List the open invitations by name that the account has (account)."""
    return Call("GET", path("/v1/me/invitations"), answers={200: 'InvitationsByName'})


def decline_invitation(invitation: str) -> Call[None]:
    """Decline an invitation (account). The organiser cannot invite the account to this table again."""
    return Call("DELETE", path("/v1/me/invitations/{invitation}", invitation), answers={204: 'None'})


def list_my_appointments() -> Call[Appointments]:
    """List the appointments as a referee that the account has not accepted yet (account)."""
    return Call("GET", path("/v1/me/appointments"), answers={200: 'Appointments'})


def export_my_account() -> Call[bytes]:
    """Save everything of the account in one zip file (session)."""
    return Call("GET", path("/v1/me/export"), answers={200: 'bytes'}, accept="application/zip")


def close_bot(bot: str) -> Call[None]:
    """Close a bot of yours for ever (session); like an account it cannot while it plays."""
    return Call("DELETE", path("/v1/me/bots/{bot}", bot), answers={204: 'None'})


def add_checkpoint(body: bytes) -> Call[str]:
    """Get a head cosigned."""
    return Call("POST", path("/v1/witness/checkpoints"), answers={200: 'str'}, accept="text/plain", body=body, content_type="application/octet-stream")

"""The documents of the service as types. Generated from its OpenAPI document by `python -m tests.clients.generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from msgspec import Struct, field

from kronika_client.choices import Choice


class Problem(Struct, kw_only=True, omit_defaults=True):
    """RFC 9457. The further members depend on the kind; see /problems/KIND."""
    type: ProblemType
    """The kind of problem; never changes. The address explains it."""
    title: str
    """The kind of problem in words, in the language that Accept-Language prefers."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong, and what would be right; `Content-Language` names its language."""
    request_id: str
    """Identifies the request in the service's log."""
    errors: dict[str, list[str]] | None = None
    """Error messages by path."""
    rule: str | None = None
    """The clause that forbids it."""
    version: int | None = None
    """The game's version."""
    checkpoint: str | None = None
    """The signed head of the log, a C2SP note."""
    to_act: list[int] | None = None
    """The seats that are to act."""
    legal_actions: str | None = None
    """The path of the legal actions."""
    reasons: list[str] | None = None
    """What is missing, in sentences."""
    level: Level | None = None
    """The level of verification that failed."""
    entry: int | None = None
    """The first bad entry."""
    signed: int | None = None
    """How many entries were signed."""
    until: str | None = None
    """When the block ends, or when the request is possible."""
    recovered_at: str | None = None
    """When a recovery code was used that ended this session."""
    games: list[str] | None = None
    """The games that have to end before."""
    package: str | None = None
    """The package whose code failed."""
    scope: str | None = None
    """The scope that a personal token needs."""
    reason: str | None = None
    """Why, in the words of the service's operator."""
    reason_lang: str | None = None
    """The language of the reason, en or pl."""


class NamedLog(Struct, kw_only=True, omit_defaults=True):
    """A log of logs of the service."""
    origin: str
    """The name under which its checkpoints are signed."""
    path: str
    """The path of its `checkpoint` and `tile/`."""
    vkey: str
    """The verifier key of its checkpoints. Only what comes from elsewhere can confirm it."""


class GamesPaused(Struct, kw_only=True, omit_defaults=True):
    """The operator of the service lets no new games begin; those under way go on."""
    reason: str
    """Why, in the operator's words."""
    lang: Language
    """The language of the reason."""


class ServiceDocument(Struct, kw_only=True, omit_defaults=True):
    """The addresses of the service."""
    name: str
    """The name of the service."""
    links: dict[str, str]
    """Paths and path templates, by resource."""
    logs: list[NamedLog]
    """All logs of logs that the service ever had. It writes to the last one."""
    paused: GamesPaused | None = None
    """Why no new games begin (503 `games-paused`); absent while they do."""


class ProblemKind(Struct, kw_only=True, omit_defaults=True):
    """What a kind of problem means. `members` lists those besides type, title, status, detail and request_id."""
    name: str
    """The kind."""
    type: str
    """The `type` of problems of this kind."""
    status: int
    title: str
    """The kind in words."""
    meaning: str
    """When it occurs, and what to do."""
    members: dict[str, str]
    """The further members of such a problem."""


class Health(Struct, kw_only=True, omit_defaults=True):
    """The result of a health check."""
    status: HealthStatus
    """The result."""
    paused: GamesPaused | None = None


class OEmbed(Struct, kw_only=True, omit_defaults=True):
    """How to embed a game in a page (oembed.com)."""
    type: Literal['rich']
    """What kind it is."""
    version: Literal['1.0']
    """The number of events in the game's log; of an event, its number from 1."""
    title: str
    """The ruleset and the players."""
    provider_name: str
    """The name of the service."""
    provider_url: str
    """The address of the service, as configured."""
    cache_age: int
    """Seconds for which this may be cached: names in it may be erased."""
    html: str
    """A frame with a player for the game."""
    width: int
    """Of the frame, in pixels."""
    height: int
    """Of the frame, in pixels."""


class BothLanguages(Struct, kw_only=True, omit_defaults=True):
    """A text in both languages."""
    en: str
    """In English."""
    pl: str
    """In Polish."""


class SeatRange(Struct, kw_only=True, omit_defaults=True):
    """How many may play."""
    min: int
    """The fewest."""
    max: int
    """The most."""


class PackageName(Struct, kw_only=True, omit_defaults=True):
    """The Python package that a ruleset comes from, as entry 0 of a game names it."""
    name: str
    """Its name."""
    version: str
    """Its version."""
    hash: str
    """SHA-256 of its code (section 14 of the ledger format), 64 hexadecimal digits."""


class RulesetSummary(Struct, kw_only=True, omit_defaults=True):
    """A game that can be played here."""
    id: RulesetId
    """The ruleset that is played."""
    name: BothLanguages
    """What the game is called."""
    seats: SeatRange
    """How many may play."""
    about: list[BothLanguages]
    """What it is about; how long and how heavy it is. A sentence each."""
    minutes: int | None
    """About how long a game takes; null where the ruleset does not say."""
    weight: int | None
    """How much there is to think about, from 1 (light) to 4 (heavy); null where it does not say."""
    editions: list[str]
    """Editions of its components; the last one is used for new games."""
    package: PackageName | None
    """The package that it comes from; null for Kronika's own."""


class RulesetList(Struct, kw_only=True, omit_defaults=True):
    """All games that can be played here."""
    rulesets: list[RulesetSummary]
    """All of them."""


class ClausePart(Struct, kw_only=True, omit_defaults=True):
    """What one source says of a clause."""
    text: BothLanguages
    """What it says."""
    source: Source
    """Whose this part of the clause is."""
    where: str
    """Page or paragraph of the rulebook; may be empty."""


class Clause(Struct, kw_only=True, omit_defaults=True):
    """One clause of the rules, in this project's words."""
    id: str
    """What events and refusals cite."""
    text: BothLanguages
    source: Source
    """The rulebook's, a ruling where the rulebook is silent, or an addition of this service. A clause of which a part is a ruling is called a ruling: its parts say which half is whose."""
    where: str
    parts: list[ClausePart]
    """The clause by its sources: what the rulebook says first, then what is ruled beside it."""


class OptionWords(Struct, kw_only=True, omit_defaults=True):
    """An option, for people."""
    name: BothLanguages
    """What it is called."""
    text: BothLanguages
    """What it means."""
    values: dict[str, BothLanguages]
    """What its values, or the kinds that it counts, are called."""


class RulesetDocument(Struct, kw_only=True, omit_defaults=True):
    """`options`, `view`, and `actions` and `events` by type, are JSON Schemas; `components` have their provenance."""
    id: RulesetId
    name: BothLanguages
    seats: SeatRange
    about: list[BothLanguages]
    minutes: int | None
    weight: int | None
    editions: list[str]
    package: PackageName | None
    edition: str
    """The edition of new games, and of `components`."""
    options: dict[str, Any]
    """JSON Schema."""
    actions: dict[str, dict[str, Any]]
    """By type: JSON Schemas of what a seat may ask for."""
    events: dict[str, dict[str, Any]]
    """By type: JSON Schemas of an event's `data`."""
    view: dict[str, Any]
    """JSON Schema of a game document's `view`."""
    components: dict[str, Any]
    """What is in the box, each figure with its provenance."""
    clauses: list[Clause]
    """The ruleset's own, then the table's."""
    texts: dict[str, BothLanguages]
    """What pieces do, by their id or kind, where `components` do not say it themselves."""
    words: dict[str, BothLanguages]
    """What a board of the game says beside sentences, by name; `{member}` is for the board to fill."""
    option_words: dict[str, OptionWords]
    """What there is to agree on, by option."""
    marks: dict[str, BothLanguages]
    """What the marks of its events are called, by mark."""
    ends: dict[str, BothLanguages]
    """What its end reasons are called, by reason."""
    score_parts: dict[str, BothLanguages]
    """What the `parts` of an outcome are called, by part."""
    view_words: dict[str, BothLanguages]
    """What the view's fields are called, for boards that show it as it is; of games made for that."""
    view_hints: dict[str, ViewHint]
    """How such boards show fields of the view, by name; the others are lists and tables."""


class Section(Struct, kw_only=True, omit_defaults=True):
    """A part of the rules, explained for newcomers."""
    name: str
    """The section's own name, the same for good."""
    title: BothLanguages
    """Its heading."""
    text: BothLanguages
    """What it tells."""


class Lesson(Struct, kw_only=True, omit_defaults=True):
    """What is said in a first game when its moment has come."""
    name: str
    """The lesson's own name, the same for good."""
    clause: str
    """The clause that is behind it."""
    title: BothLanguages
    text: BothLanguages


class Primer(Struct, kw_only=True, omit_defaults=True):
    """How a game is learned. Both lists are empty for a ruleset that has no primer."""
    id: RulesetId
    sections: list[Section]
    """The rules for newcomers, in order."""
    lessons: list[Lesson]
    """Those of a first game, in order."""


class Spread(Struct, kw_only=True, omit_defaults=True):
    """Of the finished games."""
    min: float
    """The least."""
    median: float
    """The middle one."""
    max: float


class TimePerMove(Struct, kw_only=True, omit_defaults=True):
    """How long moves took in finished games with so many seats and such a clock."""
    seats: int
    """How many play."""
    clock: ClockKind
    """The games that the lobby's filter finds under this name."""
    moves: int
    """How many moves people made, those taken back included."""
    mean_ms: int
    """How long a move took on average, in milliseconds, while the clock ran: halts do not count."""


class Statistics(Struct, kw_only=True, omit_defaults=True):
    """What the games of a ruleset came to, a moment ago."""
    ruleset: RulesetId
    """The ruleset that is played."""
    games: dict[str, int]
    """By status."""
    events: Spread | None
    """null without a finished game"""
    actions: Spread | None
    """null without a finished game"""
    end_reasons: dict[str, int]
    """Of the finished games."""
    ends: dict[str, BothLanguages]
    """What end reasons are called, by reason."""
    wins_by_seat: dict[str, int]
    """A shared win counts for each."""
    time_per_move: list[TimePerMove]
    """Of the finished games with a clock, by seats and clock."""


class ProposedClock(Struct, kw_only=True, omit_defaults=True):
    """A clock as the body of a new game may have it. All times are whole seconds."""
    bank: int
    """The time of a seat at the start."""
    increment: int
    """What is added when a stint ends in time."""
    grace: int
    """The first part of each stint, which costs nothing."""


class ClockPreset(Struct, kw_only=True, omit_defaults=True):
    """A usual clock."""
    id: str
    """The clock's own name, the same for good."""
    name: BothLanguages
    clock: ProposedClock
    """What to send as `clock` of a new game or tournament."""


class ClockList(Struct, kw_only=True, omit_defaults=True):
    """Usual clocks, the fastest first."""
    clocks: list[ClockPreset]
    """All of them."""


class DatasetFile(Struct, kw_only=True, omit_defaults=True):
    """A file of a data set."""
    name: str
    """The name of the file."""
    path: str
    """Where it is; /v1/datasets/latest/NAME is that of the newest data set."""
    size: int
    """In bytes."""
    rows: int
    """The number of lines."""
    sha256: str
    """The SHA-256 of its bytes, in hexadecimal; also its ETag."""


class Dataset(Struct, kw_only=True, omit_defaults=True):
    """All files of a day."""
    day: str
    """The day (UTC) on which it was made, such as 2026-11-27."""
    note: str
    """The path of the signed note that names the files."""
    vkey: str
    """The verifier key of the note: that of the service's log of logs."""
    files: list[DatasetFile]
    """Its files."""


class DatasetList(Struct, kw_only=True, omit_defaults=True):
    """The data sets that can be downloaded."""
    datasets: list[Dataset]
    """The newest first; those of two days at most."""


class PlayerOwner(Struct, kw_only=True, omit_defaults=True):
    """Whose bot it is."""
    id: str
    """The account's id, 32 hexadecimal digits."""
    name: str | None
    """The account's name; null for one that is closed."""


class PlayerAccount(Struct, kw_only=True, omit_defaults=True):
    """The account that plays."""
    id: str
    name: str | None
    bot: bool
    """Whether a program plays for it."""
    owner: PlayerOwner | None = None


class Seat(Struct, kw_only=True, omit_defaults=True):
    """Who sits where."""
    seat: int
    """The number of a seat, from 1."""
    name: str | None
    """null while the seat is free"""
    side: str | None
    """The clan, colour or team; null where the game has none."""
    bot: str | None
    """The kind of bot; null for a person."""
    key: str | None
    """The Ed25519 key of the seat's own, in base64url; null where it has none."""
    guest: bool
    """Whether a person without an account sits there."""
    account: PlayerAccount | None
    """The account that sits there; null for guests, and where it is hidden or closed."""
    account_salt: str | None
    """The random bytes in the log's hash of the account, in base64url; null without an account."""
    away: str | None = None
    """The kind of bot that plays while this seat's person is away. Else absent."""


class ScorePart(Struct, kw_only=True, omit_defaults=True):
    """Where points came from: a wall, a kind of relics."""
    part: str
    """What brought them: `score_parts` of the ruleset has its name, unless the options named it."""
    points: dict[str, int]
    """What it brought, by seat."""


class AgeOfWarOutcome(Struct, kw_only=True, omit_defaults=True):
    """How a game ended. `ranking` lists ranks from the first; seats that share a rank are in one list (1, 1, 3)."""
    winners: list[int]
    """Nobody, one seat, or several that share the win."""
    ranking: list[list[int]]
    """Ranks from the first; seats that share one are in one list."""
    scores: dict[str, int]
    """By seat."""
    reason: AgeOfWarOutcomeReason
    """Why the game ended."""
    details: dict[str, Any]
    """What the ruleset tells besides of how it ended."""
    parts: list[ScorePart]
    """What the scores are made of: those of a seat add up to its score. Empty where nothing was counted, as after a resignation, or where the ruleset does not say it."""


class AgreedClock(Struct, kw_only=True, omit_defaults=True):
    """The clock that was agreed on, complete. All times are whole seconds."""
    bank: int
    increment: int
    grace: int
    on_time_out: OnTimeOut
    """What happens when it runs out: the seat loses, or a bot plays on for it."""
    start_within: int
    """The time for opening one's seed, and the least grace of each seat's first stint. Otherwise the game is abandoned."""
    organiser_stops: bool
    """Whether the organiser may suspend or abandon the running game, or give away a seat, without the players' consent."""
    most: int | None = None
    """A bank holds no more than this after an increment. Absent: no limit."""


class SeatClock(Struct, kw_only=True, omit_defaults=True):
    """The clock of a seat, as the log has it at this version. `since` and `deadline` are there while it runs."""
    seat: int
    left: int
    """Milliseconds that are left, after the grace."""
    grace: int
    """Milliseconds that cost nothing, before `left` does."""
    since: int | None = None
    """Since when it runs, in milliseconds since 1970; it may be a little ahead. Else absent."""
    deadline: int | None = None
    """When it runs out: `since` + `grace` + `left`. Absent unless it runs."""
    away: str | None = None


class GameClock(Struct, kw_only=True, omit_defaults=True):
    """The clock of a game. Seats that bots took have none."""
    terms: AgreedClock
    seats: list[SeatClock]
    """The clocks of the seats, by seat."""


class AgeOfWarGameSummary(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A game as the lobby lists it."""
    id: str
    """The game's id, 32 hexadecimal digits."""
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    status: GameSummaryStatus
    """The status of the game."""
    seats: list[Seat]
    """Who sits where, by seat."""
    version: int
    to_act: list[int]
    """Seats with a decision now."""
    outcome: AgeOfWarOutcome | None
    """null while the game is not over"""
    first_seat: int | None
    """The seat that began; null before the start and where several decide first."""
    players: list[str]
    """The names at the table, by seat."""
    bot: bool
    """Whether a bot plays."""
    imported: bool
    """Whether it was played elsewhere and came in a file."""
    imported_at: str | None
    """When it came in a file; null for a game that was played here, or came before this was written down."""
    created_at: str
    """In RFC 3339, UTC."""
    updated_at: str
    """In RFC 3339, UTC."""
    clock: GameClock | None = None
    """The clock; absent where the game is played without one. `Kronika-Now` is the time to compare it with."""


class NagarajaOutcome(Struct, kw_only=True, omit_defaults=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: dict[str, int]
    reason: NagarajaOutcomeReason
    details: dict[str, Any]
    parts: list[ScorePart]


class NagarajaGameSummary(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    id: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    status: GameSummaryStatus
    seats: list[Seat]
    version: int
    to_act: list[int]
    outcome: NagarajaOutcome | None
    first_seat: int | None
    players: list[str]
    bot: bool
    imported: bool
    imported_at: str | None
    created_at: str
    updated_at: str
    clock: GameClock | None = None


class RomansOutcome(Struct, kw_only=True, omit_defaults=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: dict[str, int]
    reason: RomansOutcomeReason
    details: dict[str, Any]
    parts: list[ScorePart]


class RomansGameSummary(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    id: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    status: GameSummaryStatus
    seats: list[Seat]
    version: int
    to_act: list[int]
    outcome: RomansOutcome | None
    first_seat: int | None
    players: list[str]
    bot: bool
    imported: bool
    imported_at: str | None
    created_at: str
    updated_at: str
    clock: GameClock | None = None


class ToucheOutcome(Struct, kw_only=True, omit_defaults=True):
    winners: list[int]
    ranking: list[list[int]]
    scores: dict[str, int]
    reason: ToucheOutcomeReason
    details: dict[str, Any]
    parts: list[ScorePart]


class ToucheGameSummary(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    id: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    status: GameSummaryStatus
    seats: list[Seat]
    version: int
    to_act: list[int]
    outcome: ToucheOutcome | None
    first_seat: int | None
    players: list[str]
    bot: bool
    imported: bool
    imported_at: str | None
    created_at: str
    updated_at: str
    clock: GameClock | None = None


if TYPE_CHECKING:
    GameSummary: TypeAlias = AgeOfWarGameSummary | NagarajaGameSummary | RomansGameSummary | ToucheGameSummary
else:

    class GameSummary(Choice):
        """A game as the lobby lists it."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarGameSummary', 'nagaraja': 'NagarajaGameSummary', 'romans': 'RomansGameSummary', 'touche': 'ToucheGameSummary'}


class GameList(Struct, kw_only=True, omit_defaults=True):
    """A page of the lobby."""
    games: list[GameSummary]
    """The newest first."""
    next: str | None
    """The cursor of the next page."""


class GameCreated(Struct, kw_only=True, omit_defaults=True):
    """A new game and its organiser's token."""
    version: int
    checkpoint: str
    """A C2SP signed note."""
    id: str
    organiser_token: str | None
    """Shown once; keep it. null where an account organises the game."""


class AgeOfWarOptions(Struct, kw_only=True, omit_defaults=True):
    """For rulesets without options."""


class DisputeTerms(Struct, kw_only=True, omit_defaults=True):
    """How disputes are settled: for how long after the end one may be opened, the time for statements, for a ruling and for
an appeal, and whether the game pauses meanwhile."""
    open_within: int = 86400
    """Seconds."""
    answer_within: int = 600
    """Seconds."""
    rule_within: int = 3600
    """Seconds."""
    appeal_within: int = 600
    """Seconds."""
    pause: bool = True
    """Whether the game pauses while a case is open."""


class NewClock(Struct, kw_only=True, omit_defaults=True):
    """A clock: seats lose, or are played by a bot, when their time runs out. All times are whole seconds.

15 minutes and 10 seconds a move are `{\"bank\": 900, \"increment\": 10}`, three days a move `{\"bank\": 0, \"grace\": 259200}`."""
    bank: int
    increment: int = 0
    grace: int = 0
    """The first part of each stint, which costs nothing. `bank` and `grace` together are at least 5 seconds."""
    most: int | None = None
    """A bank holds no more than this after an increment: at least `bank`. By default there is no limit."""
    on_time_out: OnTimeOut | None = None
    """What happens when the time runs out: the seat loses, or a bot plays on for it. The default is `forfeit` where two sides play, otherwise `bot`."""
    start_within: int | None = None
    """The time for opening one's seed, and the least grace of each seat's first stint in each game. The default is 120 seconds, or a day where `bank` and `grace` together are over an hour."""
    organiser_stops: bool | None = None
    """Whether the organiser may suspend or abandon a running game, or give away a seat, without the players' consent. The default is false, and true in tournaments."""


class NewAgeOfWarGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A table for a game of Age of War"""
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    seats: AgeOfWarSeats
    """The number of seats."""
    options: AgeOfWarOptions | None = None
    """Omitted options have their defaults; see the ruleset."""
    visibility: Visibility = 'public'
    """Whether anyone may see the game, or only holders of its tokens."""
    undo: UndoPolicy | None = None
    """Whether players may take back: freely, also with the others' consent, or not at all. The default is `free`, and `none` with a `clock`."""
    disputes: DisputeTerms | None = None
    """How disputes are settled; null if the game allows no disputes. Omitted: the defaults."""
    clock: NewClock | None = None
    """The clock; omitted: the game is played without one. `GET /v1/clocks` lists usual ones."""
    accounts: Literal['required'] | None = None
    """Only persons with accounts take seats; without it, guests are welcome."""
    meeting: str | None = None
    """The meeting that it belongs to for good. The request then carries the token of the meeting's organiser; the answer has the token of the new table's."""


class NagarajaOptions(Struct, kw_only=True, omit_defaults=True):
    pass


class NewNagarajaGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    """A table for a game of Nagaraja"""
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    seats: Literal[2]
    options: NagarajaOptions | None = None
    visibility: Visibility = 'public'
    undo: UndoPolicy | None = None
    disputes: DisputeTerms | None = None
    clock: NewClock | None = None
    accounts: Literal['required'] | None = None
    meeting: str | None = None


class RomansOptions(Struct, kw_only=True, omit_defaults=True):
    """Neutral clans make up two to four clans with the players; both variants are off by default."""
    neutral_clans: int = 0
    """How many clans are played by nobody."""
    neutral_abilities: RomansNeutralAbilities = 'horsie-only'
    """Which abilities of neutral clans work: Horsie only, or automatically Arch'r, Filchy and Axx too."""
    tied_fort: bool = False
    """Whether a tied fort is fought over again instead of being lost."""
    druhid_shift: bool = False
    """Whether the forts left of the one that Dru'hid takes move one place right, instead of the two trading places."""


class NewRomansGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    """A table for a game of Romans Go Home!"""
    ruleset: ClassVar[Literal['romans']] = 'romans'
    seats: RomansSeats
    options: RomansOptions | None = None
    visibility: Visibility = 'public'
    undo: UndoPolicy | None = None
    disputes: DisputeTerms | None = None
    clock: NewClock | None = None
    accounts: Literal['required'] | None = None
    meeting: str | None = None


class ToucheOptions(Struct, kw_only=True, omit_defaults=True):
    """Which patterns are to be made, by whom, and what they bring."""
    set_choice: ToucheSetChoice = 'dealer'
    """Who chooses the set: the dealer for all, the table now, or every side its own."""
    set: ToucheSet = 'squares'
    """The set of patterns to be completed. For three different ones the dealer declares the kinds, unless need names three."""
    patterns: dict[str, list[list[int]]] = field(default_factory=lambda: {})
    """Patterns; in the options own ones by name, as offsets (row, column)."""
    need: dict[str, int] = field(default_factory=lambda: {})
    """How many patterns of a kind a set needs. With own patterns, or for custom, it is a set by itself."""
    points: dict[str, int] = field(default_factory=lambda: {'square': 10, 'straight': 15, 'cross': 20, 't': 20})
    """Points: in the options of a completed pattern, by its kind; other kinds bring none."""
    teams_of_two: bool = False
    """With six seats: three pairs instead of two teams."""
    stalled_rounds: int = 10
    """How many stalled rounds running end the game; 0: none ever do."""
    dealer: int = 0
    """The seat that deals; in the options 0 for the one with the highest card."""


class NewToucheGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    """A table for a game of Touché"""
    ruleset: ClassVar[Literal['touche']] = 'touche'
    seats: ToucheSeats
    options: ToucheOptions | None = None
    visibility: Visibility = 'public'
    undo: UndoPolicy | None = None
    disputes: DisputeTerms | None = None
    clock: NewClock | None = None
    accounts: Literal['required'] | None = None
    meeting: str | None = None


if TYPE_CHECKING:
    NewGame: TypeAlias = NewAgeOfWarGame | NewNagarajaGame | NewRomansGame | NewToucheGame
else:

    class NewGame(Choice):
        """A table for a game."""

        by = 'ruleset'
        types = {'age-of-war': 'NewAgeOfWarGame', 'nagaraja': 'NewNagarajaGame', 'romans': 'NewRomansGame', 'touche': 'NewToucheGame'}


class SeatTaken(Struct, kw_only=True, omit_defaults=True):
    """A seat and its token."""
    version: int
    checkpoint: str
    seat: int
    token: str | None
    """The bearer token of the seat; returned once. null for the seat of an account."""


class NewPlayer(Struct, kw_only=True, omit_defaults=True):
    """A player or bot who takes a seat. Without `seat` they get the first free one; `bot` is for the organiser.

To contribute to the draws, a player names the seat, sends `seed_commitment`, and reveals the seed when all seats are
taken. With `key`, the seat's own Ed25519 key, comes `sig`: the ledger's page says what both are made from."""
    name: str | None = None
    """Required for guests and bots; an account sits down under its own name, and gives none. In letters of any script; stored in Unicode's form NFC. No categories Cc, Cf, Zl, Zp, Cs, Cn, and at most 30 combining marks in a row."""
    seat: int | None = None
    """The seat; the default is the first free one."""
    invitation: str | None = None
    """The code of an invitation; it gives access to a private game or tournament."""
    bot: Bot | None = None
    """The kind of bot, for the organiser."""
    account_salt: str | None = None
    """16 random bytes in base64url for the log's hash of the account; required with `key`. Accounts only."""
    seed_commitment: str | None = None
    """The commitment to the seat's seed, in base64url."""
    key: str | None = None
    """The seat's own Ed25519 public key, in base64url."""
    sig: str | None = None
    """The key's signature of taking the seat, in base64url."""
    tokens: list[str] | None = None
    """The tokens of this game, its tournament and its meeting that the client holds. Players, organisers and other referees may not be referees there, and referees take no seat. The tokens are used for nothing else and neither logged nor stored; unknown ones are ignored."""


class StatusChanged(Struct, kw_only=True, omit_defaults=True):
    """A game that its organiser has halted, resumed or ended."""
    version: int
    checkpoint: str
    status: GameStatus


class Entropy(Struct, kw_only=True, omit_defaults=True):
    """Who would have had to work together to choose the draws: the verdict of the ledger's page."""
    seats: int
    """How many there are."""
    bots: list[int]
    """Seats that bots took: these never give a seed."""
    operator_with: list[int]
    """Seats whose seeds are in the draws (before the start: will be, if all open theirs). Only the operator together with all of these could have chosen; with none, the operator alone."""
    signed: list[int]
    """Those of them that have said so under a key of their own."""
    fresh: int
    """For how many rulings something was drawn: with them, or later from new slots."""
    provided: list[ProvidedLevel]
    """Levels of verification that the log has not passed here: the verdict holds if it does."""


class DrawCounts(Struct, kw_only=True, omit_defaults=True):
    """How much was drawn in the whole log."""
    throws: int
    """Throws of dice."""
    shuffles: int
    """Shuffles."""
    taken_back: int
    """How many of both were taken back since."""


class HumanDecision(Struct, kw_only=True, omit_defaults=True):
    """A human decision that moved chance or a result."""
    entry: int
    """The number of the log's entry that records it."""
    by: str
    """Whose doing it is: seat:N, table, organiser, referee or referee:N."""
    kind: HumanDecisionKind
    """What was decided: the ledger's page explains each kind. There may be more kinds later."""
    ruling: int | None = None
    """The ruling that it carries out; absent without one."""


class AccountOfChance(Struct, kw_only=True, omit_defaults=True):
    """What was drawn, and every human decision that moved chance or a result, taken back or not."""
    draws: DrawCounts
    """What was drawn."""
    decisions: list[HumanDecision]
    """In the order of their entries, then of their kinds."""


class AgeOfWarView(Struct, kw_only=True, omit_defaults=True):
    """The whole board: the same for everybody."""
    turn: int
    """Turns begun so far."""
    seat: int
    """Whose turn it is."""
    centre: list[str]
    """Castles that nobody has, in the order of the cards."""
    players: list[AgeOfWarPlayerView]
    """By seat."""
    siege: AgeOfWarSiegeView | None
    """Null until the first line of the turn is filled."""
    dice: AgeOfWarDiceView
    """Where the dice are that lie on no line."""


class AgeOfWarPlayerView(Struct, kw_only=True, omit_defaults=True):
    """What lies in front of one seat."""
    seat: int
    """A seat by its number."""
    castles: list[str]
    """Castles face up, in the order of their conquest: they can be attacked."""
    stacks: list[str]
    """Clans completed and turned over, by id: safe from everybody."""
    castle_count: int
    """Castles face up and in stacks."""
    score: int
    """Points as they stand: of castles face up, and of stacks."""


class AgeOfWarSiegeView(Struct, kw_only=True, omit_defaults=True):
    """The castle that all dice of this turn go to."""
    castle: str
    """A castle by its id in the components."""
    lines: list[AgeOfWarLineView]
    """All lines needed, filled or open."""


class AgeOfWarLineView(Struct, kw_only=True, omit_defaults=True):
    """A line of the castle under siege."""
    line: int
    """Numbered from 1 as printed; 0 is the special daimyo line."""
    needs: AgeOfWarLine
    """What has to lie on it."""
    dice: list[AgeOfWarFace]
    """The dice on it; none while the line is open."""


class AgeOfWarLine(Struct, kw_only=True, omit_defaults=True):
    """Infantry adding up to at least `infantry`, or exactly these `symbols`."""
    infantry: int = 0
    """What infantry dice have to add up to at least."""
    symbols: list[AgeOfWarFace] = field(default_factory=lambda: [])
    """Dice that have to lie here, exactly."""


class AgeOfWarDiceView(Struct, kw_only=True, omit_defaults=True):
    """Where the dice are that lie on no line."""
    thrown: list[AgeOfWarFace]
    """The dice that lie thrown, in the order of the faces."""
    to_throw: int
    """How many are to be thrown next; 0 while thrown dice lie on the table."""
    set_aside: int
    """How many are given up for this turn."""


class NoView(Struct, kw_only=True, omit_defaults=True):
    """Before the start there is no board."""


class RefereeSeen(Struct, kw_only=True, omit_defaults=True):
    """A referee according to the log; the list of disputes has their name."""
    referee: int
    """The number of the referee."""
    head: bool
    """Whether they may decide appeals."""
    appointed: Appointed
    """Whether the game had started when they were appointed."""
    dismissed: bool
    """The version at which it was dismissed; null while it is appointed."""


class PendingUndo(Struct, kw_only=True, omit_defaults=True):
    """An undo request that waits for answers."""
    id: int
    """Its number."""
    seat: int
    """Who asks."""
    to_version: int
    """The version to go back to."""
    needs: list[int]
    """Seats that have not answered yet."""


class Undo(Struct, kw_only=True, omit_defaults=True):
    """How far a viewer may go back now, and what bars the way."""
    policy: UndoPolicy
    """What was agreed on."""
    free: list[int]
    """Versions to go back to without asking, nearest first."""
    with_consent: list[int]
    """Further ones, if every other seat accepts."""
    barrier: Barrier | None
    """What keeps it from going further; null for who has no seat."""
    pending: PendingUndo | None
    """A request that waits for answers."""


class Origin(Struct, kw_only=True, omit_defaults=True):
    """Where an analysis branches off."""
    game: str
    """The game's id, 32 hexadecimal digits."""
    version: int


class Witnessed(Struct, kw_only=True, omit_defaults=True):
    """Who is to cosign the log of logs for this game. The operator chose them."""
    quorum: int
    """How many of the witnesses are to cosign it."""
    witnesses: list[str]
    """The verifier keys of the witnesses."""


class Cosigned(Struct, kw_only=True, omit_defaults=True):
    """How far witnesses have cosigned the head of this game's own log."""
    entries: int
    """The size of the largest cosigned head; 0 without one. Later entries are not cosigned."""
    at: str | None
    """When the last of them cosigned that head; null without one."""
    by: int
    """How many witnesses have cosigned that head."""
    of: int
    """How many witnesses the service requests cosignatures from."""
    silent: list[str]
    """The witnesses among these that have not cosigned that head."""


class OperatorNotice(Struct, kw_only=True, omit_defaults=True):
    """Why the operator of the service has closed or abandoned a game."""
    text: str | None
    """In the operator's words; null once these have been erased."""
    lang: Language | None
    """The language of the text; null without one."""


if TYPE_CHECKING:
    AgeOfWarGameDocumentView: TypeAlias = AgeOfWarView | NoView
else:

    class AgeOfWarGameDocumentView(Choice):
        """The board as this viewer may know it; empty before the start."""

        by = None
        types = {'AgeOfWarView': 'AgeOfWarView', 'NoView': 'NoView'}


class AgeOfWarGameDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A game at one version, as one viewer may know it. `view` is the ruleset's board."""
    id: str
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    edition: str
    """The edition of the game's components."""
    options: AgeOfWarOptions
    """What was agreed on; what is left out has its default."""
    visibility: Visibility
    """Whether everybody may see it, or only holders of a token for it."""
    status: GameStatus
    version: int
    seats: list[Seat]
    to_act: list[int]
    entropy: Entropy
    account: AccountOfChance | None
    """null where the game's log is older than the ledger's closed tables."""
    to_reveal: list[int]
    """Seats whose seeds the start waits for, once all are taken."""
    view: AgeOfWarGameDocumentView
    """The board as this viewer may know it; empty before the start."""
    outcome: AgeOfWarOutcome | None
    referees: list[RefereeSeen]
    """In a game of a tournament, only those who have acted in this game."""
    dispute: int | None
    """The number of the open case; null without one."""
    viewer: str
    """Who asks: seat:N, referee:N, organiser, auditor, analyst, watcher, invited or spectator."""
    undo: Undo
    forked: Origin | None
    """null unless this is an analysis"""
    imported: bool
    imported_at: str | None
    expires_at: str | None
    """When an analysis is deleted unless it is read or continued; null for other games."""
    document_revision: int
    """The revision of the documents' form; a URL of a state that includes it can be cached forever."""
    updated_at: str
    log: str | None = None
    """The origin of the log of logs that lists this game; null in analyses, absent from older games."""
    witnessed: Witnessed | None = None
    """Whose cosignatures of that log are promised; null: nobody's. Absent from older games."""
    cosigned: Cosigned | None = None
    """How far witnesses have cosigned this game's own log. Only in the newest document (`GET /v1/games/{id}`), of a game for which cosignatures were requested."""
    notice: OperatorNotice | None = None
    """Why the operator of the service has closed the game (`status` is suspended until the operator reopens it) or abandoned it. Only in the newest document (`GET /v1/games/{id}`), of such a game."""
    clock: GameClock | None = None
    meeting: str | None = None
    """The meeting that it belongs to, 32 hexadecimal digits; absent without one."""
    accounts: Literal['required'] | None = None
    """`required` where only persons with accounts take seats; absent elsewhere."""
    package: PackageName | None = None
    """The package that its ruleset comes from; absent for a ruleset of Kronika itself."""


class NagarajaView(Struct, kw_only=True, omit_defaults=True):
    """The table."""
    round: int
    """The number of the round, from 1."""
    stage: NagarajaStage
    """The current stage; the four phases are choose, confront, place and keep."""
    seat: int
    """Whose turn it is, 0 when nobody's; an effect may ask the other to choose."""
    guide: int
    """The guide of this round; 0 before the first is found."""
    offered: NagarajaTileView | None
    """The tile of this round."""
    trap: NagarajaTrapView | None
    """Where the trap lies; null while it lies beside the tiles."""
    piles: NagarajaPilesView
    """What is left face down."""
    sticks: dict[str, int]
    """Sticks not thrown, by colour; below zero when some are thrown twice."""
    used: list[str | None]
    """Cards that lie face up, used in this round."""
    drawn: list[str | None]
    """Cards of the new deal, of which one is given away; null where unknown."""
    played_amulets: list[str]
    """By kind, in the order in which they were played."""
    effect: NagarajaEffectView | None
    """What the card does, step after step."""
    players: list[NagarajaPlayerView]
    """Seats 1 and 2."""


class NagarajaTileView(Struct, kw_only=True, omit_defaults=True):
    """A tile in a temple, or on offer."""
    kind: str
    """The kind of room tile, or \"trap\"."""
    turns: int
    """Quarter turns clockwise from the way it is printed."""
    amulet: bool
    """Whether an amulet lies on it, face down."""


class NagarajaTrapView(Struct, kw_only=True, omit_defaults=True):
    """Where the trap lies."""
    seat: int
    """Whose temple it lies in."""
    space: NagarajaSpace
    """A space of a temple, such as b3."""


class NagarajaPilesView(Struct, kw_only=True, omit_defaults=True):
    """How many are left face down; the discards are counted, never listed (naga.4)."""
    tiles: int
    """How many tiles there are by now, or are left."""
    amulets: int
    """Amulets; at the end those that each seat had not played."""
    deck: int
    """How many cards are left in the deck."""
    discards: int
    """How many cards are discarded by now."""


class NagarajaEffectView(Struct, kw_only=True, omit_defaults=True):
    """The effect under way."""
    card: str
    """A card, by its kind; empty where none is activated."""
    seat: int
    """Who activated the card."""
    chooser: int
    """Who makes the choices of this step."""
    step: int
    """Which step of the card's effect, from 0."""
    target: int | None
    """Whom it concerns; null until that is chosen."""
    looked_at: list[NagarajaPlace]
    """Hiding places looked at."""
    named: list[str]
    """Sticks named to be thrown again, as they lie."""
    cards: list[str | None]
    """Cards looked at on top of the deck; null for a viewer who does not look."""


class NagarajaPlayerView(Struct, kw_only=True, omit_defaults=True):
    """What lies in front of one player."""
    seat: int
    """Who does it, or whose temple, hand or sticks it concerns."""
    points: int
    """Victory points: relics face up, and amulets as far as the viewer knows them."""
    hand: list[str | None]
    """Null where unknown. Includes cards laid face down."""
    laid: list[int | None]
    """Places in the hand (from 0) of the cards laid face down; null where the viewer does not know it."""
    sticks: list[str]
    """Sticks as they lie: \"brown-4\", \"green-N\" for a Naga."""
    fate_points: int
    """Fate points for the tile of this round."""
    nagas: int
    """Sticks that show a Naga."""
    passed: bool
    """Whether this player passed and nobody has acted since."""
    amulets: list[str | None]
    """Collected and not played, by kind; null where unknown."""
    temple: NagarajaTempleView
    """The temple that it concerns."""


class NagarajaTempleView(Struct, kw_only=True, omit_defaults=True):
    """A player's temple."""
    spaces: list[NagarajaTileView | None]
    """Row by row from a1; null where nothing lies."""
    live: list[NagarajaSpace]
    """Spaces with a path that can be walked from an entrance."""
    relics: dict[str, NagarajaRelicView]
    """By hiding place."""


class NagarajaRelicView(Struct, kw_only=True, omit_defaults=True):
    """A relic at its hiding place."""
    relic: str | None
    """\"sacred-4\", \"cursed-6\"; null where the viewer does not know it."""
    face_up: bool
    """Whether the relic lies face up."""


if TYPE_CHECKING:
    NagarajaGameDocumentView: TypeAlias = NagarajaView | NoView
else:

    class NagarajaGameDocumentView(Choice):
        """The board as this viewer may know it; empty before the start."""

        by = None
        types = {'NagarajaView': 'NagarajaView', 'NoView': 'NoView'}


class NagarajaGameDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    id: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    edition: str
    options: NagarajaOptions
    visibility: Visibility
    status: GameStatus
    version: int
    seats: list[Seat]
    to_act: list[int]
    entropy: Entropy
    account: AccountOfChance | None
    to_reveal: list[int]
    view: NagarajaGameDocumentView
    outcome: NagarajaOutcome | None
    referees: list[RefereeSeen]
    dispute: int | None
    viewer: str
    undo: Undo
    forked: Origin | None
    imported: bool
    imported_at: str | None
    expires_at: str | None
    document_revision: int
    updated_at: str
    log: str | None = None
    witnessed: Witnessed | None = None
    cosigned: Cosigned | None = None
    notice: OperatorNotice | None = None
    clock: GameClock | None = None
    meeting: str | None = None
    accounts: Literal['required'] | None = None
    package: PackageName | None = None


class RomansView(Struct, kw_only=True, omit_defaults=True):
    """Hadrian's wall, the clans before it, and what is to be decided."""
    round: int
    """1 to 3."""
    clash: int
    """1 to 6; 0 while orders are given."""
    stack: int
    """How many forts are left in the stack."""
    wall: list[RomansStandingFort]
    """From the left."""
    lost_forts: list[str]
    """Out of the game, first one first."""
    decisions: list[RomansDue]
    """What seats have to decide now, beside orders."""
    seduced: RomansClanName | None
    """Whose warrior Qween has seduced in this clash."""
    clans: list[RomansClanView]
    """The players' by seat, then the neutral ones."""


class RomansStandingFort(Struct, kw_only=True, omit_defaults=True):
    """A fort that is not decided yet; the one fought over is the leftmost."""
    place: int
    """A place in the wall, from the left."""
    fort: str
    """A fort's id, as in the components; equal cards share it."""
    value: int
    """Its points."""


class RomansDue(Struct, kw_only=True, omit_defaults=True):
    """A decision that a seat has to make: the type of its action, and the clause that asks for it."""
    seat: int
    """The seat; null for a neutral clan."""
    action: RomansDecisionKind
    """The type of the action that answers."""
    rule: str
    """The clause that asks for it."""


class RomansClanView(Struct, kw_only=True, omit_defaults=True):
    """A clan: what lies open, and as many nulls as there are cards that the viewer does not know."""
    clan: RomansClanName
    """The clan."""
    seat: int | None
    """Who plays it; null for a neutral clan."""
    forts: list[str]
    """Held, in the order of capture."""
    points: int
    """Of the forts held."""
    line: list[RomansLineWarrior]
    """Revealed and still there, oldest first."""
    revealed: str | None
    """Revealed in this clash, even if discarded by now."""
    strength: int
    """Of the whole line, as printed."""
    discards: list[str]
    """Discarded from the line, first one first."""
    answer: str | None
    """The warrior chosen to be discarded, until all answers are in."""
    placed: int
    """How many warriors the clan has laid."""
    sealed: bool
    """Whether its orders stand."""
    away: list[str | None]
    """Out of this round unseen: two lost, a neutral's three left."""
    hand: list[str | None]
    """The warriors in hand; null for each that the viewer does not know."""
    orders: list[str | None] | None
    """While orders are given, by place, null also where nothing lies; null as a whole if the viewer does not see them. Afterwards the hidden warriors at the forts still standing, from the left."""
    seventh: list[str | None]
    """The warrior put away as the seventh, if any."""


class RomansLineWarrior(Struct, kw_only=True, omit_defaults=True):
    """A warrior of a clan's line."""
    warrior: str
    """A warrior's id, as in the components."""
    strength: int
    """The warrior's strength."""


if TYPE_CHECKING:
    RomansGameDocumentView: TypeAlias = RomansView | NoView
else:

    class RomansGameDocumentView(Choice):
        """The board as this viewer may know it; empty before the start."""

        by = None
        types = {'RomansView': 'RomansView', 'NoView': 'NoView'}


class RomansGameDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    id: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    edition: str
    options: RomansOptions
    visibility: Visibility
    status: GameStatus
    version: int
    seats: list[Seat]
    to_act: list[int]
    entropy: Entropy
    account: AccountOfChance | None
    to_reveal: list[int]
    view: RomansGameDocumentView
    outcome: RomansOutcome | None
    referees: list[RefereeSeen]
    dispute: int | None
    viewer: str
    undo: Undo
    forked: Origin | None
    imported: bool
    imported_at: str | None
    expires_at: str | None
    document_revision: int
    updated_at: str
    log: str | None = None
    witnessed: Witnessed | None = None
    cosigned: Cosigned | None = None
    notice: OperatorNotice | None = None
    clock: GameClock | None = None
    meeting: str | None = None
    accounts: Literal['required'] | None = None
    package: PackageName | None = None


class ToucheView(Struct, kw_only=True, omit_defaults=True):
    """The board, the sides and the players."""
    round: int
    """Rounds begin with a board without uncrowned pawns."""
    turn: int
    """Turns of the whole game, counted from 1."""
    dealer: int | None
    """The dealer's seat; null until it is drawn."""
    seat: int
    """Whose decision or turn it is, or was when the game ended."""
    phase: TouchePhase
    """A set has to be chosen, a turn to be played, or one of several patterns to be crowned."""
    sides: list[ToucheSideView]
    """The sides; of dice, how many sides each has."""
    players: list[TouchePlayerView]
    pawns: dict[str, list[str]]
    """The fields with an uncrowned pawn of each colour."""
    crowned: list[ToucheCrownedView]
    """In the order in which they were made."""
    completed: list[ToucheCompletedView]
    """Those that one pawn completed, while the player has to choose one."""
    turns_without_pawn: int
    """Turns since the last pawn came onto the board."""
    stalled_rounds: int
    """Rounds running that have stalled; the option of the same name says how many end the game."""


class ToucheSideView(Struct, kw_only=True, omit_defaults=True):
    """A side: a single player or a team."""
    colour: ToucheColour
    """The colour of the side."""
    seats: list[int]
    """Its players, ascending."""
    goal: dict[str, int]
    """Its set: how many patterns of each kind; empty until chosen."""
    made: dict[str, int]
    """How many of each kind it has crowned; other kinds none."""
    points: int
    """Tournament points of what it has crowned."""


class TouchePlayerView(Struct, kw_only=True, omit_defaults=True):
    """A seat with its cards."""
    seat: int
    """The seat that it concerns."""
    colour: ToucheColour
    hand: list[str | None]
    """In the order in which they were drawn; null for unknown cards."""
    stack: int
    """How many cards its stack has; nobody knows which."""
    used: list[str]
    """Its used pile, the first laid first."""


class ToucheCrownedView(Struct, kw_only=True, omit_defaults=True):
    """A pattern that counts; its fields are closed for the rest of the game."""
    colour: ToucheColour
    kind: str
    """The kind of pattern."""
    fields: list[str]
    """Fields by name, row by row: columns a, b, c from the left, rows 1, 2, 3 from the top (\"d1\")."""


class ToucheCompletedView(Struct, kw_only=True, omit_defaults=True):
    """A pattern that is complete and not crowned."""
    kind: str
    fields: list[str]


if TYPE_CHECKING:
    ToucheGameDocumentView: TypeAlias = ToucheView | NoView
else:

    class ToucheGameDocumentView(Choice):
        """The board as this viewer may know it; empty before the start."""

        by = None
        types = {'ToucheView': 'ToucheView', 'NoView': 'NoView'}


class ToucheGameDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    id: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    edition: str
    options: ToucheOptions
    visibility: Visibility
    status: GameStatus
    version: int
    seats: list[Seat]
    to_act: list[int]
    entropy: Entropy
    account: AccountOfChance | None
    to_reveal: list[int]
    view: ToucheGameDocumentView
    outcome: ToucheOutcome | None
    referees: list[RefereeSeen]
    dispute: int | None
    viewer: str
    undo: Undo
    forked: Origin | None
    imported: bool
    imported_at: str | None
    expires_at: str | None
    document_revision: int
    updated_at: str
    log: str | None = None
    witnessed: Witnessed | None = None
    cosigned: Cosigned | None = None
    notice: OperatorNotice | None = None
    clock: GameClock | None = None
    meeting: str | None = None
    accounts: Literal['required'] | None = None
    package: PackageName | None = None


if TYPE_CHECKING:
    GameDocument: TypeAlias = AgeOfWarGameDocument | NagarajaGameDocument | RomansGameDocument | ToucheGameDocument
else:

    class GameDocument(Choice):
        """A game at one version, as one viewer may know it. `view` is the ruleset's board."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarGameDocument', 'nagaraja': 'NagarajaGameDocument', 'romans': 'RomansGameDocument', 'touche': 'ToucheGameDocument'}


class Changed(Struct, kw_only=True, omit_defaults=True):
    """Every answer that changes a game carries its version and its signed head."""
    version: int
    checkpoint: str


class SeatClaim(Struct, kw_only=True, omit_defaults=True):
    """The token of the guest's seat, and the signature by its key if it has one."""
    token: str
    """The seat's bearer token."""
    account_salt: str | None = None
    """16 random bytes in base64url for the log's hash of the account."""
    sig: str | None = None
    """The signature by the seat's key, in base64url."""


class SeatDevice(Struct, kw_only=True, omit_defaults=True):
    """The key of this device, if the seat is to have one; what it signed, and what the seat's key so far signed."""
    key: str | None = None
    """The seat's new Ed25519 public key, in base64url."""
    sig: str | None = None
    """The new key's signature of taking the seat, in base64url."""
    old: str | None = None
    """The signature by the seat's key so far, in base64url."""
    n: int | None = None
    """The number of the entry that is signed for."""


class SeenHead(Struct, kw_only=True, omit_defaults=True):
    """The head of the log that the client has seen: the number of entries, and their root in base64.

The log records it as the client's claim. A head that does not belong to this log gets 409 `split-view`."""
    n: int
    """The number of entries."""
    r: str
    """Their root, in base64."""


class Label(Struct, kw_only=True, omit_defaults=True):
    """The text of an action's button."""
    en: str
    pl: str


class AgeOfWarRollDice(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='roll'):
    """Throw all dice that are to be thrown."""
    seen: SeenHead | None = None
    """Optional: the head that the client has seen."""
    label: Label | None = None
    """Served with `labels=true`; ignored in a request."""
    say: Label | None = None
    """Served with `labels=true` where those who hear it need more than the `label`; ignored in a request."""
    type: ClassVar[Literal['roll']] = 'roll'


class AgeOfWarFillLine(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='fill-line'):
    """Put dice on one line of a castle.

`line` is 1, 2, 3 as printed, 0 for the special daimyo line. `dice` are named in any order; they are listed in that of
the faces."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['fill-line']] = 'fill-line'
    castle: str
    """A castle, by its id in the components."""
    line: int
    """The number of the line as printed; 0 for the special daimyo line."""
    dice: list[AgeOfWarFace]
    """Faces of dice, in the order of the faces."""


class AgeOfWarSetAside(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='set-aside'):
    """Give one die up for this turn; the rest are to be thrown again."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['set-aside']] = 'set-aside'


if TYPE_CHECKING:
    AgeOfWarAction: TypeAlias = AgeOfWarRollDice | AgeOfWarFillLine | AgeOfWarSetAside
else:

    class AgeOfWarAction(Choice):
        """An action of a seat. Game: Age of War"""

        by = 'type'
        types = {'roll': 'AgeOfWarRollDice', 'fill-line': 'AgeOfWarFillLine', 'set-aside': 'AgeOfWarSetAside'}


class AgeOfWarLegalActions(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """What a seat may post. `actions` are the ruleset's, or JSON objects of them with their `label` and `say`."""
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    version: int
    seat: int | None
    """The seat that may act; null for viewers who are not to act."""
    actions: list[AgeOfWarAction]
    """All of them; none for viewers who are not to act."""
    prompt: BothLanguages | None = None
    """With `labels=true`: the decision of the seat, in a sentence; absent when it is not to act."""


class NagarajaChooseCards(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='choose-cards'):
    """Lay these cards face down, named in any order (listed alphabetically). With more than eight cards in hand they are
laid one by one: `more` says that another one follows."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['choose-cards']] = 'choose-cards'
    cards: list[str]
    """Cards, by their kinds in alphabetical order, or how many there are."""
    more: bool = False
    """Whether more cards are to be chosen."""


class NagarajaSpendNaga(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='spend-naga'):
    """Discard a stick that shows a Naga and activate a card of the hand."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['spend-naga']] = 'spend-naga'
    stick: str
    """A stick as it lies, such as brown-4, or green-N for a Naga."""
    card: str


class NagarajaPass(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='pass'):
    """Pass in the confrontation."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['pass']] = 'pass'


class NagarajaPlayAmulet(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='play-amulet'):
    """Play a collected amulet; `card` is the card that an amulet acting as a Naga activates, else empty."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['play-amulet']] = 'play-amulet'
    amulet: str
    """An amulet, by its kind; of a tile turned up, whether one lies on it."""
    card: str = ''


class NagarajaPlaceTile(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='place-tile'):
    """Put the tile that was won into one's temple, turned from the way it is printed."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['place-tile']] = 'place-tile'
    space: NagarajaSpace
    turns: int
    """Quarter turns clockwise."""


class NagarajaKeepCards(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='keep-cards'):
    """Keep these of the cards drawn, named in any order (listed alphabetically); the other one is given away."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['keep-cards']] = 'keep-cards'
    cards: list[str]


class NagarajaSwapRelics(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='swap-relics'):
    """Two relics of a temple trade places, named in any order; places are listed once around it, from W3 up and along to E3."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['swap-relics']] = 'swap-relics'
    temple: int
    first: NagarajaPlace
    """The first of the two places."""
    second: NagarajaPlace
    """The second of the two places."""


class NagarajaPeekRelics(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='peek-relics'):
    """Look at these face-down relics; all are named, in any order, before any is seen."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['peek-relics']] = 'peek-relics'
    temple: int
    places: list[NagarajaPlace]
    """Places in a hand, from 0, or hiding places of relics."""


class NagarajaLeaveRelics(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='leave-relics'):
    """Swap nothing after a look."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['leave-relics']] = 'leave-relics'


class NagarajaRotateTile(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rotate-tile'):
    """Turn a room tile by so many quarter turns."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['rotate-tile']] = 'rotate-tile'
    temple: int
    space: NagarajaSpace
    turns: int


class NagarajaSwapTiles(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='swap-tiles'):
    """Two room tiles trade places, named in any order; spaces are listed row by row."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['swap-tiles']] = 'swap-tiles'
    temple: int
    first: NagarajaSpace
    second: NagarajaSpace


class NagarajaMoveTile(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='move-tile'):
    """Move a room tile to another space and turn it by `turns` from how it lies."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['move-tile']] = 'move-tile'
    temple: int
    space: NagarajaSpace
    to: NagarajaSpace
    """The space that the tile goes to."""
    turns: int


class NagarajaSlideLine(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='slide-line'):
    """Push a row left or right, or a column up or down, by one space."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['slide-line']] = 'slide-line'
    temple: int
    line: NagarajaLine
    """A row or a column of the temple."""
    direction: NagarajaDirection
    """Which way the line moves."""


class NagarajaPlaceTrap(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='place-trap'):
    """Put the trap on a free space of a temple."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['place-trap']] = 'place-trap'
    temple: int
    space: NagarajaSpace


class NagarajaDiscardSticks(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='discard-sticks'):
    """These sticks of the opponent go, named in any order (listed alphabetically)."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['discard-sticks']] = 'discard-sticks'
    sticks: list[str]
    """Sticks as they lie, such as brown-4, or green-N for a Naga; in alphabetical order where they are chosen."""


class NagarajaNameStick(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='name-stick'):
    """Name one more stick to be thrown again."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['name-stick']] = 'name-stick'
    stick: str


class NagarajaThrowNamed(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='throw-named'):
    """Throw the sticks that were named."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['throw-named']] = 'throw-named'


class NagarajaChoosePlayer(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='choose-player'):
    """Choose whom the card concerns."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['choose-player']] = 'choose-player'
    player: int
    """The seat that is chosen."""


class NagarajaDiscardCards(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='discard-cards'):
    """Discard these cards of the hand, named in any order (listed alphabetically)."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['discard-cards']] = 'discard-cards'
    cards: list[str]


class NagarajaTakeCard(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='take-card'):
    """Take this one of the cards looked at."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['take-card']] = 'take-card'
    card: str


if TYPE_CHECKING:
    NagarajaAction: TypeAlias = NagarajaChooseCards | NagarajaSpendNaga | NagarajaPass | NagarajaPlayAmulet | NagarajaPlaceTile | NagarajaKeepCards | NagarajaSwapRelics | NagarajaPeekRelics | NagarajaLeaveRelics | NagarajaRotateTile | NagarajaSwapTiles | NagarajaMoveTile | NagarajaSlideLine | NagarajaPlaceTrap | NagarajaDiscardSticks | NagarajaNameStick | NagarajaThrowNamed | NagarajaChoosePlayer | NagarajaDiscardCards | NagarajaTakeCard
else:

    class NagarajaAction(Choice):
        """An action of a seat. Game: Nagaraja"""

        by = 'type'
        types = {'choose-cards': 'NagarajaChooseCards', 'spend-naga': 'NagarajaSpendNaga', 'pass': 'NagarajaPass', 'play-amulet': 'NagarajaPlayAmulet', 'place-tile': 'NagarajaPlaceTile', 'keep-cards': 'NagarajaKeepCards', 'swap-relics': 'NagarajaSwapRelics', 'peek-relics': 'NagarajaPeekRelics', 'leave-relics': 'NagarajaLeaveRelics', 'rotate-tile': 'NagarajaRotateTile', 'swap-tiles': 'NagarajaSwapTiles', 'move-tile': 'NagarajaMoveTile', 'slide-line': 'NagarajaSlideLine', 'place-trap': 'NagarajaPlaceTrap', 'discard-sticks': 'NagarajaDiscardSticks', 'name-stick': 'NagarajaNameStick', 'throw-named': 'NagarajaThrowNamed', 'choose-player': 'NagarajaChoosePlayer', 'discard-cards': 'NagarajaDiscardCards', 'take-card': 'NagarajaTakeCard'}


class NagarajaLegalActions(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    version: int
    seat: int | None
    actions: list[NagarajaAction]
    prompt: BothLanguages | None = None


class RomansDiscardWarrior(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='discard-warrior'):
    """Put this warrior of the hand away as the seventh; one put away before comes back into the hand."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['discard-warrior']] = 'discard-warrior'
    warrior: str
    """A warrior, by its id in the components."""


class RomansPlaceWarrior(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='place-warrior'):
    """Lay a warrior of the hand face down at a fort that has none of one's own yet."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['place-warrior']] = 'place-warrior'
    warrior: str
    fort: int
    """A fort, by its id in the components; where warriors are placed, its place in the wall from the left."""


class RomansWithdrawWarrior(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='withdraw-warrior'):
    """Take the warrior at this fort back into the hand."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['withdraw-warrior']] = 'withdraw-warrior'
    fort: int


class RomansSealOrders(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seal-orders'):
    """The six warriors stand as they lie; the one still in the hand, if any, is discarded."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['seal-orders']] = 'seal-orders'


class RomansSeduce(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seduce'):
    """Qween seduces the warrior that this clan has revealed."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['seduce']] = 'seduce'
    clan: str


class RomansTakeFort(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='take-fort'):
    """Dru'hid takes the fort at this place; the place of the clash itself is the contested fort."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['take-fort']] = 'take-fort'
    place: int


class RomansKeepAxx(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='keep-axx'):
    """Whether Axx stays in the line."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['keep-axx']] = 'keep-axx'
    keep: bool
    """Whether the warrior stays."""


class RomansKeepWarrior(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='keep-warrior'):
    """Whether the weakest warrior stays in the line after the capture of KomFort."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['keep-warrior']] = 'keep-warrior'
    keep: bool


class RomansDiscardRevealed(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='discard-revealed'):
    """Discard this warrior of one's own line (Horsie, Fort Fokus)."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['discard-revealed']] = 'discard-revealed'
    warrior: str


class RomansDiscardFort(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='discard-fort'):
    """Discard this earlier fort (FortUna)."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['discard-fort']] = 'discard-fort'
    fort: str


class RomansRearrange(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rearrange'):
    """Svord: the whole new order of the warriors still face down, from the left."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['rearrange']] = 'rearrange'
    warriors: list[str]
    """Warriors, by their ids in the components, or as each clan revealed one."""


if TYPE_CHECKING:
    RomansAction: TypeAlias = RomansDiscardWarrior | RomansPlaceWarrior | RomansWithdrawWarrior | RomansSealOrders | RomansSeduce | RomansTakeFort | RomansKeepAxx | RomansKeepWarrior | RomansDiscardRevealed | RomansDiscardFort | RomansRearrange
else:

    class RomansAction(Choice):
        """An action of a seat. Game: Romans Go Home!"""

        by = 'type'
        types = {'discard-warrior': 'RomansDiscardWarrior', 'place-warrior': 'RomansPlaceWarrior', 'withdraw-warrior': 'RomansWithdrawWarrior', 'seal-orders': 'RomansSealOrders', 'seduce': 'RomansSeduce', 'take-fort': 'RomansTakeFort', 'keep-axx': 'RomansKeepAxx', 'keep-warrior': 'RomansKeepWarrior', 'discard-revealed': 'RomansDiscardRevealed', 'discard-fort': 'RomansDiscardFort', 'rearrange': 'RomansRearrange'}


class RomansLegalActions(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    ruleset: ClassVar[Literal['romans']] = 'romans'
    version: int
    seat: int | None
    actions: list[RomansAction]
    prompt: BothLanguages | None = None


class ToucheChooseSet(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='choose-set'):
    """Choose the set of patterns to be made. `kinds` declares the three kinds of three different ones, in any order; else it
is empty."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['choose-set']] = 'choose-set'
    set: ToucheSet
    kinds: list[str] = field(default_factory=lambda: [])
    """The kinds of patterns."""


class ToucheLayCard(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='lay-card'):
    """Lay a card of the hand and put a pawn on a field. `card` is a face (\"10H\", \"joker\"), `field` a name (\"d1\")."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['lay-card']] = 'lay-card'
    card: str
    """A card, by its name."""
    field: str
    """A field of the board."""


class ToucheCrownPattern(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='crown-pattern'):
    """Say which one counts of several patterns completed by one pawn. Fields are named in any order and listed row by row."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['crown-pattern']] = 'crown-pattern'
    kind: str
    fields: list[str]
    """Fields of the board."""


class ToucheExchangeDead(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='exchange-dead'):
    """Lay dead cards for as many new ones. Faces are named in any order, equal ones repeated, and listed by suit
(C, D, H, S) and rank (2 to A)."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['exchange-dead']] = 'exchange-dead'
    cards: list[str]
    """Cards, by their names, or how many there are."""


class TouchePass(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='pass'):
    """Do nothing; only when nothing else can be done."""
    seen: SeenHead | None = None
    label: Label | None = None
    say: Label | None = None
    type: ClassVar[Literal['pass']] = 'pass'


if TYPE_CHECKING:
    ToucheAction: TypeAlias = ToucheChooseSet | ToucheLayCard | ToucheCrownPattern | ToucheExchangeDead | TouchePass
else:

    class ToucheAction(Choice):
        """An action of a seat. Game: Touché"""

        by = 'type'
        types = {'choose-set': 'ToucheChooseSet', 'lay-card': 'ToucheLayCard', 'crown-pattern': 'ToucheCrownPattern', 'exchange-dead': 'ToucheExchangeDead', 'pass': 'TouchePass'}


class ToucheLegalActions(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    ruleset: ClassVar[Literal['touche']] = 'touche'
    version: int
    seat: int | None
    actions: list[ToucheAction]
    prompt: BothLanguages | None = None


if TYPE_CHECKING:
    LegalActions: TypeAlias = AgeOfWarLegalActions | NagarajaLegalActions | RomansLegalActions | ToucheLegalActions
else:

    class LegalActions(Choice):
        """What a seat may post. `actions` are the ruleset's, or JSON objects of them with their `label` and `say`."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarLegalActions', 'nagaraja': 'NagarajaLegalActions', 'romans': 'RomansLegalActions', 'touche': 'ToucheLegalActions'}


class AgeOfWarGameCreatedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-created'):
    """Entry 0: everything that the game is bound to from the start.

`game` 32 hex characters; `edition_hash` SHA-256 of the edition's canonical JSON (hex); `rules` the revision of
the code that decides (`Ruleset.rules`); `disputes` None in a game without disputes; `draw_roots` the tree heads
of the committed draw keys, one an epoch (base64); `draw_count` slots an epoch; `table` the revision of the closed
tables of events (docs/ledger.md), None in a game that was created before there were any; `log` the origin of the log
of logs, and `witnessed` whose cosignatures of it are promised, both None in analyses; tables before revision 2 have
neither. `clock` None where the game is played without one. `meeting` 32 hex
characters, None where the game belongs to none. `accounts` None where guests may sit down, too. `package` None where the
ruleset is one of Kronika's own."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['game-created']] = 'game-created'
    at: str
    """In RFC 3339, UTC."""
    actor: str
    """Whose doing it is: seat:N, table, organiser, referee or referee:N."""
    action: int
    """The number of the action that caused it."""
    data: GameCreatedData
    """Entry 0: everything that the game is bound to from the start.

`game` 32 hex characters; `edition_hash` SHA-256 of the edition's canonical JSON (hex); `rules` the revision of
the code that decides (`Ruleset.rules`); `disputes` None in a game without disputes; `draw_roots` the tree heads
of the committed draw keys, one an epoch (base64); `draw_count` slots an epoch; `table` the revision of the closed
tables of events (docs/ledger.md), None in a game that was created before there were any; `log` the origin of the log
of logs, and `witnessed` whose cosignatures of it are promised, both None in analyses; tables before revision 2 have
neither. `clock` None where the game is played without one. `meeting` 32 hex
characters, None where the game belongs to none. `accounts` None where guests may sit down, too. `package` None where the
ruleset is one of Kronika's own."""
    rules: list[str]
    """Clauses applied."""
    text: BothLanguages | None = None
    """With `labels=true`: what happened, in a sentence."""


class AgeOfWarSeatTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-taken'):
    """A seat is taken: by a kind of `bot`, or by a person, who may commit to a seed and bring an Ed25519 key.

`seed_commitment`, `key` and `account_hash` are 32 bytes in base64url. What is not given is left out."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seat-taken']] = 'seat-taken'
    at: str
    actor: str
    action: int
    data: SeatTakenData
    """A seat is taken: by a kind of `bot`, or by a person, who may commit to a seed and bring an Ed25519 key.

`seed_commitment`, `key` and `account_hash` are 32 bytes in base64url. What is not given is left out."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarSeatFreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-freed'):
    """A seat is freed before all are taken, by the organiser or by its own player; its commitment and its key are void."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seat-freed']] = 'seat-freed'
    at: str
    actor: str
    action: int
    data: SeatFreedData
    """A seat is freed before all are taken, by the organiser or by its own player; its commitment and its key are void."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarSeatReassignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-reassigned'):
    """Somebody plays on at a seat, with the `key` given here or none. The seed stays.

By the organiser it is a substitute, who may have an account of their own. By the seat itself it is the same person on
another device: the account stays, and `account_hash` is left out."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seat-reassigned']] = 'seat-reassigned'
    at: str
    actor: str
    action: int
    data: SeatReassignedData
    """Somebody plays on at a seat, with the `key` given here or none. The seed stays.

By the organiser it is a substitute, who may have an account of their own. By the seat itself it is the same person on
another device: the account stays, and `account_hash` is left out."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarSeatClaimedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-claimed'):
    """A guest takes the seat into an account. It counts on, whatever is taken back later."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seat-claimed']] = 'seat-claimed'
    at: str
    actor: str
    action: int
    data: SeatClaimedData
    """A guest takes the seat into an account. It counts on, whatever is taken back later."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarSeedRevealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seed-revealed'):
    """A seat opens the seed that it committed to: 32 bytes in base64url."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seed-revealed']] = 'seed-revealed'
    at: str
    actor: str
    action: int
    data: SeedRevealedData
    """A seat opens the seed that it committed to: 32 bytes in base64url."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarGameStartedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-started'):
    """All seats are taken and all seeds known; from here on the draws of this epoch (the first) follow from its keys."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['game-started']] = 'game-started'
    at: str
    actor: str
    action: int
    data: GameStartedData
    """All seats are taken and all seeds known; from here on the draws of this epoch (the first) follow from its keys."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarPositionSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='position-set'):
    """The ruleset's state with which an analysis begins; every secret in it is committed anew here.

Logs are read with `PositionSet[ruleset.state]`. Bit sets of a whole board do not fit in 53 bits."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['position-set']] = 'position-set'
    at: str
    actor: str
    action: int
    data: PositionSetData
    """The ruleset's state with which an analysis begins; every secret in it is committed anew here.

Logs are read with `PositionSet[ruleset.state]`. Bit sets of a whole board do not fit in 53 bits."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarGameAbandonedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-abandoned'):
    """The game ends without an outcome: by the organiser, or (`why`) by the table.

`not-started`: seeds were not opened in time. `agreed`: all persons at the table have agreed. `operator`: the operator
ends it, for the reason with this hash."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['game-abandoned']] = 'game-abandoned'
    at: str
    actor: str
    action: int
    data: GameAbandonedData
    """The game ends without an outcome: by the organiser, or (`why`) by the table.

`not-started`: seeds were not opened in time. `agreed`: all persons at the table have agreed. `operator`: the operator
ends it, for the reason with this hash."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRulesChangedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rules-changed'):
    """From here on another revision of the ruleset's code decides. It counts on, whatever is taken back later."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['rules-changed']] = 'rules-changed'
    at: str
    actor: str
    action: int
    data: RulesChangedData
    """From here on another revision of the ruleset's code decides. It counts on, whatever is taken back later."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarForkedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='forked'):
    """This game is an analysis: it begins from the position of another game after `version` events."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['forked']] = 'forked'
    at: str
    actor: str
    action: int
    data: ForkedData
    """This game is an analysis: it begins from the position of another game after `version` events."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarGameSuspendedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-suspended'):
    """The organiser halts the game; no seat may act until it is resumed.

`why` and the hash of a reason where the operator halts it; then it is `by` the table. Each lifts only their own halt."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['game-suspended']] = 'game-suspended'
    at: str
    actor: str
    action: int
    data: GameSuspendedData
    """The organiser halts the game; no seat may act until it is resumed.

`why` and the hash of a reason where the operator halts it; then it is `by` the table. Each lifts only their own halt."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarGameResumedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-resumed'):
    """A suspended game continues. `why` if the operator resumes it."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['game-resumed']] = 'game-resumed'
    at: str
    actor: str
    action: int
    data: GameResumedData
    """A suspended game continues. `why` if the operator resumes it."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRefereeAppointedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-appointed'):
    """The organiser appoints referee number `referee`; a `head` one may also decide appeals."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['referee-appointed']] = 'referee-appointed'
    at: str
    actor: str
    action: int
    data: RefereeAppointedData
    """The organiser appoints referee number `referee`; a `head` one may also decide appeals."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRefereeAcceptedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-accepted'):
    """A referee has redeemed their code. Everything else that they do comes after it."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['referee-accepted']] = 'referee-accepted'
    at: str
    actor: str
    action: int
    data: RefereeAcceptedData
    """A referee has redeemed their code. Everything else that they do comes after it."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRefereeDismissedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-dismissed'):
    """The referee's releases end, another may take a case that this referee has taken, and the rulings remain valid."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['referee-dismissed']] = 'referee-dismissed'
    at: str
    actor: str
    action: int
    data: RefereeDismissedData
    """The referee's releases end, another may take a case that this referee has taken, and the rulings remain valid."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRefereeResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-resigned'):
    """A referee leaves of their own will. Their releases end, and a case that they have taken is open again."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['referee-resigned']] = 'referee-resigned'
    at: str
    actor: str
    action: int
    data: RefereeResignedData
    """A referee leaves of their own will. Their releases end, and a case that they have taken is open again."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRefereeRefusedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-refused'):
    """A party refuses a referee who is marked in the case: the case is open again, for somebody else."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['referee-refused']] = 'referee-refused'
    at: str
    actor: str
    action: int
    data: RefereeRefusedData
    """A party refuses a referee who is marked in the case: the case is open again, for somebody else."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRefereeKeptEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-kept'):
    """A party says that it will not refuse this referee."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['referee-kept']] = 'referee-kept'
    at: str
    actor: str
    action: int
    data: RefereeKeptData
    """A party says that it will not refuse this referee."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarDisputeOpenedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-opened'):
    """A seat, or a referee of their own motion (then without `seat`), disputes a stretch of the log."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['dispute-opened']] = 'dispute-opened'
    at: str
    actor: str
    action: int
    data: DisputeOpenedData
    """A seat, or a referee of their own motion (then without `seat`), disputes a stretch of the log."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarDisputeWithdrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-withdrawn'):
    """The opener of a case withdraws it before it was ruled."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['dispute-withdrawn']] = 'dispute-withdrawn'
    at: str
    actor: str
    action: int
    data: DisputeWithdrawnData
    """The opener of a case withdraws it before it was ruled."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarDisputeExpiredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-expired'):
    """Nobody has ruled in time; nothing changes."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['dispute-expired']] = 'dispute-expired'
    at: str
    actor: str
    action: int
    data: DisputeExpiredData
    """Nobody has ruled in time; nothing changes."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarStatementGivenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='statement-given'):
    """What another party than the opener has to say."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['statement-given']] = 'statement-given'
    at: str
    actor: str
    action: int
    data: StatementGivenData
    """What another party than the opener has to say."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarCaseTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='case-taken'):
    """A referee takes the case: nobody else may rule on it."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['case-taken']] = 'case-taken'
    at: str
    actor: str
    action: int
    data: CaseTakenData
    """A referee takes the case: nobody else may rule on it."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarEvidenceReleasedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-released'):
    """A referee may see a stretch from the viewpoint of these seats until they have ruled; everybody sees that they may.

`release` counts the releases of the case."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['evidence-released']] = 'evidence-released'
    at: str
    actor: str
    action: int
    data: EvidenceReleasedData
    """A referee may see a stretch from the viewpoint of these seats until they have ruled; everybody sees that they may.

`release` counts the releases of the case."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarEvidenceReadEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-read'):
    """A referee begins to see from the viewpoint of one seat of a release, for the whole of its stretch."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['evidence-read']] = 'evidence-read'
    at: str
    actor: str
    action: int
    data: EvidenceReadData
    """A referee begins to see from the viewpoint of one seat of a release, for the whole of its stretch."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRuledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruled'):
    """A referee rules; `ruling` counts the rulings of the game. `judged` is the version that they have judged.

`why_hash`: why the result of the table cannot stand."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['ruled']] = 'ruled'
    at: str
    actor: str
    action: int
    data: RuledData
    """A referee rules; `ruling` counts the rulings of the game. `judged` is the version that they have judged.

`why_hash`: why the result of the table cannot stand."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarAppealWaivedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-waived'):
    """A party will not appeal."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['appeal-waived']] = 'appeal-waived'
    at: str
    actor: str
    action: int
    data: AppealWaivedData
    """A party will not appeal."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarAppealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appealed'):
    """A party takes the ruling to a head referee who did not make it; other parties may do so too."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['appealed']] = 'appealed'
    at: str
    actor: str
    action: int
    data: AppealedData
    """A party takes the ruling to a head referee who did not make it; other parties may do so too."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarAppealAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-answered'):
    """What a party says to the grounds of the appeals; without `answer_hash` it has nothing to say."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['appeal-answered']] = 'appeal-answered'
    at: str
    actor: str
    action: int
    data: AppealAnsweredData
    """What a party says to the grounds of the appeals; without `answer_hash` it has nothing to say."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarAppealDecidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-decided'):
    """`changed`: another `ruled` follows in the same action, in place of the first. `judged` as in `ruled`."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['appeal-decided']] = 'appeal-decided'
    at: str
    actor: str
    action: int
    data: AppealDecidedData
    """`changed`: another `ruled` follows in the same action, in place of the first. `judged` as in `ruled`."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRulingFinalEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruling-final'):
    """From here on nothing changes the ruling; what it does follows in the same action."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['ruling-final']] = 'ruling-final'
    at: str
    actor: str
    action: int
    data: RulingFinalData
    """From here on nothing changes the ruling; what it does follows in the same action."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarResultSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='result-set'):
    """The game is over with this result, by a ruling. Ranks from the first; scores by seat."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['result-set']] = 'result-set'
    at: str
    actor: str
    action: int
    data: ResultSetData
    """The game is over with this result, by a ruling. Ranks from the first; scores by seat."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarGameVoidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-voided'):
    """The game counts nowhere, by a ruling."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['game-voided']] = 'game-voided'
    at: str
    actor: str
    action: int
    data: GameVoidedData
    """The game counts nowhere, by a ruling."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarActionCorrectedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='action-corrected'):
    """The events after it in this action are those of what the seat should have done, by the ruling."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['action-corrected']] = 'action-corrected'
    at: str
    actor: str
    action: int
    data: ActionCorrectedData
    """The events after it in this action are those of what the seat should have done, by the ruling."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarSeatExcludedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-excluded'):
    """A ruling keeps the person of this seat from playing on: a `bot` plays until the organiser gives the seat to another.

`game` and `ruling` name the ruling of an earlier game of the tournament. They are absent where it is of this game."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seat-excluded']] = 'seat-excluded'
    at: str
    actor: str
    action: int
    data: SeatExcludedData
    """A ruling keeps the person of this seat from playing on: a `bot` plays until the organiser gives the seat to another.

`game` and `ruling` name the ruling of an earlier game of the tournament. They are absent where it is of this game."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarJudgeCalledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='judge-called'):
    """A seat asks the referees a question, about the events `from` to `to` if it names them. `call` counts the game's."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['judge-called']] = 'judge-called'
    at: str
    actor: str
    action: int
    data: JudgeCalledData
    """A seat asks the referees a question, about the events `from` to `to` if it names them. `call` counts the game's."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarCallAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-answered'):
    """A referee answers a call."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['call-answered']] = 'call-answered'
    at: str
    actor: str
    action: int
    data: CallAnsweredData
    """A referee answers a call."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarCallClosedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-closed'):
    """The seat that called needs no more answers."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['call-closed']] = 'call-closed'
    at: str
    actor: str
    action: int
    data: CallClosedData
    """The seat that called needs no more answers."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarUndoRequestedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-requested'):
    """A seat asks to go back to `to_version`; `needs` are the seats that must accept (none: granted at once)."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['undo-requested']] = 'undo-requested'
    at: str
    actor: str
    action: int
    data: UndoRequestedData
    """A seat asks to go back to `to_version`; `needs` are the seats that must accept (none: granted at once)."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarUndoAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-answered'):
    """A seat answers another one's undo request."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['undo-answered']] = 'undo-answered'
    at: str
    actor: str
    action: int
    data: UndoAnsweredData
    """A seat answers another one's undo request."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarRewoundEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rewound'):
    """The game is again as it was at `to_version`. The log keeps the stretch that was taken back.

By the undo `request` of a seat, or by a referee's `ruling`; then `rng` says whether the draws are the `same` as
before or `fresh`: they go on after the highest slot that was ever used."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['rewound']] = 'rewound'
    at: str
    actor: str
    action: int
    data: RewoundData
    """The game is again as it was at `to_version`. The log keeps the stretch that was taken back.

By the undo `request` of a seat, or by a referee's `ruling`; then `rng` says whether the draws are the `same` as
before or `fresh`: they go on after the highest slot that was ever used."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarStackReshuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='stack-reshuffled'):
    """The unknown contents of one pool are shuffled: `places` are paths of the ruleset's state, one for each of the draw."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['stack-reshuffled']] = 'stack-reshuffled'
    at: str
    actor: str
    action: int
    data: StackReshuffledData
    """The unknown contents of one pool are shuffled: `places` are paths of the ruleset's state, one for each of the draw."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarTimeRanOutEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-ran-out'):
    """The clocks of these seats ran out at `deadline`. `outcome` where that ends the game."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['time-ran-out']] = 'time-ran-out'
    at: str
    actor: str
    action: int
    data: TimeRanOutData
    """The clocks of these seats ran out at `deadline`. `outcome` where that ends the game."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='resigned'):
    """A seat gives up. `outcome` where that ends the game; otherwise a bot plays on."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['resigned']] = 'resigned'
    at: str
    actor: str
    action: int
    data: ResignedData
    """A seat gives up. `outcome` where that ends the game; otherwise a bot plays on."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarSeatReturnedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-returned'):
    """The person of this seat is back and plays on."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seat-returned']] = 'seat-returned'
    at: str
    actor: str
    action: int
    data: SeatReturnedData
    """The person of this seat is back and plays on."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarClockSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clock-set'):
    """The clocks that an action starts, stops or changes: always its last entry. `seats` ascend."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['clock-set']] = 'clock-set'
    at: str
    actor: str
    action: int
    data: ClockSetData
    """The clocks that an action starts, stops or changes: always its last entry. `seats` ascend."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarTimeHeldEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-held'):
    """The service was away, and no clock runs meanwhile. `outage` is the number of its leaf in the log of logs."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['time-held']] = 'time-held'
    at: str
    actor: str
    action: int
    data: TimeHeldData
    """The service was away, and no clock runs meanwhile. `outage` is the number of its leaf in the log of logs."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarSeatLeftEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-left'):
    """A `bot` plays this seat until the person is back."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['seat-left']] = 'seat-left'
    at: str
    actor: str
    action: int
    data: SeatLeftData
    """A `bot` plays this seat until the person is back."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarAgreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='agreed'):
    """A seat agrees that the organiser may suspend (`suspend`), abandon (`abandon`) or reassign seat N (`reassign:N`)."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['agreed']] = 'agreed'
    at: str
    actor: str
    action: int
    data: AgreedData
    """A seat agrees that the organiser may suspend (`suspend`), abandon (`abandon`) or reassign seat N (`reassign:N`)."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarFirstPlayerDrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='first-player-drawn'):
    """The dice say who begins."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['first-player-drawn']] = 'first-player-drawn'
    at: str
    actor: str
    action: int
    data: AgeOfWarFirstPlayerDrawnData
    """The dice say who begins."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarDiceRolledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dice-rolled'):
    """`dice` are the faces thrown, in the order of the faces; `draw` has the numbers behind them."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['dice-rolled']] = 'dice-rolled'
    at: str
    actor: str
    action: int
    data: AgeOfWarDiceRolledData
    """`dice` are the faces thrown, in the order of the faces; `draw` has the numbers behind them."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarLineFilledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='line-filled'):
    """`held_by` is the seat whose castle is attacked, or null for one in the centre; `line` is 0 for the special line.

`open_lines` is how many lines the castle still needs, `dice_left` how many dice are to be thrown next."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['line-filled']] = 'line-filled'
    at: str
    actor: str
    action: int
    data: AgeOfWarLineFilledData
    """`held_by` is the seat whose castle is attacked, or null for one in the centre; `line` is 0 for the special line.

`open_lines` is how many lines the castle still needs, `dice_left` how many dice are to be thrown next."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarDieSetAsideEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='die-set-aside'):
    """A die is given up for this turn."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['die-set-aside']] = 'die-set-aside'
    at: str
    actor: str
    action: int
    data: AgeOfWarDieSetAsideData
    """A die is given up for this turn."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarCastleConqueredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='castle-conquered'):
    """`taken_from` is the seat that had the castle, or null when it lay in the centre."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['castle-conquered']] = 'castle-conquered'
    at: str
    actor: str
    action: int
    data: AgeOfWarCastleConqueredData
    """`taken_from` is the seat that had the castle, or null when it lay in the centre."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarClanCompletedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clan-completed'):
    """A player has all castles of a clan and turns them over."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['clan-completed']] = 'clan-completed'
    at: str
    actor: str
    action: int
    data: AgeOfWarClanCompletedData
    """A player has all castles of a clan and turns them over."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarTurnEndedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='turn-ended'):
    """`conquered`: whether the turn ended with a castle; `next_seat` throws next."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['turn-ended']] = 'turn-ended'
    at: str
    actor: str
    action: int
    data: AgeOfWarTurnEndedData
    """`conquered`: whether the turn ended with a castle; `next_seat` throws next."""
    rules: list[str]
    text: BothLanguages | None = None


class AgeOfWarGameEndedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-ended'):
    """Points, castles and completed clans of seats 1, 2, 3 ...: what the ranking was decided by."""
    ruleset: Literal['age-of-war']
    version: int
    type: ClassVar[Literal['game-ended']] = 'game-ended'
    at: str
    actor: str
    action: int
    data: AgeOfWarGameEndedData
    """Points, castles and completed clans of seats 1, 2, 3 ...: what the ranking was decided by."""
    rules: list[str]
    text: BothLanguages | None = None


if TYPE_CHECKING:
    AgeOfWarEvent: TypeAlias = AgeOfWarGameCreatedEvent | AgeOfWarSeatTakenEvent | AgeOfWarSeatFreedEvent | AgeOfWarSeatReassignedEvent | AgeOfWarSeatClaimedEvent | AgeOfWarSeedRevealedEvent | AgeOfWarGameStartedEvent | AgeOfWarPositionSetEvent | AgeOfWarGameAbandonedEvent | AgeOfWarRulesChangedEvent | AgeOfWarForkedEvent | AgeOfWarGameSuspendedEvent | AgeOfWarGameResumedEvent | AgeOfWarRefereeAppointedEvent | AgeOfWarRefereeAcceptedEvent | AgeOfWarRefereeDismissedEvent | AgeOfWarRefereeResignedEvent | AgeOfWarRefereeRefusedEvent | AgeOfWarRefereeKeptEvent | AgeOfWarDisputeOpenedEvent | AgeOfWarDisputeWithdrawnEvent | AgeOfWarDisputeExpiredEvent | AgeOfWarStatementGivenEvent | AgeOfWarCaseTakenEvent | AgeOfWarEvidenceReleasedEvent | AgeOfWarEvidenceReadEvent | AgeOfWarRuledEvent | AgeOfWarAppealWaivedEvent | AgeOfWarAppealedEvent | AgeOfWarAppealAnsweredEvent | AgeOfWarAppealDecidedEvent | AgeOfWarRulingFinalEvent | AgeOfWarResultSetEvent | AgeOfWarGameVoidedEvent | AgeOfWarActionCorrectedEvent | AgeOfWarSeatExcludedEvent | AgeOfWarJudgeCalledEvent | AgeOfWarCallAnsweredEvent | AgeOfWarCallClosedEvent | AgeOfWarUndoRequestedEvent | AgeOfWarUndoAnsweredEvent | AgeOfWarRewoundEvent | AgeOfWarStackReshuffledEvent | AgeOfWarTimeRanOutEvent | AgeOfWarResignedEvent | AgeOfWarSeatReturnedEvent | AgeOfWarClockSetEvent | AgeOfWarTimeHeldEvent | AgeOfWarSeatLeftEvent | AgeOfWarAgreedEvent | AgeOfWarFirstPlayerDrawnEvent | AgeOfWarDiceRolledEvent | AgeOfWarLineFilledEvent | AgeOfWarDieSetAsideEvent | AgeOfWarCastleConqueredEvent | AgeOfWarClanCompletedEvent | AgeOfWarTurnEndedEvent | AgeOfWarGameEndedEvent
else:

    class AgeOfWarEvent(Choice):
        """An event. Game: Age of War"""

        by = 'type'
        types = {'game-created': 'AgeOfWarGameCreatedEvent', 'seat-taken': 'AgeOfWarSeatTakenEvent', 'seat-freed': 'AgeOfWarSeatFreedEvent', 'seat-reassigned': 'AgeOfWarSeatReassignedEvent', 'seat-claimed': 'AgeOfWarSeatClaimedEvent', 'seed-revealed': 'AgeOfWarSeedRevealedEvent', 'game-started': 'AgeOfWarGameStartedEvent', 'position-set': 'AgeOfWarPositionSetEvent', 'game-abandoned': 'AgeOfWarGameAbandonedEvent', 'rules-changed': 'AgeOfWarRulesChangedEvent', 'forked': 'AgeOfWarForkedEvent', 'game-suspended': 'AgeOfWarGameSuspendedEvent', 'game-resumed': 'AgeOfWarGameResumedEvent', 'referee-appointed': 'AgeOfWarRefereeAppointedEvent', 'referee-accepted': 'AgeOfWarRefereeAcceptedEvent', 'referee-dismissed': 'AgeOfWarRefereeDismissedEvent', 'referee-resigned': 'AgeOfWarRefereeResignedEvent', 'referee-refused': 'AgeOfWarRefereeRefusedEvent', 'referee-kept': 'AgeOfWarRefereeKeptEvent', 'dispute-opened': 'AgeOfWarDisputeOpenedEvent', 'dispute-withdrawn': 'AgeOfWarDisputeWithdrawnEvent', 'dispute-expired': 'AgeOfWarDisputeExpiredEvent', 'statement-given': 'AgeOfWarStatementGivenEvent', 'case-taken': 'AgeOfWarCaseTakenEvent', 'evidence-released': 'AgeOfWarEvidenceReleasedEvent', 'evidence-read': 'AgeOfWarEvidenceReadEvent', 'ruled': 'AgeOfWarRuledEvent', 'appeal-waived': 'AgeOfWarAppealWaivedEvent', 'appealed': 'AgeOfWarAppealedEvent', 'appeal-answered': 'AgeOfWarAppealAnsweredEvent', 'appeal-decided': 'AgeOfWarAppealDecidedEvent', 'ruling-final': 'AgeOfWarRulingFinalEvent', 'result-set': 'AgeOfWarResultSetEvent', 'game-voided': 'AgeOfWarGameVoidedEvent', 'action-corrected': 'AgeOfWarActionCorrectedEvent', 'seat-excluded': 'AgeOfWarSeatExcludedEvent', 'judge-called': 'AgeOfWarJudgeCalledEvent', 'call-answered': 'AgeOfWarCallAnsweredEvent', 'call-closed': 'AgeOfWarCallClosedEvent', 'undo-requested': 'AgeOfWarUndoRequestedEvent', 'undo-answered': 'AgeOfWarUndoAnsweredEvent', 'rewound': 'AgeOfWarRewoundEvent', 'stack-reshuffled': 'AgeOfWarStackReshuffledEvent', 'time-ran-out': 'AgeOfWarTimeRanOutEvent', 'resigned': 'AgeOfWarResignedEvent', 'seat-returned': 'AgeOfWarSeatReturnedEvent', 'clock-set': 'AgeOfWarClockSetEvent', 'time-held': 'AgeOfWarTimeHeldEvent', 'seat-left': 'AgeOfWarSeatLeftEvent', 'agreed': 'AgeOfWarAgreedEvent', 'first-player-drawn': 'AgeOfWarFirstPlayerDrawnEvent', 'dice-rolled': 'AgeOfWarDiceRolledEvent', 'line-filled': 'AgeOfWarLineFilledEvent', 'die-set-aside': 'AgeOfWarDieSetAsideEvent', 'castle-conquered': 'AgeOfWarCastleConqueredEvent', 'clan-completed': 'AgeOfWarClanCompletedEvent', 'turn-ended': 'AgeOfWarTurnEndedEvent', 'game-ended': 'AgeOfWarGameEndedEvent'}


class OpenedDraw(Struct, kw_only=True, omit_defaults=True):
    """The key behind a throw or shuffle, with its path to the committed root."""
    epoch: int
    """The epoch of the draw keys, from 0."""
    slot: int
    """The number of the draw in its epoch, from 0."""
    key: str
    """The draw's key, in base64url."""
    path: list[str]
    """From the key up to the committed root, in base64."""


class AgeOfWarActed(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """What an action brought about."""
    version: int
    checkpoint: str
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    events: list[AgeOfWarEvent]
    """What it brought about, as this viewer may know it."""
    to_act: list[int]
    draws: list[OpenedDraw]
    """What this action drew in public."""


class NagarajaGameCreatedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-created'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['game-created']] = 'game-created'
    at: str
    actor: str
    action: int
    data: GameCreatedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeatTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-taken'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seat-taken']] = 'seat-taken'
    at: str
    actor: str
    action: int
    data: SeatTakenData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeatFreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-freed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seat-freed']] = 'seat-freed'
    at: str
    actor: str
    action: int
    data: SeatFreedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeatReassignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-reassigned'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seat-reassigned']] = 'seat-reassigned'
    at: str
    actor: str
    action: int
    data: SeatReassignedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeatClaimedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-claimed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seat-claimed']] = 'seat-claimed'
    at: str
    actor: str
    action: int
    data: SeatClaimedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeedRevealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seed-revealed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seed-revealed']] = 'seed-revealed'
    at: str
    actor: str
    action: int
    data: SeedRevealedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGameStartedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-started'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['game-started']] = 'game-started'
    at: str
    actor: str
    action: int
    data: GameStartedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaPositionSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='position-set'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['position-set']] = 'position-set'
    at: str
    actor: str
    action: int
    data: PositionSetData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGameAbandonedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-abandoned'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['game-abandoned']] = 'game-abandoned'
    at: str
    actor: str
    action: int
    data: GameAbandonedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRulesChangedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rules-changed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['rules-changed']] = 'rules-changed'
    at: str
    actor: str
    action: int
    data: RulesChangedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaForkedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='forked'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['forked']] = 'forked'
    at: str
    actor: str
    action: int
    data: ForkedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGameSuspendedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-suspended'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['game-suspended']] = 'game-suspended'
    at: str
    actor: str
    action: int
    data: GameSuspendedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGameResumedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-resumed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['game-resumed']] = 'game-resumed'
    at: str
    actor: str
    action: int
    data: GameResumedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRefereeAppointedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-appointed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['referee-appointed']] = 'referee-appointed'
    at: str
    actor: str
    action: int
    data: RefereeAppointedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRefereeAcceptedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-accepted'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['referee-accepted']] = 'referee-accepted'
    at: str
    actor: str
    action: int
    data: RefereeAcceptedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRefereeDismissedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-dismissed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['referee-dismissed']] = 'referee-dismissed'
    at: str
    actor: str
    action: int
    data: RefereeDismissedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRefereeResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-resigned'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['referee-resigned']] = 'referee-resigned'
    at: str
    actor: str
    action: int
    data: RefereeResignedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRefereeRefusedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-refused'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['referee-refused']] = 'referee-refused'
    at: str
    actor: str
    action: int
    data: RefereeRefusedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRefereeKeptEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-kept'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['referee-kept']] = 'referee-kept'
    at: str
    actor: str
    action: int
    data: RefereeKeptData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaDisputeOpenedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-opened'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['dispute-opened']] = 'dispute-opened'
    at: str
    actor: str
    action: int
    data: DisputeOpenedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaDisputeWithdrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-withdrawn'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['dispute-withdrawn']] = 'dispute-withdrawn'
    at: str
    actor: str
    action: int
    data: DisputeWithdrawnData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaDisputeExpiredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-expired'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['dispute-expired']] = 'dispute-expired'
    at: str
    actor: str
    action: int
    data: DisputeExpiredData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaStatementGivenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='statement-given'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['statement-given']] = 'statement-given'
    at: str
    actor: str
    action: int
    data: StatementGivenData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCaseTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='case-taken'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['case-taken']] = 'case-taken'
    at: str
    actor: str
    action: int
    data: CaseTakenData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaEvidenceReleasedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-released'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['evidence-released']] = 'evidence-released'
    at: str
    actor: str
    action: int
    data: EvidenceReleasedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaEvidenceReadEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-read'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['evidence-read']] = 'evidence-read'
    at: str
    actor: str
    action: int
    data: EvidenceReadData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRuledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruled'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['ruled']] = 'ruled'
    at: str
    actor: str
    action: int
    data: RuledData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAppealWaivedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-waived'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['appeal-waived']] = 'appeal-waived'
    at: str
    actor: str
    action: int
    data: AppealWaivedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAppealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appealed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['appealed']] = 'appealed'
    at: str
    actor: str
    action: int
    data: AppealedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAppealAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-answered'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['appeal-answered']] = 'appeal-answered'
    at: str
    actor: str
    action: int
    data: AppealAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAppealDecidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-decided'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['appeal-decided']] = 'appeal-decided'
    at: str
    actor: str
    action: int
    data: AppealDecidedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRulingFinalEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruling-final'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['ruling-final']] = 'ruling-final'
    at: str
    actor: str
    action: int
    data: RulingFinalData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaResultSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='result-set'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['result-set']] = 'result-set'
    at: str
    actor: str
    action: int
    data: ResultSetData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGameVoidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-voided'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['game-voided']] = 'game-voided'
    at: str
    actor: str
    action: int
    data: GameVoidedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaActionCorrectedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='action-corrected'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['action-corrected']] = 'action-corrected'
    at: str
    actor: str
    action: int
    data: ActionCorrectedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeatExcludedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-excluded'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seat-excluded']] = 'seat-excluded'
    at: str
    actor: str
    action: int
    data: SeatExcludedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaJudgeCalledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='judge-called'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['judge-called']] = 'judge-called'
    at: str
    actor: str
    action: int
    data: JudgeCalledData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCallAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-answered'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['call-answered']] = 'call-answered'
    at: str
    actor: str
    action: int
    data: CallAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCallClosedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-closed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['call-closed']] = 'call-closed'
    at: str
    actor: str
    action: int
    data: CallClosedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaUndoRequestedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-requested'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['undo-requested']] = 'undo-requested'
    at: str
    actor: str
    action: int
    data: UndoRequestedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaUndoAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-answered'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['undo-answered']] = 'undo-answered'
    at: str
    actor: str
    action: int
    data: UndoAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRewoundEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rewound'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['rewound']] = 'rewound'
    at: str
    actor: str
    action: int
    data: RewoundData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaStackReshuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='stack-reshuffled'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['stack-reshuffled']] = 'stack-reshuffled'
    at: str
    actor: str
    action: int
    data: StackReshuffledData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTimeRanOutEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-ran-out'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['time-ran-out']] = 'time-ran-out'
    at: str
    actor: str
    action: int
    data: TimeRanOutData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='resigned'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['resigned']] = 'resigned'
    at: str
    actor: str
    action: int
    data: ResignedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeatReturnedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-returned'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seat-returned']] = 'seat-returned'
    at: str
    actor: str
    action: int
    data: SeatReturnedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaClockSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clock-set'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['clock-set']] = 'clock-set'
    at: str
    actor: str
    action: int
    data: ClockSetData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTimeHeldEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-held'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['time-held']] = 'time-held'
    at: str
    actor: str
    action: int
    data: TimeHeldData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSeatLeftEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-left'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['seat-left']] = 'seat-left'
    at: str
    actor: str
    action: int
    data: SeatLeftData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAgreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='agreed'):
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['agreed']] = 'agreed'
    at: str
    actor: str
    action: int
    data: AgreedData
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRelicsHiddenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='relics-hidden'):
    """A player's relics are shuffled onto their hiding places, from W3 up and along to E3."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['relics-hidden']] = 'relics-hidden'
    at: str
    actor: str
    action: int
    data: NagarajaRelicsHiddenData
    """A player's relics are shuffled onto their hiding places, from W3 up and along to E3."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTilePlacedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='tile-placed'):
    """`trap_removed` means that the trap lay there and went back beside the tiles; `tiles` are in the temple now."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['tile-placed']] = 'tile-placed'
    at: str
    actor: str
    action: int
    data: NagarajaTilePlacedData
    """`trap_removed` means that the trap lay there and went back beside the tiles; `tiles` are in the temple now."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTileRotatedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='tile-rotated'):
    """A tile of a temple is turned."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['tile-rotated']] = 'tile-rotated'
    at: str
    actor: str
    action: int
    data: NagarajaTileRotatedData
    """A tile of a temple is turned."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTilesSwappedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='tiles-swapped'):
    """Two tiles of a temple trade places."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['tiles-swapped']] = 'tiles-swapped'
    at: str
    actor: str
    action: int
    data: NagarajaTilesSwappedData
    """Two tiles of a temple trade places."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTileMovedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='tile-moved'):
    """A tile goes to another space of the temple."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['tile-moved']] = 'tile-moved'
    at: str
    actor: str
    action: int
    data: NagarajaTileMovedData
    """A tile goes to another space of the temple."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaLineSlidEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='line-slid'):
    """A row or column of a temple moves by one space."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['line-slid']] = 'line-slid'
    at: str
    actor: str
    action: int
    data: NagarajaLineSlidData
    """A row or column of a temple moves by one space."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTrapPlacedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='trap-placed'):
    """The trap is put into a temple."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['trap-placed']] = 'trap-placed'
    at: str
    actor: str
    action: int
    data: NagarajaTrapPlacedData
    """The trap is put into a temple."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaPathJoinedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='path-joined'):
    """Paths on these spaces can now be walked from an entrance and could not before."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['path-joined']] = 'path-joined'
    at: str
    actor: str
    action: int
    data: NagarajaPathJoinedData
    """Paths on these spaces can now be walked from an entrance and could not before."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaPathBrokenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='path-broken'):
    """No path on these spaces can be walked from an entrance any more."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['path-broken']] = 'path-broken'
    at: str
    actor: str
    action: int
    data: NagarajaPathBrokenData
    """No path on these spaces can be walked from an entrance any more."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRelicsSwappedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='relics-swapped'):
    """Two relics of a temple trade places."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['relics-swapped']] = 'relics-swapped'
    at: str
    actor: str
    action: int
    data: NagarajaRelicsSwappedData
    """Two relics of a temple trade places."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRelicsPeekedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='relics-peeked'):
    """`seat` looks at relics in the temple of `temple`."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['relics-peeked']] = 'relics-peeked'
    at: str
    actor: str
    action: int
    data: NagarajaRelicsPeekedData
    """`seat` looks at relics in the temple of `temple`."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRelicsLeftEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='relics-left'):
    """After a look nothing is swapped."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['relics-left']] = 'relics-left'
    at: str
    actor: str
    action: int
    data: NagarajaRelicsLeftData
    """After a look nothing is swapped."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRelicUncoveredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='relic-uncovered'):
    """`points` and `cursed` are the owner's points and cursed relics face up, without amulets."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['relic-uncovered']] = 'relic-uncovered'
    at: str
    actor: str
    action: int
    data: NagarajaRelicUncoveredData
    """`points` and `cursed` are the owner's points and cursed relics face up, without amulets."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaRelicCoveredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='relic-covered'):
    """`points` are the owner's points face up that are left."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['relic-covered']] = 'relic-covered'
    at: str
    actor: str
    action: int
    data: NagarajaRelicCoveredData
    """`points` are the owner's points face up that are left."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAmuletTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='amulet-taken'):
    """A path reaches an amulet, which its owner takes."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['amulet-taken']] = 'amulet-taken'
    at: str
    actor: str
    action: int
    data: NagarajaAmuletTakenData
    """A path reaches an amulet, which its owner takes."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTilesShuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='tiles-shuffled'):
    """The tiles are shuffled face down."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['tiles-shuffled']] = 'tiles-shuffled'
    at: str
    actor: str
    action: int
    data: NagarajaTilesShuffledData
    """The tiles are shuffled face down."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAmuletsShuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='amulets-shuffled'):
    """The amulets are shuffled face down."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['amulets-shuffled']] = 'amulets-shuffled'
    at: str
    actor: str
    action: int
    data: NagarajaAmuletsShuffledData
    """The amulets are shuffled face down."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaDeckShuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='deck-shuffled'):
    """The deck is made: from all cards at first, later from the discards. `cards` is how many there are."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['deck-shuffled']] = 'deck-shuffled'
    at: str
    actor: str
    action: int
    data: NagarajaDeckShuffledData
    """The deck is made: from all cards at first, later from the discards. `cards` is how many there are."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGuideThrownEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='guide-thrown'):
    """Both throw for the first guide; `points` of seats 1 and 2, `guide` 0 when they are equal."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['guide-thrown']] = 'guide-thrown'
    at: str
    actor: str
    action: int
    data: NagarajaGuideThrownData
    """Both throw for the first guide; `points` of seats 1 and 2, `guide` 0 when they are equal."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaHandsDealtEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='hands-dealt'):
    """Both players get their first cards."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['hands-dealt']] = 'hands-dealt'
    at: str
    actor: str
    action: int
    data: NagarajaHandsDealtData
    """Both players get their first cards."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTileTurnedUpEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='tile-turned-up'):
    """A round begins: the next tile is turned up, with the top amulet face down if it has a place for one."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['tile-turned-up']] = 'tile-turned-up'
    at: str
    actor: str
    action: int
    data: NagarajaTileTurnedUpData
    """A round begins: the next tile is turned up, with the top amulet face down if it has a place for one."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardsChosenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='cards-chosen'):
    """Cards are laid face down; how many is public, which ones (places in the hand) is not."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['cards-chosen']] = 'cards-chosen'
    at: str
    actor: str
    action: int
    data: NagarajaCardsChosenData
    """Cards are laid face down; how many is public, which ones (places in the hand) is not."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardsTurnedUpEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='cards-turned-up'):
    """The cards of seats 1 and 2 are turned up together, with their places in the hands."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['cards-turned-up']] = 'cards-turned-up'
    at: str
    actor: str
    action: int
    data: NagarajaCardsTurnedUpData
    """The cards of seats 1 and 2 are turned up together, with their places in the hands."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSticksThrownEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='sticks-thrown'):
    """Both throw at once: the sticks of seats 1 and 2 as they lie, their fate points and Nagas."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['sticks-thrown']] = 'sticks-thrown'
    at: str
    actor: str
    action: int
    data: NagarajaSticksThrownData
    """Both throw at once: the sticks of seats 1 and 2 as they lie, their fate points and Nagas."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaConfrontationSkippedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='confrontation-skipped'):
    """Neither player can do anything, as both can see; `lacks` of seats 1 and 2."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['confrontation-skipped']] = 'confrontation-skipped'
    at: str
    actor: str
    action: int
    data: NagarajaConfrontationSkippedData
    """Neither player can do anything, as both can see; `lacks` of seats 1 and 2."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaNagaSpentEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='naga-spent'):
    """A stick that shows a Naga is discarded to activate a card."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['naga-spent']] = 'naga-spent'
    at: str
    actor: str
    action: int
    data: NagarajaNagaSpentData
    """A stick that shows a Naga is discarded to activate a card."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardActivatedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='card-activated'):
    """A card of the hand lies face up and takes effect; `target` is whom it concerns, 0 while that is to be chosen.
`effect` is what it does, step after step."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['card-activated']] = 'card-activated'
    at: str
    actor: str
    action: int
    data: NagarajaCardActivatedData
    """A card of the hand lies face up and takes effect; `target` is whom it concerns, 0 while that is to be chosen.
`effect` is what it does, step after step."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaEffectGoesOnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='effect-goes-on'):
    """The next step (from 0) of the card's effect, which does `does`; `chooser` makes its choices, if there are any."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['effect-goes-on']] = 'effect-goes-on'
    at: str
    actor: str
    action: int
    data: NagarajaEffectGoesOnData
    """The next step (from 0) of the card's effect, which does `does`; `chooser` makes its choices, if there are any."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaEffectCarriedOutEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='effect-carried-out'):
    """The effect is over and the turn passes to `next_seat`."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['effect-carried-out']] = 'effect-carried-out'
    at: str
    actor: str
    action: int
    data: NagarajaEffectCarriedOutData
    """The effect is over and the turn passes to `next_seat`."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaPassedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='passed'):
    """`by_himself` is false when the table passed, since all can see what the player `lacks` to do anything."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['passed']] = 'passed'
    at: str
    actor: str
    action: int
    data: NagarajaPassedData
    """`by_himself` is false when the table passed, since all can see what the player `lacks` to do anything."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaAmuletPlayedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='amulet-played'):
    """`place` is where it lay among the player's amulets; `takes_turn` passes the turn, unless a card is activated with it."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['amulet-played']] = 'amulet-played'
    at: str
    actor: str
    action: int
    data: NagarajaAmuletPlayedData
    """`place` is where it lay among the player's amulets; `takes_turn` passes the turn, unless a card is activated with it."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaFatePointsAddedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='fate-points-added'):
    """`total` is the seat's fate points now."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['fate-points-added']] = 'fate-points-added'
    at: str
    actor: str
    action: int
    data: NagarajaFatePointsAddedData
    """`total` is the seat's fate points now."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSticksDiscardedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='sticks-discarded'):
    """`total` is the owner's fate points now."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['sticks-discarded']] = 'sticks-discarded'
    at: str
    actor: str
    action: int
    data: NagarajaSticksDiscardedData
    """`total` is the owner's fate points now."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaStickNamedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='stick-named'):
    """A stick is named that is to be thrown again."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['stick-named']] = 'stick-named'
    at: str
    actor: str
    action: int
    data: NagarajaStickNamedData
    """A stick is named that is to be thrown again."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaMoreSticksThrownEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='more-sticks-thrown'):
    """Further sticks are thrown and added to the others."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['more-sticks-thrown']] = 'more-sticks-thrown'
    at: str
    actor: str
    action: int
    data: NagarajaMoreSticksThrownData
    """Further sticks are thrown and added to the others."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaSticksThrownAgainEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='sticks-thrown-again'):
    """The sticks that lay as `before` now lie as `sticks`, one by one."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['sticks-thrown-again']] = 'sticks-thrown-again'
    at: str
    actor: str
    action: int
    data: NagarajaSticksThrownAgainData
    """The sticks that lay as `before` now lie as `sticks`, one by one."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaPlayerChosenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='player-chosen'):
    """It is chosen whom the card concerns."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['player-chosen']] = 'player-chosen'
    at: str
    actor: str
    action: int
    data: NagarajaPlayerChosenData
    """It is chosen whom the card concerns."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardsDrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='cards-drawn'):
    """Cards from the top of the deck, seen by the player who draws them."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['cards-drawn']] = 'cards-drawn'
    at: str
    actor: str
    action: int
    data: NagarajaCardsDrawnData
    """Cards from the top of the deck, seen by the player who draws them."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardsDiscardedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='cards-discarded'):
    """Cards of the hand, picked and seen by their owner alone; committed anew so that nobody can trace them."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['cards-discarded']] = 'cards-discarded'
    at: str
    actor: str
    action: int
    data: NagarajaCardsDiscardedData
    """Cards of the hand, picked and seen by their owner alone; committed anew so that nobody can trace them."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardDiscardedAtRandomEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='card-discarded-at-random'):
    """The card at `place` (from 0) of the hand, drawn at random, is discarded unseen by the other."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['card-discarded-at-random']] = 'card-discarded-at-random'
    at: str
    actor: str
    action: int
    data: NagarajaCardDiscardedAtRandomData
    """The card at `place` (from 0) of the hand, drawn at random, is discarded unseen by the other."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardTakenAtRandomEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='card-taken-at-random'):
    """The card at `place` (from 0) of the other player's hand, drawn at random, goes to `seat`."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['card-taken-at-random']] = 'card-taken-at-random'
    at: str
    actor: str
    action: int
    data: NagarajaCardTakenAtRandomData
    """The card at `place` (from 0) of the other player's hand, drawn at random, goes to `seat`."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='card-taken'):
    """One of the cards looked at goes to the hand, the others are discarded; `place` counts from 0."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['card-taken']] = 'card-taken'
    at: str
    actor: str
    action: int
    data: NagarajaCardTakenData
    """One of the cards looked at goes to the hand, the others are discarded; `place` counts from 0."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaTileWonEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='tile-won'):
    """`points` are the fate points of seats 1 and 2; with `tie` the guide won it. Cards are discarded, sticks returned."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['tile-won']] = 'tile-won'
    at: str
    actor: str
    action: int
    data: NagarajaTileWonData
    """`points` are the fate points of seats 1 and 2; with `tie` the guide won it. Cards are discarded, sticks returned."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGuidePassedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='guide-passed'):
    """The guide goes to the other player."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['guide-passed']] = 'guide-passed'
    at: str
    actor: str
    action: int
    data: NagarajaGuidePassedData
    """The guide goes to the other player."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaCardsKeptEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='cards-kept'):
    """The guide keeps `kept` of the cards drawn and gives the one at `place` away (null when there was none to give)."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['cards-kept']] = 'cards-kept'
    at: str
    actor: str
    action: int
    data: NagarajaCardsKeptData
    """The guide keeps `kept` of the cards drawn and gives the one at `place` away (null when there was none to give)."""
    rules: list[str]
    text: BothLanguages | None = None


class NagarajaGameEndedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-ended'):
    """`points` of seats 1 and 2 with the amulets that each had not played, `cursed` their cursed relics face up.

`needed` are the points that win at once; `filled` is whose temple is full, 0 while neither is."""
    ruleset: Literal['nagaraja']
    version: int
    type: ClassVar[Literal['game-ended']] = 'game-ended'
    at: str
    actor: str
    action: int
    data: NagarajaGameEndedData
    """`points` of seats 1 and 2 with the amulets that each had not played, `cursed` their cursed relics face up.

`needed` are the points that win at once; `filled` is whose temple is full, 0 while neither is."""
    rules: list[str]
    text: BothLanguages | None = None


if TYPE_CHECKING:
    NagarajaEvent: TypeAlias = NagarajaGameCreatedEvent | NagarajaSeatTakenEvent | NagarajaSeatFreedEvent | NagarajaSeatReassignedEvent | NagarajaSeatClaimedEvent | NagarajaSeedRevealedEvent | NagarajaGameStartedEvent | NagarajaPositionSetEvent | NagarajaGameAbandonedEvent | NagarajaRulesChangedEvent | NagarajaForkedEvent | NagarajaGameSuspendedEvent | NagarajaGameResumedEvent | NagarajaRefereeAppointedEvent | NagarajaRefereeAcceptedEvent | NagarajaRefereeDismissedEvent | NagarajaRefereeResignedEvent | NagarajaRefereeRefusedEvent | NagarajaRefereeKeptEvent | NagarajaDisputeOpenedEvent | NagarajaDisputeWithdrawnEvent | NagarajaDisputeExpiredEvent | NagarajaStatementGivenEvent | NagarajaCaseTakenEvent | NagarajaEvidenceReleasedEvent | NagarajaEvidenceReadEvent | NagarajaRuledEvent | NagarajaAppealWaivedEvent | NagarajaAppealedEvent | NagarajaAppealAnsweredEvent | NagarajaAppealDecidedEvent | NagarajaRulingFinalEvent | NagarajaResultSetEvent | NagarajaGameVoidedEvent | NagarajaActionCorrectedEvent | NagarajaSeatExcludedEvent | NagarajaJudgeCalledEvent | NagarajaCallAnsweredEvent | NagarajaCallClosedEvent | NagarajaUndoRequestedEvent | NagarajaUndoAnsweredEvent | NagarajaRewoundEvent | NagarajaStackReshuffledEvent | NagarajaTimeRanOutEvent | NagarajaResignedEvent | NagarajaSeatReturnedEvent | NagarajaClockSetEvent | NagarajaTimeHeldEvent | NagarajaSeatLeftEvent | NagarajaAgreedEvent | NagarajaRelicsHiddenEvent | NagarajaTilePlacedEvent | NagarajaTileRotatedEvent | NagarajaTilesSwappedEvent | NagarajaTileMovedEvent | NagarajaLineSlidEvent | NagarajaTrapPlacedEvent | NagarajaPathJoinedEvent | NagarajaPathBrokenEvent | NagarajaRelicsSwappedEvent | NagarajaRelicsPeekedEvent | NagarajaRelicsLeftEvent | NagarajaRelicUncoveredEvent | NagarajaRelicCoveredEvent | NagarajaAmuletTakenEvent | NagarajaTilesShuffledEvent | NagarajaAmuletsShuffledEvent | NagarajaDeckShuffledEvent | NagarajaGuideThrownEvent | NagarajaHandsDealtEvent | NagarajaTileTurnedUpEvent | NagarajaCardsChosenEvent | NagarajaCardsTurnedUpEvent | NagarajaSticksThrownEvent | NagarajaConfrontationSkippedEvent | NagarajaNagaSpentEvent | NagarajaCardActivatedEvent | NagarajaEffectGoesOnEvent | NagarajaEffectCarriedOutEvent | NagarajaPassedEvent | NagarajaAmuletPlayedEvent | NagarajaFatePointsAddedEvent | NagarajaSticksDiscardedEvent | NagarajaStickNamedEvent | NagarajaMoreSticksThrownEvent | NagarajaSticksThrownAgainEvent | NagarajaPlayerChosenEvent | NagarajaCardsDrawnEvent | NagarajaCardsDiscardedEvent | NagarajaCardDiscardedAtRandomEvent | NagarajaCardTakenAtRandomEvent | NagarajaCardTakenEvent | NagarajaTileWonEvent | NagarajaGuidePassedEvent | NagarajaCardsKeptEvent | NagarajaGameEndedEvent
else:

    class NagarajaEvent(Choice):
        """An event. Game: Nagaraja"""

        by = 'type'
        types = {'game-created': 'NagarajaGameCreatedEvent', 'seat-taken': 'NagarajaSeatTakenEvent', 'seat-freed': 'NagarajaSeatFreedEvent', 'seat-reassigned': 'NagarajaSeatReassignedEvent', 'seat-claimed': 'NagarajaSeatClaimedEvent', 'seed-revealed': 'NagarajaSeedRevealedEvent', 'game-started': 'NagarajaGameStartedEvent', 'position-set': 'NagarajaPositionSetEvent', 'game-abandoned': 'NagarajaGameAbandonedEvent', 'rules-changed': 'NagarajaRulesChangedEvent', 'forked': 'NagarajaForkedEvent', 'game-suspended': 'NagarajaGameSuspendedEvent', 'game-resumed': 'NagarajaGameResumedEvent', 'referee-appointed': 'NagarajaRefereeAppointedEvent', 'referee-accepted': 'NagarajaRefereeAcceptedEvent', 'referee-dismissed': 'NagarajaRefereeDismissedEvent', 'referee-resigned': 'NagarajaRefereeResignedEvent', 'referee-refused': 'NagarajaRefereeRefusedEvent', 'referee-kept': 'NagarajaRefereeKeptEvent', 'dispute-opened': 'NagarajaDisputeOpenedEvent', 'dispute-withdrawn': 'NagarajaDisputeWithdrawnEvent', 'dispute-expired': 'NagarajaDisputeExpiredEvent', 'statement-given': 'NagarajaStatementGivenEvent', 'case-taken': 'NagarajaCaseTakenEvent', 'evidence-released': 'NagarajaEvidenceReleasedEvent', 'evidence-read': 'NagarajaEvidenceReadEvent', 'ruled': 'NagarajaRuledEvent', 'appeal-waived': 'NagarajaAppealWaivedEvent', 'appealed': 'NagarajaAppealedEvent', 'appeal-answered': 'NagarajaAppealAnsweredEvent', 'appeal-decided': 'NagarajaAppealDecidedEvent', 'ruling-final': 'NagarajaRulingFinalEvent', 'result-set': 'NagarajaResultSetEvent', 'game-voided': 'NagarajaGameVoidedEvent', 'action-corrected': 'NagarajaActionCorrectedEvent', 'seat-excluded': 'NagarajaSeatExcludedEvent', 'judge-called': 'NagarajaJudgeCalledEvent', 'call-answered': 'NagarajaCallAnsweredEvent', 'call-closed': 'NagarajaCallClosedEvent', 'undo-requested': 'NagarajaUndoRequestedEvent', 'undo-answered': 'NagarajaUndoAnsweredEvent', 'rewound': 'NagarajaRewoundEvent', 'stack-reshuffled': 'NagarajaStackReshuffledEvent', 'time-ran-out': 'NagarajaTimeRanOutEvent', 'resigned': 'NagarajaResignedEvent', 'seat-returned': 'NagarajaSeatReturnedEvent', 'clock-set': 'NagarajaClockSetEvent', 'time-held': 'NagarajaTimeHeldEvent', 'seat-left': 'NagarajaSeatLeftEvent', 'agreed': 'NagarajaAgreedEvent', 'relics-hidden': 'NagarajaRelicsHiddenEvent', 'tile-placed': 'NagarajaTilePlacedEvent', 'tile-rotated': 'NagarajaTileRotatedEvent', 'tiles-swapped': 'NagarajaTilesSwappedEvent', 'tile-moved': 'NagarajaTileMovedEvent', 'line-slid': 'NagarajaLineSlidEvent', 'trap-placed': 'NagarajaTrapPlacedEvent', 'path-joined': 'NagarajaPathJoinedEvent', 'path-broken': 'NagarajaPathBrokenEvent', 'relics-swapped': 'NagarajaRelicsSwappedEvent', 'relics-peeked': 'NagarajaRelicsPeekedEvent', 'relics-left': 'NagarajaRelicsLeftEvent', 'relic-uncovered': 'NagarajaRelicUncoveredEvent', 'relic-covered': 'NagarajaRelicCoveredEvent', 'amulet-taken': 'NagarajaAmuletTakenEvent', 'tiles-shuffled': 'NagarajaTilesShuffledEvent', 'amulets-shuffled': 'NagarajaAmuletsShuffledEvent', 'deck-shuffled': 'NagarajaDeckShuffledEvent', 'guide-thrown': 'NagarajaGuideThrownEvent', 'hands-dealt': 'NagarajaHandsDealtEvent', 'tile-turned-up': 'NagarajaTileTurnedUpEvent', 'cards-chosen': 'NagarajaCardsChosenEvent', 'cards-turned-up': 'NagarajaCardsTurnedUpEvent', 'sticks-thrown': 'NagarajaSticksThrownEvent', 'confrontation-skipped': 'NagarajaConfrontationSkippedEvent', 'naga-spent': 'NagarajaNagaSpentEvent', 'card-activated': 'NagarajaCardActivatedEvent', 'effect-goes-on': 'NagarajaEffectGoesOnEvent', 'effect-carried-out': 'NagarajaEffectCarriedOutEvent', 'passed': 'NagarajaPassedEvent', 'amulet-played': 'NagarajaAmuletPlayedEvent', 'fate-points-added': 'NagarajaFatePointsAddedEvent', 'sticks-discarded': 'NagarajaSticksDiscardedEvent', 'stick-named': 'NagarajaStickNamedEvent', 'more-sticks-thrown': 'NagarajaMoreSticksThrownEvent', 'sticks-thrown-again': 'NagarajaSticksThrownAgainEvent', 'player-chosen': 'NagarajaPlayerChosenEvent', 'cards-drawn': 'NagarajaCardsDrawnEvent', 'cards-discarded': 'NagarajaCardsDiscardedEvent', 'card-discarded-at-random': 'NagarajaCardDiscardedAtRandomEvent', 'card-taken-at-random': 'NagarajaCardTakenAtRandomEvent', 'card-taken': 'NagarajaCardTakenEvent', 'tile-won': 'NagarajaTileWonEvent', 'guide-passed': 'NagarajaGuidePassedEvent', 'cards-kept': 'NagarajaCardsKeptEvent', 'game-ended': 'NagarajaGameEndedEvent'}


class NagarajaActed(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    version: int
    checkpoint: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    events: list[NagarajaEvent]
    to_act: list[int]
    draws: list[OpenedDraw]


class RomansGameCreatedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-created'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['game-created']] = 'game-created'
    at: str
    actor: str
    action: int
    data: GameCreatedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeatTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-taken'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seat-taken']] = 'seat-taken'
    at: str
    actor: str
    action: int
    data: SeatTakenData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeatFreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-freed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seat-freed']] = 'seat-freed'
    at: str
    actor: str
    action: int
    data: SeatFreedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeatReassignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-reassigned'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seat-reassigned']] = 'seat-reassigned'
    at: str
    actor: str
    action: int
    data: SeatReassignedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeatClaimedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-claimed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seat-claimed']] = 'seat-claimed'
    at: str
    actor: str
    action: int
    data: SeatClaimedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeedRevealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seed-revealed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seed-revealed']] = 'seed-revealed'
    at: str
    actor: str
    action: int
    data: SeedRevealedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansGameStartedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-started'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['game-started']] = 'game-started'
    at: str
    actor: str
    action: int
    data: GameStartedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansPositionSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='position-set'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['position-set']] = 'position-set'
    at: str
    actor: str
    action: int
    data: PositionSetData
    rules: list[str]
    text: BothLanguages | None = None


class RomansGameAbandonedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-abandoned'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['game-abandoned']] = 'game-abandoned'
    at: str
    actor: str
    action: int
    data: GameAbandonedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRulesChangedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rules-changed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['rules-changed']] = 'rules-changed'
    at: str
    actor: str
    action: int
    data: RulesChangedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansForkedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='forked'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['forked']] = 'forked'
    at: str
    actor: str
    action: int
    data: ForkedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansGameSuspendedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-suspended'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['game-suspended']] = 'game-suspended'
    at: str
    actor: str
    action: int
    data: GameSuspendedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansGameResumedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-resumed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['game-resumed']] = 'game-resumed'
    at: str
    actor: str
    action: int
    data: GameResumedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRefereeAppointedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-appointed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['referee-appointed']] = 'referee-appointed'
    at: str
    actor: str
    action: int
    data: RefereeAppointedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRefereeAcceptedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-accepted'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['referee-accepted']] = 'referee-accepted'
    at: str
    actor: str
    action: int
    data: RefereeAcceptedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRefereeDismissedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-dismissed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['referee-dismissed']] = 'referee-dismissed'
    at: str
    actor: str
    action: int
    data: RefereeDismissedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRefereeResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-resigned'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['referee-resigned']] = 'referee-resigned'
    at: str
    actor: str
    action: int
    data: RefereeResignedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRefereeRefusedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-refused'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['referee-refused']] = 'referee-refused'
    at: str
    actor: str
    action: int
    data: RefereeRefusedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRefereeKeptEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-kept'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['referee-kept']] = 'referee-kept'
    at: str
    actor: str
    action: int
    data: RefereeKeptData
    rules: list[str]
    text: BothLanguages | None = None


class RomansDisputeOpenedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-opened'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['dispute-opened']] = 'dispute-opened'
    at: str
    actor: str
    action: int
    data: DisputeOpenedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansDisputeWithdrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-withdrawn'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['dispute-withdrawn']] = 'dispute-withdrawn'
    at: str
    actor: str
    action: int
    data: DisputeWithdrawnData
    rules: list[str]
    text: BothLanguages | None = None


class RomansDisputeExpiredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-expired'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['dispute-expired']] = 'dispute-expired'
    at: str
    actor: str
    action: int
    data: DisputeExpiredData
    rules: list[str]
    text: BothLanguages | None = None


class RomansStatementGivenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='statement-given'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['statement-given']] = 'statement-given'
    at: str
    actor: str
    action: int
    data: StatementGivenData
    rules: list[str]
    text: BothLanguages | None = None


class RomansCaseTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='case-taken'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['case-taken']] = 'case-taken'
    at: str
    actor: str
    action: int
    data: CaseTakenData
    rules: list[str]
    text: BothLanguages | None = None


class RomansEvidenceReleasedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-released'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['evidence-released']] = 'evidence-released'
    at: str
    actor: str
    action: int
    data: EvidenceReleasedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansEvidenceReadEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-read'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['evidence-read']] = 'evidence-read'
    at: str
    actor: str
    action: int
    data: EvidenceReadData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRuledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruled'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['ruled']] = 'ruled'
    at: str
    actor: str
    action: int
    data: RuledData
    rules: list[str]
    text: BothLanguages | None = None


class RomansAppealWaivedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-waived'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['appeal-waived']] = 'appeal-waived'
    at: str
    actor: str
    action: int
    data: AppealWaivedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansAppealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appealed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['appealed']] = 'appealed'
    at: str
    actor: str
    action: int
    data: AppealedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansAppealAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-answered'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['appeal-answered']] = 'appeal-answered'
    at: str
    actor: str
    action: int
    data: AppealAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class RomansAppealDecidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-decided'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['appeal-decided']] = 'appeal-decided'
    at: str
    actor: str
    action: int
    data: AppealDecidedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRulingFinalEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruling-final'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['ruling-final']] = 'ruling-final'
    at: str
    actor: str
    action: int
    data: RulingFinalData
    rules: list[str]
    text: BothLanguages | None = None


class RomansResultSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='result-set'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['result-set']] = 'result-set'
    at: str
    actor: str
    action: int
    data: ResultSetData
    rules: list[str]
    text: BothLanguages | None = None


class RomansGameVoidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-voided'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['game-voided']] = 'game-voided'
    at: str
    actor: str
    action: int
    data: GameVoidedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansActionCorrectedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='action-corrected'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['action-corrected']] = 'action-corrected'
    at: str
    actor: str
    action: int
    data: ActionCorrectedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeatExcludedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-excluded'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seat-excluded']] = 'seat-excluded'
    at: str
    actor: str
    action: int
    data: SeatExcludedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansJudgeCalledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='judge-called'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['judge-called']] = 'judge-called'
    at: str
    actor: str
    action: int
    data: JudgeCalledData
    rules: list[str]
    text: BothLanguages | None = None


class RomansCallAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-answered'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['call-answered']] = 'call-answered'
    at: str
    actor: str
    action: int
    data: CallAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class RomansCallClosedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-closed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['call-closed']] = 'call-closed'
    at: str
    actor: str
    action: int
    data: CallClosedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansUndoRequestedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-requested'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['undo-requested']] = 'undo-requested'
    at: str
    actor: str
    action: int
    data: UndoRequestedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansUndoAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-answered'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['undo-answered']] = 'undo-answered'
    at: str
    actor: str
    action: int
    data: UndoAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class RomansRewoundEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rewound'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['rewound']] = 'rewound'
    at: str
    actor: str
    action: int
    data: RewoundData
    rules: list[str]
    text: BothLanguages | None = None


class RomansStackReshuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='stack-reshuffled'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['stack-reshuffled']] = 'stack-reshuffled'
    at: str
    actor: str
    action: int
    data: StackReshuffledData
    rules: list[str]
    text: BothLanguages | None = None


class RomansTimeRanOutEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-ran-out'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['time-ran-out']] = 'time-ran-out'
    at: str
    actor: str
    action: int
    data: TimeRanOutData
    rules: list[str]
    text: BothLanguages | None = None


class RomansResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='resigned'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['resigned']] = 'resigned'
    at: str
    actor: str
    action: int
    data: ResignedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeatReturnedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-returned'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seat-returned']] = 'seat-returned'
    at: str
    actor: str
    action: int
    data: SeatReturnedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansClockSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clock-set'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['clock-set']] = 'clock-set'
    at: str
    actor: str
    action: int
    data: ClockSetData
    rules: list[str]
    text: BothLanguages | None = None


class RomansTimeHeldEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-held'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['time-held']] = 'time-held'
    at: str
    actor: str
    action: int
    data: TimeHeldData
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeatLeftEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-left'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seat-left']] = 'seat-left'
    at: str
    actor: str
    action: int
    data: SeatLeftData
    rules: list[str]
    text: BothLanguages | None = None


class RomansAgreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='agreed'):
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['agreed']] = 'agreed'
    at: str
    actor: str
    action: int
    data: AgreedData
    rules: list[str]
    text: BothLanguages | None = None


class RomansClansDealtEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clans-dealt'):
    """The clans at the table, each with nine warriors: the players' by seat, then the neutral ones."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['clans-dealt']] = 'clans-dealt'
    at: str
    actor: str
    action: int
    data: RomansClansDealtData
    """The clans at the table, each with nine warriors: the players' by seat, then the neutral ones."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansFortsShuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='forts-shuffled'):
    """The stack of forts, next one first, known to nobody."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['forts-shuffled']] = 'forts-shuffled'
    at: str
    actor: str
    action: int
    data: RomansFortsShuffledData
    """The stack of forts, next one first, known to nobody."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWallRevealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='wall-revealed'):
    """The next six forts of the stack, in the order in which they are turned over."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['wall-revealed']] = 'wall-revealed'
    at: str
    actor: str
    action: int
    data: RomansWallRevealedData
    """The next six forts of the stack, in the order in which they are turned over."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWallOrderedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='wall-ordered'):
    """The wall from the left; `lowest` and `highest` (of positive value) were moved to its ends."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['wall-ordered']] = 'wall-ordered'
    at: str
    actor: str
    action: int
    data: RomansWallOrderedData
    """The wall from the left; `lowest` and `highest` (of positive value) were moved to its ends."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWarriorsShuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='warriors-shuffled'):
    """A clan's nine warriors. A player's: seven in hand, then two lost. A neutral's: six laid from the left, three left over."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['warriors-shuffled']] = 'warriors-shuffled'
    at: str
    actor: str
    action: int
    data: RomansWarriorsShuffledData
    """A clan's nine warriors. A player's: seven in hand, then two lost. A neutral's: six laid from the left, three left over."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWarriorPlacedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='warrior-placed'):
    """`placed` is how many warriors the seat has laid by now."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['warrior-placed']] = 'warrior-placed'
    at: str
    actor: str
    action: int
    data: RomansWarriorPlacedData
    """`placed` is how many warriors the seat has laid by now."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWarriorWithdrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='warrior-withdrawn'):
    """A warrior that lay at a fort goes back into the hand."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['warrior-withdrawn']] = 'warrior-withdrawn'
    at: str
    actor: str
    action: int
    data: RomansWarriorWithdrawnData
    """A warrior that lay at a fort goes back into the hand."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansSeventhDiscardedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seventh-discarded'):
    """A seat puts a warrior away face down; one that it put away before comes back into its hand."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['seventh-discarded']] = 'seventh-discarded'
    at: str
    actor: str
    action: int
    data: RomansSeventhDiscardedData
    """A seat puts a warrior away face down; one that it put away before comes back into its hand."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansOrdersSealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='orders-sealed'):
    """The clan's line face down, from the left: from here on these are the cards that will be turned over."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['orders-sealed']] = 'orders-sealed'
    at: str
    actor: str
    action: int
    data: RomansOrdersSealedData
    """The clan's line face down, from the left: from here on these are the cards that will be turned over."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWarriorsRevealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='warriors-revealed'):
    """The clash begins: every clan turns over its warrior at this fort."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['warriors-revealed']] = 'warriors-revealed'
    at: str
    actor: str
    action: int
    data: RomansWarriorsRevealedData
    """The clash begins: every clan turns over its warrior at this fort."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansChariottsCancelledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='chariotts-cancelled'):
    """These clans revealed Ch'ariott in the same clash: all of them are discarded."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['chariotts-cancelled']] = 'chariotts-cancelled'
    at: str
    actor: str
    action: int
    data: RomansChariottsCancelledData
    """These clans revealed Ch'ariott in the same clash: all of them are discarded."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansQweensCancelledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='qweens-cancelled'):
    """These clans revealed Qween in the same clash: none of them seduces anybody."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['qweens-cancelled']] = 'qweens-cancelled'
    at: str
    actor: str
    action: int
    data: RomansQweensCancelledData
    """These clans revealed Qween in the same clash: none of them seduces anybody."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansNobodySeducedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='nobody-seduced'):
    """The only Qween of the clash finds no warrior to seduce: all the others were Ch'ariott and are discarded."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['nobody-seduced']] = 'nobody-seduced'
    at: str
    actor: str
    action: int
    data: RomansNobodySeducedData
    """The only Qween of the clash finds no warrior to seduce: all the others were Ch'ariott and are discarded."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansDecisionDueEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='decision-due'):
    """Seats have to decide; several at once answer in secret."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['decision-due']] = 'decision-due'
    at: str
    actor: str
    action: int
    data: RomansDecisionDueData
    """Seats have to decide; several at once answer in secret."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWarriorSeducedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='warrior-seduced'):
    """`strength` counts for `side` instead of `target` in this clash."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['warrior-seduced']] = 'warrior-seduced'
    at: str
    actor: str
    action: int
    data: RomansWarriorSeducedData
    """`strength` counts for `side` instead of `target` in this clash."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansClashWonEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clash-won'):
    """`tied` are the clans with the highest total when Arch'r decided between them."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['clash-won']] = 'clash-won'
    at: str
    actor: str
    action: int
    data: RomansClashWonData
    """`tied` are the clans with the highest total when Arch'r decided between them."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansClashTiedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clash-tied'):
    """`archrs` are those of the tied clans whose Arch'r was revealed in this clash."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['clash-tied']] = 'clash-tied'
    at: str
    actor: str
    action: int
    data: RomansClashTiedData
    """`archrs` are those of the tied clans whose Arch'r was revealed in this clash."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansClashUnfoughtEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clash-unfought'):
    """Every clan is out."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['clash-unfought']] = 'clash-unfought'
    at: str
    actor: str
    action: int
    data: RomansClashUnfoughtData
    """Every clan is out."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansFortLostEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='fort-lost'):
    """Nobody captures the leftmost fort of the wall; it leaves the game."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['fort-lost']] = 'fort-lost'
    at: str
    actor: str
    action: int
    data: RomansFortLostData
    """Nobody captures the leftmost fort of the wall; it leaves the game."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWallShiftedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='wall-shifted'):
    """After a tie the wall moves one place right: `fort` is fought over again, `lost` is pushed off and leaves the game."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['wall-shifted']] = 'wall-shifted'
    at: str
    actor: str
    action: int
    data: RomansWallShiftedData
    """After a tie the wall moves one place right: `fort` is fought over again, `lost` is pushed off and leaves the game."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansFortChosenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='fort-chosen'):
    """Dru'hid takes the fort that lay at `place`; it now stands leftmost in `wall`, the fort fought over in `wall` too."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['fort-chosen']] = 'fort-chosen'
    at: str
    actor: str
    action: int
    data: RomansFortChosenData
    """Dru'hid takes the fort that lay at `place`; it now stands leftmost in `wall`, the fort fought over in `wall` too."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansFortCapturedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='fort-captured'):
    """`points` and `fortheca` are what the clan holds now: all its points, and how many FortHeca."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['fort-captured']] = 'fort-captured'
    at: str
    actor: str
    action: int
    data: RomansFortCapturedData
    """`points` and `fortheca` are what the clan holds now: all its points, and how many FortHeca."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWarriorKeptEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='warrior-kept'):
    """A warrior stays in the line that would have been discarded."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['warrior-kept']] = 'warrior-kept'
    at: str
    actor: str
    action: int
    data: RomansWarriorKeptData
    """A warrior stays in the line that would have been discarded."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansKeepDeclinedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='keep-declined'):
    """A warrior that could have stayed does not."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['keep-declined']] = 'keep-declined'
    at: str
    actor: str
    action: int
    data: RomansKeepDeclinedData
    """A warrior that could have stayed does not."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansDiscardChosenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='discard-chosen'):
    """A seat's answer to Horsie or Fort Fokus, secret until the last one is in."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['discard-chosen']] = 'discard-chosen'
    at: str
    actor: str
    action: int
    data: RomansDiscardChosenData
    """A seat's answer to Horsie or Fort Fokus, secret until the last one is in."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansLineRearrangedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='line-rearranged'):
    """Svord's answer: the line still face down, from the left, committed anew whether or not anything moved."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['line-rearranged']] = 'line-rearranged'
    at: str
    actor: str
    action: int
    data: RomansLineRearrangedData
    """Svord's answer: the line still face down, from the left, committed anew whether or not anything moved."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansWarriorsDiscardedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='warriors-discarded'):
    """These leave a clan's line; `chosen` is the answer that it gave in secret."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['warriors-discarded']] = 'warriors-discarded'
    at: str
    actor: str
    action: int
    data: RomansWarriorsDiscardedData
    """These leave a clan's line; `chosen` is the answer that it gave in secret."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansFortDiscardedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='fort-discarded'):
    """FortUna's price; the fort leaves the game. `earlier` unless it is the FortUna just captured. `points` are left."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['fort-discarded']] = 'fort-discarded'
    at: str
    actor: str
    action: int
    data: RomansFortDiscardedData
    """FortUna's price; the fort leaves the game. `earlier` unless it is the FortUna just captured. `points` are left."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansRoundEndedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='round-ended'):
    """All warriors go back to their clans."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['round-ended']] = 'round-ended'
    at: str
    actor: str
    action: int
    data: RomansRoundEndedData
    """All warriors go back to their clans."""
    rules: list[str]
    text: BothLanguages | None = None


class RomansGameEndedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-ended'):
    """`winners` and what put them before the others; `standings` of the players from the first rank, then of the neutrals."""
    ruleset: Literal['romans']
    version: int
    type: ClassVar[Literal['game-ended']] = 'game-ended'
    at: str
    actor: str
    action: int
    data: RomansGameEndedData
    """`winners` and what put them before the others; `standings` of the players from the first rank, then of the neutrals."""
    rules: list[str]
    text: BothLanguages | None = None


if TYPE_CHECKING:
    RomansEvent: TypeAlias = RomansGameCreatedEvent | RomansSeatTakenEvent | RomansSeatFreedEvent | RomansSeatReassignedEvent | RomansSeatClaimedEvent | RomansSeedRevealedEvent | RomansGameStartedEvent | RomansPositionSetEvent | RomansGameAbandonedEvent | RomansRulesChangedEvent | RomansForkedEvent | RomansGameSuspendedEvent | RomansGameResumedEvent | RomansRefereeAppointedEvent | RomansRefereeAcceptedEvent | RomansRefereeDismissedEvent | RomansRefereeResignedEvent | RomansRefereeRefusedEvent | RomansRefereeKeptEvent | RomansDisputeOpenedEvent | RomansDisputeWithdrawnEvent | RomansDisputeExpiredEvent | RomansStatementGivenEvent | RomansCaseTakenEvent | RomansEvidenceReleasedEvent | RomansEvidenceReadEvent | RomansRuledEvent | RomansAppealWaivedEvent | RomansAppealedEvent | RomansAppealAnsweredEvent | RomansAppealDecidedEvent | RomansRulingFinalEvent | RomansResultSetEvent | RomansGameVoidedEvent | RomansActionCorrectedEvent | RomansSeatExcludedEvent | RomansJudgeCalledEvent | RomansCallAnsweredEvent | RomansCallClosedEvent | RomansUndoRequestedEvent | RomansUndoAnsweredEvent | RomansRewoundEvent | RomansStackReshuffledEvent | RomansTimeRanOutEvent | RomansResignedEvent | RomansSeatReturnedEvent | RomansClockSetEvent | RomansTimeHeldEvent | RomansSeatLeftEvent | RomansAgreedEvent | RomansClansDealtEvent | RomansFortsShuffledEvent | RomansWallRevealedEvent | RomansWallOrderedEvent | RomansWarriorsShuffledEvent | RomansWarriorPlacedEvent | RomansWarriorWithdrawnEvent | RomansSeventhDiscardedEvent | RomansOrdersSealedEvent | RomansWarriorsRevealedEvent | RomansChariottsCancelledEvent | RomansQweensCancelledEvent | RomansNobodySeducedEvent | RomansDecisionDueEvent | RomansWarriorSeducedEvent | RomansClashWonEvent | RomansClashTiedEvent | RomansClashUnfoughtEvent | RomansFortLostEvent | RomansWallShiftedEvent | RomansFortChosenEvent | RomansFortCapturedEvent | RomansWarriorKeptEvent | RomansKeepDeclinedEvent | RomansDiscardChosenEvent | RomansLineRearrangedEvent | RomansWarriorsDiscardedEvent | RomansFortDiscardedEvent | RomansRoundEndedEvent | RomansGameEndedEvent
else:

    class RomansEvent(Choice):
        """An event. Game: Romans Go Home!"""

        by = 'type'
        types = {'game-created': 'RomansGameCreatedEvent', 'seat-taken': 'RomansSeatTakenEvent', 'seat-freed': 'RomansSeatFreedEvent', 'seat-reassigned': 'RomansSeatReassignedEvent', 'seat-claimed': 'RomansSeatClaimedEvent', 'seed-revealed': 'RomansSeedRevealedEvent', 'game-started': 'RomansGameStartedEvent', 'position-set': 'RomansPositionSetEvent', 'game-abandoned': 'RomansGameAbandonedEvent', 'rules-changed': 'RomansRulesChangedEvent', 'forked': 'RomansForkedEvent', 'game-suspended': 'RomansGameSuspendedEvent', 'game-resumed': 'RomansGameResumedEvent', 'referee-appointed': 'RomansRefereeAppointedEvent', 'referee-accepted': 'RomansRefereeAcceptedEvent', 'referee-dismissed': 'RomansRefereeDismissedEvent', 'referee-resigned': 'RomansRefereeResignedEvent', 'referee-refused': 'RomansRefereeRefusedEvent', 'referee-kept': 'RomansRefereeKeptEvent', 'dispute-opened': 'RomansDisputeOpenedEvent', 'dispute-withdrawn': 'RomansDisputeWithdrawnEvent', 'dispute-expired': 'RomansDisputeExpiredEvent', 'statement-given': 'RomansStatementGivenEvent', 'case-taken': 'RomansCaseTakenEvent', 'evidence-released': 'RomansEvidenceReleasedEvent', 'evidence-read': 'RomansEvidenceReadEvent', 'ruled': 'RomansRuledEvent', 'appeal-waived': 'RomansAppealWaivedEvent', 'appealed': 'RomansAppealedEvent', 'appeal-answered': 'RomansAppealAnsweredEvent', 'appeal-decided': 'RomansAppealDecidedEvent', 'ruling-final': 'RomansRulingFinalEvent', 'result-set': 'RomansResultSetEvent', 'game-voided': 'RomansGameVoidedEvent', 'action-corrected': 'RomansActionCorrectedEvent', 'seat-excluded': 'RomansSeatExcludedEvent', 'judge-called': 'RomansJudgeCalledEvent', 'call-answered': 'RomansCallAnsweredEvent', 'call-closed': 'RomansCallClosedEvent', 'undo-requested': 'RomansUndoRequestedEvent', 'undo-answered': 'RomansUndoAnsweredEvent', 'rewound': 'RomansRewoundEvent', 'stack-reshuffled': 'RomansStackReshuffledEvent', 'time-ran-out': 'RomansTimeRanOutEvent', 'resigned': 'RomansResignedEvent', 'seat-returned': 'RomansSeatReturnedEvent', 'clock-set': 'RomansClockSetEvent', 'time-held': 'RomansTimeHeldEvent', 'seat-left': 'RomansSeatLeftEvent', 'agreed': 'RomansAgreedEvent', 'clans-dealt': 'RomansClansDealtEvent', 'forts-shuffled': 'RomansFortsShuffledEvent', 'wall-revealed': 'RomansWallRevealedEvent', 'wall-ordered': 'RomansWallOrderedEvent', 'warriors-shuffled': 'RomansWarriorsShuffledEvent', 'warrior-placed': 'RomansWarriorPlacedEvent', 'warrior-withdrawn': 'RomansWarriorWithdrawnEvent', 'seventh-discarded': 'RomansSeventhDiscardedEvent', 'orders-sealed': 'RomansOrdersSealedEvent', 'warriors-revealed': 'RomansWarriorsRevealedEvent', 'chariotts-cancelled': 'RomansChariottsCancelledEvent', 'qweens-cancelled': 'RomansQweensCancelledEvent', 'nobody-seduced': 'RomansNobodySeducedEvent', 'decision-due': 'RomansDecisionDueEvent', 'warrior-seduced': 'RomansWarriorSeducedEvent', 'clash-won': 'RomansClashWonEvent', 'clash-tied': 'RomansClashTiedEvent', 'clash-unfought': 'RomansClashUnfoughtEvent', 'fort-lost': 'RomansFortLostEvent', 'wall-shifted': 'RomansWallShiftedEvent', 'fort-chosen': 'RomansFortChosenEvent', 'fort-captured': 'RomansFortCapturedEvent', 'warrior-kept': 'RomansWarriorKeptEvent', 'keep-declined': 'RomansKeepDeclinedEvent', 'discard-chosen': 'RomansDiscardChosenEvent', 'line-rearranged': 'RomansLineRearrangedEvent', 'warriors-discarded': 'RomansWarriorsDiscardedEvent', 'fort-discarded': 'RomansFortDiscardedEvent', 'round-ended': 'RomansRoundEndedEvent', 'game-ended': 'RomansGameEndedEvent'}


class RomansActed(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    version: int
    checkpoint: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    events: list[RomansEvent]
    to_act: list[int]
    draws: list[OpenedDraw]


class ToucheGameCreatedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-created'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['game-created']] = 'game-created'
    at: str
    actor: str
    action: int
    data: GameCreatedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeatTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-taken'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seat-taken']] = 'seat-taken'
    at: str
    actor: str
    action: int
    data: SeatTakenData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeatFreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-freed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seat-freed']] = 'seat-freed'
    at: str
    actor: str
    action: int
    data: SeatFreedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeatReassignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-reassigned'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seat-reassigned']] = 'seat-reassigned'
    at: str
    actor: str
    action: int
    data: SeatReassignedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeatClaimedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-claimed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seat-claimed']] = 'seat-claimed'
    at: str
    actor: str
    action: int
    data: SeatClaimedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeedRevealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seed-revealed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seed-revealed']] = 'seed-revealed'
    at: str
    actor: str
    action: int
    data: SeedRevealedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheGameStartedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-started'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['game-started']] = 'game-started'
    at: str
    actor: str
    action: int
    data: GameStartedData
    rules: list[str]
    text: BothLanguages | None = None


class TouchePositionSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='position-set'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['position-set']] = 'position-set'
    at: str
    actor: str
    action: int
    data: PositionSetData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheGameAbandonedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-abandoned'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['game-abandoned']] = 'game-abandoned'
    at: str
    actor: str
    action: int
    data: GameAbandonedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRulesChangedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rules-changed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['rules-changed']] = 'rules-changed'
    at: str
    actor: str
    action: int
    data: RulesChangedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheForkedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='forked'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['forked']] = 'forked'
    at: str
    actor: str
    action: int
    data: ForkedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheGameSuspendedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-suspended'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['game-suspended']] = 'game-suspended'
    at: str
    actor: str
    action: int
    data: GameSuspendedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheGameResumedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-resumed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['game-resumed']] = 'game-resumed'
    at: str
    actor: str
    action: int
    data: GameResumedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRefereeAppointedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-appointed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['referee-appointed']] = 'referee-appointed'
    at: str
    actor: str
    action: int
    data: RefereeAppointedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRefereeAcceptedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-accepted'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['referee-accepted']] = 'referee-accepted'
    at: str
    actor: str
    action: int
    data: RefereeAcceptedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRefereeDismissedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-dismissed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['referee-dismissed']] = 'referee-dismissed'
    at: str
    actor: str
    action: int
    data: RefereeDismissedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRefereeResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-resigned'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['referee-resigned']] = 'referee-resigned'
    at: str
    actor: str
    action: int
    data: RefereeResignedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRefereeRefusedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-refused'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['referee-refused']] = 'referee-refused'
    at: str
    actor: str
    action: int
    data: RefereeRefusedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRefereeKeptEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='referee-kept'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['referee-kept']] = 'referee-kept'
    at: str
    actor: str
    action: int
    data: RefereeKeptData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheDisputeOpenedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-opened'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['dispute-opened']] = 'dispute-opened'
    at: str
    actor: str
    action: int
    data: DisputeOpenedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheDisputeWithdrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-withdrawn'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['dispute-withdrawn']] = 'dispute-withdrawn'
    at: str
    actor: str
    action: int
    data: DisputeWithdrawnData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheDisputeExpiredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dispute-expired'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['dispute-expired']] = 'dispute-expired'
    at: str
    actor: str
    action: int
    data: DisputeExpiredData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheStatementGivenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='statement-given'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['statement-given']] = 'statement-given'
    at: str
    actor: str
    action: int
    data: StatementGivenData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheCaseTakenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='case-taken'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['case-taken']] = 'case-taken'
    at: str
    actor: str
    action: int
    data: CaseTakenData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheEvidenceReleasedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-released'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['evidence-released']] = 'evidence-released'
    at: str
    actor: str
    action: int
    data: EvidenceReleasedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheEvidenceReadEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='evidence-read'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['evidence-read']] = 'evidence-read'
    at: str
    actor: str
    action: int
    data: EvidenceReadData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRuledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruled'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['ruled']] = 'ruled'
    at: str
    actor: str
    action: int
    data: RuledData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheAppealWaivedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-waived'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['appeal-waived']] = 'appeal-waived'
    at: str
    actor: str
    action: int
    data: AppealWaivedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheAppealedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appealed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['appealed']] = 'appealed'
    at: str
    actor: str
    action: int
    data: AppealedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheAppealAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-answered'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['appeal-answered']] = 'appeal-answered'
    at: str
    actor: str
    action: int
    data: AppealAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheAppealDecidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='appeal-decided'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['appeal-decided']] = 'appeal-decided'
    at: str
    actor: str
    action: int
    data: AppealDecidedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRulingFinalEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='ruling-final'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['ruling-final']] = 'ruling-final'
    at: str
    actor: str
    action: int
    data: RulingFinalData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheResultSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='result-set'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['result-set']] = 'result-set'
    at: str
    actor: str
    action: int
    data: ResultSetData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheGameVoidedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-voided'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['game-voided']] = 'game-voided'
    at: str
    actor: str
    action: int
    data: GameVoidedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheActionCorrectedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='action-corrected'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['action-corrected']] = 'action-corrected'
    at: str
    actor: str
    action: int
    data: ActionCorrectedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeatExcludedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-excluded'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seat-excluded']] = 'seat-excluded'
    at: str
    actor: str
    action: int
    data: SeatExcludedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheJudgeCalledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='judge-called'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['judge-called']] = 'judge-called'
    at: str
    actor: str
    action: int
    data: JudgeCalledData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheCallAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-answered'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['call-answered']] = 'call-answered'
    at: str
    actor: str
    action: int
    data: CallAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheCallClosedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='call-closed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['call-closed']] = 'call-closed'
    at: str
    actor: str
    action: int
    data: CallClosedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheUndoRequestedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-requested'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['undo-requested']] = 'undo-requested'
    at: str
    actor: str
    action: int
    data: UndoRequestedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheUndoAnsweredEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='undo-answered'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['undo-answered']] = 'undo-answered'
    at: str
    actor: str
    action: int
    data: UndoAnsweredData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRewoundEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='rewound'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['rewound']] = 'rewound'
    at: str
    actor: str
    action: int
    data: RewoundData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheStackReshuffledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='stack-reshuffled'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['stack-reshuffled']] = 'stack-reshuffled'
    at: str
    actor: str
    action: int
    data: StackReshuffledData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheTimeRanOutEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-ran-out'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['time-ran-out']] = 'time-ran-out'
    at: str
    actor: str
    action: int
    data: TimeRanOutData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheResignedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='resigned'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['resigned']] = 'resigned'
    at: str
    actor: str
    action: int
    data: ResignedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeatReturnedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-returned'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seat-returned']] = 'seat-returned'
    at: str
    actor: str
    action: int
    data: SeatReturnedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheClockSetEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='clock-set'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['clock-set']] = 'clock-set'
    at: str
    actor: str
    action: int
    data: ClockSetData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheTimeHeldEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='time-held'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['time-held']] = 'time-held'
    at: str
    actor: str
    action: int
    data: TimeHeldData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSeatLeftEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='seat-left'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['seat-left']] = 'seat-left'
    at: str
    actor: str
    action: int
    data: SeatLeftData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheAgreedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='agreed'):
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['agreed']] = 'agreed'
    at: str
    actor: str
    action: int
    data: AgreedData
    rules: list[str]
    text: BothLanguages | None = None


class ToucheDealerDrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='dealer-drawn'):
    """`seats` draw `cards` from the pack. `dealer` is null when a joker or a tie makes some of them draw again."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['dealer-drawn']] = 'dealer-drawn'
    at: str
    actor: str
    action: int
    data: ToucheDealerDrawnData
    """`seats` draw `cards` from the pack. `dealer` is null when a joker or a tie makes some of them draw again."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheSetChosenEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='set-chosen'):
    """The set that these sides have to make. `seat` is null when the table agreed on it at the start.

`players` are the seats of each of the `colours`."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['set-chosen']] = 'set-chosen'
    at: str
    actor: str
    action: int
    data: ToucheSetChosenData
    """The set that these sides have to make. `seat` is null when the table agreed on it at the start.

`players` are the seats of each of the `colours`."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheCardsDealtEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='cards-dealt'):
    """The shuffled pack is dealt one at a time: places 0, 1, 2 ... of `draw.order` go round from the dealer's left.

`first` is the seat there, which begins."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['cards-dealt']] = 'cards-dealt'
    at: str
    actor: str
    action: int
    data: ToucheCardsDealtData
    """The shuffled pack is dealt one at a time: places 0, 1, 2 ... of `draw.order` go round from the dealer's left.

`first` is the seat there, which begins."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheCardLaidEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='card-laid'):
    """A card of the hand is laid."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['card-laid']] = 'card-laid'
    at: str
    actor: str
    action: int
    data: ToucheCardLaidData
    """A card of the hand is laid."""
    rules: list[str]
    text: BothLanguages | None = None


class TouchePawnPlacedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='pawn-placed'):
    """`in_vain` are patterns that it completes and that do not count for its side."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['pawn-placed']] = 'pawn-placed'
    at: str
    actor: str
    action: int
    data: TouchePawnPlacedData
    """`in_vain` are patterns that it completes and that do not count for its side."""
    rules: list[str]
    text: BothLanguages | None = None


class TouchePawnReplacedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='pawn-replaced'):
    """A pawn is put in the place of another side's, which goes back to it. `in_vain` as in pawn-placed."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['pawn-replaced']] = 'pawn-replaced'
    at: str
    actor: str
    action: int
    data: TouchePawnReplacedData
    """A pawn is put in the place of another side's, which goes back to it. `in_vain` as in pawn-placed."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheCardDrawnEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='card-drawn'):
    """The top card of the seat's own stack; `stack` cards are left there."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['card-drawn']] = 'card-drawn'
    at: str
    actor: str
    action: int
    data: ToucheCardDrawnData
    """The top card of the seat's own stack; `stack` cards are left there."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheCardsExchangedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='cards-exchanged'):
    """Dead cards are laid to draw as many new ones."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['cards-exchanged']] = 'cards-exchanged'
    at: str
    actor: str
    action: int
    data: ToucheCardsExchangedData
    """Dead cards are laid to draw as many new ones."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheStacksRefilledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='stacks-refilled'):
    """The used cards `draw.of`, shuffled: `each` go under every stack, one at a time from the dealer's left.

The last `left_over` places of the order are open to everybody and stay on the dealer's used pile."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['stacks-refilled']] = 'stacks-refilled'
    at: str
    actor: str
    action: int
    data: ToucheStacksRefilledData
    """The used cards `draw.of`, shuffled: `each` go under every stack, one at a time from the dealer's left.

The last `left_over` places of the order are open to everybody and stay on the dealer's used pile."""
    rules: list[str]
    text: BothLanguages | None = None


class TouchePatternCompletedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='pattern-completed'):
    """Touché! Several patterns stand here when one pawn completes them together and the player has to choose."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['pattern-completed']] = 'pattern-completed'
    at: str
    actor: str
    action: int
    data: TouchePatternCompletedData
    """Touché! Several patterns stand here when one pawn completes them together and the player has to choose."""
    rules: list[str]
    text: BothLanguages | None = None


class TouchePatternCrownedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='pattern-crowned'):
    """`made` of the `needed` patterns of this kind are crowned now; `points` is what this one brings."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['pattern-crowned']] = 'pattern-crowned'
    at: str
    actor: str
    action: int
    data: TouchePatternCrownedData
    """`made` of the `needed` patterns of this kind are crowned now; `points` is what this one brings."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheBoardClearedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='board-cleared'):
    """Uncrowned pawns leave the board, `pawns` of each side; round number `round` begins with `next_seat`."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['board-cleared']] = 'board-cleared'
    at: str
    actor: str
    action: int
    data: ToucheBoardClearedData
    """Uncrowned pawns leave the board, `pawns` of each side; round number `round` begins with `next_seat`."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheTurnPassedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='turn-passed'):
    """The seat can do nothing: it has no card and can draw none, or nothing can be done with its `cards` cards."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['turn-passed']] = 'turn-passed'
    at: str
    actor: str
    action: int
    data: ToucheTurnPassedData
    """The seat can do nothing: it has no card and can draw none, or nothing can be done with its `cards` cards."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheTurnEndedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='turn-ended'):
    """The turn passes to the next seat."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['turn-ended']] = 'turn-ended'
    at: str
    actor: str
    action: int
    data: ToucheTurnEndedData
    """The turn passes to the next seat."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheRoundStalledEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='round-stalled'):
    """No pawn came onto the board in the last `turns` turns. `running`: stalled rounds since the last crowning.

`limit` stalled rounds running end the game, 0: none ever do."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['round-stalled']] = 'round-stalled'
    at: str
    actor: str
    action: int
    data: ToucheRoundStalledData
    """No pawn came onto the board in the last `turns` turns. `running`: stalled rounds since the last crowning.

`limit` stalled rounds running end the game, 0: none ever do."""
    rules: list[str]
    text: BothLanguages | None = None


class ToucheGameEndedEvent(Struct, kw_only=True, omit_defaults=True, tag_field="type", tag='game-ended'):
    """Seats, patterns and tournament points of each colour; `winner` is the winning colour, null for a draw."""
    ruleset: Literal['touche']
    version: int
    type: ClassVar[Literal['game-ended']] = 'game-ended'
    at: str
    actor: str
    action: int
    data: ToucheGameEndedData
    """Seats, patterns and tournament points of each colour; `winner` is the winning colour, null for a draw."""
    rules: list[str]
    text: BothLanguages | None = None


if TYPE_CHECKING:
    ToucheEvent: TypeAlias = ToucheGameCreatedEvent | ToucheSeatTakenEvent | ToucheSeatFreedEvent | ToucheSeatReassignedEvent | ToucheSeatClaimedEvent | ToucheSeedRevealedEvent | ToucheGameStartedEvent | TouchePositionSetEvent | ToucheGameAbandonedEvent | ToucheRulesChangedEvent | ToucheForkedEvent | ToucheGameSuspendedEvent | ToucheGameResumedEvent | ToucheRefereeAppointedEvent | ToucheRefereeAcceptedEvent | ToucheRefereeDismissedEvent | ToucheRefereeResignedEvent | ToucheRefereeRefusedEvent | ToucheRefereeKeptEvent | ToucheDisputeOpenedEvent | ToucheDisputeWithdrawnEvent | ToucheDisputeExpiredEvent | ToucheStatementGivenEvent | ToucheCaseTakenEvent | ToucheEvidenceReleasedEvent | ToucheEvidenceReadEvent | ToucheRuledEvent | ToucheAppealWaivedEvent | ToucheAppealedEvent | ToucheAppealAnsweredEvent | ToucheAppealDecidedEvent | ToucheRulingFinalEvent | ToucheResultSetEvent | ToucheGameVoidedEvent | ToucheActionCorrectedEvent | ToucheSeatExcludedEvent | ToucheJudgeCalledEvent | ToucheCallAnsweredEvent | ToucheCallClosedEvent | ToucheUndoRequestedEvent | ToucheUndoAnsweredEvent | ToucheRewoundEvent | ToucheStackReshuffledEvent | ToucheTimeRanOutEvent | ToucheResignedEvent | ToucheSeatReturnedEvent | ToucheClockSetEvent | ToucheTimeHeldEvent | ToucheSeatLeftEvent | ToucheAgreedEvent | ToucheDealerDrawnEvent | ToucheSetChosenEvent | ToucheCardsDealtEvent | ToucheCardLaidEvent | TouchePawnPlacedEvent | TouchePawnReplacedEvent | ToucheCardDrawnEvent | ToucheCardsExchangedEvent | ToucheStacksRefilledEvent | TouchePatternCompletedEvent | TouchePatternCrownedEvent | ToucheBoardClearedEvent | ToucheTurnPassedEvent | ToucheTurnEndedEvent | ToucheRoundStalledEvent | ToucheGameEndedEvent
else:

    class ToucheEvent(Choice):
        """An event. Game: Touché"""

        by = 'type'
        types = {'game-created': 'ToucheGameCreatedEvent', 'seat-taken': 'ToucheSeatTakenEvent', 'seat-freed': 'ToucheSeatFreedEvent', 'seat-reassigned': 'ToucheSeatReassignedEvent', 'seat-claimed': 'ToucheSeatClaimedEvent', 'seed-revealed': 'ToucheSeedRevealedEvent', 'game-started': 'ToucheGameStartedEvent', 'position-set': 'TouchePositionSetEvent', 'game-abandoned': 'ToucheGameAbandonedEvent', 'rules-changed': 'ToucheRulesChangedEvent', 'forked': 'ToucheForkedEvent', 'game-suspended': 'ToucheGameSuspendedEvent', 'game-resumed': 'ToucheGameResumedEvent', 'referee-appointed': 'ToucheRefereeAppointedEvent', 'referee-accepted': 'ToucheRefereeAcceptedEvent', 'referee-dismissed': 'ToucheRefereeDismissedEvent', 'referee-resigned': 'ToucheRefereeResignedEvent', 'referee-refused': 'ToucheRefereeRefusedEvent', 'referee-kept': 'ToucheRefereeKeptEvent', 'dispute-opened': 'ToucheDisputeOpenedEvent', 'dispute-withdrawn': 'ToucheDisputeWithdrawnEvent', 'dispute-expired': 'ToucheDisputeExpiredEvent', 'statement-given': 'ToucheStatementGivenEvent', 'case-taken': 'ToucheCaseTakenEvent', 'evidence-released': 'ToucheEvidenceReleasedEvent', 'evidence-read': 'ToucheEvidenceReadEvent', 'ruled': 'ToucheRuledEvent', 'appeal-waived': 'ToucheAppealWaivedEvent', 'appealed': 'ToucheAppealedEvent', 'appeal-answered': 'ToucheAppealAnsweredEvent', 'appeal-decided': 'ToucheAppealDecidedEvent', 'ruling-final': 'ToucheRulingFinalEvent', 'result-set': 'ToucheResultSetEvent', 'game-voided': 'ToucheGameVoidedEvent', 'action-corrected': 'ToucheActionCorrectedEvent', 'seat-excluded': 'ToucheSeatExcludedEvent', 'judge-called': 'ToucheJudgeCalledEvent', 'call-answered': 'ToucheCallAnsweredEvent', 'call-closed': 'ToucheCallClosedEvent', 'undo-requested': 'ToucheUndoRequestedEvent', 'undo-answered': 'ToucheUndoAnsweredEvent', 'rewound': 'ToucheRewoundEvent', 'stack-reshuffled': 'ToucheStackReshuffledEvent', 'time-ran-out': 'ToucheTimeRanOutEvent', 'resigned': 'ToucheResignedEvent', 'seat-returned': 'ToucheSeatReturnedEvent', 'clock-set': 'ToucheClockSetEvent', 'time-held': 'ToucheTimeHeldEvent', 'seat-left': 'ToucheSeatLeftEvent', 'agreed': 'ToucheAgreedEvent', 'dealer-drawn': 'ToucheDealerDrawnEvent', 'set-chosen': 'ToucheSetChosenEvent', 'cards-dealt': 'ToucheCardsDealtEvent', 'card-laid': 'ToucheCardLaidEvent', 'pawn-placed': 'TouchePawnPlacedEvent', 'pawn-replaced': 'TouchePawnReplacedEvent', 'card-drawn': 'ToucheCardDrawnEvent', 'cards-exchanged': 'ToucheCardsExchangedEvent', 'stacks-refilled': 'ToucheStacksRefilledEvent', 'pattern-completed': 'TouchePatternCompletedEvent', 'pattern-crowned': 'TouchePatternCrownedEvent', 'board-cleared': 'ToucheBoardClearedEvent', 'turn-passed': 'ToucheTurnPassedEvent', 'turn-ended': 'ToucheTurnEndedEvent', 'round-stalled': 'ToucheRoundStalledEvent', 'game-ended': 'ToucheGameEndedEvent'}


class ToucheActed(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    version: int
    checkpoint: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    events: list[ToucheEvent]
    to_act: list[int]
    draws: list[OpenedDraw]


if TYPE_CHECKING:
    Acted: TypeAlias = AgeOfWarActed | NagarajaActed | RomansActed | ToucheActed
else:

    class Acted(Choice):
        """What an action brought about."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarActed', 'nagaraja': 'NagarajaActed', 'romans': 'RomansActed', 'touche': 'ToucheActed'}


if TYPE_CHECKING:
    Action: TypeAlias = AgeOfWarAction | NagarajaAction | RomansAction | ToucheAction
else:

    class Action(Choice):
        """An action of the game's ruleset."""

        by = None
        types = {'AgeOfWarAction': 'AgeOfWarAction', 'NagarajaAction': 'NagarajaAction', 'RomansAction': 'RomansAction', 'ToucheAction': 'ToucheAction'}


class SignedWords(Struct, kw_only=True, omit_defaults=True):
    """What the key of a seat has signed: entry number `n` is to be the action in `disclosure`, base64url of the canonical
JSON of an array of 16 random bytes in base64url and the action; `s` is the signature. See the ledger's page."""
    n: int
    """The entry's number."""
    disclosure: str
    """The action with its salt, in base64url."""
    s: str
    """The Ed25519 signature, in base64url."""


class SignedAction(Struct, kw_only=True, omit_defaults=True):
    """A signed action, instead of the action itself: the only way to act for a seat that has a key."""
    signed: SignedWords
    """What the seat's key has signed."""


if TYPE_CHECKING:
    ActionOrSigned: TypeAlias = Action | SignedAction
else:

    class ActionOrSigned(Choice):
        """Unsigned, or signed by the seat's key."""

        by = None
        types = {'Action': 'Action', 'SignedAction': 'SignedAction'}


class RevealedSeed(Struct, kw_only=True, omit_defaults=True):
    """The seed that the seat committed to when it joined, with `sig` by its key if it has one."""
    seed: str
    """32 random bytes in base64url."""
    sig: str | None = None


class UndoResult(Struct, kw_only=True, omit_defaults=True):
    """An undo request, and what has become of it."""
    version: int
    checkpoint: str
    id: str
    """The number of the request, for its answers."""
    status: UndoResultStatus
    """What has become of it."""


class UndoRequest(Struct, kw_only=True, omit_defaults=True):
    """How far back; by default to before the seat's last action."""
    to_version: int | None = None
    seen: SeenHead | None = None


if TYPE_CHECKING:
    UndoRequestOrSigned: TypeAlias = UndoRequest | SignedAction
else:

    class UndoRequestOrSigned(Choice):
        """Unsigned, or signed by the seat's key."""

        by = None
        types = {'UndoRequest': 'UndoRequest', 'SignedAction': 'SignedAction'}


class UndoAnswer(Struct, kw_only=True, omit_defaults=True):
    """Whether the seat agrees."""
    seen: SeenHead | None = None
    accept: bool
    """Whether the seat agrees."""


if TYPE_CHECKING:
    UndoAnswerOrSigned: TypeAlias = UndoAnswer | SignedAction
else:

    class UndoAnswerOrSigned(Choice):
        """Unsigned, or signed by the seat's key."""

        by = None
        types = {'UndoAnswer': 'UndoAnswer', 'SignedAction': 'SignedAction'}


class SeatWord(Struct, kw_only=True, omit_defaults=True):
    """What a person says of their seat has no members but `seen`."""
    seen: SeenHead | None = None


if TYPE_CHECKING:
    SeatWordOrSigned: TypeAlias = SeatWord | SignedAction
else:

    class SeatWordOrSigned(Choice):
        """Unsigned, or signed by the seat's key."""

        by = None
        types = {'SeatWord': 'SeatWord', 'SignedAction': 'SignedAction'}


class Agreement(Struct, kw_only=True, omit_defaults=True):
    """What the seat agrees to."""
    seen: SeenHead | None = None
    to: str
    """`suspend`, `abandon`, or `reassign:N` for another person at seat N."""


if TYPE_CHECKING:
    AgreementOrSigned: TypeAlias = Agreement | SignedAction
else:

    class AgreementOrSigned(Choice):
        """Unsigned, or signed by the seat's key."""

        by = None
        types = {'Agreement': 'Agreement', 'SignedAction': 'SignedAction'}


class AgeOfWarEventList(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A page of a game's events."""
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    events: list[AgeOfWarEvent]
    """The oldest first."""
    version: int
    """The game's version now."""
    next: int | None
    """The `after` of the next page."""


class NagarajaEventList(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    events: list[NagarajaEvent]
    version: int
    next: int | None


class RomansEventList(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    ruleset: ClassVar[Literal['romans']] = 'romans'
    events: list[RomansEvent]
    version: int
    next: int | None


class ToucheEventList(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    ruleset: ClassVar[Literal['touche']] = 'touche'
    events: list[ToucheEvent]
    version: int
    next: int | None


if TYPE_CHECKING:
    EventList: TypeAlias = AgeOfWarEventList | NagarajaEventList | RomansEventList | ToucheEventList
else:

    class EventList(Choice):
        """A page of a game's events."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarEventList', 'nagaraja': 'NagarajaEventList', 'romans': 'RomansEventList', 'touche': 'ToucheEventList'}


if TYPE_CHECKING:
    Event: TypeAlias = AgeOfWarEvent | NagarajaEvent | RomansEvent | ToucheEvent
else:

    class Event(Choice):
        """What happened; the same in a list, a stream and a line. What the viewer may not know is absent from `data`."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarEvent', 'nagaraja': 'NagarajaEvent', 'romans': 'RomansEvent', 'touche': 'ToucheEvent'}


class StateList(Struct, kw_only=True, omit_defaults=True):
    """A game at several versions, one after the other."""
    states: list[GameDocument]
    """By version."""


class AgeOfWarFrame(Struct, kw_only=True, omit_defaults=True):
    """One event of a replay, in words."""
    version: int
    action: int
    actor: str
    type: AgeOfWarType
    """The event's type, of the table's or the ruleset's."""
    text: str | BothLanguages
    """What happened, in a sentence; with `labels=true` in both languages."""
    rules: list[str]
    marks: list[str]
    """What a viewer marks: conquest, undo, taken-back ..."""
    turn: int | None = None
    """The seat whose turn begins with it; 0: a part of the game begins that is nobody's own turn. Else absent."""
    headline: bool | None = None
    """true: part of the one-line summary of its turn. Otherwise absent; the last event sums up a turn without any."""
    game: str | None = None
    clock: list[SeatClock] | None = None
    """The clocks of the seats after this event; absent where the game is played without a clock."""


class Chapter(Struct, kw_only=True, omit_defaults=True):
    """A round, clash or turn."""
    version: int
    """Where it begins."""
    title: str
    """What it is called."""
    text: BothLanguages | None = None
    """With `labels=true`: what it is called in both languages."""
    game: str | None = None


class AgeOfWarReplay(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A game event by event: the whole replay, or what is new to a client that holds the replay of an earlier version."""
    game: str
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    edition: str
    options: AgeOfWarOptions
    seats: list[Seat]
    status: GameStatus
    version: int
    viewer: str
    lang: str
    """The language of its sentences: en or pl."""
    forked: Origin | None
    """What an analysis begins from: its frames and chapters up to there come first."""
    from_: int = field(name="from")
    """Frames and chapters of this game up to this version are left out, since they are unchanged since the version given as `after`; 0: all are included."""
    document_revision: int
    """As in the game document. Ask for the whole replay when it is another one than in what you hold."""
    frames: list[AgeOfWarFrame]
    """One for each event."""
    chapters: list[Chapter]
    """On the line of play that counts."""
    outcome: AgeOfWarOutcome | None
    verdict: list[str]
    """The game document's `entropy` in sentences."""


class NagarajaFrame(Struct, kw_only=True, omit_defaults=True):
    version: int
    action: int
    actor: str
    type: NagarajaType
    text: str | BothLanguages
    rules: list[str]
    marks: list[str]
    turn: int | None = None
    headline: bool | None = None
    game: str | None = None
    clock: list[SeatClock] | None = None


class NagarajaReplay(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    game: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    edition: str
    options: NagarajaOptions
    seats: list[Seat]
    status: GameStatus
    version: int
    viewer: str
    lang: str
    forked: Origin | None
    from_: int = field(name="from")
    document_revision: int
    frames: list[NagarajaFrame]
    chapters: list[Chapter]
    outcome: NagarajaOutcome | None
    verdict: list[str]


class RomansFrame(Struct, kw_only=True, omit_defaults=True):
    version: int
    action: int
    actor: str
    type: RomansType
    text: str | BothLanguages
    rules: list[str]
    marks: list[str]
    turn: int | None = None
    headline: bool | None = None
    game: str | None = None
    clock: list[SeatClock] | None = None


class RomansReplay(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    game: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    edition: str
    options: RomansOptions
    seats: list[Seat]
    status: GameStatus
    version: int
    viewer: str
    lang: str
    forked: Origin | None
    from_: int = field(name="from")
    document_revision: int
    frames: list[RomansFrame]
    chapters: list[Chapter]
    outcome: RomansOutcome | None
    verdict: list[str]


class ToucheFrame(Struct, kw_only=True, omit_defaults=True):
    version: int
    action: int
    actor: str
    type: ToucheType
    text: str | BothLanguages
    rules: list[str]
    marks: list[str]
    turn: int | None = None
    headline: bool | None = None
    game: str | None = None
    clock: list[SeatClock] | None = None


class ToucheReplay(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    game: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    edition: str
    options: ToucheOptions
    seats: list[Seat]
    status: GameStatus
    version: int
    viewer: str
    lang: str
    forked: Origin | None
    from_: int = field(name="from")
    document_revision: int
    frames: list[ToucheFrame]
    chapters: list[Chapter]
    outcome: ToucheOutcome | None
    verdict: list[str]


if TYPE_CHECKING:
    Replay: TypeAlias = AgeOfWarReplay | NagarajaReplay | RomansReplay | ToucheReplay
else:

    class Replay(Choice):
        """A game event by event: the whole replay, or what is new to a client that holds the replay of an earlier version."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarReplay', 'nagaraja': 'NagarajaReplay', 'romans': 'RomansReplay', 'touche': 'ToucheReplay'}


class Disclosure(Struct, kw_only=True, omit_defaults=True):
    """The opening of one hidden value: `path` leads to it in the data of entry `index`."""
    index: int
    """The entry's number, from 0."""
    path: str
    """Where in the entry's data the value belongs."""
    disclosure: str
    """The value with its salt, in base64url."""


class MixedSeed(Struct, kw_only=True, omit_defaults=True):
    """A seat's seed, which goes into every draw."""
    seat: int
    """The number of the seat."""
    seed: str
    """32 bytes in base64url."""


class Cosignature(Struct, kw_only=True, omit_defaults=True):
    """A head of the log that a witness saw: the verifier key of the witness, and the note that it signed."""
    vkey: str
    """The verifier key of the witness."""
    note: str
    """The C2SP note that it signed."""


class ListedLeaf(Struct, kw_only=True, omit_defaults=True):
    """A leaf of the log of logs, and the proof that it is in the log."""
    index: int
    """The leaf's number in the log, from 0."""
    leaf: str
    """The leaf as it was hashed."""
    path: list[str]
    """From the leaf up to the root of the checkpoint, in base64."""


class ServiceLog(Struct, kw_only=True, omit_defaults=True):
    """All leaves of a game or tournament in the log of logs, under a head of that log."""
    checkpoint: str
    """The signed head of the log of logs, a C2SP note."""
    cosignatures: list[Cosignature]
    """What witnesses signed of this head."""
    leaves: list[ListedLeaf]
    """In the log's order."""


class AuditFile(Struct, kw_only=True, omit_defaults=True):
    """Everything that a viewer needs to check the game without the service, or the new part of it: see docs/ledger.md."""
    format: AuditFileFormat
    """What kind of file it is: a whole one, or a part that has a `from`."""
    game: str
    origin: str
    """What the service signs this game's log as."""
    entries: list[str]
    """The log, each entry as it was hashed."""
    disclosures: list[Disclosure]
    """What this viewer may open."""
    seeds: list[MixedSeed]
    """Those of the seats."""
    draws: list[OpenedDraw]
    """What has been drawn in public."""
    checkpoint: str
    cosignatures: list[Cosignature]
    """What witnesses signed of the log."""
    vkey: str
    """The verifier key of the service that signed the log."""
    ruleset: str
    edition: str
    service_log: ServiceLog | None = None
    """The game's leaves in the log of logs; absent where there are none yet, or none were promised."""
    from_: int | None = field(default=None, name="from")
    """Of a part: the number of entries that go before it, which are those that the reader holds."""


class News(Struct, kw_only=True, omit_defaults=True):
    """A game as it is now, and what has come to it since a version that its reader holds."""
    version: int
    document: GameDocument
    """The game document."""
    legal: LegalActions | None
    """The reader's legal actions, with labels; null for readers without a seat, and when nobody is to act."""
    replay: Replay
    """The response of `GET replay?after=`."""
    events: list[Event]
    """Events after the given version, at most 500."""
    audit: AuditFile | None
    """The response of `GET audit?after=`; null without `audit`, and when that responds 503 because the newest head of the log cannot be stored."""


class ArgumentStep(Struct, kw_only=True, omit_defaults=True):
    """One step of an argument, as people say it at the table."""
    clause: str
    """The clause that it is based on, of the ruleset or of the table."""
    text: BothLanguages
    """The text; null for who may not read it."""
    numbers: dict[str, int]
    """The figures in it; one named as a field of the event is equal to it."""


class AgeOfWarExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """The argument behind one event, from the state before it, as this viewer may know both."""
    game: str
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    version: int
    """The event's."""
    type: AgeOfWarType
    rules: list[str]
    viewer: str
    steps: list[ArgumentStep]
    """Empty for events that decide nothing."""


class NagarajaExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    game: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    version: int
    type: NagarajaType
    rules: list[str]
    viewer: str
    steps: list[ArgumentStep]


class RomansExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    game: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    version: int
    type: RomansType
    rules: list[str]
    viewer: str
    steps: list[ArgumentStep]


class ToucheExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    game: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    version: int
    type: ToucheType
    rules: list[str]
    viewer: str
    steps: list[ArgumentStep]


if TYPE_CHECKING:
    Explanation: TypeAlias = AgeOfWarExplanation | NagarajaExplanation | RomansExplanation | ToucheExplanation
else:

    class Explanation(Choice):
        """The argument behind one event, from the state before it, as this viewer may know both."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarExplanation', 'nagaraja': 'NagarajaExplanation', 'romans': 'RomansExplanation', 'touche': 'ToucheExplanation'}


class AgeOfWarActionExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """Why an action of a seat is legal at a version or not, from what the seat itself may know."""
    game: str
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    version: int
    seat: int
    action: AgeOfWarAction
    """The action in question, as the ruleset reads it."""
    legal: bool
    """Whether it may be done."""
    steps: list[ArgumentStep]
    """At least one; of an illegal action the first says what forbids it."""


class NagarajaActionExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    game: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    version: int
    seat: int
    action: NagarajaAction
    legal: bool
    steps: list[ArgumentStep]


class RomansActionExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    game: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    version: int
    seat: int
    action: RomansAction
    legal: bool
    steps: list[ArgumentStep]


class ToucheActionExplanation(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    game: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    version: int
    seat: int
    action: ToucheAction
    legal: bool
    steps: list[ArgumentStep]


if TYPE_CHECKING:
    ActionExplanation: TypeAlias = AgeOfWarActionExplanation | NagarajaActionExplanation | RomansActionExplanation | ToucheActionExplanation
else:

    class ActionExplanation(Choice):
        """Why an action of a seat is legal at a version or not, from what the seat itself may know."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarActionExplanation', 'nagaraja': 'NagarajaActionExplanation', 'romans': 'RomansActionExplanation', 'touche': 'ToucheActionExplanation'}


class ActionQuestion(Struct, kw_only=True, omit_defaults=True):
    """A question about a version of the game."""
    version: int
    """The version of the game."""
    action: Action
    """The action to explain."""


class Estimate(Struct, kw_only=True, omit_defaults=True):
    """What an estimated chance rests on."""
    playouts: int
    """How many games were played on."""
    error: float
    """As `error` of the moment, for these chances alone."""


class Change(Struct, kw_only=True, omit_defaults=True):
    """How much chances changed, by pairs of games that were played on with the same luck."""
    by: dict[str, float]
    """How much was added to each seat's chance to win, by seat; negative for a loss."""
    error: float
    """The largest standard error of these."""
    playouts: int
    """How many pairs of games were played on."""
    beyond_doubt: bool
    """Whether a chance changed by 0.2 or more and fresh playouts, none of which made us look here, prove that it changed: of five hundred analyses, at most one says so anywhere without reason."""


class AgeOfWarBetter(Struct, kw_only=True, omit_defaults=True):
    """An action that was better than what was done, beyond doubt."""
    action: AgeOfWarAction
    """The better action."""
    label: BothLanguages
    """What it does, in words."""
    gain: float
    """How much more often its seat wins with it, for all that the seat knew, from 0 to 1."""
    error: float
    """The standard error of `gain`."""
    playouts: int


class Odds(Struct, kw_only=True, omit_defaults=True):
    """An exact chance, by arithmetic and not by playouts: of what the action was to bring."""
    about: BothLanguages
    """What it is the chance of."""
    chance: float
    """After what was done, from 0 to 1, if everything is done for it."""
    highest: float
    """After the action that was best for it."""


class AgeOfWarMoment(Struct, kw_only=True, omit_defaults=True):
    """A decision: somebody had more than one legal action."""
    version: int
    """The version at which it was made."""
    seat: int
    """Who made it."""
    chances: dict[str, float]
    """Each seat's chance to win, for a viewer who sees everything: from 0 to 1, by seat."""
    seen: dict[str, float]
    """The same, for all that the acting seat knew."""
    playouts: int
    """How many games, at least, were played on from here for each of the two."""
    error: float
    """The larger of the errors of `chances` and of `seen`, no bound: the standard error, and what playouts that end before the end of a game were measured to be off by, as a root mean square over positions of whole games."""
    estimate: Estimate
    """What `chances` rest on."""
    turning: bool
    """Whether the decision changed the chances, as `decision.beyond_doubt` says."""
    searched: bool
    """Whether a better action was searched for."""
    decision: Change | None = None
    """What was done, compared with thoughtful play, for all that its seat knew; absent where the rules of today say otherwise."""
    luck: Change | None = None
    """What chance, and what its seat could not know, added from then to the next decision, after the last one to the end; absent if the next one was not looked at."""
    best: AgeOfWarAction | None = None
    """The action of `better`; absent where nothing is better beyond doubt."""
    better: AgeOfWarBetter | None = None
    """Absent where nothing was found that is better beyond doubt."""
    odds: Odds | None = None
    """Absent where arithmetic does not answer, as in games without dice."""


class Alternatives(Struct, kw_only=True, omit_defaults=True):
    """The result of the search for better actions. A search looks only a few times at each decision, so most actions that it
    prefers prove not to be better. Between good players there may be none."""
    found: int
    """In how many of the searched decisions the search, or else the bot that plays games on, would have done something else."""
    compared: int
    """How many of these, the most promising, were tested by pairs of games with the same luck."""
    better: int
    """How many of these are better beyond doubt; their moments have `better`."""


class AgeOfWarGameAnalysis(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """The analysis of a game, or how far it has come. Until it is done there are no moments."""
    game: str
    version: int
    """The version of the game that it is about."""
    status: GameAnalysisStatus
    progress: float
    """How much of it is done, from 0 to 1."""
    asked_at: str
    """In RFC 3339, UTC."""
    done_at: str | None
    """null until it is done."""
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    decisions: int
    """How many decisions there were."""
    moments: list[AgeOfWarMoment]
    """The decisions that were looked at, the oldest first."""
    hurried: bool
    """Whether the time was short: fewer than 100 playouts and so errors above 0.05, some decisions without a search, or some not looked at."""
    result: dict[str, float] | None
    """As it was played, whatever was ruled later: 1 for each winner and 0 for the others, equal shares where nobody won; null for a game that was not played to its end."""
    alternatives: Alternatives | None = None
    """Absent until the analysis is done, and in those of earlier versions."""


class NagarajaBetter(Struct, kw_only=True, omit_defaults=True):
    action: NagarajaAction
    label: BothLanguages
    gain: float
    error: float
    playouts: int


class NagarajaMoment(Struct, kw_only=True, omit_defaults=True):
    version: int
    seat: int
    chances: dict[str, float]
    seen: dict[str, float]
    playouts: int
    error: float
    estimate: Estimate
    turning: bool
    searched: bool
    decision: Change | None = None
    luck: Change | None = None
    best: NagarajaAction | None = None
    better: NagarajaBetter | None = None
    odds: Odds | None = None


class NagarajaGameAnalysis(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    game: str
    version: int
    status: GameAnalysisStatus
    progress: float
    asked_at: str
    done_at: str | None
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    decisions: int
    moments: list[NagarajaMoment]
    hurried: bool
    result: dict[str, float] | None
    alternatives: Alternatives | None = None


class RomansBetter(Struct, kw_only=True, omit_defaults=True):
    action: RomansAction
    label: BothLanguages
    gain: float
    error: float
    playouts: int


class RomansMoment(Struct, kw_only=True, omit_defaults=True):
    version: int
    seat: int
    chances: dict[str, float]
    seen: dict[str, float]
    playouts: int
    error: float
    estimate: Estimate
    turning: bool
    searched: bool
    decision: Change | None = None
    luck: Change | None = None
    best: RomansAction | None = None
    better: RomansBetter | None = None
    odds: Odds | None = None


class RomansGameAnalysis(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    game: str
    version: int
    status: GameAnalysisStatus
    progress: float
    asked_at: str
    done_at: str | None
    ruleset: ClassVar[Literal['romans']] = 'romans'
    decisions: int
    moments: list[RomansMoment]
    hurried: bool
    result: dict[str, float] | None
    alternatives: Alternatives | None = None


class ToucheBetter(Struct, kw_only=True, omit_defaults=True):
    action: ToucheAction
    label: BothLanguages
    gain: float
    error: float
    playouts: int


class ToucheMoment(Struct, kw_only=True, omit_defaults=True):
    version: int
    seat: int
    chances: dict[str, float]
    seen: dict[str, float]
    playouts: int
    error: float
    estimate: Estimate
    turning: bool
    searched: bool
    decision: Change | None = None
    luck: Change | None = None
    best: ToucheAction | None = None
    better: ToucheBetter | None = None
    odds: Odds | None = None


class ToucheGameAnalysis(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    game: str
    version: int
    status: GameAnalysisStatus
    progress: float
    asked_at: str
    done_at: str | None
    ruleset: ClassVar[Literal['touche']] = 'touche'
    decisions: int
    moments: list[ToucheMoment]
    hurried: bool
    result: dict[str, float] | None
    alternatives: Alternatives | None = None


if TYPE_CHECKING:
    GameAnalysis: TypeAlias = AgeOfWarGameAnalysis | NagarajaGameAnalysis | RomansGameAnalysis | ToucheGameAnalysis
else:

    class GameAnalysis(Choice):
        """The analysis of a game, or how far it has come. Until it is done there are no moments."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarGameAnalysis', 'nagaraja': 'NagarajaGameAnalysis', 'romans': 'RomansGameAnalysis', 'touche': 'ToucheGameAnalysis'}


class AnalysisProgress(Struct, kw_only=True, omit_defaults=True):
    """How far the analysis of a game has come, as its stream tells it."""
    game: str
    version: int
    status: GameAnalysisStatus
    progress: float


class NoticeGap(Struct, kw_only=True, omit_defaults=True):
    """Notices that are no longer stored."""
    from_: int = field(name="from")
    """The first of them."""
    to: int
    """The last of them."""


class NoticeSent(Struct, kw_only=True, omit_defaults=True):
    """Something that an account is notified of. What happened is read from the game, which this only names."""
    n: int
    """The number of the account's notice, from 1."""
    kind: NoticeKind
    """What it is a notice of."""
    game: str | None
    """The game or tournament; null in a notice about the account."""
    version: int
    """The game's version after what happened; 0 where there is none."""
    seat: int
    """The seat that is to act or to answer, whose clock is low, or that is free; else 0."""
    at: str
    what: str | None = None
    """Of `account`: what was changed (`passkey`, `codes`, `token`, `recovery`, `device`). Of `invited`: the invitation's id. Else absent."""


class PushKey(Struct, kw_only=True, omit_defaults=True):
    """What a browser subscribes with."""
    key: str
    """The service's public key, the `applicationServerKey` of a subscription, in base64url."""


class SubscriptionMade(Struct, kw_only=True, omit_defaults=True):
    """A browser that receives push messages."""
    id: str
    """The subscription's id."""


class PushKeys(Struct, kw_only=True, omit_defaults=True):
    """The browser's keys, in base64url."""
    p256dh: str
    """Its public key: a point on P-256."""
    auth: str
    """Its secret, 16 bytes."""


class NewSubscription(Struct, kw_only=True, omit_defaults=True):
    """A browser's subscription."""
    endpoint: str
    """The push service's address of the browser."""
    expirationTime: int | None = None
    """Not read."""
    keys: PushKeys
    """The keys that messages are encrypted with."""


class GameAudience(Struct, kw_only=True, omit_defaults=True):
    """Who is connected to a game now: open streams, and long polls that wait."""
    watching: int
    """Viewers without a seat. A token counts once; without one, each connection counts."""
    present: list[int]
    """Seats that are connected, or were within the last 12 seconds, in order. Bots of the service are never listed, because nothing is connected for them: the game document names them."""


class Audience(Struct, kw_only=True, omit_defaults=True):
    """Who watches public games now."""
    watching: int
    """All viewers without a seat. Counted are the 1,000 most watched games."""
    games: dict[str, int]
    """The 200 most watched games: viewers without a seat, by the game's id."""


class Rotated(Struct, kw_only=True, omit_defaults=True):
    """A token in place of another one, which is dead."""
    token: str
    """Shown once; keep it."""
    role: str
    """seat:N, organiser, auditor or analyst"""
    expires_at: str | None
    """null for a token that lasts as long as its game."""


class SessionDocument(Struct, kw_only=True, omit_defaults=True):
    """A browser in which the account is signed in."""
    id: str
    """Names the session, to end it."""
    label: str
    """The browser, as it named itself."""
    created_at: str
    used_at: str
    """When it was used last, to the hour."""
    current: bool
    """Whether it is the session that asks."""


class SessionList(Struct, kw_only=True, omit_defaults=True):
    """The account's sessions."""
    sessions: list[SessionDocument]
    """The oldest first."""


class TokenDocument(Struct, kw_only=True, omit_defaults=True):
    """A personal token that is valid."""
    id: str
    """Names the token, to revoke it."""
    label: str
    """What its owner calls it."""
    scopes: list[Scope]
    """What it may do."""
    created_at: str
    expires_at: str
    """In RFC 3339, UTC."""
    last_used_at: str | None
    """To the hour; null if it was never used."""


class TokenList(Struct, kw_only=True, omit_defaults=True):
    """The valid personal tokens of an account."""
    tokens: list[TokenDocument]
    """The oldest first."""


class TokenMinted(Struct, kw_only=True, omit_defaults=True):
    """A new personal token."""
    id: str
    token: str
    """For the Authorization header. No later response contains it."""
    expires_at: str


class NewToken(Struct, kw_only=True, omit_defaults=True):
    """A personal token, for a program."""
    label: str
    """What its owner calls it. In letters of any script; stored in Unicode's form NFC. No categories Cc, Cf, Zl, Zp, Cs, Cn, and at most 30 combining marks in a row."""
    scopes: list[Scope]
    """What it may do; none contains another."""
    expires_in: int = 7776000
    """Seconds; 90 days by default."""


class AccountOwner(Struct, kw_only=True, omit_defaults=True):
    id: str
    name: str
    """The account's name."""


class AccountDocument(Struct, kw_only=True, omit_defaults=True):
    """An account. A bot has an owner."""
    id: str
    name: str
    bot: bool
    """Whether programs play for it."""
    owner: AccountOwner | None = None


class BotList(Struct, kw_only=True, omit_defaults=True):
    """The bots of an account."""
    bots: list[AccountDocument]
    """The oldest first."""


class AccountOpened(Struct, kw_only=True, omit_defaults=True):
    """A new account."""
    account: AccountDocument


class NewBot(Struct, kw_only=True, omit_defaults=True):
    """A bot."""
    name: str
    """Its name, of the form of all names of accounts."""


class NewBotToken(Struct, kw_only=True, omit_defaults=True):
    """A token of a bot, which is no referee."""
    label: str
    scopes: list[BotScope]
    expires_in: int = 7776000


class DeviceCode(Struct, kw_only=True, omit_defaults=True):
    """A code for another device."""
    device: str
    """Names the code, to let the device in."""
    url: str
    """A path of this service with the secret behind #, which browsers send nowhere."""
    expires_at: str
    """Until when all steps have to be done, in RFC 3339."""


class Nothing(Struct, kw_only=True, omit_defaults=True):
    """No members."""


class DeviceStatus(Struct, kw_only=True, omit_defaults=True):
    """A code that is still valid."""
    expires_at: str


class Digits(Struct, kw_only=True, omit_defaults=True):
    """What the new device shows."""
    digits: str
    """The six digits."""


class DeviceOpened(Struct, kw_only=True, omit_defaults=True):
    """What the new device shows, and what it asks with."""
    digits: str
    """Six digits, to be typed in where the account is signed in."""
    ticket: str
    """Gets the session once the digits were typed in."""
    expires_at: str


class CodeSecret(Struct, kw_only=True, omit_defaults=True):
    """What the new device has read."""
    secret: str
    """What was behind # in the code's address."""


class AccountSignedIn(Struct, kw_only=True, omit_defaults=True):
    """The account, and its new session, whose cookie comes with the response."""
    account: AccountDocument
    session: str
    """Names the session, to end it."""


class Ticket(Struct, kw_only=True, omit_defaults=True):
    """Who was let in."""
    ticket: str
    """The ticket of the opening."""


class Invited(Struct, kw_only=True, omit_defaults=True):
    """A new invitation. Its code is returned once; an account that is invited by name needs none."""
    invitation: str
    """Names the invitation, to revoke it."""
    code: str | None
    """Opens one seat, once; send it to the person invited and to nobody else. null for an account that is invited by name."""
    url: str
    """A path of this service with the code behind #, which browsers send nowhere."""
    expires_at: str
    account: AccountOwner | None = None
    """The account that is invited; absent where a code opens the seat."""


class NewInvitation(Struct, kw_only=True, omit_defaults=True):
    """The seat and the lifetime of an invitation."""
    seat: int | None = None
    """The seat; by default any free one."""
    account: str | None = None
    """The id or name of an account that is invited without a code, by an account that organises."""
    expires_in: int = 604800
    """Seconds."""


class OpenInvitation(Struct, kw_only=True, omit_defaults=True):
    """An invitation that can be used still."""
    invitation: str
    seat: int | None
    """The seat that it is for; null for any free one."""
    expires_at: str
    account: AccountOwner | None = None


class InvitationList(Struct, kw_only=True, omit_defaults=True):
    """What can be used still, the first to expire first."""
    invitations: list[OpenInvitation]
    """Those that can be used still."""


class PlannedGame(Struct, kw_only=True, omit_defaults=True):
    """A game as it was fixed before anybody joined."""
    number: int
    """From 0, as in entry 0 of the game."""
    game: str
    """The id that it has or will have."""
    roots: list[str]
    """Tree heads of its draw keys, one an epoch, in base64."""


class PlanDocument(Struct, kw_only=True, omit_defaults=True):
    """What a tournament's games are bound to: the ledger's page says how commitments follow from it."""
    tournament: str
    """16 bytes in hexadecimal."""
    games: int
    """How many are planned, spare ones included."""
    root: str
    """The tree head over all of them, in base64."""
    terms: str
    """The canonical JSON of what they share."""
    planned: list[PlannedGame]
    """All of them, by number."""


class AgeOfWarInvitationDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """What somebody is invited to: a game, or a tournament, which has no log of its own."""
    game: str | None
    """The game's id; null for a tournament."""
    tournament: str | None
    """The tournament's id; null for a game."""
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    seats: int
    options: AgeOfWarOptions
    seat: int | None
    free: list[int]
    """The seats that nobody has taken yet."""
    players: list[str]
    """The names of those who have sat down, by seat."""
    expires_at: str
    entry: str | None
    """Entry 0 of the game's log, as it was hashed."""
    checkpoint: str | None
    """A C2SP signed note over a log that holds entry 0 alone."""
    plan: PlanDocument | None
    """What the games of a tournament are bound to."""
    clock: AgreedClock | None = None
    """The clock that was agreed on; absent where there is none."""


class NagarajaInvitationDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    game: str | None
    tournament: str | None
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    seats: int
    options: NagarajaOptions
    seat: int | None
    free: list[int]
    players: list[str]
    expires_at: str
    entry: str | None
    checkpoint: str | None
    plan: PlanDocument | None
    clock: AgreedClock | None = None


class RomansInvitationDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    game: str | None
    tournament: str | None
    ruleset: ClassVar[Literal['romans']] = 'romans'
    seats: int
    options: RomansOptions
    seat: int | None
    free: list[int]
    players: list[str]
    expires_at: str
    entry: str | None
    checkpoint: str | None
    plan: PlanDocument | None
    clock: AgreedClock | None = None


class ToucheInvitationDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    game: str | None
    tournament: str | None
    ruleset: ClassVar[Literal['touche']] = 'touche'
    seats: int
    options: ToucheOptions
    seat: int | None
    free: list[int]
    players: list[str]
    expires_at: str
    entry: str | None
    checkpoint: str | None
    plan: PlanDocument | None
    clock: AgreedClock | None = None


if TYPE_CHECKING:
    InvitationDocument: TypeAlias = AgeOfWarInvitationDocument | NagarajaInvitationDocument | RomansInvitationDocument | ToucheInvitationDocument
else:

    class InvitationDocument(Choice):
        """What somebody is invited to: a game, or a tournament, which has no log of its own."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarInvitationDocument', 'nagaraja': 'NagarajaInvitationDocument', 'romans': 'RomansInvitationDocument', 'touche': 'ToucheInvitationDocument'}


class RematchOffer(Struct, kw_only=True, omit_defaults=True):
    """The rematch that is being offered, as everybody who sat there may know it."""
    offered_by: int | None
    """The seat that offers; null if nobody offers one now."""
    waiting: list[int]
    """The seats that have not accepted yet."""
    declined: list[int]
    """Those of them that have declined."""
    expires_at: str | None
    """When the offer lapses; null if there is none, or if it was taken up."""
    game: str | None
    """The new game's id, once everybody has accepted."""


class Rematch(Struct, kw_only=True, omit_defaults=True):
    """A rematch that is offered, with `waiting`; or the new table, with `game`, `seat` and `code`."""
    waiting: list[int] | None = None
    game: str | None = None
    seat: int | None = None
    code: str | None = None
    """The invitation to that seat, for the caller alone; null for an account, which is invited by name."""
    organiser_token: str | None = None
    """Of the new game, for the seat that offered the rematch; null if its account organises."""


class RematchAnswer(Struct, kw_only=True, omit_defaults=True):
    """Whether the caller's seat plays again."""
    accept: bool = True
    """false: this seat declines."""


class Forked(Struct, kw_only=True, omit_defaults=True):
    """A new analysis and its token."""
    version: int
    checkpoint: str
    id: str
    token: str
    """The analyst's bearer token, which acts for all seats; returned once."""
    status: ForkedStatus
    """The status of the analysis."""


class NewFork(Struct, kw_only=True, omit_defaults=True):
    """Where the analysis starts. A version within an action means the one before that action."""
    version: int
    """The version to start from."""


class LineOfPlay(Struct, kw_only=True, omit_defaults=True):
    """A stretch that was played on from one version, until somebody went back."""
    from_: int = field(name="from")
    """The version that it branches off after."""
    first: int
    """The first version of its own; beyond `to` while it has none."""
    to: int
    """Its last version."""
    current: bool
    """Whether the game continues at the end of it."""


class LineList(Struct, kw_only=True, omit_defaults=True):
    """The tree of what was played, in the order of the log."""
    version: int
    lines: list[LineOfPlay]
    """The first begins with the first position."""


class LineFrom(Struct, kw_only=True, omit_defaults=True):
    """Where an analysis continues."""
    to_version: int


class StudyTitle(Struct, kw_only=True, omit_defaults=True):
    """What an analyst calls an analysis."""
    title: str
    """At most 100 characters on one line; empty without a title."""


class NewTitle(Struct, kw_only=True, omit_defaults=True):
    """What the analysis is called from now on."""
    title: str
    """At most 100 visible characters on one line, stored in Unicode's form NFC; empty for none."""


class Arrow(Struct, kw_only=True, omit_defaults=True):
    """An arrow on the board, or a ring around one place where both ends are the same."""
    start: str
    """The place where it begins, as the page's boards call it."""
    end: str
    """The place where it ends."""


class Note(Struct, kw_only=True, omit_defaults=True):
    """What somebody has written on a version."""
    version: int
    """The version that it is about."""
    author: str
    """Who has written it: seat:N, organiser, or in an analysis analyst."""
    text: str
    """What it says, at most 2,000 characters."""
    marks: list[str]
    """What on the board of that version it is about; viewers leave out what is not there."""
    at: str
    """When it was written last."""
    glyph: Glyph | None = None
    """What the author thinks of the action that led here: `!` good, `?` a mistake, `!!` brilliant, `??` a blunder, `!?` interesting, `?!` dubious. Absent: nothing is said."""
    arrows: list[Arrow] | None = None
    """On the board of that version; viewers leave out what is not there. Absent: none."""


class NoteList(Struct, kw_only=True, omit_defaults=True):
    """The notes on a game. They are no part of its log: nothing vouches for them but the service that tells them."""
    version: int
    imported: bool
    """Whether they were imported from a file, so that only the file names their authors."""
    notes: list[Note]
    """By version and author; none while a game is in progress."""
    title: str | None = None
    """The title of an analysis; absent without one."""


class ArrowOnBoard(Struct, kw_only=True, omit_defaults=True):
    """An arrow on the board, or a ring around one place where both ends are the same.

Places have the names of the page's boards: `die:2`, or on the plain board `view:players:0:hand` for what is at
`/players/0/hand` of `view`. Others are refused (422). Viewers leave out arrows between places that the board
does not have at that version."""
    start: str
    """Where it begins."""
    end: str
    """Where it ends."""


class NewNote(Struct, kw_only=True, omit_defaults=True):
    """A note on a version. It replaces the caller's earlier one; one without text, glyph and arrows deletes that."""
    text: str
    """At most 2,000 visible characters and line ends; stored in Unicode's form NFC."""
    marks: list[str] | None = None
    """The parts of that version's board that the note is about; viewers ignore those that do not exist."""
    glyph: Glyph | None = None
    """A judgment of the action that led to this version."""
    arrows: list[ArrowOnBoard] | None = None
    """Arrows on the board of that version."""


class Shared(Struct, kw_only=True, omit_defaults=True):
    """A new share of an analysis. Its token is returned once."""
    share: str
    """Names the share, to take it back."""
    token: str
    """Opens the analysis to look on, and does nothing in it."""
    url: str
    """A path of this service with the token behind #, which browsers send nowhere."""
    expires_at: str | None
    """null for one that counts as long as there is the analysis."""


class NewShare(Struct, kw_only=True, omit_defaults=True):
    """The version that the link opens, and its lifetime."""
    version: int | None = None
    """The version that the link opens; the default is the current one."""
    expires_in: int | None = None
    """Seconds; by default the link is valid as long as the analysis exists."""


class OpenShare(Struct, kw_only=True, omit_defaults=True):
    """A share that counts still."""
    share: str
    expires_at: str | None


class ShareList(Struct, kw_only=True, omit_defaults=True):
    """With how many an analysis is shared."""
    shares: list[OpenShare]
    """Those that count still."""


class Person(Struct, kw_only=True, omit_defaults=True):
    """Who took a seat."""
    seat: int
    name: str
    """Their name."""
    bot: str | None


class GameFile(Struct, kw_only=True, omit_defaults=True):
    """A whole game in one file: see docs/portable.md."""
    format: GameFileFormat
    """What kind of file it is. This service writes the second, and reads both."""
    audit: AuditFile
    """The game's log, with what a stranger needs to check it."""
    players: list[Person]
    """Who took the seats, in their order."""
    notes: list[Note] | None = None
    """What was written on versions, by version and author; absent from `kronika-game/1`."""
    unsigned: list[str] | None = None
    """The members that no log vouches for: `players` and `notes`; absent from `kronika-game/1`."""
    incomplete: str | None = None
    """Why no service can take the file in; absent from one that can be taken in."""


class Imported(Struct, kw_only=True, omit_defaults=True):
    """A game that came in a file."""
    version: int
    checkpoint: str
    id: str
    status: ImportedStatus
    """How the game ended."""
    auditor_token: str | None
    """Opens everything in the imported game, the same at every import; null for a game that was played here."""
    referee_token: str | None
    """The same token under its old name, until v2."""


class InclusionProof(Struct, kw_only=True, omit_defaults=True):
    """The audit path of an entry in a log (RFC 9162); nodes in base64."""
    index: int
    size: int
    """How many entries the log has that it is proved for."""
    path: list[str]
    """From the entry up to the root."""


class ConsistencyProof(Struct, kw_only=True, omit_defaults=True):
    """That a log begins with a shorter one (RFC 9162); nodes in base64."""
    from_: int = field(name="from")
    """The size of the shorter log."""
    to: int
    """The size of the longer log."""
    path: list[str]
    """The nodes that show it."""


class DisclosureList(Struct, kw_only=True, omit_defaults=True):
    """The openings of the hidden values that a viewer may know."""
    version: int
    disclosures: list[Disclosure]
    """In the order of the log."""


class DrawList(Struct, kw_only=True, omit_defaults=True):
    """Opened draw keys, and the seeds mixed into the draws."""
    version: int
    seeds: list[MixedSeed]
    draws: list[OpenedDraw]


class CosignatureList(Struct, kw_only=True, omit_defaults=True):
    """What witnesses cosigned of a game's log: its heads at the start and at the end."""
    version: int
    cosignatures: list[Cosignature]
    """Those that have come."""


class TournamentSummary(Struct, kw_only=True, omit_defaults=True):
    """A tournament as it is listed."""
    id: str
    """The tournament's id, 32 hexadecimal digits."""
    ruleset: RulesetId
    status: TournamentSummaryStatus
    """The status of the tournament."""
    seats: list[Seat]
    games_total: int
    """How many games are played in all."""
    created_at: str


class TournamentList(Struct, kw_only=True, omit_defaults=True):
    """A page of tournaments."""
    tournaments: list[TournamentSummary]
    """The newest first."""
    next: str | None


class TournamentCreated(Struct, kw_only=True, omit_defaults=True):
    """A new tournament and its organiser's token."""
    id: str
    organiser_token: str | None
    """Counts in every game too. Shown once; keep it. null where an account organises the tournament."""
    location: str
    """The path of the tournament."""


class NewAgeOfWarTournament(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A tournament of games of Age of War"""
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    seats: AgeOfWarSeats
    options: AgeOfWarOptions | None = None
    visibility: Visibility = 'public'
    undo: UndoPolicy | None = None
    disputes: DisputeTerms | None = None
    clock: NewClock | None = None
    accounts: Literal['required'] | None = None
    meeting: str | None = None
    games: int
    """The number of games."""
    points: dict[str, int] | None = None
    """Points by place in a game, such as 3 for '1'; by default those of the ruleset."""


class NewNagarajaTournament(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    """A tournament of games of Nagaraja"""
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    seats: Literal[2]
    options: NagarajaOptions | None = None
    visibility: Visibility = 'public'
    undo: UndoPolicy | None = None
    disputes: DisputeTerms | None = None
    clock: NewClock | None = None
    accounts: Literal['required'] | None = None
    meeting: str | None = None
    games: int
    points: dict[str, int] | None = None


class NewRomansTournament(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    """A tournament of games of Romans Go Home!"""
    ruleset: ClassVar[Literal['romans']] = 'romans'
    seats: RomansSeats
    options: RomansOptions | None = None
    visibility: Visibility = 'public'
    undo: UndoPolicy | None = None
    disputes: DisputeTerms | None = None
    clock: NewClock | None = None
    accounts: Literal['required'] | None = None
    meeting: str | None = None
    games: int
    points: dict[str, int] | None = None


class NewToucheTournament(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    """A tournament of games of Touché"""
    ruleset: ClassVar[Literal['touche']] = 'touche'
    seats: ToucheSeats
    options: ToucheOptions | None = None
    visibility: Visibility = 'public'
    undo: UndoPolicy | None = None
    disputes: DisputeTerms | None = None
    clock: NewClock | None = None
    accounts: Literal['required'] | None = None
    meeting: str | None = None
    games: int
    points: dict[str, int] | None = None


if TYPE_CHECKING:
    NewTournament: TypeAlias = NewAgeOfWarTournament | NewNagarajaTournament | NewRomansTournament | NewToucheTournament
else:

    class NewTournament(Choice):
        """Games of the same players."""

        by = 'ruleset'
        types = {'age-of-war': 'NewAgeOfWarTournament', 'nagaraja': 'NewNagarajaTournament', 'romans': 'NewRomansTournament', 'touche': 'NewToucheTournament'}


class Entered(Struct, kw_only=True, omit_defaults=True):
    """A seat in every game of a tournament, and its token."""
    seat: int
    token: str | None
    """The bearer token of the seat, in every game; returned once. null for the seat of an account."""


class NewEntrant(Struct, kw_only=True, omit_defaults=True):
    """A player or bot who takes a seat in every game. Without `seat` they get the first free one; `bot` is for the
organiser.

`seed_commitment`, `key` and `sig` are valid for all games: the seed is revealed once, when all seats are taken."""
    name: str | None = None
    seat: int | None = None
    invitation: str | None = None
    bot: Bot | None = None
    account_salt: str | None = None
    seed_commitment: str | None = None
    key: str | None = None
    sig: str | None = None
    tokens: list[str] | None = None


class SeedOpened(Struct, kw_only=True, omit_defaults=True):
    """A seed that counts in all games."""
    to_reveal: list[int]
    """Seats whose seeds the first game waits for still."""


class TournamentGame(Struct, kw_only=True, omit_defaults=True):
    """One game of a tournament."""
    number: int
    """From 1; entry 0 of the game counts from 0."""
    id: str
    status: GameSummaryStatus
    winners: list[int] | None
    """Seats; null until the standings have taken the game in."""


class Standing(Struct, kw_only=True, omit_defaults=True):
    """One side, or a seat that has none. Equal points share a place (1, 1, 3)."""
    place: int
    """From 1."""
    side: str | None
    """The clan, colour or team; null for a seat that has none."""
    seats: list[int]
    """Of this side."""
    points: int
    """Of all games."""
    wins: int
    """Games won."""
    details: dict[str, int]
    """What the ruleset counts beside points, such as patterns by kind."""


class RefereeListed(Struct, kw_only=True, omit_defaults=True):
    """A referee of the game, or of its tournament and so of the game."""
    referee: int
    head: bool
    name: str | None
    """null until they have redeemed the code"""
    appointed: Appointed
    """The version at which it was appointed."""
    dismissed: bool


class AgeOfWarTournamentDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A tournament. Standings follow the games: they are complete when `lag` is 0."""
    id: str
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    status: TournamentSummaryStatus
    seats: list[Seat]
    games_total: int
    created_at: str
    options: AgeOfWarOptions
    points: dict[str, int] | None
    """By place in a game; null for the ruleset's own points."""
    visibility: Visibility
    undo: UndoPolicy
    """Whether actions may be taken back."""
    to_reveal: list[int]
    """Seats whose seeds the first game waits for, once all are taken."""
    games_planned: int
    """How many were fixed when it was set: those to play, and spare ones."""
    plan_root: str
    """The tree head over all planned games, in base64."""
    terms: str
    """The canonical JSON of what all games share."""
    games: list[TournamentGame]
    """Those begun so far. An abandoned one brings no points and is played again as the next one."""
    standings: list[Standing]
    """Best first."""
    referees: list[RefereeListed]
    """Those appointed for all of its games, dismissed ones too."""
    winners: list[int] | None
    """Seats of all sides with most points; null while it is not over."""
    lag: int
    """Games that the standings have still to take in."""
    viewer: str
    clock: AgreedClock | None = None
    meeting: str | None = None
    accounts: Literal['required'] | None = None


class NagarajaTournamentDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    id: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    status: TournamentSummaryStatus
    seats: list[Seat]
    games_total: int
    created_at: str
    options: NagarajaOptions
    points: dict[str, int] | None
    visibility: Visibility
    undo: UndoPolicy
    to_reveal: list[int]
    games_planned: int
    plan_root: str
    terms: str
    games: list[TournamentGame]
    standings: list[Standing]
    referees: list[RefereeListed]
    winners: list[int] | None
    lag: int
    viewer: str
    clock: AgreedClock | None = None
    meeting: str | None = None
    accounts: Literal['required'] | None = None


class RomansTournamentDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    id: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    status: TournamentSummaryStatus
    seats: list[Seat]
    games_total: int
    created_at: str
    options: RomansOptions
    points: dict[str, int] | None
    visibility: Visibility
    undo: UndoPolicy
    to_reveal: list[int]
    games_planned: int
    plan_root: str
    terms: str
    games: list[TournamentGame]
    standings: list[Standing]
    referees: list[RefereeListed]
    winners: list[int] | None
    lag: int
    viewer: str
    clock: AgreedClock | None = None
    meeting: str | None = None
    accounts: Literal['required'] | None = None


class ToucheTournamentDocument(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    id: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    status: TournamentSummaryStatus
    seats: list[Seat]
    games_total: int
    created_at: str
    options: ToucheOptions
    points: dict[str, int] | None
    visibility: Visibility
    undo: UndoPolicy
    to_reveal: list[int]
    games_planned: int
    plan_root: str
    terms: str
    games: list[TournamentGame]
    standings: list[Standing]
    referees: list[RefereeListed]
    winners: list[int] | None
    lag: int
    viewer: str
    clock: AgreedClock | None = None
    meeting: str | None = None
    accounts: Literal['required'] | None = None


if TYPE_CHECKING:
    TournamentDocument: TypeAlias = AgeOfWarTournamentDocument | NagarajaTournamentDocument | RomansTournamentDocument | ToucheTournamentDocument
else:

    class TournamentDocument(Choice):
        """A tournament. Standings follow the games: they are complete when `lag` is 0."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarTournamentDocument', 'nagaraja': 'NagarajaTournamentDocument', 'romans': 'RomansTournamentDocument', 'touche': 'ToucheTournamentDocument'}


class MeetingCreated(Struct, kw_only=True, omit_defaults=True):
    """A new meeting and its organiser's token."""
    id: str
    """The meeting's id, 32 hexadecimal digits."""
    organiser_token: str | None
    """Appoints referees, and adds tables and tournaments, which have organisers of their own. null where an account organises the meeting."""


class NewMeeting(Struct, kw_only=True, omit_defaults=True):
    """A meeting."""
    name: str
    """In letters of any script; stored in Unicode's form NFC. No categories Cc, Cf, Zl, Zp, Cs, Cn, and at most 30 combining marks in a row."""


class MeetingDocument(Struct, kw_only=True, omit_defaults=True):
    """A meeting. Private tables and tournaments are listed for its referees only."""
    id: str
    name: str
    """As the organiser gave it."""
    created_at: str
    referees: list[RefereeListed]
    """Who may settle disputes."""
    tables: list[GameSummary]
    """Those that belong to no tournament, the newest first."""
    tournaments: list[TournamentSummary]
    viewer: str


class NamesAtTable(Struct, kw_only=True, omit_defaults=True):
    """The names at a table, by number: current ones, as far as the operator has not hidden them."""
    seats: dict[str, str | None]
    """By seat."""
    referees: dict[str, str | None]
    """By referee; null for one who has not accepted."""


class QueueRow(Struct, kw_only=True, omit_defaults=True):
    """A case or a judge call."""
    kind: QueueRowKind
    """What kind it is."""
    game: str
    ruleset: RulesetId
    number: int
    """The number of the dispute, or of the call, in its game."""
    state: QueueRowState
    """Of a case, its state. Of a call: open, answered (at least once), or closed by its seat."""
    opener: str
    """seat:N or referee:N"""
    wants: Wants | None
    """null for a call."""
    clauses: list[str]
    """Those that the opener cites; none for a call."""
    referee: int | None
    """Who has the case, or answered the call last; null if nobody has."""
    names: NamesAtTable
    opened_at: str
    """In RFC 3339, UTC."""
    updated_at: str
    due_at: str | None
    """When a case expires or becomes final if nobody does anything; null for a call."""


class Queue(Struct, kw_only=True, omit_defaults=True):
    """A page of a meeting's queue: open calls, then cases by what is due first, then what is over, the newest first."""
    rows: list[QueueRow]
    """Cases and calls, in this order."""
    next: str | None
    position: int
    """A stream that begins after this position misses no change of what was read here."""
    viewer: str


class RefereeAppointed(Struct, kw_only=True, omit_defaults=True):
    """A referee of a game, and the code that they redeem."""
    version: int
    checkpoint: str
    referee: int
    head: bool
    """Whether the referee may also decide appeals."""
    code: str | None
    """Single-use; returned once. null for an account, which needs none."""


class NewReferee(Struct, kw_only=True, omit_defaults=True):
    """The referee's role."""
    head: bool = False
    """Whether the referee may decide appeals."""
    account: str | None = None
    """The id or the name of the account that is appointed; it accepts without a code."""


class RefereeAccepted(Struct, kw_only=True, omit_defaults=True):
    """A referee's number and token."""
    referee: int
    token: str | None
    """The bearer token of the referee; returned once. null for an account that was appointed."""


class Acceptance(Struct, kw_only=True, omit_defaults=True):
    """The code that makes its holder a referee, and the referee's name; neither for an account that was appointed."""
    code: str | None = None
    """What was sent to the person to accept with; of a penalty the clause that sets it."""
    name: str | None = None
    tokens: list[str] | None = None


class TournamentReferee(Struct, kw_only=True, omit_defaults=True):
    """A referee of all games of a tournament, and the code that they redeem."""
    referee: int
    head: bool
    code: str | None


class CaseSummary(Struct, kw_only=True, omit_defaults=True):
    """A case as the desk lists it."""
    game: str
    ruleset: RulesetId
    dispute: int
    """The number of the dispute in its game."""
    state: CaseState
    """The state of the case."""
    opener: str
    wants: Wants
    """What the dispute asks for."""
    clauses: list[str]
    """The clauses that it is about."""
    referee: int | None
    """Who has it now; null if nobody has."""
    names: NamesAtTable
    opened_at: str
    updated_at: str
    due_at: str | None
    """When it expires or becomes final if nobody does anything."""


class DeskPage(Struct, kw_only=True, omit_defaults=True):
    """A page of cases, newest first."""
    disputes: list[CaseSummary]
    """The cases of the game."""
    next: str | None


class Terms(Struct, kw_only=True, omit_defaults=True):
    """How disputes are settled in this game: times in seconds."""
    open_within: int
    """From the game's last action on; while it runs one may always open."""
    answer_within: int
    """Seconds that a party has for its statement."""
    rule_within: int
    """Seconds that the referee has for a ruling."""
    appeal_within: int
    """Seconds that a party has to appeal."""
    pause: bool
    """Whether the game is paused while a case is open."""


class Stretch(Struct, kw_only=True, omit_defaults=True):
    """Versions of events, both included."""
    from_: int = field(name="from")
    """The version of the first event."""
    to: int
    """The version of the last event."""


class TextShown(Struct, kw_only=True, omit_defaults=True):
    """What somebody has written. The log has its hash only."""
    hash: str
    """base64url of SHA-256 over a salt and the text"""
    status: TextStatus
    """withheld: not for this viewer, or not yet; erased: by the operator of the service, for good"""
    text: str | None
    lang: str | None
    """en or pl; texts are not translated."""
    salt: str | None
    """16 bytes in base64url, with which the hash can be made again"""


class StatementShown(Struct, kw_only=True, omit_defaults=True):
    """What another party than the opener has said."""
    seat: int
    version: int
    at: str
    statement: TextShown


class RefereeOfCase(Struct, kw_only=True, omit_defaults=True):
    """A referee of the game as the log has them, and as the case concerns them."""
    referee: int
    head: bool
    appointed: int
    """A version."""
    accepted: int | None
    """The version; null while they have not."""
    left: int | None
    """The version at which they were dismissed or resigned."""
    marked: bool
    """Whether parties may refuse them: accepted after the start, or the only one at the opening."""
    refused_by: list[int]
    """Parties that have refused them in this case."""
    kept_by: list[int]
    """Parties that have said that they will not."""


class SaidAt(Struct, kw_only=True, omit_defaults=True):
    """What a seat did in a case, and when."""
    seat: int
    version: int
    at: str


class ReleaseShown(Struct, kw_only=True, omit_defaults=True):
    """A referee's release to see the game as some seats."""
    release: int
    """Counts the releases of the case."""
    referee: int
    seats: list[int]
    """The numbers of the seats."""
    about: Stretch
    reason: TextShown
    version: int
    at: str
    ended: int | None
    """The version that ended it; null while it is in force."""
    readings: list[SaidAt]
    """Each seat whose view the referee has read."""


class PenaltyShown(Struct, kw_only=True, omit_defaults=True):
    """A record that changes nothing in the game."""
    seat: int
    kind: PenaltyKind
    code: str
    """A clause referee.conduct.*"""
    nth: int
    """The how manieth of this seat, in the game and its tournament."""


class RulingShown(Struct, kw_only=True, omit_defaults=True):
    """What a referee has ruled."""
    ruling: int
    """The number of the ruling in its game."""
    referee: int
    kind: RulingKind
    clauses: list[str]
    judged: int
    """The version of the game that the referee has judged."""
    findings: TextShown
    """What the referee has found."""
    why_not_stand: TextShown | None
    """Why the result of the table cannot stand; null where nothing was said."""
    remedy: dict[str, Any] | None
    """As requested; an action hidden from the viewer is absent."""
    penalties: list[PenaltyShown]
    """Records that change nothing in the game."""
    version: int
    at: str
    final: int | None
    """The version from which on it counts; null before."""


class GroundsShown(Struct, kw_only=True, omit_defaults=True):
    """The grounds on which a party appeals."""
    seat: int
    version: int
    at: str
    grounds: TextShown


class AnswerShown(Struct, kw_only=True, omit_defaults=True):
    """What a party says to the grounds of the appeals."""
    seat: int
    version: int
    at: str
    answer: TextShown | None
    """null: it has nothing to say."""


class DecisionShown(Struct, kw_only=True, omit_defaults=True):
    """What a head referee has made of the appeals."""
    decision: AppealDecision
    """Whether the ruling stands."""
    referee: int
    version: int
    at: str
    judged: int
    findings: TextShown


class Due(Struct, kw_only=True, omit_defaults=True):
    """What a case waits for, and until when."""
    what: CaseStep
    """refusal: or a word that there is none; appeal: or a waiver; appeal-taking: by a head referee; decision: of the appeal"""
    seats: list[int]
    """Of whom; empty for a referee."""
    referee: int | None
    """Of which referee; null for any, and for seats."""
    at: str
    """When it is too late."""


class AppealShown(Struct, kw_only=True, omit_defaults=True):
    """The first appeal, with its decision."""
    seat: int
    version: int
    at: str
    grounds: TextShown
    decision: AppealDecision | None
    """null until it is decided"""
    findings: TextShown | None


class CaseDocument(Struct, kw_only=True, omit_defaults=True):
    """A dispute from its opening to its end, as one viewer may know it."""
    game: str
    ruleset: RulesetId
    dispute: int
    state: CaseState
    opener: str
    about: Stretch
    clauses: list[str]
    wants: Wants
    parties: list[int]
    """All seats that a person took."""
    version: int
    """Of the event that opened it."""
    opened_at: str
    closed: int | None
    """The version that ended it; null while it is open."""
    closed_at: str | None
    """When it was closed; null while it is open."""
    claim: TextShown
    statements: list[StatementShown]
    """What parties have said to it."""
    statements_in: bool
    """Whether all are given, or the time for them is over."""
    referee: int | None
    """Who has it now. Neither player nor organiser; one whose client withheld its tokens when it accepted the appointment is not caught."""
    referees: list[RefereeOfCase]
    """All of the game, by number."""
    releases: list[ReleaseShown]
    """What the referee was shown with seats' eyes."""
    rulings: list[RulingShown]
    """In order; the last one counts."""
    appeals: list[GroundsShown]
    """In order."""
    answers: list[AnswerShown]
    """In order."""
    decision: DecisionShown | None
    """null until the appeals are decided."""
    waived: list[int]
    """Parties that will not appeal."""
    due: list[Due]
    """By when something has to be done; null where nothing is waited for."""
    game_version: int
    """The version that the game is at."""
    viewer: str
    """seat:N, referee:N, organiser, auditor or spectator"""
    appeal: AppealShown | None = None
    """Deprecated: the first of `appeals` with the `decision`. Absent in a bundle."""


class CaseList(Struct, kw_only=True, omit_defaults=True):
    """All cases of a game, its referees, and the terms for disputes."""
    game: str
    version: int
    terms: Terms | None
    """null if the game has no disputes."""
    referees: list[RefereeListed]
    disputes: list[CaseDocument]
    viewer: str
    """Who asks."""


class ReachableVersion(Struct, kw_only=True, omit_defaults=True):
    """A version that the game can be taken back to."""
    version: int
    class_: WayBackClass = field(name="class")
    """simple: one action, nothing drawn or revealed since; clean: several, nothing drawn or revealed; tainted: something drawn or revealed; needs-random: something that was learnt since would become hidden again."""


class ActionBack(Struct, kw_only=True, omit_defaults=True):
    """An action that would be taken back."""
    action: int
    actor: str
    """seat:N"""
    first: int
    """The version of its first event."""
    last: int
    """The version of the last event of the action."""


class DrawBack(Struct, kw_only=True, omit_defaults=True):
    """A draw that would be taken back; its slot is not used again."""
    version: int
    epoch: int
    slot: int


class PlaceLearnt(Struct, kw_only=True, omit_defaults=True):
    """A hidden place that became known since: never its value."""
    version: int
    place: str
    """Where it was committed, such as 4/d/order/7."""
    to: list[int]
    """Seats that learnt it; 0 means everybody."""


class WayBackDocument(Struct, kw_only=True, omit_defaults=True):
    """What going back to a version would take back."""
    version: int
    class_: WayBackClass = field(name="class")
    actions: list[ActionBack]
    """The actions that it concerns."""
    draws: list[DrawBack]
    learnt: list[PlaceLearnt]
    """What somebody came to know."""
    seconds: int
    """From the first of these actions until the dispute was opened."""


class AssessmentDocument(Struct, kw_only=True, omit_defaults=True):
    """The versions that a game can be taken back to, the nearest first, and what one of them would take back."""
    game: str
    dispute: int
    version: int
    """How much of the log it is made of."""
    reachable: list[ReachableVersion]
    """At most 100."""
    back: WayBackDocument | None
    """What going back to `to` takes back; null without it."""


class Known(Struct, kw_only=True, omit_defaults=True):
    """A hidden place that became known: never its value."""
    place: str
    to: list[int]
    """0 means everybody."""


class Moment(Struct, kw_only=True, omit_defaults=True):
    """One event, when and by whom."""
    version: int
    at: str
    type: str
    actor: str
    """seat:N, referee:N, organiser or table"""
    action: int
    think_ms: int | None
    """How long its seat took: since the event before its action. null for all others."""
    text: BothLanguages
    rules: list[str]
    disputed: bool
    """Whether it is part of the disputed stretch."""
    taken_back: bool
    """Whether it was taken back later."""
    known: list[Known]
    """Who came to know what by it."""


class Timeline(Struct, kw_only=True, omit_defaults=True):
    """From the beginning of the disputed stretch to the end of the case."""
    game: str
    ruleset: RulesetId
    dispute: int
    about: Stretch
    version: int
    """The last event included."""
    viewer: str
    moments: list[Moment]
    """The events, the oldest first."""


class DeskStep(Struct, kw_only=True, omit_defaults=True):
    """What has become of a case."""
    version: int
    checkpoint: str
    dispute: int
    state: CaseState
    ruling: int | None
    """The number of the ruling that counts; null as long as there is none."""
    status: GameStatus


class StretchAsked(Struct, kw_only=True, omit_defaults=True):
    """Versions of events, both included. They may have been taken back."""
    from_: int = field(name="from")
    """The version of an event."""
    to: int
    """The version of an event."""


class NewDispute(Struct, kw_only=True, omit_defaults=True):
    """What is disputed, why, and which remedy the opener wants."""
    lang: Language = 'en'
    """The language of the text."""
    salt: str | None = None
    """With `signed`: the salt of the hash in it."""
    signed: SignedWords | None = None
    seen: SeenHead | None = None
    about: StretchAsked
    claim: str
    """At most 4,000 visible characters and line ends. Stored unchanged."""
    clauses: list[str] | None = None
    wants: Wants


class NewStatement(Struct, kw_only=True, omit_defaults=True):
    """The statement of a party other than the opener."""
    lang: Language = 'en'
    salt: str | None = None
    signed: SignedWords | None = None
    seen: SeenHead | None = None
    text: str
    """At most 4,000 visible characters and line ends. Stored unchanged."""


class DeskAction(Struct, kw_only=True, omit_defaults=True):
    """A step without a text."""
    signed: SignedWords | None = None
    seen: SeenHead | None = None


class NewRefusal(Struct, kw_only=True, omit_defaults=True):
    """Whether a party refuses the referee who has taken the case; false says that it will not."""
    signed: SignedWords | None = None
    seen: SeenHead | None = None
    refuse: bool
    """Whether it refuses."""


class NewRelease(Struct, kw_only=True, omit_defaults=True):
    """The seats whose view is needed, for which versions, and why."""
    seats: list[int]
    from_: int = field(name="from")
    to: int
    reason: str
    """At most 4,000 visible characters and line ends. Stored unchanged."""
    lang: Language = 'en'


class NewReading(Struct, kw_only=True, omit_defaults=True):
    """The seat with whose eyes the referee begins to see."""
    seat: int


class NewRemedy(Struct, kw_only=True, omit_defaults=True):
    """The remedy; its members depend on the ruling's kind.

backed-up: to_version. replayed: chapter, the first version of a chapter of the replay. corrected: to_version, seat and
its action. result: winners, ranking, scores. If the game continues, it may have `clock` besides."""
    to_version: int | None = None
    chapter: int | None = None
    """The chapter to be played again, by the version it begins with."""
    seat: int | None = None
    action: dict[str, Any] | None = None
    """An action of the game's ruleset."""
    winners: list[int] | None = None
    """Who won, by seat."""
    ranking: list[list[int]] | None = None
    scores: dict[str, int] | None = None
    """Points by seat."""
    clock: dict[str, int] | None = None
    """By seat, the milliseconds that its bank then has: stands, backed-up, replayed, corrected."""


class NewPenalty(Struct, kw_only=True, omit_defaults=True):
    """A record that changes nothing in the game; `code` is a clause referee.conduct.*."""
    seat: int
    kind: PenaltyKind
    code: str


class NewRuling(Struct, kw_only=True, omit_defaults=True):
    """A ruling, in one language."""
    kind: RulingKind
    findings: str
    """At most 4,000 visible characters and line ends. Stored unchanged."""
    clauses: list[str]
    remedy: NewRemedy | None = None
    """Omitted if the kind needs none."""
    penalties: list[NewPenalty] | None = None
    why_not_stand: str | None = None
    """At most 4,000 visible characters and line ends. Stored unchanged."""
    lang: Language = 'en'


class ClockAfter(Struct, kw_only=True, omit_defaults=True):
    """The clock of a seat after a ruling, before it runs on."""
    seat: int
    left: int
    """Milliseconds."""
    grace: int
    """Milliseconds."""


class PreviewDocument(Struct, kw_only=True, omit_defaults=True):
    """What a ruling would do to the game. Nothing is drawn for it."""
    game: str
    dispute: int
    version: int
    """The version of the game that it is reckoned from."""
    back: WayBackDocument | None
    """What it would take back; null if the game does not go back."""
    later: list[ActionBack]
    """Those of `back.actions` that began after the disputed stretch: they go back with it."""
    rng: DrawsAfterRewind | None
    """Whether draws after it come again as they were or are made anew; null if the game does not go back."""
    shuffled: list[list[str]]
    """In each pool the hidden places that would be shuffled."""
    needs_head: bool
    """Whether only a head referee may rule so, citing a clause; past a draw or reveal, explaining why the result cannot stand."""
    acts: int | None
    """The seat whose action the table would make, again or corrected."""
    clocks: list[ClockAfter] | None = None
    """In a game with a clock: where the game goes back or banks are set."""


class NewPreview(Struct, kw_only=True, omit_defaults=True):
    """The part of a ruling that has an effect."""
    kind: RulingKind
    remedy: NewRemedy | None = None


class NewAppeal(Struct, kw_only=True, omit_defaults=True):
    """Why the ruling is wrong."""
    lang: Language = 'en'
    salt: str | None = None
    signed: SignedWords | None = None
    seen: SeenHead | None = None
    grounds: str
    """At most 4,000 visible characters and line ends. Stored unchanged."""


class NewAnswer(Struct, kw_only=True, omit_defaults=True):
    """What a party says to the grounds; without `text` it has nothing to say."""
    lang: Language = 'en'
    salt: str | None = None
    signed: SignedWords | None = None
    seen: SeenHead | None = None
    text: str | None = None


class PlainRuling(Struct, kw_only=True, omit_defaults=True):
    """The ruling, its findings, and the clauses that it rests on."""
    kind: RulingKind
    findings: str
    clauses: list[str]
    remedy: NewRemedy | None = None
    penalties: list[NewPenalty] | None = None
    why_not_stand: str | None = None


class NewDecision(Struct, kw_only=True, omit_defaults=True):
    """The decision on an appeal: `changed` brings a complete ruling that replaces the first."""
    decision: AppealDecision
    findings: str
    ruling: PlainRuling | None = None
    lang: Language = 'en'


class CallAnswer(Struct, kw_only=True, omit_defaults=True):
    """What a referee has answered."""
    referee: int
    version: int
    at: str
    answer: TextShown


class CallShown(Struct, kw_only=True, omit_defaults=True):
    """A seat's question to the referees, without a dispute."""
    call: int
    """The number of the call in its game, from 1."""
    seat: int
    about: Stretch | None
    """The events that it is about; null if it names none."""
    version: int
    at: str
    question: TextShown
    """While the game runs, withheld from all but its seat and the referees."""
    answers: list[CallAnswer]
    """In order; all viewers of the game read them."""
    closed: int | None
    """The version at which its seat closed it; null while it is open."""
    closed_at: str | None


class CallList(Struct, kw_only=True, omit_defaults=True):
    """All judge calls of a game, as one viewer may know them."""
    game: str
    version: int
    calls: list[CallShown]
    """In order."""
    answering: bool
    """Whether the viewer is a referee who may answer calls now, each call once."""
    viewer: str


class CallStep(Struct, kw_only=True, omit_defaults=True):
    """A judge call after a step."""
    version: int
    checkpoint: str
    call: int
    open: bool
    """Whether referees may still answer."""


class NewCall(Struct, kw_only=True, omit_defaults=True):
    """What a seat asks the referees."""
    lang: Language = 'en'
    salt: str | None = None
    signed: SignedWords | None = None
    seen: SeenHead | None = None
    about: StretchAsked | None = None
    """The events that it is about, if it is about any in particular."""
    question: str
    """At most 4,000 visible characters and line ends. Stored unchanged."""


class NewCallAnswer(Struct, kw_only=True, omit_defaults=True):
    """What a referee answers."""
    answer: str
    """At most 4,000 visible characters and line ends. Stored unchanged."""
    lang: Language = 'en'


class RulingAppeal(Struct, kw_only=True, omit_defaults=True):
    """What an appeal has made of a ruling."""
    decision: RulingAppealDecision
    """undecided: nobody decided it in time"""
    referee: int | None
    """Who decided; null if nobody did."""
    findings: TextShown | None


class RulingFound(Struct, kw_only=True, omit_defaults=True):
    """A ruling of a final case in a public game."""
    game: str
    ruleset: RulesetId
    dispute: int
    ruling: int
    kind: RulingKind
    clauses: list[str]
    wants: Wants
    """What the opener of the case wanted."""
    referee: int
    name: str | None
    """The referee's name; null if the operator has removed it."""
    at: str
    took_ms: int
    """Milliseconds from the opening of the case; for a ruling on appeal, from the first appeal."""
    findings: TextShown
    outcome: RulingOutcome
    """overturned: replaced by another on appeal"""
    on_appeal: bool
    """Whether it was made on appeal, in place of another."""
    appeal: RulingAppeal | None
    """null if nobody appealed against it"""


class RulingPage(Struct, kw_only=True, omit_defaults=True):
    """A page of rulings, newest first."""
    rulings: list[RulingFound]
    """Newest first."""
    stood: int
    """How many of the last 10,000 rulings were found and stood; the same on every page."""
    overturned: int
    """The same, of those that were overturned."""
    next: str | None


class RefereeTally(Struct, kw_only=True, omit_defaults=True):
    """The rulings of one referee of a game, or of all games of a tournament or meeting."""
    rulings: int
    """How many there were."""
    overturned: int
    """How many of them were overturned on appeal."""
    mean_ms: int
    """The mean of the time to rule, in milliseconds."""
    place: str
    """The id of the game, tournament or meeting."""
    referee: int
    name: str | None
    """null if the operator has removed it"""


class ClauseTally(Struct, kw_only=True, omit_defaults=True):
    """The rulings that cite a clause."""
    rulings: int
    overturned: int
    mean_ms: int
    clause: str
    """The id of the clause."""


class WishTally(Struct, kw_only=True, omit_defaults=True):
    """The rulings in cases whose openers wanted this."""
    rulings: int
    overturned: int
    mean_ms: int
    wants: Wants


class RulingStatistics(Struct, kw_only=True, omit_defaults=True):
    """How many rulings there were in final cases of public games, how long they took, and how many were overturned.

    Each list has at most 100 members, those with the most rulings first."""
    referees: list[RefereeTally]
    clauses: list[ClauseTally]
    wants: list[WishTally]


class ChallengeIssued(Struct, kw_only=True, omit_defaults=True):
    """What a browser is to ask of an authenticator, for one use within five minutes."""
    challenge: str
    """To be sent back with the credential."""
    options: dict[str, Any]
    """For `PublicKeyCredential.parseCreationOptionsFromJSON` (sign-up, passkey, recovery) or `parseRequestOptionsFromJSON` (sign-in, assertion)."""
    expires_at: str


class SignUpChallenge(Struct, kw_only=True, omit_defaults=True, tag_field="for", tag='sign-up'):
    """For a new account."""
    for_: ClassVar[Literal['sign-up']] = 'sign-up'
    name: str
    """2 to 24 characters in Unicode's form NFKC: letters of any script, with marks after them, and digits; between them single spaces, hyphens and underscores."""
    invitation: str | None = None
    """The code of an invitation to a table: such a sign-up may be free of a limit."""


class SignInChallenge(Struct, kw_only=True, omit_defaults=True, tag_field="for", tag='sign-in'):
    """For a session."""
    for_: ClassVar[Literal['sign-in']] = 'sign-in'


class AssertionChallenge(Struct, kw_only=True, omit_defaults=True, tag_field="for", tag='assertion'):
    """For operations that need a passkey presented lately, by the session that asks."""
    for_: ClassVar[Literal['assertion']] = 'assertion'


class PasskeyChallenge(Struct, kw_only=True, omit_defaults=True, tag_field="for", tag='passkey'):
    """For one more passkey of the account that asks."""
    for_: ClassVar[Literal['passkey']] = 'passkey'


class RecoveryChallenge(Struct, kw_only=True, omit_defaults=True, tag_field="for", tag='recovery'):
    """For a new passkey of an account whose passkeys are lost."""
    for_: ClassVar[Literal['recovery']] = 'recovery'
    code: str
    """A recovery code; case, spaces and hyphens do not count."""


if TYPE_CHECKING:
    NewChallenge: TypeAlias = SignUpChallenge | SignInChallenge | AssertionChallenge | PasskeyChallenge | RecoveryChallenge
else:

    class NewChallenge(Choice):
        """What a passkey is to be made or presented for."""

        by = 'for'
        types = {'sign-up': 'SignUpChallenge', 'sign-in': 'SignInChallenge', 'assertion': 'AssertionChallenge', 'passkey': 'PasskeyChallenge', 'recovery': 'RecoveryChallenge'}


class SignedUp(Struct, kw_only=True, omit_defaults=True):
    """A new account, signed in."""
    account: AccountDocument
    recovery_codes: list[str]
    """Each opens the account once, without a passkey. Shown once; case, spaces and hyphens do not count."""


class NewCredentialAnswer(Struct, kw_only=True, omit_defaults=True):
    """A browser's answer to a challenge for a new passkey."""
    challenge: str
    """That of the challenge."""
    credential: dict[str, Any]
    """What `PublicKeyCredential.toJSON()` gives."""
    label: str | None = None
    """By which you recognise the passkey; by default the browser and its system."""


class SignedIn(Struct, kw_only=True, omit_defaults=True):
    """The account and its new session, whose cookie comes with the response, and whether it was recovered lately."""
    account: AccountDocument
    session: str
    recovered_at: str | None
    """When a recovery code was used last, for 30 days; null otherwise. If the owner did not do that, they have to act."""


class CredentialAnswer(Struct, kw_only=True, omit_defaults=True):
    """A browser's answer to a challenge."""
    challenge: str
    credential: dict[str, Any]


class Recovered(Struct, kw_only=True, omit_defaults=True):
    """The account has a new passkey, and nobody is signed in."""
    account: AccountDocument


class Me(Struct, kw_only=True, omit_defaults=True):
    """The account that asks."""
    account: AccountDocument
    assertion_until: str | None
    """Until when the passkey that this session presented counts; null if it has to again."""
    recovery_codes_left: int | None
    """How many recovery codes were not used; null for a personal token."""
    recovered_at: str | None


class NewName(Struct, kw_only=True, omit_defaults=True):
    """The name that the account gets."""
    name: str


class Asserted(Struct, kw_only=True, omit_defaults=True):
    """A passkey was presented."""
    until: str
    """Until when that counts."""


class PasskeyRow(Struct, kw_only=True, omit_defaults=True):
    """A passkey of the account."""
    id: str
    """Names the passkey, to remove it."""
    label: str
    """By which its owner recognises it."""
    created_at: str
    used_at: str | None
    """When it was presented last; null for never since it was made."""


class PasskeyList(Struct, kw_only=True, omit_defaults=True):
    """All passkeys of the account, the oldest first."""
    passkeys: list[PasskeyRow]
    """The oldest first."""


class NewRecoveryCodes(Struct, kw_only=True, omit_defaults=True):
    """New codes; those made before are void."""
    recovery_codes: list[str]


class HookMade(Struct, kw_only=True, omit_defaults=True):
    """A new hook. Its secret is returned once."""
    id: str
    """Names the hook."""
    secret: str
    """Verifies what is received: `whsec_` and base64 of 32 bytes, as Standard Webhooks spells it."""
    status: HookStatus
    """pending: no test has succeeded yet, and nothing else is sent. disabled: the receiver answered 410, or nothing succeeded for three days; a test that succeeds makes it active again."""


class HookAboutGame(Struct, kw_only=True, omit_defaults=True, tag_field="about", tag='game'):
    """A hook about one game, for its organiser."""
    url: str
    """Where the service sends notices: https, port 443 or 8443, without user name and fragment. Names that resolve to addresses that are not public get nothing."""
    events: list[NoticeKind] | None = None
    """The kinds of notices to send; all of them by default."""
    about: ClassVar[Literal['game']] = 'game'
    game: str
    """The game's id."""


class HookAboutTournament(Struct, kw_only=True, omit_defaults=True, tag_field="about", tag='tournament'):
    """A hook about all games of a tournament, for its organiser."""
    url: str
    events: list[NoticeKind] | None = None
    about: ClassVar[Literal['tournament']] = 'tournament'
    tournament: str
    """The tournament's id."""


class HookAboutMe(Struct, kw_only=True, omit_defaults=True, tag_field="about", tag='me'):
    """A hook about what an account is notified of."""
    url: str
    events: list[NoticeKind] | None = None
    about: ClassVar[Literal['me']] = 'me'


class HookAboutPublic(Struct, kw_only=True, omit_defaults=True, tag_field="about", tag='public'):
    """A hook of an account about the beginnings and ends of all public games."""
    url: str
    events: list[NoticeKind] | None = None
    about: ClassVar[Literal['public']] = 'public'


if TYPE_CHECKING:
    NewHook: TypeAlias = HookAboutGame | HookAboutTournament | HookAboutMe | HookAboutPublic
else:

    class NewHook(Choice):
        """A webhook about a game, a tournament, the caller's account, or all public games."""

        by = 'about'
        types = {'game': 'HookAboutGame', 'tournament': 'HookAboutTournament', 'me': 'HookAboutMe', 'public': 'HookAboutPublic'}


class HookDocument(Struct, kw_only=True, omit_defaults=True):
    """A hook, without its secret."""
    id: str
    url: str
    """Where it leads, without path and query, which may be secret."""
    about: HookSubject
    """What it is about."""
    events: list[NoticeKind]
    """The kinds of notices that it is sent."""
    status: HookStatus
    created_at: str
    failing_since: str | None
    """The first failure since the last success."""
    game: str | None = None
    """The game that it is about."""
    tournament: str | None = None
    """The tournament that it is about."""


class HookList(Struct, kw_only=True, omit_defaults=True):
    """The caller's hooks, the oldest first."""
    hooks: list[HookDocument]
    """At most ten."""


class HookSecret(Struct, kw_only=True, omit_defaults=True):
    """A new secret, which is returned once. The previous one signs, too, for 24 hours."""
    secret: str


class DeliveryDocument(Struct, kw_only=True, omit_defaults=True):
    """Something that was sent, or is to be sent, to a hook."""
    id: str
    """The header `webhook-id`, the same at every try."""
    n: int | None
    """The number of the hook's notice; null for a test."""
    type: DeliveryDocumentType
    """The kind of notice, `ping` or `gap`."""
    game: str | None
    created_at: str
    tries: int
    """How often it was sent."""
    tried_at: str | None
    """When it was sent last."""
    next_at: str | None
    """When it is tried again."""
    state: DeliveryState
    """failed: a test or repetition, which is not tried again. withheld: the hook may not see the game any more."""
    status: int | None
    """The status of the last answer."""
    failed: DeliveryFailure | None
    """What failed, where there was no answer."""
    milliseconds: int | None
    """How long the last answer took."""
    answer: str | None
    """The first 200 bytes of the last answer's body."""


class DeliveryList(Struct, kw_only=True, omit_defaults=True):
    """The last deliveries, the newest first."""
    deliveries: list[DeliveryDocument]
    """At most a hundred."""


class RulesetFigures(Struct, kw_only=True, omit_defaults=True):
    """Finished public games of one ruleset."""
    ruleset: str
    """The ruleset's id."""
    games: int
    """How many were played to the end."""
    won: int
    """How many of them were won, alone or with others."""


class Profile(Struct, kw_only=True, omit_defaults=True):
    """An account, with the results of its public games."""
    id: str
    name: str
    since: str
    """In RFC 3339, UTC."""
    bot: bool
    rulesets: list[RulesetFigures]
    """By the ruleset's id."""
    owner: AccountOwner | None = None


class AgeOfWarMyGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='age-of-war'):
    """A game in which the account has a seat."""
    id: str
    ruleset: ClassVar[Literal['age-of-war']] = 'age-of-war'
    status: GameSummaryStatus
    seats: list[Seat]
    version: int
    to_act: list[int]
    outcome: AgeOfWarOutcome | None
    first_seat: int | None
    players: list[str]
    bot: bool
    imported: bool
    imported_at: str | None
    created_at: str
    updated_at: str
    clock: GameClock | None = None
    seat: int
    deadline: int | None = None
    """When the clock of that seat runs out, in milliseconds since 1970. Absent unless it runs."""


class NagarajaMyGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='nagaraja'):
    id: str
    ruleset: ClassVar[Literal['nagaraja']] = 'nagaraja'
    status: GameSummaryStatus
    seats: list[Seat]
    version: int
    to_act: list[int]
    outcome: NagarajaOutcome | None
    first_seat: int | None
    players: list[str]
    bot: bool
    imported: bool
    imported_at: str | None
    created_at: str
    updated_at: str
    clock: GameClock | None = None
    seat: int
    deadline: int | None = None


class RomansMyGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='romans'):
    id: str
    ruleset: ClassVar[Literal['romans']] = 'romans'
    status: GameSummaryStatus
    seats: list[Seat]
    version: int
    to_act: list[int]
    outcome: RomansOutcome | None
    first_seat: int | None
    players: list[str]
    bot: bool
    imported: bool
    imported_at: str | None
    created_at: str
    updated_at: str
    clock: GameClock | None = None
    seat: int
    deadline: int | None = None


class ToucheMyGame(Struct, kw_only=True, omit_defaults=True, tag_field="ruleset", tag='touche'):
    id: str
    ruleset: ClassVar[Literal['touche']] = 'touche'
    status: GameSummaryStatus
    seats: list[Seat]
    version: int
    to_act: list[int]
    outcome: ToucheOutcome | None
    first_seat: int | None
    players: list[str]
    bot: bool
    imported: bool
    imported_at: str | None
    created_at: str
    updated_at: str
    clock: GameClock | None = None
    seat: int
    deadline: int | None = None


if TYPE_CHECKING:
    MyGame: TypeAlias = AgeOfWarMyGame | NagarajaMyGame | RomansMyGame | ToucheMyGame
else:

    class MyGame(Choice):
        """A game in which the account has a seat."""

        by = 'ruleset'
        types = {'age-of-war': 'AgeOfWarMyGame', 'nagaraja': 'NagarajaMyGame', 'romans': 'RomansMyGame', 'touche': 'ToucheMyGame'}


class MyGames(Struct, kw_only=True, omit_defaults=True):
    """A page of one's own games."""
    games: list[MyGame]
    """The first whose clock runs out first, then those that wait for the account, then the others."""
    next: str | None
    """The cursor of the next page; null at the end."""
    notices: int
    """The number of the account's newest notice; 0 without any."""


class Study(Struct, kw_only=True, omit_defaults=True):
    """An analysis that the account made."""
    id: str
    """The id of the analysis. Only its own tokens open it."""
    title: str
    """What its analyst calls it; empty without a title."""
    ruleset: str
    of: str
    """The id of the game, or of the analysis, from which it starts."""
    created_at: str
    """When it was made."""
    notes: int
    """How many notes it has."""


class StudyList(Struct, kw_only=True, omit_defaults=True):
    """A page of one's own analyses."""
    studies: list[Study]
    """Newest first."""
    next: str | None


class AccountSettings(Struct, kw_only=True, omit_defaults=True):
    """The settings of an account."""
    invitations: InvitationPolicy
    """Whose invitations by name it takes: of those with whom it has played, of everybody, of nobody."""


class Settings(Struct, kw_only=True, omit_defaults=True):
    invitations: InvitationPolicy


class InvitationByName(Struct, kw_only=True, omit_defaults=True):
    """An invitation of this account to a game or a tournament."""
    invitation: str
    """Names the invitation, to decline it."""
    game: str | None
    tournament: str | None
    seat: int | None
    by: AccountOwner | None
    """Who invites; null for an account that has been closed, and in a rematch."""
    at: str
    expires_at: str


class InvitationsByName(Struct, kw_only=True, omit_defaults=True):
    """The open invitations of this account."""
    invitations: list[InvitationByName]
    """The newest first."""


class Appointment(Struct, kw_only=True, omit_defaults=True):
    """An appointment of this account as a referee, which it has not accepted yet. One of the three ids is not null."""
    referee: int
    """The referee's number there."""
    head: bool
    """Whether the referee also decides appeals."""
    game: str | None
    tournament: str | None
    meeting: str | None
    """The meeting's id."""
    ruleset: str | None
    """What is played there; null for a meeting."""
    name: str | None
    """The meeting's name; null elsewhere."""


class Appointments(Struct, kw_only=True, omit_defaults=True):
    """What the account may become the referee of."""
    appointments: list[Appointment]
    """Those that are open."""


class RecordedDisputeTerms(Struct, kw_only=True, omit_defaults=True):
    """How disputes are settled; null in a game without disputes."""
    open_within: int
    """Seconds after an event in which it may be disputed."""
    answer_within: int
    """Seconds that a seat has for its answer."""
    rule_within: int
    appeal_within: int
    """Seconds that a seat has to appeal."""
    pause: bool
    """Whether the game is halted while a dispute is open."""


class FirstSeat(Struct, kw_only=True, omit_defaults=True):
    """The options and rules of the tournament's first game; absent in older tables."""
    options: dict[str, Any]
    """What was agreed on for the game."""
    rules: int
    """The revision of the code that decides."""


class GameCreatedWitnessed(Struct, kw_only=True, omit_defaults=True):
    """Whose cosignatures of the log of logs are promised; null: nobody's, absent in older tables."""
    quorum: int
    witnesses: list[str]


class ClockTerms(Struct, kw_only=True, omit_defaults=True):
    """The clock that was agreed on; absent where the game is played without one."""
    bank: int
    """The time of a seat at the start, in seconds."""
    increment: int
    """What is added when a stint ends in time, in seconds."""
    grace: int
    """What costs nothing before the rest does: of the agreed clock in seconds, of a seat's in milliseconds."""
    on_time_out: OnTimeOut
    """What happens when it runs out: the seat loses, or a bot plays on."""
    start_within: int
    """Seconds for opening one's seed, and the least grace of each seat's first stint."""
    organiser_stops: bool
    """Whether the organiser may stop a running game without the players' consent."""
    most: int | None = None
    """What a bank holds at most after an increment, in seconds; absent: no limit."""


class Package(Struct, kw_only=True, omit_defaults=True):
    """The package that the ruleset comes from, with the hash of its code and the table of its events; absent for a ruleset of Kronika itself."""
    name: str
    """The name of the distribution."""
    version: str
    hash: str
    """SHA-256 of its code, 64 hexadecimal digits."""
    events: dict[str, str]
    """The closed table of the ruleset's events: lines by type and record."""


class SeatTakenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    bot: str | None = None
    """The kind of bot; absent for a person."""
    seed_commitment: str | None = None
    """The commitment to the seat's seed, 32 bytes in base64url; absent without one."""
    key: str | None = None
    """The Ed25519 key of the seat's own, in base64url; absent where it has none."""
    account_hash: str | None = None
    """The salted hash of the account that holds the seat, in base64url; absent for guests."""


class SeatFreedData(Struct, kw_only=True, omit_defaults=True):
    seat: int


class SeatReassignedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    key: str | None = None
    account_hash: str | None = None


class SeatClaimedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    account_hash: str


class SeedRevealedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    seed: str
    """The seat's seed, 32 bytes in base64url."""


class GameStartedData(Struct, kw_only=True, omit_defaults=True):
    epoch: int


class PositionSetData(Struct, kw_only=True, omit_defaults=True):
    state: Any
    """The position from which the analysis begins; integers may be decimal strings."""


class GameAbandonedData(Struct, kw_only=True, omit_defaults=True):
    why: AbandonReason | None = None
    """Who or what is behind it; absent: the organiser."""
    reason_hash: str | None = None
    """The hash of the reason, in base64url."""


class RulesChangedData(Struct, kw_only=True, omit_defaults=True):
    rules: int


class ForkedData(Struct, kw_only=True, omit_defaults=True):
    game: str
    version: int
    """The version of the other game that it begins from."""


class GameSuspendedData(Struct, kw_only=True, omit_defaults=True):
    why: Literal['operator'] | None = None
    reason_hash: str | None = None


class GameResumedData(Struct, kw_only=True, omit_defaults=True):
    why: Literal['operator'] | None = None


class RefereeAppointedData(Struct, kw_only=True, omit_defaults=True):
    referee: int
    head: bool


class RefereeAcceptedData(Struct, kw_only=True, omit_defaults=True):
    referee: int


class RefereeDismissedData(Struct, kw_only=True, omit_defaults=True):
    referee: int


class RefereeResignedData(Struct, kw_only=True, omit_defaults=True):
    referee: int


class RefereeRefusedData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    """The number of the dispute."""
    referee: int
    seat: int


class RefereeKeptData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    referee: int
    seat: int


class DisputeOpenedData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    from_: int = field(name="from")
    """The version of the first event of the stretch."""
    to: int
    """The version of the last event of the stretch."""
    clauses: list[str]
    wants: Wants
    claim_hash: str
    """The hash of the claim, in base64url."""
    seat: int | None = None


class DisputeWithdrawnData(Struct, kw_only=True, omit_defaults=True):
    dispute: int


class DisputeExpiredData(Struct, kw_only=True, omit_defaults=True):
    dispute: int


class StatementGivenData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    seat: int
    statement_hash: str
    """The hash of the statement, in base64url."""


class CaseTakenData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    referee: int


class EvidenceReleasedData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    release: int
    """The number of the release in its case."""
    referee: int
    seats: list[int]
    """The seats that it concerns."""
    from_: int = field(name="from")
    to: int
    reason_hash: str


class EvidenceReadData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    release: int
    referee: int
    seat: int


class Remedy(Struct, kw_only=True, omit_defaults=True):
    """What the ruling does when it is final; absent when nothing."""
    to_version: int | None = None
    """The version to which the game goes back."""
    chapter: int | None = None
    """The chapter that is played again, by the version it begins with."""
    seat: int | None = None
    action: dict[str, Any] | None = None
    """What the seat should have done; absent for who may not know it."""
    winners: list[int] | None = None
    ranking: list[list[int]] | None = None
    scores: dict[str, int] | None = None
    """The points of each seat at the end."""
    clock: dict[str, int] | None = None
    """The clock that was agreed on; absent where the game is played without one."""


class Penalty(Struct, kw_only=True, omit_defaults=True):
    """Records that change nothing in the game."""
    seat: int
    kind: PenaltyKind
    """What kind of ruling or penalty it is."""
    code: str
    """The clause that sets the penalty."""
    nth: int
    """The how manieth penalty of this seat it is."""


class AppealWaivedData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    seat: int


class AppealedData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    seat: int
    grounds_hash: str
    """The hash of the grounds, in base64url."""


class AppealAnsweredData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    seat: int
    answer_hash: str | None = None
    """The hash of the answer, in base64url; absent for a party that has nothing to say."""


class AppealDecidedData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    referee: int
    decision: AppealDecision
    """Whether the ruling is upheld."""
    findings_hash: str
    """The hash of the findings, in base64url."""
    judged: int
    """The version of the game that was judged."""


class RulingFinalData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    ruling: int
    """The number of the ruling in this game."""


class ResultSetData(Struct, kw_only=True, omit_defaults=True):
    ruling: int
    winners: list[int]
    ranking: list[list[int]]
    scores: dict[str, int]


class GameVoidedData(Struct, kw_only=True, omit_defaults=True):
    ruling: int


class ActionCorrectedData(Struct, kw_only=True, omit_defaults=True):
    seat: int


class SeatExcludedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    bot: str
    """The kind of bot."""
    game: str | None = None
    ruling: int | None = None


class JudgeCalledData(Struct, kw_only=True, omit_defaults=True):
    call: int
    """The number of the judge call."""
    seat: int
    question_hash: str
    """The hash of the question, in base64url."""
    from_: int | None = field(default=None, name="from")
    to: int | None = None


class CallAnsweredData(Struct, kw_only=True, omit_defaults=True):
    call: int
    referee: int
    answer_hash: str


class CallClosedData(Struct, kw_only=True, omit_defaults=True):
    call: int


class UndoRequestedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    request: int
    """The number of the undo request."""
    to_version: int
    needs: list[int]
    """The seats that must accept; none: it is granted at once."""


class UndoAnsweredData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    request: int
    accept: bool


class RewoundData(Struct, kw_only=True, omit_defaults=True):
    to_version: int
    request: int | None = None
    ruling: int | None = None
    rng: DrawsAfterRewind | None = None
    """Whether draws from here on are the same as before or fresh; absent where nothing was drawn."""


class Shuffle(Struct, kw_only=True, omit_defaults=True):
    """What was drawn, to be checked against the committed keys."""
    epoch: int
    slot: int
    order: list[Any]
    """The order after the shuffle; null for what the viewer does not know."""
    of: list[Any]
    """What was shuffled, in the order before, where that is public."""
    refs: list[str]
    """Where in the log the shuffled values were committed, where they are secret."""


class ForfeitOutcome(Struct, kw_only=True, omit_defaults=True):
    """How the game ends with that; absent if it continues."""
    winners: list[int]
    ranking: list[list[int]]
    scores: dict[str, int]
    reason: str


class SeatReturnedData(Struct, kw_only=True, omit_defaults=True):
    seat: int


class ClockRow(Struct, kw_only=True, omit_defaults=True):
    """The seats that it concerns."""
    seat: int
    stint: int
    """The number of the seat's stint, from 1; 0 before its first one."""
    left: int
    """What is left after the grace, in milliseconds."""
    grace: int
    since: int | None = None
    """Since when it runs, in milliseconds since 1970; absent while it is stopped."""


class TimeHeldData(Struct, kw_only=True, omit_defaults=True):
    outage: int
    """The number of the outage in the log of logs."""
    from_: int = field(name="from")
    """From when no clock runs, in milliseconds since 1970."""
    to: int
    """From when the clocks run again, in milliseconds since 1970."""


class SeatLeftData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    bot: str


class AgreedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    to: str
    """What it agrees to: suspend, abandon, or reassign:N."""


class AgeOfWarRoll(Struct, kw_only=True, omit_defaults=True):
    epoch: int
    slot: int
    sides: list[int]
    """How many sides each die has."""
    values: list[int]
    """What the dice show, each from 1."""


class NagarajaRoll(Struct, kw_only=True, omit_defaults=True):
    epoch: int
    slot: int
    sides: list[int]
    values: list[int]


class ToucheRoll(Struct, kw_only=True, omit_defaults=True):
    epoch: int
    slot: int
    sides: list[int]
    values: list[int]


class AgeOfWarLineFilledData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    castle: str
    held_by: int | None
    """The seat whose castle is attacked; null for one in the centre."""
    line: int
    dice: list[AgeOfWarFace]
    open_lines: int
    """How many lines the castle still needs."""
    dice_left: int
    """How many dice are to be thrown next."""


class AgeOfWarDieSetAsideData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    dice_left: int


class AgeOfWarCastleConqueredData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    castle: str
    taken_from: int | None
    """The seat that had the castle; null when it lay in the centre."""


class AgeOfWarClanCompletedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    clan: str
    """A clan, by its id in the components."""
    points: int
    """What the clan is worth."""


class AgeOfWarTurnEndedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    conquered: bool
    """Whether the turn ended with a castle."""
    next_seat: int
    """Who throws next."""


class AgeOfWarGameEndedData(Struct, kw_only=True, omit_defaults=True):
    reason: AgeOfWarGameEndedReason
    scores: list[int]
    castles: list[int]
    """How many castles each seat has at the end."""
    clans: list[int]
    """How many clans each seat has completed at the end."""


class NagarajaShuffle(Struct, kw_only=True, omit_defaults=True):
    epoch: int
    slot: int
    order: list[str | None]
    of: list[str]
    refs: list[str]


class RomansShuffle(Struct, kw_only=True, omit_defaults=True):
    epoch: int
    slot: int
    order: list[str | None]
    of: list[str]
    refs: list[str]


class ToucheShuffle(Struct, kw_only=True, omit_defaults=True):
    epoch: int
    slot: int
    order: list[str | None]
    of: list[str]
    refs: list[str]


class NagarajaTilePlacedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    kind: str
    """The kind of the tile, as in the components."""
    space: NagarajaSpace
    turns: int
    trap_removed: bool
    """Whether the trap went away with it."""
    tiles: int


class NagarajaTileRotatedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    space: NagarajaSpace
    turns: int


class NagarajaTilesSwappedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    first: NagarajaSpace
    second: NagarajaSpace


class NagarajaTileMovedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    space: NagarajaSpace
    to: NagarajaSpace
    turns: int


class NagarajaLineSlidData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    line: NagarajaLine
    direction: NagarajaDirection


class NagarajaTrapPlacedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    space: NagarajaSpace


class NagarajaPathJoinedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    spaces: list[NagarajaSpace]
    """Spaces of a temple, such as b3."""


class NagarajaPathBrokenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    spaces: list[NagarajaSpace]


class NagarajaRelicsSwappedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    first: NagarajaPlace
    second: NagarajaPlace


class NagarajaRelicsPeekedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    temple: int
    places: list[NagarajaPlace]
    relics: list[str | None]
    """Relics, by their names."""


class NagarajaRelicsLeftData(Struct, kw_only=True, omit_defaults=True):
    seat: int


class NagarajaRelicUncoveredData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    place: NagarajaPlace
    """A place in a hand, from 0, or a hiding place of a relic."""
    relic: str | None = None
    """A relic, by its name."""
    points: int
    """Points: of the relic, the throw, or seats 1 and 2."""
    cursed: int
    """Whether the relic is cursed; at the end the cursed relics face up of each seat."""


class NagarajaRelicCoveredData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    place: NagarajaPlace
    points: int


class NagarajaAmuletTakenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    space: NagarajaSpace
    amulet: str | None = None


class NagarajaHandsDealtData(Struct, kw_only=True, omit_defaults=True):
    hands: list[list[str | None]]
    """The cards of seats 1 and 2."""


class NagarajaTileTurnedUpData(Struct, kw_only=True, omit_defaults=True):
    round: int
    guide: int
    """The guide, by seat; 0 when both threw the same."""
    tile: str | None = None
    """The tile of this round, by its kind."""
    amulet: bool


class NagarajaCardsChosenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    count: int
    """How many cards."""
    places: list[int | None]
    more: bool


class NagarajaCardsTurnedUpData(Struct, kw_only=True, omit_defaults=True):
    places: list[list[int | None]]
    cards: list[list[str | None]]


class NagarajaConfrontationSkippedData(Struct, kw_only=True, omit_defaults=True):
    lacks: list[NagarajaLack]
    """What a player who can do nothing lacks; of both seats if neither can do anything."""


class NagarajaNagaSpentData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    stick: str


class NagarajaStep(Struct, kw_only=True, omit_defaults=True):
    """What the card does, step after step."""
    do: str
    """What is done."""
    number: int | None = None
    """How many."""
    colour: str | None = None
    """Only sticks of this colour; empty for any."""
    adjacent: bool | None = None
    """Whether they have to lie beside each other."""


class NagarajaEffectCarriedOutData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    card: str
    next_seat: int
    """Whose turn it is now."""


class NagarajaPassedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    by_himself: bool
    """Whether the player passed; false when the table did, since the player can do nothing."""
    lacks: NagarajaLack


class NagarajaAmuletPlayedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    place: int
    amulet: str | None = None
    does: NagarajaAmuletUse
    """What it does."""
    takes_turn: bool
    """Whether the turn passes with it."""


class NagarajaFatePointsAddedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    points: int
    total: int
    """The fate points of the player now."""


class NagarajaSticksDiscardedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    sticks: list[str]
    total: int


class NagarajaStickNamedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    stick: str


class NagarajaPlayerChosenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    player: int


class NagarajaCardsDrawnData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    purpose: NagarajaPurpose
    """What the cards are drawn for."""
    cards: list[str | None]


class NagarajaCardsDiscardedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    count: int
    places: list[int | None]
    cards: list[str | None]


class NagarajaCardTakenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    place: int
    discarded: int
    """How many cards are discarded."""


class NagarajaTileWonData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    points: list[int]
    tie: bool
    """Whether the guide won it because both had the same."""


class NagarajaGuidePassedData(Struct, kw_only=True, omit_defaults=True):
    seat: int


class NagarajaCardsKeptData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    kept: int
    """How many cards the guide keeps."""
    place: int | None
    given: str | None = None
    """The card that is given away; null when there was none to give, absent if the viewer does not know it."""


class NagarajaGameEndedData(Struct, kw_only=True, omit_defaults=True):
    reason: NagarajaGameEndedReason
    winner: int
    """Who won, by seat."""
    points: list[int]
    cursed: list[int]
    needed: int
    """The points that win at once."""
    filled: int
    """Whose temple is full; 0 while neither is."""
    amulets: list[list[str | None]]


class RomansSide(Struct, kw_only=True, omit_defaults=True):
    """The clans that it concerns, and who plays them."""
    clan: RomansClanName
    seat: int | None


class RomansWallRevealedData(Struct, kw_only=True, omit_defaults=True):
    round: int
    """The number of the round, 1 to 3."""
    forts: list[str | None]
    """Forts, by their ids in the components."""


class RomansWallOrderedData(Struct, kw_only=True, omit_defaults=True):
    wall: list[str]
    """The forts of the wall, from the left."""
    lowest: str
    """The fort of the lowest positive value, moved to one end."""
    highest: str
    """The fort of the highest value, moved to one end."""


class RomansWarriorPlacedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    warrior: str | None = None
    fort: int | None = None
    placed: int
    """How many warriors the seat has laid by now."""


class RomansWarriorWithdrawnData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    warrior: str | None = None
    fort: int | None = None
    placed: int


class RomansSeventhDiscardedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    warrior: str | None = None


class RomansOrdersSealedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    line: list[str | None]
    """The clan's line: warriors from the left; null for each that the viewer does not know."""


class RomansDecision(Struct, kw_only=True, omit_defaults=True):
    """Who has to decide what."""
    seat: int
    action: RomansDecisionKind
    rule: str


class RomansFortLostData(Struct, kw_only=True, omit_defaults=True):
    fort: str
    reason: RomansFortLostReason
    """Why it happens."""


class RomansWallShiftedData(Struct, kw_only=True, omit_defaults=True):
    fort: str
    lost: str
    """The fort that is pushed off the wall and leaves the game."""
    wall: list[str]


class RomansDiscardChosenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    reason: RomansDiscardChosenReason
    warrior: str | None = None


class RomansLineRearrangedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    line: list[str | None]


class ToucheNeed(Struct, kw_only=True, omit_defaults=True):
    """How many patterns of each kind are needed."""
    kind: str
    count: int
    """How many patterns of the kind."""


class ToucheCardLaidData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    card: str | None = None


class TouchePattern(Struct, kw_only=True, omit_defaults=True):
    """Patterns that would be complete but for a shared pawn."""
    kind: str
    fields: list[str]


class ToucheCardDrawnData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    card: str | None = None
    stack: int
    """The stack of cards."""


class ToucheCardsExchangedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    cards: list[str | None]


class TouchePatternCrownedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    colour: ToucheColour
    kind: str
    fields: list[str]
    made: int
    """How many patterns of this kind the side has now."""
    needed: int
    """How many patterns of this kind the side needs."""
    points: int


class ToucheBoardClearedData(Struct, kw_only=True, omit_defaults=True):
    pawns: list[int]
    """How many pawns went off the board."""
    round: int
    next_seat: int


class ToucheTurnPassedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    cards: int


class ToucheTurnEndedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    next_seat: int


class ToucheRoundStalledData(Struct, kw_only=True, omit_defaults=True):
    turns: int
    """How many turns the round had."""
    running: int
    """How many stalled rounds there have been running."""
    limit: int
    """How many stalled rounds running end the game."""


class ToucheGameEndedData(Struct, kw_only=True, omit_defaults=True):
    reason: ToucheGameEndedReason
    winner: ToucheColour | None
    """The side that won."""
    colours: list[ToucheColour]
    """The colours of the sides that it concerns."""
    players: list[list[int]]
    """The seats of the side."""
    patterns: list[int]
    points: list[int]


class PlaceInTournament(Struct, kw_only=True, omit_defaults=True):
    """Which game of which tournament it is; absent for others."""
    id: str
    number: int
    """The game's number in its tournament, from 0."""
    games: int
    """How many games are planned."""
    path: list[str]
    """From this game up to the root of all planned games, in base64."""
    first: FirstSeat | None = None
    """The options and rules of the tournament's first game; absent in older tables."""


class RuledData(Struct, kw_only=True, omit_defaults=True):
    dispute: int
    ruling: int
    referee: int
    kind: RulingKind
    clauses: list[str]
    findings_hash: str
    judged: int
    remedy: Remedy | None = None
    """What the ruling does when it is final; absent when nothing."""
    penalties: list[Penalty] | None = None
    why_hash: str | None = None
    """The hash of why the result of the table cannot stand, in base64url."""


class StackReshuffledData(Struct, kw_only=True, omit_defaults=True):
    places: list[str]
    """The places in the ruleset's state that are shuffled."""
    draw: Shuffle
    """What was drawn, to be checked against the committed keys."""


class TimeRanOutData(Struct, kw_only=True, omit_defaults=True):
    seats: list[int]
    deadline: int
    """The time at which it ran out, in milliseconds since 1970."""
    outcome: ForfeitOutcome | None = None
    """How the game ends with that; absent if it continues."""


class ResignedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    outcome: ForfeitOutcome | None = None


class ClockSetData(Struct, kw_only=True, omit_defaults=True):
    seats: list[ClockRow]


class AgeOfWarFirstPlayerDrawnData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    draw: AgeOfWarRoll


class AgeOfWarDiceRolledData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    dice: list[AgeOfWarFace]
    draw: AgeOfWarRoll


class NagarajaRelicsHiddenData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    draw: NagarajaShuffle


class NagarajaTilesShuffledData(Struct, kw_only=True, omit_defaults=True):
    draw: NagarajaShuffle


class NagarajaAmuletsShuffledData(Struct, kw_only=True, omit_defaults=True):
    draw: NagarajaShuffle


class NagarajaDeckShuffledData(Struct, kw_only=True, omit_defaults=True):
    cards: int
    draw: NagarajaShuffle


class NagarajaGuideThrownData(Struct, kw_only=True, omit_defaults=True):
    sticks: list[list[str]]
    points: list[int]
    guide: int
    draw: NagarajaRoll


class NagarajaSticksThrownData(Struct, kw_only=True, omit_defaults=True):
    sticks: list[list[str]]
    points: list[int]
    nagas: list[int]
    """How many sticks show a Naga, of seats 1 and 2."""
    draw: NagarajaRoll


class NagarajaCardActivatedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    place: int
    card: str | None = None
    target: int
    """The seat that the card concerns; 0 while that is to be chosen."""
    effect: list[NagarajaStep]


class NagarajaEffectGoesOnData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    card: str
    step: int
    chooser: int
    does: NagarajaStep


class NagarajaMoreSticksThrownData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    sticks: list[str]
    total: int
    draw: NagarajaRoll


class NagarajaSticksThrownAgainData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    before: list[str]
    """The sticks as they lay before."""
    sticks: list[str]
    total: int
    draw: NagarajaRoll


class NagarajaCardDiscardedAtRandomData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    place: int
    draw: NagarajaRoll


class NagarajaCardTakenAtRandomData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    place: int
    card: str | None = None
    draw: NagarajaRoll


class RomansClansDealtData(Struct, kw_only=True, omit_defaults=True):
    sides: list[RomansSide]
    """The clans that it concerns, and who plays them."""


class RomansFortsShuffledData(Struct, kw_only=True, omit_defaults=True):
    draw: RomansShuffle


class RomansWarriorsShuffledData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    """The clan that it concerns, and who plays it."""
    draw: RomansShuffle


class RomansRevealed(Struct, kw_only=True, omit_defaults=True):
    """Warriors, by their ids in the components, or as each clan revealed one."""
    side: RomansSide
    warrior: str | None = None


class RomansChariottsCancelledData(Struct, kw_only=True, omit_defaults=True):
    sides: list[RomansSide]


class RomansQweensCancelledData(Struct, kw_only=True, omit_defaults=True):
    sides: list[RomansSide]


class RomansNobodySeducedData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide


class RomansDecisionDueData(Struct, kw_only=True, omit_defaults=True):
    decisions: list[RomansDecision]
    """Who has to decide what."""


class RomansWarriorSeducedData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    target: RomansSide
    """The clan whose warrior is seduced."""
    warrior: str
    strength: int


class RomansTotal(Struct, kw_only=True, omit_defaults=True):
    """What each clan came to."""
    side: RomansSide
    line: list[str]
    seduced: int
    """The strength that Qween brings, or takes below zero."""
    total: int
    """The clan's strength in this clash."""
    out: bool
    """Whether the clan is out of this clash, by Filchy."""


class RomansFortChosenData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    place: int
    fort: str
    wall: list[str]


class RomansFortCapturedData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    fort: str
    value: int
    """The points of the fort."""
    points: int
    """The points that the clan holds now."""
    fortheca: int
    """How many FortHeca the clan holds now."""


class RomansWarriorKeptData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    warrior: str
    reason: RomansWarriorKeptReason


class RomansKeepDeclinedData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    warrior: str
    reason: RomansWarriorKeptReason


class RomansWarriorsDiscardedData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    reason: RomansWarriorsDiscardedReason
    warriors: list[str]
    chosen: str | None = None
    """The warrior that the clan had chosen in secret; null where it chose none."""


class RomansFortDiscardedData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    fort: str
    earlier: bool
    """Whether it is another fort than the FortUna just captured."""
    points: int


class RomansStanding(Struct, kw_only=True, omit_defaults=True):
    """What each clan holds."""
    side: RomansSide
    points: int
    forts: list[str]


class ToucheDealerDrawnData(Struct, kw_only=True, omit_defaults=True):
    seats: list[int]
    """The seats that drew for the deal."""
    cards: list[str]
    dealer: int | None
    draw: ToucheRoll


class ToucheSetChosenData(Struct, kw_only=True, omit_defaults=True):
    seat: int | None
    colours: list[ToucheColour]
    players: list[list[int]]
    set: ToucheSet
    goal: list[ToucheNeed]
    """How many patterns of each kind are needed."""


class ToucheCardsDealtData(Struct, kw_only=True, omit_defaults=True):
    dealer: int
    first: int
    """The seat that begins."""
    draw: ToucheShuffle


class TouchePawnPlacedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    colour: ToucheColour
    field: str
    in_vain: list[TouchePattern]
    """Patterns that would be complete but for a shared pawn."""


class TouchePawnReplacedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    colour: ToucheColour
    field: str
    replaced: ToucheColour
    """The colour of the pawn that went away."""
    in_vain: list[TouchePattern]


class ToucheStacksRefilledData(Struct, kw_only=True, omit_defaults=True):
    dealer: int
    each: int
    """How many cards each stack has."""
    left_over: int
    """How many cards are left over."""
    draw: ToucheShuffle


class TouchePatternCompletedData(Struct, kw_only=True, omit_defaults=True):
    seat: int
    colour: ToucheColour
    patterns: list[TouchePattern]


class GameCreatedData(Struct, kw_only=True, omit_defaults=True):
    game: str
    origin: str
    """The name under which the service signs this game's log."""
    nonce: str
    """16 random bytes that make the game's log its own."""
    ruleset: str
    edition: str
    edition_hash: str
    """SHA-256 of the edition's canonical JSON, in hexadecimal."""
    rules: int
    seats: int
    """How many seats there are."""
    options: dict[str, Any]
    visibility: str
    """Whether the game is public or private."""
    undo: str
    """Whether actions may be taken back: free, consent or none."""
    disputes: RecordedDisputeTerms | None
    """How disputes are settled; null in a game without disputes."""
    draw_roots: list[str]
    """The tree heads of the committed draw keys, one an epoch, in base64."""
    draw_count: int
    """How many draws an epoch has."""
    vkey: str
    """The verifier key of the service that signs the log."""
    tournament: PlaceInTournament | None = None
    """Which game of which tournament it is; absent for others."""
    table: int | None = None
    """The revision of the closed tables of events under which the log is written; absent in older ones."""
    log: str | None = None
    """The origin of the log of logs that lists this game; null in analyses, absent in older tables."""
    witnessed: GameCreatedWitnessed | None = None
    """Whose cosignatures of the log of logs are promised; null: nobody's, absent in older tables."""
    clock: ClockTerms | None = None
    meeting: str | None = None
    """The meeting that the game belongs to, 32 hexadecimal digits; absent without one."""
    accounts: Literal['required'] | None = None
    """Whether everybody at the table has an account; absent where guests may sit down, too."""
    package: Package | None = None
    """The package that the ruleset comes from, with the hash of its code and the table of its events; absent for a ruleset of Kronika itself."""


class RomansWarriorsRevealedData(Struct, kw_only=True, omit_defaults=True):
    round: int
    clash: int
    """The number of the clash in its round, 1 to 6."""
    fort: str
    warriors: list[RomansRevealed]


class RomansClashWonData(Struct, kw_only=True, omit_defaults=True):
    side: RomansSide
    by: RomansWonBy
    """What won the clash."""
    tied: list[RomansSide]
    """The clans with the highest total."""
    totals: list[RomansTotal]
    """What each clan came to."""


class RomansClashTiedData(Struct, kw_only=True, omit_defaults=True):
    tied: list[RomansSide]
    archrs: list[RomansSide]
    """Of the tied clans, those whose Arch'r was revealed in this clash."""
    totals: list[RomansTotal]


class RomansClashUnfoughtData(Struct, kw_only=True, omit_defaults=True):
    totals: list[RomansTotal]


class RomansRoundEndedData(Struct, kw_only=True, omit_defaults=True):
    round: int
    standings: list[RomansStanding]
    """What each clan holds."""


class RomansGameEndedData(Struct, kw_only=True, omit_defaults=True):
    reason: RomansGameEndedReason
    decided_by: RomansDecidedBy
    """What the winner has more of than the next player; nothing when the win is shared."""
    winners: list[int]
    standings: list[RomansStanding]

ProblemType: TypeAlias = Literal['/problems/malformed', '/problems/illegal-action', '/problems/not-your-turn', '/problems/time-ran-out', '/problems/game-closed', '/problems/games-paused', '/problems/stale', '/problems/split-view', '/problems/unauthenticated', '/problems/forbidden', '/problems/not-found', '/problems/gone-elsewhere', '/problems/idempotency-conflict', '/problems/idempotency-expired', '/problems/bad-import', '/problems/bad-submission', '/problems/bad-proof', '/problems/busy', '/problems/queue-full', '/problems/log-incomplete', '/problems/log-missing', '/problems/beyond-the-log', '/problems/not-provided', '/problems/newer-log', '/problems/unreadable-log', '/problems/not-verified', '/problems/assertion-needed', '/problems/other-site', '/problems/account-needed', '/problems/too-early', '/problems/ruleset-failed', '/problems/ruleset-changed', '/problems/ruleset-missing', '/problems/bad-request', '/problems/request-timeout', '/problems/too-large', '/problems/uri-too-long', '/problems/headers-too-large', '/problems/unsupported-media-type', '/problems/range-not-satisfiable', '/problems/method-not-allowed', '/problems/not-acceptable', '/problems/too-many-requests', '/problems/blocked', '/problems/unavailable', '/problems/disk-full', '/problems/database-locked', '/problems/database-damaged', '/problems/read-only', '/problems/clock-wrong', '/problems/internal-error']

Level: TypeAlias = Literal['L0', 'L2', 'L3', 'L4']

Language: TypeAlias = Literal['en', 'pl']

HealthStatus: TypeAlias = Literal['live', 'ready']

RulesetId: TypeAlias = Literal['age-of-war', 'nagaraja', 'romans', 'touche']

Source: TypeAlias = Literal['rulebook', 'ruling', 'addition']

ViewHint: TypeAlias = Literal['grid', 'hand', 'pile', 'track', 'cards']

ClockKind: TypeAlias = Literal['live', 'daily', 'none']

AgeOfWarOutcomeReason: TypeAlias = Literal['last-castle', 'turn-limit', 'draws-used-up', 'time', 'resigned', 'ruling', 'void']

OnTimeOut: TypeAlias = Literal['forfeit', 'bot']

GameSummaryStatus: TypeAlias = Literal['waiting', 'playing', 'suspended', 'finished', 'abandoned']

NagarajaOutcomeReason: TypeAlias = Literal['cursed', 'points', 'full-temple', 'time', 'resigned', 'ruling', 'void']

RomansOutcomeReason: TypeAlias = Literal['third-round', 'three-fortheca', 'time', 'resigned', 'ruling', 'void']

ToucheOutcomeReason: TypeAlias = Literal['set-completed', 'no-place-left', 'stalled', 'time', 'resigned', 'ruling', 'void']

AgeOfWarSeats: TypeAlias = Literal[2, 3, 4, 5, 6]

Visibility: TypeAlias = Literal['public', 'private']

UndoPolicy: TypeAlias = Literal['free', 'consent', 'none']

RomansNeutralAbilities: TypeAlias = Literal['automatic', 'horsie-only']

RomansSeats: TypeAlias = Literal[1, 2, 3, 4]

ToucheSetChoice: TypeAlias = Literal['agreed', 'dealer', 'own']

ToucheSet: TypeAlias = Literal['crosses', 'custom', 'squares', 'straights', 'three-different', 'ts']

ToucheSeats: TypeAlias = Literal[2, 3, 4, 6]

Bot: TypeAlias = Literal['random', 'greedy', 'search']

GameStatus: TypeAlias = Literal['waiting', 'playing', 'suspended', 'finished', 'abandoned', 'analysis']

ProvidedLevel: TypeAlias = Literal['L3', 'L4']

HumanDecisionKind: TypeAlias = Literal['abandoned', 'bot-took-over', 'clock-ruled', 'corrected', 'excluded', 'flag', 'held', 'key-dropped', 'moved', 'no-seed', 'reshuffled', 'resigned', 'result-set', 'rules-changed', 'seat-freed', 'seat-given', 'suspended', 'unsigned', 'voided', 'went-back']

AgeOfWarFace: TypeAlias = Literal['archery', 'cavalry', 'daimyo', 'infantry-1', 'infantry-2', 'infantry-3']

Appointed: TypeAlias = Literal['before-start', 'after-start']

Barrier: TypeAlias = Literal['none-left', 'policy', 'waiting', 'other-seat', 'drawn', 'shown', 'ruled', 'away', 'start', 'finished', 'not-playing']

NagarajaStage: TypeAlias = Literal['choose', 'confront', 'ended', 'keep', 'place', 'setup']

NagarajaSpace: TypeAlias = Literal['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']

NagarajaPlace: TypeAlias = Literal['E1', 'E2', 'E3', 'Na', 'Nb', 'Nc', 'W1', 'W2', 'W3']

RomansClanName: TypeAlias = Literal['gold', 'green', 'red', 'violet']

RomansDecisionKind: TypeAlias = Literal['discard-fort', 'discard-revealed', 'keep-axx', 'keep-warrior', 'rearrange', 'seduce', 'take-fort']

TouchePhase: TypeAlias = Literal['choosing', 'crowning', 'ended', 'playing']

ToucheColour: TypeAlias = Literal['turquoise', 'violet', 'yellow']

NagarajaLine: TypeAlias = Literal['1', '2', '3', 'a', 'b', 'c']

NagarajaDirection: TypeAlias = Literal['down', 'left', 'right', 'up']

AbandonReason: TypeAlias = Literal['agreed', 'not-started', 'operator']

Wants: TypeAlias = Literal['explanation', 'correction', 'back-up', 'result', 'conduct']

RulingKind: TypeAlias = Literal['stands', 'dismissed', 'no-jurisdiction', 'backed-up', 'replayed', 'corrected', 'result', 'void']

PenaltyKind: TypeAlias = Literal['caution', 'warning', 'exclusion']

AppealDecision: TypeAlias = Literal['upheld', 'changed']

DrawsAfterRewind: TypeAlias = Literal['same', 'fresh']

AgeOfWarGameEndedReason: TypeAlias = Literal['draws-used-up', 'last-castle', 'turn-limit']

NagarajaLack: TypeAlias = Literal['', 'card', 'naga', 'naga-and-card']

NagarajaAmuletUse: TypeAlias = Literal['draw-cards', 'fate-points', 'naga']

NagarajaPurpose: TypeAlias = Literal['hand', 'keep', 'look']

NagarajaGameEndedReason: TypeAlias = Literal['cursed', 'full-temple', 'points']

RomansWonBy: TypeAlias = Literal['alone', 'archr', 'highest']

RomansFortLostReason: TypeAlias = Literal['nobody', 'tie']

RomansWarriorKeptReason: TypeAlias = Literal['axx', 'komfort']

RomansDiscardChosenReason: TypeAlias = Literal['fokus', 'horsie']

RomansWarriorsDiscardedReason: TypeAlias = Literal['captured', 'fokus', 'horsie', 'seduced']

RomansGameEndedReason: TypeAlias = Literal['third-round', 'three-fortheca']

RomansDecidedBy: TypeAlias = Literal['fortheca', 'forts', 'nothing', 'points', 'solo', 'strongest-forts']

ToucheGameEndedReason: TypeAlias = Literal['no-place-left', 'set-completed', 'stalled']

UndoResultStatus: TypeAlias = Literal['granted', 'pending', 'refused']

AgeOfWarType: TypeAlias = Literal['game-created', 'seat-taken', 'seat-freed', 'seat-reassigned', 'seat-claimed', 'seed-revealed', 'game-started', 'position-set', 'game-abandoned', 'rules-changed', 'forked', 'game-suspended', 'game-resumed', 'referee-appointed', 'referee-accepted', 'referee-dismissed', 'referee-resigned', 'referee-refused', 'referee-kept', 'dispute-opened', 'dispute-withdrawn', 'dispute-expired', 'statement-given', 'case-taken', 'evidence-released', 'evidence-read', 'ruled', 'appeal-waived', 'appealed', 'appeal-answered', 'appeal-decided', 'ruling-final', 'result-set', 'game-voided', 'action-corrected', 'seat-excluded', 'judge-called', 'call-answered', 'call-closed', 'undo-requested', 'undo-answered', 'rewound', 'stack-reshuffled', 'time-ran-out', 'resigned', 'seat-returned', 'clock-set', 'time-held', 'seat-left', 'agreed', 'first-player-drawn', 'dice-rolled', 'line-filled', 'die-set-aside', 'castle-conquered', 'clan-completed', 'turn-ended', 'game-ended']

NagarajaType: TypeAlias = Literal['game-created', 'seat-taken', 'seat-freed', 'seat-reassigned', 'seat-claimed', 'seed-revealed', 'game-started', 'position-set', 'game-abandoned', 'rules-changed', 'forked', 'game-suspended', 'game-resumed', 'referee-appointed', 'referee-accepted', 'referee-dismissed', 'referee-resigned', 'referee-refused', 'referee-kept', 'dispute-opened', 'dispute-withdrawn', 'dispute-expired', 'statement-given', 'case-taken', 'evidence-released', 'evidence-read', 'ruled', 'appeal-waived', 'appealed', 'appeal-answered', 'appeal-decided', 'ruling-final', 'result-set', 'game-voided', 'action-corrected', 'seat-excluded', 'judge-called', 'call-answered', 'call-closed', 'undo-requested', 'undo-answered', 'rewound', 'stack-reshuffled', 'time-ran-out', 'resigned', 'seat-returned', 'clock-set', 'time-held', 'seat-left', 'agreed', 'relics-hidden', 'tile-placed', 'tile-rotated', 'tiles-swapped', 'tile-moved', 'line-slid', 'trap-placed', 'path-joined', 'path-broken', 'relics-swapped', 'relics-peeked', 'relics-left', 'relic-uncovered', 'relic-covered', 'amulet-taken', 'tiles-shuffled', 'amulets-shuffled', 'deck-shuffled', 'guide-thrown', 'hands-dealt', 'tile-turned-up', 'cards-chosen', 'cards-turned-up', 'sticks-thrown', 'confrontation-skipped', 'naga-spent', 'card-activated', 'effect-goes-on', 'effect-carried-out', 'passed', 'amulet-played', 'fate-points-added', 'sticks-discarded', 'stick-named', 'more-sticks-thrown', 'sticks-thrown-again', 'player-chosen', 'cards-drawn', 'cards-discarded', 'card-discarded-at-random', 'card-taken-at-random', 'card-taken', 'tile-won', 'guide-passed', 'cards-kept', 'game-ended']

RomansType: TypeAlias = Literal['game-created', 'seat-taken', 'seat-freed', 'seat-reassigned', 'seat-claimed', 'seed-revealed', 'game-started', 'position-set', 'game-abandoned', 'rules-changed', 'forked', 'game-suspended', 'game-resumed', 'referee-appointed', 'referee-accepted', 'referee-dismissed', 'referee-resigned', 'referee-refused', 'referee-kept', 'dispute-opened', 'dispute-withdrawn', 'dispute-expired', 'statement-given', 'case-taken', 'evidence-released', 'evidence-read', 'ruled', 'appeal-waived', 'appealed', 'appeal-answered', 'appeal-decided', 'ruling-final', 'result-set', 'game-voided', 'action-corrected', 'seat-excluded', 'judge-called', 'call-answered', 'call-closed', 'undo-requested', 'undo-answered', 'rewound', 'stack-reshuffled', 'time-ran-out', 'resigned', 'seat-returned', 'clock-set', 'time-held', 'seat-left', 'agreed', 'clans-dealt', 'forts-shuffled', 'wall-revealed', 'wall-ordered', 'warriors-shuffled', 'warrior-placed', 'warrior-withdrawn', 'seventh-discarded', 'orders-sealed', 'warriors-revealed', 'chariotts-cancelled', 'qweens-cancelled', 'nobody-seduced', 'decision-due', 'warrior-seduced', 'clash-won', 'clash-tied', 'clash-unfought', 'fort-lost', 'wall-shifted', 'fort-chosen', 'fort-captured', 'warrior-kept', 'keep-declined', 'discard-chosen', 'line-rearranged', 'warriors-discarded', 'fort-discarded', 'round-ended', 'game-ended']

ToucheType: TypeAlias = Literal['game-created', 'seat-taken', 'seat-freed', 'seat-reassigned', 'seat-claimed', 'seed-revealed', 'game-started', 'position-set', 'game-abandoned', 'rules-changed', 'forked', 'game-suspended', 'game-resumed', 'referee-appointed', 'referee-accepted', 'referee-dismissed', 'referee-resigned', 'referee-refused', 'referee-kept', 'dispute-opened', 'dispute-withdrawn', 'dispute-expired', 'statement-given', 'case-taken', 'evidence-released', 'evidence-read', 'ruled', 'appeal-waived', 'appealed', 'appeal-answered', 'appeal-decided', 'ruling-final', 'result-set', 'game-voided', 'action-corrected', 'seat-excluded', 'judge-called', 'call-answered', 'call-closed', 'undo-requested', 'undo-answered', 'rewound', 'stack-reshuffled', 'time-ran-out', 'resigned', 'seat-returned', 'clock-set', 'time-held', 'seat-left', 'agreed', 'dealer-drawn', 'set-chosen', 'cards-dealt', 'card-laid', 'pawn-placed', 'pawn-replaced', 'card-drawn', 'cards-exchanged', 'stacks-refilled', 'pattern-completed', 'pattern-crowned', 'board-cleared', 'turn-passed', 'turn-ended', 'round-stalled', 'game-ended']

AuditFileFormat: TypeAlias = Literal['kronika-audit/1', 'kronika-audit-part/1']

GameAnalysisStatus: TypeAlias = Literal['queued', 'running', 'done', 'failed']

NoticeKind: TypeAlias = Literal['your-turn', 'game-started', 'game-over', 'seat-free', 'undo-asked', 'case-opened', 'ruling', 'clock-low', 'invited', 'appointed', 'account']

Scope: TypeAlias = Literal['read', 'play', 'tables', 'referee', 'hooks']

BotScope: TypeAlias = Literal['read', 'play', 'tables', 'hooks']

ForkedStatus: TypeAlias = Literal['analysis', 'finished']

Glyph: TypeAlias = Literal['!', '?', '!!', '??', '!?', '?!']

GameFileFormat: TypeAlias = Literal['kronika-game/1', 'kronika-game/2']

ImportedStatus: TypeAlias = Literal['finished', 'abandoned']

TournamentSummaryStatus: TypeAlias = Literal['waiting', 'playing', 'finished', 'abandoned']

QueueRowKind: TypeAlias = Literal['case', 'call']

QueueRowState: TypeAlias = Literal['open', 'taken', 'ruled', 'appealed', 'final', 'withdrawn', 'expired', 'answered', 'closed']

CaseState: TypeAlias = Literal['open', 'taken', 'ruled', 'appealed', 'final', 'withdrawn', 'expired']

TextStatus: TypeAlias = Literal['shown', 'withheld', 'erased']

CaseStep: TypeAlias = Literal['statement', 'refusal', 'taking', 'ruling', 'appeal', 'answer', 'appeal-taking', 'decision']

WayBackClass: TypeAlias = Literal['simple', 'clean', 'tainted', 'needs-random']

RulingAppealDecision: TypeAlias = Literal['upheld', 'changed', 'undecided']

RulingOutcome: TypeAlias = Literal['stood', 'overturned']

HookStatus: TypeAlias = Literal['pending', 'active', 'disabled']

HookSubject: TypeAlias = Literal['game', 'tournament', 'me', 'public']

DeliveryDocumentType: TypeAlias = Literal['your-turn', 'game-started', 'game-over', 'seat-free', 'undo-asked', 'case-opened', 'ruling', 'clock-low', 'invited', 'appointed', 'account', 'ping', 'gap']

DeliveryState: TypeAlias = Literal['waiting', 'delivered', 'failed', 'dropped', 'withheld']

DeliveryFailure: TypeAlias = Literal['timeout', 'tls', 'unreachable']

InvitationPolicy: TypeAlias = Literal['known', 'everybody', 'nobody']

Theme: TypeAlias = Literal['light', 'dark']

EventNames: TypeAlias = Literal['typed', 'none']

"""The schemas of query strings."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from api.requests.fields import (
    Closed,
    Name,
    QueryBoolean,
    QueryInteger,
    QuerySeconds,
    QueryTime,
    described,
    one_of,
    text,
)
from projections.documents.game_clocks import PACES
from projections.documents.games import STATUSES
from projections.sentences import LANGUAGES

REASON = "[a-z0-9-]+"
"""Why a game is over, as its ruleset names it."""
CURSOR = text(
    "[A-Za-z0-9_=-]+", 256, load_default=None, metadata=described("The value of `next` in the previous page.")
)
SINCE = "Games whose last event came at this time or later."
UNTIL = "Games whose last event came before this time."
LABELS = QueryBoolean(load_default=False, metadata=described("Whether to include the `text` of each event."))
LANG = one_of(list(LANGUAGES), load_default="en", metadata=described("The language of the sentences."))
HELD_VERSION = described("The version that the client holds.")


def ruleset_filter(what: str, **more: Any) -> fields.String:
    """Of which ruleset `what` has to be; any, where it is left out."""
    about = described(f"Only {what} of this ruleset.", **more)
    return text("[a-z0-9-]+", 64, load_default=None, metadata=about)


def _seat(text: str) -> QueryInteger:
    return QueryInteger(min=1, max=64, load_default=None, metadata=described(text))


class GameFilters(Closed):
    """Base of queries for public games: which ones (`projections.lobby.GameFilter`)."""

    imported = QueryBoolean(
        load_default=None,
        metadata=described("Games imported from files, instead of those played here."),
    )
    status = one_of(STATUSES, load_default=None, metadata=described("Only games with this status."))
    ruleset = ruleset_filter("games", example="romans")
    player = Name(
        load_default=None, about="Games with a player of this name. A name does not identify a person."
    )
    since = QueryTime(load_default=None, metadata=described(SINCE))
    until = QueryTime(load_default=None, metadata=described(UNTIL))
    bot = QueryBoolean(load_default=None, metadata=described("Whether a bot plays."))
    outcome = text(REASON, 64, load_default=None, metadata=described("The `reason` of the game's outcome."))
    clock = one_of(
        PACES,
        load_default=None,
        metadata=described(
            "`live`: games with a clock whose `bank` and `grace` together are at most an hour; `daily`: with a longer one; "
            "`none`: without a clock."
        ),
    )


class LobbyQuery(GameFilters):
    limit = QueryInteger(min=1, max=100, load_default=20, metadata=described("The largest number of games."))
    cursor = CURSOR


class ExportQuery(GameFilters):
    status = one_of(
        STATUSES,
        load_default="finished",
        metadata=described("Only games with this status, by default `finished`."),
    )
    cursor = text(
        "[0-9a-f]{32}", 32, load_default=None, metadata=described("The id of the last game received.")
    )


class SeatQuery(Closed):
    seat = _seat("For an analyst, who acts for all seats: the seat to act for, if several are to act.")


class ActionQuery(SeatQuery):
    labels = LABELS


class DocumentQuery(Closed):
    wait = QuerySeconds(
        load_default=None,
        metadata=described("Seconds to wait for a newer version; values over 30 count as 30."),
    )
    after = QueryInteger(
        load_default=None,
        metadata=described("The version that the client holds; the response waits for a newer one."),
    )


class NoQuery(Closed):
    """No parameters: what a client asks for by one that does not exist is refused, such as another seat's view by `as`."""


class ViewpointQuery(Closed):
    """Base of reads that may be made from a seat's viewpoint."""

    as_ = text(
        "seat:[1-9][0-9]?",
        7,
        data_key="as",
        load_default=None,
        metadata=described(
            "Read from this seat's viewpoint, such as `seat:2`: for a referee under a release, and for anyone once the game is "
            "over."
        ),
    )


class LegalActionsQuery(ViewpointQuery):
    seat = _seat(
        "For an analyst: the seat to act for, if several are to act. In a game without hidden information, for viewers "
        "without a seat: the seat whose actions to list."
    )
    labels = QueryBoolean(
        load_default=False,
        metadata=described("Whether to include a `label` for each action, and the `prompt` for all."),
    )
    version = QueryInteger(
        min=1,
        load_default=None,
        metadata=described(
            "List what the seat could do at this version; the default is the current one. A version within an action means "
            "the one before that action."
        ),
    )


class PastQuery(ViewpointQuery):
    """Base of reads of a game's past."""

    reveal = one_of(
        ["end"],
        load_default=None,
        metadata=described("`end`: include every value that is disclosed now that the game is over."),
    )


class StateQuery(PastQuery):
    document_revision = QueryInteger(
        load_default=None, metadata=described("The game document's `document_revision`.")
    )


class StatesQuery(PastQuery):
    from_ = QueryInteger(data_key="from", load_default=1, min=1, metadata=described("The first version."))
    to = QueryInteger(
        load_default=None,
        min=1,
        metadata=described("The last version; the default is the current one. At most 100 versions in all."),
    )


class EventsQuery(PastQuery):
    after = QueryInteger(load_default=0, metadata=HELD_VERSION)
    limit = QueryInteger(
        min=1, max=1000, load_default=200, metadata=described("The largest number of events, in JSON.")
    )
    labels = LABELS


EVENT = one_of(
    ["typed", "none"],
    load_default="typed",
    metadata=described("none: no `event` line, so that one listener (`onmessage`) gets all types."),
)


class StreamQuery(Closed):
    after = QueryInteger(load_default=0, metadata=HELD_VERSION)
    labels = LABELS
    event = EVENT
    analysis = QueryBoolean(
        load_default=False, metadata=described("Whether to send the progress of the game's analysis, too.")
    )


class LobbyStreamQuery(Closed):
    after = QueryInteger(
        load_default=None,
        metadata=described(
            "The id of the last change that the client holds; by default the stream starts now."
        ),
    )
    event = EVENT


class NoticeStreamQuery(Closed):
    after = QueryInteger(
        load_default=None,
        metadata=described(
            "The number of the last notice that the client holds; by default the stream starts now."
        ),
    )
    event = EVENT


class ReplayQuery(PastQuery):
    after = QueryInteger(
        load_default=0,
        metadata=described(
            "The version of the replay that the client holds, read with the same parameters: the response has only what is "
            "new or different."
        ),
    )
    lang = LANG
    labels = QueryBoolean(
        load_default=False,
        metadata=described("Whether to include the `text` of frames and chapters in both languages."),
    )


class NewsQuery(Closed):
    after = QueryInteger(load_default=0, metadata=described("The version that the client holds; 0 for none."))
    lang = LANG
    audit = QueryInteger(
        load_default=None,
        metadata=described(
            "The number of entries in the audit file that the client holds; without it no audit file is sent."
        ),
    )


class AuditQuery(Closed):
    after = QueryInteger(
        load_default=0,
        metadata=described(
            "The number of entries in the file that the client holds: the response has only what is new."
        ),
    )


class EntriesQuery(Closed):
    from_ = QueryInteger(data_key="from", load_default=0, metadata=described("The first entry, from 0."))
    to = QueryInteger(
        load_default=None, metadata=described("The entry to stop before; by default the end of the log.")
    )


class ProofQuery(Closed):
    index = QueryInteger(required=True, metadata=described("The entry's number, from 0.", example=0))
    size = QueryInteger(
        load_default=None,
        metadata=described("The size of the log to prove it for; by default the whole log."),
    )


class ConsistencyQuery(Closed):
    from_ = QueryInteger(
        data_key="from", required=True, metadata=described("The size of the shorter log.", example=1)
    )
    to = QueryInteger(
        load_default=None, metadata=described("The size of the longer log; by default the whole log.")
    )

"""Who is connected to games now. Only the running service knows: it is in no log and in no database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest

from flask import Response, current_app

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.http.scopes import SEES
from api.streaming.attendance import Attendance, Attendances, Games
from domain.table.refusals import Refusal
from projections.documents.audience import MOST_COUNTED, MOST_LISTED, Audience, GameAudience
from service.identity.access import authorize_log
from service.identity.game_access import MAX_PAIRS, statuses

audience = Resource("audience", "Who watches, and which players are there.")
BRIEFLY = "public, max-age=2"


@audience.on(
    "GET",
    "/v1/games/<game:game>/audience",
    auth="optional",
    scopes=SEES,
    returns={200: Returns("Who is connected.", GameAudience)},
    problems=[Refusal.NOT_FOUND, Refusal.FORBIDDEN],
)
def get_audience(call: Call, game: str) -> Response:
    """Read how many watch a game, and which of its players are there.

    Open streams are counted, and long polls that wait. All viewers of the game read the same, and nobody reads which
    spectators there are. It is in no log: it is what this service sees now, or saw two seconds ago. A connection that its
    client has left without closing it counts until the network notices, which takes up to 35 seconds.
    """
    authorize_log(kronika().repository, game, call.token)
    found = _attendances().get(game, Attendance())
    return respond(
        GameAudience(watching=found.watching, present=tuple(sorted(found.seats))), Cache_Control=BRIEFLY
    )


@audience.on("GET", "/v1/audience", returns={200: Returns("The most watched games.", Audience)})
def get_audience_of_all(call: Call) -> Response:
    """Read which public games are watched now, and by how many.

    Games that nobody without a seat watches are left out.
    """
    public = list(_public(_attendances()))
    listed = dict(nlargest(MOST_LISTED, public, key=lambda one: one[1]))
    return respond(Audience(watching=sum(count for _, count in public), games=listed), Cache_Control=BRIEFLY)


def _attendances() -> Games:
    known: Attendances = current_app.extensions["attendances"]
    return known.read()


def _public(games: Games) -> Iterator[tuple[str, int]]:
    """The most watched games that everybody may see, and how many watch them."""
    watched = [(game, found.watching) for game, found in games.items() if found.watching]
    most = nlargest(MOST_COUNTED, watched, key=lambda one: one[1])
    for start in range(0, len(most), MAX_PAIRS):
        yield from _open(most[start : start + MAX_PAIRS])


def _open(watched: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    known = statuses(kronika().store, [game for game, _ in watched])
    return [(game, count) for game, count in watched if game in known and not known[game].closed]

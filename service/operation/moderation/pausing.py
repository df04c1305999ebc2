"""Pausing new games. Those under way go on, and so do tournaments that have been set up."""

from __future__ import annotations

from domain.table.refusals import Refusal, Refused
from service.log.restrictions import PAUSED
from service.operation.moderation.acts import Act, check_reason, check_sentence, next_act, record
from service.play.context import Context
from service.store import Statement

UNPAUSE = "DELETE FROM games_paused"
PAUSE = "INSERT INTO games_paused (act, reason, lang) VALUES (?, ?, ?)"


def pause_games(context: Context, reason: str, lang: str = "en") -> Act:
    """No new games, tournaments, analyses by hand, imports or rematches begin; clients see the reason, in its language.

    A pause in place of another one changes the sentence. `Refused` malformed for a blank reason or another language.
    """
    repository = context.repository
    check_sentence(reason, lang)

    def act() -> tuple[Act, list[Statement]]:
        made = next_act(repository.store, repository.now(), "pause-games", "", reason, {"lang": lang})
        return made, [Statement(UNPAUSE), Statement(PAUSE, (made.id, reason, lang))]

    return record(repository.store, act)


def resume_games(context: Context, reason: str) -> Act:
    """New games begin again; `Refused` illegal-action unless they are paused, malformed for a blank reason."""
    repository = context.repository
    check_reason(reason)

    def act() -> tuple[Act, list[Statement]]:
        if not repository.store.query(PAUSED):
            raise Refused(Refusal.ILLEGAL_ACTION, "New games are not paused.")
        made = next_act(repository.store, repository.now(), "resume-games", "", reason)
        return made, [Statement(UNPAUSE)]

    return record(repository.store, act)

"""What the operator says of a game that they have closed or abandoned: the text beside the hash in its log."""

from __future__ import annotations

from domain.table.decisions import NOT_PLAYING
from domain.table.refusals import Refusal, Refused
from projections.documents.games import OperatorNotice
from service.log.case_texts import OF_OPERATOR, texts_of
from service.log.loaded import LoadedGame
from service.store import Store


def notice_of(store: Store, loaded: LoadedGame) -> OperatorNotice | None:
    """None for a game that the operator has neither closed nor abandoned. An erased text is null."""
    if (hash := loaded.table.notice_hash) is None:
        return None
    written = texts_of(store, loaded.id, OF_OPERATOR).get(hash)
    return OperatorNotice(None, None) if written is None else OperatorNotice(written.text, written.lang)


def check_not_closed(store: Store, loaded: LoadedGame) -> None:
    """`Refused` game-closed, in the operator's words."""
    if not loaded.table.is_closed:
        return
    detail, notice = NOT_PLAYING["closed"], notice_of(store, loaded)
    if notice is None or notice.text is None:
        raise Refused(Refusal.GAME_CLOSED, detail, version=loaded.version)
    words = {"reason": notice.text, "reason_lang": notice.lang, "version": loaded.version}
    raise Refused(Refusal.GAME_CLOSED, f"{detail} {notice.text}", **words)

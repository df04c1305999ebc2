"""Acts of the operator in the database, on both engines: each with what it does, in one order, seen by every process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.table.refusals import Refused
from service.identity import hiding
from service.log.restrictions import FRESH_SECONDS
from service.operation.app import Kronika, compose, prepare
from service.operation.moderation import acts
from service.operation.moderation.acts import acts_after
from service.operation.moderation.blocking import Block, block, blocks, unblock
from service.operation.moderation.games import abandon_game, close_game, reopen_game
from service.operation.moderation.pausing import pause_games
from service.queries import states
from service.system.clock import now
from service.system.settings import Settings
from tests.running import until
from tests.service.conftest import House
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
HOUR = 3_600_000
TOKEN = "kr_" + "a" * 43
TABLES = ("operator_acts", "blocks", "games_paused", "case_texts", "stored_events")


@pytest.fixture
def two(url: str, tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two processes' services over one database."""
    settings = Settings(data=tmp_path, database=url)
    prepare(settings)
    with closing(compose(settings)) as first, closing(compose(settings)) as second:
        yield House(first), House(second)


def test_acts_of_two_processes_are_counted_without_gaps_and_both_obey(two: tuple[House, House]) -> None:
    contexts = [house.context for house in two]
    at_once = threading.Barrier(4)

    def act(n: int) -> int:
        at_once.wait()
        return block(contexts[n % 2], f"203.0.113.{n}", now() + HOUR, f"Spam {n}.").id

    with ThreadPoolExecutor(4) as threads:
        numbers = [*threads.map(act, range(4))]
    assert sorted(numbers) == [1, 2, 3, 4]
    assert [it.id for it in acts_after(two[1].kronika.store, 0, 9)] == [1, 2, 3, 4]
    assert [it.id for it in acts_after(two[1].kronika.store, 2, 1)] == [3]
    for house in two:
        restrictions = house.repository.restrictions
        until(lambda of=restrictions: of.blocked_until("203.0.113.3", None), f"after {FRESH_SECONDS} s")
        assert restrictions.blocked_until("203.0.113.9", None) is None


def test_what_is_written_can_be_read_by_whoever_keeps_the_log(two: tuple[House, House]) -> None:
    context, store = two[0].context, two[1].kronika.store
    hashed = f"token {sha256(TOKEN.encode()).hexdigest()}"
    at = now() + HOUR
    made = [block(context, TOKEN, at, "Spam."), unblock(context, hashed, "Done.")]
    made += [block(context, hashed, at, "Again."), pause_games(context, "We move.", "en")]
    assert acts_after(store, 0, 9) == made
    assert [(it.act, it.subject) for it in made] == [
        ("block", hashed),
        ("unblock", hashed),
        ("block", hashed),
        ("pause-games", ""),
    ]
    assert [it.details for it in made] == [f'{{"until":{at}}}', "{}", f'{{"until":{at}}}', '{"lang":"en"}']
    assert blocks(store, now()) == [Block(hashed, at, made[2].at, "Again.")]


@pytest.mark.parametrize("act", [close_game, abandon_game])
def test_an_act_that_cannot_be_written_leaves_nothing_of_it(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch, act: Callable[..., Any]
) -> None:
    house = two[0]
    game, _ = house.seated()
    before = rows(house.kronika)
    with monkeypatch.context() as patched:
        patched.setattr(acts, "INSERT", acts.INSERT.replace("operator_acts", "no_such_table"))
        with pytest.raises(Exception, match="no_such_table"):
            act(house.context, game, "We look into it.")
        with pytest.raises(Exception, match="no_such_table"):
            block(house.context, "203.0.113.1", now() + HOUR, "Spam.")
    assert rows(house.kronika) == before
    act(house.context, game, "We look into it.")
    assert {name: n - before[name] for name, n in rows(house.kronika).items()} == {
        "operator_acts": 1,
        "blocks": 0,
        "games_paused": 0,
        "case_texts": 1,
        "stored_events": 1,
    }


def rows(kronika: Kronika) -> dict[str, int]:
    return {name: kronika.store.query(f"SELECT count(*) FROM {name}")[0][0] for name in TABLES}


def test_one_of_two_who_close_a_game_at_once_is_refused_and_an_act_elsewhere_delays_nobody(
    two: tuple[House, House],
) -> None:
    game, tokens = two[0].seated()
    at_once = threading.Barrier(3)

    def close(house: House) -> str:
        at_once.wait()
        try:
            return close_game(house.context, game, "We look into it.").act
        except Refused as refused:
            return str(refused)

    with ThreadPoolExecutor(3) as threads:
        pausing = threads.submit(lambda: (at_once.wait(), pause_games(two[1].context, "We move.")))
        closed = sorted(threads.map(close, two))
        pausing.result()
    assert closed == ["The game is closed already.", "close-game"]
    assert [it.id for it in acts_after(two[0].kronika.store, 0, 9)] == [1, 2]
    with pytest.raises(Refused, match="We look into it"):
        two[1].act(game, tokens[1], {"type": "roll"})


def test_a_deleted_game_keeps_no_sentence_and_its_log_still_tells_that_it_was_closed(
    two: tuple[House, House],
) -> None:
    house = two[0]
    game, tokens = house.seated()
    close_game(house.context, game, "Somebody is insulted.")
    hiding.delete(house.kronika.store, game)
    assert house.kronika.store.query("SELECT 1 FROM case_texts WHERE game = ?", (game,)) == []
    hiding.hide(house.kronika.store, house.seated()[0])
    other, tokens = house.seated()
    close_game(house.context, other, "Somebody is insulted.")
    house.kronika.store.append("", [], hiding.erase_where("case_texts.game = ?", (other,)))
    document = orjson.loads(states.document(two[1].repository, other, tokens[1]).body)
    assert (document["status"], document["notice"]) == ("suspended", {"text": None, "lang": None})
    reopen_game(house.context, other, "Done.")
    assert house.act(other, house.turn(other, tokens), house.legal(other, house.turn(other, tokens))[0])

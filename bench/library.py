"""The pieces of `eventsourcing` that the service replaces, against what replaces them: the same events of the same game.

The library has them on SQLite, in a file of its own beside the service's. Everything runs in turns within one run.
"""

from __future__ import annotations

import base64
import pickle
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache, partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent, Transcoder
from eventsourcing.utils import register_topic

from api.requests.schemas import ACTIONS
from bench.games import act_once, play_to, seated, service
from bench.size import size
from bench.timing import medians
from domain.ruleset import Ruleset
from domain.table.event_types import types_of
from domain.table.fold import Fold
from domain.table.state import Logged, Table
from service.log.loaded import LoadedGame
from service.log.mapper import foldable, to_row
from service.log.snapshots import STORED_INTERVAL
from service.log.snapshotter import Snapshotter
from service.log.versions import Versions
from service.operation.app import Kronika
from service.store import Row

EVENTS = size(1000, 150)
RUNS = size(41, 1)
APPENDS = size(400, 8)  # a run, shared out among its threads
RULESETS = {"age-of-war": 4, "romans": 4}
SNAPSHOT = "fold"
ROLL = b'{"by":"seat 1","d":[1,2,3]}'
HEADER = ("| what | ours | the library | the library / ours |", "|---|---|---|---|")


class Event:
    """A domain event as the library's mapper takes it: everything but its game and version is its state."""

    TOPIC: ClassVar[str]
    originator_id: str
    originator_version: int

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


class Snapshot(Event):
    TOPIC = SNAPSHOT


@cache
def event_class(topic: str) -> type[Event]:
    made = type(topic, (Event,), {"TOPIC": topic})
    register_topic(topic, made)
    return made


def as_event(game: str, logged: Logged) -> Event:
    topic = str(type(logged.event).__struct_config__.tag)
    d = msgspec.to_builtins(logged.event)
    known = {"by": logged.actor, "a": logged.action, "at": logged.at, "r": list(logged.rules), "d": d}
    return event_class(topic)(originator_id=game, originator_version=logged.version, **known)


def as_logged(event: Any, types: Mapping[str, Any]) -> Logged:
    return Logged(event.originator_version, msgspec.convert(event.d, types[event.TOPIC]), event.by, event.a)


class MsgspecTranscoder(Transcoder):
    """The library's own extension point, with the faster decoder."""

    def encode(self, obj: Any) -> bytes:
        return msgspec.json.encode(obj)

    def decode(self, data: bytes) -> Any:
        return msgspec.json.decode(data)


class Games(Application[str]):
    env: ClassVar[dict[str, str]] = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "ORIGINATOR_ID_TYPE": "text",
    }


class SnapshotGames(Games):
    is_snapshotting_enabled = True


class MsgspecGames(Games):
    def construct_transcoder(self) -> Transcoder:
        return MsgspecTranscoder()


def projector(ruleset: Ruleset[Any]) -> Callable[[Any, Iterable[Any]], Table]:
    """Folds as the service does, from the library's events or from its snapshot."""
    types = types_of(ruleset)

    def project(_: Any, events: Iterable[Any]) -> Table:
        fold, log = Fold(ruleset), []
        for event in events:
            if event.TOPIC == SNAPSHOT:
                reached = pickle.loads(zlib.decompress(base64.b64decode(event.reached)))
                fold = Fold.from_reached(ruleset, reached)
            else:
                log.append(as_logged(event, types))
        fold.read(log)
        return fold.table()

    return project


def snapshot_of(game: str, ruleset: Ruleset[Any], log: Iterable[Logged], version: int) -> Snapshot:
    fold = Fold(ruleset)
    fold.read(log)
    reached = base64.b64encode(zlib.compress(pickle.dumps(fold.reached()), 1)).decode()
    return Snapshot(originator_id=game, originator_version=version, reached=reached)


def ratio(name: str, ours: float, theirs: float, unit: float = 1e3) -> str:
    return f"| {name} | {ours * unit:.2f} | {theirs * unit:.2f} | {theirs / ours:.2f} |"


def decoding(ruleset: str, loaded: LoadedGame, log: list[Logged], kronika: Kronika) -> Iterator[str]:
    game, types, k_salt = loaded.id, types_of(loaded.ruleset), bytes(32)
    entries, secrets = kronika.store.entries(game), kronika.store.secrets(game)
    plain, quick = Mapper[str](JSONTranscoder()), Mapper[str](MsgspecTranscoder())
    events = [as_event(game, logged) for logged in log]
    stored = [plain.to_stored_event(event) for event in events]

    def read_by(mapper: Mapper[str]) -> list[Logged]:
        return [as_logged(mapper.to_domain_event(one), types) for one in stored]

    ours = partial(foldable, entries, secrets, loaded.ruleset)
    assert [one.event for one in read_by(plain)] == [one.event for one in ours()]
    own, json, with_msgspec = _cpu(ours, partial(read_by, plain), partial(read_by, quick))
    each = 1e6 / len(log)
    yield ratio(f"{ruleset}: decode an event, `Mapper` with `JSONTranscoder`, µs", own, json, each)
    yield ratio(f"{ruleset}: the same with msgspec as its transcoder, µs", own, with_msgspec, each)
    own, json, with_msgspec = _cpu(
        lambda: [to_row(one, 1, k_salt) for one in log],
        lambda: [plain.to_stored_event(as_event(game, one)) for one in log],
        lambda: [quick.to_stored_event(as_event(game, one)) for one in log],
    )
    yield ratio(f"{ruleset}: encode an event (ours: with salted digests, canonical), µs", own, json, each)
    yield ratio(f"{ruleset}: the same with msgspec as its transcoder, µs", own, with_msgspec, each)


def validating(ruleset: str, loaded: LoadedGame) -> Iterator[str]:
    """The legal actions of a seat, as requests give them: by msgspec, and by the marshmallow schemas made from its structs."""
    table, schema = loaded.table, ACTIONS[ruleset]
    legal = loaded.ruleset.legal_actions(table.game, table.to_act[0])
    given = [msgspec.to_builtins(action) for action in legal]
    kinds = loaded.ruleset.action_types

    def by_msgspec() -> list[Any]:
        return [msgspec.convert(one, kinds[one["type"]]) for one in given]

    def by_marshmallow() -> list[Any]:
        return [schema.load(one) for one in given]

    ours, theirs = _cpu(by_msgspec, by_marshmallow)
    yield ratio(f"{ruleset}: check an action, marshmallow, µs", ours, theirs, 1e6 / len(given))


def _cpu(*works: Callable[[], object]) -> list[float]:
    return medians(*works, runs=RUNS, clock=time.process_time)


def rebuilding(
    ruleset: str, loaded: LoadedGame, log: list[Logged], kronika: Kronika, folder: Path
) -> Iterator[str]:
    """By a process that has not read the game yet."""
    game, project = loaded.id, projector(loaded.ruleset)
    last = loaded.version // STORED_INTERVAL * STORED_INTERVAL
    snapshotter = Snapshotter(kronika.store)
    env = {"SQLITE_DBNAME": str(folder / f"{ruleset}.db")}
    with closing(SnapshotGames(env)) as app, closing(MsgspecGames(env)) as quick:
        app.save(*(as_event(game, one) for one in log))

        def ours() -> Table:
            return Versions(kronika.store).load(game).table

        def theirs(by: Games) -> Table:
            table: Table = by.repository.get(game, projector_func=project)
            return table

        assert theirs(app) == ours()
        snapshotter.reset()
        own, json, with_msgspec = _cpu(ours, partial(theirs, app), partial(theirs, quick))
        yield ratio(f"{ruleset}: rebuild {len(log)} events, `Repository.get`, ms", own, json)
        yield ratio(f"{ruleset}: the same with msgspec as its transcoder, ms", own, with_msgspec)
        snapshotter.catch_up()
        assert app.snapshots is not None
        app.snapshots.put([snapshot_of(game, loaded.ruleset, log[:last], last)])
        assert theirs(app) == ours()
        own, json = _cpu(ours, partial(theirs, app))
        yield ratio(f"{ruleset}: from a snapshot at {last} (ours: verified, encrypted), ms", own, json)


def writing(kronika: Kronika, folder: Path) -> Iterator[str]:
    """An action of the service, and what its events cost to write: CPU, and durably by threads."""
    names = map(str, count())
    with closing(Games({"SQLITE_DBNAME": str(folder / "appended.db")})) as app:

        def by_store(game: str, version: int = 1) -> None:
            kronika.store.append(game, [Row(version, "dice-rolled", ROLL)])

        def by_recorder(game: str, version: int = 1) -> None:
            app.recorder.insert_events([StoredEvent(game, version, "dice-rolled", ROLL)])

        def by_application(game: str, version: int = 1) -> None:
            values = {"originator_id": game, "originator_version": version}
            app.save(event_class("dice-rolled")(**values, by="seat 1", d=[1, 2, 3]))

        whole, own, recorded, saved = medians(
            actions(kronika),
            *(
                lambda append=append: append(next(names))
                for append in (by_store, by_recorder, by_application)
            ),
            runs=RUNS * 5,
            clock=time.process_time,
        )
        yield ratio("append an event, the recorder's `insert_events`, CPU ms", own, recorded)
        yield ratio("the same, `Application.save`, CPU ms", own, saved)
        yield ratio("a whole action; what `Application.save` adds, CPU ms", whole, saved - recorded)
        for threads in (1, 8):
            works = [partial(appended, threads, names, append) for append in (by_store, by_application)]
            what = f"{APPENDS} durable appends by {threads} threads, `Application.save`, ms"
            yield ratio(what, *medians(*works, runs=size(5, 1)))


def actions(kronika: Kronika) -> Callable[[], object]:
    """Each call is an action of a game that goes on."""
    rng, games = Random(1), [seated(kronika, "age-of-war", 4)]

    def act() -> None:
        loaded = kronika.repository.get(games[-1])
        if loaded.table.status != "playing":
            games.append(seated(kronika, "age-of-war", 4))
            loaded = kronika.repository.get(games[-1])
        act_once(kronika.repository, loaded, rng)

    return act


def appended(threads: int, names: Iterator[str], append: Callable[[str, int], object]) -> None:
    """Each thread to a game of its own."""

    def write(game: str) -> None:
        for version in range(1, APPENDS // threads + 1):
            append(game, version)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(write, [next(names) for _ in range(threads)]))


def main() -> list[str]:
    lines: list[str] = []
    with service() as kronika:
        folder = kronika.settings.data
        for ruleset, seats in RULESETS.items():
            loaded = play_to(kronika, seated(kronika, ruleset, seats), EVENTS)
            log = kronika.repository.versions.log(loaded)
            lines += validating(ruleset, loaded)
            lines += decoding(ruleset, loaded, log, kronika)
            lines += rebuilding(ruleset, loaded, log, kronika, folder)
        lines += writing(kronika, folder)
    return [*HEADER, *lines]


if __name__ == "__main__":
    print("\n".join(main()))

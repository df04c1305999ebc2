"""The lists of leaves that files carry: one head for each, which has the promised quorum, whatever happens later."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.ledger import cosignature
from domain.ledger.audit import Cosignature
from domain.ledger.note import parse_checkpoint, split
from domain.table.events import Witnessed
from service.log.transparency.leaf_lists import CosignedHead, LeafLists, leaf_list_of
from service.log.transparency.log import LogUnusable
from service.operation.app import compose, prepare
from service.queries.auditing import audit, leaf_list
from service.store import Statement
from service.system.settings import BadSetting, Settings
from service.tables import suspension
from tests.service.conftest import House, said, settings_in
from tests.service.leaves import all_leaves, sequence
from tests.service.playing import play
from tests.service.test_tournaments import create, enter
from tests.store.conftest import new_database

WITNESSES = tuple(cosignature.make_vkey(f"w{n}.example", bytes([n]) * 32) for n in (1, 2, 3))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    folder = tmp_path_factory.mktemp("lists")
    if request.param == "sqlite":
        yield settings_in(folder)
        return
    with new_database(request.getfixturevalue("shared_postgresql")) as url:
        yield Settings(data=folder, database=url)


@pytest.fixture(scope="module")
def anywhere(settings: Settings) -> Iterator[House]:
    """A service on either engine."""
    prepare(settings)
    with closing(compose(settings)) as kronika:
        yield House(kronika)


def listed(house: House, game: str) -> list[str] | None:
    """The kinds of the leaves in a game's list; None while it has none."""
    found = leaf_list(house.repository, game, None)
    return None if found is None else [orjson.loads(it.leaf)["k"] for it in found.leaves]


def file_of(house: House, game: str) -> dict[str, Any]:
    return dict(orjson.loads(audit(house.repository, game, None)))


def test_a_list_stays_under_its_first_head(anywhere: House) -> None:
    game, _ = anywhere.create()
    assert "service_log" not in file_of(anywhere, game)
    sequence(anywhere.kronika)
    first = leaf_list(anywhere.repository, game, None)
    for _ in range(3):
        anywhere.create()
        sequence(anywhere.kronika)
    assert first is not None
    assert leaf_list(anywhere.repository, game, None) == first
    assert file_of(anywhere, game)["service_log"]["checkpoint"] == first.checkpoint


def test_a_log_that_is_read_as_it_was_has_no_leaf_of_later_entries(anywhere: House) -> None:
    game, organiser = anywhere.create()
    for n in (1, 2):
        anywhere.sit(game, organiser, {"name": f"P{n}"})
    sequence(anywhere.kronika)
    loaded = anywhere.repository.get(game)
    ended = suspension.ChangeStatus(game, organiser, "abandon")
    assert said(suspension.change_status(ended, anywhere.context))["status"] == "abandoned"
    sequence(anywhere.kronika)
    assert listed(anywhere, game) == ["game", "seats", "end"]
    then = leaf_list_of(anywhere.kronika.store, loaded)
    assert then is not None
    assert len(then.leaves) == 2


def test_nothing_is_listed_that_the_index_does_not_have(anywhere: House) -> None:
    """The head is shown before the database learns of it."""
    game, _ = anywhere.create()
    lists, sequencer = anywhere.kronika.leaf_lists(), anywhere.kronika.sequencer()
    assert not lists.make()
    assert listed(anywhere, game) is None
    while sequencer.sequence():
        pass
    assert lists.make()
    while lists.make():
        pass
    assert listed(anywhere, game) == ["game"]


def test_a_list_whose_proofs_do_not_lead_to_its_head_is_not_stored(anywhere: House) -> None:
    """As where database and tiles are of different logs: it would stand for good."""
    game, _ = anywhere.create()
    kronika, sequencer = anywhere.kronika, anywhere.kronika.sequencer()
    while sequencer.sequence():
        pass
    known = kronika.repository.logs.last()
    wrong, right = (
        Statement("UPDATE logs SET root = ? WHERE origin = ?", (root, known.origin))
        for root in (bytes(32), known.root)
    )
    kronika.store.append("", [], [wrong])
    with pytest.raises(LogUnusable, match="is not under the head"):
        kronika.leaf_lists().make()
    assert listed(anywhere, game) is None
    kronika.store.append("", [], [right])
    sequence(kronika)
    assert listed(anywhere, game) == ["game"]


def test_seats_of_a_tournament_that_are_taken_at_once_are_told_once(anywhere: House) -> None:
    for _ in range(3):
        id, _ = create(anywhere, seats=4, games=1)
        with ThreadPoolExecutor(4) as pool:
            list(
                pool.map(
                    lambda n, id=id: enter(anywhere, id, None, {"name": f"P{n}", "seat": n}), range(1, 5)
                )
            )
        own = [leaf for leaf in all_leaves(anywhere.kronika) if leaf["k"].startswith("tournament")]
        assert [leaf["k"] for leaf in own[-2:]] == ["tournament", "tournament-seats"]


def test_an_action_that_tells_nothing_queues_nothing(anywhere: House) -> None:
    game, tokens = anywhere.seated()
    sequence(anywhere.kronika)
    size = anywhere.repository.logs.current().head().size
    play(anywhere, game, tokens, random.Random(1), 5)
    assert not anywhere.kronika.store.query("SELECT * FROM log_queue")
    sequence(anywhere.kronika)
    assert anywhere.repository.logs.current().head().size == size


class Cosigners:
    """Heads that witnesses have cosigned, as far as a test lets them."""

    def __init__(self, house: House) -> None:
        self.house, self.heads = house, list[CosignedHead]()

    def cosign(self, *vkeys: str) -> CosignedHead:
        head = self.house.repository.logs.current().head()
        made = CosignedHead(head.size, head.root, [Cosignature(vkey, head.note) for vkey in vkeys])
        self.heads.append(made)
        return made

    def __call__(self, log: str, promised: Witnessed, size: int) -> Sequence[CosignedHead]:
        assert log == "kronika/log"
        named = set(promised.witnesses)
        return [
            head
            for head in self.heads
            if head.size >= size and len({it.vkey for it in head.cosignatures} & named) >= promised.quorum
        ]


@pytest.fixture
def witnessed(house: House) -> House:
    house.repository.witnessed = Witnessed(2, WITNESSES)
    return house


def test_under_a_quorum_a_list_waits_for_a_head_that_has_it(witnessed: House) -> None:
    cosigners = Cosigners(witnessed)
    lists = LeafLists(witnessed.kronika.store, witnessed.repository.logs, witnessed.kronika.signer, cosigners)
    game, organiser = witnessed.create()
    sequence(witnessed.kronika, lists)
    assert listed(witnessed, game) is None
    cosigners.cosign(WITNESSES[0])
    sequence(witnessed.kronika, lists)
    assert listed(witnessed, game) is None
    cosigners.cosign(*WITNESSES[:2])
    witnessed.sit(game, organiser, {"name": "Ada"})
    witnessed.sit(game, organiser, {"name": "Bo"})
    sequence(witnessed.kronika, lists)
    assert listed(witnessed, game) == ["game"]
    last = cosigners.cosign(*WITNESSES)
    suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), witnessed.context)
    sequence(witnessed.kronika, lists)
    found = file_of(witnessed, game)["service_log"]
    assert [orjson.loads(it["leaf"])["k"] for it in found["leaves"]] == ["game", "seats"]
    assert parse_checkpoint(split(found["checkpoint"])[0]).size == last.size
    assert [it["vkey"] for it in found["cosignatures"]] == [*WITNESSES]
    created = orjson.loads(file_of(witnessed, game)["entries"][0])["d"]
    assert created["witnessed"] == {"quorum": 2, "witnesses": [*WITNESSES]}
    assert witnessed.document(game)["witnessed"] == created["witnessed"]


def env(folder: Path, **more: str) -> dict[str, str]:
    witnesses = ", ".join(f"{vkey} https://w.example/{n}" for n, vkey in enumerate(WITNESSES))
    return {"KRONIKA_DATA": str(folder), "KRONIKA_WITNESSES": witnesses, **more}


@pytest.mark.parametrize("quorum", ["", "1", "3"])
def test_a_quorum_is_promised_as_it_is_set(tmp_path: Path, quorum: str) -> None:
    settings = Settings.from_env(env(tmp_path, KRONIKA_QUORUM=quorum))
    prepare(settings)
    with closing(compose(settings)) as kronika:
        game, _ = House(kronika).create()
        created = orjson.loads(next(iter(kronika.store.entries(game, 0, 1))))["d"]
    assert created["log"] == "kronika/log"
    promised = {"quorum": int(quorum), "witnesses": [*WITNESSES]} if quorum else None
    assert created["witnessed"] == promised


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"KRONIKA_QUORUM": "4"}, "from 1 to that of KRONIKA_WITNESSES, of which there are 3"),
        ({"KRONIKA_QUORUM": "0"}, "from 1 to"),
        ({"KRONIKA_QUORUM": "two"}, "not 'two'"),
        ({"KRONIKA_QUORUM": "1", "KRONIKA_WITNESSES": ""}, "there are 0"),
        (
            {"KRONIKA_QUORUM": "1", "KRONIKA_WITNESSES": f"{WITNESSES[0]} http://a, {WITNESSES[0]} http://b"},
            "twice",
        ),
    ],
)
def test_a_quorum_that_cannot_be(tmp_path: Path, more: dict[str, str], why: str) -> None:
    with pytest.raises(BadSetting, match=why):
        Settings.from_env(env(tmp_path, **more))


def test_a_service_is_no_witness_of_itself(tmp_path: Path) -> None:
    prepare(settings_in(tmp_path))
    with closing(compose(settings_in(tmp_path))) as kronika:
        own = kronika.signer.witness_vkey("kronika")
    settings = Settings.from_env(env(tmp_path, KRONIKA_QUORUM="1", KRONIKA_WITNESSES=f"{own} http://a"))
    with pytest.raises(BadSetting, match="own key"):
        compose(settings)

"""A package's game on every database, in tournaments, in forks, and analysed: as Kronika's own games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.table.refusals import Refused
from projections.documents.notes import Arrow, Note
from service.analyses.analyser import Analyser
from service.analyses.notes import Write, write
from service.log.notes import WrittenNote
from service.log.verifying import rules_level
from service.operation.app import compose, prepare
from service.queries import exporting
from service.system.settings import Settings
from tests.harbour import ID
from tests.service.conftest import House
from tests.service.playing import play
from tests.service.test_analysing import QUICK, ask, fork, told
from tests.service.test_tournaments import awaited, entered, games
from tests.store.conftest import new_database

pytestmark = pytest.mark.usefixtures("site")


@pytest.fixture
def on_postgresql(shared_postgresql: Any, tmp_path: Path) -> Iterator[House]:
    with new_database(shared_postgresql) as url:
        settings = Settings(data=tmp_path / "data", database=url)
        prepare(settings)
        with closing(compose(settings)) as kronika:
            yield House(kronika)


def follows(house: House, game: str, token: str | None = None) -> str:
    """Whether the rules decide its log again as it is: the status of the level."""
    return rules_level(orjson.loads(exporting.export(house.repository, game, token))["audit"]).status


def test_a_tournament_on_postgresql_is_played_to_its_end(on_postgresql: House) -> None:
    id, _, _ = entered(on_postgresql, "greedy", ruleset=ID, seats=2, options={})
    found = awaited(on_postgresql, id)
    assert found["status"] == "finished"
    played = games(on_postgresql, id)
    assert [on_postgresql.document(game)["package"]["name"] for game in played] == [ID] * len(played)
    assert [follows(on_postgresql, game) for game in played] == ["passed"] * len(played)


@pytest.mark.usefixtures("analysed_here")
@pytest.mark.parametrize("ruleset", [ID, "touche"])
def test_a_fork_is_played_on_and_analysed(house: House, ruleset: str) -> None:
    """Of a game with chosen secrets, too, and of one in which all were dealt: its log names no shuffles."""
    game, tokens = house.seated(ruleset=ruleset)
    play(house, game, tokens, random.Random(1), 5)
    its, token = fork(house, game, tokens[1])
    play(house, its, dict.fromkeys((1, 2), token), random.Random(2), 12)
    ask(house, its, token)
    assert Analyser(house.repository, QUICK).make_next()
    found = told(house, its, token)
    assert (found["status"], found["moments"] != []) == ("done", True)


def test_notes_on_it_point_at_members_of_its_view(house: House) -> None:
    game, tokens = house.seated(ruleset=ID)
    its, token = fork(house, game, tokens[1])
    version = house.document(its, token)["version"]

    def note(place: str) -> Note | None:
        written = WrittenNote("", arrows=(Arrow(start="view:state:players:0:hand", end=place),))
        return write(Write(its, token, version, written), house.context)

    assert note("view:state:players:1:hand:6")
    for place in ("view:state:players:1:hand:7", "view:state:none", "view", "hand:1"):
        with pytest.raises(Refused, match=f"no place '{place}' at version {version}") as refused:
            note(place)
        assert list(refused.value.more["errors"]) == ["arrows[0].end"]

"""Files of a game that was played to its end through a service."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from service.operation.app import compose, prepare
from service.queries import auditing, exporting
from tests.few_draws import quick_keys
from tests.service.conftest import House, settings_in
from tests.service.playing import play

__all__ = ["quick_keys"]


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `game.json`, its export, and `audit.json`; `young.json` is the export of a running game."""
    folder = tmp_path_factory.mktemp("files")
    settings = settings_in(folder / "data")
    prepare(settings)
    kronika = compose(settings)
    house = House(kronika)
    game, tokens = house.seated(ruleset="romans", draws="")
    young, _ = house.seated(ruleset="nagaraja", draws="")
    play(house, game, tokens, random.Random(1))
    (folder / "game.json").write_bytes(exporting.export(house.repository, game, None))
    (folder / "audit.json").write_bytes(auditing.audit(house.repository, game, None))
    (folder / "young.json").write_bytes(exporting.export(house.repository, young, None))
    kronika.close()
    return folder

"""Games whose ruleset comes from a package: named in their logs, kept apart, and readable when it is gone or has changed."""

from __future__ import annotations

import hashlib
import json
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

import kronika
from domain.packages.absent import events_of
from domain.packages.hashing import hash_of
from domain.packages.installed import SameId, installed
from domain.rulesets import registry
from domain.table.refusals import Refusal, Refused
from service.log.snapshots import code_id
from service.log.verifying import rules_level
from service.operation.integrity import find_damage
from service.queries import exporting
from tests import harbour
from tests.checkout import ROOT
from tests.harbour import FOLDER, ID, PACKAGE, change
from tests.service.conftest import House
from tests.service.playing import play
from verifier import verify


def uninstall(site: Path) -> None:
    for info in site.glob("*.dist-info"):
        info.rename(info.with_suffix(".gone"))
    harbour.forget()


def anew(house: House, game: str) -> None:
    """The service starts anew: nothing of the game is cached."""
    house.repository.cache.clear()
    house.repository.versions.replayer.forget(game)


def refusal(does: Callable[[], Any]) -> Refused:
    with pytest.raises(Refused) as refused:
        does()
    return refused.value


def begun(house: House, actions: int | None = 3) -> tuple[str, dict[int, str]]:
    game, tokens = house.seated(ruleset=ID)
    play(house, game, tokens, random.Random(1), actions)
    return game, tokens


def audit(house: House, game: str) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(exporting.export(house.repository, game, None))["audit"]
    return found


def test_it_is_played_and_named_in_its_log_and_anybody_checks_it(house: House, site: Path) -> None:
    game, _ = begun(house, None)
    log = audit(house, game)
    named = json.loads(log["entries"][0])["d"]["package"]
    report = verify(log)
    assert (named["name"], named["version"], named["events"]["bid-placed"]) == (
        ID,
        "0.1.0",
        "bid: hidden integer; seat: integer",
    )
    assert [report[level].status for level in ("L0", "L2", "L3")] == ["passed"] * 3
    assert rules_level(log).status == "passed"
    assert house.document(game)["package"] == {name: named[name] for name in ("name", "version", "hash")}


def test_the_hash_is_that_of_the_list_of_its_files(site: Path) -> None:
    (site / FOLDER / "__pycache__").mkdir(exist_ok=True)
    (site / FOLDER / "__pycache__" / "more.pyc").write_bytes(b"compiled")
    files = [it for it in (site / FOLDER).rglob("*") if it.is_file() and "__pycache__" not in str(it)]
    names = sorted(it.relative_to(site / FOLDER).as_posix() for it in files)
    lines = [f"{hashlib.sha256((site / FOLDER / it).read_bytes()).hexdigest()}  {it}\n" for it in names]
    package = registry()[ID].package
    assert package is not None
    assert package.hash == hashlib.sha256("".join(lines).encode()).hexdigest()


def test_code_in_linked_folders_is_part_of_the_hash_and_of_the_id_of_snapshots(
    site: Path, tmp_path: Path
) -> None:
    """And the documented command prints the same hash."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (site / FOLDER / "linked").symlink_to(elsewhere)

    def hash_with(text: str) -> str:
        (elsewhere / "tables.toml").write_text(text)
        code_id.cache_clear()
        return hash_of(site / FOLDER)

    first, snapshots = hash_with("rounds = 6"), code_id()
    assert (hash_with("rounds = 7") == first, code_id() == snapshots) == (False, False)
    [command] = re.findall(r"^find -L .*$", (ROOT / "docs/reference/packages.md").read_text(), re.MULTILINE)
    done = subprocess.run(command, shell=True, cwd=site / FOLDER, capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == hash_of(site / FOLDER)
    code_id.cache_clear()


def test_a_package_with_endless_links_is_left_out_with_its_reason(site: Path) -> None:
    (site / FOLDER / "inner").mkdir()
    (site / FOLDER / "inner" / "again").symlink_to(site / FOLDER)
    harbour.forget()
    [broken] = installed().broken
    assert "leads to a folder that it is in" in broken.reason


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("rules.py", "from .state", "raise SystemExit(3)\nfrom .state", "SystemExit: 3"),
        ("__init__.py", f'id = "{ID}"', 'id = "other"', "its id is 'other'"),
        ("__init__.py", "RULESET = Game()", "RULESET = Game", "is no Ruleset"),
        ("events.py", "round: int", "round: complex", "a member of the type <class 'complex'>"),
        ("events.py", 'tag="bid-placed"', 'tag="rewound"', "every game has it"),
        ("__init__.py", '{"en": "My Harbour", "pl": "My Harbour"}', '{"en": "My Harbour"}', "both languages"),
    ],
)
def test_what_cannot_be_loaded_is_left_out_with_its_reason(
    house: House, site: Path, file: str, old: str, new: str, reason: str
) -> None:
    change(site, file, old, new)
    assert ID not in registry()
    [broken] = installed().broken
    assert (broken.id, broken.package) == (ID, PACKAGE)
    assert reason in broken.reason
    house.seated(ruleset="touche")
    assert f"{ID} of the package {PACKAGE} failed to load" in refusal(lambda: kronika.new(ID, 2)).detail


@pytest.mark.parametrize(("id", "other"), [(ID, PACKAGE), ("romans", "Kronika itself")])
def test_two_rulesets_of_one_id_are_refused_by_their_names(site: Path, id: str, other: str) -> None:
    harbour.install(site, id, "another")
    harbour.forget()
    with pytest.raises(SameId) as same:
        registry()
    assert other in str(same.value)
    assert "another 0.1.0" in str(same.value)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("rules.py", "    hand = of_seat", "    raise MemoryError\n    hand = of_seat"),
        ("__init__.py", "        return [PlaceBid", "        return 1 / 0 or [PlaceBid"),
        (
            "evolve.py",
            "    return _with(state, replace(of_seat",
            "    state.nothing\n    return _with(state, replace(of_seat",
        ),
    ],
)
def test_an_error_of_its_code_is_its_games_alone(
    house: House, site: Path, file: str, old: str, new: str
) -> None:
    change(site, file, old, new)
    game, tokens = house.seated(ruleset=ID)
    other, others = house.seated(ruleset="touche")
    failed = refusal(lambda: house.act(game, tokens[1], {"type": "place-bid", "card": 3}))
    assert (failed.kind, failed.more) == (Refusal.RULESET_FAILED, {"package": PACKAGE})
    play(house, other, others, random.Random(1), 3)
    assert house.repository.versions.load_log(game).version == 6


def test_a_game_of_other_code_is_read_and_not_played(house: House, site: Path) -> None:
    game, tokens = begun(house)
    change(site, "rules.py", '"""The rules', '"""These rules')
    anew(house, game)
    seat = house.document(game)["to_act"][0]
    refused = refusal(lambda: house.act(game, tokens[seat], {"type": "place-bid", "card": 3}))
    assert refused.kind == Refusal.RULESET_CHANGED
    assert PACKAGE in refused.detail
    assert house.document(game)["view"]
    assert rules_level(audit(house, game)).status == "not available"
    change(site, "rules.py", '"""These rules', '"""The rules')
    anew(house, game)
    play(house, game, tokens, random.Random(2))


@pytest.mark.parametrize("gone", ["uninstalled", "broken"])
def test_without_its_package_a_game_is_still_a_log(house: House, site: Path, gone: str) -> None:
    game, _ = begun(house, None)
    before = audit(house, game)
    if gone == "uninstalled":
        uninstall(site)
    else:
        change(
            site, "evolve.py", "    return replace(state, over=True)", "    return replace(state, ended=True)"
        )
    anew(house, game)
    kind = Refusal.RULESET_MISSING if gone == "uninstalled" else Refusal.RULESET_FAILED
    assert refusal(lambda: house.document(game)).kind == kind
    assert audit(house, game) == before
    assert find_damage(house.kronika.store, house.kronika.signer, game) is None
    house.seated(ruleset="touche")


def test_a_reader_without_the_package_says_which_one_it_needs(house: House, site: Path) -> None:
    game, _ = begun(house, None)
    log = audit(house, game)
    uninstall(site)
    level = rules_level(log)
    assert level.status == "not available"
    assert f"needs {PACKAGE} with the code" in level.detail


def test_a_table_that_is_not_the_package_s_own_does_not_follow(house: House, site: Path) -> None:
    """An operator who leaves a type out of it, which no reader without the package can notice."""
    package = registry()[ID].package
    assert package is not None
    package.events["never"] = ""
    game, _ = begun(house, None)
    harbour.forget()
    level = rules_level(audit(house, game))
    assert level.status == "failed"
    assert "the table of its package's events" in level.detail


def test_records_that_hold_each_other_twice_are_read_at_once() -> None:
    lines = {f"record R{n}": f"a: record R{n + 1}; b: record R{n + 1}" for n in range(60)}
    [event] = events_of({"seen": "r: record R0", **lines, "record R60": "again?: record R0"})
    assert event.__struct_config__.tag == "seen"

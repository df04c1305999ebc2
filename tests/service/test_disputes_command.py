"""`kronika disputes` in a pipe, and what `kronika erase` is given."""

from __future__ import annotations

import argparse
import json
from types import SimpleNamespace

import pytest

from cli import disputes, erase
from tests.service.conftest import House
from tests.service.test_desk import AtDesk


@pytest.fixture
def desk(house: House, monkeypatch: pytest.MonkeyPatch) -> AtDesk:
    """An open case in a service that the command finds."""
    found = SimpleNamespace(store=house.kronika.store, close=lambda: None)
    monkeypatch.setattr(disputes, "compose", lambda settings: found)
    desk = AtDesk.set(house)
    desk.open()
    return desk


def listed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    parser = argparse.ArgumentParser()
    disputes.arguments(parser)
    assert disputes.run(parser.parse_args(options)) == 0
    return capsys.readouterr().out


def test_in_a_pipe_ids_are_whole(desk: AtDesk, capsys: pytest.CaptureFixture[str]) -> None:
    row = next(line for line in listed(capsys).splitlines() if desk.game in line)
    assert "seat:1" in row
    assert "back-up" in row
    assert "…" not in row


def test_cases_are_listed_as_json(desk: AtDesk, capsys: pytest.CaptureFixture[str]) -> None:
    [case] = json.loads(listed(capsys, "--json"))["disputes"]
    assert (case["game"], case["dispute"], case["opener"]) == (desk.game, 1, "seat:1")
    assert json.loads(listed(capsys, "--json", "--status", "final")) == {"disputes": []}


def test_texts_of_a_case_or_of_a_call_are_erased_not_of_both() -> None:
    parser = argparse.ArgumentParser()
    erase.arguments(parser)
    assert parser.parse_args(["game", "3"]).dispute == 3
    assert parser.parse_args(["game", "--call", "2"]).call == 2
    for neither in (["game"], ["game", "3", "--call", "2"]):
        with pytest.raises(SystemExit):
            parser.parse_args(neither)

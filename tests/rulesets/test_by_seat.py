"""What belongs to each seat: found by the seat's number, written as the plain list that it always was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.by_seat import BySeat, by_seat, first_seats, of_seat, with_seat
from domain.hidden import Hidden, redact
from domain.rulesets import registry

ROOT = Path(__file__).parents[2]
SLIPS = """
from domain.by_seat import BySeat, by_seat, first_seats, of_seat, with_seat
hands: BySeat[str] = by_seat(["a", "b"])
right: str = of_seat(hands, 2)
slip = hands[1]
plain: BySeat[str] = ("a", "b")
"""


class Table(msgspec.Struct, frozen=True):
    hands: BySeat[tuple[Hidden[str], ...]]


def test_a_seat_has_what_stands_at_its_number() -> None:
    hands = by_seat(["first", "second", "third"])
    assert [of_seat(hands, seat) for seat in (1, 2, 3)] == ["first", "second", "third"]
    assert with_seat(hands, 3, "new") == by_seat(["first", "second", "new"])
    assert hands == by_seat(["first", "second", "third"])
    assert first_seats(hands, 2) == by_seat(["first", "second"])


@pytest.mark.parametrize("nobody", [0, -1, 4])
def test_a_seat_that_is_not_at_the_table_has_nothing(nobody: int) -> None:
    """0 stands for no seat in many states: it must not mean the last one, as index -1 would."""
    with pytest.raises(LookupError):
        of_seat(by_seat("abc"), nobody)
    with pytest.raises(LookupError):
        with_seat(by_seat("abc"), nobody, "d")


def test_it_is_written_read_and_redacted_as_a_list() -> None:
    table = Table(by_seat([(Hidden("7H", (1,), "4/d/order/0"),), ()]))
    written = msgspec.json.encode(table)
    assert written == b'{"hands":[[{"value":"7H","knowers":[1],"ref":"4/d/order/0"}],[]]}'
    assert msgspec.json.decode(written, type=Table) == table
    assert of_seat(redact(table, 2).hands, 1)[0].value is None
    assert of_seat(redact(table, 1).hands, 1)[0].value == "7H"


@pytest.mark.soak
def test_the_type_checker_refuses_to_index_it(tmp_path: Path) -> None:
    file = tmp_path / "slips.py"
    file.write_text(SLIPS)
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--cache-dir", str(tmp_path), str(file)]
    found = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True).stdout
    assert "slips.py:5: error" in found, found
    assert "slips.py:6: error" in found, found
    assert "Found 2 errors" in found, found


@pytest.mark.parametrize("ruleset", registry().values(), ids=list(registry()))
def test_no_ruleset_counts_seats_from_0(ruleset: Any) -> None:
    folder = Path(sys.modules[type(ruleset).__module__].__file__ or "").parent
    counting = [file.name for file in folder.glob("*.py") if "seat - 1]" in file.read_text("utf-8")]
    assert counting == []

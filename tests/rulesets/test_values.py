"""Value functions that were learnt: what is shipped, how it is read, and that learning repeats itself."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import kronika
from bench.values import LEARNT, learnt
from domain import rulesets
from domain.value import Value, ValueFile

FOLDERS = {id: Path(rulesets.__file__).parent / id.replace("-", "_") for id in LEARNT}


@pytest.mark.parametrize("id", LEARNT)
def test_there_are_weights_for_every_setup_and_they_are_small_and_better_than_a_coin(id: str) -> None:
    file = FOLDERS[id] / "values.json"
    assert file.stat().st_size < 200_000
    shipped = msgspec.json.decode(file.read_bytes(), type=ValueFile)
    assert shipped.made_by == f"python -m bench values {id}"
    ruleset = kronika.rulesets()[id]
    numbers = {len(set(ruleset.sides(seats, options))) for seats, options in ruleset.setups()}
    assert {int(sides) for sides in shipped.sides} == numbers - {1}
    for it in shipped.sides.values():
        assert set(it.weights) == set(LEARNT[id][0].names)
        assert it.brier < it.brier_even


def test_learning_again_gives_the_same_bytes() -> None:
    first, again = (msgspec.json.encode(learnt("nagaraja", 6)) for _ in range(2))
    assert first == again


def written(folder: Path, **weights: float) -> Path:
    learnt = {"games": 1, "positions": 1, "brier": 0.2, "brier_even": 0.25, "weights": weights}
    text = {"made_by": "by hand", "seed": 1, "sides": {"2": learnt}}
    (folder / "values.json").write_bytes(msgspec.json.encode(text))
    return folder


def test_a_side_is_likelier_to_win_by_the_weights_of_its_figures(tmp_path: Path) -> None:
    value = Value(written(tmp_path, points=1.0, cards=-2.0), ("points", "cards"))
    assert value.shares([(1, 0), (1, 0)]) == (0.5, 0.5)
    one, two = value.shares([(2, 0), (1, 0)])
    assert one / two == pytest.approx(2.718281828)
    assert value.shares([(1, 0), (2, 0)]) == (two, one)
    one, two = value.shares([(0, 1), (0, 0)])
    assert two / one == pytest.approx(2.718281828**2)


def test_without_weights_for_so_many_sides_they_are_even(tmp_path: Path) -> None:
    value = Value(written(tmp_path, points=1.0), ("points",))
    assert value.shares([(5,)]) == (1.0,)
    assert value.shares([(5,), (0,), (0,)]) == (1 / 3,) * 3
    assert Value(tmp_path / "none", ("points",)).shares([(5,), (0,)]) == (0.5, 0.5)


def test_weights_of_other_figures_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        Value(written(tmp_path, points=1.0), ("forts",))

"""Each attack of a dishonest operator is found by the level that docs/reference/attacks.md names, or by the verdict."""

from __future__ import annotations

import pytest

from tests.verifier.attacks import ATTACKS, Attack
from verifier import FAILED, Known, Report, verify_all


def reports(attack: Attack) -> list[Report]:
    made = attack.make()
    files = made if isinstance(made, list) else [made]
    known = {name: value() if callable(value) else value for name, value in attack.known.items()}
    return list(verify_all({str(n): file for n, file in enumerate(files)}, Known(**known)).values())


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=[a.make.__name__ for a in ATTACKS.values()])
def test_an_attack_is_found(attack: Attack) -> None:
    for report in reports(attack):
        failed = [level.name for level in report.levels if level.status == FAILED]
        if attack.found in ("verdict", "account", "L4"):
            assert failed == [], report.table()
            assert attack.why in report.table()
        else:
            assert failed == [attack.found], report.table()
            assert attack.why in report[attack.found].detail
            assert report.entropy is None

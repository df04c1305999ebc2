"""What the readers say of a case: the independent verifier and the page's of every level."""

from __future__ import annotations

from typing import NamedTuple

from tests.verifier.adversary.cases import Case
from tests.verifier.page_verifier import Both, Judgement


class Said(NamedTuple):
    page: Judgement
    other: Judgement

    @property
    def level(self) -> str:
        """The level that fails, or what keeps the file from being judged, or "accepted"."""
        return self.other.failed or "accepted"


def asked(both: Both, case: Case) -> Said:
    return Said(*(both.judge_bundle(case.data) if case.is_bundle else both.judge(case.data.decode("utf-8", "surrogatepass"))))

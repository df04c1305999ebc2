"""No request and no file takes more processor time or memory than its size is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_network
from typing import Any

import pytest
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header, parse_etags

from api.arriving import Arriving
from api.clients import client_of
from domain.ledger import note
from domain.ledger.cosignature import parse_submission
from domain.table.refusals import Refused
from projections.paging import read_cursor
from service import strict_json
from service.texts import one_spelling
from tests.costs import bodies, files
from tests.costs.measuring import EXPONENT, ends_under_limits, exponents
from tests.verifier.synthetic import file_bytes
from verifier import verify

BODY, HEADER, FILE, ENTRIES = 64 << 10, 8190, 16 << 20, 20_000
"""The largest that are allowed: bytes of a body, of a header and of a game file, and entries of a log."""
PROXIES = [ip_network("127.0.0.0/8")]
Given = Callable[[int], Any]


def cursor(text: str) -> None:
    with pytest.raises(Refused):
        read_cursor(text)


WRITTEN: Mapping[str, tuple[Callable[[Any], Any], Given]] = {
    **{body.__name__: (strict_json.parse, body) for body in bodies.BODIES},
    "marks": (one_spelling, bodies.marks),
    "If-None-Match, spaces": (parse_etags, lambda n: '"a"' + " " * n + "b"),
    "If-None-Match, tags": (parse_etags, lambda n: '"a",' * (n // 4)),
    "Accept, types": (lambda header: parse_accept_header(header, MIMEAccept), lambda n: "a/b," * (n // 4)),
    "Accept, parameters": (lambda header: parse_accept_header(header, MIMEAccept), lambda n: "a/b" + ";" * n),
    "Forwarded, spaces": (
        lambda header: client_of("127.0.0.1", header, "", PROXIES),
        lambda n: "for=a" + " " * n + "b",
    ),
    "Forwarded, hops": (
        lambda header: client_of("127.0.0.1", header, "", PROXIES),
        lambda n: "for=127.0.0.1," * (n // 14),
    ),
    "X-Forwarded-For": (
        lambda header: client_of("127.0.0.1", "", header, PROXIES),
        lambda n: "127.0.0.1," * (n // 10),
    ),
    "chunks": (lambda data: Arriving().add(data), lambda n: bodies.CHUNKED + b"1\r\nx\r\n" * (n // 6)),
    "cursor": (cursor, lambda n: "W" * n),
    "signed note": (note.split, lambda n: "a\n\n" * (n // 3) + "— a QUJD\n" * (n // 11)),
    "submission": (parse_submission, lambda n: "old 1\n" + "QUJD\n" * (n // 5) + "\n\n"),
}
"""What clients write into bodies and headers, and what reads it."""
LOGS: Mapping[str, Given] = {
    made.__name__: made for made in (files.named, files.hands, files.rulings, files.openings, files.seeing)
}


@pytest.mark.parametrize("name", list(WRITTEN))
def test_the_worst_of_its_size_is_read_under_limits(name: str) -> None:
    read, given = WRITTEN[name]
    written = given(BODY)
    assert ends_under_limits(lambda: read(written))


@pytest.mark.parametrize("name", list(LOGS))
def test_the_worst_logs_are_verified_under_limits(name: str) -> None:
    audit = LOGS[name](ENTRIES * 4 // 5)
    assert ends_under_limits(lambda: verify(audit))
    assert verify(audit).ok


def test_the_longest_log_of_the_largest_size_is_verified_under_limits() -> None:
    data = file_bytes(files.named(ENTRIES - 10, filling=680))
    assert FILE * 0.9 < len(data) < FILE
    assert ends_under_limits(lambda: verify(data))
    assert verify(data).ok


def test_a_plan_of_any_size_is_judged_under_limits() -> None:
    audit = files.last_of(31)
    assert ends_under_limits(lambda: verify(audit))
    report = verify(audit)
    assert report.tournament is not None
    assert report.tournament.missing == tuple(range(100))
    assert report.tournament.more_missing == 2**31 - 101
    assert " 98, 99 and 2,147,483,547 more are not among the files." in report.table()


def test_a_zip_that_lists_its_bytes_many_times_is_refused_under_limits() -> None:
    data = files.overlapping_zip(60_000, FILE - (60_000 * 60))
    assert ends_under_limits(lambda: verify(data))
    assert "each in bytes of its own" in verify(data)["B0"].detail


@pytest.mark.soak
@pytest.mark.parametrize("name", list(WRITTEN))
def test_what_is_written_costs_as_its_size(name: str) -> None:
    seconds, memory = exponents(*WRITTEN[name], 16 * BODY)
    assert seconds < EXPONENT
    assert memory < EXPONENT


@pytest.mark.soak
@pytest.mark.parametrize("name", list(LOGS))
def test_logs_cost_as_their_size(name: str) -> None:
    seconds, memory = exponents(verify, LOGS[name], ENTRIES // 5)
    assert seconds < EXPONENT
    assert memory < EXPONENT

"""No request and no file takes more processor time or memory than its size is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_network
from typing import Any, NamedTuple

import pytest
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header, parse_etags

from api.http.client_address import client_of
from api.server.bridge import whole_body
from domain.ledger import note
from domain.ledger.cosignature import parse_submission
from domain.ledger.note import BadNote
from domain.table.refusals import Refused
from projections.paging import read_cursor
from service.system import strict_json
from service.system.strict_json import BadJson, RepeatedMember
from service.system.texts import InvisibleCharacter, normalized
from tests.api.door import answer, door
from tests.costs import bodies, files
from tests.costs.measuring import check_growth, sized, under_limits
from tests.soaking import soaked
from tests.verifier.synthetic import file_bytes
from verifier import PASSED, Known, verify, verify_all

BODY, HEADER, FILE, ENTRIES = 64 << 10, 8190, 16 << 20, 20_000
"""The largest that are allowed: bytes of a body, of a header and of a game file, and entries of a log."""
PROXIES = [ip_network("127.0.0.0/8")]
Given = Callable[[int], Any]


class Written(NamedTuple):
    """What reads something, what it reads at a size of about `n` bytes, and with which exception it refuses that."""

    read: Callable[[Any], object]
    given: Given
    refused: type[Exception] | None = None

    def check(self, written: Any) -> None:
        """Reads it, and sees that it comes of it what should."""
        if self.refused is None:
            self.read(written)
            return
        with pytest.raises(self.refused):
            self.read(written)


def accepted(header: str) -> object:
    return parse_accept_header(header, MIMEAccept)


def forwarded(header: str) -> object:
    return client_of("127.0.0.1", header, "", PROXIES)


def chunks(n: int) -> bytes:
    return bodies.CHUNKED + b"1\r\nx\r\n" * (n // 6) + b"0\r\n\r\n"


def arrived(data: bytes) -> None:
    """A request arrives over a socket, and its body is put together."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        body = await whole_body(receive)
        assert body is not None
        await answer(send, b"%d" % len(body.getvalue()))

    with door(application) as opened, opened.connected(data) as sock:
        assert sock.recv(12) == b"HTTP/1.1 200"


WRITTEN: Mapping[str, Written] = {
    "one name": Written(strict_json.parse, bodies.one_name, RepeatedMember),
    "names twice": Written(strict_json.parse, bodies.names_twice, RepeatedMember),
    "inner names": Written(strict_json.parse, bodies.inner_names, RepeatedMember),
    "empty lists": Written(strict_json.parse, bodies.empty_lists),
    "objects": Written(strict_json.parse, bodies.objects),
    "nested": Written(strict_json.parse, bodies.nested, BadJson),
    "marks": Written(normalized, bodies.marks),
    "marks in a row": Written(normalized, bodies.marks_in_a_row, InvisibleCharacter),
    "If-None-Match, spaces": Written(parse_etags, lambda n: '"a"' + " " * n + "b"),
    "If-None-Match, tags": Written(parse_etags, lambda n: '"a",' * (n // 4)),
    "Accept, types": Written(accepted, lambda n: "a/b," * (n // 4)),
    "Accept, parameters": Written(accepted, lambda n: "a/b" + ";" * n),
    "Forwarded, spaces": Written(forwarded, lambda n: "for=a" + " " * n + "b"),
    "Forwarded, hops": Written(forwarded, lambda n: "for=127.0.0.1," * (n // 14)),
    "X-Forwarded-For": Written(
        lambda header: client_of("127.0.0.1", "", header, PROXIES), lambda n: "127.0.0.1," * (n // 10)
    ),
    "chunks": Written(arrived, chunks),
    "cursor": Written(read_cursor, lambda n: "W" * n, Refused),
    "signed note": Written(note.split, lambda n: "a\n\n" * (n // 6) + "— a QUJD\n" * (n // 22)),
    "checkpoint": Written(note.parse_checkpoint, lambda n: f"a\n1\n{'A' * n}", BadNote),
    "submission": Written(
        parse_submission, lambda n: "old 1\n" + ("QUJD" * (n // 4 // 63) + "\n") * 63 + "\n", BadNote
    ),
}
"""What clients write into bodies and headers, and what reads it."""


@pytest.mark.parametrize("name", WRITTEN)
def test_the_worst_of_its_size_is_read_under_limits(name: str) -> None:
    written = WRITTEN[name].given(BODY)
    under_limits(lambda: WRITTEN[name].check(written))


LOGS = [name for name in files.LOGS if name != "named"]


@pytest.mark.parametrize("name", soaked(LOGS, [name for name in LOGS if name != "rulings"]))
def test_the_worst_logs_are_verified_under_limits(name: str) -> None:
    audit = files.LOGS[name](ENTRIES * 4 // 5)
    assert ENTRIES * 3 // 4 < len(audit["entries"]) < ENTRIES
    report = under_limits(lambda: verify(audit))
    assert report.ok, report.table()


@pytest.mark.soak
def test_the_longest_log_of_the_largest_size_is_verified_under_limits() -> None:
    data = file_bytes(files.named(ENTRIES - 10, filling=680))
    assert FILE * 0.9 < len(data) < FILE
    report = under_limits(lambda: verify(data))
    assert report.ok, report.table()


def test_the_longest_list_of_leaves_is_verified_under_limits() -> None:
    audit = files.ended(2500)
    known = Known(heads=[audit["service_log"]["checkpoint"]])
    report = under_limits(lambda: verify_all({"": audit}, known)[""])
    assert report["L1"].status == PASSED, report.table()


def test_a_plan_of_any_size_is_judged_under_limits() -> None:
    audit = files.last_of(31)
    report = under_limits(lambda: verify(audit))
    assert report.tournament is not None
    assert report.tournament.missing == tuple(range(100))
    assert report.tournament.more_missing == 2**31 - 101
    assert " 98, 99 and 2,147,483,547 more are not among the files." in report.table()


def test_a_zip_that_lists_its_bytes_many_times_is_refused_under_limits() -> None:
    data = files.overlapping_zip(60_000, FILE - (60_000 * 60))
    report = under_limits(lambda: verify(data))
    assert "each in bytes of its own" in report["B0"].detail


def verified(file: Any) -> None:
    report = verify(file)
    assert report.ok, report.table()


@pytest.mark.soak
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_costs_as_its_size(name: str) -> None:
    """From the largest that is allowed on, for less is read in no time."""
    check_growth(WRITTEN[name].check, sized(WRITTEN[name].given, BODY))


@pytest.mark.soak
@pytest.mark.parametrize("name", files.LOGS)
def test_logs_cost_as_their_size(name: str) -> None:
    check_growth(verified, sized(files.LOGS[name], ENTRIES // 8))


def test_a_case_of_many_entries_is_read_to_its_end() -> None:
    assert verify(files.case(40))["B2"].status == PASSED


@pytest.mark.soak
def test_bundles_cost_as_their_size() -> None:
    check_growth(verified, sized(files.case, ENTRIES // 8))

"""What is the same for all is made once, however many ask for it at once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event

import pytest

from api.http.once import build_in_fork, once

THREADS = 8


def test_one_thread_makes_what_many_ask_for() -> None:
    made, begun, all_here = list[str](), Event(), Barrier(THREADS)

    @once
    def make(name: str) -> str:
        made.append(name)
        begun.wait(0.2)  # so long that all others come meanwhile
        return name.upper()

    def ask(_: int) -> str:
        all_here.wait()
        return make("a")

    with ThreadPoolExecutor(THREADS) as threads:
        assert [*threads.map(ask, range(THREADS))] == ["A"] * THREADS
    assert made == ["a"]


def test_what_is_made_apart() -> None:
    long = b"x" * 3_000_000
    assert build_in_fork(lambda: long) == long
    with pytest.raises(RuntimeError):
        build_in_fork(lambda: bytes(1 // 0))


@pytest.mark.soak
def test_the_document_is_made_before_the_fork() -> None:
    code = (
        "import gzip; from cli.serve import _load; from service.system.settings import Settings;"
        "_load(Settings(contact='api@club.example'));"
        "from api.openapi.prebuilt import compressed, prebuilt;"
        "assert gzip.decompress(compressed(prebuilt())) == prebuilt();"
        "from api.app import openapi, openapi_document;"
        "assert openapi() is prebuilt() and openapi_document('api@club.example') == openapi();"
        'assert b\'"contact":{"email":"api@club.example"}\' in openapi();'
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])

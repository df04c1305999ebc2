"""The lines of a loop's turn are written together, those of threads at once; none is lost or torn."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
from select import PIPE_BUF

from api.telemetry.logs import Sink

TO_THE_END = """
import asyncio, structlog
from api.telemetry import logs

logs.configure()
loop = asyncio.new_event_loop()
loop.call_soon(loop.stop)
loop.call_soon(structlog.get_logger().info, "the last line")
loop.run_forever()
"""


class Pipe(io.BytesIO):
    """Notes each piece that is written."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def flush(self) -> None:
        self.pieces.append(self.getvalue())
        self.seek(0)
        self.truncate()


class Full(io.BytesIO):
    """A stream on a full disk."""

    def flush(self) -> None:
        raise OSError("No space left on device")


def test_a_thread_writes_at_once() -> None:
    pipe = Pipe()
    sink = Sink(pipe)
    for line in (b"a\n", b"b\n"):
        sink.write(line)
        sink.flush()
    assert pipe.pieces == [b"a\n", b"b\n"]


def test_the_lines_of_a_turn_are_written_together() -> None:
    pipe = Pipe()
    sink = Sink(pipe)

    async def turns() -> None:
        for line in (b"a\n", b"b\n"):
            sink.write(line)
            sink.flush()
        assert pipe.pieces == []
        await asyncio.sleep(0)
        assert pipe.pieces == [b"a\nb\n"]
        sink.write(b"c\n")
        await asyncio.sleep(0)

    asyncio.run(turns())
    assert pipe.pieces == [b"a\nb\n", b"c\n"]


def test_no_piece_is_longer_than_what_a_pipe_takes_in_one() -> None:
    """Another process may write between two pieces, so each consists of whole lines."""
    pipe = Pipe()
    sink = Sink(pipe)
    long = b"x" * 2 * PIPE_BUF + b"\n"
    lines = [*[b"y" * 1000 + b"\n"] * 10, long, b"z\n"]

    async def turn() -> None:
        for line in lines:
            sink.write(line)

    asyncio.run(turn())
    sink.write_gathered()
    assert b"".join(pipe.pieces) == b"".join(lines)
    assert all(piece.endswith(b"\n") for piece in pipe.pieces)
    assert [piece for piece in pipe.pieces if len(piece) > PIPE_BUF] == [long]


def test_a_full_disk_fails_nobody() -> None:
    sink = Sink(Full())
    sink.write(b"a\n")

    async def turn() -> None:
        sink.write(b"b\n")
        await asyncio.sleep(0)

    asyncio.run(turn())


def test_the_last_line_of_a_process_is_written() -> None:
    done = subprocess.run([sys.executable, "-c", TO_THE_END], check=True, capture_output=True, text=True)
    assert "the last line" in done.stderr
    assert done.stderr.count(os.linesep) == 1

"""Request bodies and headers that cost the most for their size. `n` is about their size in bytes."""

from __future__ import annotations

from collections.abc import Callable


def one_name(n: int) -> bytes:
    """A member given again and again."""
    return b'{"' + b'a":1,"' * (n // 6) + b'b":1}'


def names_twice(n: int) -> bytes:
    """Many members, each of them twice."""
    return b"{" + b",".join([b'"%x":1' % (number // 2) for number in range(n // 10)]) + b"}"


def inner_names(n: int) -> bytes:
    """Small objects, of which the last gives a member twice."""
    return b"[" + b'{"a":1},' * (n // 8) + b'{"a":1,"a":1}]'


def empty_lists(n: int) -> bytes:
    """The most values of a body: a list of lists."""
    return b"[" + b"[]," * (n // 3) + b"0]"


def objects(n: int) -> bytes:
    """What takes the most memory: objects of one member, an empty list."""
    return b"[" + b'{"":[]},' * (n // 8) + b"0]"


def nested(n: int) -> bytes:
    return b"[" * (n // 2) + b"]" * (n // 2)


def marks(n: int) -> str:
    """As many combining marks as a letter may have, in the order that takes the longest to sort."""
    return ("a" + "\u0301\u0316" * 15) * (n // 61)


def marks_in_a_row(n: int) -> str:
    """All of them at one letter."""
    return "a" + "\u0301\u0316" * (n // 4)


Made = Callable[[int], bytes]
BODIES = (one_name, names_twice, inner_names, empty_lists, objects, nested)
CHUNKED = b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"
"""The head of a request whose body comes in chunks."""

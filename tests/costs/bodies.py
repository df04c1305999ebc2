"""Request bodies and headers that cost the most for their size. `n` is about their size in bytes."""

from __future__ import annotations


def one_name(n: int) -> bytes:
    """A member given again and again."""
    return b'{"' + b'a":1,"' * (n // 6) + b'b":1}'


def names_twice(n: int) -> bytes:
    """Many members, each of them twice."""
    return b"{" + b",".join([b'"%x":1' % (number // 2) for number in range(n // 10)]) + b"}"


def inner_names(n: int) -> bytes:
    """Small objects that give a member twice each."""
    return b"[" + b",".join([b'{"a":1,"a":1}'] * (n // 14)) + b"]"


def empty_lists(n: int) -> bytes:
    """The most values of a body: a list of lists."""
    return b"[" + b"[]," * (n // 3) + b"0]"


def nested(n: int) -> bytes:
    return b"[" * (n // 2) + b"]" * (n // 2)


def marks(n: int) -> str:
    """Combining marks in the order that takes the longest to sort."""
    return "a" + "\u0301\u0316" * (n // 4)


BODIES = (one_name, names_twice, inner_names, empty_lists, nested)
CHUNKED = b"POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"
"""The head of a request whose body comes in chunks."""

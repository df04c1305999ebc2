"""What a worker tells the streaming process of a connection that it hands over."""

from __future__ import annotations

import msgspec


class Kind(msgspec.Struct, frozen=True, array_like=True):
    """What is asked for, and by whom. Whoever asks for the same in the same way is told the same bytes.

    `game` is "" for the lobby. `typed`: messages have their `event` line; `chunked`: the answer is in chunks of HTTP/1.1;
    `counted`: it stands in the figures, which anybody may read.
    """

    game: str
    token: str | None = None
    analysed: bool = False
    labels: bool = False
    typed: bool = True
    chunked: bool = True
    counted: bool = False


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """`after`: the version, or position in the lobby, that the viewer has. `client`: the address that he counts for.

    `new_at`: where the lobby's head was when he came with nothing.
    """

    kind: Kind
    after: int
    client: str
    new_at: int = 0


MOST_BYTES = 16_384
"""Of an encoded `Asked`: a token has 512 characters at most."""
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Asked).decode

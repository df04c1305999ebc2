"""A file that cannot be read or changed without its passphrase: AES-256-GCM in pieces, with a key from scrypt.

    magic, 16 bytes of salt, then pieces: a 4-byte length and that many bytes of ciphertext

Each piece is bound to its number and to whether it is the last, so none can be left out, moved or cut off.
"""

from __future__ import annotations

import os
import struct
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

MAGIC, OLDER = b"kronika back-up 2\n", b"kronika back-up 1\n"
"""Of compressed contents, and of earlier ones."""
SALT = 16
PIECE = 2**20
LENGTH = struct.Struct(">I")
NUMBER = struct.Struct(">IQ")
LAST, MORE = b"last", b"more"


class BadFile(Exception):
    """The file is of another kind or incomplete, or the passphrase is wrong; the message is a sentence."""


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(Scrypt(salt, length=32, n=2**16, r=8, p=1).derive(passphrase.encode()))


class EncryptingWriter:
    """A writable file; `close` writes the end, without which the file is invalid."""

    def __init__(self, file: BinaryIO, passphrase: str) -> None:
        salt = os.urandom(SALT)
        self._file, self._cipher = file, _cipher(passphrase, salt)
        self._buffer, self._number = bytearray(), 0
        file.write(MAGIC + salt)

    def write(self, data: bytes) -> int:
        self._buffer += data
        while len(self._buffer) > PIECE:
            self._seal(bytes(self._buffer[:PIECE]), MORE)
            del self._buffer[:PIECE]
        return len(data)

    def close(self) -> None:
        self._seal(bytes(self._buffer), LAST)

    def _seal(self, piece: bytes, mark: bytes) -> None:
        sealed = self._cipher.encrypt(NUMBER.pack(0, self._number), piece, mark)
        self._file.write(LENGTH.pack(len(sealed)) + sealed)
        self._number += 1


class DecryptingReader:
    """A readable file; `BadFile` as soon as a piece was tampered with."""

    def __init__(self, file: BinaryIO, passphrase: str) -> None:
        if file.read(len(MAGIC)) not in (MAGIC, OLDER):
            raise BadFile("This is not a back-up of Kronika.")
        self._file, self._cipher = file, _cipher(passphrase, file.read(SALT))
        self._buffer, self._number, self._ended = b"", 0, False

    def read(self, size: int) -> bytes:
        while len(self._buffer) < size and not self._ended:
            self._buffer += self._next_piece()
        found, self._buffer = self._buffer[:size], self._buffer[size:]
        return found

    def _next_piece(self) -> bytes:
        head = self._file.read(LENGTH.size)
        sealed = self._file.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
        for mark in (MORE, LAST):
            try:
                piece = self._cipher.decrypt(NUMBER.pack(0, self._number), sealed, mark)
            except (InvalidTag, ValueError):
                continue
            self._number, self._ended = self._number + 1, mark == LAST
            return piece
        if self._number == 0:
            raise BadFile("The passphrase is wrong, or the file is damaged.")
        raise BadFile("The back-up is damaged or truncated.")

"""The passphrase of a back-up: from the environment, or prompted for on the terminal."""

from __future__ import annotations

import getpass
import os
import sys

from cli import Sorry

VARIABLE = "KRONIKA_PASSPHRASE"


def passphrase(twice: bool) -> str:
    """Prompted for `twice` where a typing error would make the back-up unreadable."""
    given = os.environ.get(VARIABLE)
    if given:
        return given
    if not sys.stdin.isatty():
        raise Sorry(
            f"a back-up is encrypted: set {VARIABLE}, or run this where it can ask for the passphrase."
        )
    passphrase = getpass.getpass("Passphrase: ")
    if not passphrase or (twice and passphrase != getpass.getpass("Once more: ")):
        raise Sorry("nothing was written: the passphrases are empty or differ.")
    return passphrase

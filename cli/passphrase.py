"""The passphrase of a back-up: from the environment, or from whoever sits at the terminal."""

from __future__ import annotations

import getpass
import os
import sys

from cli import Sorry

VARIABLE = "KRONIKA_PASSPHRASE"


def passphrase(twice: bool) -> str:
    """Asked for `twice` where a slip would lock the back-up for good."""
    given = os.environ.get(VARIABLE)
    if given:
        return given
    if not sys.stdin.isatty():
        raise Sorry(
            f"a back-up is encrypted: set {VARIABLE}, or run this where it can ask for the passphrase."
        )
    asked = getpass.getpass("Passphrase: ")
    if not asked or (twice and asked != getpass.getpass("Once more: ")):
        raise Sorry("nothing was written: these were not one and the same passphrase.")
    return asked

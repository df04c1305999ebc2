"""All attacks, by name, in the order of the page."""

from tests.operator import (
    accounts,
    cases,
    clocks,
    closing,
    desk,
    draws,
    logs,
    remaining,
    seats,
    tournaments,
    views,
    withheld,
    writing,
)
from tests.operator.attack import ATTACKS

PARTS = (
    draws,
    seats,
    accounts,
    desk,
    cases,
    writing,
    withheld,
    tournaments,
    views,
    logs,
    clocks,
    closing,
    remaining,
)
"""The modules that note their attacks when they are imported."""
EVERY = {name: it for part in PARTS for name, it in ATTACKS.items() if it.make.__module__ == part.__name__}

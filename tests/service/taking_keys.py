"""A process that fills the key pool, creates games as fast as it can, and prints their ids, until it is killed."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from service.operation.app import compose
from tests.service.conftest import House, settings_in

SLOTS = 512
"""Of a game of Nagaraja."""


def main(folder: str) -> None:
    house = House(compose(settings_in(Path(folder))))
    threading.Thread(target=house.kronika.key_pool.follow, args=([SLOTS],), daemon=True).start()
    while True:
        print(house.create(ruleset="nagaraja")[0], flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

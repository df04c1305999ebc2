"""The process that checks a game file, with one second of processor time and a file that takes for ever."""

import sys
from itertools import count
from typing import Any

from service.tables.files import game_files, import_worker


def read(file: Any) -> Any:
    return max(count())


if __name__ == "__main__":
    import_worker.SECONDS = 1
    game_files.read = read
    import_worker.main(int(sys.argv[1]))

"""In place of the process that checks a game file: refuses it with the files and the settings that it has been given."""

import os
import sys

from domain.table.refusals import Refusal
from service.tables.files.import_worker import RefusedFile, _write

if __name__ == "__main__":
    sys.stdin.buffer.read()
    names = [name for name in os.listdir("/proc/self/fd") if os.path.lexists(f"/proc/self/fd/{name}")]
    given = [os.readlink(f"/proc/self/fd/{name}") for name in names]
    given += [name for name in os.environ if name.startswith("KRONIKA")]
    _write(RefusedFile(Refusal.BAD_IMPORT, "; ".join(given), {}))

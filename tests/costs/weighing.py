"""The process that checks a game file, which then says what that has cost: seconds of processor time, and bytes at the peak."""

import json
import re
import sys
import time
from pathlib import Path

from service.tables.files import import_worker

if __name__ == "__main__":
    import_worker.main(int(sys.argv[1]))
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert peak
    print(json.dumps([time.process_time(), int(peak[1]) << 10]), flush=True)

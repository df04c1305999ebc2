"""Runs every benchmark and writes bench/results.md. Take the figures on a machine that does nothing else.

`python -m bench faults` is a run of its own: it kills and breaks, and writes bench/faults.json.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from bench import actions, faults, http, ledger, limits, nagaraja, rebuild, selfplay, store, touche

PAGE = Path(__file__).parent / "results.md"
PARTS = {
    "Self-play in process": selfplay,
    "Touché: pattern checks": touche,
    "Nagaraja: lengths and ends": nagaraja,
    "Rebuild from SQLite": rebuild,
    "Cost of an action": actions,
    "Limits": limits,
    "Store": store,
    "Ledger": ledger,
    "Over HTTP": http,
}


def main() -> None:
    lines = [
        "# Benchmarks",
        "",
        f"Made by `make bench` with Python {platform.python_version()}. Compare ratios, not seconds: machines differ.",
        "",
    ]
    for title, part in PARTS.items():
        print(title)
        lines += [f"## {title}", "", *part.main(), ""]
    PAGE.write_text("\n".join(lines))
    print(f"written to {PAGE.relative_to(Path.cwd())}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["faults"]:
        print("\n".join(faults.main(*sys.argv[2:])))
    else:
        main()

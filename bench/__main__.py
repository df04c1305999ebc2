"""Runs every benchmark and writes bench/results.md. Take the figures on a machine that does nothing else."""

from __future__ import annotations

import platform
from pathlib import Path

from bench import actions, http, ledger, limits, nagaraja, rebuild, selfplay, store, touche

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
    main()

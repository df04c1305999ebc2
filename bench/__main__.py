"""Runs every benchmark and writes bench/results.md. Take the figures on a machine that does nothing else.

`python -m bench faults` is a run of its own: it kills and breaks, and writes bench/faults.json. So is
`python -m bench strength`, which plays for hours; the page shows what it noted down. `python -m bench playouts`,
`python -m bench cores`, `python -m bench peers`, `python -m bench postgres`, `python -m bench streams` and
`python -m bench reading` print their parts, `python -m bench page` how fast the page is on a long game (it needs Chromium),
`python -m bench lighthouse` how Lighthouse judges it (npm installs that beside its harness), `python -m bench profile` where an
action's time goes, `python -m bench.floor` what one could cost at the least, `python -m bench rest` what the service takes when
nobody asks.
`python -m bench scale` (as root) prints the tables of bench/scale.md. `python -m bench flat [games]` needs some gigabytes of
disk and writes bench/flat.md.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from bench import (
    actions,
    analysis,
    assessments,
    bundles,
    cores,
    faults,
    flat,
    http,
    ledger,
    lighthouse,
    limits,
    nagaraja,
    page,
    parts,
    peers,
    playouts,
    postgres,
    reading,
    rebuild,
    rest,
    scale,
    selfplay,
    store,
    streams,
    strength,
    touche,
    tracing,
)

PAGE = Path(__file__).parent / "results.md"
PARTS = {
    "Self-play in process": selfplay,
    "Playouts, and the cost of adapters": playouts,
    "Touché: pattern checks": touche,
    "Nagaraja: lengths and ends": nagaraja,
    "The bot that looks ahead against the thoughtful one": strength,
    "Rebuild from SQLite": rebuild,
    "All games, by all cores": cores,
    "Reading the past": reading,
    "The page on a long game": page,
    "The page by Lighthouse": lighthouse,
    "Cost of an action": actions,
    "Where an action's time goes": parts,
    "Analyses of games": analysis,
    "Assessments": assessments,
    "Bundles": bundles,
    "Limits": limits,
    "Traces": tracing,
    "Store": store,
    "Store on PostgreSQL": postgres,
    "Ledger": ledger,
    "Over HTTP": http,
    "Streams": streams,
    "At rest": rest,
    "Beside other servers": peers,
}
ALONE = {
    "cores": cores,
    "http": http,
    "lighthouse": lighthouse,
    "page": page,
    "peers": peers,
    "playouts": playouts,
    "postgres": postgres,
    "profile": parts,
    "reading": reading,
    "rest": rest,
    "scale": scale,
}
"""Parts that are printed when they are named."""


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
    elif sys.argv[1:2] == ["strength"]:
        print("\n".join(strength.run(*sys.argv[2:])))
    elif sys.argv[1:2] == ["flat"]:
        print("\n".join(flat.run(*map(int, sys.argv[2:]))))
    elif sys.argv[1:2] == ["streams"]:
        print("\n".join(streams.main(*sys.argv[2:])))
    elif sys.argv[1:] and sys.argv[1] in ALONE:
        print("\n".join(ALONE[sys.argv[1]].main()))
    else:
        main()

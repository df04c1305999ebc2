"""Runs every benchmark and writes bench/results.md. Take the figures on a machine that does nothing else.

Every part is written as soon as it is measured. A part that fails says so on the page, the others still run, and the command
ends with 1. `python -m bench into PAGE [TITLE...]` writes another page, of the parts whose titles begin so. With
`KRONIKA_BENCH=tiny` every part measures the least that runs its code.

`python -m bench faults` is a run of its own: it kills and breaks, and writes bench/faults.json. So is `python -m bench
strength` and `python -m bench accuracy`, which play for hours; the page shows what they noted down. `python -m bench values`
learns the rulesets' value functions, `python -m bench war` that of Age of War.

`python -m bench playouts`, `python -m bench cores`, `python -m bench peers`, `python -m
bench postgres`, `python -m bench streams`, `python -m bench imports`, `python -m bench reading`, `python -m bench library`,
`python -m bench leaves`, `python -m bench clocks`, `python -m bench dataset` and `python -m bench followers` print their parts,
`python -m bench page` how fast the page is on a long game (it needs Chromium), `python -m bench lighthouse` how Lighthouse
judges it (npm installs that beside its harness), `python -m bench profile` where an action's time goes, `python -m bench.floor`
what one costs without HTTP, `python -m bench.ways` what each way through the application adds, `python -m bench.sizes` what
games take on disk (bench/sizes.md), `python -m bench.threads` which threads one costs processor, `python -m bench.least` what
one costs on PostgreSQL beside all that is no database, `python -m bench.paced` how long one takes when games do not act as
fast as they can, `python -m bench.beside_viewers` how fast games go on beside viewers of another one, `python -m bench rest`
what the service takes when nobody asks, `python -m bench log` the log of logs.
`python -m bench vector` prints how fast many games at once are, `python -m bench learning` learns for some minutes and writes
bench/learning.json. `python -m bench queue` writes bench/queue.md, of a meeting's queue. `python -m bench scale` (as root)
prints the tables of bench/scale.md. `python -m bench flat [games]` needs some gigabytes of disk and writes bench/flat.md.
"""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from bench import (
    accuracy,
    actions,
    analysis,
    assessments,
    bundles,
    clocks,
    cores,
    dataset,
    engines,
    faults,
    flat,
    followers,
    http,
    imports,
    learning,
    leaves,
    ledger,
    library,
    lighthouse,
    limits,
    log_of_logs,
    nagaraja,
    page,
    parts,
    peers,
    playouts,
    postgres,
    queue,
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
    values,
    vector,
    war,
)


class Part(Protocol):
    """A module that measures something."""

    def main(self) -> list[str]: ...


PAGE = Path(__file__).parent / "results.md"
NAMED: Mapping[str, Part] = {
    "cores": cores,
    "engines": engines,
    "followers": followers,
    "http": http,
    "imports": imports,
    "clocks": clocks,
    "dataset": dataset,
    "leaves": leaves,
    "library": library,
    "lighthouse": lighthouse,
    "log": log_of_logs,
    "page": page,
    "peers": peers,
    "playouts": playouts,
    "postgres": postgres,
    "profile": parts,
    "reading": reading,
    "rest": rest,
    "scale": scale,
    "vector": vector,
}
PARTS: Mapping[str, Part] = {
    "Self-play in process": selfplay,
    "Playouts, and the cost of adapters": playouts,
    "Many games at once": vector,
    "Touché: pattern checks": touche,
    "Nagaraja: lengths and ends": nagaraja,
    "The bot that looks ahead against the thoughtful one": strength,
    "An agent that learns": learning,
    "Rebuild from SQLite": rebuild,
    "All games, by all cores": cores,
    "Reading the past": reading,
    "The page on a long game": page,
    "The page by Lighthouse": lighthouse,
    "Cost of an action": actions,
    "Where an action's time goes": parts,
    "Analyses of games": analysis,
    "Chances of an analysis beside many playouts": accuracy,
    "Assessments": assessments,
    "Bundles": bundles,
    "A meeting's queue": queue,
    "Imports": imports,
    "Limits": limits,
    "Traces": tracing,
    "Store": store,
    "Store on PostgreSQL": postgres,
    "Libraries and what replaces them": library,
    "Followers at 1,000 events/s": followers,
    "Ledger": ledger,
    "The log of logs": log_of_logs,
    "Over HTTP": http,
    "Streams": streams,
    "At rest": rest,
    "Beside other servers": peers,
}
ALONE: Mapping[str, Callable[..., list[str]]] = {
    **{name: part.main for name, part in NAMED.items()},
    "faults": faults.main,
    "accuracy": accuracy.run,
    "learning": learning.run,
    "strength": strength.run,
    "values": values.run,
    "war": war.run,
    "queue": queue.write,
}
"""What is printed when it is named, with the arguments behind its name."""


HEAD = (
    "# Benchmarks",
    "",
    f"Made by `make bench` with Python {platform.python_version()}. Compare ratios, not seconds: machines differ.",
    "",
)


def main(page: Path = PAGE, parts: Mapping[str, Part] = PARTS) -> int:
    """Measure all parts and write the page; how many of them failed."""
    lines, failed = [*HEAD], 0
    for title, part in parts.items():
        print(title, flush=True)
        try:
            measured = part.main()
        except Exception as error:
            traceback.print_exc()
            measured, failed = [f"Failed: {type(error).__name__}."], failed + 1
        lines += [f"## {title}", "", *measured, ""]
        page.write_text("\n".join(lines))
    print(f"written to {page}" + (f", {failed} of {len(parts)} parts failed" if failed else ""))
    return failed


def _printed(name: str, *more: str) -> None:
    """One part alone."""
    if name == "flat":
        lines = flat.run(*map(int, more))
    elif name == "streams":
        lines = streams.main(*more[:1])
    elif name in ALONE:
        lines = ALONE[name](*more)
    else:
        raise SystemExit(
            f"There is no part {name!r}: {', '.join(sorted(('flat', 'into', 'streams', *ALONE)))}."
        )
    print("\n".join(lines))


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "into":
        titles = tuple(sys.argv[3:]) or ("",)
        chosen = {title: part for title, part in PARTS.items() if title.startswith(titles)}
        sys.exit(min(1, main(Path(sys.argv[2]), chosen)))
    elif len(sys.argv) > 1:
        _printed(*sys.argv[1:])
    else:
        sys.exit(min(1, main()))

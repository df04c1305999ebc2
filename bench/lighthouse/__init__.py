"""The page of a game of 500 events as Lighthouse judges it, on a desktop and on a telephone: `python -m bench lighthouse`.

Speeds are those of a telephone and a line that Lighthouse imagines; the others are counted. It needs Chromium and npm.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.games import play_to, seated, service_in
from bench.size import size
from tests.browsing import FLAGS, find_chromium
from tests.running import serving

HERE = Path(__file__).parent
EVENTS = size(500, 40)
JUDGED = {"desktop": ("--preset=desktop",), "mobile": ()}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
MEASURED = {
    "first-contentful-paint": "FCP ms",
    "largest-contentful-paint": "LCP ms",
    "total-blocking-time": "TBT ms",
}


def main(ruleset: str = "age-of-war") -> list[str]:
    with TemporaryDirectory() as folder:
        game = written(Path(folder), ruleset)
        with serving(Path(folder)) as server:
            address = f"{server.url}/games/{game}"
            reports = {form: judged(address, *how) for form, how in JUDGED.items()}
    head = ["", *CATEGORIES, *MEASURED.values()]
    lines = [f"{ruleset}, {EVENTS} events, by Lighthouse (load {os.getloadavg()[0]:.0f}):", ""]
    lines += [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return lines + [row(form, report) for form, report in reports.items()] + failings(reports)


def written(folder: Path, ruleset: str) -> str:
    """A game in the database of a service that is not running yet."""
    with service_in(folder) as kronika:
        game = seated(kronika, ruleset, 2)
        play_to(kronika, game, EVENTS)
        return game


def judged(address: str, *how: str) -> Any:
    """Lighthouse's report."""
    tool = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not tool.exists():
        run("npm", "ci", "--no-audit", "--no-fund")
    flags = f"--chrome-flags={' '.join(FLAGS)}"
    kinds = f"--only-categories={','.join(CATEGORIES)}"
    return json.loads(
        run(
            "node",
            str(tool),
            address,
            "--quiet",
            "--no-enable-error-reporting",
            "--output=json",
            kinds,
            flags,
            *how,
        )
    )


def run(*command: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "CHROME_PATH": find_chromium() or ""}
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def row(form: str, report: Any) -> str:
    scores = [f"{100 * report['categories'][kind]['score']:.0f}" for kind in CATEGORIES]
    times = [f"{report['audits'][kind]['numericValue']:.0f}" for kind in MEASURED]
    return f"| {' | '.join([form, *scores, *times])} |"


def failings(reports: dict[str, Any]) -> list[str]:
    """What is counted and not as it should be."""
    found = {
        f"{form}: {audit['title']}"
        for form, report in reports.items()
        for kind in CATEGORIES[1:]
        for reference in report["categories"][kind]["auditRefs"]
        if reference["weight"] and (audit := report["audits"][reference["id"]])["score"] not in (None, 1)
    }
    return ["", *sorted(found)] if found else []

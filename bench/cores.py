"""`kronika fsck` and `kronika rebuild` by one process and by as many as there are cores, on one store, in turns."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from bench.games import play_to, seated, service
from bench.size import size
from service.operation.app import Kronika

GAMES, EVENTS, RUNS = size((600, 60, 3), (3, 20, 1))
RULESETS = ("age-of-war", "nagaraja", "touche")
WORK = (["fsck"], ["rebuild", "statistics"])


def play(kronika: Kronika, games: int) -> None:
    rng = random.Random(3)
    for n in range(games):
        play_to(kronika, seated(kronika, RULESETS[n % len(RULESETS)], 2), EVENTS, rng.randrange(1000))


def took(kronika: Kronika, command: list[str], processes: int) -> tuple[float, float]:
    """Seconds, and seconds of the processor, of a process that has begun and ends."""
    settings, before = kronika.settings, used()
    env = {**os.environ, "KRONIKA_DATA": str(settings.data), "KRONIKA_DATABASE": settings.database}
    began = time.monotonic()
    command = [sys.executable, "-P", "-m", "cli", *command, "--processes", str(processes)]
    subprocess.run(command, env=env, check=True, capture_output=True)
    return time.monotonic() - began, used() - before


def used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def rows(kronika: Kronika, cores: int) -> Iterator[str]:
    for command in WORK:
        took(kronika, command, 1)
        runs = [(took(kronika, command, 1), took(kronika, command, cores)) for _ in range(RUNS)]
        alone, many = ([median(run[n][at] for run in runs) for at in (0, 1)] for n in (0, 1))
        figures = " | ".join(f"{figure:.1f}" for figure in (*alone, *many))
        yield f"| {' '.join(command)} | {figures} | {alone[0] / many[0]:.2f} |"


def main(games: int = GAMES) -> list[str]:
    cores = len(os.sched_getaffinity(0))
    with service() as kronika:
        play(kronika, games)
        return [
            f"{games} games of {EVENTS} events or so, on SQLite; medians of {RUNS} runs in turns, starts of processes included.",
            "",
            f"| what | by one, s | its processor, s | by {cores}, s | their processor, s | times as fast |",
            "|---|---|---|---|---|---|",
            *rows(kronika, cores),
        ]

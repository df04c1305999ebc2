"""The bundle of a case that is about a whole long game, as a party gets it. In time of the processor."""

from __future__ import annotations

from functools import partial

from bench.assessments import EVENTS, GAMES, processor_seconds
from bench.games import play_to, seated, service
from domain.table.referee import appointing, opening
from domain.table.referee.opening import Claim
from service.disputes.bundles import case_bundle
from service.log.loaded import LoadedGame
from service.operation.app import Kronika
from service.play.clocks.hearing import hearing_of


def disputed(kronika: Kronika, loaded: LoadedGame) -> LoadedGame:
    """The game with a case about all of it."""
    repository, last = kronika.repository, loaded.version
    loaded = repository.commit(loaded, appointing.appoint(hearing_of(repository, loaded), 1, True))
    loaded = repository.commit(loaded, appointing.accept(hearing_of(repository, loaded), 1))
    claim = Claim(1, last, (), "result", "A" * 43)
    return repository.commit(loaded, opening.open_dispute(hearing_of(repository, loaded), 1, claim))


def main() -> list[str]:
    lines = ["| game | events | bundle, CPU ms | bytes |", "|---|---|---|---|"]
    with service() as kronika:
        for ruleset, seats in GAMES.items():
            loaded = disputed(kronika, play_to(kronika, seated(kronika, ruleset, seats), EVENTS))
            make = partial(case_bundle, kronika.repository, loaded.id, None, 1)
            took, size = 1e3 * processor_seconds(make, runs=3), len(make())
            lines.append(f"| {ruleset}, {seats} seats | {loaded.version} | {took:.0f} | {size} |")
    return lines


if __name__ == "__main__":
    print("\n".join(main()))

"""TEMPORARY until core28's."""

from domain.by_seat import BySeat


def default_on_time_out(sides: BySeat[str]) -> str:
    if len(sides) == 2:
        return "forfeit"
    return "forfeit" if len({*sides}) == 2 and all(sides) else "bot"

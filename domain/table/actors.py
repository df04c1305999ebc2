"""Who acts at a table, as the log names them."""

TABLE, ORGANISER = "table", "organiser"


def seat_actor(seat: int) -> str:
    return f"seat:{seat}"


def seat_of(actor: str) -> int:
    """The seat that an actor is."""
    return int(actor.removeprefix("seat:"))

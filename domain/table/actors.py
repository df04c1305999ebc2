"""Who acts at a table, as the log names them."""

TABLE, ORGANISER = "table", "organiser"


def seat_actor(seat: int) -> str:
    return f"seat:{seat}"


def referee_actor(number: int) -> str:
    return f"referee:{number}"


def bot_actor(seat: int) -> str:
    """The bot that plays a seat while its person is away."""
    return f"bot:{seat}"


def seat_of(actor: str) -> int:
    """The seat for which an actor plays; ValueError for who plays for none."""
    who, _, seat = actor.partition(":")
    if who not in ("seat", "bot"):
        raise ValueError(f"{actor} plays no seat")
    return int(seat)


def referee_of(actor: str) -> int:
    """The number of a referee; ValueError for anybody else."""
    who, _, number = actor.partition(":")
    if who != "referee":
        raise ValueError(f"{actor} is no referee")
    return int(number)

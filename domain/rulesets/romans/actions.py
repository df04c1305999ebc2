"""What a seat may ask for. Forts of the wall are named by their place, 1 to 6 from the left."""

from typing import Annotated

from msgspec import Meta

from domain.ruleset import Action

Place = Annotated[int, Meta(ge=1, le=6)]


class DiscardWarrior(Action, frozen=True, tag="discard-warrior"):
    """Put this warrior of the hand away as the seventh; one put away before comes back into the hand."""

    warrior: str


class PlaceWarrior(Action, frozen=True, tag="place-warrior"):
    """Lay a warrior of the hand face down at a fort that has none of one's own yet."""

    warrior: str
    fort: Place


class WithdrawWarrior(Action, frozen=True, tag="withdraw-warrior"):
    """Take the warrior at this fort back into the hand."""

    fort: Place


class SealOrders(Action, frozen=True, tag="seal-orders"):
    """The six warriors stand as they lie; the one still in the hand, if any, is discarded."""


class Seduce(Action, frozen=True, tag="seduce"):
    """Qween seduces the warrior that this clan has revealed."""

    clan: str


class TakeFort(Action, frozen=True, tag="take-fort"):
    """Dru'hid takes the fort at this place; the place of the clash itself is the contested fort."""

    place: Place


class KeepAxx(Action, frozen=True, tag="keep-axx"):
    """Whether Axx stays in the line."""

    keep: bool


class KeepWarrior(Action, frozen=True, tag="keep-warrior"):
    """Whether the weakest warrior stays in the line after the capture of KomFort."""

    keep: bool


class DiscardRevealed(Action, frozen=True, tag="discard-revealed"):
    """Discard this warrior of one's own line (Horsie, Fort Fokus)."""

    warrior: str


class DiscardFort(Action, frozen=True, tag="discard-fort"):
    """Discard this earlier fort (FortUna)."""

    fort: str


class Rearrange(Action, frozen=True, tag="rearrange"):
    """Svord: the whole new order of the warriors still face down, from the left."""

    warriors: Annotated[tuple[str, ...], Meta(min_length=2, max_length=5)]


ACTIONS = (
    DiscardWarrior,
    PlaceWarrior,
    WithdrawWarrior,
    SealOrders,
    Seduce,
    TakeFort,
    KeepAxx,
    KeepWarrior,
    DiscardRevealed,
    DiscardFort,
    Rearrange,
)

"""A turn: what a seat sees when it is to act, and how it acts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kronika_client.playing import Position, acted

if TYPE_CHECKING:
    from kronika_client.client import AsyncClient, Client


@dataclass(frozen=True)
class Sight:
    """What the seat that is to act sees."""

    position: Position

    @property
    def game(self) -> str:
        """The game's id."""
        return self.position.game

    @property
    def seat(self) -> int:
        """The seat that is to act."""
        return self.position.seat

    @property
    def document(self) -> Any:
        """The game document (`models.GameDocument`), as this seat may know it."""
        return self.position.document

    @property
    def view(self) -> Any:
        """The board, a struct of the ruleset such as `models.RomansView`."""
        return self.position.document.view

    @property
    def legal(self) -> list[Any]:
        """The actions of which the seat may take any as it is (`models.Action`): never empty."""
        return self.position.legal


@dataclass(frozen=True)
class Turn(Sight):
    """A turn of `Client`."""

    client: Client

    def act(self, action: Any) -> Any:
        """Act, once; what happened (`models.Acted`), or None if the position has changed since: a turn to come shows it."""
        return self.client.run(acted(self.position, action))


@dataclass(frozen=True)
class AsyncTurn(Sight):
    """A turn of `AsyncClient`."""

    client: AsyncClient

    async def act(self, action: Any) -> Any:
        """Act, once; what happened (`models.Acted`), or None if the position has changed since: a turn to come shows it."""
        return await self.client.run(acted(self.position, action))

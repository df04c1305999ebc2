"""Sends webhooks and push messages through one guarded client, whose slots they share. For the background worker."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from typing import Protocol

from service.accounts.notices.guarded_client import GuardedClient


class Sender(Protocol):
    """What sends requests until waiting is ended."""

    async def run(self, client: GuardedClient) -> None: ...


def send(origin_url: str, senders: Sequence[Sender]) -> None:
    """Run these senders in an event loop of their own; `origin_url` is the service's. If one fails, all end."""
    asyncio.run(_send(origin_url, senders))


async def _send(origin_url: str, senders: Sequence[Sender]) -> None:
    with closing(GuardedClient(origin_url)) as client:
        async with asyncio.TaskGroup() as tasks:
            for sender in senders:
                tasks.create_task(sender.run(client))

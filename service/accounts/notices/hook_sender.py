"""Sends what webhooks are due.

One task looks for what is due, writes what came of answers together
with the bytes of what comes next in one transaction, and only then sends those. A process that ends loses none of it: what it was
sending is due again when the next one starts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

import structlog
from standardwebhooks import Webhook

from service.accounts.notices import deliveries
from service.accounts.notices.addresses import BadUrl, Network
from service.accounts.notices.guarded_client import Answer, GuardedClient, NotSent
from service.accounts.notices.hook_planning import Planned, plan, still
from service.accounts.notices.hook_rows import Hook
from service.store import Conflict, Statement, Store, StoreUnusable
from service.system.clock import now

log = structlog.get_logger("kronika.hooks")
PAUSE = 0.05
"""Seconds between two looks, at least, because frequent small commits would delay the players' writes."""
WAIT = 0.15
"""Seconds between two looks, at most."""
TROUBLE_SECONDS = 1.0
HEADERS = {"Content-Type": "application/json", "User-Agent": "Kronika"}


class Result(NamedTuple):
    """What came of something that was planned, to be written."""

    planned: Planned
    statements: Sequence[Statement]


class HookSender:
    """For one event loop."""

    def __init__(self, store: Store, networks: Sequence[Network] = ()) -> None:
        """`networks` are those that hooks of the operator may reach, too."""
        self._store, self._networks = store, networks
        self._under_way: dict[asyncio.Task[None], Planned] = {}
        self._results: list[Result] = []
        self._done = asyncio.Event()

    async def run(self, client: GuardedClient) -> None:
        """Send until waiting is ended. An unusable database is tried again."""
        while not self._store.waiting_ended:
            began = time.monotonic()
            try:
                await self.look(client)
            except (Conflict, StoreUnusable) as error:  # the first after a deadlock with another writer
                log.warning("hooks-not-sent", reason=str(error))
                await asyncio.sleep(TROUBLE_SECONDS)
            await self._wait(began)

    async def look(self, client: GuardedClient) -> None:
        """Write what came of answers, and start what is due now. `StoreUnusable` leaves both for the next time."""
        self._done.clear()
        results = list(self._results)
        for planned in await asyncio.to_thread(self._plan, results, list(self._under_way.values())):
            task = asyncio.create_task(self._deliver(client, planned))
            self._under_way[task] = planned
            task.add_done_callback(self._finished)
        del self._results[: len(results)]

    def _plan(self, results: Sequence[Result], under_way: Sequence[Planned]) -> list[Planned]:
        """Of what was answered the rows do not say so yet."""
        found = plan(self._store, [*under_way, *(it.planned for it in results)])
        written = [statement for it in results for statement in it.statements]
        if statements := [*written, *found.statements]:
            self._store.append("", [], statements)
        return found.planned

    async def _wait(self, began: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._done.wait(), WAIT)
        await asyncio.sleep(max(0.0, PAUSE - (time.monotonic() - began)))

    def _finished(self, task: asyncio.Task[None]) -> None:
        del self._under_way[task]
        self._done.set()

    async def _deliver(self, client: GuardedClient, planned: Planned) -> None:
        try:
            answer = await self._sent(client, planned)
        except NotSent:
            return
        except BadUrl:  # the operator's networks are others now
            answer = Answer(None, "unreachable", 0)
        except Exception:
            log.exception("hook-failed", hook=planned.hook.id)
            answer = Answer(None, "unreachable", 0)
        self._results.append(
            Result(planned, deliveries.answered(planned.hook, planned.delivery, answer, now()))
        )

    async def _sent(self, client: GuardedClient, planned: Planned) -> Answer:
        async def prepare() -> Mapping[str, str]:
            hook = await asyncio.to_thread(still, self._store, planned)
            if isinstance(hook, Hook):
                return signed(hook, planned.delivery.id, body)
            self._results.append(Result(planned, hook))
            raise NotSent

        hook, body = planned.hook, planned.delivery.body or ""
        networks = self._networks if hook.of_operator else ()
        return await client.post(hook.sealed.url, body.encode(), HEADERS, hook.owner, networks, prepare)


def signed(hook: Hook, id: str, body: str) -> Mapping[str, str]:
    """The headers of Standard Webhooks, with the signatures of all secrets that count."""
    at, content = now(), hook.sealed
    secrets = [content.secret, *([content.old] if content.old is not None and content.old_until > at else [])]
    when = datetime.fromtimestamp(at // 1000, UTC)
    signatures = " ".join(Webhook(secret).sign(id, when, body) for secret in secrets)
    return {"webhook-id": id, "webhook-timestamp": str(at // 1000), "webhook-signature": signatures}

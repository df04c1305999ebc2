"""The library's projections, and its runner on the store's log. Workers do not import it, to start faster."""

from __future__ import annotations

from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import JSONTranscoder, Mapper, Notification, StoredEvent, Tracking
from eventsourcing.projection import BaseProjectionRunner, Projection

from .recorder import LogRecorder

__all__ = ["LogRecorder", "Notification", "Projection", "Tracking", "run"]


class Unmapped(Mapper[str]):
    """Passes projections the notification itself, which names the game that has a new event."""

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return stored_event


def run(projection: Projection[LogRecorder]) -> None:
    """Have a projection process every event after its position, until the store ends waiting.

    Raises what `process_event` or the store raises.
    """

    class Log(Application[str]):
        """The runner wants a class and makes an instance; the log is that of the projection's recorder."""

        name = projection.name

        def __init__(self, env: object = None) -> None:
            self.recorder, self.mapper = projection.view, Unmapped(JSONTranscoder())

        def close(self) -> None:
            """Do nothing: the opener of the store closes it."""

    with BaseProjectionRunner(
        projection=projection,
        application_class=Log,
        tracking_recorder=projection.view,
        topics=projection.topics,
    ) as runner:
        runner.run_forever()

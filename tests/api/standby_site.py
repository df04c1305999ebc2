"""A service that asks the primary alone, and one of the same database with a standby: what a client sees of both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from flask.testing import FlaskClient

from api.app import create_app
from service.operation.app import Kronika
from tests.api.kit import Seated, bearer

READ = (
    "",
    "/states/3",
    "/replay?lang=pl",
    "/export",
    "/legal-actions?labels=true",
    "/events?labels=true",
    "/audit",
)
ADA = "Ada Byron"
"""A name with a space, which no digest among what is read can spell."""
LISTS = ("/v1/games?limit=100", f"/v1/games?player={quote(ADA)}", "/v1/games?status=playing")
SERVED = re.compile(r'kronika_standby_reads_total\{served="(\w+)"\} ([\d.e+]+)')


class Site(NamedTuple):
    """`kronika` is the service that has the standby, and `reader` its client."""

    primary: FlaskClient
    reader: FlaskClient
    kronika: Kronika

    @classmethod
    def of(cls, primary: Kronika, reader: Kronika) -> Site:
        return cls(create_app(primary).test_client(), create_app(reader).test_client(), reader)

    def seated(self) -> Seated:
        return Seated.at(self.primary, names=(ADA, "Bo"))

    def check(self, game: Seated, paths: Sequence[str] = READ) -> None:
        """The reader answers a stranger and both seats what the primary does."""
        for path in LISTS:
            assert self.reader.get(path).json == self.primary.get(path).json, path
        for path in paths:
            for opened in ({}, *map(bearer, game.tokens.values())):
                own, other = (it.get(game.url + path, headers=opened) for it in (self.primary, self.reader))
                assert other.status_code == own.status_code, path
                assert other.status_code >= 400 or other.text == own.text, path

    def served(self, by: str) -> float:
        """How many reads have been answered in this way."""
        return float(dict(SERVED.findall(self.reader.get("/metrics").text)).get(by, 0))

    def serves(self, game: Seated, by: str) -> bool:
        """Whether a read of the game is answered in this way."""
        return self.answers(f"{game.url}/events", by)

    def answers(self, path: str, by: str) -> bool:
        before = self.served(by)
        self.reader.get(path)
        return self.served(by) != before

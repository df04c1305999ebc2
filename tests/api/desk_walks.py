"""Games in which cases, statements, undos and rulings come in any order, over HTTP, and all that is read of their cases."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.table.fold import fold
from domain.table.redecide import redecided
from service.operation.app import Kronika
from tests.api.courts import judged
from tests.api.desk import Desk
from tests.api.kit import bearer
from tests.service.conftest import House
from tests.service.playing import choose
from verifier import FAILED

REASONS = {"findings": "So.", "clauses": ["table.legal"], "why_not_stand": "It cannot."}
KINDS = (
    *("stands", "stands", "dismissed", "dismissed", "no-jurisdiction"),
    *("backed-up", "backed-up", "replayed", "replayed", "corrected", "corrected", "result"),
)


class Walk(Desk):
    """A desk with two head referees. Whatever a step asks for may be refused; nothing may be an error of the service."""

    rng: random.Random
    kronika: Kronika

    def go(self, steps: int) -> Iterator[str]:
        """What was asked for, with the status of the answer."""
        going_on = (self.play, self.play, self.take_back, self.take_back, self.dispute)
        anything = (
            self.play,
            self.take_back,
            self.dispute,
            self.state,
            self.take,
            self.settle,
            self.organise,
        )
        for _ in range(steps):
            case = self.table().desk.case
            ways = anything if self.rng.random() < 0.2 else going_on if case is None else (self.settle,)
            way = self.rng.choice(ways)
            status = way()
            assert status < 500, way.__name__
            yield f"{way.__name__} {status}"

    @property
    def case(self) -> dict[str, Any]:
        cases: list[dict[str, Any]] = self.read()["disputes"]
        return cases[-1] if cases else {"dispute": 1, "state": "none"}

    def table(self) -> Any:
        return self.kronika.repository.get(self.id).table

    def play(self) -> int:
        status = 200
        for _ in range(self.rng.randint(1, 4)):
            to_act = self.table().to_act
            if to_act:
                seat = self.rng.choice(to_act)
                move = choose(House(self.kronika), self.id, seat, self.rng)
                status = self.post("/actions", seat, move).status_code
                assert status < 300
        return status

    def take_back(self) -> int:
        """Some seat as far as may be, or elsewhere; the others agree, mostly."""
        reach = {seat: self.reach(seat) for seat in self.tokens}
        seat = self.rng.choice([seat for seat in reach if reach[seat]] or [*reach])
        to_version = self.rng.choice(reach[seat] or [self.rng.randint(1, self.version)])
        answer = self.post("/undo-requests", seat, {"to_version": to_version})
        if answer.json["status"] == "pending" and self.rng.random() < 0.8:
            number, yes = answer.json["id"], {"accept": True}
            for other in self.tokens.keys() - {seat}:
                answer = self.post(f"/undo-requests/{number}/answers", other, yes)
        return answer.status_code

    def reach(self, seat: int) -> list[int]:
        undo = self.get("", seat).json["undo"]
        return [*undo["free"], *undo["with_consent"]]

    def dispute(self) -> int:
        last = self.version
        first = self.rng.randint(1, last)
        about = {"from": first, "to": self.rng.randint(first, last)}
        body = {"about": about, "claim": "No.", "wants": "correction"}
        if self.rng.random() < 0.5:
            return self.referee(self.rng.choice([*self.referees]), "", body).status_code
        return self.open(self.rng.choice([*self.tokens]), **body).status_code

    def organise(self) -> int:
        if len(self.referees) < 4 and self.rng.random() < 0.5:
            self.appoint(head=True)
            return 201
        return self.as_organiser(self.rng.choice(["PUT", "DELETE"]), "/suspension").status_code

    def state(self) -> int:
        number, seats = self.case["dispute"], self.rng.sample([*self.tokens], len(self.tokens))
        said = [self.post(f"/disputes/{number}/statements", seat, {"text": "I did not."}) for seat in seats]
        return max(answer.status_code for answer in said)

    def take(self) -> int:
        referee = self.rng.choice([*self.referees])
        return self.referee(referee, f"/{self.case['dispute']}/taking").status_code

    def settle(self) -> int:
        """The next step towards the end of the case that is open."""
        case = self.case
        number, state = case["dispute"], case["state"]
        if state == "taken":
            for seat in self.tokens:
                refused = self.rng.random() < 0.2
                self.post(f"/disputes/{number}/refusals", seat, {"refuse": refused})
            return self.ruled(number, case["referee"])
        if state == "ruled" and self.rng.random() < 0.7:
            return max(self.post(f"/disputes/{number}/waivers", seat, {}).status_code for seat in self.tokens)
        if state == "ruled":
            return max(
                self.post(f"/disputes/{number}/appeals", seat, {"grounds": "No."}).status_code
                for seat in self.tokens
            )
        if state == "appealed":
            return self.decided(number)
        return max(self.state(), self.take()) if state == "open" else self.dispute()

    def decided(self, number: int) -> int:
        """All answer, and a head referee who may takes the appeal and upholds the ruling."""
        for seat in self.tokens:
            self.post(f"/disputes/{number}/appeals/answers", seat, {})
        decision, judged = {"decision": "upheld", "findings": "Yes."}, f'"{self.version + 1}"'
        path = f"/{number}/appeals/decisions"
        takers = [it for it in self.referees if self.referee(it, f"/{number}/taking").status_code == 201]
        return max(
            (self.referee(it, path, decision, If_Match=judged).status_code for it in takers), default=409
        )

    def ruled(self, number: int, referee: int) -> int:
        """Some ruling, asked first what it would do: what is not previewed is not ruled."""
        kind = self.rng.choice(KINDS)
        body = {"kind": kind, "remedy": self.remedy(kind, number)}
        asked = {name: value for name, value in body.items() if value is not None}
        seen = self.referee(referee, f"/{number}/rulings/previews", asked).status_code
        status = self.rule(number, referee, **REASONS, **asked).status_code
        assert seen < 300 or status >= 400
        return status

    def remedy(self, kind: str, number: int) -> dict[str, Any] | None:
        if kind == "result":
            seats = [*self.tokens]
            ranking = [[seat] for seat in seats]
            return {"winners": [seats[0]], "ranking": ranking, "scores": {str(seat): 0 for seat in seats}}
        if kind == "replayed":
            chapters = [it["version"] for it in self.get("/replay").json["chapters"]]
            return {"chapter": self.rng.choice([*chapters, 1])}
        if kind not in ("backed-up", "corrected"):
            return None
        reach = [it["version"] for it in self.read(f"/{number}/assessment")["reachable"]]
        version = self.rng.choice([*reach, self.version])
        return {"to_version": version} if kind == "backed-up" else self.correction(version, number)

    def correction(self, version: int, number: int) -> dict[str, Any]:
        repository = self.kronika.repository
        loaded = repository.versions.at(repository.get(self.id), version)
        seat = self.rng.choice([*(loaded.table.to_act or self.tokens)])
        eyes = {"seats": [seat], "from": version, "to": version, "reason": "I have to see."}
        referee = self.case["referee"] or 1  # nobody has it where a seat has refused who had
        if self.referee(referee, f"/{number}/releases", eyes).status_code == 201:
            release = len(self.read(f"/{number}")["releases"])
            self.referee(referee, f"/{number}/releases/{release}/readings", {"seat": seat})
        legal = loaded.ruleset.legal_actions(loaded.table.game, seat) if loaded.table.to_act else ()
        action = self.rng.choice([*map(told, legal), {"type": "nothing"}])
        return {"to_version": version, "seat": seat, "action": action}

    def read_all(self) -> None:
        """Every answer about every case is there for everybody, and every bundle holds together."""
        for token in (None, self.tokens[1], self.referees[1]):
            for case in self.got("/disputes", token).json["disputes"]:
                self.read_case(case, token)

    def got(self, path: str, token: str | None) -> Any:
        answer = self.client.get(self.url + path, headers=bearer(token) if token else {})
        assert answer.status_code == 200, (path, answer.text)
        return answer

    def read_case(self, case: dict[str, Any], token: str | None) -> None:
        path = f"/disputes/{case['dispute']}"
        self.got(path, token)
        self.got(f"{path}/timeline", token)
        reachable = self.got(f"{path}/assessment", token).json["reachable"]
        for way in self.rng.sample(reachable, min(3, len(reachable))):
            self.got(f"{path}/assessment?to={way['version']}", token)
        for version in self.rng.sample(range(1, self.version + 1), 2):
            self.got(f"/explanations/{version}", token)
        report = judged(self.got(f"{path}/bundle", token).data)
        assert FAILED not in {level.status for level in report.levels}, report.table()

    def redecide(self) -> None:
        """The table is what its whole log comes to, and L4 follows it."""
        loaded = self.kronika.repository.get(self.id)
        log = self.kronika.repository.versions.log(loaded)
        assert fold(loaded.ruleset, log) == loaded.table
        assert sum(len(fold.recorded) for fold in redecided(loaded.ruleset, log)) == len(log)


def told(action: Any) -> dict[str, Any]:
    return dict(msgspec.to_builtins(action))

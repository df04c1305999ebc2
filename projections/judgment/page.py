"""A case as a judgment: one page for people, in every language, without scripts and with nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from domain.contract.types import Outcome
from domain.table.events import GameStarted
from domain.table.referee.corrections import action_of
from domain.table.referee.events import ActionCorrected, Ruled
from domain.table.state import Logged
from projections.case_files import CaseContent
from projections.documents.disputes import CaseDocument, RefereeOfCase, RulingShown
from projections.documents.explanations import Explanation
from projections.documents.timelines import Moment
from projections.ends import ends_of
from projections.judgment.boards import Board
from projections.people import names_of
from projections.replay import sentence_of
from projections.sentences import LANGUAGES, Renderer, messages_in

FOLDER = Path(__file__).parent
LISTED = 20
"""The most events and arguments that are listed: a stretch may be a whole game, and the rest is in `timeline.json`."""
MINUTE = 60_000
SVG = "data:image/svg+xml;base64,"
WORDS: Mapping[str, Mapping[Any, str]] = {
    "STATES": {
        "open": "open",
        "taken": "taken by a referee",
        "ruled": "ruled, and not final",
        "appealed": "appealed",
        "final": "final",
        "withdrawn": "withdrawn",
        "expired": "expired: nobody ruled in time",
    },
    "WANTS": {
        "explanation": "an explanation",
        "correction": "a correction",
        "back-up": "going back",
        "result": "a result",
        "conduct": "a word about conduct",
    },
    "WAITED_FOR": {
        "statement": "An answer to the claim",
        "refusal": "Whether the referee is refused",
        "taking": "A referee who takes the case",
        "ruling": "The ruling",
        "appeal": "An appeal, or a waiver",
        "answer": "An answer to the appeal",
        "appeal-taking": "A head referee who takes the appeal",
        "decision": "The decision of the appeal",
    },
    "ABOUT": {False: "Events {first} to {last}", True: "Event {first}"},
    "RELEASED": {
        False: "Release {n}: {who} could see events {first} to {last} as {seats}",
        True: "Release {n}: {who} could see event {first} as {seats}",
    },
    "VIEWERS": {
        "organiser": "the organiser",
        "auditor": "the auditor",
        "spectator": "a spectator",
    },
    "SOURCES": {
        "rulebook": "rulebook",
        "ruling": "ruling of this service",
        "addition": "addition of this service",
    },
}
"""What members of documents are called, as `pl.po` has them. `ABOUT` and `RELEASED`: whether it is one event."""
HELPERS = (
    "t",
    "seat",
    "seats",
    "referee",
    "who",
    "when",
    "said",
    "clause",
    "corrected",
    "lasted",
    "part_of",
    "picture",
)
"""Methods of `_Words` that the template calls."""


def judgment(content: CaseContent, boards: Sequence[Board]) -> bytes:
    """English first, then Polish; each begins a new sheet of paper."""
    articles = [_Words(content, lang).article(boards) for lang in LANGUAGES]
    return _templates().get_template("page.html").render(case=content.document, articles=articles).encode()


@cache
def _templates() -> Environment:
    """Everything that is filled in is escaped."""
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class _Words:
    """What the template asks for in one language: words, names and times."""

    def __init__(self, content: CaseContent, lang: str) -> None:
        self._content, self._lang = content, lang
        self._messages = _messages(lang)
        self._renderer = Renderer(content.hearing.ruleset, lang, names_of(content.names.players))

    def article(self, boards: Sequence[Board]) -> Markup:
        """The judgment in this language."""
        helpers = {name: getattr(self, name) for name in HELPERS}
        template = _templates().get_template("article.html")
        return Markup(template.render(boards=boards, listed=LISTED, **self._facts(), **WORDS, **helpers))

    def _facts(self) -> dict[str, Any]:
        """What the template says of the case and its game."""
        content, case = self._content, self._content.document
        outcome = content.hearing.table.outcome
        explanations = [it for it in content.explanations if it.steps]
        return {
            "case": case,
            "lang": self._lang,
            "outcome": outcome,
            "reason": "" if outcome is None else self._reason(outcome),
            "ruleset": content.hearing.ruleset.name[self._lang],
            "stretch": [it for it in content.events.moments if it.disputed],
            "explanations": explanations,
            "cited": sorted(_cited(case, explanations) & content.clauses.keys()),
            "start": _start(content.hearing.log),
            "unheard": _unheard(content),
        }

    def _reason(self, outcome: Outcome) -> str:
        """Why the game ended."""
        both = ends_of(self._content.hearing.ruleset)[outcome.reason]
        return str(getattr(both, self._lang))

    def t(self, english: str, **values: Any) -> str:
        return str(self._messages.get(english) or english).format(**values)

    def seat(self, number: int) -> str:
        name = self._content.names.seats.get(number)
        plain = self.t("seat {n}", n=number)
        return f"{name} ({plain})" if name else plain

    def seats(self, numbers: Iterable[int]) -> str:
        return ", ".join(map(self.seat, numbers))

    def referee(self, number: int) -> str:
        name = self._content.names.referees.get(number)
        plain = self.t("referee {n}", n=number)
        return f"{name} ({plain})" if name else plain

    def who(self, actor: str) -> str:
        kind, _, number = actor.partition(":")
        if kind == "seat":
            return self.seat(int(number))
        return self.referee(int(number)) if kind == "referee" else self.t(WORDS["VIEWERS"][kind])

    def when(self, at: str) -> str:
        """RFC 3339 as people write it, to the second."""
        return f"{at[:10]} {at[11:19]} UTC"

    def said(self, version: int) -> str:
        """The sentence of an event."""
        return next((self._text(it) for it in self._content.events.moments if it.version == version), "")

    def _text(self, moment: Moment) -> str:
        return str(getattr(moment.text, self._lang))

    def clause(self, id: str) -> Any:
        """Its text and source."""
        clause = self._content.clauses[id]
        return {"text": getattr(clause, self._lang), "source": clause.source, "where": clause.where}

    def picture(self, board: Board) -> str:
        return SVG + b64encode(board.pictures[self._lang]).decode()

    def lasted(self, milliseconds: int) -> str:
        """Seconds with one decimal; from a minute on "1:05", "26:00:00"."""
        if milliseconds < MINUTE:
            return f"{format_decimal(milliseconds / 1000, '0.0', locale=self._lang)} s"
        minutes, seconds = divmod(milliseconds // 1000, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    def part_of(self, it: RefereeOfCase) -> Iterator[str]:
        """What a referee has to do with the case."""
        case = self._content.document
        if case.opener == f"referee:{it.referee}":
            yield self.t("opened it")
        if case.referee == it.referee:
            yield self.t("has it now")
        for ruling in case.rulings:
            if ruling.referee == it.referee:
                yield self.t("made ruling {n}", n=ruling.ruling)
        if case.decision is not None and case.decision.referee == it.referee:
            yield self.t("decided the appeal")
        if it.marked:
            yield self.t("the parties could refuse them")
        if it.refused_by:
            yield self.t("refused by {who}", who=self.seats(it.refused_by))
        if it.kept_by:
            yield self.t("not refused by {who}", who=self.seats(it.kept_by))

    def corrected(self, it: RulingShown) -> Sequence[str]:
        """What a seat does by a ruling instead of what it did, in sentences; none where this reader may not know."""
        hearing, viewer = self._content.hearing, self._content.reader.viewer
        if it.final is not None:
            done = _since_correction(hearing.log, it.final)
            return [self._renderer.render(sentence_of(hearing.ruleset, logged, viewer)) for logged in done]
        if "action" not in (it.remedy or {}):
            return ()
        said = hearing.log[it.version - 1].event
        assert isinstance(said, Ruled)
        assert said.remedy is not None
        return [self._renderer.render(hearing.ruleset.describe(action_of(hearing.ruleset, said.remedy)))]


@cache
def _messages(lang: str) -> Mapping[Any, Any]:
    """Of the page, and of where clauses stand in rulebooks."""
    return {**messages_in(FOLDER, lang), **messages_in(FOLDER / "rulebooks", lang)}


def _since_correction(log: Sequence[Logged], final: int) -> Sequence[Logged]:
    """The events of the action in which the ruling became final, from the corrected action on."""
    ends = [it for it in log[final:] if it.action == log[final - 1].action]
    begins = next((nth for nth, it in enumerate(ends, 1) if isinstance(it.event, ActionCorrected)), len(ends))
    return ends[begins:]


def _unheard(content: CaseContent) -> bool:
    """Whether the first ruling was final at once, because nobody could appeal or no head referee could decide."""
    log, rulings = content.hearing.log, content.document.rulings
    final = rulings[0].final if rulings else None
    return final is not None and log[final - 1].action == log[rulings[0].version - 1].action


def _start(log: Sequence[Logged]) -> int:
    """The version at which the game began; 0 if it has not."""
    return next((it.version for it in log if isinstance(it.event, GameStarted)), 0)


def _cited(case: CaseDocument, explanations: Sequence[Explanation]) -> set[str]:
    """The clauses cited by the claim, rulings, penalties, and listed arguments."""
    found = {*case.clauses}
    found.update(step.clause for it in explanations[:LISTED] for step in it.steps)
    for ruling in case.rulings:
        found.update(ruling.clauses, (it.code for it in ruling.penalties))
    return found

"""A case as a judgment: one page for people, in every language, without scripts and with nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from domain.contract.types import Outcome
from domain.table.events import GameStarted
from domain.table.state import Logged
from projections.case_files import CaseContent
from projections.documents.disputes import CaseDocument
from projections.documents.timelines import Moment
from projections.ends import ends_of
from projections.judgment.boards import Board
from projections.sentences import LANGUAGES, messages_in

FOLDER = Path(__file__).parent
LISTED = 20
"""So many events and arguments are told; a stretch may be a whole game, and the rest is in `timeline.json`."""
SVG = "data:image/svg+xml;base64,"
WORDS: Mapping[str, Mapping[str, str]] = {
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
    "SOURCES": {
        "rulebook": "rulebook",
        "ruling": "ruling of this service",
        "addition": "addition of this service",
    },
}
"""What members of documents are called, as `pl.po` has them."""


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
        self._messages = messages_in(FOLDER, lang)

    def article(self, boards: Sequence[Board]) -> Markup:
        content, case = self._content, self._content.document
        helpers: Mapping[str, Callable[..., Any]] = {
            name: getattr(self, name)
            for name in (
                "t",
                "seat",
                "seats",
                "referee",
                "who",
                "when",
                "said",
                "clause",
                "picture",
                "thought",
            )
        }
        outcome = content.hearing.table.outcome
        article = (
            _templates()
            .get_template("article.html")
            .render(
                case=case,
                lang=self._lang,
                boards=boards,
                outcome=outcome,
                reason="" if outcome is None else self._reason(outcome),
                ruleset=content.hearing.ruleset.name[self._lang],
                stretch=[it for it in content.events.moments if it.disputed],
                explanations=[it for it in content.explanations if it.steps],
                cited=sorted(cited_in(case) & content.clauses.keys()),
                start=_start(content.hearing.log),
                listed=LISTED,
                **WORDS,
                **helpers,
            )
        )
        return Markup(article)

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
        return self.referee(int(number)) if kind == "referee" else self.t(kind)

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

    def thought(self, milliseconds: int | None) -> str:
        return "" if milliseconds is None else f"{milliseconds / 1000:.1f} s"


def _start(log: Sequence[Logged]) -> int:
    """The version at which the game began; 0 if it has not."""
    return next((it.version for it in log if isinstance(it.event, GameStarted)), 0)


def cited_in(case: CaseDocument) -> set[str]:
    """The clauses that claim, rulings and penalties cite."""
    found = {*case.clauses}
    for ruling in case.rulings:
        found.update(ruling.clauses, (it.code for it in ruling.penalties))
    return found

"""The revision of the documents of a bundle: raised whenever the same case could have other bytes."""

from __future__ import annotations

from hashlib import sha256

from domain.hidden import AUDITOR
from domain.rulesets import registry
from domain.table.clauses import CLAUSES
from domain.table.referee.ruling import Sanction
from domain.table.state import Logged
from projections.case_documents import Reader
from projections.case_files import DOCUMENTS, Names, case_content, json_file
from projections.documents.disputes import TextShown
from projections.sentences import LANGUAGES, catalogue
from tests.table.referee.kit import court

RENDERED = {1: "38ffa70d520ae47b2eb749331678fd5d598beac0adb918f6ffc3d0654cb606c4"}
"""By revision: the hash of what `rendered` makes. Where it is another one, raise `DOCUMENTS` and add a line here; a revision
that no release had may keep its number."""
NAMES = Names({1: "Ala", 2: "Ola"}, {1: "Ewa", 2: None})
WARNING = Sanction(1, "warning", "referee.conduct.slow")


def text(logged: Logged, member: str) -> TextShown:
    hash = getattr(logged.event, member)
    return TextShown(hash=hash, status="shown", text="Ź", lang="pl", salt="AAAAAAAAAAAAAAAAAAAAAA")


def rendered(ruleset: str) -> bytes:
    """The files of a case about a whole game, and every sentence and clause that could be in one."""
    rules = registry()[ruleset]
    desk = court(True, True, ruleset=rules, actions=60)
    first = next(it.version for it in desk.log if isinstance(it.event, rules.events))
    desk.taken(first=first).rule(penalties=(WARNING,))
    content = case_content(desk.hearing, desk.case, Reader("auditor", AUDITOR, text), NAMES)
    files = content.files()
    words = [
        sorted((str(key), str(value)) for key, value in catalogue(rules, lang).items()) for lang in LANGUAGES
    ]
    clauses = json_file({**CLAUSES, **rules.clauses})
    return b"".join((*(files[name] for name in sorted(files)), json_file(words), clauses))


def test_sentences_and_templates_change_with_the_revision_only() -> None:
    digest = sha256(b"".join(rendered(ruleset) for ruleset in sorted(registry()))).hexdigest()
    assert RENDERED[DOCUMENTS] == digest, f"the documents of cases have changed: their hash is now {digest}"


def test_the_same_case_is_rendered_the_same_again() -> None:
    assert rendered("romans") == rendered("romans")

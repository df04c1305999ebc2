"""The page of a bundle: a judgment that a person reads without software, in both languages."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from api.pictures.painter import NotDrawn, Painter
from api.resources import boards
from domain.rulesets import registry
from projections.judgment.page import FOLDER, WORDS
from projections.sentences import LANGUAGES, messages_in
from tests.api.courts import Court, files
from tests.api.desk import CLAIM

EVIL = "<script>alert(1)</script> & 'Źle!'\nSecond line."
PICTURE = re.compile('src="data:image/svg[+]xml;base64,([^"]+)"')
VOID = {"meta", "img", "br"}


class Page(HTMLParser):
    """The tags that a page opens and closes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(court: Court, token: str | None = None) -> str:
    return files(court.bundle(token))["timeline.html"].decode()


def appealed(client: FlaskClient) -> Court:
    """Everything that a case can have: an answer, a release that was read, penalties, a remedy, an appeal and its decision."""
    court = Court.at(client, (True, True))
    number = court.heard(claim=EVIL, clauses=["war.turn.1"])
    about = {"from": court.played, "to": court.played}
    for seats in ([1], [2]):
        release = {"seats": seats, "reason": f"Why I looked as {seats}.", **about}
        assert court.referee(1, f"/{number}/releases", release).status_code == 201
    assert court.referee(1, f"/{number}/releases/1/readings", {"seat": 1}).status_code == 201
    result = {"winners": [2], "ranking": [[2], [1]], "scores": {"1": 3, "2": 14}}
    penalty = {"seat": 1, "kind": "warning", "code": "referee.conduct.slow"}
    ruling = {"kind": "result", "remedy": result, "clauses": ["war.turn.1"], "penalties": [penalty]}
    ruled = court.rule(number, why_not_stand="It cannot stand.", **ruling)
    assert ruled.status_code == 201, ruled.json
    assert court.post(f"/disputes/{number}/appeals", 1, {"grounds": "It can."}).status_code == 201
    assert court.post(f"/disputes/{number}/waivers", 2, {}).status_code == 201
    assert court.post(f"/disputes/{number}/appeals/answers", 1, {}).status_code == 201
    answer = court.post(f"/disputes/{number}/appeals/answers", 2, {"text": "It cannot, really."})
    assert answer.status_code == 201, answer.json
    assert court.referee(2, f"/{number}/taking").status_code == 201
    decision = {"decision": "upheld", "findings": "It cannot indeed."}
    headers = {"If_Match": f'"{court.version}"'}
    decided = court.referee(2, f"/{number}/appeals/decisions", decision, **headers)
    assert decided.status_code == 201, decided.json
    return court


def test_a_judgment_holds_the_whole_case(client: FlaskClient) -> None:
    court = appealed(client)
    page = Page(page_of(court, court.referees[2]))
    assert page.open == []
    assert page.tags.count("article") == len(LANGUAGES)
    texts = (
        "Nie.",
        "Why I looked as [2].",
        "It cannot stand.",
        "It can.",
        "It cannot, really.",
        "It cannot indeed.",
    )
    said = (EVIL, *texts, "Ada (seat 1)", "Ref 2 (referee 2), head referee", "Bo (miejsce nr 2)")
    told = (
        *("Judgment in case 1", "Orzeczenie w sprawie nr 1", "Looked at as Ada (seat 1)", "Not looked at."),
        *(
            "warning, number 1 of this seat",
            "referee.conduct.slow",
            "Upheld: Ref 2",
            "Utrzymane w mocy: Ref 2",
        ),
        *("The win goes to Bo (seat 2).", "14", "Nothing to say.", "Will not appeal: Bo (seat 2)."),
        *("Nothing: the case is closed.", "A turn begins with a throw of all seven dice."),
        "A number from 1 to 2 is drawn",
        *(
            "made ruling 1",
            "rozpatrzył odwołanie",
            "could see event 9 as Ada",
            "zdarzenie 9 oczami: Ada (miejsce nr 1)",
        ),
    )
    assert [it for it in (*said, *told) if it not in page.text] == []


@pytest.mark.parametrize("final", [True, False])
def test_a_corrected_action_is_told_in_words(client: FlaskClient, final: bool) -> None:
    """Also before the ruling is final; where no other head referee could hear an appeal, it is at once."""
    court = Court.at(client, (True,) if final else (True, True))
    before, seat = court.version, court.get("", 1).json["to_act"][0]
    court.act()
    number = court.heard(about={"from": court.version, "to": court.version}, clauses=["war.turn.2"])
    remedy = {"to_version": before, "seat": seat, "action": {"type": "roll"}}
    ruled = court.rule(number, kind="corrected", remedy=remedy, clauses=["war.turn.1"], why_not_stand="Why.")
    assert (ruled.status_code, ruled.json["state"]) == (201, "final" if final else "ruled"), ruled.json
    html = page_of(court)
    page = Page(html)
    name = ("Ada", "Bo")[seat - 1]
    said = [f"There {name} (seat {seat}) acts otherwise:", f"Tam {name} (miejsce nr {seat}) gra inaczej:"]
    done = f"{name} throws" if final else "Throw the dice"
    told = [*said, done, f"Event {before + 1} ·", f"Zdarzenie {before + 1} ·", "Rozgrywka, 2. akapit"]
    told += ["No appeal was possible"] if final else ["Nobody has appealed."]
    assert [it for it in told if it not in page.text] == []
    assert '"type"' not in page.text
    assert 'alt=""' not in html
    assert ("(taken back)" in page.text, "No appeal was possible" in page.text) == (final, final)


def test_a_ruling_that_an_appeal_changed_is_told_as_replaced(client: FlaskClient) -> None:
    """The appeal comes between the rulings and the arguments, whose clauses are told too."""
    court = Court.at(client, (True, True))
    court.act()
    number = court.heard(about={"from": court.version, "to": court.version})
    assert court.rule(number).status_code == 201
    assert court.post(f"/disputes/{number}/appeals", 1, {"grounds": "It can."}).status_code == 201
    court.answered(number)
    instead = {"kind": "dismissed", "findings": "Too late.", "clauses": [], "penalties": []}
    decision = {"decision": "changed", "findings": "No.", "ruling": instead}
    headers = {"If_Match": f'"{court.version}"'}
    decided = court.referee(2, f"/{number}/appeals/decisions", decision, **headers)
    assert decided.status_code == 201, decided.json
    text = Page(page_of(court)).text
    english, polish = text.split("Orzeczenie w sprawie nr 1")
    order = (
        "Ruling 1",
        "Replaced on appeal by ruling 2.",
        "Ruling 2",
        "Final from",
        "Grounds of",
        "The argument",
        "The clauses",
    )
    places = [english.index(it) for it in order]
    assert places == sorted(places)
    cited = files(court.bundle())["case.json"].decode()
    steps = {step["clause"] for it in json.loads(cited)["explanations"] for step in it["steps"]}
    assert steps
    assert all(english.index("The clauses") < english.rindex(clause) for clause in steps)
    assert "Not final." not in english
    assert "W odwołaniu zastąpione orzeczeniem nr 2." in polish


def test_a_page_runs_nothing_and_asks_nobody(client: FlaskClient) -> None:
    html = page_of(court := appealed(client), court.referees[1])
    assert {"script", "link", "iframe", "object"}.isdisjoint(Page(html).tags)
    assert "default-src &#39;none&#39;" in html or "default-src 'none'" in html
    assert "://" not in html


def test_a_page_says_what_a_case_waits_for_and_what_it_may_not_show(client: FlaskClient) -> None:
    court = Court.at(client)
    court.heard()
    text = Page(page_of(court)).text
    for said in ("Case 1", "The ruling: Ref 1 (referee 1)", "until 20", "Not shown to this reader."):
        assert said in text
    assert CLAIM not in text


def test_every_word_has_its_polish() -> None:
    source = (FOLDER / "article.html").read_text() + (FOLDER / "page.py").read_text()
    asked = set(re.findall(r'\bt\("([^"]+)"', source))
    asked |= {it for group in WORDS.values() for it in group.values()}
    polish = messages_in(FOLDER, "pl")
    assert sorted(asked - polish.keys()) == []
    placeholder = re.compile(r"\{\w+\}")
    for english, translated in polish.items():
        assert sorted(placeholder.findall(english)) == sorted(placeholder.findall(translated)), english


def test_every_place_in_a_rulebook_has_its_polish() -> None:
    clauses = [it for ruleset in registry().values() for it in ruleset.clauses.values()]
    cited = {part.where for clause in clauses for part in (clause, *clause.parts)} - {""}
    polish = messages_in(FOLDER / "rulebooks", "pl")
    assert cited == polish.keys()
    english = re.compile("paragraph|sentence|page|note|card|case|cross|remark|pp?[.] ")
    assert [it for it in polish.values() if english.search(it)] == []


@pytest.fixture
def romans(client: FlaskClient, drawn: None) -> Court:
    court = Court.at(client, ruleset="romans")
    court.act()
    court.heard(about={"from": court.version, "to": court.version})
    return court


def pictures(html: str) -> list[bytes]:
    return [b64decode(found) for found in PICTURE.findall(html)]


def test_the_boards_before_and_after_are_the_same_bytes_again(romans: Court) -> None:
    """Also when another process draws them."""
    drawn = pictures(html := page_of(romans))
    assert len(drawn) == 2 * len(LANGUAGES)
    assert {ElementTree.fromstring(it).tag.rpartition("}")[2] for it in drawn} == {"svg"}
    assert len({*drawn}) >= len(LANGUAGES)
    boards._cached.cache_clear()
    painter: Painter = romans.client.application.extensions["painter"]
    painter.close()
    assert page_of(romans) == html


def test_without_its_boards_there_is_no_bundle(romans: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """One without them would be another bundle of the same case."""

    def fail(job: Any) -> bytes:
        raise NotDrawn("too slow")

    boards._cached.cache_clear()
    monkeypatch.setattr(romans.client.application.extensions["painter"], "draw", fail)
    assert romans.get("/disputes/1/bundle").status_code == 503

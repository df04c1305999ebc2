"""The timeline as a page that opens from disk: no scripts, nothing from elsewhere, everything escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from projections.documents.disputes import CaseDocument, TextShown
from projections.documents.timelines import Moment, Timeline

_CaseText = tuple[str, str, str, TextShown]
"""What a text is, in English and Polish, whose it is, and the text."""
STYLE = """body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.35rem .5rem;text-align:left;
vertical-align:top}.disputed{background:#fff6da}.back td{text-decoration:line-through;color:#666}[lang=pl]{color:#345}
small{color:#666}blockquote{white-space:pre-wrap;border-left:3px solid #bbb;margin:.4rem 0;padding:.1rem .8rem}"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width"><title>{title}</title><style>{style}</style></head><body>
<h1>{title}</h1>
"""
COLUMNS = (
    ("Version", "Wersja"),
    ("Time of the server (UTC)", "Czas serwera (UTC)"),
    ("By", "Kto"),
    ("Thought", "Namysł"),
    ("What happened", "Co się stało"),
    ("Who came to know what", "Kto się czego dowiedział"),
)


def page(timeline: Timeline, case: CaseDocument) -> bytes:
    """In English, with the Polish below."""
    title = f"Case {case.dispute} of game {case.game} · Sprawa {case.dispute} z gry {case.game}"
    parts = [HEAD.format(policy=escape(POLICY), title=escape(title), style=STYLE), *_texts(case)]
    heads = "".join(f"<th>{escape(en)}<br><span lang=pl>{escape(pl)}</span></th>" for en, pl in COLUMNS)
    rows = "\n".join(map(_row, timeline.moments))
    return "".join([*parts, f"<table><tr>{heads}</tr>\n{rows}\n</table></body></html>\n"]).encode()


def _texts(case: CaseDocument) -> list[str]:
    """The texts of the case in order."""
    return [
        f"<h2>{escape(en)} · <span lang=pl>{escape(pl)}</span> <small>{escape(who)}</small></h2>{_text(text)}\n"
        for en, pl, who, text in (*_statement_texts(case), *_ruling_texts(case), *_appeal_texts(case))
    ]


def _statement_texts(case: CaseDocument) -> Iterator[_CaseText]:
    yield "Claim", "Skarga", case.opener, case.claim
    for given in case.statements:
        yield "Statement", "Oświadczenie", f"seat:{given.seat}", given.statement
    for release in case.releases:
        yield "Why seats were seen", "Powód wglądu", f"referee:{release.referee}", release.reason


def _ruling_texts(case: CaseDocument) -> Iterator[_CaseText]:
    for ruling in case.rulings:
        who = f"referee:{ruling.referee}"
        yield "Findings", "Ustalenia", who, ruling.findings
        if ruling.why_not_stand is not None:
            yield "Why it cannot stand", "Dlaczego to nie może zostać", who, ruling.why_not_stand


def _appeal_texts(case: CaseDocument) -> Iterator[_CaseText]:
    if case.appeal is None:
        return
    yield "Grounds of appeal", "Uzasadnienie odwołania", f"seat:{case.appeal.seat}", case.appeal.grounds
    if case.appeal.findings is not None:
        yield "Findings on the appeal", "Ustalenia co do odwołania", "", case.appeal.findings


NOT_SHOWN = {
    "withheld": "not shown to this viewer · nie dla tego czytelnika",
    "erased": "erased by the operator of the service · usunięte przez prowadzącego serwis",
}


def _text(text: TextShown) -> str:
    if text.text is None:
        return f"<p><small>{escape(NOT_SHOWN[text.status])}</small></p>"
    return f'<blockquote lang="{escape(text.lang or "en")}">{escape(text.text)}</blockquote>'


def _row(moment: Moment) -> str:
    kinds = [name for name, it in (("disputed", moment.disputed), ("back", moment.taken_back)) if it]
    thought = "" if moment.think_ms is None else f"{moment.think_ms / 1000:.1f} s"
    known = "<br>".join(
        f"{escape(it.place)}: {escape(', '.join('all · wszyscy' if n == 0 else f'seat {n}' for n in it.to))}"
        for it in moment.known
    )
    said = f"{escape(moment.text.en)}<br><span lang=pl>{escape(moment.text.pl)}</span>"
    cites = f"<br><small>{escape(', '.join(moment.rules))}</small>" if moment.rules else ""
    cells = (str(moment.version), escape(moment.at), escape(moment.actor), thought, said + cites, known)
    return f'<tr class="{" ".join(kinds)}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'

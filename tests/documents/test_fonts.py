"""The bundled fonts: what they contain, what they weigh, and that drawings reckon with their widths."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont
from py_mini_racer import MiniRacer

from tests.documents.fonts import CHARACTERS, FACES, PAGE, PICTURES, POLISH, WIDTHS, widths_script

FONTS = [*PAGE.glob("*.woff2"), *PICTURES.glob("*.ttf")]
ENOUGH = "0123456789 AZaz.,:;!?'()%+-/&" + POLISH + "–—…„”“’−×·"


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name)
def test_every_font_has_the_letters_of_both_languages(path):
    assert set(map(ord, ENOUGH)) <= set(TTFont(path).getBestCmap())


def test_the_page_s_two_fonts_weigh_less_than_60_kb_and_have_their_licences():
    assert sum(path.stat().st_size for path in PAGE.glob("*.woff2")) < 60_000
    for font in PAGE.glob("*.woff2"):
        assert "SIL OPEN FONT LICENSE" in (PAGE / f"{font.stem}-OFL.txt").read_text()


def test_clocks_have_figures_of_one_width():
    assert "tnum" in _features(TTFont(PAGE / "atkinson-hyperlegible-next.woff2"))


def _features(font: TTFont) -> set[str]:
    return {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}


def test_the_widths_of_drawings_are_those_of_the_fonts():
    assert WIDTHS.read_text() == widths_script()


@pytest.mark.parametrize("face", FACES)
def test_a_text_is_as_wide_as_its_characters(face):
    engine = MiniRacer()
    engine.eval(WIDTHS.read_text().replace("export ", ""))
    font = TTFont(PICTURES / FACES[face])
    for text in (
        "Zażółć gęślą jaźń",
        "Fort Fokus, 14",
        CHARACTERS[:90],
    ):
        units = sum(font["hmtx"][font.getBestCmap()[ord(one)]][0] for one in text)
        exact = units * 20 / font["head"].unitsPerEm
        assert engine.call("width", text, 20, face) == pytest.approx(exact, abs=len(text) * 0.01)


def test_an_unknown_character_counts_as_a_whole_square():
    engine = MiniRacer()
    engine.eval(WIDTHS.read_text().replace("export ", ""))
    assert engine.call("width", "→", 20, "text") == 20

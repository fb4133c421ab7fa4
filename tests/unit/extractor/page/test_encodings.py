"""Every encoding of news and forum pages, however it is declared: no mojibake.

``AMBIGUOUS`` lists what the bytes cannot tell, with the reason.
"""

from dataclasses import dataclass

import pytest

from extractor.page.decode import Decoded, decode
from tests.unit.extractor import samples, texts

LETTERS = {
    "gbk": samples.CHINESE,
    "gb2312": samples.CHINESE,
    "gb18030": ("𠮷野家的𡃁仔说，味道不错。", *samples.CHINESE),
    "big5": samples.TRADITIONAL,
    "big5hkscs": (texts.CANTONESE,),
    "utf-8": (*samples.CHINESE, "𠮷"),
    "shift_jis": samples.JAPANESE,
    "euc_jp": samples.JAPANESE,
    "iso2022_jp": samples.JAPANESE,
    "euc_kr": samples.KOREAN,
    "koi8-r": samples.RUSSIAN,
    "koi8-r bg": (texts.BULGARIAN,),
    "koi8-u": (texts.UKRAINIAN,),
    "cp1250": samples.CZECH,
    "cp1250 pl": (texts.POLISH,),
    "cp1250 hu": (texts.HUNGARIAN,),
    "cp1250 ro": (texts.ROMANIAN,),
    "cp1251": samples.RUSSIAN,
    "cp1251 uk": (texts.UKRAINIAN,),
    "cp1251 bg": (texts.BULGARIAN,),
    "cp1252": samples.FRENCH,
    "cp1252 de": (texts.GERMAN,),
    "cp1252 es": (texts.SPANISH,),
    "cp1253": (texts.GREEK,),
    "cp1254": (texts.TURKISH,),
    "cp1255": (texts.HEBREW,),
    "cp1256": (texts.ARABIC,),
    "cp1256 fa": (texts.PERSIAN,),
    "cp1257": (texts.LITHUANIAN,),
    "cp1257 lv": (texts.LATVIAN,),
    "cp1257 et": (texts.ESTONIAN,),
    "cp1258": (texts.VIETNAMESE,),
    "iso8859-1": (texts.GERMAN,),
    "iso8859-2": samples.CZECH,
    "iso8859-2 pl": (texts.POLISH,),
    "iso8859-5": samples.RUSSIAN,
    "iso8859-6": (texts.ARABIC,),
    "iso8859-7": (texts.GREEK,),
    "iso8859-8": (texts.HEBREW,),
    "iso8859-9": (texts.TURKISH,),
    "iso8859-13": (texts.LATVIAN,),
    "iso8859-15": (texts.GERMAN,),
    "cp866": samples.RUSSIAN,
    "tis_620": (texts.THAI,),
    "utf-16-le": samples.CHINESE,
    "utf-16-be": samples.RUSSIAN,
}
"""By codec, and by language if a codec has several."""
WRONG = (
    *("utf-8", "gbk", "big5", "shift_jis", "euc-kr", "koi8-r", "utf-16", "no-such-charset"),
    *("iso-8859-1", "iso-8859-2", "windows-1250", "windows-1251", "windows-1252"),
)
LATIN = frozenset(
    "cp1250 cp1252 cp1254 cp1257 cp1258 iso8859-1 iso8859-2 iso8859-9 iso8859-13 iso8859-15".split()  # noqa: SIM905
)
AMBIGUOUS = {
    "few accents": "fewer than 24 accented letters make words in several Latin encodings: the declaration is believed",
    "very few accents": "the statistics know no Latvian of a handful of accented letters",
    "few signs": "a few signs of Cantonese are words of a Western encoding too, and only statistics over more can tell",
    "odd byte": "a byte too many in UTF-16 shifts all that follows",
}
TIMES = 4
"""Repetitions of the text in a long page: at least 24 foreign letters, enough for statistics."""


@dataclass(frozen=True)
class _Case:
    name: str
    long: bool

    def __str__(self) -> str:
        return f"{self.name} {'long' if self.long else 'short'}"

    @property
    def codec(self) -> str:
        return self.name.split()[0]

    @property
    def text(self) -> str:
        whole = " ".join(LETTERS[self.name])
        whole = whole * TIMES if self.long else whole[:60]
        return whole.encode(self.codec, "ignore").decode(self.codec)

    def page(self, declared: str = "") -> str:
        meta = (
            f'<meta http-equiv="Content-Type" content="text/html; charset={declared}">'
            if declared
            else ""
        )
        return f"<html><head>{meta}<title>{self.text[:24]}</title></head><body><p>{self.text}</p></body></html>"

    def decoded(self, page: str, header: str = "") -> Decoded:
        headers = {"Content-Type": f"text/html; charset={header}"} if header else {}
        return decode(page.encode(self.codec), headers)


LONG = [_Case(name, long=True) for name in LETTERS]
SHORT = [_Case(name, long=False) for name in LETTERS]


def _label(codec: str) -> str:
    return (
        codec.replace("_", "-")
        .replace("iso8859", "iso-8859")
        .replace("cp12", "windows-12")
        .replace("cp866", "ibm866")
    )


@pytest.mark.parametrize("case", LONG + SHORT, ids=str)
def test_rightly_declared(case: _Case) -> None:
    label = _label(case.codec)
    for declared, header in ((label, ""), ("", label), (label, label)):
        page = case.page(declared)
        assert case.decoded(page, header).text == page


def _doubt(case: _Case, declared: str = "", stray: bytes = b"") -> str:
    """Return the key of ``AMBIGUOUS`` that excuses mojibake, or ""."""
    if stray and case.codec.startswith("utf-16"):
        return "odd byte"
    if case.long:
        return ""
    if case.codec in LATIN and declared.startswith(("iso-", "windows-")):
        return "few accents"
    return {
        "cp1257 lv": "very few accents",
        "iso8859-13": "very few accents",
        "big5hkscs": "few signs",
    }.get(case.name, "")


@pytest.mark.parametrize("case", [case for case in LONG + SHORT if not _doubt(case)], ids=str)
def test_undeclared(case: _Case) -> None:
    page = case.page()
    assert case.decoded(page).text == page


@pytest.mark.parametrize("case", LONG, ids=str)
def test_wrongly_declared(case: _Case) -> None:
    """The declaration is wrong in the header, in the page, and in either while the other is
    correct.
    """
    right = _label(case.codec)
    for wrong in WRONG:
        for declared, header in (
            (wrong, ""),
            ("", wrong),
            (wrong, wrong),
            (right, wrong),
            (wrong, right),
        ):
            page = case.page(declared)
            assert case.decoded(page, header).text == page, (declared, header)


@pytest.mark.parametrize(
    ("case", "wrongs"),
    [
        pytest.param(case, wrongs, id=str(case))
        for case in SHORT
        if (wrongs := [wrong for wrong in WRONG if not _doubt(case, wrong)])
    ],
)
def test_short_and_wrongly_declared(case: _Case, wrongs: list[str]) -> None:
    for wrong in wrongs:
        page = case.page(wrong)
        assert case.decoded(page).text == page, wrong


@pytest.mark.parametrize("case", [case for case in SHORT if _doubt(case, "iso-8859-1")], ids=str)
def test_what_is_ambiguous_is_named_and_still_text(case: _Case) -> None:
    assert _doubt(case, "iso-8859-1") in AMBIGUOUS
    page = case.page("iso-8859-1")
    assert case.decoded(page).text.startswith("<html>")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_above_header_and_page(codec: str) -> None:
    for wrong in WRONG:
        page = _Case("utf-8", long=False).page(wrong)
        headers = {"content-type": f"text/html; charset={wrong}"}
        assert decode(page.encode(codec), headers).text == page, wrong


@pytest.mark.parametrize("case", LONG, ids=str)
def test_cut_inside_a_character(case: _Case) -> None:
    """If a page ends with its text, all but the last character is read."""
    page = case.page().removesuffix("</p></body></html>")
    whole = page.encode(case.codec)
    for missing in (1, 2, 3):
        text = decode(whole[:-missing], {}).text
        kept = len(page) - 2 * missing
        assert text[:kept] == page[:kept], missing


@pytest.mark.parametrize(
    "case", [case for case in LONG if not _doubt(case, stray=b"\xff")], ids=str
)
@pytest.mark.parametrize("stray", [b"\xff", b"\x81"])
def test_a_stray_byte_spoils_no_more_than_its_surroundings(case: _Case, stray: bytes) -> None:
    page = case.page()
    lines = page + "\n" + page
    whole = lines.encode(case.codec)
    place = len((page + "\n").encode(case.codec)) - 12
    assert decode(whole[:place] + stray + whole[place:], {}).text.startswith(page[:-40])

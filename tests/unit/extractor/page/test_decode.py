"""Bytes to text: the bytes decide, whatever the page declares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import UndecodableBytes
from extractor.page.decode import decode
from tests.unit.extractor import samples

RARE = "𠮷野家的𡃁仔说，" + "".join(samples.CHINESE)
TEXTS = {
    "gb18030": "".join(samples.CHINESE),
    "gb18030 with 4-byte characters": RARE,
    "big5": "".join(samples.TRADITIONAL),
    "utf-8": "".join(samples.CHINESE) + "𠮷",
    "shift_jis": "".join(samples.JAPANESE),
    "euc_jp": "".join(samples.JAPANESE),
    "euc_kr": "".join(samples.KOREAN),
    "cp1251": " ".join(samples.RUSSIAN),
    "cp1252": " ".join(samples.FRENCH),
    "cp1250": " ".join(samples.CZECH),
    "utf-16-le": "".join(samples.CHINESE),
    "iso2022_jp": "".join(samples.JAPANESE),
}
WRONG = (
    "utf-8",
    "gbk",
    "big5",
    "iso-8859-1",
    "windows-1251",
    "shift_jis",
    "no-such-charset",
    "rot13",
    "utf-16",
)


def _page(text: str, declared: str) -> str:
    meta = (
        f'<meta http-equiv="Content-Type" content="text/html; charset={declared}">'
        if declared
        else ""
    )
    return f"<html><head>{meta}<title>{text[:12]}</title></head><body><p>{text}</p></body></html>"


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("declared", ["", "right", *WRONG])
def test_every_encoding_however_it_is_declared(name: str, declared: str) -> None:
    codec = name.split()[0]
    page = _page(TEXTS[name], codec if declared == "right" else declared)
    assert decode(page.encode(codec), {}).text == page


@pytest.mark.parametrize("name", TEXTS)
def test_a_wrong_header_is_not_believed(name: str) -> None:
    page = _page(TEXTS[name], "")
    for wrong in WRONG:
        assert (
            decode(
                page.encode(name.split()[0]), {"content-type": f"text/html; charset={wrong}"}
            ).text
            == page
        )


@pytest.mark.parametrize(
    ("codec", "text"), [("gbk", "图书馆"), ("cp1250", "příští čas"), ("shift_jis", "図書館です")]
)
def test_few_foreign_characters_are_read_as_declared(codec: str, text: str) -> None:
    page = f"<title>{text}</title>"
    assert decode(page.encode(codec), {"Content-Type": f"text/html; charset={codec}"}).text == page


@pytest.mark.parametrize("declared", ["", "utf-8", "iso-8859-1"])
def test_english_with_signs_of_windows_is_not_another_script(declared: str) -> None:
    page = _page(
        "It’s £20 for the “best” of them – don’t wait, the team’s caf\u00e9 says. " * 5, declared
    )
    assert decode(page.encode("cp1252"), {}).text == page


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_believed_and_removed(codec: str) -> None:
    page = _page(TEXTS["utf-8"], "gbk")
    assert decode(page.encode(codec), {}).text == page


def test_the_operators_word_beats_detection() -> None:
    assert (
        decode("Größe".encode("cp437"), {}, "cp1252").text
        != decode("Größe".encode("cp1252"), {}, "cp1252").text
    )
    assert decode("текст".encode("koi8-r"), {}, "koi8-r").text == "текст"


@pytest.mark.parametrize("override", ["no-such-charset", "base64", "rot13", "unicode_escape"])
def test_an_unknown_override_is_named(override: str) -> None:
    with pytest.raises(UndecodableBytes, match=override):
        decode(b"<p>text</p>", {}, override)


@pytest.mark.parametrize("name", ["gb18030", "big5", "utf-8", "shift_jis", "euc_kr", "cp1252"])
def test_one_damaged_byte_spoils_no_other_paragraph(name: str) -> None:
    paragraphs = [f"<p>{TEXTS[name]}</p>\n" for _ in range(4)]
    body = "".join(paragraphs).encode(name)
    damaged = body[:21] + b"\xff" + body[21:]
    assert decode(damaged, {}).text.endswith("".join(paragraphs[1:]))


@pytest.mark.parametrize("declared", ["", "utf-8", "iso-8859-1"])
@pytest.mark.parametrize("share", [1, 8])
def test_western_pages_may_mix_two_encodings(declared: str, share: int) -> None:
    """Pasted together by programs: most of it in one encoding or in the other."""
    text = "<p>L’été est là : « déjà » – à Besançon, GROSSE HÖHE</p>"
    for most, least in (("utf-8", "cp1252"), ("cp1252", "utf-8")):
        body = _page("", declared).encode() + text.encode(least) + share * text.encode(most)
        assert decode(body, {}).text == _page("", declared) + (share + 1) * text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("图书馆今天开放".encode()[:-1] + b"<br>", "图书馆今天开\ufffd<br>"),
        ("Thé café".encode()[:-1] + b"...", "Thé caf\ufffd..."),
        ("Bu değişti ".encode() + "değişti".encode("cp1254"), "Bu değişti de\ufffdi\ufffdti"),
        ("Zażółć gęślą ja".encode()[:-1] + b"\xc5 " + "ż".encode(), "Zażółć gęślą j\ufffd ż"),
        ("Съешь ещё".encode() + b" \xe9 " + "этих".encode(), "Съешь ещё \ufffd этих"),
    ],
)
def test_a_character_that_was_cut_off_is_no_letter(body: bytes, text: str) -> None:
    assert decode(body, {}).text == text


def test_guillemets_of_windows_are_no_other_letters() -> None:
    text = "<p>« CAFÉ», dit-il, «À» et «É…»</p>" * 3
    assert decode(text.encode("cp1252"), {}).text == text


def test_binary_rubbish_is_undecodable() -> None:
    with pytest.raises(UndecodableBytes, match="unreadable"):
        decode(bytes(number * 167 % 256 for number in range(5000)), {}, "utf-8")


@given(st.binary(max_size=300))
def test_text_or_a_named_failure(body: bytes) -> None:
    try:
        decoded = decode(body, {"Content-Type": "text/html; charset=gbk"})
    except UndecodableBytes:
        return
    if decoded.encoding not in ("utf-8", "cp1252"):
        assert body.decode(decoded.encoding, "replace").endswith(decoded.text[-20:])


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=200))
def test_utf8_is_always_recognised(text: str) -> None:
    assert decode(
        text.encode(), {"Content-Type": "text/html; charset=big5"}
    ).text == text.removeprefix("\ufeff")


@pytest.mark.parametrize(
    ("codec", "label", "text"),
    [
        ("cp1254", "windows-1254", "İstanbul’da ışık"),
        ("cp1250", "windows-1250", "Obyvatelé se přou o řeku"),
        ("iso8859-15", "iso-8859-15", "5 € für Œuvres"),
    ],
)
@pytest.mark.parametrize("header", ["", "; charset=ISO-8859-1"])
def test_a_page_knows_its_encoding_better_than_a_server_that_names_one_for_all(
    codec: str, label: str, text: str, header: str
) -> None:
    body = f'<meta charset="{label}"><p>{text}'.encode(codec)
    assert decode(body, {"content-type": f"text/html{header}"}).text.endswith(text)


def test_an_encoding_that_statistics_do_not_know_is_read_as_declared() -> None:
    text = "Жители города спорят о новом мосте через реку, комитет говорит, что это первый шаг."
    body = f'<meta charset="x-mac-cyrillic"><p>{text}'.encode("mac-cyrillic")
    assert decode(body, {}).text.endswith(text)


def test_persian_letters_of_windows() -> None:
    text = "ساکنان شهر درباره پل چوبی بحث می‌کنند و کمیته می‌گوید این گام نخست است. "
    kept = text.encode("cp1256", "ignore").decode("cp1256")
    assert decode((kept * 3).encode("cp1256"), {}).text == kept * 3


def test_the_euro_sign_of_windows_in_a_chinese_page() -> None:
    before, after = "大桥的门票是", "五十，居民的船票免费，委员会说这只是第一步"
    body = before.encode("gbk") + b"\x80" + after.encode("gbk")
    assert decode(body, {"content-type": "text/html; charset=gbk"}).text == f"{before}€{after}"

"""Text to words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.analysis import GAP, find_words, index_text, inside_word


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ""),
        ("!? ，。·", ""),
        ("央行降息", "央 行 降 息"),
        ("The BANK", "the bank"),
        ("bank's banks’ James' dogs’S", "bank banks james dogs"),
        ("wi-fi foo_bar 3.14", "wi fi foo bar 3 14"),
        ("5G网络v2", "5g 网 络 v2"),
        ("ＡＢＣ　１２", "abc 12"),
        ("Straße STRASSE ΟΔΟΣ οδος", "strasse strasse οδοσ οδοσ"),
        ("Cafe\u0301 CAFÉ Łódź Œuvre Jørgen İSTANBUL", "cafe cafe lodz oeuvre jorgen istanbul"),
        ("مُحَمَّد שָׁלוֹם", "محمد שלום"),
        ("香港發展 臺灣裏面 乾隆 ⾞車", "香 港 发 展 台 湾 里 面 干 隆 车 车"),
        ("ﬁnance ①", "finance 1"),
        ("ｶﾞﾝﾊﾞ か\u3099 スーパー", "ガ ン バ が ス ー パ ー"),
        ("한국 \u1112\u1161\u11ab", "한 국 한"),
        ("ภาษา", "ภ า ษ า"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
        ("𠮷野家 ⽇本 葛\U000e0100", "𠮷 野 家 日 本 葛"),
        ("ex\u00adample 中\u200b国", "example 中 国"),
        ("㌔ ½", "キ ロ 1 2"),
        ("x" * 70, f"{'x' * 64} {'x' * 6}"),
        ("a\0b\ud800c", "a b c"),
    ],
)
def test_words(text: str, words: str) -> None:
    assert index_text(text).words == words
    assert find_words(text).words == words.split()


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("Banks banking banked bank's", "bank bank bank bank"),
        ("café cafés Banken 5gs", "cafe cafe banken 5gs"),
        ("央行 banks 降息 rates。央", f"bank {GAP} rate {GAP}"),
        ("央行", ""),
    ],
)
def test_stems(text: str, stems: str) -> None:
    assert index_text(text).stems == stems


def test_places_are_those_in_the_text() -> None:
    text = "The ｶﾞ, ㌔ ban\u00adk's 央行。"
    found = find_words(text)
    places = [found.place(index, index) for index in range(len(found.words))]
    assert [text[start:end] for start, end in places] == [
        "The",
        "ｶﾞ",
        "㌔",
        "㌔",
        "ban\u00adk",
        "央",
        "行",
    ]
    assert found.place(4, 5) == (text.index("ban"), text.index("行"))


@given(
    st.text(
        st.characters() | st.sampled_from("央行發龜がｶﾞ한éøﬁ\u0301\u3099\u200bﬁ①ßİ'’sS "),
        max_size=80,
    )
)
def test_the_index_and_the_marks_see_the_same_words(text: str) -> None:
    found = find_words(text)
    assert index_text(text).words == " ".join(found.words)
    assert len(found.words) == len(found.stems)
    # Words are what stores divide at spaces, and no sign of a query language can be among them.
    assert all(word and not any(sign in word for sign in ' \t\n"*·:(){}') for word in found.words)
    places = [found.place(index, index) for index in range(len(found.words))]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_space_divides(left: str, right: str) -> None:
    assert find_words(f"{left} {right}").words == find_words(left).words + find_words(right).words


@pytest.mark.parametrize(
    ("text", "at", "inside"),
    [("ab", 1, True), ("a b", 1, False), ("央行", 1, False), ("a", 1, False)],
)
def test_inside_word(text: str, at: int, inside: bool) -> None:
    assert inside_word(text, at) is inside

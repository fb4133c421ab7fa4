"""One form for simplified and traditional characters, and which script a text has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.documents.chinese import chinese_script, fold_script
from storage.documents.segmentation import default_segmenter


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("Hong Kong", "Hong Kong"),
        ("香港發展局", "香港发展局"),
        ("香港发展局", "香港发展局"),
        # Each character alone: 乾 is 干 even in the name 乾隆, in index and query alike.
        ("乾隆、皇后、後來", "干隆、皇后、后来"),
        ("臺灣 台湾 裏 裡", "台湾 台湾 里 里"),
        ("かな 한국", "かな 한국"),
    ],
)
def test_folds(text: str, folded: str) -> None:
    assert fold_script(text) == folded


@given(st.text(st.characters() | st.sampled_from("發髮后後乾幹干徵麼"), max_size=80))
def test_folding_keeps_every_character_in_its_place(text: str) -> None:
    folded = fold_script(text)
    assert len(folded) == len(text)
    assert folded == "".join(map(fold_script, text)) == fold_script(folded)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("香港發展局今日公佈報告", "zh-hant"),
        ("香港发展局今日公布报告", "zh-hans"),
        ("台灣的後台裡面", "zh-hant"),
        ("央行降息", "zh-hans"),
        ("", "zh-hans"),
        ("他引用了「發展」一词，并说明了这个词的来历。", "zh-hans"),
    ],
)
def test_tells_the_script(text: str, script: str) -> None:
    assert chinese_script(text) == script


@pytest.mark.parametrize("text", ["香港特別行政區發展局", "香港特别行政区发展局"])
def test_words_are_found_in_both_scripts_and_stay_as_written(text: str) -> None:
    words = default_segmenter().split(text)
    assert "".join(words) == text
    assert [fold_script(word) for word in words] == default_segmenter().split(fold_script(text))
    assert [word for word, _tag in default_segmenter().tag(text)] == words

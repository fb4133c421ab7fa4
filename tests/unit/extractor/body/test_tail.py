"""What follows the text of an article in its own box is no part of the text."""

import pytest

from extractor.body.head import is_head
from extractor.body.notices import is_notice
from extractor.body.tail import without_editor, without_tail
from extractor.dates.context import DateContext
from tests.unit.extractor import samples

NOTICES = [
    "广告声明：文内含有跳转链接，用于节省读者的时间，结果仅供参考，本站所有文章均包含本声明。",
    "本文系某某网独家稿件，内容纯属作者个人观点，不代表本网立场，未经授权不得转载。",
    "The views expressed in this article are those of its author. No part may be republished without permission.",
    "This post contains affiliate links. It is for informational purposes only and not financial advice.",
    "Dieser Artikel ist keine Anlageberatung. Alle Rechte vorbehalten.",
    "Este artículo no refleja la opinión del diario. Todos los derechos reservados.",
    "本記事の著作権は某社に属します。無断転載を禁じます。",
    "Dieses Thema im Programm: Über dieses Thema berichtete Radio Förde am 5. März.",
    "Il vous reste 12 % de cet article à lire.",
]


@pytest.mark.parametrize("notice", NOTICES)
def test_notices_at_the_end_are_left_out(notice: str) -> None:
    assert without_tail(["One.", "Two.", "Three.", notice], [0, 1, 2, 3]) == [0, 1, 2]


@pytest.mark.parametrize(
    "line",
    [
        "The court found that the copy was made without permission and breaks the copyright of the painter.",
        "This article of the law has 40 % more words than its draft.",
        "“All rights reserved” stood on the last page, and the reader smiled.",
        "本文作者走访了三个村庄。",
        "No part of the building was left. This site will become a park.",
    ],
)
def test_sentences_of_the_text_are_no_notices(line: str) -> None:
    assert not is_notice(line)
    assert without_tail(["One.", line], [0, 1]) == [0, 1]


def test_a_notice_in_the_text_or_alone_stays() -> None:
    assert without_tail([NOTICES[0]], [0]) == [0]
    assert without_tail([NOTICES[0], "One.", "Two.", "Three."], [0, 1, 2, 3]) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "line", ["부안/글·사진 서도윤 기자 seo@example.org", "서도윤 기자", "서도윤 선임기자 seo@example.org"]
)
def test_a_korean_byline_at_the_end_is_a_field(line: str) -> None:
    assert without_tail(["하나.", line], [0, 1]) == [0]
    assert without_tail(["하나.", "서도윤 기자가 이 마을을 찾은 것은 이번이 처음이다."], [0, 1]) == [0, 1]


def test_the_mark_of_an_editor_is_cut_off_the_last_paragraph() -> None:
    assert without_editor("預計週五恢復。（編輯：黃某某）1131203") == "預計週五恢復。"
    assert without_editor("预计周五恢复。（责任编辑：宋敏）") == "预计周五恢复。"
    assert without_editor("他说（编辑：宋敏）这个词。") == "他说（编辑：宋敏）这个词。"


def test_an_author_in_brackets_at_the_start_is_a_field() -> None:
    context = DateContext(samples.COLLECTED, "zh")
    assert is_head("【文/某某网专栏作者 沈怀瑾】", "图书馆", context)
    assert not is_head("【文／武】是两种不同的路。", "图书馆", context)

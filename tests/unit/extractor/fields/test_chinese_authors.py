"""Reporters as Chinese media name them: behind the dateline, beside their helpers, after the medium."""

import pytest

from tests.unit.extractor import samples


def _author(page: str) -> str:
    return samples.read_article(page, "http://news.example.org/2024/03/05/a", kind="article").author


@pytest.mark.parametrize(
    ("start", "authors"),
    [
        ("新华社北京3月5日电（记者王建、戴锦镕）", "王建, 戴锦镕"),
        ("本报讯（记者 周立群 通讯员 宋敏）", "周立群, 宋敏"),
        ("　　本报讯（记者周立群 通讯员宋敏）", "周立群, 宋敏"),
        ("本报讯（记者　周立群　通讯员　宋敏）", "周立群, 宋敏"),
    ],
)
def test_reporters_are_named_behind_the_dateline(start: str, authors: str) -> None:
    text = (f"{start}{samples.CHINESE[0]}", *samples.CHINESE[1:])
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某市政府")) == authors


def test_a_medium_that_is_stated_as_the_author_gives_way_to_a_person() -> None:
    head = '<meta name="author" content="观澜者网">'
    text = ("【文/观澜者网专栏作者 沈怀瑾】", *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, head=head, site="财经")) == "沈怀瑾"


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("本报记者　周立群　宋　敏", "周立群, 宋敏"),
        ("本报记者　周立群、宋敏", "周立群, 宋敏"),
        ("本报记者　周立群　摄影报道", "周立群"),
    ],
)
def test_several_reporters_share_a_line(line: str, authors: str) -> None:
    text = (line, *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == authors


def test_the_place_that_is_reported_from_is_no_author() -> None:
    statement = '{"@type": "NewsArticle", "author": {"@type": "Person", "name": "記者周立群／屏東即時報導"}}'
    head = f'<script type="application/ld+json">{statement}</script>'
    assert _author(samples.article_page("圖書館重新開放了", samples.CHINESE, head=head, site="某某報")) == "周立群"

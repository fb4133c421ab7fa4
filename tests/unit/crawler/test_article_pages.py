"""Which page of an article is read next, and that nothing is lost on the way from job to job."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.article_pages import (
    PagesRead,
    comments_address,
    finished,
    first_page,
    next_address,
    pack,
    unpack,
    with_page,
    without_page,
)
from extractor.results import Article, DateEvidence, Link, Paragraph, Rejection, RejectionReason
from scheduler.jobs import MAX_BYTES, PageJob, SourceSpec

NOW = datetime(2026, 3, 1, 8, tzinfo=UTC)
FIRST = "http://www.daily.org/story/17.html"
GONE = Rejection(reason=RejectionReason.EMPTY, detail="no running text")


def page(number: int, count: int, *, whole: str = "", text: str = "") -> Article:
    text = text or f"Text of page {number}."
    return Article(
        url=FIRST,
        canonical_url="",
        title="The long way home",
        content=text,
        paragraphs=(Paragraph(text=text),),
        published=NOW,
        date_evidence=(DateEvidence(value=NOW, source="meta", raw="2026-03-01"),),
        next_url=f"http://www.daily.org/story/17_{number + 1}.html" if number < count else "",
        whole_url=whole,
        page_count=count,
        confidence=0.9,
    )


def read_all(
    read: PagesRead, pages: dict[str, Article | Rejection], most: int = 20
) -> tuple[PagesRead, list[str]]:
    """Follow a site of these pages; other addresses cannot be had."""
    asked = []
    while address := next_address(read, most):
        asked.append(address.rpartition("/")[2])
        read = unpack(pack(read.asked(address)))
        found = pages.get(asked[-1])
        read = with_page(read, found) if found else without_page(read)
    return read, asked


def test_all_pages_are_read_in_order() -> None:
    site: dict[str, Article | Rejection] = {
        f"17_{number}.html": page(number, 4) for number in (2, 3, 4)
    }
    read, asked = read_all(first_page(page(1, 4), FIRST), site)
    assert asked == ["17_2.html", "17_3.html", "17_4.html"]
    article = finished(read)
    assert article.content.split("\n") == [f"Text of page {number}." for number in (1, 2, 3, 4)]
    assert (article.pages, article.page_count, article.confidence) == (4, 4, 0.9)


@pytest.mark.parametrize(
    "url", ["imaps://www.daily.org/x", "mid:a@www.daily.org", "ftp://www.daily.org/x"]
)
def test_no_page_leads_to_what_is_not_on_the_web(url: str) -> None:
    article = replace(page(1, 1), comments_url=url, whole_url=url, next_url=url)
    read = first_page(article, FIRST)
    assert comments_address(read) == next_address(read, 20) == ""
    assert finished(without_page(read)).content == finished(with_page(read, GONE)).content


@pytest.mark.parametrize("third", [None, GONE, replace(page(3, 4), title="Before you continue")])
def test_what_cannot_be_had_ends_the_article_with_a_mark(third: Article | Rejection | None) -> None:
    site: dict[str, Article | Rejection] = {"17_2.html": page(2, 4)}
    if third:
        site["17_3.html"] = third
    read, asked = read_all(first_page(page(1, 4), FIRST), site)
    assert asked == ["17_2.html", "17_3.html"]
    article = finished(read)
    assert (article.pages, article.page_count) == (2, 4)
    assert article.next_url.endswith("17_3.html")
    assert article.confidence == pytest.approx(0.6)


def test_the_number_of_pages_is_limited() -> None:
    site: dict[str, Article | Rejection] = {
        f"17_{number}.html": page(number, 40) for number in range(2, 41)
    }
    read, asked = read_all(first_page(page(1, 40), FIRST), site, most=5)
    assert len(asked) == 4
    assert (finished(read).pages, finished(read).page_count) == (5, 40)


def test_pages_that_lead_back_end_the_article() -> None:
    looping = replace(page(2, 2), next_url=FIRST)
    read, asked = read_all(first_page(page(1, 2), FIRST), {"17_2.html": looping})
    assert asked == ["17_2.html"]
    assert finished(read).pages == 2


def test_a_page_on_another_site_is_not_read_and_one_on_another_host_of_the_site_is() -> None:
    away = replace(page(1, 2), next_url="http://other.example/story/17_2.html")
    assert next_address(first_page(away, FIRST), 20) == ""
    near = replace(page(1, 2), next_url="http://m.daily.org/story/17_2.html")
    assert next_address(first_page(near, FIRST), 20) == near.next_url
    assert next_address(first_page(replace(away, next_url="http://[::1/2"), FIRST), 20) == ""


def test_the_next_article_of_the_same_name_is_not_joined() -> None:
    other = replace(page(2, 2, text="A week later."), published=NOW.replace(day=8))
    read, _ = read_all(first_page(page(1, 2), FIRST), {"17_2.html": other})
    article = finished(read)
    assert (article.content, article.pages, article.page_count) == ("Text of page 1.", 1, 1)
    assert article.confidence == 0.9


WHOLE = "http://www.daily.org/print/17.html"
PARTS: dict[str, Article | Rejection] = {"17_2.html": page(2, 2)}


def test_one_view_of_all_pages_is_preferred() -> None:
    both = "Text of page 1.", "Text of page 2."
    view = replace(
        page(1, 1),
        content="\n".join(both),
        paragraphs=tuple(Paragraph(text=text) for text in both),
        confidence=0.8,
    )
    read, asked = read_all(first_page(page(1, 2, whole=WHOLE), FIRST), PARTS | {"17.html": view})
    assert asked == ["17.html"]
    assert (finished(read).content, finished(read).pages) == (view.content, 2)


@pytest.mark.parametrize("view", [None, GONE, page(1, 1)])
def test_without_a_usable_view_the_pages_are_read(view: Article | Rejection | None) -> None:
    site = PARTS | ({"17.html": view} if view else {})
    read, asked = read_all(first_page(page(1, 2, whole=WHOLE), FIRST), site)
    assert asked == ["17.html", "17_2.html"]
    assert (finished(read).content.split("\n"), finished(read).pages) == (
        ["Text of page 1.", "Text of page 2."],
        2,
    )


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


@given(st.lists(_TEXT, max_size=6), _TEXT, st.none() | st.datetimes(timezones=st.just(UTC)))
def test_pages_survive_the_journey_in_a_job(
    texts: list[str], title: str, published: datetime | None
) -> None:
    paragraphs = tuple(Paragraph(text=text, kind="quote") for text in texts)
    article = replace(page(1, 3), title=title, published=published, paragraphs=paragraphs)
    read = PagesRead(article=article, fetched_url=FIRST, urls=(FIRST, f"{FIRST}?page=2"))
    job = PageJob(
        run_id="r", source=SPEC, url=FIRST, key="k", collected=1.0, kind="article", read=pack(read)
    )
    assert unpack(PageJob.from_json(job.to_json()).read) == read


SPEC = SourceSpec(id=1, name="Daily", channel="feed")


def test_a_job_that_no_queue_takes_does_not_fit() -> None:
    job = PageJob(run_id="r", source=SPEC, url=FIRST, key="k", collected=1.0, kind="article")
    assert job.fits
    assert not replace(job, title="标" * (MAX_BYTES // 3)).fits


def test_what_all_pages_cite_is_kept_between_their_jobs() -> None:
    cited = [Link(url=f"https://wire.example/{number}", title="a report") for number in (1, 2)]
    own = Link(url="http://www.daily.org/more", title="More")
    first = replace(page(1, 2), links=(own, cited[0]))
    read, _ = read_all(
        first_page(first, FIRST), {"17_2.html": replace(page(2, 2), links=(cited[1],))}
    )
    assert finished(read).links == tuple(cited)

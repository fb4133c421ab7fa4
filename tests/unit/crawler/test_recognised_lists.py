"""Which fetched pages are lists of articles."""

import pytest

from crawler.channels.fetched_list import FetchedList
from crawler.discovery.recognition import RecognisedList, listed, opened
from tests.unit.extractor.samples import COLLECTED, ENGLISH, article_page


def _listed(markup: str, url: str) -> RecognisedList | None:
    page = FetchedList(url=url, body=markup.encode(), headers={}, collected=COLLECTED)
    tree = opened(page)
    assert tree is not None
    return listed(page, tree)


@pytest.mark.parametrize("form", ["<li>{}</li>", "<p>{}</p>", "{}<br>", "<h3>{}</h3><p>The town celebrates.</p>"])
@pytest.mark.parametrize("count", [5, 12])
def test_a_front_page_of_a_few_links_below_the_date_of_the_day_is_a_list(form: str, count: int) -> None:
    titles = (f"{ENGLISH[number % len(ENGLISH)][:60]} {number}" for number in range(10, 10 + count))
    links = "".join(form.format(f"<a href='/story/{title[-2:]}17.html'>{title}</a>") for title in titles)
    head = f"<h1>Example Courier today</h1><p>5 March 2024</p><p>{ENGLISH[0]}</p>"
    found = _listed(f"<title>Example Courier</title><body>{head}<ul>{links}</ul>", "http://news.example.org/")
    assert found is not None
    assert (found.channel, len(found.links)) == ("list", count)


def test_an_article_with_a_few_links_to_others_is_no_list() -> None:
    related = "".join(f"<li><a href='/story/{number}17.html'>{ENGLISH[number][:60]}</a></li>" for number in range(4))
    page = article_page(paragraphs=ENGLISH * 4).replace("</body>", f"<ul>{related}</ul></body>")
    assert _listed(page, "http://news.example.org/story/99.html") is None

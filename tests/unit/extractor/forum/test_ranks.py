"""Posts that begin with a link to an explanation of ranks are no list of pages."""

from extractor.results import Thread
from tests.unit.extractor.samples import read

WORDS = (
    "The bus to the market takes another way since the first of March, and does not stop at the school any more.",
    "They build the new line there, so that will be so for a year and a half at least, I think.",
    "I was late for work because of that. Nobody had told us about it.",
    "Here is the whole new way: from the station along the river to the market, and then as before.",
    "Thank you, I have to go to the hospital tomorrow and would have waited at the wrong stop.",
)
TOPICS = "".join(
    f'<li><a href="/hot/{number}">Hot topic {number} of this very day</a><span>2023-03-0{number} 10:00</span></li>'
    for number in range(1, 7)
)


def test_links_to_one_page_from_all_posts_do_not_make_a_list() -> None:
    ranks = ("Regular", "Neighbour", "Newcomer", "Living map", "Listener")
    posts = "".join(
        f'<div class="entry"><div class="who"><b class="nick">member{number}</b>'
        f'<a href="/about/ranks">{name} {number}</a></div>'
        f'<div class="said">{text}</div><div class="tail">2023-03-06 0{number}:15</div></div>'
        for number, (name, text) in enumerate(zip(ranks, WORDS, strict=True), 1)
    )
    page = f"<html><head><title>The bus has a new way</title></head><body>{posts}<ul>{TOPICS}</ul></body></html>"
    thread = read(page, kind="thread")
    assert isinstance(thread, Thread)
    assert [post.body for post in thread.posts] == list(WORDS)

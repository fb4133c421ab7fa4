"""Made-up forum pages: the same for the same number, with all they say on the page, and read well
enough.
"""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from evaluation.measures.posts import PostCounts
from evaluation.scoring import measure_posts
from extractor.extraction import extract
from extractor.results import Hints, Thread
from tests.html_trees import html_tree
from training.forum_pages.labels import LABELS
from training.forum_pages.pages import FAMILIES, MadePage, forum_page
from training.forum_pages.talk import LANGS

SAMPLE = 3
"""Pages of each family."""
FLOOR = 0.9
"""Least F1 of the posts of the sample. The trained model reaches 0.95."""
NUMBERS = st.integers(0, 10**6)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _read(page: MadePage, kind: str) -> object:
    return extract(page.read(), page.url, {}, Hints(collected=page.collected, kind=kind))


@given(NUMBERS, st.sampled_from(sorted(FAMILIES)))
def test_every_word_of_the_gold_is_on_the_page(number: int, family: str) -> None:
    page = forum_page(number, family)
    shown = _letters(html_tree(page.read().decode()).text_content())
    assert page.gold.posts
    for post in page.gold.posts:
        if post.is_optional:
            continue
        assert all(_letters(line) in shown for line in post.body.split("\n"))
        assert _letters(post.author) in shown
        assert _letters(post.time_text) in shown


@given(NUMBERS)
def test_a_page_is_a_function_of_its_number(number: int) -> None:
    assert forum_page(number) == forum_page(number)
    assert forum_page(number).read() != forum_page(number + 1).read()


@given(NUMBERS, st.sampled_from(["", "thread", "article"]))
def test_no_page_breaks_the_extractor(number: int, kind: str) -> None:
    _read(forum_page(number), kind)


def test_all_families_and_languages_are_drawn() -> None:
    pages = [forum_page(number) for number in range(200)]
    assert {page.site for page in pages} == set(FAMILIES)
    assert {page.lang for page in pages} == set(LANGS) == set(LABELS)
    counts = Counter(sum(not post.is_optional for post in page.gold.posts or ()) for page in pages)
    assert counts[1] > 20
    assert max(counts) > 20


def test_most_posts_of_a_sample_are_found() -> None:
    found = PostCounts()
    for index, family in enumerate(FAMILIES):
        for number in range(SAMPLE):
            page = forum_page(1_000_000 + 100 * index + number, family)
            thread = _read(page, "thread")
            found += measure_posts(
                thread.posts if isinstance(thread, Thread) else (), page, page.read()
            )
    assert found.found.score.f1 >= FLOOR

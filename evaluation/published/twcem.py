"""TWCEM, title-based web content extraction (Tan et al., IEEE Access 2018).

The page's text without tags is split into rows. Rows of some length with some punctuation are kept.
Of these, the first from the front that shares enough with the title begins the content, and the
first from the back ends it. Each direction is searched over its half of the rows; if none matches,
the first or last kept row is taken.

Interpretations where the paper leaves room: The title is the headline that the page was read with,
which takes the text of the link that led to it into account. If there is none, it is the heading
with the smallest edit distance to the ``title`` element; else the text of an element whose id
starts or ends with "title" or whose class starts with it. A row is the text between two block tags,
because most pages today are written on few lines of source. Rows are compared with the title by the
longest common subsequence of words; a Chinese character is one word. The rows are halved after they
were filtered. The parameters are those for news.
"""

import re
from itertools import islice

from evaluation.published.leaves import punctuation
from evaluation.published.tag_paths import edit_distance
from extractor.page.dom import Element, visible_text
from extractor.page.page import Page
from extractor.page.text import words

MIN_ROW_LENGTH = 4
"""d1: least characters of a row (the paper's for news; 2 for microblogs)."""
MIN_MARKS = 1
"""d2: least punctuation marks of a row (the paper's for news and microblogs)."""
SHARED = 2
"""d3: words that the first and last row share with the title, in order (the paper's for news; 1 for
microblogs).
"""
_MAX_COMPARED_LENGTH = 300
"""Most characters of titles that are compared, and most words of rows: a lead repeats the title
early.
"""
_MAX_HEADINGS = 40
_TITLE_ID = re.compile(r"^title|title$", re.IGNORECASE)
_TITLE_CLASS = re.compile(r"^title", re.IGNORECASE)


def extract(page: Page) -> str:
    """Return the rows from the first to the last that belong to the title."""
    return "\n".join(select_rows(page.lines, page_title(page)))


def select_rows(found: list[str], title: str) -> list[str]:
    """Return the content among the rows of a page."""
    kept = [row for row in found if len(row) >= MIN_ROW_LENGTH and punctuation(row) >= MIN_MARKS]
    middle = len(kept) // 2
    wanted = words(title[:_MAX_COMPARED_LENGTH])
    first = next((place for place in range(middle) if _matches(kept[place], wanted)), 0)
    last = next(
        (place for place in range(len(kept) - 1, middle - 1, -1) if _matches(kept[place], wanted)),
        len(kept),
    )
    return kept[first : last + 1]


def page_title(page: Page) -> str:
    """Return the title that anchors the content, or "" if the page has none."""
    return page.title or _nearest_heading(page) or _named_title(page.body)


def common_subsequence(first: list[str], second: list[str]) -> int:
    """Return the length of the longest common subsequence, with bit vectors over ``first`` (Hyyrö,
    2004).
    """
    places: dict[str, int] = {}
    for index, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << index
    full = (1 << len(first)) - 1
    vector = full
    for word in second:
        matched = vector & places.get(word, 0)
        vector = ((vector + matched) | (vector - matched)) & full
    return len(first) - vector.bit_count()


def _matches(row: str, wanted: list[str]) -> bool:
    return common_subsequence(wanted, words(row)[:_MAX_COMPARED_LENGTH]) >= SHARED


def _nearest_heading(page: Page) -> str:
    title = page.metadata.title[:_MAX_COMPARED_LENGTH]
    headings = islice(page.body.iter("h1", "h2", "h3", "h4", "h5", "h6"), _MAX_HEADINGS)
    texts = [text for heading in headings if (text := visible_text(heading)[:_MAX_COMPARED_LENGTH])]
    return min(texts, key=lambda text: edit_distance(text, title), default="")


def _named_title(body: Element) -> str:
    for element in body.iter():
        if _TITLE_ID.search(element.get("id", "")) or _TITLE_CLASS.search(element.get("class", "")):
            return visible_text(element)[:_MAX_COMPARED_LENGTH]
    return ""

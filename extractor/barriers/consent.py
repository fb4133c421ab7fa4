"""Recognize a text that asks for consent, and take it off a page that shows its article all the
same.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from extractor.barriers.topics import (
    concepts,
    may_name,
    names,
    normal,
    read_topic,
    sentences,
    share,
    shown,
)
from extractor.page.blocks import Blocks
from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.page.text import CJK
from extractor.results import Body

_TOPIC = read_topic("consent")
_MIN_CONCEPTS = 8
"""Different concepts in a text that asks for consent. Of the labelled articles, only those with
such a text name them in a fair part of their sentences.
"""
_ASKING = 0.25
"""Least share of such a text in sentences that name two concepts."""
# Characters at the start of such a text, and concepts there: some articles have a consent text
# below them.
_START = 600
_MIN_AT_START = 3
_MIN_IN_BOX = 6
_ASKING_IN_BOX = 0.35
_MIN_IN_BLOCK = 3
_QUOTED = re.compile(
    r"“([^“”\n]{28,400})”|„([^„“”\n]{28,400})[“”]|«([^«»\n]{28,400})»|(?:^|\s)»(?=\w)([^«»\n]{28,400})«|"
    r"「([^「」\n]{12,400})」|『([^『』\n]{12,400})』|(?:^|[\s(])\"(?=\w)([^\"\n]{28,400})\"(?=[\s,.;:)]|$)",
    re.MULTILINE,
)
# Words of a person's statement, and concepts in it. The labels of buttons are shorter, or name
# more.
_MIN_QUOTED_WORDS = 5
_MAX_NAMED = 2
_TITLE = frozenset({"cookie", "consent", "privacy", "advertising", "accept"})
"""Concepts in the title of a page that is about consent as a whole."""
_MAX_TEXT_LENGTH = 8_000
"""Longer boxes hold the article too."""
_REST = 101
"""Fewest characters of an article that remains without the box."""


def asks_for_consent(text: str) -> str:
    """Return the concepts by which a text asks for consent, or ""."""
    if not any(
        may_name(_TOPIC, concept, text) for concept in ("cookie", "consent")
    ) or quotes_somebody(text):
        return ""
    # A dialog says at once what it wants; an article about cookies says it somewhere.
    if len(concepts(_TOPIC, normal(text[:_START]))) < _MIN_AT_START:
        return ""
    found = concepts(_TOPIC, normal(text))
    asks = len(found) >= _MIN_CONCEPTS and share(_TOPIC, sentences(text), 2) >= _ASKING
    return shown(found) if asks else ""


def quotes_somebody(text: str) -> bool:
    """Return whether a text quotes what somebody has said, as articles about consent do.

    Texts that ask for it do not.
    """
    said = (match[match.lastindex or 0] for match in _QUOTED.finditer(text))
    return any(
        (len(one.split()) >= _MIN_QUOTED_WORDS or CJK.search(one))
        and len(concepts(_TOPIC, normal(one))) <= _MAX_NAMED
        for one in said
    )


def without_consent(page: Page, body: Body, find_body: Callable[[Page], Body]) -> tuple[Page, Body]:
    """Return the page and its text without a box that asks for consent, if an article with a
    headline remains.
    """
    box = _consent_box(page, body.text)
    if (
        box is None
        or not page.metadata.says_article
        or _TITLE & concepts(_TOPIC, normal(page.title))
    ):
        return page, body
    put_back = _remove(box)
    rest = replace(page)
    text = find_body(rest)
    if (
        len(text.text) >= _REST
        and not asks_for_consent(text.text)
        and page.title in rest.blocks.texts
    ):
        return rest, text
    put_back()
    return page, body


def _consent_box(page: Page, text: str) -> Element | None:
    """Return the element around the text of the body that asks for consent, if it stands before or
    after the rest.
    """
    if len(text) > _MAX_TEXT_LENGTH or not may_name(_TOPIC, "cookie", text):
        return None
    blocks = page.blocks
    lines = set(text.split("\n"))
    taken = [index for index, block in enumerate(blocks.texts) if block in lines]
    asking = [place for place in taken if _is_asking(blocks.texts[place])]
    if not asking:
        return None
    heads = [index for index, block in enumerate(blocks.texts) if block == page.title]
    box = _box_around(blocks, asking, heads)
    if box <= 0 or not _is_box(blocks, box):
        return None
    if any(_holds(blocks, box, head) for head in heads):
        return None
    # A box in the middle of the text belongs to it, as the one of an embedded video does.
    others = [place for place in taken if not _holds(blocks, box, place)]
    has_text_before = any(place < blocks.starts[box] for place in others)
    has_text_after = any(place >= blocks.ends[box] for place in others)
    if has_text_before and has_text_after:
        return None
    return blocks.elements[box]


def _box_around(blocks: Blocks, asking: Sequence[int], heads: Sequence[int]) -> int:
    """Return the largest box around the blocks that ask and without the headline."""
    box: int = blocks.holders[asking[0]]
    while box > 0 and not _holds(blocks, box, asking[-1]):
        box = blocks.parents[box]
    parent = blocks.parents[box]
    while parent > 0 and _is_box(blocks, parent):
        if any(_holds(blocks, parent, head) for head in heads):
            break
        box = parent
        parent = blocks.parents[box]
    return box


def _is_asking(block: str) -> bool:
    plain = normal(block)
    return names(_TOPIC, "cookie", plain) and len(concepts(_TOPIC, plain)) >= _MIN_IN_BLOCK


def _is_box(blocks: Blocks, container: int) -> bool:
    text = "\n".join(blocks.texts[blocks.starts[container] : blocks.ends[container]])
    found = concepts(_TOPIC, normal(text))
    return len(found) >= _MIN_IN_BOX and share(_TOPIC, sentences(text), 2) >= _ASKING_IN_BOX


def _holds(blocks: Blocks, container: int, place: int) -> bool:
    return blocks.starts[container] <= place < blocks.ends[container]


def _remove(element: Element) -> Callable[[], None]:
    """Remove an element, but not the text after it, and return what puts it back."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return lambda: None
    place, tail, text = (
        parent.index(element),
        element.tail,
        parent.text if before is None else before.tail,
    )
    element.tail = None
    parent.remove(element)
    _set_text(parent, before, f"{text or ''}{tail or ''}" or None)

    def put_back() -> None:
        _set_text(parent, before, text)
        parent.insert(place, element)
        element.tail = tail

    return put_back


def _set_text(parent: Element, before: Element | None, text: str | None) -> None:
    """Set the text that stands in ``parent`` after one of its children, or at its beginning."""
    if before is None:
        parent.text = text
    else:
        before.tail = text

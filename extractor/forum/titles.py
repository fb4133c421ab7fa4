"""Tell the title of a thread from the names of its board and site, by what the page shows near the
posts.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from extractor.fields.site import letters
from extractor.forum.cues import tells_moment
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.page.dom import join, squeeze
from extractor.page.page import Page
from extractor.page.text import CJK

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
_MIN_TITLE_LENGTH, _MIN_CJK_TITLE_LENGTH, _LONG_LINK, _MAX_TITLE_LENGTH = 6, 4, 20, 250
_MAX_LEAVES, _MAX_IN_POST = 2_000, 30
"""Most texts before the first post that are read, and most in it: its head, not its words."""
_REPLY = re.compile(r"^(?:re|aw|sv|rv|回复|回覆|ответ)\s?[:：]\s*", re.IGNORECASE)
_LABEL = re.compile(r"^[^:：]{1,12}[:：]\s*(?=\S)")
_TOPIC = re.compile(
    r"^(?:topic|thread|tópico|tema|sujet|discussion|thema|argomento|onderwerp|temat|тема|主题|主題|スレッド|トピック)\s?[:：]\s*(?=\S{3})",
    re.IGNORECASE,
)
"""The label of a title."""
_IN_POST, _IN_HEADING, _SHOWN = 3, 2, 1
_AGAIN, _MAX_AGAIN = 1, 2
_HALF, _NEARLY = 0.5, 0.6
_SIGNS = "|｜_»›«‹·•–—―-/:：><~()（）[]【】『』「」《》#"
"""What may be between the parts of a title. The empty text at an end is in it, too."""


def thread_title(page: Page, outline: PageOutline, records: Sequence[Record]) -> str:
    """Return the title of the page, without what the page shows to be no part of the thread's own.

    Candidates are texts in headings, before the posts and in the head of the first one. Such a text
    is the title if it is the part of the page's title that is beside a board's name, or of the
    ``title`` element beside a name that was taken for the title.
    """
    title, whole = page.title, squeeze(page.metadata.title)
    if not title or not records:
        return title
    shown = _shown(page, outline, records[0], (title, whole))
    own = shown.pop(title, _Evidence())
    fitting = [
        (found.worth, text)
        for text, found in shown.items()
        if _replaces(text, found, title, whole, own, shown)
    ]
    return _TOPIC.sub("", max(fitting, key=lambda rated: rated[0], default=(0, title))[1])


class _Evidence:
    """Where a text is shown: in which kinds of places, and how often."""

    def __init__(self) -> None:
        self.places: set[int] = set()
        self.count = 0

    @property
    def worth(self) -> int:
        """The worth of all places."""
        return sum(self.places) + _AGAIN * min(self.count - 1, _MAX_AGAIN)


def _shown(
    page: Page, outline: PageOutline, first: Record, wanted: tuple[str, str]
) -> dict[str, _Evidence]:
    """Return the texts before the posts, and in the head of the first, that are parts of the wanted
    ones.
    """
    found: dict[str, _Evidence] = defaultdict(_Evidence)
    for node in _leaves(outline, first):
        text = outline.texts[node]
        if len(text) > _MAX_TITLE_LENGTH:
            continue
        text = _REPLY.sub("", squeeze(text).strip(" »›>|·-–—"))
        if not any(text in one for one in wanted):
            text = _LABEL.sub("", text)
        if not _is_long(text) or not any(text in one for one in wanted):
            continue
        is_heading, is_elsewhere = _around(page, outline, node)
        if is_elsewhere and not is_heading and (node < first[0] or len(text) < _LONG_LINK):
            continue
        found[text].count += 1
        found[text].places |= {_IN_HEADING} if is_heading else {_SHOWN}
        if node >= first[0]:
            found[text].places.add(_IN_POST)
    return found


def _leaves(outline: PageOutline, first: Record) -> Iterator[int]:
    """Yield the texts before a post, and the first ones in it."""
    leaves = (node for node in range(first[0]) if not outline.tags[node])
    yield from islice(leaves, _MAX_LEAVES)
    yield from islice((node for node in range(*first) if not outline.tags[node]), _MAX_IN_POST)


def _around(page: Page, outline: PageOutline, node: int) -> tuple[bool, bool]:
    """Return whether a text is in a heading, and whether it is a link to another page."""
    is_heading = is_elsewhere = False
    node = outline.parents[node]
    for _ in range(4):
        if node < 0:
            break
        is_heading = is_heading or outline.tags[node] in _HEADINGS
        if outline.tags[node] == "a":
            target = join(page.base, outline.attributes[node].get("href", "")).partition("#")[0]
            is_elsewhere = target not in (page.url.partition("#")[0], page.metadata.canonical_url)
        node = outline.parents[node]
    return is_heading, is_elsewhere


def _is_long(text: str) -> bool:
    return len(text) >= (_MIN_CJK_TITLE_LENGTH if CJK.search(text) else _MIN_TITLE_LENGTH)


def _replaces(
    text: str, found: _Evidence, title: str, whole: str, own: _Evidence, shown: dict[str, _Evidence]
) -> bool:
    """Return whether a shown text is the title rather than the one that was found."""
    if text in title:
        rest = title.replace(text, "", 1)
        if own.count:  # the title is shown, too: the rest must be the name of a board
            named = {letters(one) for one in shown}
            return _IN_HEADING in found.places and _is_part(text, title) and letters(rest) in named
        if title not in whole and title.endswith(text) and whole.startswith(text):
            return True  # a word before the headline, which the title element lacks
        if (
            title.startswith(text)
            and _IN_HEADING in found.places
            and _begins_with_date(title[len(text) :], shown)
        ):
            return True
        likely = found.worth >= _IN_HEADING or len(text) >= _HALF * len(title)
        return likely and (_is_part(text, title) or _is_part(text, whole))
    is_name = title in whole and _IN_POST not in own.places and _is_part(title, whole)
    is_headline = _IN_HEADING in found.places or not own.count
    is_likely = (
        is_headline and len(text) >= _NEARLY * len(title) and found.worth > max(own.worth, _SHOWN)
    )
    return is_name and is_likely and _is_part(text, whole)


def _begins_with_date(text: str, shown: dict[str, _Evidence]) -> bool:
    """Return whether a text begins with a date that is also in a heading."""
    dates = (
        one for one, found in shown.items() if _IN_HEADING in found.places and tells_moment(one)
    )
    return any(text.lstrip().startswith(one) for one in dates)


def _is_part(text: str, whole: str) -> bool:
    """Return whether signs or the ends of a title are on both sides of a part of it."""
    start = whole.find(text)
    if start < 0:
        return False
    before, behind = whole[:start].rstrip(), whole[start + len(text) :].lstrip()
    return before[-1:] in _SIGNS and behind[:1] in _SIGNS

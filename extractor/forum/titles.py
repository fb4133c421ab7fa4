"""Tell the title of a thread from the names of its board and site.

What the page shows near the posts tells them apart.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from extractor.fields.site import letters
from extractor.forum.cues import tells_moment
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.languages.tables import alternatives
from extractor.page.dom import join, squeeze
from extractor.page.page import Page
from extractor.page.text import CJK
from extractor.results import Post

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
_MIN_TITLE_LENGTH = 6
"""Fewest characters of a title. Shorter parts of one are words such as "Forum" and "Help"."""
_MIN_CJK_TITLE_LENGTH = 4
"""The same in Chinese, Japanese and Korean, which need fewer characters for as many words."""
_MAX_TITLE_LENGTH = 250
"""Most characters of a text that may be a title. Longer ones are running text."""
_MAX_WORDS_LENGTH = 80
"""Most characters of the words that stand in for a title, as long as that of many threads."""
_MIN_LINK_LENGTH = 20
"""Fewest characters of a title that leads to another page. Shorter links in a post are names."""
_MAX_LEAVES = 2_000
"""Most texts before the first post that are read. Bounds the time for pages with huge menus."""
_MAX_LEAVES_IN_POST = 30
"""Most texts of the first post that are read: its head, not its words."""
_MAX_LEVELS = 4
"""Most elements around a text that may be its heading or link. Wider ones hold other texts, too."""
_REPLY = re.compile(rf"^(?:{alternatives('titles.reply')})\s?[:：]\s*", re.IGNORECASE)
_LABEL = re.compile(r"^[^:：]{1,12}[:：]\s*(?=\S)")
_TOPIC = re.compile(rf"^(?:{alternatives('titles.topic')})\s?[:：]\s*(?=\S{{3}})", re.IGNORECASE)
"""The label of a title."""
_IN_POST = 3
"""Worth of a text in the head of the first post, where boards and sites are not named."""
_IN_HEADING = 2
"""Worth of a text in a heading, where boards may be named, too."""
_SHOWN = 1
"""Worth of a text anywhere else before the posts, as in a path of links."""
_AGAIN = 1
"""Worth of each other time that a text is shown."""
_MAX_AGAIN = 2
"""Most other times that count. Menus repeat the names of boards more often."""
_MIN_PART_SHARE = 0.5
"""Least length of a part that replaces the whole title unless a heading shows it, as a share."""
_MIN_OTHER_SHARE = 0.6
"""The same of a text that is beside the title in the ``title`` element. It proves less."""
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


def title_of_words(posts: Sequence[Post]) -> str:
    """Return the first words of the opening post, for a thread whose page has no title, or ""."""
    line = next((line for post in posts for line in post.body.split("\n") if line.strip()), "")
    if len(line) <= _MAX_WORDS_LENGTH:
        return line
    cut = line[:_MAX_WORDS_LENGTH]
    whole_words = cut.rpartition(" ")[0] or cut  # Chinese has no blanks
    return f"{whole_words.rstrip()}…"


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
    """Return the texts near the beginning of the posts that are parts of the wanted ones."""
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
        if is_elsewhere and not is_heading and (node < first[0] or len(text) < _MIN_LINK_LENGTH):
            continue
        found[text].count += 1
        found[text].places |= {_IN_HEADING} if is_heading else {_SHOWN}
        if node >= first[0]:
            found[text].places.add(_IN_POST)
    return found


def _leaves(outline: PageOutline, first: Record) -> Iterator[int]:
    """Yield the texts before a post, and the first ones in it."""
    before = (node for node in range(first[0]) if not outline.tags[node])
    yield from islice(before, _MAX_LEAVES)
    inside = (node for node in range(*first) if not outline.tags[node])
    yield from islice(inside, _MAX_LEAVES_IN_POST)


def _around(page: Page, outline: PageOutline, node: int) -> tuple[bool, bool]:
    """Return whether a text is in a heading, and whether it is a link to another page."""
    is_heading = is_elsewhere = False
    node = outline.parents[node]
    for _ in range(_MAX_LEVELS):
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
    """Return whether a shown text is the title rather than the one that was found.

    Args:
        text: A text near the posts.
        found: Where it is shown.
        title: The title that was found.
        whole: The text of the ``title`` element.
        own: Where the title is shown.
        shown: All other texts that are shown, which may be names of boards.
    """
    is_heading = _IN_HEADING in found.places
    if text not in title:
        # The title may be the name of the site or board, with the text beside it.
        is_name = title in whole and _IN_POST not in own.places and _is_part(title, whole)
        if not is_name:
            return False
        is_headline = is_heading or not own.count
        is_long = len(text) >= _MIN_OTHER_SHARE * len(title)
        is_shown_more = found.worth > max(own.worth, _SHOWN)
        return is_headline and is_long and is_shown_more and _is_part(text, whole)
    if own.count:
        # The whole title is shown, too. So what is beside the text must be the name of a board.
        rest = letters(title.replace(text, "", 1))
        names = {letters(name) for name in shown}
        return is_heading and _is_part(text, title) and rest in names
    # The title begins with a word, such as "Question", which the title element lacks.
    if title not in whole and title.endswith(text) and whole.startswith(text):
        return True
    if is_heading and title.startswith(text):
        # A date that other headings show comes after the text.
        rest = title[len(text) :].lstrip()
        for other, evidence in shown.items():
            in_heading = _IN_HEADING in evidence.places
            if in_heading and rest.startswith(other) and tells_moment(other):
                return True
    is_likely = found.worth >= _IN_HEADING or len(text) >= _MIN_PART_SHARE * len(title)
    return is_likely and (_is_part(text, title) or _is_part(text, whole))


def _is_part(text: str, whole: str) -> bool:
    """Return whether signs or the ends of a title are on both sides of a part of it."""
    start = whole.find(text)
    if start < 0:
        return False
    before = whole[:start].rstrip()
    after = whole[start + len(text) :].lstrip()
    return before[-1:] in _SIGNS and after[:1] in _SIGNS

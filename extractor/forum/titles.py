"""Tell the title of a thread from the names of its board and site.

What the page shows near the posts tells them apart.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from extractor.fields.untitled import is_title
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.languages.tables import alternatives
from extractor.page.dom import join, squeeze
from extractor.page.page import Page
from extractor.results import Post

_MAX_TITLE_LENGTH = 300
"""Characters of a title that are read, as in ``extractor.fields.title``."""
_MAX_LEAVES = 2_000
"""Most texts before the first post that are read. Bounds the time for pages with huge menus."""
_MAX_LEAVES_IN_HEAD = 30
"""Most texts of a post that are read: its head, not its words."""
_MAX_WORDS_LENGTH = 80
"""Most characters of the words that stand in for a title, as long as that of many threads."""
_MIN_LINK_LENGTH = 20
"""Fewest characters of a title that leads to another page. Shorter links in a post are names."""
_REPLY = re.compile(rf"^(?:{alternatives('titles.reply')})\s?[:：]\s*", re.IGNORECASE)
"""What forum software puts before the title of an answer."""
_ANSWER = re.compile(
    rf"(?:^|[^\w\s]\s*)(?:{alternatives('titles.reply')})\s?[:：]\s*(\S.*)", re.IGNORECASE
)
"""The subject of an answer, perhaps after the number of the post."""
_MAX_REPLIES = 10
"""Most later posts whose heads are read. More of them answer the same title."""
_MIN_ANSWERS = 2
"""Fewest replies that answer a subject which is shown before the posts alone."""
_LABEL = re.compile(r"^[^:：]{1,12}[:：]\s*(?=\S)")
_TOPIC = re.compile(rf"^(?:{alternatives('titles.topic')})\s?[:：]\s*(?=\S{{3}})", re.IGNORECASE)
"""The label of a title."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
_MAX_LEVELS = 4
"""Most elements around a text that may be its heading or link. Wider ones hold other texts, too."""
_ANSWERED = 4
"""Worth of a text that later posts answer."""
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
"""Least length of a heading that replaces a title that is shown, too, as a share of it."""
_SIGNS = "|｜_»›«‹·•–—―-/:：><~()（）[]【】『』「」《》#"
"""What may be between the parts of a title. The empty text at an end is in it, too."""


def thread_title(page: Page, outline: PageOutline, records: Sequence[Record]) -> str:
    """Return the title of the page, without what the page shows to be no part of the thread's own.

    Candidates are texts in headings, before the posts and in the head of the first one. Such a text
    is the title if it is the part of the page's title that is beside a board's name, or of the
    ``title`` element beside a name that was taken for the title, or if replies answer it.
    """
    title, whole = page.title, squeeze(page.metadata.title)
    if not records:
        return title
    answered = _answered(outline, records[1 : 1 + _MAX_REPLIES])
    shown = _shown(page, outline, records[0], (title, whole), answered)
    own = shown.pop(title, _Evidence())
    fitting = [
        (found.worth, text)
        for text, found in shown.items()
        if _replaces(text, found, title, whole, own)
    ]
    _, best = max(fitting, key=lambda rated: rated[0], default=(0, title))
    return _TOPIC.sub("", best)


def title_of_words(posts: Sequence[Post]) -> str:
    """Return the first words of the opening post, for a thread whose page has no title, or ""."""
    lines = "\n".join(post.body for post in posts).split("\n")
    line = next(filter(str.strip, lines), "")
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


def _answered(outline: PageOutline, replies: Sequence[Record]) -> Counter[str]:
    """Return the subjects that the heads of replies answer, as in "Re: The ferry", with the number
    of replies.
    """
    found: Counter[str] = Counter()
    for start, end in replies:
        subjects = set()
        for node in islice(_texts(outline, start, end), _MAX_LEAVES_IN_HEAD):
            text = outline.texts[node]
            if len(text) > _MAX_TITLE_LENGTH or not (":" in text or "：" in text):
                continue
            answer = _ANSWER.search(squeeze(text))
            if answer and is_title(answer[1]):
                subjects.add(answer[1])
        found.update(subjects)
    return found


def _shown(
    page: Page, outline: PageOutline, first: Record, wanted: tuple[str, str], answered: Counter[str]
) -> dict[str, _Evidence]:
    """Return the texts near the beginning of the posts that are answered or parts of the wanted
    ones.
    """
    found: dict[str, _Evidence] = defaultdict(_Evidence)
    for node in _leaves(outline, first):
        text = outline.texts[node]
        if len(text) > _MAX_TITLE_LENGTH:
            continue
        is_in_post = node >= first[0]
        text = _REPLY.sub("", squeeze(text).strip(" »›>|·-–—"))
        if not any(text in one for one in wanted):
            # A number or a label may stand before the title: "#1 The ferry", "Subject: The ferry".
            ends = (subject for subject in answered if text.endswith(subject))
            text = max(ends, key=len, default="") or _LABEL.sub("", text)
        is_long = is_title(text) or text == wanted[0]
        if not text or not is_long:
            continue
        if text not in answered and not any(text in one for one in wanted):
            continue
        is_heading, is_elsewhere = _around(page, outline, node)
        # Links to other pages name boards and members, unless they are long and in the post.
        may_be_name = not is_in_post or len(text) < _MIN_LINK_LENGTH
        if is_elsewhere and not is_heading and may_be_name:
            continue
        evidence = found[text]
        evidence.count += 1
        evidence.places.add(_IN_HEADING if is_heading and not is_elsewhere else _SHOWN)
        if is_in_post:
            evidence.places.add(_IN_POST)
        # One reply may answer something else, if the first post does not show it.
        if answered[text] >= _MIN_ANSWERS or (answered[text] and is_in_post):
            evidence.places.add(_ANSWERED)
    return found


def _leaves(outline: PageOutline, first: Record) -> Iterator[int]:
    """Yield the texts before a post, and the first ones in it."""
    yield from islice(_texts(outline, 0, first[0]), _MAX_LEAVES)
    yield from islice(_texts(outline, *first), _MAX_LEAVES_IN_HEAD)


def _texts(outline: PageOutline, start: int, end: int) -> Iterator[int]:
    return (node for node in range(start, end) if not outline.tags[node])


def _around(page: Page, outline: PageOutline, node: int) -> tuple[bool, bool]:
    """Return whether a text is in a heading, and whether it is a link to another page."""
    is_heading = is_elsewhere = False
    node = outline.parents[node]
    for _ in range(_MAX_LEVELS):
        if node < 0:
            break
        is_heading |= outline.tags[node] in _HEADINGS
        if outline.tags[node] == "a":
            target = join(page.base, outline.attributes[node].get("href", "")).partition("#")[0]
            is_elsewhere = target not in (page.url.partition("#")[0], page.metadata.canonical_url)
        node = outline.parents[node]
    return is_heading, is_elsewhere


def _replaces(text: str, found: _Evidence, title: str, whole: str, own: _Evidence) -> bool:
    """Return whether a shown text is the title rather than the one that was found.

    Args:
        text: A text near the posts.
        found: Where it is shown.
        title: The title that was found.
        whole: The text of the ``title`` element.
        own: Where the title is shown.
    """
    if _ANSWERED in found.places and not own.places & {_ANSWERED, _IN_POST}:
        # Replies answer the text, and not the title.
        is_heading = _IN_HEADING in found.places
        return text not in title or (_is_part(text, title) and (is_heading or not own.count))
    if text not in title:
        # The title may be the name of the site or board, with the text beside it.
        is_name = title in whole and _IN_POST not in own.places and _is_part(title, whole)
        is_long = len(text) >= _MIN_OTHER_SHARE * len(title)
        if own.count and not (is_name and _IN_HEADING in found.places and is_long):
            return False
        return found.worth > max(own.worth, _SHOWN) and _is_part(text, whole)
    if own.count:
        return False
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

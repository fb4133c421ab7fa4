"""Tell the title of a thread from the names of its board and site.

What the page shows near the posts tells them apart.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from extractor.fields.site import letters
from extractor.fields.untitled import is_rather, is_title
from extractor.forum.cues import tells_moment
from extractor.forum.headings import (
    HEADINGS,
    MAX_LEAVES,
    MAX_LEAVES_IN_HEAD,
    MAX_TITLE_LENGTH,
    REPLY,
    around,
    heading_of_posts,
    labelled_title,
    leaves,
)
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.languages.tables import alternatives
from extractor.page.dom import squeeze
from extractor.page.page import Page
from extractor.results import Post

_MAX_WORDS_LENGTH = 80
"""Most characters of the words that stand in for a title, as long as that of many threads."""
_MIN_LINK_LENGTH = 20
"""Fewest characters of a title that leads to another page. Shorter links in a post are names."""
_MAX_REPLIES = 10
"""Most later posts whose heads are read. More of them answer the same title."""
_ANSWER = re.compile(
    rf"(?:^|[^\w\s]\s*)(?:{alternatives('titles.reply')})\s?[:：]\s*(\S.*)", re.IGNORECASE
)
"""The subject of an answer, perhaps after the number of the post."""
_LABEL = re.compile(r"^[^:：]{1,12}[:：]\s*(?=\S)")
_TOPIC = re.compile(rf"^(?:{alternatives('titles.topic')})\s?[:：]\s*(?=\S{{3}})", re.IGNORECASE)
"""The label of a title."""
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
_SEPARATED = re.compile(r"\s[-–—»:]\s|[|_｜]")
"""What is between the title of a thread and the name of its board."""
_MIN_ANSWERS = 2
"""Fewest replies that answer a subject which is shown before the posts alone."""
_MAX_HEADING_NODES = 30
"""Most nodes of a heading. Larger ones hold more than a title."""
_SIGNS = "|｜_»›«‹·•–—―-/:：><~()（）[]【】『』「」《》#"
"""What may be between the parts of a title. The empty text at an end is in it, too."""


def thread_title(page: Page, outline: PageOutline, records: Sequence[Record]) -> str:
    """Return the title of the page, without what the page shows to be no part of the thread's own.

    Candidates are texts in headings, before the posts and in the head of the first one. Such a text
    is the title if it is the part of the page's title that is beside a board's name, or of the
    ``title`` element beside a name that was taken for the title, or if replies answer it. A title
    that is shown nowhere near the posts may be the name of the board (``_title_near``).
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
        if _replaces(text, found, title, whole, own, shown)
    ]
    best = max(fitting, key=lambda rated: rated[0], default=(0, title))[1]
    if best == title and not own.count and _may_be_boards(outline, records[0][0], title, whole):
        best = _title_near(page, outline, records) or title
    return _TOPIC.sub("", best)


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


def _answered(outline: PageOutline, replies: Sequence[Record]) -> Counter[str]:
    """Return the subjects that the heads of replies answer, as in "Re: The ferry", with the number
    of replies.
    """
    found: Counter[str] = Counter()
    for start, end in replies:
        subjects = set()
        for node in islice(leaves(outline, start, end), MAX_LEAVES_IN_HEAD):
            text = outline.texts[node]
            if len(text) > MAX_TITLE_LENGTH or not (":" in text or "：" in text):
                continue
            answer = _ANSWER.search(squeeze(text))
            if answer and is_title(answer[1]):
                subjects.add(answer[1])
        found.update(subjects)
    return found


def _may_be_boards(outline: PageOutline, end: int, title: str, whole: str) -> bool:
    """Return whether a title may be the name of a board: it is no part of the ``title`` element, or
    no text before the posts has it.
    """
    return not title or title not in whole or not _is_said(outline, end, title)


def _title_near(page: Page, outline: PageOutline, records: Sequence[Record]) -> str:
    """Return what a label or a heading near the posts says to be the title, or "".

    It is if the title of the page is the only part of the ``title`` element, or no part of it, or
    if the posts say more of it than of that.
    """
    title, whole = page.title, squeeze(page.metadata.title)
    heading = heading_of_posts(page, outline, records, title)
    words = "\n".join(outline.text(*record) for record in records[:_MAX_REPLIES])
    labelled = labelled_title(outline, records[0])
    if labelled and is_rather(labelled, title, words):
        return labelled
    is_alone = title == whole and not _SEPARATED.search(whole)
    is_other = not title or title not in whole or is_alone
    return heading if is_other or is_rather(heading, title, words) else ""


def _is_said(outline: PageOutline, end: int, title: str) -> bool:
    """Return whether a heading or a text before the posts contains a title, as "Topic: Ferries
    (read 5 times)" does. Links are the names of boards.
    """
    own = letters(title)
    links = 0  # the end of the open link
    for node in range(end):
        tag = outline.tags[node]
        if tag == "a":
            links = max(links, outline.ends[node])
        is_text = not tag and node >= links
        if (is_text or tag in HEADINGS) and outline.ends[node] - node < _MAX_HEADING_NODES:
            text = outline.text(node, outline.ends[node]) if tag else outline.texts[node]
            if len(text) <= MAX_TITLE_LENGTH and own in letters(text):
                return True
    return False


def _shown(
    page: Page, outline: PageOutline, first: Record, wanted: tuple[str, str], answered: Counter[str]
) -> dict[str, _Evidence]:
    """Return the texts near the beginning of the posts that are answered or parts of the wanted
    ones.
    """
    found: dict[str, _Evidence] = defaultdict(_Evidence)
    for node in _leaves(outline, first):
        text = outline.texts[node]
        if len(text) > MAX_TITLE_LENGTH:
            continue
        text = REPLY.sub("", squeeze(text).strip(" »›>|·-–—"))
        if not any(text in one for one in wanted):
            ends = (subject for subject in answered if text.endswith(subject))
            text = max(ends, key=len, default="") or _LABEL.sub("", text)
        is_long = is_title(text) or text == wanted[0]
        if not text or not is_long or not (text in answered or any(text in one for one in wanted)):
            continue
        rank, is_elsewhere = around(page, outline, node)
        if is_elsewhere and not rank and (node < first[0] or len(text) < _MIN_LINK_LENGTH):
            continue
        found[text].count += 1
        found[text].places |= {_IN_HEADING} if rank and not is_elsewhere else {_SHOWN}
        if node >= first[0]:
            found[text].places.add(_IN_POST)
        # One reply may answer something else, if the first post does not show it.
        if answered[text] >= _MIN_ANSWERS or (answered[text] and node >= first[0]):
            found[text].places.add(_ANSWERED)
    return found


def _leaves(outline: PageOutline, first: Record) -> Iterator[int]:
    """Yield the texts before a post, and the first ones in it."""
    yield from islice(leaves(outline, 0, first[0]), MAX_LEAVES)
    yield from islice(leaves(outline, *first), MAX_LEAVES_IN_HEAD)


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
    if _ANSWERED in found.places and not own.places & {_ANSWERED, _IN_POST}:
        # Replies answer the text, and not the title.
        return text not in title or (_is_part(text, title) and (is_heading or not own.count))
    if text not in title:
        # The title may be the name of the site or board, with the text beside it.
        is_name = title in whole and _IN_POST not in own.places and _is_part(title, whole)
        is_long = len(text) >= _MIN_OTHER_SHARE * len(title)
        if own.count and not (is_name and is_heading and is_long):
            return False
        return found.worth > max(own.worth, _SHOWN) and _is_part(text, whole)
    rest = title.replace(text, "", 1).strip()
    if own.count:
        # The whole title is shown, too. So what is beside the text must be the name of a board.
        names = {letters(name) for name in shown}
        return is_heading and _is_part(text, title) and letters(rest) in names
    if is_heading and title.startswith(text) and tells_moment(rest):
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

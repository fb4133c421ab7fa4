"""Find who wrote each post.

Authors are at the position in the records that looks most like names over all posts of a page.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from extractor.forum.alignment import Alignment, RecordPosition, agreement
from extractor.forum.cues import (
    MAX_DATE_LENGTH,
    is_dated,
    is_name,
    is_name_class,
    is_profile,
    tells_edit,
)
from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.languages.tables import all_words, alternatives

_MAX_LEAVES = 150
"""Most leaves of a post that are read."""
_MAX_LEAF_LENGTH = 200
"""Most characters of a leaf that may show a name, with a label or a time. Longer ones are words."""
_MIN_SCORE = 0.4
"""Score below which a post is taken to have no author."""
_CARD_NODES = 15
"""Most nodes from "edited" to the editor's name, and of a box that shows a name and a time
together.
"""
_NEAR_TIME = 0.6
"""Most value of a name beside the time of the post. It sinks with the size of the box of both."""
_EDITOR = -1.0
"""Value of a name after "edited", which may be that of a moderator."""
_HEADLINE = -2.0
"""Value of a text in the headline, which is a title, even if it looks like a name."""
_ECHO = 0.7
"""Value of an attribute in the post that repeats a name, as that of a portrait does."""
_OWN_ECHO = 1.5
"""Value of an attribute of the post itself that repeats a name. It is there for the author."""
_MARKED_CUE = 1.0
"""Value of a text that its class, its link or a label says to be a name."""
_MAX_CUES = 2.2
"""Most value of a text by itself, so that posts with many signs do not outweigh all others."""
_LABEL = -1.5
"""Value of a text that is the same for many different links."""
_COUNT = re.compile(r"\s*\(\d+\)$")
"""The number of posts after a name."""
_ADDRESS = re.compile(
    r"\s*[<(（]\s*[^\s<>()（）]{1,60}(?:@|\s?\(?at\)?\s?)[^\s<>()（）]{3,60}\s*[>)）]$"
)
"""The address of a mail after a name."""
_LABELLED = re.compile(
    rf"^(?:{alternatives('forum_authors.label')})\s*[:：]\s*(?=\S)|"
    rf"^(?:{alternatives('forum_authors.by')})\s+(?=\S)",
    re.IGNORECASE,
)
"""A label before a name, in the same text."""
_LABEL_BEFORE = re.compile(
    rf"\W*(?:{alternatives('forum_authors.label_before')})\s?[:：]?\s*", re.IGNORECASE
)
"""A label before a name, alone in the text before."""
_MAX_LABEL_LENGTH = 16
"""Most characters of a label before a name. Longer texts are not searched for one."""
_HOST = re.compile(r"@[\w-]+(?:\.[\w-]+)+")
"""What follows a name that belongs to another server."""
_HOST_NODES = 4
"""Most nodes of a link from the name in it on. Larger links show more than a name and its host."""
_OPEN = re.compile(
    rf"\s*(?:[<(（《「·|,–-]+|\b(?:{alternatives('forum_authors.said')})\s?:?|"
    rf"(?:{alternatives('forum_authors.said_signs')})\s?[:：]?)\s*$"
)
"""What may follow a name: the beginning of an address, or a verb."""
_OPEN_ENDS = (
    *"<(（《「·|,–-",
    *all_words("forum_authors.said"),
    *all_words("forum_authors.said_signs"),
)
"""How all such texts end, apart from colons. Searching takes far longer."""
_NAME_AND_DATE = re.compile(
    r"^(?:\W{0,2}\d{1,5}\s?(?:[:：.)、]|楼|樓|F\b)\s*)?(?P<name>[^\W\d].{0,39}?)[\s:：,·|/(\[-]*"
    r"(?:\b(?:on|am|at|le|el|em|den|vor|hace|il y a)\s|发表于|發表於|投稿日時?\s?[:：]?)?\s*\(?"
    r"(?:(?:19|20)\d\d[-/.年]|\d{1,2}[-/.:]\d|\d{1,4}\s?\S{1,3}\s?[前전]|\d{1,4}\s\w+\sago)"
)
_NUMBER = re.compile(r"\d+")
_BESIDE_ECHO = 20
"""Most characters beside a name in an attribute: "Portrait of Anna"."""


@dataclass(frozen=True, slots=True)
class AuthorCandidate:
    """A text that may be an author's name, of ``leaf``; ``node`` is the outermost element without
    other content.

    ``cue`` rates how much it looks like a name by itself, ``rank`` counts the names before it in
    the record.
    """

    text: str
    node: int
    leaf: int
    place: RecordPosition
    rank: int
    cue: float
    href: str


def find_authors(
    alignment: Alignment,
    marks: Marks,
    quoted: Sequence[Collection[int]],
    stamps: Sequence[int | None],
) -> list[AuthorCandidate | None]:
    """Return the author of each record, or None if it shows none.

    ``stamps`` are the nodes of the times.
    """
    offers = [
        _echoed(marks, record, _names(alignment, record, quotes))
        for record, quotes in zip(alignment.records, quoted, strict=True)
    ]
    agreed = agreement(offers, lambda found: _score(found, len(offers)))
    chosen: list[AuthorCandidate | None] = []
    for names, stamp in zip(offers, stamps, strict=True):
        best: AuthorCandidate | None = None
        most = _MIN_SCORE
        for name in names:
            worth = agreed(name) + name.cue + _nearness(alignment.outline, name.leaf, stamp)
            if worth > most:
                best, most = name, worth
        chosen.append(best)
    return chosen


def _score(found: Sequence[AuthorCandidate], records: int) -> float:
    """Rate finds as authors: names in most records, early, different from each other, but equal for
    equal links.
    """
    count = len(found)
    texts = {_NUMBER.sub("0", name.text) for name in found}
    hrefs = {name.href for name in found if name.href}
    variety = 0.5  # One name alone is neither the same as others nor different.
    if count > 1:
        variety = min(1.0, 2 * (len(texts) - 1) / (count - 1))
    label = 0.0
    # "Profile" and "Guest" lead to many pages, a name to one.
    if len(hrefs) > 2 and len(texts) < 0.4 * len(hrefs):
        label = _LABEL
    cue = sum(name.cue for name in found) / count
    early = 0.5 / (1 + sum(name.rank for name in found) / count)
    return count / records * (cue + variety + early + label)


def _nearness(outline: PageOutline, leaf: int, stamp: int | None) -> float:
    """Rate how small the element is that contains both a name and the time of the post."""
    if stamp is None:
        return 0.0
    around = outline.parents[leaf]
    while around >= 0 and not around <= stamp < outline.ends[around]:
        around = outline.parents[around]
    return _NEAR_TIME / (1 + (outline.ends[around] - around) / _CARD_NODES)


def _names(alignment: Alignment, record: Record, quotes: Collection[int]) -> list[AuthorCandidate]:
    """Return the possible names in a record outside its quotes."""
    outline = alignment.outline
    found: list[AuthorCandidate] = []
    dates = 0
    edited = -_CARD_NODES  # the last note of a change whose editor was not found, far away if none
    is_labelled = False  # whether the text before is the label of a name
    for node, is_in_blockquote in islice(_leaves(outline, record, quotes), _MAX_LEAVES):
        raw = outline.texts[node]
        text = ""
        is_date = is_edit = False
        if len(raw) <= _MAX_LEAF_LENGTH:
            text, is_date, is_edit = _read_leaf(raw)
        dates += is_date
        if is_edit:
            edited = node
            dates = int(is_date)
        elif text and _may_be_name(outline, node, text):
            name = _name(alignment, record, node, text, len(found), is_labelled=is_labelled)
            # The note has one time. After a second one, another post or answer has begun.
            if node - edited < _CARD_NODES and dates <= 1:
                name = replace(name, cue=name.cue + _EDITOR)
                edited = -_CARD_NODES
            # A blockquote may hold the words of the post, where any short text looks like a name.
            if name.cue >= _MARKED_CUE or not is_in_blockquote:
                found.append(name)
        is_labelled = len(raw) <= _MAX_LABEL_LENGTH and bool(_LABEL_BEFORE.fullmatch(raw))
    return [name for name in found if not _is_initial(name, found)]


def _leaves(
    outline: PageOutline, record: Record, quotes: Collection[int]
) -> Iterator[tuple[int, bool]]:
    """Yield the texts of a record outside its quotes, each with whether a blockquote is around it.

    A ``blockquote`` that is no quote may be the whole text of a post.
    """
    node, end = record
    blockquote_end = node
    while node < end:
        if node in quotes:
            node = outline.ends[node]
            continue
        tag = outline.tags[node]
        if not tag:
            yield node, node < blockquote_end
        elif tag == "blockquote":
            blockquote_end = max(blockquote_end, outline.ends[node])
        node += 1


@lru_cache(maxsize=4_096)
def _read_leaf(raw: str) -> tuple[str, bool, bool]:
    """Return the text of a leaf that may be a name, and whether it has a date or reports a change.

    Results are cached, because forums repeat their labels in every post.
    """
    text = _leaf_text(raw)
    is_date = is_dated(text)
    if is_date and len(text) <= MAX_DATE_LENGTH:
        text = _beside_date(text)
    return text, is_date, tells_edit(text)


def _beside_date(text: str) -> str:
    """Return the name in a line that also has a time, or the line itself.

    The name is before the time, as in "12: Anna 2024-03-05".
    """
    match = _NAME_AND_DATE.match(text)
    if match and not is_dated(match["name"]):
        return _OPEN.sub("", _without_label(match["name"]))
    return text


def _leaf_text(raw: str) -> str:
    """Return the text of a leaf without what is before and after a name in it, such as the colon
    of a label in an element of its own.
    """
    text = " ".join(raw.split()).lstrip(":： ")
    # To search for these takes long, so look at the end of the text first.
    if text.endswith((")", ">", "）")):
        text = _ADDRESS.sub("", _COUNT.sub("", text))
    if text.rstrip(" :：").endswith(_OPEN_ENDS):
        text = _OPEN.sub("", text)
    return _without_label(text)


def _without_label(text: str) -> str:
    label = _LABELLED.match(text)
    if label:
        return text[label.end() :]
    return text


def _may_be_name(outline: PageOutline, leaf: int, text: str) -> bool:
    if is_dated(text):
        return False
    if not text.isdigit():
        return is_name(text)
    # Some members call themselves by a number. Any other number counts something.
    parent = outline.parents[leaf]
    around = (parent, outline.parents[parent])
    return outline.tags[parent] == "a" or any(is_name_class(outline.classes[n]) for n in around)


def _echoed(
    marks: Marks, record: Record, names: Sequence[AuthorCandidate]
) -> list[AuthorCandidate]:
    """Return the names, with a higher cue for those that an attribute in the record repeats."""
    start, end = record
    low = bisect_left(marks.echoes, (start, ""))
    high = bisect_left(marks.echoes, (end, ""))
    inside = marks.echoes[low:high]
    echoes = {value for _, value in inside}
    own = {value for node, value in inside if node == start}
    together = "\n".join(echoes)
    rated = []
    for name in names:
        text = name.text.casefold()
        # One search tells for most names that no attribute repeats them.
        if text in together:
            rated.append(replace(name, cue=name.cue + _echo(text, echoes, own)))
        else:
            rated.append(name)
    return rated


def _echo(text: str, echoes: Collection[str], own: Collection[str]) -> float:
    if text in own:
        return _OWN_ECHO
    # One or two letters are in other words by chance.
    if len(text) <= 2:
        return 0.0
    for value in echoes:
        if text in value and len(value) < len(text) + _BESIDE_ECHO:
            return _ECHO
    return 0.0


def _is_initial(name: AuthorCandidate, others: Sequence[AuthorCandidate]) -> bool:
    """Return whether a text replaces a portrait: the first letters of a name with the same link."""
    if len(name.text) > 2:
        return False
    letter = name.text[:1].casefold()
    for other in others:
        is_longer = len(other.text) > len(name.text)
        has_same_link = name.href in ("", other.href)
        if is_longer and has_same_link and other.text[:1].casefold() == letter:
            return True
    return False


def _name(
    alignment: Alignment, record: Record, leaf: int, text: str, rank: int, *, is_labelled: bool
) -> AuthorCandidate:
    outline = alignment.outline
    node = alignment.widest(leaf, record)
    cue = float(is_labelled)
    extra = 0.0
    href = ""
    around = outline.parents[leaf]
    while around >= max(node, record[0]):
        tag = outline.tags[around]
        attributes = outline.attributes[around]
        if tag == "a":
            href = attributes.get("href", "")
            if href and is_profile(href):
                cue = _MARKED_CUE
        marked = is_name_class(outline.classes[around])
        marked_twice = attributes.get("itemprop", "") in ("name", "author", "creator")
        if marked or marked_twice:
            cue = _MARKED_CUE
            extra += 0.5 * (marked + marked_twice)
        if tag in ("b", "strong", "cite", "h3", "h4"):
            extra += 0.2
        elif tag == "h1":
            extra += _HEADLINE
        around = outline.parents[around]
    place = alignment.place(node)
    # In federated forums the host of an account stands behind the name, and is a part of it.
    link, host = _host_after(outline, leaf)
    if host:
        text, node = text + host, link
    return AuthorCandidate(text, node, leaf, place, rank, min(cue + extra, _MAX_CUES), href)


def _host_after(outline: PageOutline, leaf: int) -> tuple[int, str]:
    """Return the link around a name, and the host that it shows after the name or ""."""
    parent = outline.parents[leaf]
    if outline.tags[parent] == "a":
        link = parent
    else:
        link = outline.parents[parent]
    if link < 0 or outline.tags[link] != "a" or outline.ends[link] - leaf > _HOST_NODES:
        return link, ""
    after = "".join(outline.texts[leaf + 1 : outline.ends[link]]).strip()
    is_host = _HOST.fullmatch(after) is not None
    return link, after if is_host else ""

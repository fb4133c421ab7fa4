"""Read the parts of a page's posts from its records side by side."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime

from extractor.forum.alignment import Alignment, align
from extractor.forum.authors import AuthorCandidate, find_authors
from extractor.forum.bodies import find_bodies
from extractor.forum.cues import (
    INLINE,
    is_advertisement,
    is_caption_class,
    is_concealed,
    is_dated,
    is_signature_class,
    masked,
)
from extractor.forum.floors import find_floors
from extractor.forum.lines import lines_in
from extractor.forum.links import links_in
from extractor.forum.marked import MarkedPage
from extractor.forum.notes import is_stub
from extractor.forum.outline import PageOutline
from extractor.forum.quotes import (
    answered,
    find_quotes,
    known_name,
    read_quote,
    split_quoted,
)
from extractor.forum.records import Record
from extractor.forum.stamps import PostTimestamp, find_stamps
from extractor.forum.trimming import trim
from extractor.page.dom import BLOCK_TAGS
from extractor.page.page import Page
from extractor.results import Link, Post

_MOSTLY = 0.8
"""Least share of records with a time for a record without one not to be a post."""
_MAX_SAME_LENGTH = 200
"""Characters by which texts are compared: what forums repeat is shorter."""
_MIN_SAME_LENGTH = 15
"""Fewest characters of a text that is shown again: "Thanks!" is said twice in a day."""
_MAX_TIME_LENGTH = 30
"""Most characters of a text that may be a time in words that nobody can read."""
_FACT_NODES = 10
"""Most nodes of an element that shows only a name or a time. Larger ones have the time in an
attribute.
"""
_MARKED = 1.0
"""Least cue of a name that is marked as one."""
_WORDY = 0.6
"""Least share of posts with words for one without to be odd."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A post before its text is trimmed."""

    author: str
    stamp: PostTimestamp | None
    lines: list[str]
    quoted: list[str]
    reply_to: str
    links: tuple[Link, ...] = ()
    is_placed: bool = True
    """True if the post has a name or a time, or a text in place of it, where most others do."""


def read_posts(
    marked: MarkedPage, records: Sequence[Record], page: int = 1, title: str | None = None
) -> tuple[Post, ...]:
    """Return the posts of one page of a thread in page order; ``page`` counts from 1.

    ``title`` is the title of the thread, that of the page if it is None.
    """
    return tuple(read_records(marked, records, page, title).values())


def read_records(
    marked: MarkedPage, records: Sequence[Record], page: int = 1, title: str | None = None
) -> dict[Record, Post]:
    """Return the posts of one page by their records, in page order.

    Records without text and author are left out. So are advertisements: records without a time
    among posts that have one, if no name or short text is where those show theirs.
    """
    if not records:
        return {}
    outline = marked.outline
    alignment = align(outline, records)
    quoted = [find_quotes(outline, record) for record in records]
    drafts, bodies = _drafts(marked, alignment, quoted)
    if 2 * _only_quoting(drafts) > len(drafts):
        # What most posts consist of is no quote.
        drafts, bodies = _drafts(marked, alignment, [set() for _ in records])
    texts = trim(
        [draft.lines for draft in drafts],
        [draft.author for draft in drafts],
        marked.page.title if title is None else title,
    )
    floors = find_floors(alignment, bodies, page)
    if title:
        # A headline in the place of a name is no author.
        drafts = [replace(each, author="") if each.author == title else each for each in drafts]
    authors = {draft.author.casefold(): draft.author for draft in reversed(drafts)}
    # What comes first in a form of its own is what the thread is about.
    first, *others = (outline.signs[start] for start, _ in records)
    advertisements = _advertisements(drafts, drafts if first in others else drafts[1:])
    posts: dict[Record, Post] = {}
    for record, draft, lines, floor in zip(records, drafts, texts, floors, strict=True):
        if draft in advertisements or not _says_anything(draft, lines):
            continue
        body = "\n".join(lines)
        posts[record] = Post(
            body=body,
            author=draft.author,
            published=draft.stamp.moment.value if draft.stamp else None,
            floor=floor,
            quoted="\n".join(draft.quoted),
            reply_to=known_name(draft.reply_to, authors) or answered(body, authors),
            links=_links_said(draft, lines),
        )
    return _without_repeats(outline, posts)


def _advertisements(drafts: Sequence[_Draft], suspect: Sequence[_Draft]) -> list[_Draft]:
    """Return the suspect drafts that show nothing where the others have their names or times, if
    most others have a time, or if they repeat each other.
    """
    odd = [draft for draft in suspect if not draft.is_placed]
    timed = sum(draft.stamp is not None for draft in drafts)
    if timed >= _MOSTLY * len(drafts):
        return odd
    said = Counter("\n".join(draft.lines) for draft in odd)
    return [draft for draft in odd if said["\n".join(draft.lines)] > 1]


def _drafts(
    marked: MarkedPage, alignment: Alignment, quoted: Sequence[set[int]]
) -> tuple[list[_Draft], Sequence[list[int]]]:
    """Return the posts before their texts are trimmed, and the nodes of their bodies."""
    outline = alignment.outline
    stamps = find_stamps(alignment, marked.marks, marked.date_context, quoted)
    stamped = [stamp.node if stamp else None for stamp in stamps]
    names = find_authors(alignment, marked.marks, quoted, stamped)
    unread = _unread_times(alignment, stamps)
    facts = []
    for name, stamp, time in zip(names, stamps, unread, strict=True):
        known = fact_nodes(outline, name, stamp)
        if time is not None:
            known.add(time)
        facts.append(known)
    bodies = find_bodies(alignment, marked.marks, facts, marked.weights.bodies)
    parts = zip(alignment.records, names, stamps, facts, quoted, bodies, strict=True)
    read = [_draft(outline, marked.page, *each) for each in parts]
    placed = zip(read, _placed(outline, names, stamps, unread), strict=True)
    read = [replace(draft, is_placed=is_placed) for draft, is_placed in placed]
    drafts = [_with_words(draft, name, read) for draft, name in zip(read, names, strict=True)]
    return drafts, bodies


def _unread_times(alignment: Alignment, stamps: Sequence[PostTimestamp | None]) -> list[int | None]:
    """Return for each record without a time the node of a short text where others have theirs: "a
    while ago" is a time that cannot be read.
    """
    places = {stamp.place.fine for stamp in stamps if stamp}
    unread: list[int | None] = []
    for record, stamp in zip(alignment.records, stamps, strict=True):
        short = (node for node in range(*record) if _is_short(alignment, places, node))
        unread.append(None if stamp else next(short, None))
    return unread


def _placed(
    outline: PageOutline,
    names: Sequence[AuthorCandidate | None],
    stamps: Sequence[PostTimestamp | None],
    unread: Sequence[int | None],
) -> list[bool]:
    """Return for each record whether it has a time, read or not, or its name where posts with a
    time have theirs; labels of advertisements are neither, and leave no post.
    """
    found = list(zip(names, stamps, unread, strict=True))
    usual = {name.place.fine for name, stamp, _ in found if name and stamp}
    placed = []
    for name, stamp, time in found:
        if time is None:
            said = ""
        else:
            said = outline.text(time, outline.ends[time])
        is_told = any(map(str.isalnum, said))
        is_label = is_advertisement(said)
        if name:
            is_told |= name.place.fine in usual
            is_label |= is_advertisement(name.text)
        placed.append(stamp is not None or (is_told and not is_label))
    return placed


def _is_short(alignment: Alignment, places: Container[int], node: int) -> bool:
    if alignment.fine[node] not in places:
        return False
    text = alignment.outline.text(node, alignment.outline.ends[node])
    return 0 < len(text) <= _MAX_TIME_LENGTH


def _with_words(draft: _Draft, name: AuthorCandidate | None, drafts: Sequence[_Draft]) -> _Draft:
    """Return a post without words as a guest's, whose words were taken for the name, if nearly all
    others have words.

    A name that is marked as one or a link stays, and so does one of several posts.
    """
    if name is None or draft.lines or draft.quoted:
        return draft
    if name.cue >= _MARKED or name.href or "@" in name.text:
        return draft
    is_own = sum(draft.author == one.author for one in drafts) == 1
    is_odd = sum(bool(one.lines) for one in drafts) >= _WORDY * len(drafts)
    if not is_own or not is_odd:
        return draft
    return replace(draft, author="", lines=[name.text])


def _says_anything(draft: _Draft, lines: Sequence[str]) -> bool:
    """Return whether a record has words or an author, and is no place for an advertisement or for a
    removed post.
    """
    if draft.quoted or len(lines) > 1:
        return True
    said = lines[0] if lines else draft.author
    return bool(said) and not is_stub(said) and not is_advertisement(said)


def _only_quoting(drafts: Sequence[_Draft]) -> int:
    """Return how many posts quote and have no words of their own, or only the same as others but
    for numbers.
    """
    texts = [masked(" ".join(draft.lines)[:_MAX_SAME_LENGTH]) for draft in drafts]
    counts = Counter(texts)
    quoting = (text for text, draft in zip(texts, drafts, strict=True) if draft.quoted)
    return sum(not text or counts[text] > 1 for text in quoting)


def _without_repeats(outline: PageOutline, posts: Mapping[Record, Post]) -> dict[Record, Post]:
    """Return the posts without those that come again in another list, as a page shows its best ones
    twice: the last one stays. What somebody sends twice are two posts.
    """
    left = dict(posts)
    shown: dict[tuple[str, datetime, str], Record] = {}
    for record, post in posts.items():
        if not (post.author and post.published and len(post.body) >= _MIN_SAME_LENGTH):
            continue
        said = (post.author, post.published, post.body)
        other = shown.get(said)
        if other and outline.parents[other[0]] != outline.parents[record[0]]:
            del left[other]
        shown[said] = record
    return left


def _links_said(draft: _Draft, lines: Sequence[str]) -> tuple[Link, ...]:
    """Return the links of a post whose words are left of its text: not those of a signature."""
    body = "\n".join(lines)
    return tuple(link for link in draft.links if link.title in body)


def _draft(
    outline: PageOutline,
    page: Page,
    record: Record,
    name: AuthorCandidate | None,
    stamp: PostTimestamp | None,
    facts: set[int],
    quotes: set[int],
    body: list[int],
) -> _Draft:
    """Return the post of one record, with what it quotes apart from its own words.

    Args:
        outline: The page.
        page: The same with its address and style sheets.
        record: The nodes of the post.
        name: Its author.
        stamp: Its time.
        facts: The nodes that show only author or time.
        quotes: The nodes of the page that quote other posts.
        body: The nodes that hold its text.
    """
    spans = [(node, min(outline.ends[node], record[1])) for node in body]

    # Some quotes are elements of their own.
    quoted: list[str] = []
    quoted_authors: list[str] = []
    for quote in sorted(quotes):
        if any(start <= quote < end for start, end in spans):
            author, lines = read_quote(outline, quote)
            quoted += lines
            quoted_authors.append(author)

    # Others are marked in the text itself, as by ">" before a line.
    skipped = facts | quotes | _unread(outline, body, page.hidden_classes)
    lines = lines_in(outline, spans, skipped)
    author, quoted_lines, own = split_quoted(lines, has_quotes=bool(quoted))
    quoted += quoted_lines
    quoted_authors.append(author)

    return _Draft(
        author=name.text if name else "",
        stamp=stamp,
        lines=own,
        quoted=quoted,
        reply_to=next(filter(None, quoted_authors), ""),
        links=tuple(links_in(outline, page.base, spans, skipped)),
    )


def fact_nodes(
    outline: PageOutline, name: AuthorCandidate | None, stamp: PostTimestamp | None
) -> set[int]:
    """Return the nodes that show only author and time. An attribute may belong to a whole post."""
    facts = {name.node} if name else set()
    if stamp and (not stamp.is_attribute or _shows_moment(outline, stamp.node)):
        facts.add(stamp.node)
    return facts


def _shows_moment(outline: PageOutline, node: int) -> bool:
    end = outline.ends[node]
    if end - node > _FACT_NODES:
        return False
    return outline.tags[node] == "time" or is_dated(outline.text(node, end))


def _unread(outline: PageOutline, body: Sequence[int], hidden: AbstractSet[str]) -> set[int]:
    """Return signatures, edit notes and captions inside the body, by their classes, and words that
    no reader sees; ``hidden`` are the classes that style sheets hide.
    """
    unread: set[int] = set()
    for top in body:
        for node in range(top + 1, outline.ends[top]):
            name = outline.classes[node]
            is_forums = is_signature_class(name) or is_caption_class(name)
            if is_forums or _is_concealed(outline, node, hidden):
                unread.add(node)
    return unread


def _is_concealed(outline: PageOutline, node: int, hidden: AbstractSet[str]) -> bool:
    """Return whether no reader sees an element. Paragraphs in an inline one are shown by a
    script.
    """
    tag, name, attributes = outline.tags[node], outline.classes[node], outline.attributes[node]
    if not is_concealed(tag, name, attributes, hidden):
        return False
    return tag not in INLINE or BLOCK_TAGS.isdisjoint(outline.tags[node + 1 : outline.ends[node]])

r"""Parse the text of a query to the tree that every documents adapter understands.

    word            occurs; English words in any inflection: bank finds banks
    "a phrase"      the words side by side, as written; \" is a quotation mark inside
    a b   a AND b   both;  a OR b  a | b  either;  NOT a  -a  !a  not this one;  (a OR b) c
        brackets group
    title:a         in the title;  author:a  in the authors' names
    comments:a      in the readers' comments below an article, or a name of who wrote one
    site:a  source:a  channel:a  lang:a  kind:a  tag:a      exactly this value; quote a value with
        spaces
    after:2026-11-21  before:2026-11  before:2026           published then or later, then or earlier
    after:2026-11-21T08:00  after:-3h                       a time of day; so long before now
        (``dates``)
    lang:und        the language is not known
    copy:0123456789abcdef           the documents of one group of copies
    thread:0123456789abcdef         the pages of one thread
    cites:example.org  cites:https://example.org/a          the text links to this site, or page
    person:"Li Qiang"  org:a  place:a                       the text names this person,
        organisation or place
    rights:noarchive  rights:tdm-reserved  rights:train-ai=n    the page says this about the use of
        its text (``extractor.rights``)
    foundafter:2026-11-21  foundbefore:2026-11              first found then or later, then or
        earlier
    has:date        the date of publication is known
    has:changes     the publisher has changed title or text;  is:gone  the page was missing when
        last visited;  is:partial  only the beginning, before a paywall
    changedafter:2026-11  changedbefore:2026  goneafter:-2d  gonebefore:2026    last changed, or
        gone, then or later
    harb*           words that begin like this
    a NEAR/5 b      both, with at most five words between; NEAR alone means ten
    confidence:<0.75                the text was extracted with less confidence; also <= > >=

NOT binds most tightly, then AND, then OR; operators are upper case. A field before a bracket
applies to everything in it. A run of more than four Chinese characters is split into words, all of
which must occur; an excluded run is excluded as a whole. Chinese punctuation works like English.
The parser is written by hand, not generated: word boundaries depend on the language, and each error
has a position and says what to do.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain
from typing import cast

import regex

from storage.documents.analysis import find_words
from storage.documents.dates import end_moment, first_moment
from storage.documents.errors import QueryError
from storage.documents.port import TEASER
from storage.documents.query_tokens import (
    NUMBER_FIELDS,
    TIME_FIELDS,
    VALUE_FIELDS,
    QueryToken,
    tokens,
)
from storage.documents.query_tree import (
    And,
    Dated,
    DateRange,
    FieldValue,
    InStory,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    TextField,
    TimeField,
    ValueField,
    leaves,
)
from storage.documents.query_words import comparison, near, prefix
from storage.documents.segmentation import default_segmenter
from storage.keys import host_name, place_of

MAX_CHARACTERS = 1000
MAX_TERMS = 64
# Each bracket is several levels in an adapter, and SQL's parser has a stack of 100.
MAX_BRACKETS = 6
# A run of at most this many Chinese characters is one word or name and is not split.
_SHORT_RUN = 4

_NO_LETTERS = r"[^\p{L}\p{M}\p{N}·・]+"
# A sign next to a Chinese character separates words like a space; inside other words (AT&T) it
# joins them.
_DIVISION = regex.compile(rf"(?<=\p{{Han}}){_NO_LETTERS}|{_NO_LETTERS}(?=\p{{Han}})")
_CHINESE = regex.compile(r"\p{Han}+")
_RUN = regex.compile(r"\p{Han}+|[^\p{Han}]+")
_OF_ADDRESS = regex.compile(r"^(?:https?://)?(?:www\.(?=[^/]*\.))?([^/]*)(?:/.*)?$")
"""An address on a site, and the name that documents have of the site."""
_TIMES: Mapping[str, TimeField] = {
    "": "published",
    "found": "collected",
    "changed": "changed",
    "gone": "gone",
}
# Values that ask whether a time is known, by field.
_KNOWN_TIMES: Mapping[str, Mapping[str, TimeField]] = {
    "has": {"date": "published", "changes": "changed"},
    "is": {"gone": "gone"},
}
_PARTIAL = "partial"
"""The value of ``is`` that asks for the beginnings of articles."""
SMALL_FIELDS = frozenset({"site", "channel", "lang", "kind", "copy", "thread", "rights"})
"""Fields whose values are always lower case; names of sources and tags are compared as written."""


def parse(text: str, now: datetime | None = None) -> Query:
    """Return the query for ``text``; blank text gives the empty query.

    ``now`` is the time of asking in the reader's time zone, by which dates are meant; by default,
    the present in UTC. Raises QueryError, with the position if there is one, for a text that is too
    long, has too many words or brackets, or cannot be parsed.
    """
    if len(text) > MAX_CHARACTERS:
        place = (MAX_CHARACTERS, len(text))
        raise QueryError(
            "The query has %s characters. Shorten it to %s or fewer.",
            f"{len(text):,}",
            f"{MAX_CHARACTERS:,}",
            place=place,
        )
    parser = _Parser(tokens(text), now or datetime.now(UTC))
    root = parser.whole()
    if root is None and parser.read_any:
        raise QueryError("The query has no letter or digit to search for. Enter a word.")
    count = sum(1 for _ in leaves(root))
    if count > MAX_TERMS:
        raise QueryError("The query has %s words and phrases. Use at most %s.", count, MAX_TERMS)
    return Query(root=root)


class _Parser:
    """A recursive descent parser, one method for each level; each returns None if it read signs but
    no words.
    """

    def __init__(self, found: Iterator[QueryToken], now: datetime) -> None:
        self._found = found
        self._now = now
        self._brackets = 0
        self._next = next(found, None)
        self.read_any = self._next is not None

    def whole(self) -> Node | None:
        node = self._either("")
        if self._next is not None:
            raise QueryError(
                "This closing bracket has no opening bracket. Remove it, or add the opening one.",
                place=self._next.place,
            )
        return node

    def _either(self, field: str) -> Node | None:
        node = self._all(field)
        parts = [node]
        while sign := self._take("OR"):
            parts.append(self._all(field))
            if parts[-2] is None or parts[-1] is None:
                raise _one_sided(sign)
        if node is None:
            return None
        return _joined(Or, [part for part in parts if part])

    def _all(self, field: str) -> Node | None:
        parts: list[Node | None] = []
        while self._next and self._next.kind not in (")", "OR"):
            if self._next.kind == "NEAR":
                raise _one_sided(self._next)
            sign = self._take("AND")
            if sign and (
                not parts or not self._next or self._next.kind in (")", "OR", "AND", "NEAR")
            ):
                raise _one_sided(sign)
            parts.append(self._near(self._one(field), field))
            if sign and None in parts[-2:]:
                raise _one_sided(sign)
        found = [part for part in parts if part]
        return _joined(And, found) if found else None

    def _near(self, node: Node | None, field: str) -> Node | None:
        """Return a node with what NEAR joins to it; a NEAR b NEAR c joins each with the next."""
        found: list[Node] = []
        while sign := self._take("NEAR"):
            if not self._starts_operand():
                raise _one_sided(sign)
            following = self._operand(field, whole=True)
            found.append(near(sign, node, following))
            node = following
        return _joined(And, found) if found else node

    def _one(self, field: str) -> Node | None:
        sign = None
        negated = False
        while taken := self._take("NOT"):
            sign, negated = sign or taken, not negated
        if sign is None:
            return self._operand(field, whole=False)
        # Excluding the parts of a compound one by one would exclude far more than was meant.
        node = self._operand(field, whole=True) if self._starts_operand() else None
        if node is None:
            raise QueryError(
                "%s has nothing to exclude after it. Add a word there.", sign.text, place=sign.place
            )
        return Not(node) if negated else node

    def _starts_operand(self) -> bool:
        return self._next is not None and self._next.kind in ("(", "field", "quoted", "word")

    def _operand(self, field: str, *, whole: bool) -> Node | None:
        token = cast(QueryToken, self._next)
        self._next = next(self._found, None)
        if token.kind == "(":
            return self._bracket(token, field)
        if token.kind == "field":
            node = self._operand(token.text, whole=whole) if self._starts_operand() else None
            if node is None:
                raise QueryError("%s needs a value after it.", f"{token.text}:", place=token.place)
            return node
        if field in TIME_FIELDS:
            return _times(token, field, self._now)
        # Each of these fields has values of its own, which are no words of a text.
        if field == "cites":
            return _cited(token)
        if field in VALUE_FIELDS:
            return _value(token, field)
        if field in NUMBER_FIELDS:
            return comparison(token, field)
        if field in _KNOWN_TIMES:
            return _known(token, field)
        if field == "story":
            return InStory(story=token.text) if token.text else None
        return self._text(token, field, whole=whole)

    def _bracket(self, opening: QueryToken, field: str) -> Node | None:
        self._brackets += 1
        if self._brackets > MAX_BRACKETS:
            raise QueryError(
                "More than %s brackets are nested here. Use fewer.",
                MAX_BRACKETS,
                place=opening.place,
            )
        node = self._either(field)
        if not self._take(")"):
            raise QueryError(
                "This bracket is not closed. Close it, or remove it.", place=opening.place
            )
        self._brackets -= 1
        return node

    def _text(self, token: QueryToken, field: str, *, whole: bool) -> Node | None:
        exact = token.kind == "quoted"
        if not exact and field != "author" and (start := prefix(token, field)):
            return start
        texts: Iterable[str] = [token.text]
        if not (exact or whole or field == "author"):
            texts = chain.from_iterable(map(_parts, _DIVISION.split(token.text)))
        found: list[Node] = []
        for text in texts:
            if find_words(text).words:
                found.append(Phrase(text=text, exact=exact, field=cast(TextField, field)))
        return _joined(And, found) if found else None

    def _take(self, kind: str) -> QueryToken | None:
        if self._next is None or self._next.kind != kind:
            return None
        token, self._next = self._next, next(self._found, None)
        return token


def _one_sided(sign: QueryToken) -> QueryError:
    return QueryError(
        "%s needs a word or phrase on each side, but one is missing.", sign.text, place=sign.place
    )


def _joined(kind: type[And] | type[Or], parts: Iterable[Node]) -> Node:
    """Return the parts as one node; merge parts of the same kind and drop repeated ones."""
    flat: dict[Node, None] = {}
    for part in parts:
        inner = part.parts if isinstance(part, kind) else (part,)
        flat |= dict.fromkeys(inner)
    if len(flat) > 1:
        return kind(tuple(flat))
    return next(iter(flat))


def _value(token: QueryToken, field: str) -> FieldValue | None:
    text = token.text.lower() if field in SMALL_FIELDS else token.text
    if field == "site":
        text = _OF_ADDRESS.sub(r"\1", text)
    if text:
        return FieldValue(field=cast(ValueField, field), value=text)
    return None


def _cited(token: QueryToken) -> FieldValue | None:
    """Return what cites a site, if only its host is named, or a page."""
    text = token.text.strip()
    if not text:
        return None
    if "/" in text:
        page = place_of(text if "://" in text else f"https://{text}")
        if page:
            return FieldValue(field="cited_page", value=page)
    else:
        with suppress(ValueError):
            site = host_name(text).partition(":")[0].removeprefix("www.")
            return FieldValue(field="cited_site", value=site)
    raise QueryError(
        "“%s” is neither a site nor an address. Write cites:example.org or "
        "cites:https://example.org/page.",
        text,
        place=token.place,
    )


def _known(token: QueryToken, field: str) -> Dated | FieldValue:
    if field == "is" and token.text.lower() == _PARTIAL:
        return FieldValue(field="text_source", value=TEASER)
    which = _KNOWN_TIMES[field].get(token.text.lower())
    if which is None and field == "has":
        raise QueryError(
            "has: is only for dates and changes. Write has:date or has:changes.", place=token.place
        )
    if which is None:
        raise QueryError(
            "is: is only for pages that are gone and for partial texts. Write is:gone or "
            "is:partial.",
            place=token.place,
        )
    return Dated(field=which)


def _times(token: QueryToken, field: str, now: datetime) -> DateRange:
    """Return the times that a field allows."""
    which = _TIMES[field.removesuffix("after").removesuffix("before")]
    try:
        if field.endswith("after"):
            return DateRange(start=first_moment(token.text, now), field=which)
        return DateRange(end=end_moment(token.text, now), field=which)
    except ValueError as error:
        raise QueryError(
            "“%s” is not a date. Write it as 2026-11-21, 2026-11 or 2026, with a time as "
            "2026-11-21T08:00, or as -3h or -2d: so many hours or days ago.",
            token.text,
            place=token.place,
        ) from error


def _parts(piece: str) -> Iterator[str]:
    """Yield the words of a text without spaces; it is split only if it contains a long Chinese
    run.
    """
    if all(len(run) <= _SHORT_RUN for run in _CHINESE.findall(piece)):
        yield piece
        return
    for run in _RUN.findall(piece):
        if len(run) > _SHORT_RUN and _CHINESE.match(run):
            yield from default_segmenter().split(run)
        else:
            yield run

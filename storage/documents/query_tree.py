"""A query as a tree of values, which every documents adapter translates."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from storage.documents.analysis import find_words

TextField: TypeAlias = Literal["", "title", "author", "comments"]
OF_TEXT = ("", "title")
"""The fields whose words are those of the document: they rank, and have spellings and meaning."""
ValueField: TypeAlias = Literal[
    "source",
    "site",
    "channel",
    "lang",
    "kind",
    "tag",
    "copy",
    "thread",
    "text_source",
    "cited_site",
    "cited_page",
    "person",
    "org",
    "rights",
    "place",
]
NAME_FIELDS = {"person": "people", "org": "organisations", "place": "places"}
TimeField: TypeAlias = Literal["published", "collected", "changed", "gone"]
NumberField: TypeAlias = Literal["confidence"]
Sign: TypeAlias = Literal["<", "<=", ">", ">="]


@dataclass(frozen=True, kw_only=True)
class TermMatch:
    """Analysed words to find side by side, in the stems or the words of a text.

    ``field`` is "" for title and content, "title" for the title only, or "comments". ``prefix``:
    the last word may go on.
    """

    words: tuple[str, ...]
    stemmed: bool
    field: str = ""
    prefix: bool = False


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Words that must be side by side, as the user wrote them; a single word is a phrase too.

    ``exact``: the user quoted them, so that English words match as written, not by stem. ``field``:
    title and content, the title only, the comments with the names of those who wrote them, or the
    names of the author and of a thread's posters. Names of the last kind are always compared as
    written. Text without a letter or digit matches every document.
    ``prefix``: words that begin with the text, which is one word and neither quoted nor a name.
    """

    text: str
    exact: bool = False
    field: TextField = ""
    prefix: bool = False

    def term_match(self) -> TermMatch | None:
        """Return the words to find, or None if there is no letter or digit.

        Stems are compared if the phrase is not exact and has no character of a script without
        spaces.
        """
        found = find_words(self.text)
        stemmed = not self.exact and not found.solo and self.field != "author" and not self.prefix
        words = found.stems if stemmed else found.words
        match = TermMatch(words=tuple(words), stemmed=stemmed, field=self.field, prefix=self.prefix)
        return match if words else None


@dataclass(frozen=True, kw_only=True)
class Near:
    """Two phrases in either order, with at most ``distance`` other words (Chinese: characters)
    between them.

    Both are in the title, or both in the content, or both in the comments. Neither is a prefix or a
    name, and their fields are the same.
    """

    first: Phrase
    second: Phrase
    distance: int

    def term_matches(self) -> tuple[TermMatch, TermMatch] | None:
        """Return the two, both in the stems or both in the words; None if one has no letter or
        digit.
        """
        first, second = self.first.term_match(), self.second.term_match()
        # Places in the stems and in the words are counted apart.
        if first and second and first.stemmed != second.stemmed:
            first = replace(self.first, exact=True).term_match()
            second = replace(self.second, exact=True).term_match()
        return (first, second) if first and second else None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A known number of the document is less or greater than this one."""

    field: NumberField
    sign: Sign
    value: float


@dataclass(frozen=True, kw_only=True)
class FieldValue:
    """A field has exactly this value; for "tag", one of the tags has it.

    Names may be in other capitals. A cited page has it in the form of ``storage.keys.place_of``.
    ``others`` are the other spellings of a name.
    """

    field: ValueField
    value: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class InStory:
    """The document, or the first page of its thread, is in this story.

    The documents store does not know stories: ``with_stories`` adds the ids of the story's
    ``documents``.
    """

    story: str
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Listed:
    """The document is one of these."""

    documents: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Dated:
    """A time is known: of publication, of a change, or since when the page is gone.

    A change is one that the publisher made; a thread that has grown is not changed.
    """

    field: TimeField = "published"


@dataclass(frozen=True, kw_only=True)
class DateRange:
    """One of its times is ``start`` or later and before ``end``, both aware; None leaves that end
    open.

    The time is that of publication, when it was first found, last changed, or gone. No range of
    publication includes an undated document, and so on; every document has a time at which it was
    found.
    """

    start: datetime | None = None
    end: datetime | None = None
    field: TimeField = "published"


@dataclass(frozen=True)
class And:
    """All parts match."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True)
class Or:
    """At least one of the parts matches."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True)
class Not:
    """The part does not match."""

    part: "Node"


@dataclass(frozen=True)
class AtLeast:
    """At least ``count`` of the parts match; ``count`` is one or more."""

    count: int
    parts: "tuple[Node, ...]"


Leaf: TypeAlias = Phrase | Near | FieldValue | InStory | Listed | Dated | DateRange | Comparison
Node: TypeAlias = Leaf | And | Or | AtLeast | Not


@dataclass(frozen=True, kw_only=True)
class Query:
    """The condition that documents must match. Without a root, all documents match."""

    root: Node | None = None

    @property
    def conjuncts(self) -> tuple[Node, ...]:
        """The nodes that must all match."""
        if self.root is None:
            return ()
        if isinstance(self.root, And):
            return self.root.parts
        return (self.root,)


def term_matches(query: Query) -> list[TermMatch]:
    """Return the words wanted in title and content, each once: they rank a hit and are marked in
    it.

    Excluded words, words of comments and authors' names are left out.
    """
    return _wanted(query, OF_TEXT)


def comment_matches(query: Query) -> list[TermMatch]:
    """Return the words wanted in comments, each once: they are marked there."""
    return _wanted(query, ("comments",))


def _wanted(query: Query, fields: Collection[str]) -> list[TermMatch]:
    found: dict[TermMatch, None] = {}
    for words, wanted in _words(query.root):
        if wanted and words.field in fields and (match := words.term_match()):
            found[match] = None
    return list(found)


def with_stories(query: Query, documents_of: Callable[[str], Sequence[str]]) -> Query:
    """Return the query with the documents of each story that it names."""

    def filled(leaf: Leaf) -> Node:
        if isinstance(leaf, InStory):
            return InStory(story=leaf.story, documents=tuple(documents_of(leaf.story)))
        return leaf

    return _changed(query, filled)


def with_spellings(query: Query, spellings_of: Callable[[str, str], Sequence[str]]) -> Query:
    """Return the query with all spellings of each name in it, by kind and name."""

    def spelled(leaf: Leaf) -> Node:
        if not isinstance(leaf, FieldValue) or leaf.field not in NAME_FIELDS:
            return leaf
        others = (each for each in spellings_of(leaf.field, leaf.value) if each != leaf.value)
        return replace(leaf, others=tuple(others))

    return _changed(query, spelled)


def names_any(query: Query) -> bool:
    """Return whether a person, an organisation or a place is in the query."""
    return any(
        isinstance(leaf, FieldValue) and leaf.field in NAME_FIELDS for leaf in leaves(query.root)
    )


def _changed(query: Query, change: Callable[[Leaf], Node]) -> Query:
    """Return the query with the leaves of its tree changed."""

    def changed(node: Node) -> Node:
        match node:
            case And(parts) | Or(parts) | AtLeast(parts=parts):
                return replace(node, parts=tuple(map(changed, parts)))
            case Not(part):
                return Not(changed(part))
        return change(node)

    if query.root is None:
        return query
    return Query(root=changed(query.root))


def side_by_side(query: Query) -> TermMatch | None:
    """Return the plain words of a query as one phrase, in their order, or None if there are not
    several.

    Of the documents that have all words, those that have the phrase are more relevant.
    """
    plain = [part.text for part in query.conjuncts if is_plain(part) and isinstance(part, Phrase)]
    if len(plain) > 1:
        return Phrase(text=" ".join(plain)).term_match()
    return None


def is_plain(node: Node) -> bool:
    """Return whether a node is a word as people type it, without any sign."""
    return isinstance(node, Phrase) and not (node.exact or node.prefix or node.field)


def leaves(node: Node | None) -> Iterator[Leaf]:
    """Yield the words, values and dates of a tree in order."""
    match node:
        case And(parts) | Or(parts) | AtLeast(parts=parts):
            for part in parts:
                yield from leaves(part)
        case Not(part):
            yield from leaves(part)
        case None:
            return
        case _:
            yield node


def _words(node: Node | None, wanted: bool = True) -> Iterator[tuple[Phrase, bool]]:
    """Yield the words of a tree, each with whether it is wanted, that is, under an even number of
    negations.
    """
    match node:
        case And(parts) | Or(parts) | AtLeast(parts=parts):
            for part in parts:
                yield from _words(part, wanted)
        case Not(part):
            yield from _words(part, not wanted)
        case Phrase():
            yield node, wanted
        case Near(first=first, second=second):
            yield from ((first, wanted), (second, wanted))

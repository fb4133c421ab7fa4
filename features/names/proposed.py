"""The proposed spellings: which names of the last days may be one, and what people decide."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from urllib.parse import parse_qs, urlencode

from django.core.cache import cache

from features.names import store
from features.names.proposing import Naming, SpellingProposal, propose
from features.names.subjects import page_of
from newsroom.recognition.known import same_names
from newsroom.recognition.words import words_of
from storage.database import tombstones
from storage.database.searches import groups
from storage.database.searches.spellings import all_spellings
from storage.documents.port import NAME_KINDS, Document
from storage.parts import in_parts
from webui.apps import stores
from webui.search.params import SearchParams

PERIODS = (7, 3, 1)
"""Days. A busy collection looks at fewer of them: whole stories tell more than parts of many."""
MAX_PROPOSALS = 50
"""As many as somebody decides in one sitting."""
MAX_DOCUMENTS = 5_000
"""Reading them takes two seconds of a processor."""
# Reading as many documents takes seconds, and what is decided counts at once all the same.
_REMEMBERED_SECONDS = 600
# So many ids are asked for at once: databases take some thousand values.
_AT_ONCE = 1_000


@dataclass(frozen=True, kw_only=True)
class ProposedPair:
    """A proposal for people: ``key`` names it in a form, the addresses are pages of the names."""

    kind: str
    proposal: SpellingProposal
    key: str
    name_url: str | None
    other_url: str | None
    documents: Sequence[Document]


@dataclass(frozen=True, kw_only=True)
class Proposed:
    """What is proposed from ``read`` documents of the last ``days``; ``more`` are not shown."""

    pairs: Sequence[ProposedPair]
    more: int
    read: int
    days: int


@dataclass(frozen=True, kw_only=True)
class _Found:
    proposals: Mapping[str, Sequence[SpellingProposal]]
    read: int
    days: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names of a kind, of a form."""

    kind: str
    name: str
    other: str

    @property
    def key(self) -> str:
        """The pair as a value of a form."""
        return urlencode({"kind": self.kind, "name": self.name, "other": self.other})

    @classmethod
    def read(cls, key: str) -> "Pair | None":
        """Return the pair of a value of a form, None if it is none."""
        found = parse_qs(key)
        kind, name, other = (found.get(part, [""])[0] for part in ("kind", "name", "other"))
        if kind in NAME_KINDS and name and other:
            return cls(kind, name, other)
        return None


def proposed() -> Proposed:
    """Return the pairs of names that may be one and that nobody has decided on.

    Raises Unavailable and Refused.
    """
    found = _found()
    undecided = [
        (kind, each) for kind in NAME_KINDS for each in _undecided(kind, found.proposals[kind])
    ]
    undecided.sort(key=lambda pair: (-pair[1].documents, pair[1].name, pair[1].other))
    return Proposed(
        pairs=[_pair(kind, each) for kind, each in undecided[:MAX_PROPOSALS]],
        more=max(0, len(undecided) - MAX_PROPOSALS),
        read=found.read,
        days=found.days,
    )


def _found() -> _Found:
    """Return all proposals; remember them for a while, unless something was erased since."""
    key = f"proposed-spellings-{tombstones.count()}"
    found: _Found | None = cache.get(key)
    if found is None:
        days, documents = _newest()
        stories = _stories(documents)
        found = _Found(
            proposals={kind: _propose(kind, documents, stories) for kind in NAME_KINDS},
            read=len(documents),
            days=days,
        )
        cache.set(key, found, _REMEMBERED_SECONDS)
    return found


def _newest() -> tuple[int, list[Document]]:
    """Return documents of the most days that have few enough, and how many days these are."""
    for days in PERIODS:
        request = SearchParams(after=f"-{days}d").request(facets=False)
        if (
            days == PERIODS[-1]
            or stores().documents().count_matches(request).total <= MAX_DOCUMENTS
        ):
            break
    return days, stores().documents().draw(request, "", MAX_DOCUMENTS)


def _stories(documents: Iterable[Document]) -> dict[str, str]:
    ids = [each.id for each in documents]
    found: dict[str, str] = {}
    for some in in_parts(ids, _AT_ONCE):
        found.update(groups.groups_of(some))
    return found


def _propose(
    kind: str, documents: Iterable[Document], stories: dict[str, str]
) -> list[SpellingProposal]:
    namings = [
        # Copies of a text that no story has are one witness.
        Naming(
            document=each.id,
            story=stories.get(each.id) or each.group or each.id,
            lang=each.lang,
            names=_names_of(each, kind),
        )
        for each in documents
    ]
    facts = [names for known_kind, names in same_names() if known_kind == kind]
    words = words_of("en") if kind == "person" else None
    return propose(namings, facts, words.titles if words else frozenset())


def _names_of(document: Document, kind: str) -> Sequence[str]:
    names = {
        "person": document.people,
        "org": document.organisations,
        "place": document.places,
    }
    return names[kind]


def _undecided(kind: str, proposals: Iterable[SpellingProposal]) -> Iterator[SpellingProposal]:
    """Yield those that are not one name yet, and of which no spellings are said to differ."""
    spellings = all_spellings()
    differ = {
        frozenset((row.name, row.other)) for row in store.different_names() if row.kind == kind
    }
    for each in proposals:
        one, other = spellings.of(kind, each.name), spellings.of(kind, each.other)
        pairs = {frozenset(pair) for pair in product((*one, each.name), (*other, each.other))}
        if one != other and not pairs & differ:
            yield each


def _pair(kind: str, proposal: SpellingProposal) -> ProposedPair:
    examples = (stores().documents().get(each) for each in dict.fromkeys(proposal.examples))
    return ProposedPair(
        kind=kind,
        proposal=proposal,
        key=Pair(kind, proposal.name, proposal.other).key,
        name_url=page_of(kind, proposal.name),
        other_url=page_of(kind, proposal.other),
        documents=[each for each in examples if each],
    )

"""What a page is about: a name, an author, a source and so on, of the filters of a search."""

from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from django.urls import reverse

from storage.documents.name_spellings import NameSpellings
from storage.documents.port import NAME_KINDS
from webui.search.params import SearchParams

KINDS = (*NAME_KINDS, "author", "source", "site", "tag", "region")
"""The filters whose values have a page, the first of which a page is about."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A value and its kind, which is the name of a filter; a name with its other spellings."""

    kind: str
    name: str
    others: tuple[str, ...] = ()

    @property
    def is_name(self) -> bool:
        """Return whether documents name it, in several spellings maybe."""
        return self.kind in NAME_KINDS

    @property
    def address(self) -> str:
        """The query string of its page and of the search for its documents."""
        return address_of(self.kind, self.name)


def address_of(kind: str, name: str) -> str:
    """Return the query string of the page of a name."""
    return f"?{urlencode({kind: name}, quote_via=quote)}"


def page_of(kind: str, name: str) -> str | None:
    """Return the address of the page of a name, None for a filter whose values have no page."""
    if kind in KINDS:
        return f"{reverse('names')}{address_of(kind, name)}"
    return None


def subject_of(params: SearchParams, spellings: NameSpellings) -> Subject | None:
    """Return what a page is about, by the name that its spelling means; None without any."""
    for kind in KINDS:
        for value in params.values(kind)[:1]:
            name, *others = spellings.of(kind, value)
            return Subject(kind=kind, name=name, others=tuple(others))
    return None


def narrowed(params: SearchParams, subject: Subject) -> SearchParams:
    """Return the search for documents with the subject and with all filters of other kinds."""
    own = (subject.kind, subject.name)
    chosen = (own if pair[0] == subject.kind else pair for pair in params.chosen)
    return replace(params, chosen=tuple(dict.fromkeys(chosen)))

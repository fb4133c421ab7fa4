"""What is to be added to a brief, as an address and a form name it."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from features.briefs.capture import MAX_SOURCES, WantedItem
from hooks.answers import Quotation

_FIELDS = ("document", "story", "quote")


def adding(*, document: str = "", story: str = "", quotations: Sequence[Quotation] = ()) -> str:
    """Return the address of the page that adds one of these to a brief."""
    named = [("document", document), ("story", story), *_quotes(quotations)]
    return f"{reverse('brief_add')}?{urlencode([each for each in named if each[1]])}"


def wanted_of(given: QueryDict) -> WantedItem:
    """Return what an address or a form asks to add."""
    quotes = (each.split(".", 2) for each in given.getlist("quote")[:MAX_SOURCES])
    return WantedItem(
        document=given.get("document", ""),
        words=given.get("words", ""),
        quotations=[Quotation(*each) for each in quotes],
        story=given.get("story", ""),
    )


def fields_of(given: QueryDict) -> list[tuple[str, str]]:
    """Return the fields that name what to add, for a form that asks again."""
    return [(name, value) for name in _FIELDS for value in given.getlist(name)]


def _quotes(quotations: Sequence[Quotation]) -> Iterator[tuple[str, str]]:
    # What is cut here is cut when it is read, too: an address stays short enough for all servers.
    for each in quotations[:MAX_SOURCES]:
        yield "quote", f"{each.document}.{each.sentence}.{each.claim}"

"""Filters that show a list page and its links."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from watch.labels import label
from webui.sources.advice import advice as advice_for

if TYPE_CHECKING:
    from crawler.preview import ListEntry

register = template.Library()

_MAX_URL_LENGTH = 110
_MAX_AFTER_LENGTH = 40
"""Most characters after the part that a pattern matches: the part tells why the link counts."""
_WHY = {
    "self": _("the list itself"),
    "pattern": _("no pattern matches"),
    "thread": _("not the first page of a thread"),
    "other_site": _("another site"),
    "unlikely": _("does not look like an article"),
    "file": _("a picture or a document, not a page"),
    "section": _("a person, a tag, a section or an account"),
}


@register.filter
def why(entry: "ListEntry") -> str:
    """Return why a link is left out."""
    return label(_WHY, entry.why)


@register.filter
def marked_address(entry: "ListEntry") -> SafeString:
    """Return a link's address, escaped, with the part that a pattern matches in ``<mark>``."""
    address = entry.url
    start = address.find(entry.matched) if entry.matched else -1
    if start < 0:
        return format_html("{}", shortened(address))
    before = _without_scheme(address[:start])
    after = address[start + len(entry.matched) :]
    return format_html(
        "{}<mark>{}</mark>{}",
        # Of a long address, what is around the match is what readers look for.
        before[-_MAX_URL_LENGTH:],
        entry.matched[:_MAX_URL_LENGTH],
        after[:_MAX_AFTER_LENGTH],
    )


@register.filter
def shortened(url: str) -> str:
    """Return an address without its scheme; a long one without its middle."""
    url = _without_scheme(url)
    if len(url) <= _MAX_URL_LENGTH:
        return url
    return f"{url[: _MAX_URL_LENGTH - 31]}…{url[-30:]}"


@register.filter
def host(url: str) -> str:
    """Return the host of an address."""
    return urlsplit(url).hostname or url


@register.filter
def what_to_do(outcome: str, channel: str = "") -> str:
    """Return what an operator can do about an outcome of a list of this channel."""
    return advice_for(outcome, channel)


@register.filter
def any_taken(block: "tuple[ListEntry, ...]") -> bool:
    """Return whether a block of a list has a matching link."""
    return any(entry.taken for entry in block)


@register.filter
def lookup(mapping: dict[str, object], key: str) -> object:
    """Return the value of a key, or the key itself if there is none."""
    return mapping.get(key, key)


def _without_scheme(url: str) -> str:
    if url.startswith(("http://", "https://")):
        return url.partition("://")[2]
    return url

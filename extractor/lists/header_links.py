"""The links in the headers of an answer (RFC 8288)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractor.results import Headers

# <address>; name="value"; ... - the parameters may hold no comma outside of quotes.
_LINK = re.compile(r'<([^<>]{0,2000})>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^",;\s]+)){1,9})')
_PARAMETER = re.compile(r'([\w*-]+)\s*=\s*(?:"([^"]*)"|([^",;\s]+))')


@dataclass(frozen=True)
class HeaderLink:
    """One link: its address as the header writes it, and its relations and media type in lower
    case; "" for no type.
    """

    href: str
    relations: tuple[str, ...]
    type: str


def header_links(headers: Headers) -> Iterator[HeaderLink]:
    """Yield the links of the header ``link``; the names of headers are in lower case."""
    for href, written in _LINK.findall(headers.get("link", "")):
        parameters: dict[str, str] = {}
        for name, quoted, plain in _PARAMETER.findall(written):
            parameters.setdefault(name.lower(), (quoted or plain).lower())
        relations = tuple(parameters.get("rel", "").split())
        yield HeaderLink(href.strip(), relations, parameters.get("type", ""))

"""What articles cite: of three, one cites a host that nobody has as a source, one another paper.

The words of the text stay; a few of them become a link.
"""

import re
from typing import Final

from fakeweb.layouts.page import safe
from fakeweb.model import Site
from fakeweb.urls import Addresses

_EVERY: Final = 3
_PAPERS: Final = ("harbour-times", "lantern-weekly")
_WORDS: Final = re.compile(r"\w+(?: \w+){2}|\w{4,6}")


def with_citation(addresses: Addresses, site: Site, index: int, html: str) -> str:
    """Return the page of an article with a link at the beginning of its second paragraph, where
    that follows a tag or begins a line. A text in a script stays as it is: a link breaks its
    string.
    """
    address = _cited(addresses, site, index)
    second = addresses.world.text(site, index).paragraphs[1:2]
    found = _WORDS.match(second[0]) if address and second else None
    if found is None:
        return html
    words = safe(found[0])
    link = f'<a href="{safe(address)}">{words}</a>'
    return re.sub(rf"(?<=[>\n]){re.escape(words)}(?![^<]*</script)", link, html, count=1)


def _cited(addresses: Addresses, site: Site, index: int) -> str:
    """Return the address that an article cites, "" for none."""
    world = addresses.world
    if index % _EVERY == 0:
        hosts = [each for each in world.sites.values() if each.is_unlisted]
    elif index % _EVERY == 1:
        hosts = [world.sites[name] for name in _PAPERS if name in world.sites]
    else:
        return ""
    if not hosts or site in hosts:
        return ""
    cited = hosts[index // _EVERY % len(hosts)]
    return addresses.article(cited, index % world.count(cited)) if world.count(cited) else ""

"""The names of a site, and titles without them."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from extractor.fields.jsonld import names_of
from extractor.fields.metadata import Metadata
from extractor.page.dom import Element, squeeze

_SEPARATOR = re.compile(r"\s*[|｜_»·•–—―]\s*|\s+[-/:~<>«‹›]+\s+|-{2,}")
_MOST_PARTS = 6
_SHORTEST = 5
"""Characters that must remain of a title."""
_SHORTEST_NAME = 4
_LONGEST_NAME = 60
_MOST_LINKS = 300
_SITE_LAST = re.compile(r"(?P<title>.{10,}?)(?:\s*[|_]\s*|\s-\s)(?P<site>[^|_]+?)$")
_SITE_SHARE = 0.4
"""The last part of a title is the site's name if it is shorter than this share of the rest."""


def letters(text: str) -> str:
    """Return letters and digits in lower case, to compare titles that differ only in punctuation."""
    return "".join(filter(str.isalnum, text.lower()))


def parted(title: str) -> Iterator[str]:
    """Yield the beginnings of a title up to each separator before site and section names, the shortest first."""
    return (title[: sign.start()] for sign in _SEPARATOR.finditer(title) if sign.start() >= _SHORTEST)


class SiteNames:
    """The names of a page's site: its own statement, its publisher, its host; ``others`` are more such names."""

    def __init__(self, metadata: Metadata, others: Iterable[str] = ()) -> None:
        named = (metadata.site_name, *names_of(metadata.article.get("publisher")), *others)
        self._names = {name for text in named if (name := letters(text[:_LONGEST_NAME]))}
        self._host = letters(metadata.host.removeprefix("www.").rpartition(".")[0])

    def is_named(self, text: str) -> bool:
        """Tell whether a text is the name of the site."""
        own = letters(text)
        return own in self._names or (len(own) >= _SHORTEST_NAME and own == self._host)

    def is_of(self, text: str) -> bool:
        """Tell whether a text begins with the name of the site or its host: the site, its staff, its developer."""
        own = letters(text)
        names = (*self._names, self._host)
        return self.is_named(text) or any(len(name) > _SHORTEST_NAME and own.startswith(name) for name in names)

    def cut_off(self, title: str) -> str:
        """Remove the site's name from the end or the beginning of a title."""
        for _ in range(_MOST_PARTS):
            cuts = list(_SEPARATOR.finditer(title))
            if cuts and self._ends_it(title[cuts[-1].end() :]) and cuts[-1].start() >= _SHORTEST:
                title = title[: cuts[-1].start()]
            elif cuts and self._ends_it(title[: cuts[0].start()]) and len(title) - cuts[0].end() >= _SHORTEST:
                title = title[cuts[0].end() :]
            else:
                break
        return title

    def _ends_it(self, part: str) -> bool:
        own = letters(part)
        long = (name for name in self._names if min(len(own), len(name)) >= _SHORTEST_NAME)
        if own in self._names or any(name in own or own in name for name in long):
            return True
        host = self._host
        return len(own) >= _SHORTEST_NAME and (own in host or (len(host) >= _SHORTEST_NAME and host in own))

    def without_names(self, title: str, root: Element) -> str:
        """Remove site and section names from a ``title`` element.

        These are parts at its ends that are links or alternative texts of pictures on the page, and
        a last part that is short or in the copyright notice.
        """
        links = {squeeze(link.text) for link in islice(root.iter("a"), _MOST_LINKS) if link.text}
        links |= {squeeze(image.get("alt") or "") for image in islice(root.iter("img"), _MOST_LINKS)}
        title = self.cut_off(title)
        for _ in range(_MOST_PARTS):
            cuts = list(_SEPARATOR.finditer(title))
            if cuts and title[cuts[-1].end() :] in links and cuts[-1].start() >= _SHORTEST:
                title = title[: cuts[-1].start()]
            elif cuts and title[: cuts[0].start()] in links and len(title) - cuts[0].end() >= _SHORTEST:
                title = title[cuts[0].end() :]
            else:
                break
        named = _SITE_LAST.match(title)
        if named and (len(named["site"]) <= _SITE_SHARE * len(named["title"]) or _owns(named["site"], root)):
            return named["title"]
        return title


def _owns(name: str, root: Element) -> bool:
    """Tell whether a name is in a copyright notice of the page."""
    notices = islice(_find_notices(root), _MOST_LINKS)  # type: ignore[arg-type]
    return len(name) >= _SHORTEST_NAME and any(name in squeeze(str(notice)) for notice in notices)


_find_notices = etree.XPath("//body//text()[contains(., '©') or contains(., 'opyright') or contains(., '版权所有')]")

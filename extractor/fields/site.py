"""The names of a site, and titles without them."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from extractor.fields.jsonld import names_of
from extractor.fields.metadata import Metadata
from extractor.languages.tables import all_words, alternatives
from extractor.page.dom import Element, join, squeeze
from extractor.page.text import CJK

_SEPARATOR = re.compile(r"\s*[|｜_»·•–—―]\s*|\s+[-/:~<>«‹›]+\s+|-{2,}")
_QUOTED = re.compile(r"«[^«»]*»|»(?=\S)[^«»]*(?<=\S)«")
"""A quotation in French or Russian, or as in German."""
_NAMED_BEFORE = re.compile(r"(.{4,60}?):\s+")
_MAX_PARTS = 6
"""Names of sections, sites and portals that are cut off a title, one after the other."""
_MIN_TITLE_LENGTH = 5
"""Characters that must remain of a title."""
_MIN_NAME_LENGTH = 4
"""Shorter names of hosts are found inside other words."""
_MIN_SHOWN_LENGTH = 8
"""Shorter parts of a title are found anywhere on a page."""
_MAX_NAME_LENGTH = 60
"""Longer texts are slogans."""
_MAX_LINKS = 300
"""Links and pictures at the start of a page that may name the site: its head has fewer."""
_SITE_LAST = re.compile(r"(?P<title>.{10,}?)(?:\s*[|_]\s*|\s-\s)(?P<site>[^|_]+?)$")
_SITE_SHARE = 0.4
"""The last part of a title is the site's name if it is shorter than this share of the rest."""
_SECTION = 8
"""Most characters of a section's name between a title in Chinese, Japanese or Korean and its site's
name.
"""
_PORTAL = re.compile(rf"(?:{alternatives('titles.site_end')})$|^powered by\b", re.I)
"""Parts that name a site in words: "X net", "X daily", "X forum", the software of the site."""
_MAX_PORTAL_LENGTH = 30
"""Most characters of the name of a portal after a title."""
_DASHES = "—–―"
"""Dashes that divide sentences in Chinese. What follows may end like a site's name."""
_SECOND_LEVEL = frozenset(
    ("co", "com", "net", "org", "edu", "gov", "ac", "or", "ne", "go", "gob", "gouv")
)
"""Labels of domains that stand between the name of a site and its country."""
_MIN_INITIALS = 3
"""Two initials are found in every other domain."""
_SMALL_WORDS = frozenset(all_words("titles.small_words"))
_MAX_LINES = 4_000
"""Elements that are looked at: bounds what one page costs."""
_HEADINGS = ("h1", "h2", "h3")


def letters(text: str) -> str:
    """Return letters and digits in lower case, to compare titles that differ only in
    punctuation.
    """
    return "".join(filter(str.isalnum, text.lower()))


def parted(title: str) -> Iterator[str]:
    """Yield the beginnings of a title up to each separator before site and section names, the
    shortest first.
    """
    starts = (sign.start() for sign in _separators(title))
    return (title[:start] for start in starts if start >= _MIN_TITLE_LENGTH)


def _separators(title: str) -> list[re.Match[str]]:
    """Return the separators of a title. The signs of a quotation and within one are none."""
    covered = _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), title)
    return list(_SEPARATOR.finditer(covered))


_FORUM_LAST = re.compile(rf"(?:{alternatives('titles.forum_end')})$")
"""The end of the name of a forum that only a blank separates from a title."""


class SiteNames:
    """The names of a page's site: its own statement, its publisher, its host; ``others`` are more
    such names.

    ``logos`` are names, too, but a text that only contains one may be anything.
    """

    def __init__(
        self, metadata: Metadata, others: Iterable[str] = (), logos: Iterable[str] = ()
    ) -> None:
        named = (metadata.site_name, *names_of(metadata.article.get("publisher")), *others)
        self._names = {name for text in named if (name := letters(text[:_MAX_NAME_LENGTH]))}
        self._logos = set(map(letters, logos))
        self._address = letters(metadata.host.removeprefix("www."))
        self._host = letters(metadata.host.removeprefix("www.").rpartition(".")[0])
        self._base, self._own = metadata.base, metadata.canonical_url
        labels = metadata.host.lower().split(".")[:-1]
        own_labels = (label for label in reversed(labels) if label not in _SECOND_LEVEL)
        self._domain = letters(next(own_labels, ""))

    def is_named(self, text: str) -> bool:
        """Return whether a text is the name of the site."""
        own = letters(text)
        is_host = len(own) >= _MIN_NAME_LENGTH and own in (self._host, self._address)
        return own in self._names or own in self._logos or is_host

    def is_of(self, text: str) -> bool:
        """Return whether a text begins with the name of the site or its host: the site, its staff,
        its developer.
        """
        if self.is_named(text):
            return True
        names = (name for name in (*self._names, self._host) if len(name) > _MIN_NAME_LENGTH)
        return letters(text).startswith(tuple(names))

    def cut_off(self, title: str) -> str:
        """Remove the site's name from the end or the beginning of a title."""
        named = _NAMED_BEFORE.match(title)
        if named and self.is_named(named[1]) and len(title) - named.end() >= _MIN_TITLE_LENGTH:
            title = title[named.end() :]
        for _ in range(_MAX_PARTS):
            cuts = _separators(title)
            if not cuts:
                break
            first, last = cuts[0], cuts[-1]
            is_title_before = last.start() >= _MIN_TITLE_LENGTH
            is_title_after = len(title) - first.end() >= _MIN_TITLE_LENGTH
            # Most sites put their name last; at the beginning it must be surer.
            if is_title_before and self._is_site(title[last.end() :], last.group()):
                title = title[: last.start()]
            elif is_title_after and self._ends_it(title[: first.start()]):
                title = title[first.end() :]
            else:
                break
        return title

    def _is_site(self, part: str, sign: str) -> bool:
        """Return whether the last part of a title is the name of the site."""
        may_be_portal = len(part) <= _MAX_PORTAL_LENGTH and sign.strip()[:1] not in _DASHES
        if may_be_portal and _PORTAL.search(part):
            return True
        return self._ends_it(part) or self._abbreviated(part)

    def _abbreviated(self, part: str) -> bool:
        """Return whether the domain is in a name, or consists of the initials of its words."""
        if len(self._domain) > _MIN_NAME_LENGTH and self._domain in letters(part):
            return True
        words = (word for word in part.lower().split() if word not in _SMALL_WORDS)
        initials = "".join(word[0] for word in words if word[0].isalpha())
        return len(initials) >= _MIN_INITIALS and initials == self._domain

    def _ends_it(self, part: str) -> bool:
        own = letters(part)
        if own in self._names or own in self._logos:
            return True
        if len(own) < _MIN_NAME_LENGTH:
            return False
        # Titles shorten the name of their site, or add a city or a section to it.
        long = (name for name in self._names if len(name) >= _MIN_NAME_LENGTH)
        if any(name in own or own in name for name in long):
            return True
        host = self._host
        return own in host or (len(host) >= _MIN_NAME_LENGTH and host in own)

    def _leads_here(self, link: Element) -> bool:
        """Return whether a link leads to the page itself, as that of its headline may, and not to a
        part of it.
        """
        href = link.get("href") or ""
        return href[:1] not in ("", "#") and join(self._base, href) == self._own

    def without_names(self, title: str, root: Element) -> str:
        """Remove site and section names from a title that no heading of the page repeats.

        These are parts at its ends that are links or alternative texts of pictures on the page, and
        a last part that is short or in the copyright notice. If a line of the page is a beginning
        of the title, that is the title.
        """
        links = set()
        for link in islice(root.iter("a"), _MAX_LINKS):
            text = squeeze(link.text or "")
            if link.text and text in title and not self._leads_here(link):
                links.add(text)
        links |= {squeeze(image.get("alt") or "") for image in islice(root.iter("img"), _MAX_LINKS)}
        whole, title = title, self.cut_off(title)
        for _ in range(_MAX_PARTS):
            cuts = _separators(title)
            if not cuts:
                break
            first, last = cuts[0], cuts[-1]
            is_title_before = last.start() >= _MIN_TITLE_LENGTH
            is_title_after = len(title) - first.end() >= max(_MIN_TITLE_LENGTH, first.start())
            if title[last.end() :] in links and is_title_before:
                title = title[: last.start()]
            elif title[: first.start()] in links and is_title_after:
                title = title[first.end() :]
            elif _is_section(title, last, title != whole):
                title = title[: last.start()]
            else:
                break
        if shown := _longest_shown(title, root):
            return shown
        before, _, word = title.rpartition(" ")
        # Only a blank is before the name of a forum, so it must have the domain in it.
        is_own = bool(self._domain) and self._domain in letters(word)
        if is_own and _FORUM_LAST.search(word) and len(before) >= _MIN_TITLE_LENGTH:
            return before
        named = _SITE_LAST.match(title)
        if not named:
            return title
        is_short = len(named["site"]) <= _SITE_SHARE * len(named["title"])
        if is_short or _owns(named["site"], root):
            return named["title"]
        return title


def _is_section(title: str, cut: re.Match[str], is_cut: bool) -> bool:
    """Return whether the last part of a title in Chinese is a section: before the site's name, or
    after "_".
    """
    is_bar = "_" in cut[0]
    if not CJK.search(title) or not (is_bar or is_cut):
        return False
    longest = _MAX_PORTAL_LENGTH if is_bar else _SECTION
    return cut.start() >= _MIN_TITLE_LENGTH and len(title) - cut.end() <= longest


def _longest_shown(title: str, root: Element) -> str:
    """Return the longest beginning or end of a title, up to or from a separator, that the page
    shows as a line outside links; "" if there is none.
    """
    beginnings = parted(title)
    ends = (title[sign.end() :] for sign in _separators(title))
    # A short end is the name of a site, which its pages show, too.
    long_ends = (end for end in ends if 2 * len(end) > len(title))
    parts = {part for part in (*beginnings, *long_ends) if _is_long(part)}
    if not parts:
        return ""
    shown = (line for line in lines_of(root) if line in parts)
    return max(shown, key=len, default="")


def lines_of(root: Element) -> Iterator[str]:
    """Yield the texts at the start of elements outside links."""
    for element in islice(root.iter(), _MAX_LINES):
        if element.text and not _is_link(element):
            yield squeeze(element.text)


def _is_link(element: Element) -> bool:
    """Return whether an element is a link outside headings, or no line of the page at all."""
    if element.tag != "a":
        return element.tag in ("title", "option")
    around = element.getparent()
    return around is None or around.tag not in _HEADINGS


def _is_long(part: str) -> bool:
    return len(part) >= _MIN_SHOWN_LENGTH and 2 * sum(map(str.isalpha, part)) > len(part)


def _owns(name: str, root: Element) -> bool:
    """Return whether a name is in a copyright notice of the page."""
    if len(name) < _MIN_NAME_LENGTH:
        return False
    notices = islice(_find_notices(root), _MAX_LINKS)  # type: ignore[arg-type]
    return any(name in squeeze(str(notice)) for notice in notices)


_find_notices = etree.XPath(
    "//body//text()[contains(., '©') or contains(., 'opyright') or contains(., '版权所有')]"
)

"""The links of a newsletter that lead to articles. Pure.

The judge of lists (``extractor.lists.judge``) does not decide here: it tells the articles of a site
by their addresses, and in mails most addresses are those of a service that counts clicks. So the
words of a link decide, as a reader would.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

from extractor.errors import NotHtml
from extractor.languages.tables import all_words, alternatives
from extractor.lists.anchors import Anchor, as_list_page
from extractor.lists.links import distinct, matching
from extractor.lists.patterns import Patterns
from extractor.lists.shapes import leads_to_file, leads_to_section, weight
from extractor.mails.mail import Mail
from extractor.mails.text import is_notice
from extractor.page import dom
from extractor.results import Link

_MAX_LINKS = 200
"""Links of one mail; a long letter of links has fifty."""
_MIN_TITLE = 6
"""Least weight of the words of a link that is a headline: three words, or six Chinese characters.
"""
_READ_ON = re.compile(rf"^\W*(?:{alternatives('feeds.read_on')})", re.IGNORECASE)
_FOLLOW = tuple(all_words("cues.share"))
_SHARING = re.compile(
    r"/(?:share|sharer|sharing|share_?article|intent|sharer\.php)(?:/|$)", re.IGNORECASE
)


def links_of_mail(mail: Mail, patterns: Patterns) -> tuple[Link, ...]:
    """Return the links of a mail that match a pattern or, without patterns, that look like those of
    articles, in the order of the mail. The time of the mail is a hint for when they appeared.

    Links that end or change the subscription, share or lead to profiles are never among them.

    Raises:
        UnusablePattern: A pattern takes too long.
    """
    if not mail.html:
        return ()
    try:
        page = as_list_page(dom.parse(mail.html), "", "utf-8")
    except NotHtml:
        return ()
    usable = [anchor for anchor in page.anchors if not _is_about_mail(anchor)]
    chosen = matching(usable, patterns) if patterns else list(_likely(usable))
    found = distinct(chosen)[:_MAX_LINKS]
    return tuple(replace(each, title=_title(each.title), published=mail.sent) for each in found)


def _is_about_mail(anchor: Anchor) -> bool:
    """Return whether a link is about the subscription, or passes the mail on."""
    return is_notice(anchor.text) or bool(_SHARING.search(urlsplit(anchor.url).path))


def _likely(anchors: list[Anchor]) -> Iterator[Anchor]:
    for anchor in anchors:
        parts = urlsplit(anchor.url)
        leads_elsewhere = (
            (parts.path in ("", "/") and not parts.query)
            or leads_to_file(parts.path)
            or leads_to_section(parts.path)
            or anchor.text.lower().startswith(_FOLLOW)
        )
        if not leads_elsewhere and (
            weight(anchor.text) >= _MIN_TITLE or _READ_ON.match(anchor.text)
        ):
            yield anchor


def _title(text: str) -> str:
    """Return the words of a link as the title of its page; "" for a label such as "Read more"."""
    return "" if _READ_ON.match(text) else text

"""The links of a newsletter that lead to articles. Pure.

The judge of lists (``extractor.lists.judge``) does not decide here: it tells the articles of a site
by their addresses, and in mails most addresses are those of a service that counts clicks. So the
words of a link decide, as a reader would. Links that do something for the reader are never followed
(``features.newsletters.mails.acting``).
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlsplit

from extractor.errors import NotHtml
from extractor.languages.tables import all_words
from extractor.lists.anchors import Anchor, as_list_page
from extractor.lists.links import distinct, matching
from extractor.lists.patterns import Patterns
from extractor.lists.shapes import leads_to_file, leads_to_section
from extractor.page import dom
from extractor.results import Link
from features.newsletters.mails.acting import ActingLinks, has_title, reads_on
from features.newsletters.mails.mail import Mail, names_recipient

_MAX_ANCHORS = 500
"""Links of one mail that are looked at; those of menus, pictures and feet are among them."""
_MAX_LINKS = 200
"""Links of one mail; a long letter of links has fifty."""
_FOLLOW = tuple(all_words("cues.share"))


class MailLinks(NamedTuple):
    """The links of a mail that lead to articles, and the words of those that look like it but may
    do something for the reader.
    """

    links: tuple[Link, ...] = ()
    left_out: tuple[str, ...] = ()


def links_of_mail(mail: Mail, patterns: Patterns) -> MailLinks:
    """Return the links of a mail that match a pattern or, without patterns, that look like those of
    articles, in the order of the mail. The time of the mail is a hint for when they appeared.

    Links that end or change the subscription, share or lead to profiles are never among them; those
    that may do so only if a pattern matches them.

    Raises:
        UnusablePattern: A pattern takes too long.
    """
    if not mail.html:
        return MailLinks()
    try:
        root = dom.parse(mail.html)
    except NotHtml:
        return MailLinks()
    anchors = as_list_page(root, "", "utf-8").anchors[:_MAX_ANCHORS]
    acting = ActingLinks(mail, anchors, root)
    usable = [anchor for anchor in anchors if not acting.acts(anchor)]
    among = {anchor for anchor in usable if acting.is_among_acting(anchor)}
    doubtful = [
        anchor
        for anchor in _likely(usable)
        if anchor in among or (not patterns and acting.may_act(anchor))
    ]
    chosen = matching(usable, patterns) if patterns else _likely(usable)
    unsure = among.union(doubtful)
    found = distinct([anchor for anchor in chosen if anchor not in unsure])[:_MAX_LINKS]
    links = (replace(each, title=_title(each.title), published=mail.sent) for each in found)
    # An operator who misses an article finds it among what was left out, and can write a pattern.
    named = {*doubtful, *(each for each in _likely(anchors) if acting.may_be_article(each))}
    texts = dict.fromkeys(
        each.text
        for each in anchors
        if each in named and not names_recipient(each.text, mail.recipients)
    )
    return MailLinks(links=tuple(links), left_out=tuple(texts))


def _likely(anchors: Iterable[Anchor]) -> Iterator[Anchor]:
    for anchor in anchors:
        parts = urlsplit(anchor.url)
        leads_elsewhere = (
            (parts.path in ("", "/") and not parts.query)
            or leads_to_file(parts.path)
            or leads_to_section(parts.path)
            or anchor.text.lower().startswith(_FOLLOW)
        )
        if not leads_elsewhere and has_title(anchor):
            yield anchor


def _title(text: str) -> str:
    """Return the words of a link as the title of its page; "" for a label such as "Read more"."""
    return "" if reads_on(text) else text

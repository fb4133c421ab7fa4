"""The channel newsletter: the mails of a folder, each a document or a list of links."""

import time
from collections.abc import Sequence

from crawler.body_budget import LARGE_BODY_BYTES
from crawler.channels.fetched_list import FetchedList
from extractor.lists.patterns import Patterns
from extractor.results import Link, Listing
from features.newsletters.addresses import address_of_rest
from features.newsletters.channel import mailbox_of
from features.newsletters.mailboxes.bundle import read_bundle
from features.newsletters.mails.links import links_of_mail
from features.newsletters.mails.mail import Mail, read_mail
from features.newsletters.mails.text import text_of_mail
from scheduler.jobs import SourceSpec

_SECONDS = 0.5
_SECONDS_OF_LARGE = 2.0
_SECONDS_PER_MB = 1.0
_MAX_NAMED = 5
"""Links that a note names: enough to look for them in a letter."""
_MAX_WORDS = 60
"""Characters of the words of such a link that a note shows."""
_MAX_SECONDS = 6.0
"""Processor time after which the next visit reads on: half of what a reader of short and of large
lists may take (``crawler.parsing``), and never so much that a trial waits long.
"""
_MAX_THOROUGH_BYTES = 300_000
"""Longer mails are read without the extractor: one might take all of the time, and keep the others
away. Letters of 100 KB are cut off by mail programs.
"""


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the mails with subject, sender, time and text, or the links in them as the source
    wants; the next page holds older mails.
    """
    patterns, mailbox = Patterns(source.patterns), mailbox_of(source)
    try:
        bundle = read_bundle(page.body)
    except ValueError as error:
        return Listing(problem=str(error))
    ends = time.process_time() + _seconds(len(page.body))
    links: list[Link] = []
    left_out: list[str] = []
    count = 0
    for uid, mail in bundle.mails:
        # One mail at least, or a visit that meets a slow one would never get past it.
        if count and time.process_time() > ends:
            break
        count += 1
        read_one = read_mail(mail, mailbox.user, bundle.arrived.get(uid, ""))
        if mailbox.links:
            found = links_of_mail(read_one, patterns)
            links.extend(found.links)
            left_out.extend(found.left_out)
        else:
            is_quick = len(mail) > _MAX_THOROUGH_BYTES
            links.append(_document(read_one, page, is_quick=is_quick))
    place = bundle.place(count)
    rest = address_of_rest(page.url, str(place)) if place.gaps else ""
    return Listing(links=tuple(links), next_url=rest, note=_note(left_out))


def _note(left_out: Sequence[str]) -> str:
    """Return which links were not followed, "" for none."""
    # They are named, because a guess that a link acts may be wrong: a pattern then takes it.
    if not left_out:
        return ""
    named = ", ".join(f"“{text[:_MAX_WORDS]}”" for text in left_out[:_MAX_NAMED])
    more = " and more" if len(left_out) > _MAX_NAMED else ""
    return (
        f"links left out, which may act for the reader (unsubscribe, confirm, vote): "
        f"{len(left_out)} ({named}{more})"
    )


def _seconds(size: int) -> float:
    if size <= LARGE_BODY_BYTES:
        return _SECONDS
    return min(_SECONDS_OF_LARGE + _SECONDS_PER_MB * (size >> 20), _MAX_SECONDS)


def _document(mail: Mail, page: FetchedList, *, is_quick: bool) -> Link:
    return Link(
        url=mail.url,
        title=mail.subject,
        author=mail.sender,
        published=mail.sent,
        version=mail.issue,
        content=text_of_mail(mail, page.collected, is_quick=is_quick),
        site=mail.site,
    )

"""The channel newsletter: the mails of a folder, each a document or a list of links."""

import time

from crawler.channels.fetched_list import FetchedList
from crawler.mailboxes.bundle import read_bundle
from extractor.lists.patterns import Patterns
from extractor.mails.links import links_of_mail
from extractor.mails.mail import Mail, read_mail
from extractor.mails.text import text_of_mail
from extractor.results import Link, Listing
from scheduler.jobs import SourceSpec
from storage.mailboxes import address_of_rest

_THOROUGH_SECONDS = 0.5
"""Processor time after which the rest of the mails is read without the extractor, so that no mail
keeps the others away. Half of what a reader of short lists may take (``crawler.parsing``).
"""


def read(page: FetchedList, source: SourceSpec) -> Listing:
    """Return the mails with subject, sender, time and text, or the links in them as the source
    wants; the next page holds older mails.
    """
    patterns = Patterns(source.patterns)
    try:
        bundle = read_bundle(page.body)
    except ValueError as error:
        return Listing(problem=str(error))
    mails = (read_mail(mail, source.mail_user) for mail in bundle.mails)
    if source.mail_links:
        links = tuple(link for mail in mails for link in links_of_mail(mail, patterns))
    else:
        ends = time.process_time() + _THOROUGH_SECONDS
        links = tuple(_document(mail, page, is_quick=time.process_time() > ends) for mail in mails)
    rest = address_of_rest(page.url, bundle.first, bundle.last, bundle.reached)
    return Listing(links=links, next_url=rest if bundle.last else "")


def _document(mail: Mail, page: FetchedList, *, is_quick: bool) -> Link:
    return Link(
        url=mail.url,
        title=mail.subject,
        author=mail.sender,
        published=mail.sent,
        content=text_of_mail(mail, page.collected, is_quick=is_quick),
        site=mail.site,
    )

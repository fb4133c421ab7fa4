"""Commands and queries for briefs that need more than their tables."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from features.briefs import store
from features.briefs.capture import Captured, WantedItem, capture
from features.briefs.formats import WrittenBrief, html, plain_text
from features.briefs.models import Brief, BriefSource
from features.briefs.outline import Outline, outline
from features.briefs.store import BriefText
from notify.errors import NotDelivered
from notify.mail import mail_of, send
from notify.targets import target_problems
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import MessageWay
from webui.apps import stores

MAX_RECIPIENTS = 20
"""Whoever sends to more has a list for that."""


def add_all(brief_id: int, wanted: Sequence[WantedItem | BriefText], user: User) -> None:
    """Add to a brief what a user wants, all or nothing.

    Raises Invalid with the place of the first wrong item, NotFound, Unavailable and Refused.
    """
    found: list[Captured | BriefText] = []
    # The stores are read first: nobody else waits for that.
    for place, each in enumerate(wanted):
        with _at_place(place):
            found.append(each if isinstance(each, BriefText) else capture(each))
    with transaction.atomic():
        for place, item in enumerate(found):
            with _at_place(place):
                if isinstance(item, BriefText):
                    store.add_text(brief_id, item, user)
                else:
                    store.add_captured(brief_id, item, user)


def preview(wanted: WantedItem) -> Sequence[BriefSource]:
    """Return the sources of what a user wants, none if nothing of it is stored.

    Raises Unavailable and Refused.
    """
    try:
        return capture(wanted, compares=False).sources
    except Invalid:
        return ()


def read(brief: Brief) -> Outline:
    """Return a brief as its page shows it."""
    return outline(brief, store.items_of(brief))


def to_hand_on(brief: Brief, request: HttpRequest) -> WrittenBrief:
    """Return a brief as it leaves the installation: without the words of pages whose rights signals
    speak against it now, as far as that is obeyed.

    Raises Unavailable and Refused.
    """
    items = store.items_of(brief)
    for each in items:
        _take_rights_of_today(each.sources.all())
    found = outline(brief, items, stores().settings.obey_rights)
    base = request.build_absolute_uri("/").rstrip("/")
    return WrittenBrief(outline=found, base=base, made=timezone.now())


def send_to(addresses: Sequence[str], brief: WrittenBrief, user: User) -> list[str]:
    """Mail a brief to each address; return those that got it. One that fails ends it.

    Raises Invalid, and NotDelivered if the first one fails.
    """
    settings = stores().settings
    problems = [
        FieldError("to", each, problem.code)
        for each in addresses
        for problem in target_problems(settings, MessageWay.MAIL, each, "to")
    ]
    if len(addresses) > MAX_RECIPIENTS:
        limit = {"count": len(addresses), "limit": MAX_RECIPIENTS}
        problems.append(FieldError("to", "", ErrorCode.TOO_MANY_ENTRIES, limit))
    if problems:
        raise Invalid(problems)
    said = _("%(user)s sends you this brief from Newsloom.") % {"user": user.username}
    text, page = f"{said}\n\n{plain_text(brief)}", html(brief).decode()
    sent: list[str] = []
    for each in addresses:
        mail = mail_of(
            sender=settings.mail_from,
            to=each,
            # A header holds no line breaks.
            subject=" ".join(brief.outline.brief.name.split()),
            text=text,
            html=page,
            number=uuid.uuid4().hex,
            now=brief.made,
        )
        try:
            send(settings.smtp_url, mail)
        except NotDelivered:
            if not sent:
                raise
            return sent
        sent.append(each)
    return sent


@contextmanager
def _at_place(place: int) -> Iterator[None]:
    """Let what is wrong name its item, counted from 0 as in the API's other lists."""
    try:
        yield
    except Invalid as error:
        named = (f"items.{place}.{each.field}".rstrip(".") for each in error.problems)
        raise Invalid(
            [replace(each, field=field) for each, field in zip(error.problems, named, strict=True)]
        ) from error


def _take_rights_of_today(sources: Iterable[BriefSource]) -> None:
    """Read the rights signals of sources that are still stored; the others keep theirs."""
    for source in sources:
        document = stores().documents().get(source.document_id) if source.document_id else None
        if document:
            source.rights = list(document.rights)

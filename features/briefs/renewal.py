"""What has changed since a brief was written: found on demand, and kept beside the old text until a
user accepts it.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from features.briefs import store
from features.briefs.capture import (
    MAX_QUOTE,
    capture_story,
    contradictions_of,
    facts_of,
    plain,
    text_of,
)
from features.briefs.models import (
    MAX_CLAIM,
    Brief,
    BriefItem,
    BriefSource,
    FoundState,
    ItemKind,
)
from storage.database.errors import Invalid
from storage.database.owned.keeping import filled
from storage.database.searches import groups
from storage.documents.port import Document
from storage.documents.uses import forbidding
from webui.apps import stores

_ALIKE = 0.6
"""A sentence is what a quotation has become if so much of both is the same: below that, pairs of
different sentences about one subject begin.
"""
_MAX_SENTENCES = 300
"""A long article has 150. Comparing them all with a quotation takes some 50 ms."""
_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")


def look(brief: Brief, user: User) -> int:
    """Look at the sources of a brief again, and note what changed; return at how many items
    something is new. Texts stay as they are.

    Raises NotFound, Unavailable and Refused.
    """
    looked = [_look_at(each) for each in store.items_of(brief)]
    with transaction.atomic():
        found = filled(Brief, brief.pk, user)
        # What was removed meanwhile is not there to be updated, and comes back no more.
        for item in looked:
            BriefItem.objects.filter(pk=item.pk).update(
                more_reports=item.more_reports, more_contradictions=item.more_contradictions
            )
            for source in item.sources.all():
                kept = BriefSource.objects.filter(pk=source.pk).exclude(state=FoundState.ERASED)
                kept.update(state=source.state, new_quote=source.new_quote)
        found.renewed = timezone.now()
        found.save(update_fields=("renewed",))
    return sum(has_news(each) for each in looked)


def has_news(item: BriefItem) -> bool:
    """Return whether something changed at an item since it was added or accepted. What was erased
    is said at its line already.
    """
    told = {each.state for each in item.sources.all()} - {FoundState.SAME, FoundState.ERASED}
    return bool(told or item.more_reports or item.more_contradictions)


def may_accept(item: BriefItem) -> bool:
    """Return whether there is something to put in the place of what an item has."""
    sources = item.sources.all()
    readable = (FoundState.CHANGED, FoundState.RESERVED)
    is_new = any(each.state in readable or each.new_quote for each in sources)
    return bool(is_new or item.more_reports or item.more_contradictions)


def accept(brief_id: int, item_id: int, user: User) -> None:
    """Put what an item's sources say now in the place of what they said. A document that is gone,
    and a quotation that is like nothing in its document, stay with their marks.

    Raises NotFound, Unavailable and Refused.
    """
    with transaction.atomic():
        item = store.item_in(filled(Brief, brief_id, user), item_id)
        if item.kind == ItemKind.STORY and _accept_story(item):
            return
        for source in item.sources.all():
            document = stores().documents().get(source.document_id)
            # Of what is gone, the words that the brief has are all that is left.
            if document:
                _accept_source(source, document)


def state_of(source: BriefSource, document: Document | None) -> tuple[FoundState, str]:
    """Return what became of a source, and what its document says in place of a quotation that it no
    longer has, "" if nothing is like it.
    """
    if source.state == FoundState.ERASED:
        return FoundState.ERASED, ""
    if document is None:
        return FoundState.GONE, ""
    text = text_of(document)
    if source.quote and source.quote not in plain(text):
        return FoundState.REWORDED, nearest(source.quote, text)
    if is_reserved(document.rights) and not is_reserved(source.rights):
        return FoundState.RESERVED, ""
    has_changed = document.changes != source.changes or document.title != source.title
    return (FoundState.CHANGED if has_changed else FoundState.SAME), ""


def is_reserved(rights: Sequence[str]) -> bool:
    """Return whether a page reserves its words against being handed on, as far as that is
    obeyed.
    """
    return bool(forbidding(rights, "export", stores().settings.obey_rights))


def nearest(quote: str, text: str) -> str:
    """Return the sentence of a text that is most like a quotation, "" if none is."""
    sentences = [plain(each)[:MAX_QUOTE] for each in _END.split(text)[:_MAX_SENTENCES]]
    return next(iter(get_close_matches(quote, sentences, n=1, cutoff=_ALIKE)), "")


def claim_after(value: str, new_quote: str) -> str:
    """Return the claim of a quotation that has become another: the value it stood for if the new
    words have it, else these words alone, so that nothing is said in their name.
    """
    # Letters and digits end a value, not Chinese characters: between those are no spaces.
    whole = re.compile(
        rf"(?<!\w)(?<!\d[.,]){re.escape(value)}(?!\w|[.,]\d)", re.ASCII | re.IGNORECASE
    )
    if value and whole.search(new_quote):
        return value
    return new_quote[:MAX_CLAIM]


def _look_at(item: BriefItem) -> BriefItem:
    for source in item.sources.all():
        document = stores().documents().get(source.document_id) if source.document_id else None
        source.state, source.new_quote = state_of(source, document)
    ids = groups.documents_of(item.story) if item.story else []
    # A story that is no longer known has nothing new.
    if ids:
        new = set(contradictions_of(item.story)) - set(item.contradictions)
        item.more_reports = max(0, len(ids) - item.reports)
        item.more_contradictions = len(new)
    return item


def _accept_story(item: BriefItem) -> bool:
    """Take a story as it is now; return False if it is no longer known."""
    try:
        captured = capture_story(item.story)
    except Invalid:
        return False
    store.renew_story(item, captured)
    store.replace_sources(item, captured.sources)
    return True


def _accept_source(source: BriefSource, document: Document) -> None:
    state, new_quote = state_of(source, document)
    if state == FoundState.REWORDED and (not new_quote or new_quote != source.new_quote):
        # Nothing, or something else than the user has read: it is shown first.
        source.state, source.new_quote = state, new_quote
    else:
        for name, value in facts_of(document).items():
            setattr(source, name, value)
        if new_quote:
            source.claim = claim_after(source.value, new_quote)
            source.quote, source.sentence = new_quote, ""
        source.state, source.new_quote = FoundState.SAME, ""
    source.save()

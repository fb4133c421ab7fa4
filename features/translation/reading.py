"""What a reader is shown of translations: titles in place of the original ones, and the buttons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import get_language

from features.translation import store
from features.translation.models import KeptTranslation
from features.translation.texts import digest, foreign, is_foreign, title_of
from hooks.answers import Titled
from storage.documents.port import Document


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A translation in place of a title: ``lead`` is "" where it may not be that of the text."""

    title: str
    lead: str
    lang: str
    by: str


def language() -> str:
    """Return the language of the reader: that of the page."""
    return get_language() or "en"


def shown_titles(rows: Sequence[Titled], user: User) -> Mapping[str, Shown]:
    """Return the translated titles of those rows that have one, if the user reads them."""
    target = language()
    wanted = [each for each in rows if is_foreign(each.lang, target)]
    if not wanted or not store.reads_translated(user):
        return {}
    kept = store.kept([each.key for each in wanted if each.key], target)
    # Copies have one headline, and a story that of a report; their texts may begin otherwise.
    same = {each.title_digest: each for each in kept.values()}
    found = {}
    for each in wanted:
        known = digest(title_of(each.title))
        own = kept.get(each.key)
        if own and own.title_digest == known:
            found[each.key] = _shown(own, own.lead)
        elif known in same:
            found[each.key] = _shown(same[known], "")
    return found


def shown_document(document: Document, user: User) -> Shown | None:
    """Return the translation of a document, None if there is none or the user does not read it."""
    if not store.reads_translated(user):
        return None
    row = store.of_texts([foreign(document)], language()).get(document.id)
    return _shown(row, row.lead) if row else None


def _shown(row: KeptTranslation, lead: str) -> Shown:
    return Shown(title=row.title, lead=lead, lang=row.lang, by=row.by)

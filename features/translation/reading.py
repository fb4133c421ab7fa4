"""What a reader is shown of translations in place of titles."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.utils.translation import get_language

from features.translation import store
from features.translation.models import KeptTranslation
from features.translation.texts import digest, foreign, is_foreign, title_of
from hooks.answers import Titled
from storage.documents.port import Document


def language() -> str:
    """Return the language of the reader: that of the page."""
    return get_language() or "en"


def shown_titles(rows: Sequence[Titled], user: User) -> Mapping[str, KeptTranslation]:
    """Return the translations of those rows that have one, if the user reads them; without the
    first sentences where these may be others.
    """
    target = language()
    wanted = [each for each in rows if is_foreign(each.lang, target)]
    if not wanted:
        return {}
    kept = store.kept([each.key for each in wanted], target, reader=user)
    # Copies have one headline, and a story that of a report; their texts may begin otherwise.
    same = {each.title_digest: each for each in kept.values()}
    found = {}
    for each in wanted:
        known = digest(title_of(each.title))
        own = kept.get(each.key)
        has_other_text = own and each.changed and each.changed > own.made
        if own and own.title_digest == known and not has_other_text:
            found[each.key] = own
        elif other := same.get(known):
            found[each.key] = KeptTranslation(title=other.title, lang=other.lang, by=other.by)
    return found


def shown_document(document: Document, user: User) -> KeptTranslation | None:
    """Return the translation of a document, None if there is none or the user does not read it."""
    return store.of_texts([foreign(document)], language(), reader=user).get(document.id)

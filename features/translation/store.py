"""What was translated, and who reads it. All functions raise Unavailable."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists
from django.utils import timezone

from features.translation.models import EnteredTranslator, KeptTranslation, ReadsTranslated
from features.translation.texts import Foreign, digest
from storage.database.by_key import count_each
from storage.parts import in_parts

KEPT = timedelta(days=90)
"""How long a translation is kept: lists of older documents are hardly read again."""
MAX_KEPT = 100_000
"""The most translations, the newest ones: about 100 MB."""


def keep(sources: Sequence[Foreign], texts: Iterable[str], lang: str, by: str) -> None:
    """Keep the texts of documents in another language, in place of earlier ones; nothing if
    translation was switched off while they were translated.
    """
    now, left = timezone.now(), iter(texts)
    rows = [
        KeptTranslation(
            document_id=each.document_id,
            lang=lang,
            title=next(left),
            lead=next(left) if each.lead else "",
            title_digest=digest(each.title),
            lead_digest=digest(each.lead),
            by=by,
            made=now,
        )
        for each in sources
    ]
    with transaction.atomic():
        # Locked, so that whoever switches translation off waits, and takes these along.
        if EnteredTranslator.objects.select_for_update().first() is None:
            return
        KeptTranslation.objects.filter(
            lang=lang, document_id__in=[each.document_id for each in rows]
        ).delete()
        # Two readers may ask for the same page at the same moment.
        KeptTranslation.objects.bulk_create(rows, ignore_conflicts=True)


def kept(
    ids: Collection[str], lang: str, *, reader: User | None = None
) -> dict[str, KeptTranslation]:
    """Return what is kept of documents in a language, by their ids; for a ``reader``, nothing if
    the user has not asked for translated titles, or no translator is entered.
    """
    rows = KeptTranslation.objects.filter(document_id__in=ids, lang=lang)
    if reader is not None:
        asked = Exists(ReadsTranslated.objects.filter(user=reader))
        rows = rows.filter(asked, Exists(EnteredTranslator.objects.all()))
    return {each.document_id: each for each in rows}


def of_texts(
    sources: Sequence[Foreign], lang: str, *, reader: User | None = None
) -> dict[str, KeptTranslation]:
    """Return as ``kept`` what is kept of documents whose texts are still those that were
    translated.
    """
    texts = {each.document_id: (digest(each.title), digest(each.lead)) for each in sources}
    rows = kept(texts, lang, reader=reader)
    return {
        key: row for key, row in rows.items() if texts[key] == (row.title_digest, row.lead_digest)
    }


def count_documents() -> int:
    """Return how many documents have a translation, in however many languages."""
    return KeptTranslation.objects.values("document_id").distinct().count()


def begin_reading(user: User) -> None:
    """Show translated titles to a user from now on."""
    ReadsTranslated.objects.get_or_create(user=user)


def end_reading(user: User) -> None:
    """Show the original titles to a user again."""
    ReadsTranslated.objects.filter(user=user).delete()


def count_kept(ids: Collection[str]) -> int:
    """Return how many translations of documents are kept."""
    return count_each(KeptTranslation, "document_id", ids)


def erase(ids: Collection[str]) -> int:
    """Delete the translations of documents; return how many there were."""
    return KeptTranslation.objects.filter(document_id__in=ids).delete()[0]


def forget_old(now: datetime) -> None:
    """Delete the translations that are too old, or too many."""
    KeptTranslation.objects.filter(made__lt=now - KEPT).delete()
    surplus = KeptTranslation.objects.order_by("-made", "-pk").values_list("pk", flat=True)
    for some in in_parts(list(surplus[MAX_KEPT:])):
        KeptTranslation.objects.filter(pk__in=some).delete()

"""The translator that an administrator has entered, and its key.

The key is sealed with the secret key, for the scheme, host and port of the address alone: whoever
can write to the table cannot have it sent elsewhere.

All functions raise ``storage.errors.Unavailable``.
"""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.db import transaction

from features.translation.models import EnteredTranslator, KeptTranslation
from features.translation.translators.opening import open_translator
from features.translation.translators.port import Interface, Translator
from notify.errors import NotDelivered, to_translate
from notify.webhook import webhook_rules
from storage.database.people.audit import record_change
from storage.database.sources.validation import HIDDEN, HIDDEN_CHANGED
from storage.errors import Refused
from storage.sealing import HeaderSeal
from storage.settings import Settings

_KEY = "key of the translator"
_LOST_KEY = to_translate(
    "The key of the translator cannot be decrypted, because NEWSLOOM_SECRET_KEY has changed. Ask "
    "an administrator to enter it again."
)


@dataclass(frozen=True, kw_only=True)
class TranslatorDraft:
    """What an administrator enters. An empty ``key`` stands for the one that is entered, as long as
    the address is at the same host.
    """

    kind: str
    address: str
    key: str = ""
    model: str = ""


def entered() -> EnteredTranslator | None:
    """Return the translator; None if none is entered: then there is nothing of the feature."""
    return EnteredTranslator.objects.first()


def opened(found: EnteredTranslator, settings: Settings) -> Translator:
    """Return what translates. Raises NotDelivered if the key is lost."""
    return _opened(_draft_of(found), _key_of(found, settings), settings)


def opened_draft(draft: TranslatorDraft, settings: Settings) -> Translator:
    """Return what would translate, without saving it. Raises NotDelivered if the key is lost."""
    return _opened(draft, _with_key(draft, entered(), settings).key, settings)


def save(draft: TranslatorDraft, settings: Settings, who: str) -> None:
    """Enter a translator, or change it. Raises NotDelivered if the key is lost."""
    with transaction.atomic():
        found = EnteredTranslator.objects.select_for_update().first()
        before = _told(found) if found else None
        whole = _with_key(draft, found, settings)
        row = found or EnteredTranslator()
        row.kind, row.address, row.model = whole.kind, whole.address, whole.model
        row.key = _sealed(whole.key, whole.address, settings)
        row.save()
        after = _told(row)
        if before and draft.key:
            after["key"] = HIDDEN_CHANGED
        if before != after:
            record_change(who, "change" if found else "create", row, before=before, after=after)


def remove(who: str) -> None:
    """Switch translations off, and forget all that was translated."""
    with transaction.atomic():
        found = EnteredTranslator.objects.select_for_update().first()
        if found is None:
            return
        record_change(who, "delete", found, before=_told(found))
        found.delete()
        KeptTranslation.objects.all().delete()


def _told(found: EnteredTranslator) -> dict[str, object]:
    """Return what the audit says of it."""
    return {
        "kind": found.kind,
        "address": found.address,
        "model": found.model,
        "key": HIDDEN if found.key else "",
    }


def _draft_of(found: EnteredTranslator) -> TranslatorDraft:
    return TranslatorDraft(kind=found.kind, address=found.address, model=found.model)


def _with_key(
    draft: TranslatorDraft, found: EnteredTranslator | None, settings: Settings
) -> TranslatorDraft:
    if draft.key or found is None or _origin(found.address) != _origin(draft.address):
        return draft
    return replace(draft, key=_key_of(found, settings))


def _opened(draft: TranslatorDraft, key: str, settings: Settings) -> Translator:
    interface = Interface(address=draft.address, rules=webhook_rules(settings))
    return open_translator(draft.kind, interface, key, draft.model)


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _sealed(key: str, address: str, settings: Settings) -> str:
    return HeaderSeal(settings.secret).seal_one(_KEY, key, _origin(address))


def _key_of(found: EnteredTranslator, settings: Settings) -> str:
    """Return the key; one that a former secret key has sealed is sealed again."""
    origin = _origin(found.address)
    try:
        return HeaderSeal(settings.secret).open_one(_KEY, found.key, origin)
    except Refused:
        former = HeaderSeal(settings.secret, settings.former_secrets)
    try:
        key = former.open_one(_KEY, found.key, origin)
    except Refused as error:
        raise NotDelivered(_LOST_KEY) from error
    sealed = _sealed(key, found.address, settings)
    EnteredTranslator.objects.filter(pk=found.pk, key=found.key).update(key=sealed)
    found.key = sealed
    return key

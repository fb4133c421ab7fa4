"""The translator that an administrator has entered, and its key.

The key is sealed with the secret key, for the scheme, host and port of the address alone: whoever
can write to the table cannot have it sent elsewhere.

All functions raise ``storage.errors.Unavailable``.
"""

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

_ONLY = 1
"""The number of the one row: two who enter the first translator at once would make two."""
_KEY = "key of the translator"
_LOST_KEY = to_translate(
    "The key of the translator cannot be decrypted, because NEWSLOOM_SECRET_KEY has changed. Ask "
    "an administrator to enter it again."
)


def entered() -> EnteredTranslator | None:
    """Return the translator; None if none is entered: then there is nothing of the feature."""
    return EnteredTranslator.objects.first()


def drafted(
    settings: Settings, *, kind: str, address: str, key: str, model: str, remove_key: bool = False
) -> EnteredTranslator:
    """Return a translator that is not saved. Without a key it has that of the one that is entered,
    if both have the same scheme, host and port, unless that is removed.
    """
    found = entered()
    draft = EnteredTranslator(kind=kind, address=address, model=model)
    if key:
        draft.key = HeaderSeal(settings.secret).seal_one(_KEY, key, _origin(draft))
    elif found and not remove_key and _origin(found) == _origin(draft):
        draft.key = found.key
    return draft


def opened(found: EnteredTranslator, settings: Settings) -> Translator:
    """Return what translates. Raises NotDelivered if the key is lost."""
    key = _key_of(found, settings)
    interface = Interface(address=found.address, rules=webhook_rules(settings), key=key)
    return open_translator(found.kind, interface, found.model)


def save(draft: EnteredTranslator, who: str) -> None:
    """Enter a translator in place of the one that there is."""
    with transaction.atomic():
        found, is_new = EnteredTranslator.objects.select_for_update().get_or_create(pk=_ONLY)
        before, after = None if is_new else _told(found), _told(draft)
        if found.key and draft.key and draft.key != found.key:
            after["key"] = HIDDEN_CHANGED
        draft.pk = _ONLY
        draft.save()
        if before != after:
            record_change(who, "create" if is_new else "change", draft, before=before, after=after)


def remove(who: str) -> None:
    """Switch translations off, and forget all that was translated."""
    with transaction.atomic():
        found = EnteredTranslator.objects.select_for_update().first()
        if found is None:
            return
        record_change(who, "delete", found, before=_told(found))
        EnteredTranslator.objects.all().delete()
        KeptTranslation.objects.all().delete()


def _told(found: EnteredTranslator) -> dict[str, object]:
    """Return what the audit says of it."""
    hidden = HIDDEN if found.key else ""
    return {"kind": found.kind, "address": found.address, "model": found.model, "key": hidden}


def _origin(found: EnteredTranslator) -> str:
    parts = urlsplit(found.address)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _key_of(found: EnteredTranslator, settings: Settings) -> str:
    """Return the key; one that a former secret key has sealed is sealed again."""
    seal, origin = HeaderSeal(settings.secret), _origin(found)
    try:
        return seal.open_one(_KEY, found.key, origin)
    except Refused:
        former = HeaderSeal(settings.secret, settings.former_secrets)
    try:
        key = former.open_one(_KEY, found.key, origin)
    except Refused as error:
        raise NotDelivered(_LOST_KEY) from error
    again = seal.seal_one(_KEY, key, origin)
    EnteredTranslator.objects.filter(key=found.key).update(key=again)
    return key

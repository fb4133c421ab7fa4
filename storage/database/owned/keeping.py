"""Find, change and delete what users own. All commands raise Unavailable.

A kind is its table. Whoever may not see something is told that it is not there.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, Count, Q, QuerySet, When
from django.db.models.functions import Lower

from storage.database.errors import NotFound
from storage.database.owned.models import Owned
from storage.database.people.audit import record_change

_Thing = TypeVar("_Thing", bound=Owned)
_KEY_BYTES = 16


def things_of(
    model: type[_Thing], user: User, text: str = "", *, newest: bool = False
) -> QuerySet[_Thing]:
    """Return what a user may see, each with its ``size``: the own ones first, by name or the
    newest first; with a ``text``, only those whose name or owner has it.
    """
    rows = model.visible_to(user)
    if text:
        rows = rows.filter(Q(name__icontains=text) | Q(owner__username__icontains=text))
    counts = {"size": Count(model.counted, distinct=True)} if model.counted else {}
    is_others = Case(When(owner=user, then=0), default=1)
    by = ("-created",) if newest else (*model.order, Lower("name"))
    found: QuerySet[_Thing] = rows.annotate(**counts).order_by(is_others, *by, "pk")
    return found


def find(model: type[_Thing], thing_id: int, user: User | None = None) -> _Thing | None:
    """Return a thing with its owner if the user may see it; with None, any."""
    rows = model._default_manager.select_related("owner")
    return (rows if user is None else model.visible_to(user)).filter(pk=thing_id).first()


def locked(model: type[_Thing], thing_id: int, user: User) -> _Thing:
    """Return a thing that the user may see, for this transaction alone. Raises NotFound."""
    # Neither the owner's row nor those of readers are to be locked, and no databases lock DISTINCT.
    seen = model.visible_to(user).filter(pk=thing_id).exists()
    found = model._default_manager.select_for_update().filter(pk=thing_id).first() if seen else None
    if found is None:
        raise NotFound(model._meta.verbose_name_raw, thing_id)
    return found


def filled(model: type[_Thing], thing_id: int, user: User) -> _Thing:
    """Return a thing that the user may fill, for this transaction alone. Raises NotFound."""
    thing = locked(model, thing_id, user)
    if not thing.may_be_filled_by(user):
        raise NotFound(model._meta.verbose_name_raw, thing_id)
    return thing


def managed(model: type[_Thing], thing_id: int, user: User) -> _Thing:
    """Return a thing that the user manages, for this transaction alone. Raises NotFound."""
    thing = locked(model, thing_id, user)
    if not thing.may_be_managed_by(user):
        raise NotFound(model._meta.verbose_name_raw, thing_id)
    return thing


@contextmanager
def changing(model: type[_Thing], thing_id: int | None, user: User) -> Iterator[_Thing]:
    """Give a thing that the user manages, or with None a new one, to be changed; then check it,
    save it and record that.

    Nobody else changes it meanwhile. Raises NotFound, and ValidationError, after which nothing is
    changed.
    """
    with transaction.atomic():
        if thing_id is None:
            # Whoever adds two at once has them checked one after the other.
            User.objects.select_for_update().get(pk=user.pk)
            thing = model(owner=user)
        else:
            thing = managed(model, thing_id, user)
        before = thing.audit_values() if thing_id is not None else None
        known_as = thing.name
        yield thing
        thing.check_for_saving(known_as)
        thing.save()
        after = thing.audit_values()
        if after != before:
            action = "add" if before is None else "change"
            record_change(user.username, action, thing, before=before, after=after)


def save(model: type[_Thing], user: User, thing_id: int | None = None, **values: object) -> _Thing:
    """Add a thing with these values, or change one. See ``changing``."""
    with changing(model, thing_id, user) as thing:
        for name, value in values.items():
            setattr(thing, name, value)
    return thing


def set_feed(model: type[_Thing], thing_id: int, user: User, *, wanted: bool) -> _Thing:
    """Give the feed of a user's own thing a new token, or remove it; earlier tokens stop working.

    Raises NotFound.
    """
    with transaction.atomic():
        thing = locked(model, thing_id, user)
        if thing.owner_id != user.pk:
            raise NotFound(model._meta.verbose_name_raw, thing_id)
        thing.feed_key = secrets.token_hex(_KEY_BYTES) if wanted else ""
        thing.save(update_fields=("feed_key",))
        record_change(user.username, "new feed" if wanted else "end feed", thing)
    return thing


def delete(model: type[_Thing], thing_id: int, user: User) -> None:
    """Delete a thing that the user manages. Raises NotFound."""
    with transaction.atomic():
        thing = managed(model, thing_id, user)
        record_change(user.username, "delete", thing, before=thing.audit_values())
        thing.delete()

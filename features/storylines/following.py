"""Who follows storylines, and how they are told.

All functions raise ``storage.errors.Unavailable``.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from features.storylines.models import Chapter, Follow, Follower
from storage.database.models import MessageWay, SavedSearch
from storage.database.people.rights import Right
from storage.database.secret_keys import derived

MAX_FOLLOWED = 200
"""As many as a user can have saved searches."""
_FORGOTTEN = timedelta(days=90)
"""The role *stories* keeps no story for longer, so that nothing goes on with the storyline."""


def follower_of(owner: User) -> Follower:
    """Return how a user is told, or a new one that is not stored."""
    return Follower.of(owner)


def save_follower(owner: User, language: str, *, channel: str, target: str) -> None:
    """Store how a user wants to be told."""
    with transaction.atomic():
        Follower.locked(owner).choose(channel=channel, target=target, language=language)


def follow(owner: User, storyline: str, language: str, *, has_mail_server: bool) -> bool:
    """Let a user follow a storyline from its newest chapter on, and be told as usual: see
    ``_usual_way``. Return False if they follow too many. Raises Chapter.DoesNotExist if the
    storyline has no chapter.
    """
    newest = Chapter.objects.filter(storyline=storyline).latest("first").first
    with transaction.atomic():
        follower = Follower.locked(owner)
        followed = Follow.objects.filter(owner=owner)
        if followed.filter(storyline=storyline).exists():
            return True
        if followed.count() >= MAX_FOLLOWED:
            return False
        Follow.objects.create(owner=owner, storyline=storyline, told=newest)
        if follower.channel == MessageWay.NONE:
            follower.channel, follower.target = _usual_way(owner, has_mail_server=has_mail_server)
            follower.language = language
            follower.save()
    return True


def unfollow(owner: User, storyline: str) -> None:
    """Let a user follow a storyline no longer."""
    Follow.objects.filter(owner=owner, storyline=storyline).delete()


def followed_by(owner_id: int) -> set[str]:
    """Return the storylines that a user follows."""
    rows = Follow.objects.filter(owner_id=owner_id)
    return set(rows.values_list("storyline", flat=True))


def may_follow(user: User) -> bool:
    """Return whether a user may read what a message tells."""
    return bool(user.is_active and user.has_perm(Right.SEARCH))


def untold(owner: User) -> dict[str, list[Chapter]]:
    """Return the chapters that a user has not been told of, by storyline, the oldest first: those
    that began after what they know, and whose reports are compared with the chapter before. One
    that waits to be compared keeps the later ones waiting: it would never be told after them.
    """
    known = dict(Follow.objects.filter(owner=owner).values_list("storyline", "told"))
    if not known:
        return {}
    found: dict[str, list[Chapter]] = {}
    waiting: set[str] = set()
    newer = Chapter.objects.filter(storyline__in=known, first__gt=min(known.values()))
    for each in newer.order_by("first", "story"):
        if each.first <= known[each.storyline] or each.storyline in waiting:
            continue
        if not each.documents:
            waiting.add(each.storyline)
        elif each.after:
            found.setdefault(each.storyline, []).append(each)
    return found


def record_told(follower: Follower, told: Mapping[str, datetime], now: datetime) -> None:
    """Record until which chapter a user has been told of each storyline, in one transaction."""
    with transaction.atomic():
        for storyline, moment in told.items():
            Follow.objects.filter(owner=follower.owner, storyline=storyline).update(told=moment)
        follower.record_sent(now)


def forget_ended() -> None:
    """Delete who follows storylines that have no chapter any more, and ended long before the newest
    chapter of all. No clock decides: one that is wrong for a day must not take away what users
    made.
    """
    newest = Chapter.objects.aggregate(Max("first"))["first__max"]
    if newest is None:
        return
    there = Chapter.objects.values("storyline")
    ended = Follow.objects.filter(told__lt=newest - _FORGOTTEN).exclude(storyline__in=there)
    ended.delete()


def hook_secret(follower: Follower) -> str:
    """Return the secret that signs the messages to a user's webhook."""
    return derived("storyline webhook", follower.owner_id, follower.hook_key)


def _usual_way(owner: User, *, has_mail_server: bool) -> tuple[str, str]:
    """Return the way and the address of the user's newest alert, or else mail to the user's
    address; nothing if they have neither.
    """
    alerts = SavedSearch.objects.filter(owner=owner).exclude(alert=MessageWay.NONE)
    newest = alerts.order_by("-pk").first()
    if newest is not None:
        return newest.alert, newest.target
    if has_mail_server and owner.email:
        return MessageWay.MAIL, owner.email
    return MessageWay.NONE, ""

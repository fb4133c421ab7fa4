"""Two-step verification: after the password, a code of an app (TOTP, RFC 6238) or one of ten
recovery codes, each of which works once.

django-otp refuses a code that was used before, and lets each wrong code double the time until the
next one is looked at. All commands raise Unavailable.
"""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from storage.database.people.audit import record_change

_RECOVERY_CODES = 10
_DIGITS = 6


@dataclass(frozen=True, kw_only=True)
class SecondFactor:
    """That a user has a second factor: since when, and how many recovery codes are left."""

    since: datetime
    recovery_codes: int


def second_factor_of(user: User) -> SecondFactor | None:
    """Return the second factor of a user, or None if the password is enough."""
    app = TOTPDevice.objects.filter(user=user, confirmed=True).first()
    if app is None:
        return None
    left = StaticToken.objects.filter(device__user=user).count()
    return SecondFactor(since=app.created_at, recovery_codes=left)


def prepare(user: User) -> TOTPDevice:
    """Return the key that the user's app is to hold, which asks for no code until it is confirmed.

    It stays the same until then, so that a page may be loaded again.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        app, _ = TOTPDevice.objects.get_or_create(
            user=user, confirmed=False, defaults={"name": "app"}
        )
        return app


def confirm(user: User, code: str) -> list[str] | None:
    """Turn the second factor on and return the recovery codes; None if the code is wrong."""
    with transaction.atomic():
        app = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
        if app is None or not app.verify_token(_plain(code)):
            return None
        TOTPDevice.objects.filter(user=user, confirmed=True).delete()
        app.confirmed, app.created_at = True, timezone.now()
        app.save()
        record_change(user.username, "begin second factor", user)
        return _new_recovery_codes(user)


def renew_recovery_codes(user: User) -> list[str]:
    """Return new recovery codes; the old ones work no more."""
    with transaction.atomic():
        record_change(user.username, "new recovery codes", user)
        return _new_recovery_codes(user)


def is_right(user: User, code: str) -> bool:
    """Return whether a code of the user's app or a recovery code is right, and use it up."""
    plain = _plain(code)
    if plain.isdecimal() and len(plain) == _DIGITS:
        model = TOTPDevice
    else:
        model = StaticDevice
    with transaction.atomic():
        device = model.objects.select_for_update().filter(user=user, confirmed=True).first()
        return device is not None and bool(device.verify_token(plain))


def end_second_factor(user: User, who: str) -> bool:
    """Let the password be enough again; return whether it was not."""
    with transaction.atomic():
        was_on, _ = TOTPDevice.objects.filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
        if was_on:
            record_change(who, "end second factor", user)
    return bool(was_on)


def _new_recovery_codes(user: User) -> list[str]:
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="recovery codes")
    codes = [StaticToken.random_token() for _ in range(_RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def _plain(code: str) -> str:
    """Return a code without the spaces and hyphens with which apps and people group it."""
    return code.replace(" ", "").replace("-", "").lower()

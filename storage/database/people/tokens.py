"""API tokens: created and shown once, stored as digests, revoked by deletion.

All commands raise Unavailable.

A digest without salt is enough: a token has 256 random bits, too many to try.
"""

import hashlib
import secrets
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction

from storage.database.connection import short_wait
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import ApiToken
from storage.database.people.audit import record_change
from storage.database.people.uses import record_token_use
from storage.database.sources.validation import check_name
from storage.errors import Unavailable

MAX_OF_ONE_USER = 50
_PREFIX = "nl_"
_BYTES = 32
_NOTED_EVERY = timedelta(minutes=1)


def tokens_of(owner_id: int) -> list[ApiToken]:
    """Return the tokens of a user by name."""
    return list(ApiToken.objects.filter(owner_id=owner_id))


def create_token(
    owner: User, name: str, scopes: Collection[str], expires: datetime | None
) -> tuple[ApiToken, str]:
    """Create a token and return it with its text, which cannot be read again. Raises Invalid."""
    problems = list(check_name(name.strip()))
    if not scopes:
        problems.append(FieldError("scopes", "", ErrorCode.RIGHTS_MISSING))
    with transaction.atomic():
        if ApiToken.objects.filter(owner=owner).count() >= MAX_OF_ONE_USER:
            problems.append(
                FieldError("name", "", ErrorCode.TOO_MANY_TOKENS, {"limit": MAX_OF_ONE_USER})
            )
        if problems:
            raise Invalid(problems)
        text = _PREFIX + secrets.token_urlsafe(_BYTES)
        token = ApiToken.objects.create(
            owner=owner,
            name=name.strip(),
            digest=_digest(text),
            scopes=sorted(set(scopes)),
            expires=expires,
        )
        record_change(
            owner.username, "add", token, after={"name": token.name, "scopes": token.scopes}
        )
    return token, text


def delete_token(token_id: int, owner: User) -> None:
    """Revoke one of the user's tokens. Raises NotFound."""
    with transaction.atomic():
        token = ApiToken.objects.filter(pk=token_id, owner=owner).first()
        if token is None:
            raise NotFound("token", token_id)
        record_change(
            owner.username, "delete", token, before={"name": token.name, "scopes": token.scopes}
        )
        token.delete()


def token_of(text: str, now: datetime, address: str = "") -> ApiToken | None:
    """Return the valid token with this text and its owner, who may log in.

    Record its use to the minute, and where it came from. If the database is busy, a later call
    records it.
    """
    token = ApiToken.objects.select_related("owner").filter(digest=_digest(text)).first()
    if token is None or not token.owner.is_active or (token.expires and token.expires <= now):
        return None
    # A write for each call of the API would cost more than most calls.
    is_noted = token.last_used is not None and token.last_used > now - _NOTED_EVERY
    if not is_noted or token.last_address != address:
        with suppress(Unavailable), short_wait():
            ApiToken.objects.filter(pk=token.pk).update(last_used=now, last_address=address)
            record_token_use(token, address, now)
    return token


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()

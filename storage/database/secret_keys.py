"""Tokens of feeds and secrets of webhooks, derived from the secret key and a key of the saved
search.

They are not stored. Someone who reads the database, or a copy, cannot read a feed or sign a
webhook, but the owner can look them up again. A new key of the search invalidates the old ones. 256
bits each (HMAC-SHA256).
"""

import base64
from hmac import compare_digest

from django.conf import settings
from django.utils.crypto import salted_hmac

from storage.database.models import SavedSearch


def feed_token(search: SavedSearch) -> str:
    """Return the token of the search's feed: its id and a signature; "" without a feed."""
    return f"{search.pk}-{derived('feed', search.pk, search.feed_key)}" if search.feed_key else ""


def search_number(token: str) -> int | None:
    """Return the id of the search that a token names, without checking the token."""
    number = token.partition("-")[0]
    # A number of 19 digits may be more than a column holds.
    is_id = number.isascii() and number.isdigit() and len(number) < 19
    return int(number) if is_id else None


def is_feed_token(search: SavedSearch, token: str) -> bool:
    """Return whether the token is that of the search's feed."""
    return bool(search.feed_key) and is_derived(token, "feed", search.pk, search.feed_key)


def derived(purpose: str, number: int, key: str) -> str:
    """Return the signature of a number and a key for a purpose; others have other ones."""
    return all_derived(purpose, number, key)[0]


def all_derived(purpose: str, number: int, key: str) -> list[str]:
    """Return that of the secret key, and those of the keys before it that still count."""
    return [
        _signature(purpose, number, key, secret)
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]


def is_derived(token: str, purpose: str, number: int, key: str) -> bool:
    """Return whether a token is the number and one of its signatures for the purpose."""
    found = [f"{number}-{each}".encode() for each in all_derived(purpose, number, key)]
    return any(compare_digest(each, token.encode()) for each in found)


def _signature(purpose: str, number: int, key: str, secret: str) -> str:
    salt, value = f"newsloom.{purpose}", f"{number}:{key}"
    digest = salted_hmac(salt, value, secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")

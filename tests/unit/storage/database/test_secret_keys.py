"""Tokens that are derived from the secret key, while it is changed."""

from types import SimpleNamespace
from typing import Any

from django.test import override_settings

from testbed.databases import set_up_django

OLD = {"SECRET_KEY": "old", "SECRET_KEY_FALLBACKS": []}
BOTH = {"SECRET_KEY": "new", "SECRET_KEY_FALLBACKS": ["old"]}
NEW = {"SECRET_KEY": "new", "SECRET_KEY_FALLBACKS": []}
SEARCH: Any = SimpleNamespace(pk=7, feed_key="k")


def test_the_address_of_a_feed_stays_valid_while_both_keys_count() -> None:
    set_up_django()
    from storage.database.secret_keys import feed_token, is_feed_token

    with override_settings(**OLD):
        before = feed_token(SEARCH)
    with override_settings(**BOTH):
        after = feed_token(SEARCH)
        assert after != before
        assert is_feed_token(SEARCH, before)
        assert is_feed_token(SEARCH, after)
        assert not is_feed_token(SEARCH, f"8{before[1:]}")
    with override_settings(**NEW):
        assert not is_feed_token(SEARCH, before)
        assert is_feed_token(SEARCH, after)


def test_a_former_key_signs_nothing() -> None:
    set_up_django()
    from storage.database.secret_keys import derived

    with override_settings(**BOTH):
        signed = derived("webhook", 7, "h")
    with override_settings(**NEW):
        assert derived("webhook", 7, "h") == signed

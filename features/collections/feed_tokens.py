"""Tokens of the feeds of collections, derived from the secret key and a key of the collection."""

from hmac import compare_digest

from features.collections.models import Collection
from storage.database.secret_keys import derived


def collection_feed_token(collection: Collection) -> str:
    """Return the token of the collection's feed: its id and a signature; "" without a feed."""
    number, key = collection.pk, collection.feed_key
    if key:
        return f"{number}-{derived('collection', number, key)}"
    return ""


def is_collection_feed_token(collection: Collection, token: str) -> bool:
    """Return whether the token is that of the collection's feed."""
    return bool(collection.feed_key) and compare_digest(collection_feed_token(collection), token)

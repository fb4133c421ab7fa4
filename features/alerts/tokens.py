"""The secret of the webhook of an alert; see ``storage.database.secret_keys``."""

from storage.database.models import SavedSearch
from storage.database.secret_keys import derived


def webhook_secret(search: SavedSearch) -> str:
    """Return the secret that signs the search's deliveries."""
    return derived("webhook", search.pk, search.hook_key)

"""Saved searches that their owner shares: who may follow one, and what those who do have of it.

A follower has a saved search of their own, which searches for what the shared one searches for. All
commands raise Unavailable.
"""

from django.contrib.auth.models import User
from django.db import transaction

from storage.database.errors import NotFound
from storage.database.models import SavedSearch
from storage.database.searches.saved_searches import SearchDraft, save_search, search_of


def follow_search(search_id: int, user: User) -> SavedSearch:
    """Give the user a saved search that follows a shared one; return the one they have already.

    Raises NotFound, and ValidationError if the user has too many.
    """
    with transaction.atomic():
        known = SavedSearch.objects.filter(owner=user, origin=search_id).first()
        if known is not None:
            return known
        shared = SavedSearch.visible_to(user).exclude(owner=user).filter(pk=search_id).first()
        if shared is None:
            raise NotFound("saved search", search_id)
        name, own = shared.name, SavedSearch.objects.filter(owner=user)
        if own.filter(name=name).exists():
            name = f"{name} ({shared.owner.username})"
        followed = save_search(SearchDraft(name=name, search=search_of(shared)), user)
        followed.origin = shared
        followed.save(update_fields=("origin",))
        return followed

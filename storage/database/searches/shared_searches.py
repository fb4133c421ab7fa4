"""Saved searches that their owner shares: who may follow one, and what those who do have of it.

A follower has a saved search of their own, which searches for what the shared one searches for. All
commands raise Unavailable.
"""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from storage.database.connection import translated
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import SavedSearch
from storage.database.people.audit import record_change
from storage.database.searches.saved_searches import (
    SearchDraft,
    lock_search,
    save_search,
    search_of,
)
from storage.database.searches.sharing import check_sharing, shared_with, sharing_values


def searches_shared_with(user: User) -> list[SavedSearch]:
    """Return the searches of others that a user may follow and does not follow yet, by name."""
    with translated():
        followed = SavedSearch.objects.filter(owner=user).exclude(origin=None)
        rows = (
            shared_with(SavedSearch.objects.all(), user)
            .exclude(pk__in=followed.values("origin"))
            .select_related("owner")
        )
        return sorted(rows, key=lambda each: (each.name.casefold(), each.pk))


def follow_search(search_id: int, user: User) -> SavedSearch:
    """Give the user a saved search that follows a shared one; return the one they have already.

    Raises NotFound, and Invalid if the user has too many.
    """
    with translated(), transaction.atomic():
        shared = shared_with(SavedSearch.objects.all(), user).filter(pk=search_id).first()
        if shared is None:
            raise NotFound("saved search", search_id)
        known = SavedSearch.objects.filter(owner=user, origin=shared).first()
        if known is not None:
            return known
        followed = save_search(SearchDraft(name=shared.name, search=search_of(shared)), user)
        followed.origin = shared
        followed.save(update_fields=("origin",))
        return followed


def share_search(
    search_id: int, owner: User, sharing: str, readers: Collection[str]
) -> SavedSearch:
    """Set with whom a user's own search is shared: nobody, everyone, or users by name.

    Those who may follow it no longer keep what it searches for now, as a search of their own.

    Raises NotFound, and Invalid that names every user who does not exist or may not search.
    """
    with translated(), transaction.atomic():
        search = lock_search(search_id, owner.pk)
        problems, people = check_sharing(sharing, readers)
        if search.origin_id and sharing != SavedSearch.Sharing.PRIVATE:
            problems.append(FieldError("sharing", "", ErrorCode.SEARCH_OF_ANOTHER))
        if problems:
            raise Invalid(problems)
        before = sharing_values(search)
        search.sharing = sharing
        search.save(update_fields=("sharing",))
        search.readers.set(people)
        if sharing != SavedSearch.Sharing.EVERYONE:
            search.followers.exclude(owner__in=people).update(origin=None)
        after = sharing_values(search)
        if after != before:
            record_change(owner.username, "change", search, before=before, after=after)
    return search

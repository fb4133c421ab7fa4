"""Keyword lists that several search sources share."""

from collections.abc import Sequence

from storage.configuration import keyword_lists
from storage.configuration.connection import translated
from storage.configuration.models import KeywordList


def all_lists() -> list[KeywordList]:
    """Return the lists by name, each with the sources that use it."""
    with translated():
        return list(KeywordList.objects.prefetch_related("sources").order_by("name"))


def get_list(list_id: int) -> KeywordList | None:
    """Return the list, or None."""
    with translated():
        return KeywordList.objects.filter(pk=list_id).first()


def save(name: str, keywords: Sequence[str], who: str, list_id: int | None) -> KeywordList:
    """Add a list, or change the one of this id; raises Invalid and NotFound."""
    return keyword_lists.save_keyword_list(name, keywords, who, list_id)


def delete(list_id: int, who: str) -> None:
    """Delete a list; raises NotFound, and Invalid while a source would be left without keywords."""
    keyword_lists.delete_keyword_list(list_id, who)

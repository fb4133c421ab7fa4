"""Commands on keyword lists; each change writes an audit entry in the same transaction."""

from collections.abc import Sequence

from django.db import transaction

from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import KeywordList
from storage.database.people.audit import record_change
from storage.database.sources.validation import check_name, check_words, name_key


def save_keyword_list(
    name: str, keywords: Sequence[str], who: str, list_id: int | None = None
) -> KeywordList:
    """Add a list, or change the one with this id. Raises Invalid with every problem, NotFound."""
    with transaction.atomic():
        problems = [*check_name(name), *check_words("keywords", keywords)]
        if KeywordList.objects.filter(name_key=name_key(name)).exclude(pk=list_id or 0).exists():
            problems.append(FieldError("name", name, ErrorCode.NAME_TAKEN))
        if problems:
            raise Invalid(problems)
        words = KeywordList() if list_id is None else locked_list(list_id)
        before = None if list_id is None else _values(words)
        words.name, words.keywords = name, list(keywords)
        words.save()
        record_change(
            who, "add" if before is None else "change", words, before=before, after=_values(words)
        )
    return words


def find_keyword_list(name: str) -> KeywordList | None:
    """Return the list with this name, or None; case does not matter."""
    return KeywordList.objects.filter(name_key=name_key(name)).first()


def delete_keyword_list(list_id: int, who: str) -> None:
    """Delete a list.

    Raises NotFound, and Invalid if a search source would be left without keywords.
    """
    with transaction.atomic():
        words = locked_list(list_id)
        for source in words.sources.filter(channel="search"):
            if not source.keywords and source.keyword_lists.count() == 1:
                raise Invalid([FieldError("name", words.name, ErrorCode.KEYWORD_LIST_NEEDED)])
        record_change(who, "delete", words, before=_values(words))
        words.delete()


def locked_list(list_id: int) -> KeywordList:
    """Return a list, locked in the caller's transaction. Raises NotFound."""
    words = KeywordList.objects.select_for_update().filter(pk=list_id).first()
    if words is None:
        raise NotFound("keyword list", list_id)
    return words


def _values(words: KeywordList) -> dict[str, object]:
    return {"name": words.name, "keywords": list(words.keywords)}

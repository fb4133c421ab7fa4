"""Names that documents spell in several ways: one name, and what else means it.

Searches apply them when they ask, so nothing has to be indexed again. Each change writes an audit
entry in the same transaction. All functions raise Unavailable.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction

from features.names.models import MAX_NAME, SpelledName
from features.names.problems import NameProblem
from storage.database.connection import translated
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.people.audit import record_change
from storage.database.sources.validation import check_words
from storage.documents.port import NAME_KINDS

MAX_SPELLINGS = 30
MAX_NAMES = 2_000
"""A page of search results reads all of them: in some milliseconds."""


def spellings_of_names() -> list[tuple[str, str, list[str]]]:
    """Return all names: kind, name and other spellings of each."""
    with translated():
        return list(SpelledName.objects.values_list("kind", "name", "spellings"))


def spelled_names() -> list[SpelledName]:
    """Return the names that have other spellings, by kind and name."""
    with translated():
        return list(SpelledName.objects.all())


def save_spellings(kind: str, name: str, spellings: Sequence[str], who: str) -> None:
    """Replace the other spellings of a name; without any, it has only its own.

    Raises Invalid with every problem.
    """
    wanted = list(dict.fromkeys(each for each in spellings if each != name))
    with translated(), transaction.atomic():
        rows = list(SpelledName.objects.select_for_update().filter(kind=kind))
        row = next((each for each in rows if each.name == name), None)
        others = [each for each in rows if each is not row]
        problems = [*_own_problems(kind, name, wanted), *_taken(name, wanted, others)]
        if row is None and SpelledName.objects.count() >= MAX_NAMES:
            problems.append(
                FieldError("spellings", "", NameProblem.TOO_MANY_NAMES, {"limit": MAX_NAMES})
            )
        if problems:
            raise Invalid(problems)
        _replace(row or SpelledName(kind=kind, name=name), wanted, who)


def _replace(row: SpelledName, wanted: list[str], who: str) -> None:
    before = None if row.pk is None else _values(row)
    row.spellings = wanted
    if before == _values(row) or (before is None and not wanted):
        return
    if wanted:
        row.save()
        action = "add" if before is None else "change"
        record_change(who, action, row, before=before, after=_values(row))
    else:
        record_change(who, "delete", row, before=before)
        row.delete()


def _own_problems(kind: str, name: str, wanted: Sequence[str]) -> Iterable[FieldError]:
    if kind not in NAME_KINDS:
        choices = ", ".join(NAME_KINDS)
        yield FieldError("kind", kind, ErrorCode.NOT_A_CHOICE, {"choices": choices})
    yield from check_words("name", [name])
    yield from check_words("spellings", wanted)
    for each in (name, *wanted):
        if len(each) > MAX_NAME:
            yield FieldError("spellings", each, ErrorCode.TOO_LONG, {"limit": MAX_NAME})
    if len(wanted) > MAX_SPELLINGS:
        count = {"count": len(wanted), "limit": MAX_SPELLINGS}
        yield FieldError("spellings", "", ErrorCode.TOO_MANY_ENTRIES, count)


def _taken(name: str, wanted: Sequence[str], others: Iterable[SpelledName]) -> Iterable[FieldError]:
    """Return which of these have a meaning already: a name is no spelling of another one.

    Capitals do not matter: queries find names in any.
    """
    meanings = {each.casefold(): row.name for row in others for each in row.spellings}
    heads = {row.name.casefold() for row in others}
    for each in (name, *wanted):
        if meant := meanings.get(each.casefold()):
            yield FieldError("spellings", each, NameProblem.SPELLING_OF_ANOTHER, {"name": meant})
        elif each.casefold() in heads:
            yield FieldError("spellings", each, NameProblem.SPELLING_HAS_SPELLINGS)


def _values(row: SpelledName) -> dict[str, object]:
    return {"kind": row.kind, "name": row.name, "spellings": list(row.spellings)}

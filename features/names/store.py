"""Names that documents spell in several ways: one name, and what else means it; and names that
look so, and are different.

Searches apply them when they ask, so nothing has to be indexed again. Each change writes an audit
entry in the same transaction. All functions raise Unavailable.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction

from features.names.models import MAX_NAME, DifferentNames, SpelledName
from features.names.problems import NameProblem
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.people.audit import record_change
from storage.database.sources.validation import check_words
from storage.documents.name_spellings import NameSpellings
from storage.documents.port import NAME_KINDS

MAX_SPELLINGS = 30
MAX_DIFFERENT = 2_000
"""The page of proposals reads and lists all of them."""
MAX_NAMES = 2_000
"""A page of search results reads all of them: in some milliseconds."""


def spellings_of_names() -> list[tuple[str, str, list[str]]]:
    """Return all names: kind, name and other spellings of each."""
    return list(SpelledName.objects.values_list("kind", "name", "spellings"))


def spelled_names() -> list[SpelledName]:
    """Return the names that have other spellings, by kind and name."""
    return list(SpelledName.objects.all())


def save_spellings(kind: str, name: str, spellings: Sequence[str], who: str) -> None:
    """Replace the other spellings of a name; without any, it has only its own.

    Raises Invalid with every problem.
    """
    wanted = list(dict.fromkeys(each for each in spellings if each != name))
    with transaction.atomic():
        # All names of the kind: two people may save the same spelling for different names at once.
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


def join_names(kind: str, name: str, other: str, who: str) -> None:
    """Make a name a spelling of another one, with all its own spellings.

    Nothing happens if they are one already. That they are different is forgotten. Raises Invalid.
    """
    with transaction.atomic():
        rows = SpelledName.objects.select_for_update().filter(kind=kind)
        known = NameSpellings(rows.values_list("kind", "name", "spellings"))
        first, second = known.of(kind, name), known.of(kind, other)
        if first != second:
            save_spellings(kind, second[0], (), who)
            save_spellings(kind, first[0], (*first[1:], *second), who)
        forget_difference(kind, name, other, who)


def part_name(kind: str, name: str, spelling: str, who: str) -> None:
    """Make a spelling of a name a name of its own again; nothing happens if it is one."""
    with transaction.atomic():
        row = SpelledName.objects.select_for_update().filter(kind=kind, name=name).first()
        if row is not None:
            _replace(row, [each for each in row.spellings if each != spelling], who)


def different_names() -> list[DifferentNames]:
    """Return the pairs of names that are different, the last decided first."""
    return list(DifferentNames.objects.all())


def tell_apart(kind: str, name: str, other: str, who: str) -> None:
    """Remember that two names are different. Raises Invalid."""
    first, second = sorted((name, other))
    with transaction.atomic():
        problems = [*_own_problems(kind, first, [second])]
        if DifferentNames.objects.count() >= MAX_DIFFERENT:
            problems.append(
                FieldError("other", "", NameProblem.TOO_MANY_PAIRS, {"limit": MAX_DIFFERENT})
            )
        if problems:
            raise Invalid(problems)
        row, is_new = DifferentNames.objects.get_or_create(kind=kind, name=first, other=second)
        if is_new:
            record_change(who, "add", row, after=_pair(row))


def forget_difference(kind: str, name: str, other: str, who: str) -> None:
    """Forget that two names are different; nothing happens if that is not known."""
    first, second = sorted((name, other))
    with transaction.atomic():
        for row in DifferentNames.objects.filter(kind=kind, name=first, other=second):
            record_change(who, "delete", row, before=_pair(row))
            row.delete()


def _pair(row: DifferentNames) -> dict[str, object]:
    return {"kind": row.kind, "name": row.name, "other": row.other}


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

"""The groups of documents that features make. A query names one as in ``story:ID``.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Sequence
from typing import Any

from hooks.answers import DocumentGroups
from hooks.process import features


def all_groups() -> list[DocumentGroups]:
    """Return what features answer, nothing if none makes groups."""
    return features().ask("document_groups")


def documents_of(group: str) -> list[str]:
    """Return the ids of the documents of a group, none for an unknown one."""
    return [found for each in all_groups() for found in each.documents_of(group)]


def titles(groups: Collection[str]) -> dict[str, str]:
    """Return what people call these groups, by id; unknown ones are missing."""
    found: dict[str, str] = {}
    for each in all_groups():
        found.update(each.titles(groups))
    return found


def groups_of(documents: Sequence[str]) -> dict[str, str]:
    """Return the groups of those of these documents that have one, by document."""
    found: dict[str, str] = {}
    for each in all_groups():
        found.update(each.groups_of(documents))
    return found


def lines_of(group: str, documents: Any) -> list[Any]:
    """Return what the documents of a group say, see ``DocumentGroups``."""
    return [found for each in all_groups() for found in each.lines_of(group, documents)]

"""What names add to Newsloom."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from hooks.answers import AuditLabels, Entry
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.urls import URLPattern
    from ninja import Router


@hookimpl
def routes() -> "Sequence[URLPattern]":
    """Return the page of a name, the lists of names, and the form of spellings."""
    from features.names.urls import urlpatterns

    return urlpatterns


@hookimpl
def api_routers() -> "Sequence[Router]":
    """Return the operations on spellings."""
    from features.names.api import router

    return [router]


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the entry of the names in most documents."""
    from features.names.labels import NAMES
    from storage.database.people.rights import Right

    return [Entry(right=Right.SEARCH, label=NAMES, route="names", place=40, group="explore")]


@hookimpl
def audit_labels() -> AuditLabels:
    """Return what the audit log calls the spellings of a name."""
    from features.names.labels import AUDIT

    return AUDIT


@hookimpl
def problem_sentences() -> Mapping[StrEnum, object]:
    """Return what is wrong with a spelling that means another name, or one name too many."""
    from features.names.labels import PROBLEMS

    return PROBLEMS


@hookimpl
def name_spellings() -> Sequence[tuple[str, str, Sequence[str]]]:
    """Return the names that people have given other spellings."""
    from features.names.store import spellings_of_names

    return spellings_of_names()


@hookimpl
def page_of_value(field: str, value: str) -> str | None:
    """Lead to the page of a name, an author, a source, a site, a tag or a region."""
    from features.names.subjects import page_of

    return page_of(field, value)

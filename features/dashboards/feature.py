"""What dashboards add to Newsloom."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from hooks.answers import AuditLabels, Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.urls import URLPattern
    from ninja import Router

    from webui.owned.kinds import OwnedKind


@hookimpl
def routes() -> "Sequence[URLPattern]":
    """Return the pages of dashboards."""
    from features.dashboards.urls import urlpatterns

    return urlpatterns


@hookimpl
def api_routers() -> "Sequence[Router]":
    """Return the operations on dashboards."""
    from features.dashboards.api import router

    return [router]


@hookimpl
def owned_kinds() -> "Sequence[OwnedKind]":
    """Return the tab of dashboards on the desk."""
    from features.dashboards.kind import DASHBOARDS

    return [DASHBOARDS]


@hookimpl
def audit_labels() -> AuditLabels:
    """Return what the audit log calls a dashboard and its panels."""
    from features.dashboards.labels import AUDIT

    return AUDIT


@hookimpl
def problem_sentences() -> Mapping[StrEnum, object]:
    """Return what is wrong with a dashboard that is too large, or one too many."""
    from features.dashboards.labels import PROBLEMS

    return PROBLEMS


@hookimpl
def search_actions(address: str) -> Sequence[Part]:
    """Let the user put the search on a dashboard."""
    return [Part(template="dashboards/search_action.html", context={"address": address})]

"""One real task for each kind of user, with what the installation has."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from features.first_tasks.settings import FirstTasksSettings
from storage.database.people.rights import Right
from webui.apps import stores


@dataclass(frozen=True, kw_only=True)
class Task:
    """What a kind of user does, step by step, and where it begins."""

    who: object
    what: object
    steps: Sequence[object]
    url: str


def tasks_for(user: User) -> list[Task]:
    """Return the tasks that a user may do; none unless the settings show them."""
    if stores().settings.of(FirstTasksSettings).shown == "no":
        return []
    tasks = []
    if user.has_perm(Right.ADD_SOURCES) and user.has_perm(Right.TEST_SOURCES):
        tasks.append(_add_a_source())
    if user.has_perm(Right.SEARCH):
        tasks.append(_read_a_story())
    if user.has_perm(Right.SETTLE_BURIED):
        tasks.append(_pause_a_host())
    return tasks


def _add_a_source() -> Task:
    site = stores().settings.of(FirstTasksSettings).site
    query = f"?{urlencode({'address': site})}" if site else ""
    return Task(
        who=_("Operator"),
        what=_("Add a source from its address"),
        steps=[
            _("Press Find sources: Newsloom finds the feeds, sitemaps and lists of the site."),
            _("Choose a proposal, and see what it would store."),
            _("Save it, and watch the first documents come."),
        ],
        url=f"{reverse('source_find')}{query}",
    )


def _read_a_story() -> Task:
    """Lead to stories in the language of the page: the first ones may all be in another."""
    lang = get_language().partition("-")[0]
    return Task(
        who=_("Analyst"),
        what=_("See what several sites tell of one event"),
        steps=[
            _("Open the first story: its first line says where the reports contradict each other."),
            _("Follow a sentence to its place in the report."),
            _("Search for a name in it, and save the search: new matches come to you."),
        ],
        url=f"{reverse('stories')}?{urlencode({'lang': lang})}",
    )


def _pause_a_host() -> Task:
    return Task(
        who=_("Ops"),
        what=_("Pause a host, and resume it"),
        steps=[
            _("Name a host, a reason and an end: no worker asks it meanwhile."),
            _("See how the monitor and its sources say so."),
            _("Resume it: what waited goes on."),
        ],
        url=reverse("hosts"),
    )

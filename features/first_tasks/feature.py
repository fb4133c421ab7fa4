"""What first tasks add to Newsloom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NEEDS = ("discovery", "stories")


@hookimpl
def page_head(page: str) -> Sequence[Part]:
    """Bring the styles of the tasks."""
    if page == "home":
        return [Part(template="first_tasks/head.html")]
    return []


@hookimpl
def page_panels(page: str, user: "User") -> Sequence[Part] | None:
    """Show the tasks above the overview."""
    if page != "home":
        return None
    from features.first_tasks.tasks import tasks_for

    tasks: Sequence[Any] = tasks_for(user)
    if tasks:
        return [Part(template="first_tasks/tasks.html", context={"tasks": tasks})]
    return None

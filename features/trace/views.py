"""The page that says what happened to one URL."""

from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from features.trace import sentences
from features.trace.lookup import Finding, look_up
from hooks.answers import Part
from storage.database.people.rights import Right
from storage.keys import MAX_URL_LENGTH
from watch.labels import label
from webui.apps import stores
from webui.monitor.jobs import JobRow
from webui.rights import needs


def steps_of_job(row: JobRow, user: Any) -> list[Part]:
    """Return the steps of the page of a job, for who may see them."""
    head = row.head
    if not head.url or head.is_list or not user.has_perm(Right.VIEW_SOURCES):
        return []
    found = look_up(head.url, stores())
    return [Part(template="trace/of_job.html", context=_steps(found))]


@require_safe
@needs(Right.VIEW_SOURCES)
def trace(request: HttpRequest) -> HttpResponse:
    """Show the steps of the URL in the parameter ``url``, and the form to enter one."""
    url = request.GET.get("url", "").strip()
    if not url:
        return render(request, "trace/trace.html", {"url": ""})
    try:
        if len(url) > MAX_URL_LENGTH:
            raise ValueError(url)
        found = look_up(url, stores())
    except ValueError:
        problem = _(
            "Enter a whole address that begins with http:// or https://, of at most %(most)d "
            "characters."
        )
        context = {"url": url, "problem": problem % {"most": MAX_URL_LENGTH}}
        return render(request, "trace/trace.html", context, status=422)
    return render(request, "trace/trace.html", {"url": url, **_context(found)})


def _context(found: Finding) -> dict[str, Any]:
    return {
        **_steps(found),
        "tone": sentences.tone(found),
        "verdict": sentences.verdict(found),
        "lists": [(shown, found.names.get(shown.source_id, "")) for shown in found.shown],
        "is_list": [
            (number, found.names[number]) for number in found.is_list if number in found.names
        ],
        "silent": [(label(sentences.STORES, name), why) for name, why in found.silent.items()],
    }


def _steps(found: Finding) -> dict[str, Any]:
    at = datetime.fromtimestamp(found.at, UTC)
    return {
        "found": found,
        "kept": sentences.kept(found, f"{localtime(at):%Y-%m-%d %H:%M:%S}"),
        "steps": [(step, sentences.step_text(step, found.names)) for step in found.steps],
    }

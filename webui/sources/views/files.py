"""Import and export of sources. An import shows its plan before it is applied."""

import base64
import binascii
import zlib

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from storage.database.errors import Invalid, NotFound
from storage.database.people.rights import Right
from webui.problems import all_in_words
from webui.rights import needs
from webui.sources.forms.source import columns
from webui.sources.services import files as service
from webui.sources.services.files import ImportPlan
from webui.sources.views.bulk_history import with_undo
from webui.uses import note_export

_MAX_BYTES = 4 * 1024 * 1024
# The rows shown of each kind; the numbers above the tables count all.
_SHOWN = 200


@require_safe
@needs(Right.CHANGE_SOURCES)
def export_file(request: HttpRequest, form: str) -> HttpResponse:
    """Export all sources.

    The file holds request headers, so viewing sources is not enough to get it.
    """
    if form not in service.FORMS:
        raise Http404
    note_export(request, "sources", form)
    response = HttpResponse(service.write(form), content_type=service.FORMS[form])
    response["Content-Disposition"] = f'attachment; filename="newsloom-sources.{form}"'
    return response


@require_safe
@needs(Right.ADD_SOURCES)
def sample_file(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Return a CSV file with invented sources, to be filled in."""
    response = HttpResponse(service.sample(), content_type=service.FORMS["csv"])
    response["Content-Disposition"] = 'attachment; filename="newsloom-sample.csv"'
    return response


@require_http_methods(["GET", "POST"])
@needs(Right.ADD_SOURCES)
def import_file(request: HttpRequest) -> HttpResponse:
    """Read a file, show what it would change, and apply it after confirmation."""
    if request.method == "GET":
        return render(request, "sources/source_import.html", {"columns": columns()})
    # The confirmation sends the file again: what is applied is what was shown, and nothing is kept.
    data = _confirmed(request) if "confirmed" in request.POST else _uploaded(request)
    if not data or len(data) > _MAX_BYTES:
        problem = _("The file is missing or larger than 4 MB. Choose a file of at most 4 MB.")
        return render(
            request,
            "sources/source_import.html",
            {"problem": problem, "columns": columns()},
            status=422,
        )
    plan = service.read(data)
    if "confirmed" in request.POST:
        return _apply(request, plan, data)
    return _show_plan(request, plan, data)


def _apply(request: HttpRequest, plan: ImportPlan, data: bytes) -> HttpResponse:
    try:
        wanted = {each: each in request.POST for each in ("partly", "numbered", "known")}
        edited = service.apply(plan, request.user.get_username(), **wanted)
    except (Invalid, NotFound) as error:
        problem = all_in_words(error) if isinstance(error, Invalid) else error.why
        return _show_plan(request, service.read(data), data, problem=problem)
    text = ngettext(
        "%(count)d source was imported.", "%(count)d sources were imported.", edited.sources
    )
    messages.success(request, with_undo(text % {"count": edited.sources}, edited))
    return redirect("sources")


def _show_plan(
    request: HttpRequest, plan: ImportPlan, data: bytes, problem: str = ""
) -> HttpResponse:
    context = _shown(plan) | {"plan": plan, "problem": problem, "most": _SHOWN}
    if plan.new or plan.changed or context["numbered"] or context["addable_known"]:
        context["data"] = base64.b64encode(zlib.compress(data, 9)).decode()
    return render(
        request,
        "sources/source_import_plan.html",
        context,
        status=422 if plan.errors or problem else 200,
    )


def _shown(plan: ImportPlan) -> dict[str, object]:
    return {
        "new": [(plan.line_of(draft), draft) for draft in plan.new[:_SHOWN]],
        "changed": [
            (plan.line_of(change.after), change.after, service.differences(change))
            for change in plan.changed[:_SHOWN]
        ],
        "unchanged": [(plan.line_of(draft), draft) for draft in plan.unchanged[:_SHOWN]],
        "repeated": plan.repeated[:_SHOWN],
        "known": plan.known[:_SHOWN],
        "addable_known": len(plan.addable_known()),
        "numbered": sum(each.draft is not None for each in plan.repeated),
        "errors": plan.errors[:_SHOWN],
    }


def _uploaded(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    # Read one byte more than allowed to detect a file that is too long.
    return file.read(_MAX_BYTES + 1) if file else b""


def _confirmed(request: HttpRequest) -> bytes:
    """Return the file from the plan's page, or nothing if it was tampered with."""
    try:
        packed = base64.b64decode(request.POST["confirmed"], validate=True)
        # Unpack at most one byte more than allowed: a few bytes can unpack to more than the memory
        # holds.
        return zlib.decompressobj().decompress(packed, _MAX_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        return b""

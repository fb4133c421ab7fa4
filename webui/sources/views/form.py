"""Add and change a source, and try it out without saving."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from storage.database.errors import Invalid
from storage.database.models import Source
from storage.database.people.rights import Right
from storage.database.sources.source_config import SourceConfig
from storage.outcomes import Outcome
from webui.page_parts import is_part
from webui.rights import needs
from webui.sources.forms.source import SourceForm, new_config
from webui.sources.prefilled import prefilled
from webui.sources.search_presets import PRESETS
from webui.sources.services import sources as service
from webui.sources.services.filing import filings_now
from webui.sources.services.preview import TooManyVisits, Trial, read_again, try_out
from webui.sources.services.watched import WatchedBy, free_name, watched_by

_AFRESH = "afresh"
"""The value of the button that fetches the list again."""
_TWICE = "twice"
"""The value of the button that saves a second source of an address: it may read other pages."""


@require_http_methods(["GET", "POST"])
@needs(Right.ADD_SOURCES)
def add(request: HttpRequest) -> HttpResponse:
    """Add a source; a query string fills in the form."""
    return _form_page(request, None)


@require_http_methods(["GET", "POST"])
@needs(Right.CHANGE_SOURCES)
def edit(request: HttpRequest, source_id: int) -> HttpResponse:
    """Change a source."""
    return _form_page(request, _found(source_id))


@require_POST
@needs(Right.TEST_SOURCES)
def links(request: HttpRequest) -> HttpResponse:
    """Apply the form to the list fetched some minutes ago, without fetching; return a part of a
    page.
    """
    form = SourceForm(request.POST, lists=service.keyword_list_names(), config=new_config())
    record = form.visit_config()
    if record is None:
        # Without a preview on the page there is nothing to say about one.
        return _note(request, _wrong_fields(form) if "previewed" in request.POST else "")
    trial = read_again(str(request.user.pk), service.full_record(record))
    if trial is not None and trial.outcome == Outcome.BAD_PATTERN:
        return _note(request, trial.error)
    return render(request, "sources/trial.html", {"trial": trial, "in_form": True})


def _wrong_fields(form: SourceForm) -> str:
    """Return which fields keep the preview from following: none is marked before it is saved."""
    names = _(", ").join(str(form[name].label) for name in form.errors if name in form.fields)
    return _("Correct these fields, and the preview follows: %(names)s.") % {"names": names}


def _note(request: HttpRequest, text: str) -> HttpResponse:
    """Return a note above the preview that the page shows, which stays, dimmed, until the fields
    are right again. An empty text removes the note.
    """
    response = render(request, "sources/trial_note.html", {"note": text})
    response["HX-Retarget"], response["HX-Reswap"] = "#trial-note", "innerHTML"
    return response


@require_POST
@needs(Right.TEST_SOURCES)
def test(request: HttpRequest, source_id: int) -> HttpResponse:
    """Try out a saved source and show the result."""
    source = _found(source_id)
    try:
        trial = try_out(str(request.user.pk), service.full_record(source.config()), afresh=True)
    except TooManyVisits:
        return render(
            request, "sources/source_test.html", {"source": source, "busy": True}, status=503
        )
    return render(request, "sources/source_test.html", {"source": source, "trial": trial})


def _form_page(request: HttpRequest, source: Source | None) -> HttpResponse:
    lists = service.keyword_list_names()
    if request.method != "POST":
        draft = source.config() if source else _new(request)
        trial = _known(request, draft)
        return _show(request, SourceForm(lists=lists, config=draft), source, trial=trial)
    form = SourceForm(request.POST, lists=lists, config=source.config() if source else new_config())
    if not form.is_valid():
        return _show(request, form, source, **_kept(request, form))
    if "test" in request.POST:
        return _try(request, form, source)
    return _save(request, form, source)


def _new(request: HttpRequest) -> SourceConfig:
    """Return what a query string says of a new source, under a name that is free now."""
    draft = prefilled(request.GET, new_config())
    if draft.name:
        return replace(draft, name=free_name(draft.name))
    return draft


def _known(request: HttpRequest, draft: SourceConfig) -> Trial | None:
    """Return what this user has already fetched of the source, for example in discovery."""
    if not draft.address or not request.user.has_perm(Right.TEST_SOURCES):
        return None
    return read_again(str(request.user.pk), service.full_record(draft))


def _kept(request: HttpRequest, form: SourceForm) -> dict[str, Any]:
    """Return the preview that a refused form keeps; with patterns that cannot be used, that of all
    links, and why.
    """
    record = form.visit_config(needs_patterns=False)
    note = " ".join(map(str, form.errors.get("patterns", ())))
    return {"trial": _known(request, record) if record else None, "note": note}


def _try(request: HttpRequest, form: SourceForm, source: Source | None) -> HttpResponse:
    """Try out the form without saving."""
    draft = form.config()
    form.show(service.check(draft, source.pk if source else 0))
    # A trial makes requests to any address that is typed, so it needs a right of its own.
    if form.errors or not request.user.has_perm(Right.TEST_SOURCES):
        return _show(request, form, source, **_kept(request, form))
    try:
        trial = try_out(
            str(request.user.pk), service.full_record(draft), afresh=request.POST["test"] == _AFRESH
        )
    except TooManyVisits:
        return _show(request, form, source, busy=True, status=503)
    if is_part(request):
        shown = {"trial": trial, "in_form": True, "same": _same(form, source)}
        return render(request, "sources/trial.html", shown)
    return _show(request, form, source, trial=trial)


def _save(request: HttpRequest, form: SourceForm, source: Source | None) -> HttpResponse:
    if _same(form, source) and request.POST.get("save") != _TWICE:
        return _show(request, form, source, status=409, **_kept(request, form))
    try:
        who = request.user.get_username()
        if source:
            saved = service.change(source.pk, form.config(), who)
        else:
            saved = service.add(form.config(), who)
    except Invalid as error:
        form.show(error.problems)
        return _show(request, form, source, **_kept(request, form))
    messages.success(request, _what_was_done(source, saved) % {"name": saved.name})
    return redirect(f"{reverse('source', args=[saved.pk])}?saved=1")


def _same(form: SourceForm, source: Source | None) -> WatchedBy | None:
    """Return the source that has the address of a new one already."""
    address = "" if source else form["address"].value() or ""
    return watched_by([address]).get(address)


def _what_was_done(before: Source | None, saved: Source) -> str:
    if before:
        return _("“%(name)s” was saved.")
    if saved.enabled:
        return _("“%(name)s” was added. Its first visit is due now.")
    return _("“%(name)s” was added. It is paused, so nothing visits it until you resume it.")


def _show(
    request: HttpRequest,
    form: SourceForm,
    source: Source | None,
    *,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    context = {
        "form": form,
        "source": source,
        "in_form": True,
        "same": _same(form, source),
        "filings": filings_now(),
        "presets": [] if source else PRESETS,
        **more,
    }
    response = render(
        request, "sources/source_form.html", context, status=422 if form.errors else status
    )
    if is_part(request):
        # The button replaces only the trial; errors of the form concern the whole page.
        response["HX-Retarget"] = response["HX-Reselect"] = "#main"
        response["HX-Reswap"] = "outerHTML show:window:top"
    return response


def _found(source_id: int) -> Source:
    source = service.get_source(source_id)
    if source is None:
        raise Http404
    return source

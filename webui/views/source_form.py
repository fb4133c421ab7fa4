"""Adding and changing a source, and trying it out without saving."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from storage.configuration.draft import SourceDraft
from storage.configuration.errors import Invalid
from storage.configuration.models import Source
from webui.rights import Right, needs
from webui.services import sources as service
from webui.services.preview import preview
from webui.source_form import SourceForm, new_draft


@require_http_methods(["GET", "POST"])
@needs(Right.ADD_SOURCES)
def add(request: HttpRequest) -> HttpResponse:
    """Add a source."""
    return _form_page(request, None)


@require_http_methods(["GET", "POST"])
@needs(Right.CHANGE_SOURCES)
def edit(request: HttpRequest, source_id: int) -> HttpResponse:
    """Change a source."""
    return _form_page(request, _found(source_id))


@require_POST
@needs(Right.TEST_SOURCES)
def test(request: HttpRequest, source_id: int) -> HttpResponse:
    """Visit a saved source once and show what was found."""
    source = _found(source_id)
    result = preview(service.full_record(source.draft()))
    return render(request, "webui/source_test.html", {"source": source, "preview": result})


def _form_page(request: HttpRequest, source: Source | None) -> HttpResponse:
    draft = source.draft() if source else new_draft()
    lists = service.keyword_list_names()
    if request.method != "POST":
        return _show(request, SourceForm(lists=lists, draft=draft), source)
    form = SourceForm(request.POST, lists=lists, draft=draft)
    if not form.is_valid():
        return _show(request, form, source)
    return _try(request, form, source) if "test" in request.POST else _save(request, form, source)


def _try(request: HttpRequest, form: SourceForm, source: Source | None) -> HttpResponse:
    """Show what the form as it stands would find; saves nothing."""
    draft = form.draft()
    form.show(service.check(draft))
    if form.errors or not request.user.has_perm(Right.TEST_SOURCES):
        return _show(request, form, source)
    return _show(request, form, source, preview=preview(service.full_record(draft)))


def _save(request: HttpRequest, form: SourceForm, source: Source | None) -> HttpResponse:
    draft: SourceDraft = form.draft()
    try:
        saved = service.save(draft, request.user.get_username())
    except Invalid as error:
        form.show(error.problems)
        return _show(request, form, source)
    text = _("“%(name)s” was saved.") if source else _("“%(name)s” was added. Its first visit is due now.")
    messages.success(request, text % {"name": saved.name})
    return redirect("source", source_id=saved.pk)


def _show(request: HttpRequest, form: SourceForm, source: Source | None, **more: object) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "webui/source_form.html", {"form": form, "source": source, **more}, status=status)


def _found(source_id: int) -> Source:
    source = service.get_source(source_id)
    if source is None:
        raise Http404
    return source

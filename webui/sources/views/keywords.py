"""Keyword lists that several search sources share."""

from collections.abc import Mapping

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.errors import Invalid
from storage.database.models import KeywordList
from storage.database.people.rights import Right
from webui.parts import beside_rows
from webui.problems import in_words
from webui.rights import needs
from webui.sources.forms.fields import LinesField
from webui.sources.services import keywords as service


class KeywordListForm(forms.Form):
    """The name and keywords of a list."""

    name = forms.CharField(label=gettext_lazy("Name"))
    keywords = LinesField(
        label=gettext_lazy("Keywords"), help_text=gettext_lazy("One per line."), rows=12
    )


@require_safe
@needs(Right.VIEW_KEYWORDS)
def keywords(request: HttpRequest) -> HttpResponse:
    """List the keyword lists."""
    lists = service.all_lists()
    rows = zip(beside_rows("keywords", lists, request.user), service.uses_of(lists), strict=True)
    context = {"lists": [(words, parts, use) for (words, parts), use in rows]}
    return render(request, "sources/keywords.html", context)


@require_http_methods(["GET", "POST"])
@needs(Right.CHANGE_KEYWORDS)
def add(request: HttpRequest) -> HttpResponse:
    """Add a list."""
    return _form_page(request, None)


@require_http_methods(["GET", "POST"])
@needs(Right.CHANGE_KEYWORDS)
def edit(request: HttpRequest, list_id: int) -> HttpResponse:
    """Change a list."""
    return _form_page(request, found_list(list_id))


@require_POST
@needs(Right.DELETE_KEYWORDS)
def delete(request: HttpRequest, list_id: int) -> HttpResponse:
    """Delete a list, unless a source depends on it."""
    words = found_list(list_id)
    try:
        service.delete(list_id, request.user.get_username())
    except Invalid as error:
        messages.error(request, " ".join(in_words(problem) for problem in error.problems))
        return redirect("keywords_edit", list_id=list_id)
    messages.success(request, _("“%(name)s” was deleted.") % {"name": words.name})
    return redirect("keywords")


def found_list(list_id: int) -> KeywordList:
    """Return a list. Raises Http404."""
    words = service.get_list(list_id)
    if words is None:
        raise Http404
    return words


def refused_page(
    request: HttpRequest, words: KeywordList, of_panels: Mapping[str, object]
) -> HttpResponse:
    """Return the page of a list as the answer to a form in a panel of a feature, which is refused.

    ``of_panels`` is what the panel finds in the context of the page.
    """
    return _page(request, words, _list_form(words), status=422, of_panels=of_panels)


def show_problems(error: Invalid, form: forms.Form) -> None:
    """Show what is wrong beside the fields of a form."""
    for problem in error.problems:
        form.add_error(problem.field if problem.field in form.fields else None, in_words(problem))


def _list_form(words: KeywordList | None, given: QueryDict | None = None) -> KeywordListForm:
    initial = {"name": words.name, "keywords": words.keywords} if words else {}
    return KeywordListForm(given, initial=initial)


def _form_page(request: HttpRequest, words: KeywordList | None) -> HttpResponse:
    form = _list_form(words, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _saved(request, form, words):
        return redirect("keywords")
    return _page(request, words, form, status=422 if form.errors else 200)


def _page(
    request: HttpRequest,
    words: KeywordList | None,
    form: KeywordListForm,
    *,
    status: int,
    of_panels: Mapping[str, object] | None = None,
) -> HttpResponse:
    context = {
        **(of_panels or {}),
        "form": form,
        "words": words,
        "table": service.list_table(words) if words else None,
    }
    return render(request, "sources/keywords_form.html", context, status=status)


def _saved(request: HttpRequest, form: KeywordListForm, words: KeywordList | None) -> bool:
    data = form.cleaned_data
    try:
        service.save(
            data["name"], data["keywords"], request.user.get_username(), words.pk if words else None
        )
    except Invalid as error:
        show_problems(error, form)
        return False
    messages.success(request, _("“%(name)s” was saved.") % {"name": data["name"]})
    return True

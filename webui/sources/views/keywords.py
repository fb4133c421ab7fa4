"""Keyword lists that several search sources share."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.errors import Invalid, NotFound
from storage.database.models import KeywordList
from storage.database.people.rights import Right
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
    return render(request, "sources/keywords.html", {"lists": service.all_lists()})


@require_http_methods(["GET", "POST"])
@needs(Right.CHANGE_KEYWORDS)
def add(request: HttpRequest) -> HttpResponse:
    """Add a list."""
    return _form_page(request, None)


@require_http_methods(["GET", "POST"])
@needs(Right.CHANGE_KEYWORDS)
def edit(request: HttpRequest, list_id: int) -> HttpResponse:
    """Change a list."""
    return _form_page(request, _found(list_id))


@require_POST
@needs(Right.DELETE_KEYWORDS)
def delete(request: HttpRequest, list_id: int) -> HttpResponse:
    """Delete a list, unless a source depends on it."""
    words = _found(list_id)
    try:
        service.delete(list_id, request.user.get_username())
    except Invalid as error:
        messages.error(request, " ".join(in_words(problem) for problem in error.problems))
        return redirect("keywords_edit", list_id=list_id)
    except NotFound as error:
        raise Http404 from error
    messages.success(request, _("“%(name)s” was deleted.") % {"name": words.name})
    return redirect("keywords")


def _form_page(request: HttpRequest, words: KeywordList | None) -> HttpResponse:
    initial = {"name": words.name, "keywords": words.keywords} if words else {}
    form = KeywordListForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid() and _saved(request, form, words):
        return redirect("keywords")
    context = {"form": form, "words": words, "table": service.list_table(words) if words else None}
    return render(
        request, "sources/keywords_form.html", context, status=422 if form.errors else 200
    )


def _saved(request: HttpRequest, form: KeywordListForm, words: KeywordList | None) -> bool:
    data = form.cleaned_data
    try:
        service.save(
            data["name"], data["keywords"], request.user.get_username(), words.pk if words else None
        )
    except Invalid as error:
        for problem in error.problems:
            form.add_error(
                problem.field if problem.field in form.fields else None, in_words(problem)
            )
        return False
    messages.success(request, _("“%(name)s” was saved.") % {"name": data["name"]})
    return True


def _found(list_id: int) -> KeywordList:
    words = service.get_list(list_id)
    if words is None:
        raise Http404
    return words

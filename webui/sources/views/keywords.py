"""Keyword lists that several search sources share."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.errors import Invalid, NotFound
from storage.database.models import KeywordList
from storage.database.people.rights import Right
from webui.problems import in_words
from webui.rights import needs
from webui.sources.forms.fields import LinesField
from webui.sources.forms.hot_words import HotRulesForm
from webui.sources.services import hot_words
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
@needs(Right.CHANGE_KEYWORDS)
def set_hot_rules(request: HttpRequest, list_id: int) -> HttpResponse:
    """Set whether and how hot words become keywords of a list."""
    words = _found(list_id)
    form = HotRulesForm(request.POST)
    if not form.is_valid() or not _rules_saved(request, form, words):
        return _page(request, words, _list_form(words), form, status=422)
    messages.success(request, _("The settings for hot words were saved."))
    return redirect(f"{reverse('keywords_edit', args=[list_id])}#hot-words")


@require_POST
@needs(Right.CHANGE_KEYWORDS)
def stop_hot_word(request: HttpRequest, list_id: int) -> HttpResponse:
    """Remove a hot word and put it on the stop list."""
    word = request.POST.get("word", "")
    if hot_words.stop_word(_found(list_id).pk, word, request.user.get_username()):
        messages.success(
            request, _("“%(word)s” was removed and is on the stop list now.") % {"word": word}
        )
    else:
        messages.info(request, _("That hot word is no longer in the list."))
    return redirect(f"{reverse('keywords_edit', args=[list_id])}#hot-words")


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


def _list_form(words: KeywordList | None, given: QueryDict | None = None) -> KeywordListForm:
    initial = {"name": words.name, "keywords": words.keywords} if words else {}
    return KeywordListForm(given, initial=initial)


def _form_page(request: HttpRequest, words: KeywordList | None) -> HttpResponse:
    form = _list_form(words, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _saved(request, form, words):
        return redirect("keywords")
    hot_form = HotRulesForm.of(words.rules()) if words else None
    return _page(request, words, form, hot_form, status=422 if form.errors else 200)


def _page(
    request: HttpRequest,
    words: KeywordList | None,
    form: KeywordListForm,
    hot_form: HotRulesForm | None,
    *,
    status: int,
) -> HttpResponse:
    context = {
        "form": form,
        "words": words,
        "table": service.list_table(words) if words else None,
        "hot": hot_words.hot_panel(words) if words else None,
        "hot_form": hot_form,
    }
    return render(request, "sources/keywords_form.html", context, status=status)


def _rules_saved(request: HttpRequest, form: HotRulesForm, words: KeywordList) -> bool:
    try:
        hot_words.save_rules(words.pk, form.rules(), request.user.get_username())
    except Invalid as error:
        _show(error, form)
        return False
    return True


def _saved(request: HttpRequest, form: KeywordListForm, words: KeywordList | None) -> bool:
    data = form.cleaned_data
    try:
        service.save(
            data["name"], data["keywords"], request.user.get_username(), words.pk if words else None
        )
    except Invalid as error:
        _show(error, form)
        return False
    messages.success(request, _("“%(name)s” was saved.") % {"name": data["name"]})
    return True


def _show(error: Invalid, form: forms.Form) -> None:
    for problem in error.problems:
        form.add_error(problem.field if problem.field in form.fields else None, in_words(problem))


def _found(list_id: int) -> KeywordList:
    words = service.get_list(list_id)
    if words is None:
        raise Http404
    return words

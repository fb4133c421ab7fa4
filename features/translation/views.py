"""The page of the translator, and what asks for translated titles."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from features.translation import entered, store
from features.translation.forms import TranslatorForm
from features.translation.models import EnteredTranslator
from features.translation.reading import language
from features.translation.translating import Translated, translate
from features.translation.translators.port import WAIT_SECONDS
from notify.errors import NotDelivered
from storage.database.people.rights import Right
from webui.apps import stores
from webui.returning import return_to_page
from webui.rights import needs, user_of

_SENTENCE = "The harbour opens again on Monday."
_FROM_ENGLISH = "zh-hans"
"""What the sentence is translated into for an administrator who reads English."""


@require_http_methods(["GET", "POST"])
@needs(Right.MANAGE_USERS)
def translator(request: HttpRequest) -> HttpResponse:
    """Show, try out and save the translator."""
    found = entered.entered()
    given = request.POST if request.method == "POST" else None
    names = ("kind", "address", "model")
    initial = {name: getattr(found, name, "") for name in names}
    form = TranslatorForm(given, initial=initial, has_key=bool(found and found.key))
    shown: dict[str, object] = {}
    if given is not None and form.is_valid():
        # A trial keeps nothing: a wrong key must not replace one that works.
        if "test" not in given:
            entered.save(form.draft(), user_of(request).username)
            messages.success(request, _("The translator is saved: readers may use it."))
            return redirect("translator")
        shown = _tried(form.draft())
    context = {
        "form": form,
        "translator": found,
        "kept": store.count_documents() if found else 0,
        "days": store.KEPT.days,
        **shown,
    }
    return render(
        request, "translation/translator.html", context, status=422 if form.errors else 200
    )


@require_POST
@needs(Right.MANAGE_USERS)
def switch_off(request: HttpRequest) -> HttpResponse:
    """Forget the translator, and all that it has translated."""
    entered.remove(user_of(request).username)
    messages.success(request, _("Translation is off, and all translations are gone."))
    return redirect("translator")


@require_POST
@needs(Right.SEARCH)
def translations(request: HttpRequest) -> HttpResponse:
    """Translate the titles of the documents ``document``, and show translated ones from now on."""
    found = translate(request.POST.getlist("document"), language())
    if found is None:
        raise Http404
    store.begin_reading(user_of(request))
    _tell(request, found)
    return return_to_page(request)


@require_POST
@needs(Right.SEARCH)
def end(request: HttpRequest) -> HttpResponse:
    """Show original titles from now on."""
    store.end_reading(user_of(request))
    return return_to_page(request)


def _tried(draft: EnteredTranslator) -> dict[str, object]:
    """Return what became of one sentence."""
    into = language() if language() != "en" else _FROM_ENGLISH
    try:
        opened = entered.opened(draft, stores().settings)
        answer = opened.translate([_SENTENCE], "en", into, WAIT_SECONDS)[0]
    except NotDelivered as error:
        return {"outcome": error.problem.translated()}
    said = _("It works. “%(sentence)s” came back as:") % {"sentence": _SENTENCE}
    return {"outcome": said, "tried": answer, "tried_lang": into}


def _tell(request: HttpRequest, found: Translated) -> None:
    if found.sent:
        told = ngettext(
            "Newsloom sent the title and the first sentences of %(n)s document to %(host)s.",
            "Newsloom sent the titles and the first sentences of %(n)s documents to %(host)s.",
            found.sent,
        )
        messages.success(request, told % {"n": localize(found.sent), "host": found.host})
    if found.reserved:
        told = ngettext(
            "%(n)s title stays in the original: its page reserves such use of its text.",
            "%(n)s titles stay in the original: their pages reserve such use of their texts.",
            found.reserved,
        )
        messages.warning(request, told % {"n": localize(found.reserved)})
    if found.problem:
        why = found.problem.translated()
        told = _("Not translated, so you see the original: %(why)s")
        messages.warning(request, told % {"why": why})

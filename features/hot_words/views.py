"""The forms of hot words on the page of a keyword list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from features.hot_words import store
from features.hot_words.forms import HotRulesForm
from storage.database.errors import Invalid
from storage.database.models import KeywordList
from storage.database.people.rights import Right
from webui.rights import needs
from webui.sources.views.keywords import found_list, refused_page, show_problems


@require_POST
@needs(Right.CHANGE_KEYWORDS)
def set_rules(request: HttpRequest, list_id: int) -> HttpResponse:
    """Set whether and how hot words become keywords of a list."""
    words = found_list(list_id)
    form = HotRulesForm(request.POST)
    if not form.is_valid() or not _saved(request, form, words):
        return refused_page(request, words, {"refused_hot_rules": form})
    messages.success(request, _("The settings for hot words were saved."))
    return redirect(_panel_of(list_id))


@require_POST
@needs(Right.CHANGE_KEYWORDS)
def stop(request: HttpRequest, list_id: int) -> HttpResponse:
    """Remove a hot word and put it on the stop list."""
    word = request.POST.get("word", "")
    if store.stop_word(found_list(list_id).pk, word, request.user.get_username()):
        messages.success(
            request, _("“%(word)s” was removed and is on the stop list now.") % {"word": word}
        )
    else:
        messages.info(request, _("That hot word is no longer in the list."))
    return redirect(_panel_of(list_id))


def _saved(request: HttpRequest, form: HotRulesForm, words: KeywordList) -> bool:
    try:
        store.save_rules(words.pk, form.rules(), request.user.get_username())
    except Invalid as error:
        show_problems(error, form)
        return False
    return True


def _panel_of(list_id: int) -> str:
    return f"{reverse('keywords_edit', args=[list_id])}#hot-words"

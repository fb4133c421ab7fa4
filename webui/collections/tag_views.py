"""The pages of tags that learn."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from storage.database.errors import Invalid, NotFound
from storage.database.models import LearnedTag
from storage.database.people.rights import Right
from storage.database.searches import learned_tags as store
from storage.database.searches.collections import may_fill
from storage.errors import StorageError
from storage.whole_numbers import whole_number
from webui.collections import tags
from webui.problems import in_words
from webui.returning import return_to_page
from webui.rights import needs


@never_cache
@require_safe
@needs(Right.SEARCH)
def tag(request: HttpRequest, learned_id: int) -> HttpResponse:
    """Show what a tag has learned and what it proposes."""
    learned, user = _found(request, learned_id), _user(request)
    context = {
        "collection": learned.collection,
        "report": tags.report(learned),
        "min_examples": store.MIN_EXAMPLES,
        "may_fill": may_fill(learned.collection, user),
    }
    return render(request, "collections/tag.html", context)


@require_POST
@needs(Right.SEARCH)
def switch(request: HttpRequest, learned_id: int) -> HttpResponse:
    """Switch a tag on (``on``) or off."""
    learned, is_on = _found(request, learned_id), "on" in request.POST
    try:
        tags.switch(learned, _user(request), is_on=is_on)
    except NotFound as error:
        raise Http404 from error
    except Invalid as error:
        _tell(request, error)
    except StorageError:
        messages.error(request, _("Newsloom cannot switch the tag on now. Try again in a while."))
    else:
        told = (
            _("“%(tag)s” is now proposed for new documents.")
            if is_on
            else _("“%(tag)s” is no longer proposed.")
        )
        messages.success(request, told % {"tag": learned.tag})
    return redirect("learned_tag", learned_id=learned.pk)


@require_POST
@needs(Right.SEARCH)
def decide(request: HttpRequest, learned_id: int) -> HttpResponse:
    """Confirm (``right``) or remove a proposal (``proposal``)."""
    learned = _found(request, learned_id)
    is_right = "right" in request.POST
    try:
        store.decide(learned, _ids(request), _user(request), is_right=is_right)
    except NotFound as error:
        raise Http404 from error
    except Invalid as error:
        _tell(request, error)
    return return_to_page(request, reverse("learned_tag", args=[learned.pk]))


@require_POST
@needs(Right.SEARCH)
def undo(request: HttpRequest, learned_id: int) -> HttpResponse:
    """Undo what became of proposals (``proposal``)."""
    learned = _found(request, learned_id)
    try:
        undone = store.undo(learned, _ids(request), _user(request))
    except NotFound as error:
        raise Http404 from error
    told = ngettext("%(n)s decision was undone.", "%(n)s decisions were undone.", undone)
    messages.success(request, told % {"n": undone})
    return redirect("learned_tag", learned_id=learned.pk)


def _ids(request: HttpRequest) -> set[int]:
    named = request.POST.getlist("proposal")
    return {number for each in named if (number := whole_number(each))}


def _found(request: HttpRequest, learned_id: int) -> LearnedTag:
    learned = store.find_learned(learned_id, _user(request))
    if learned is None:
        raise Http404
    return learned


def _tell(request: HttpRequest, error: Invalid) -> None:
    for problem in error.problems:
        messages.error(request, in_words(problem))


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

"""The page of proposed spellings, and what people decide on it."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from features.names import store
from features.names.labels import reason_sentences
from features.names.proposed import Pair, proposed
from storage.database.errors import Invalid
from storage.database.people.rights import Right
from watch.loading import load
from webui import labels
from webui.problems import in_words
from webui.rights import needs

Decide: TypeAlias = Callable[[str, str, str, str], None]


@require_safe
@needs(Right.SEARCH)
def proposals(request: HttpRequest) -> HttpResponse:
    """List the pairs of names that may be one, and those that are said to be different."""
    found, different = load(proposed), load(store.different_names)
    outage = found.outage or different.outage
    context: dict[str, object] = {
        "found": found.value,
        "rows": [
            (each, labels.FACETS[each.kind], reason_sentences(each.proposal))
            for each in (found.value.pairs if found.value else ())
        ],
        "different": [
            (row, labels.FACETS[row.kind], Pair(row.kind, row.name, row.other).key)
            for row in different.value or ()
        ],
        "tick": request.GET.get("tick"),
        "outage": outage,
    }
    return render(request, "names/proposals.html", context, status=503 if outage else 200)


@require_POST
@needs(Right.SEARCH)
def decide(request: HttpRequest) -> HttpResponse:
    """Join the names of the chosen pairs, or remember that they are different.

    The button of a pair has its key as its value; the buttons for many have none.
    """
    own = request.POST.get("same") or request.POST.get("different")
    keys = [own] if own else request.POST.getlist("pair")
    pairs = [pair for pair in map(Pair.read, keys) if pair]
    if not pairs:
        messages.error(request, _("Tick the names that you decide on."))
    elif "same" in request.POST:
        if done := _decided(request, pairs, store.join_names):
            told = ngettext(
                "%(n)d pair is one name now. Undo it under Other spellings.",
                "%(n)d pairs are one name each now. Undo it under Other spellings.",
                done,
            )
            messages.success(request, told % {"n": done})
    elif done := _decided(request, pairs, store.tell_apart):
        told = ngettext(
            "%(n)d pair is not proposed again. Undo it below.",
            "%(n)d pairs are not proposed again. Undo it below.",
            done,
        )
        messages.success(request, told % {"n": done})
    return redirect("name_proposals")


def _decided(request: HttpRequest, pairs: Iterable[Pair], decision: Decide) -> int:
    """Decide on each pair, say what is wrong with those that are refused, and count the others."""
    done = 0
    for pair in pairs:
        try:
            decision(pair.kind, pair.name, pair.other, request.user.get_username())
        except Invalid as error:
            problems = " ".join(in_words(each) for each in error.problems)
            messages.error(request, f"{pair.name}, {pair.other}: {problems}")
        else:
            done += 1
    return done


@require_POST
@needs(Right.SEARCH)
def forget(request: HttpRequest) -> HttpResponse:
    """Forget that two names are different; they may be proposed again."""
    if pair := Pair.read(request.POST.get("pair", "")):
        store.forget_difference(pair.kind, pair.name, pair.other, request.user.get_username())
    return redirect("name_proposals")


@require_POST
@needs(Right.SEARCH)
def part(request: HttpRequest) -> HttpResponse:
    """Make a spelling a name of its own again."""
    kind, name, spelling = (request.POST.get(each, "") for each in ("kind", "name", "spelling"))
    store.part_name(kind, name, spelling, request.user.get_username())
    return redirect("name_spellings")

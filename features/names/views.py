"""The page of a name, the names in most documents, and names with several spellings."""

from dataclasses import replace
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from features.names import services
from features.names.store import save_spellings, spelled_names
from features.names.subjects import Subject, narrowed, page_of, subject_of
from storage.database.errors import Invalid
from storage.database.people.rights import Right
from storage.database.searches.spellings import all_spellings
from storage.documents.errors import QueryError
from storage.documents.port import NAME_KINDS
from watch.loading import load
from webui import labels
from webui.address_fields import AddressFields
from webui.paging import Paging
from webui.periods import THIS_WEEK, TODAY, YESTERDAY, Period, offer
from webui.problems import in_words
from webui.rights import needs, user_of
from webui.search.facets import Chip, chips
from webui.search.params import SearchParams
from webui.search.services.documents import is_empty
from webui.search.services.stories import headlines

_USUAL = "-7d"
_PERIODS = (TODAY, YESTERDAY, THIS_WEEK, "-24h", _USUAL, "-30d")
_PAGE_SIZE = 100


class SpellingsForm(forms.Form):
    """The other spellings of a name, one on each line."""

    spellings = forms.CharField(
        label=gettext_lazy("Other spellings"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "dir": "auto"}),
        help_text=gettext_lazy(
            "One on each line, in any language: World Health Organization, 世卫组织. Filters, "
            "queries, alerts and facets then treat them as this name, for everyone."
        ),
    )

    def names(self) -> list[str]:
        """Return the lines that are not empty."""
        lines = (line.strip() for line in self.cleaned_data["spellings"].splitlines())
        return [line for line in lines if line]


@require_safe
@needs(Right.SEARCH)
def names(request: HttpRequest) -> HttpResponse:
    """Show the page of the name that the address has, or else the names in most documents."""
    params = SearchParams.read(request.GET).first()
    with timezone.override(params.time_zone()):
        subject = load(lambda: subject_of(params, all_spellings()))
        if subject.outage:
            return render(request, "names/name.html", {"outage": subject.outage}, status=503)
        if subject.value is None:
            return _most_named(request, params)
        wanted = narrowed(params, subject.value)
        if wanted.chosen != params.chosen:
            return redirect(f"{reverse('names')}{wanted.address}")
        return _profile(request, params, subject.value)


def _profile(
    request: HttpRequest,
    params: SearchParams,
    subject: Subject,
    form: SpellingsForm | None = None,
) -> HttpResponse:
    now, user = params.now(), user_of(request)
    initial = {"spellings": "\n".join(subject.others)}
    context: dict[str, object] = {
        "params": params,
        "subject": subject,
        "kind": labels.FACETS[subject.kind],
        "chips": _other_chips(params, subject),
        "search_url": f"{reverse('search')}{params.address}",
        "form": form or SpellingsForm(initial=initial),
        "followed": load(lambda: services.follows(user, params.search())).value,
        "preferred": get_language(),
    }
    try:
        found = load(lambda: services.profile(params, subject, now))
    except QueryError as error:
        context["query_error"] = labels.query_problem(error)
        return render(request, "names/name.html", context, status=400)
    context |= {"profile": found.value, "outage": found.outage}
    status = 503 if found.outage else 200
    return render(request, "names/name.html", context, status=422 if form else status)


def _other_chips(params: SearchParams, subject: Subject) -> list[Chip]:
    """Return the filters beside the subject."""
    own = (str(labels.FACETS[subject.kind]), subject.name)
    shown = chips(params, headlines(params.stories()))
    return [chip for chip in shown if (chip.title, chip.label) != own]


def _all_chips(params: SearchParams) -> list[Chip]:
    """Return all that narrows the documents, also the words, for which this page has no field."""
    words = Chip(title=_("Search for"), label=params.text, url=params.asking(""))
    filters = chips(params, headlines(params.stories()))
    return [words, *filters] if params.text else filters


def _most_named(request: HttpRequest, params: SearchParams) -> HttpResponse:
    """Show the names in most documents, or of those that contain ``name``."""
    asked = AddressFields(request.GET)
    wanted = asked.text("name")
    listed = _listed(params, wanted)
    context: dict[str, object] = {
        "asked": asked,
        "params": params,
        "wanted": wanted,
        "all_of": f"?{_query(params, wanted)}",
        "chips": _all_chips(params),
        "periods": _periods(params, listed, wanted),
    }
    try:
        found = load(lambda: services.most_named(listed, wanted))
    except QueryError as error:
        context["query_error"] = labels.query_problem(error)
        return render(request, "names/names.html", context, status=400)
    counts, rankings = found.value or (None, [])
    context |= {"counts": counts, "rankings": rankings, "outage": found.outage}
    # Counted only by a page that has nothing to show.
    context["is_empty"] = is_empty
    status = 400 if asked.problems else 200
    return render(request, "names/names.html", context, status=503 if found.outage else status)


def _listed(params: SearchParams, wanted: str) -> SearchParams:
    """Return whose names are listed: of the usual period, if none is chosen and no name wanted."""
    # Who looks for a name means all that there is of it.
    return params if params.has_dates or wanted else replace(params, after=_USUAL)


def _periods(params: SearchParams, listed: SearchParams, wanted: str) -> tuple[Period, ...]:
    def address(after: str, before: str) -> str:
        return f"?{_query(params.dated(after, before).first(), wanted)}"

    return offer(_PERIODS, timezone.localdate(), (listed.after, listed.before), address)


@require_safe
@needs(Right.SEARCH)
def all_names(request: HttpRequest, kind: str) -> HttpResponse:
    """List the names of a kind, or those that contain ``name``, in the order of their documents."""
    if kind not in NAME_KINDS:
        raise Http404
    asked = AddressFields(request.GET)
    params, wanted, number = (
        SearchParams.read(request.GET).first(),
        asked.text("name"),
        asked.page(),
    )
    listed = _listed(params, wanted)
    context: dict[str, object] = {
        "asked": asked,
        "params": params,
        "wanted": wanted,
        "kind": labels.NAMES[kind],
        "chips": _all_chips(params),
        "periods": _periods(params, listed, wanted),
        "most": services.MAX_LISTED,
        "pager": _pager(params, wanted),
        "names_url": f"{reverse('names')}{params.address}",
    }
    with timezone.override(params.time_zone()):
        try:
            found = load(lambda: services.count_names(listed, kind, wanted))
        except QueryError as error:
            context["query_error"] = labels.query_problem(error)
            return render(request, "names/all.html", context, status=400)
        paging = Paging.near(number, len(found.value or ()), _PAGE_SIZE)
        shown = (found.value or ())[paging.skipped : paging.last]
        ranking = services.ranked(listed, kind, shown)
    context |= {"paging": paging, "ranking": ranking, "outage": found.outage}
    status = 400 if asked.problems else 200
    return render(request, "names/all.html", context, status=503 if found.outage else status)


def _pager(params: SearchParams, wanted: str) -> str:
    """Return what the addresses of the pages of a list of names have before the number."""
    query = _query(params, wanted)
    return f"{query}&" if query else ""


def _query(params: SearchParams, wanted: str) -> str:
    named = [("name", wanted)] if wanted else []
    return urlencode([*params.pairs(), *named])


@require_safe
@needs(Right.SEARCH)
def spellings(request: HttpRequest) -> HttpResponse:
    """List the names that have several spellings."""
    asked = AddressFields(request.GET)
    page = asked.page()
    rows = load(spelled_names)
    paging = Paging.near(page, len(rows.value or ()), _PAGE_SIZE)
    shown = [
        (row, labels.FACETS[row.kind], page_of(row.kind, row.name))
        for row in (rows.value or [])[paging.skipped : paging.last]
    ]
    context = {"asked": asked, "rows": shown, "paging": paging, "outage": rows.outage}
    status = 400 if asked.problems else 200
    return render(request, "names/spellings.html", context, status=503 if rows.outage else status)


@require_POST
@needs(Right.SEARCH)
def spell(request: HttpRequest) -> HttpResponse:
    """Replace the other spellings of a name; show what is wrong beside them."""
    params = SearchParams.read(request.GET).first()
    subject = subject_of(params, all_spellings())
    if subject is None or not subject.is_name:
        raise Http404
    form = SpellingsForm(request.POST)
    if form.is_valid():
        try:
            save_spellings(subject.kind, subject.name, form.names(), user_of(request).username)
        except Invalid as error:
            for problem in error.problems:
                form.add_error("spellings", in_words(problem))
        else:
            messages.success(
                request, _("The spellings of “%(name)s” were saved.") % {"name": subject.name}
            )
            return redirect(f"{reverse('names')}{subject.address}")
    return _profile(request, narrowed(params, subject), subject, form)

"""The search page: the query, filters, facets and one page of hits."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from extractor.languages.tables import languages
from hooks.answers import SearchChart, Titled
from hooks.process import features
from storage.database.models import SavedSearch
from storage.database.owned.keeping import find
from storage.database.people.rights import Right
from storage.database.searches.search import (
    COPY_MODES,
    MATCHES,
    NO_FIRST_DATE,
    NO_LAST_DATE,
    SORTS,
    SOURCE_CHOICES,
)
from storage.database.sources.filing import fields_in_use, filings_in_use
from storage.documents.errors import QueryError
from storage.documents.forgiving import CountedMatches, ForgivingAnswer
from storage.documents.meaning import Match
from storage.documents.port import Filters, Hit, MatchCounts, SearchRequest
from storage.whole_numbers import whole_number
from watch.loading import Loaded, load
from webui.apps import stores
from webui.labels import KINDS, facet_value, query_problem
from webui.owned.views import found
from webui.page_parts import is_part
from webui.parts import beside_rows, for_titles
from webui.preferences import runs_scripts
from webui.rights import needs, user_of
from webui.search.document_text import text_context
from webui.search.export_header import ExportHeader
from webui.search.exports import export_response, refused_export
from webui.search.facets import SHOWN, Facet, chips, facets
from webui.search.params import SearchParams
from webui.search.picked import Picked
from webui.search.query_builder import FIELDS, compose, decompose
from webui.search.query_help import EXAMPLES, marked_place
from webui.search.services import documents
from webui.search.services.results import phrases_of
from webui.search.services.stories import headlines
from webui.search.services.thread_posts import MatchingPosts, posts_of
from webui.search.services.unread import is_read_known, note_opened, with_read_left_out
from webui.search.thread_parts import PANE

_MAX_FILINGS = 12
"""The most folders of a facet: each is counted by a query of its own."""
FIRST_EXPORTED = 200
"""The most documents of an export of the first: ten pages of hits, what one looks through."""
# Fewer are those of the last seconds.
_MANY_WITHOUT_VECTOR = 100


@require_safe
@needs(Right.SEARCH)
def search(request: HttpRequest) -> HttpResponse:
    """Show one page of hits. Explain an invalid query; answer 503 if the store does not answer.

    A browser that runs scripts requests the counts afterwards, because they can take much longer
    than the hits.

    The address of a list of what is unread has its time: by a step back, the browser asks for the
    same list, in which what was read meanwhile has its place.
    """
    asked = SearchParams.read(request.GET)
    if asked.unread and not asked.since:
        dated = request.GET.copy()
        dated["since"] = timezone.now().isoformat()
        return redirect(f"{reverse('search')}?{dated.urlencode()}")
    return _page(request, whole=not runs_scripts(request))


@require_safe
@needs(Right.SEARCH)
def counts(request: HttpRequest) -> HttpResponse:
    """Return the counts of a search as parts of its page; if not htmx asks, the whole page."""
    if not is_part(request):
        return _page(request, whole=True)
    params = with_read_left_out(SearchParams.read(request.GET), request.user)
    with timezone.override(params.time_zone()):
        try:
            now = params.now()
            counted = load(
                lambda: _counted(documents.count_found(_asked(params, now)[0]), params, now, [])
            )
        except QueryError as error:
            return HttpResponse(
                f"{query_problem(error)}\n", status=400, content_type="text/plain; charset=utf-8"
            )
        context = {
            "params": params,
            "first_exported": FIRST_EXPORTED,
            "chart_place": _chart(None, params, now),
            "first_page_url": params.first().opening(""),
            **_parts(counted),
        }
        if counted.value:
            context["filed_urls"] = _filed_urls(params)
        return render(request, "search/counts.html", context, status=503 if counted.outage else 200)


@require_safe
@needs(Right.SEARCH)
def filed(request: HttpRequest, name: str) -> HttpResponse:
    """Return the facet of one way in which sources are filed, as a part of the page of a search; if
    not htmx asks, the whole page.

    Each value of it means thousands of sources to look up and a count of its own, so it is counted
    when the reader comes to it.
    """
    if name not in SOURCE_CHOICES:
        raise Http404
    if not is_part(request):
        return _page(request, whole=True)
    params = with_read_left_out(SearchParams.read(request.GET), request.user)
    with timezone.override(params.time_zone()):
        now = params.now()

        def count() -> list[Facet]:
            asked = replace(_asked(params, now)[0], facets=False)
            found = documents.count_found(asked).wording.request
            by_value = documents.filed_counts(found, _filings([name], params, now))
            return _facets(found, by_value, params, now)

        try:
            counted = load(count)
        except QueryError as error:
            return HttpResponse(
                f"{query_problem(error)}\n", status=400, content_type="text/plain; charset=utf-8"
            )
        context = {"facets": counted.value, "outage": counted.outage}
        return render(request, "search/filed.html", context, status=503 if counted.outage else 200)


def _page(request: HttpRequest, *, whole: bool) -> HttpResponse:
    params = with_read_left_out(SearchParams.read(request.GET), request.user)
    context: dict[str, object] = {
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "examples": [*EXAMPLES, *features().ask_for_all("query_examples")],
        **_builder(params),
        "editing": _edited(request, params),
        "inbox": _read_here(request, params),
    }
    # All times of the page are in one zone, also if a link brought another than the reader's.
    with timezone.override(params.time_zone()):
        return _show(request, params, context, whole=whole)


def _builder(params: SearchParams) -> dict[str, object]:
    """Return the form of the query builder, filled in with the search at hand."""
    values = decompose(params.text)
    codes = {"lang": languages().keys(), "kind": KINDS.keys()}
    # A field takes one value of a filter; several stay as they are.
    single = [name for name in codes if len(params.values(name)) < 2]
    asked = {*single, "after", "before", *(["q"] if values is not None else [])}
    labels = {"lang": _("Language"), "kind": _("Kind")}
    return {
        "builder": [(field, (values or {}).get(field.name, "")) for field in FIELDS],
        "builder_keeps": values is None,
        "builder_pairs": [pair for pair in params.pairs() if pair[0] not in asked],
        "builder_filters": [
            (name, labels[name], _choices(name, codes[name], params)) for name in single
        ],
    }


def _choices(name: str, codes: Iterable[str], params: SearchParams) -> list[tuple[str, str, bool]]:
    """Return the values of a filter to choose from, with their labels and whether they are
    chosen.
    """
    chosen = params.values(name)
    named = [(code, facet_value(name, code), code in chosen) for code in {*codes, *chosen}]
    return sorted(named, key=lambda each: each[1].casefold())


def _edited(request: HttpRequest, params: SearchParams) -> SavedSearch | None:
    """Return the saved search that is being edited. Raises Http404 for one of somebody else."""
    if not params.edit:
        return None
    return found(request, SavedSearch, params.edit, fills=True)


def _read_here(request: HttpRequest, params: SearchParams) -> SavedSearch | None:
    """Return the user's saved search whose matches are read; None for that of somebody else, since
    such an address may be passed on.
    """
    if not params.saved or params.edit:
        return None
    search = find(SavedSearch, params.saved, user_of(request))
    return search if search and search.owner_id == request.user.pk else None


def _show(
    request: HttpRequest, params: SearchParams, context: dict[str, object], *, whole: bool
) -> HttpResponse:
    try:
        now = params.now()
        answer: Loaded[_ShownFirst] = load(lambda: _search(params, now))
    except QueryError as error:
        wrong = {
            "query_error": query_problem(error),
            "place": marked_place(params.text, error.place),
            # The form has the fields of the dates.
            "builder_open": error.message in (NO_FIRST_DATE, NO_LAST_DATE),
        }
        return render(request, "search/search.html", context | wrong, status=400)
    if answer.value is None:
        return render(
            request, "search/search.html", context | {"outage": answer.outage}, status=503
        )
    found = answer.value.found
    context |= {"pane": _pane(request, params) if params.open else ""}
    context |= {
        "chart_place": _chart(None, params, now),
        "periods": params.periods(params.between),
        **_results(answer.value, params, request.user),
    }
    if found.page.hits and not whole and not params.edit:
        context["asides"] = features().ask_for_all(
            "search_asides", address=context["first_page_url"], hits=len(found.page.hits)
        )
    if not whole and not _is_all(found, params):
        context["counts_url"] = f"{reverse('search_counts')}{params.address}"
        return render(request, "search/search.html", context)
    at_once = SOURCE_CHOICES if whole else ()
    counted = load(lambda: _counted(documents.count_matches(found.wording), params, now, at_once))
    if not whole and (found.page.hits or any(map(params.values, SOURCE_CHOICES))):
        context["filed_urls"] = _filed_urls(params)
    return render(
        request,
        "search/search.html",
        context | _parts(counted),
        status=503 if counted.outage else 200,
    )


def _asked(params: SearchParams, now: datetime) -> tuple[SearchRequest, Match]:
    asked, match = documents.request_or_words(params, now)
    return replace(asked, periods=False), match


def _is_all(found: ForgivingAnswer, params: SearchParams) -> bool:
    """Return whether there is nothing to show before the counts, or so little to count that it does
    not wait.

    The facet of an active filter counts more than what is shown.
    """
    page = found.page
    return not page.hits or not (page.cursor or params.cursor or params.chosen)


def _pane(request: HttpRequest, params: SearchParams) -> str:
    """Return the open document as it is shown beside the list."""
    reading = load(lambda: documents.read(params.open)).value
    context: dict[str, object] = {
        "close_url": f"{params.opening('')}#hit-{params.open}",
        "whole": params.reading,
    }
    if reading:
        load(lambda: note_opened(reading.document, request.user))
        context |= text_context(reading, phrases_of(params), query=f"{params.reading}&", size=PANE)
    return render_to_string("search/pane.html", context, request)


@require_safe
@needs(Right.SEARCH)
def build(request: HttpRequest) -> HttpResponse:
    """Lead to the search for what the form of the query builder asks for, with the filters of the
    search before. A query that the form cannot express stays, and the form adds to it.
    """
    params = SearchParams.read(request.GET)
    added = compose(request.GET)
    kept = f"({params.text}) {added}" if params.text and added else params.text or added
    return redirect(f"{reverse('search')}{params.asking(kept)}")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Right.EXPORT)
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Stream all matches in a format of exports (``format=csv``), or the ``first`` of them; threads
    in JSON Lines with their posts. A POST names those that were ticked.
    """
    picked = Picked.read(request)
    params = picked.params
    problems = [*params.problems]
    if request.method == "POST" and not picked:
        problems.append(_("No document is ticked. Tick some, or all."))
    first = request.GET.get("first", "")
    if first and not 0 < (whole_number(first) or 0) <= FIRST_EXPORTED:
        said = _("“first” is a number of documents, from 1 to %(most)s.")
        problems.append(said % {"most": FIRST_EXPORTED})
    if problems:
        return refused_export(problems)
    ticked = None
    try:
        if request.method == "POST" and not picked.all:
            ticked = documents.ticked(picked)
        asked = documents.only(ticked.ids) if ticked else documents.request_of(params)
    except QueryError as error:
        return refused_export([query_problem(error)])
    if ticked and not ticked.ids:
        return refused_export([_("None of these documents is stored any more.")])
    found = documents.count_found(replace(asked, facets=False, copies="each"))
    wording = found.wording
    leaving = documents.may_leave(wording.request)
    matches = documents.count(leaving)
    told = {**(ticked.told if ticked else {}), **({"first": [first]} if first else {})}
    statement = ExportHeader(
        query=params.text,
        filters=params.filters() | told,
        exported=timezone.now(),
        matches=matches,
        reserved=found.counts.total - matches,
        words=f"at least {wording.count} of {wording.total}" if wording.count else "all",
    )
    if first:
        return export_response(
            request, statement, documents.export_first(leaving, whole_number(first) or 0)
        )
    return export_response(request, statement, documents.export(leaving))


@dataclass(frozen=True, kw_only=True)
class _ShownFirst:
    """What is shown first: what was found, and the query that was probably meant, or ""."""

    found: ForgivingAnswer
    meant: str
    #: How it was searched, which differs from what was asked for if the embedder does not answer.
    match: Match
    #: The hits without the words of the query.
    by_meaning: Collection[str]
    #: How many documents cannot be found by meaning yet.
    without_vector: int
    #: The posts with words of the query, by thread.
    posts: Mapping[str, MatchingPosts]


def _search(params: SearchParams, now: datetime) -> _ShownFirst:
    asked, match = _asked(params, now)
    found = documents.find(asked)
    spelling = "" if found.has_all or params.cursor else documents.meant(asked, params.text)
    by_words = match == "words"
    return _ShownFirst(
        found=found,
        meant=spelling,
        match=match,
        by_meaning=() if by_words else documents.found_by_meaning(params, found.page.hits),
        without_vector=0 if by_words else documents.count_without_vector(),
        posts=posts_of(found.wording.request, found.page.hits),
    )


def _counted(
    counted: CountedMatches, params: SearchParams, now: datetime, at_once: Sequence[str]
) -> dict[str, object]:
    """Return the number of matches, the facets and the chart.

    The facet of an active filter also shows the values that are not chosen. Of the facets of how
    sources are filed, those ``at_once`` are counted.
    """
    request, counts = counted.wording.request, counted.counts
    filed = any(params.values(name) for name in SOURCE_CHOICES)
    # Among the sources of a folder, those that are not chosen cannot be counted as if none were.
    names = [
        name for name in params.chosen_names() if name in SHOWN and not (filed and name == "source")
    ]
    by_value: dict[str, Sequence[tuple[str, int]]] = {
        **counts.facets,
        **documents.facet_counts(request, names),
        **documents.filed_counts(request, _filings(at_once, params, now)),
    }
    context: dict[str, object] = {
        "counts": counts,
        **_written(request, counts),
        "facets": _facets(request, by_value, params, now),
        "left_out": _left_out(params, now),
        "undated_url": params.undated().address,
    }
    if counts.total > counts.undated:
        context["chart"] = _chart(request, params, now)
    return context


def _facets(
    request: SearchRequest,
    by_value: Mapping[str, Sequence[tuple[str, int]]],
    params: SearchParams,
    now: datetime,
) -> list[Facet]:
    """Return the facets of what was counted, with all chosen values."""
    rare = documents.filed_counts(request, _uncounted(by_value, params, now))
    added = {name: [*by_value[name], *counted] for name, counted in rare.items()}
    return facets({**by_value, **added}, params)


def _filed_urls(params: SearchParams) -> list[str]:
    """Return where the facets of how sources are filed are counted, as far as any is filed so."""
    used = fields_in_use(SOURCE_CHOICES)
    return [f"{reverse('search_filed', args=[name])}{params.address}" for name in used]


def _written(request: SearchRequest, counts: MatchCounts) -> dict[str, int]:
    """Return how many documents match, each copy and each page of a thread for itself, how many of
    them an export writes, and how many it leaves out because they reserve such use.
    """
    matching = counts.total if request.copies == "each" else documents.count(request)
    leaving = documents.may_leave(request)
    exported = matching if leaving == request else documents.count(leaving)
    return {"matching": matching, "exported": exported, "reserved": matching - exported}


def _left_out(params: SearchParams, now: datetime) -> int:
    """Return how many undated documents match but for the dates of the search."""
    if not (params.after or params.before):
        return 0
    asked, _match = _asked(params.undated(), now)
    return documents.count_results(asked)


def _uncounted(
    by_value: Mapping[str, Sequence[tuple[str, int]]], params: SearchParams, now: datetime
) -> dict[str, dict[str, Filters]]:
    """Return the filters for chosen values that are beyond those that a facet counts, as if they
    alone were chosen.
    """
    names = [name for name in params.chosen_names() if name in by_value]
    known = {name: {value for value, _count in by_value[name]} for name in names}
    return {
        name: {
            value: params.choosing(name, value).request(facets=False, now=now).filters
            for value in params.values(name)
            if value not in known[name]
        }
        for name in names
    }


def _filings(
    names: Sequence[str], params: SearchParams, now: datetime
) -> dict[str, dict[str, Filters]]:
    """Return the filters for the folders and so on that hold the most sources, as if no other
    folder were chosen.
    """
    used = filings_in_use(names) if names else {}
    return {
        name: {
            value: params.choosing(name, value).request(facets=False, now=now).filters
            for value, _count in sorted(used[name], key=lambda each: -each[1])[:_MAX_FILINGS]
        }
        for name in names
    }


def _parts(counted: Loaded[dict[str, object]]) -> dict[str, object]:
    return {**(counted.value or {}), "counts_outage": counted.outage}


def _chart(asked: SearchRequest | None, params: SearchParams, now: datetime) -> list[SearchChart]:
    """Return the chart of the matches or, while they are counted, its place, if a feature draws
    it.
    """
    return features().ask("search_chart", params=params, request=asked, now=now)


def _hit_url(hit: Hit, params: SearchParams) -> str:
    """Return the address of a hit: beside the list if another one is open there, else on a page of
    its own.
    """
    number = hit.document.id
    if params.open:
        return f"{params.opening(number)}#match"
    return f"{reverse('document', args=[number])}{params.reading}#match"


@dataclass(frozen=True, kw_only=True)
class _InThread:
    """Where a thread matches: the posts with words of the query, and the list of the pages."""

    posts: MatchingPosts | None
    pages_url: str


def _in_thread(hit: Hit, answer: _ShownFirst, params: SearchParams) -> _InThread | None:
    """Return where the thread of a hit matches; None if only the hit itself does."""
    if hit.pages < 2:
        return None
    thread = hit.document.thread
    return _InThread(posts=answer.posts.get(thread), pages_url=params.pages_of(thread))


def _results(answer: _ShownFirst, params: SearchParams, user: Any) -> dict[str, object]:
    page = answer.found.page
    documents_found = [hit.document for hit in page.hits]
    beside = beside_rows("search", documents_found, user, key=attrgetter("id"))
    titled = [Titled(each.id, each.title, each.lang, each.changed) for each in documents_found]
    titles = for_titles("search", titled, user)
    before = params.preceding() if params.cursor else None
    return {
        "page": page,
        "wording": answer.found.wording,
        "meant": answer.meant,
        "meant_url": params.asking(answer.meant),
        "next_url": params.following(page.cursor).address if page.cursor else "",
        "previous_url": before.address if before else "",
        "first_url": params.first().address if params.page > 2 else "",
        "first_page_url": params.first().opening(""),
        "first_exported": FIRST_EXPORTED,
        "pane_url": f"{params.opening(page.hits[0].document.id)}#match" if page.hits else "",
        "hits": [
            (
                hit,
                _hit_url(hit, params),
                parts,
                titles[hit.document.id],
                _in_thread(hit, answer, params),
            )
            for hit, (_, parts) in zip(page.hits, beside, strict=True)
        ],
        "by_meaning": answer.by_meaning,
        "unread_url": params.only_unread(wanted=not params.unread)
        if params.unread or is_read_known(user)
        else "",
        "match": answer.match,
        "without_vector": answer.without_vector
        if answer.without_vector >= _MANY_WITHOUT_VECTOR
        else 0,
        "matches": [(each, params.matching(each), params.match == each) for each in MATCHES]
        if params.text and stores().embedder()
        else [],
        "copy_modes": [
            (mode, params.with_copies(mode), params.copies == mode) for mode in COPY_MODES
        ],
        "orders": [(order, params.sorted_by(order), params.order == order) for order in SORTS],
    }

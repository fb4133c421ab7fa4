"""The list of stories, and the page of one story."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from features.stories import services
from features.stories.models import Story
from features.stories.params import ORDERS, StoryParams
from features.stories.said import said_to
from features.stories.services import StoryList, in_language
from features.stories.store.stories import StoryRow, headline_documents
from features.stories.store.visits import mark, read_stories
from features.stories.story_page import line_lists, report_table, top_line
from features.stories.topic_panel import TopicPanel, past_panel, topic_panel
from hooks.answers import Part, Titled
from storage.database.people.rights import Right
from storage.database.searches.search import Search
from storage.documents.errors import QueryError
from watch.loading import load
from webui.labels import query_problem
from webui.page_parts import is_part
from webui.paging import Paging
from webui.parts import beside_rows, for_titles
from webui.periods import LAST_WEEK, THIS_WEEK, TODAY, YESTERDAY, offer
from webui.returning import return_to_page
from webui.rights import needs, user_of
from webui.search.facets import chips, facets
from webui.search.query_help import marked_place
from webui.search.services.paths import spread_in
from webui.search.services.stories import headlines
from webui.search.services.unread import read_by

_PAGE_SIZE = 30
_TOPICS_SHOWN = 20
_MAX_SPREAD = 200
"""So many reports of a story are read for who copied or cites whom, the first ones."""
_WIDEST = ("-30d", "")
"""The longest period on offer, from and to."""
_PERIODS = (TODAY, YESTERDAY, THIS_WEEK, LAST_WEEK, "-24h", "-7d", "-30d")


@require_safe
@needs(Right.SEARCH)
def stories(request: HttpRequest) -> HttpResponse:
    """List the stories of a time that a search finds; 503 if a store does not answer."""
    params = StoryParams.read(request.GET)
    # All times of the page are in one zone, also if a link brought another than the reader's.
    with timezone.override(params.time_zone()):
        return _list(request, params)


def _list(request: HttpRequest, params: StoryParams) -> HttpResponse:
    listed = services.in_time(params.search())
    past = _past_limits(listed)
    context: dict[str, object] = {
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "periods": offer(
            _PERIODS,
            timezone.localdate(),
            (listed.after, listed.before),
            params.between,
        ),
        "orders": [(each, params.ordered(each), each == params.story_order) for each in ORDERS],
        "unread_url": params.only_unread(wanted=not params.unread),
        "search_address": f"{reverse('search')}?{listed.query_string}",
        "topics": load(lambda: _topics(past)),
        "past": past,
        "wider_url": "" if (listed.after, listed.before) == _WIDEST else params.between(*_WIDEST),
        "max_matches": services.MAX_MATCHES,
        "pager": f"{params.first().address.removeprefix('?')}&",
    }
    try:
        found = load(lambda: _page(listed, params, user_of(request)))
        counted = load(lambda: services.count_documents(listed))
    except QueryError as error:
        wrong = {
            "query_error": query_problem(error),
            "place": marked_place(params.text, error.place),
        }
        return render(request, "stories/stories.html", context | wrong, status=400)
    listing, paging, read = found.value or (None, None, ())
    lang = next(iter(listed.values("lang")), get_language())
    context |= {
        "read": read,
        "listed": _listed(listing.rows, lang, user_of(request)) if listing else [],
        "outage": found.outage,
        "found": listing,
        "paging": paging,
        "facets": facets(counted.value.facets, params) if counted.value else [],
    }
    return render(request, "stories/stories.html", context, status=503 if found.outage else 200)


class ListedStory(NamedTuple):
    """A story of the list, as it is ``told`` in the language of the reader if it is in that.

    ``document`` has its headline, "" if none has; ``titles`` stand in place of that.
    """

    row: StoryRow
    told: Story
    document: str
    titles: Sequence[Part]


def _listed(rows: Sequence[StoryRow], lang: str, user: User) -> list[ListedStory]:
    told = [
        in_language(row.story, [each for each, _documents in row.tellings], lang) for row in rows
    ]
    documents = headline_documents(told)
    titled = [
        Titled(documents[each.pk], each.title, each.lang) for each in told if each.pk in documents
    ]
    titles = for_titles("stories", titled, user)
    listed = zip(rows, told, (documents.get(each.pk, "") for each in told), strict=True)
    return [ListedStory(*each, titles=titles.get(each[-1], ())) for each in listed]


def _past_limits(listed: Search) -> tuple[datetime | None, datetime] | None:
    """Return from when to when the time of a list lasted, None if it has not ended."""
    now = listed.now()
    try:
        start, end = listed.limits(now)
    except QueryError:
        return None
    if end is not None and end <= now:
        return (start, end)
    return None


def _topics(past: tuple[datetime | None, datetime] | None) -> TopicPanel | None:
    """Return the hot topics of a past time, or those of now."""
    if past:
        return past_panel(*past, _TOPICS_SHOWN)
    return topic_panel(_TOPICS_SHOWN)


def _page(
    listed: Search, params: StoryParams, user: User
) -> tuple[StoryList, Paging, Collection[str]]:
    """Return the page that is asked for, or the last one, and which of its stories were read."""
    asked = (params.page - 1) * _PAGE_SIZE
    documents = read_by(user, timezone.now())
    left_out = read_stories(user.pk, documents) if params.unread else ()
    found = services.list_stories(listed, params.story_order, asked, _PAGE_SIZE, left_out)
    paging = Paging.near(params.page, found.total, _PAGE_SIZE)
    if paging.skipped != asked:
        found = services.list_stories(
            listed, params.story_order, paging.skipped, _PAGE_SIZE, left_out
        )
    shown = [row.story.pk for row in found.rows]
    read = () if params.unread else read_stories(user.pk, documents, shown)
    return found, paging, read


@require_POST
@needs(Right.SEARCH)
def toggle_read(request: HttpRequest, story_id: str) -> HttpResponse:
    """Mark a story as read, or as unread if it is read."""
    found, user, now = services.read(story_id), user_of(request), timezone.now()
    if found is None:
        raise Http404
    is_read = found.head in read_stories(user.pk, read_by(user, now), [found.head])
    mark(user.pk, found.head, 0 if is_read else found.all_documents, now)
    if is_part(request):
        return HttpResponse(status=204)
    return return_to_page(request, reverse("stories"))


@require_safe
@needs(Right.SEARCH)
def story(request: HttpRequest, story_id: str) -> HttpResponse:
    """Show a story; redirect from one that became part of another."""
    lang = request.GET.get("lang", "")
    found = load(lambda: services.read(story_id, lang, get_language()))
    if found.outage:
        return render(request, "stories/story.html", {"outage": found.outage}, status=503)
    if found.value is None:
        raise Http404
    page = found.value
    if page.head != story_id:
        # A story of one language that is shown as another: its address leads to its own reports.
        told = next((each.lang for each in page.tellings if each.pk == story_id), "")
        address = reverse("story", args=(page.head,))
        return redirect(f"{address}?{urlencode({'lang': told})}" if told else address)
    user_id = request.user.pk
    assert user_id is not None
    said = load(lambda: said_to(page, user_id, timezone.now()))
    ids = [each.document for each in page.members]
    path = load(lambda: spread_in(ids[:_MAX_SPREAD]))
    parts = dict(beside_rows("story", ids, request.user, key=str))
    titled = [Titled(each.document, each.title, page.lang_of(each)) for each in page.members]
    titled.append(Titled("", page.story.title, page.story.lang))
    titles = for_titles("story", titled, request.user)
    context = {
        "page": page,
        "story": page.story,
        "top": top_line(page, said.value),
        "said": said.value,
        "said_outage": said.outage,
        "lines": line_lists(said.value.lists) if said.value else [],
        "reports": report_table(page, path.value or (), parts, titles),
        "titles": titles[""],
        "path": path,
        "read": _MAX_SPREAD,
        "unread": len(ids) > _MAX_SPREAD,
    }
    return render(request, "stories/story.html", context)

"""Today's stories, and the page of one story."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.loading import load
from webui.rights import needs
from webui.stories import services
from webui.stories.services import ORDERS, Order
from webui.stories.topics import topic_panel

_TOPICS_SHOWN = 20


@require_safe
@needs(Right.SEARCH)
def stories(request: HttpRequest) -> HttpResponse:
    """Show the stories of the last day; 503 if the store does not answer."""
    wanted = request.GET.get("sort")
    order: Order = "growth" if wanted == "growth" else "sites"
    found = load(lambda: services.todays_stories(order))
    context = {
        "found": found,
        "orders": [(each, each == order) for each in ORDERS],
        "topics": load(lambda: topic_panel(_TOPICS_SHOWN)),
    }
    return render(request, "stories/stories.html", context, status=503 if found.outage else 200)


@require_safe
@needs(Right.SEARCH)
def story(request: HttpRequest, story_id: str) -> HttpResponse:
    """Show a story; redirect from one that became part of another."""
    found = load(lambda: services.read(story_id))
    if found.outage:
        return render(request, "stories/story.html", {"outage": found.outage}, status=503)
    if found.value is None:
        raise Http404
    if found.value.story.pk != story_id:
        return redirect("story", story_id=found.value.story.pk)
    return render(request, "stories/story.html", {"page": found.value, "story": found.value.story})

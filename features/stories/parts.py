"""What stories add to pages of the core."""

from dataclasses import replace

from features.stories.services import in_time, list_stories, story_of
from features.stories.store.stories import StoryRow
from features.stories.topic_panel import topic_panel
from hooks.answers import Part
from storage.database.searches.search import Search
from storage.documents.port import Document
from watch.loading import load
from webui.search.params import SearchParams

_ON_OVERVIEW = 6
_OF_NAME = 6
_LATELY = "-30d"


def on_overview() -> Part:
    """Return the hottest topics, and the stories of the last day that are on most sites."""
    shown = {
        "topics": load(lambda: topic_panel(_ON_OVERVIEW)),
        "stories": load(lambda: _largest(in_time(Search()), _ON_OVERVIEW)).value,
    }
    return Part(template="stories/on_overview.html", context=shown)


def of_name(params: SearchParams) -> Part | None:
    """Return the stories of a search that most sites tell, of the last 30 days unless it has dates;
    None if there are none.
    """
    search = params.search()
    listed = search if search.has_dates else replace(search, after=_LATELY)
    found = load(lambda: _largest(listed, _OF_NAME))
    if not (found.outage or found.value):
        return None
    return Part(template="stories/of_name.html", context={"stories": found})


def of_document(document: Document) -> Part | None:
    """Return the story of a document if it has others too, and the store answers."""
    found = load(lambda: story_of(document.thread or document.id)).value
    return Part(template="stories/of_document.html", context={"story": found}) if found else None


def of_search(params: SearchParams) -> Part:
    """Lead from hits to their stories: without dates, those of the last month."""
    if params.has_dates:
        listed = params.first()
    else:
        listed = params.dated(_LATELY, "").first()
    shown = {"stories_url": listed.sorted_by("")}
    return Part(template="stories/search_action.html", context=shown)


def _largest(search: Search, most: int) -> list[StoryRow]:
    return list_stories(search, "sites", 0, most).rows

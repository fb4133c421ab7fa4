"""What the reports of a story say, for its page: agreed, contradicted, told by one site, new."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from features.stories.comparing import compare_story, quote_any
from features.stories.comparisons import StoryComparisons
from features.stories.models import Story
from features.stories.services import StoryPage
from features.stories.statements.comparison import ReportComparison
from features.stories.statements.statement import LANGUAGES
from features.stories.store.visits import note_visit
from newsroom.terms import language
from storage.documents.port import Document
from webui.apps import stores

comparisons = StoryComparisons()
"""The compared stories of this process."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """The lists of a story; ``last_visit`` is None at the first one.

    ``is_readable``: it is told in a language in which reports can be compared.
    """

    lists: ReportComparison
    is_partial: bool
    is_readable: bool
    last_visit: datetime | None = None


def said_to(page: StoryPage, user_id: int, now: datetime) -> Said:
    """Return what the reports of a story say, and note that a user has seen it.

    Raises Unavailable and Refused.
    """
    former = [each.pk for each in (*page.tellings, *page.joined)]
    last_visit = note_visit(user_id, page.head, former, now, page.all_documents)
    told = [page.story] if page.lang else page.tellings
    return said_in(told, last_visit)


def said_in(
    tellings: list[Story],
    since: datetime | None = None,
    may_quote: Callable[[Document], bool] = quote_any,
) -> Said:
    """Return what the reports of the stories of each language say; ``since`` asks for what is new,
    and reports that must not be quoted are left out.

    Raises Unavailable and Refused.
    """
    compared = compare_story(tellings, stores().documents(), since, may_quote, comparisons.compare)
    return Said(
        lists=compared.said,
        is_partial=compared.is_partial,
        is_readable=any(language(each.lang) in LANGUAGES for each in tellings),
        last_visit=since,
    )

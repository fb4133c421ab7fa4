"""Compare the reports of a story: read what that needs; ``newsroom.statements`` decides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from newsroom.statements.comparison import Comparison, compare
from newsroom.statements.reports import Report
from newsroom.statements.statement import LANGUAGES
from newsroom.terms import language
from storage.database.models import Story
from storage.database.stories import stories as store
from storage.documents.port import Document, Documents, SearchRequest
from storage.documents.query_tree import Listed, Query

MAX_READ = 80
"""So many reports in each language of a story are read, the newest ones: most are copies in a story
that has more.
"""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What the reports of a story say; ``is_partial`` if it has more than were compared."""

    said: Comparison
    is_partial: bool


def quote_any(_document: Document) -> bool:
    """Return that a report may be quoted: people may read what is stored."""
    return True


def compare_story(
    tellings: Sequence[Story],
    documents: Documents,
    since: datetime | None = None,
    may_quote: Callable[[Document], bool] = quote_any,
) -> Compared:
    """Compare the reports of the stories of each language; ``since`` asks for what is new, and
    reports that must not be quoted are left out.

    Raises Unavailable and Refused.
    """
    told = [each for each in tellings if language(each.lang) in LANGUAGES]
    newest = store.newest_of_parts([each.pk for each in told], MAX_READ)
    ids = tuple(each for some in newest.values() for each in some)
    found = documents.export(SearchRequest(query=Query(root=Listed(documents=ids)))) if ids else ()
    reports = [each for each in found if each.kind != "thread"]
    quotable = [each for each in reports if may_quote(each)]
    said = compare([_report(each) for each in quotable], since)
    is_cut = any(each.documents > MAX_READ for each in told) or len(quotable) < len(reports)
    return Compared(said=said, is_partial=is_cut or said.compared < said.voices)


def compare_known_story(story_id: str, documents: Documents) -> Compared:
    """Compare the reports of a story in all languages; without any, if it is unknown.

    Raises Unavailable and Refused.
    """
    head = store.find(story_id)
    return compare_story(store.tellings([head.pk])[head.pk] if head else (), documents)


def _report(document: Document) -> Report:
    return Report(
        id=document.id,
        site=document.site,
        url=document.url,
        lang=document.lang,
        # The title of a post is the beginning of its text.
        title="" if document.kind == "post" else document.title,
        text=document.content,
        published=document.published or document.collected,
        found=document.collected,
        copy_id=document.copy_id,
        people=document.people,
        others=(*document.organisations, *document.places),
    )

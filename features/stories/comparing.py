"""Compare the reports of a story: read what that needs; ``features.stories.statements`` decides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from features.stories.models import Story
from features.stories.statements.comparison import ReportComparison, compare
from features.stories.statements.likenesses import NOT_COMPARED, Likenesses
from features.stories.statements.reports import Report
from features.stories.statements.statement import LANGUAGES
from features.stories.store import likenesses as likeness_store
from features.stories.store import stories as store
from newsroom.terms import language
from storage.documents.port import Document, Documents, SearchRequest
from storage.documents.query_tree import Listed, Query

MAX_READ = 80
"""So many reports in each language of a story are read, the newest ones: most are copies in a story
that has more.
"""


Compare = Callable[[Sequence[Report], datetime | None, Likenesses], ReportComparison]


@dataclass(frozen=True, kw_only=True)
class ComparedReports:
    """What the reports of a story say; ``is_partial`` if it has more than were compared."""

    said: ReportComparison
    is_partial: bool


def quote_any(_document: Document) -> bool:
    """Return that a report may be quoted: people may read what is stored."""
    return True


def compare_story(
    tellings: Sequence[Story],
    documents: Documents,
    since: datetime | None = None,
    may_quote: Callable[[Document], bool] = quote_any,
    comparing: Compare = compare,
) -> ComparedReports:
    """Compare the reports of the stories of each language; ``since`` asks for what is new, and
    reports that must not be quoted are left out. ``comparing`` compares what was read.

    Raises Unavailable and Refused.
    """
    told = told_readably(tellings)
    reports = newest_reports(told, documents)
    quotable = [each for each in reports if may_quote(each)]
    said = comparing([report_of(each) for each in quotable], since, _likenesses(told))
    is_cut = any(each.documents > MAX_READ for each in told) or len(quotable) < len(reports)
    return ComparedReports(said=said, is_partial=is_cut or said.compared < said.voices)


def compare_known_story(story_id: str, documents: Documents) -> ComparedReports:
    """Compare the reports of a story in all languages; without any, if it is unknown.

    Raises Unavailable and Refused.
    """
    return compare_story(store.told(story_id), documents)


def told_readably(tellings: Sequence[Story]) -> list[Story]:
    """Return the stories in languages in which reports can be compared."""
    return [each for each in tellings if language(each.lang) in LANGUAGES]


def newest_reports(
    told: Sequence[Story], documents: Documents, most: int = MAX_READ
) -> list[Document]:
    """Return the newest documents of the stories of each language that can be compared, at most
    ``most`` of each.

    Raises Unavailable and Refused.
    """
    newest = store.newest_of_parts([each.pk for each in told], most)
    ids = tuple(each for some in newest.values() for each in some)
    if not ids:
        return []
    found = documents.export(SearchRequest(query=Query(root=Listed(documents=ids))))
    return [each for each in found if each.kind != "thread"]


def _likenesses(told: Sequence[Story]) -> Likenesses:
    """Return what the role *stories* has found of sentences in different languages."""
    packed = None
    if len(told) > 1:
        packed = likeness_store.packed_of(told[0].same_as or told[0].pk)
    if packed is None:
        return NOT_COMPARED
    return Likenesses.unpacked(packed)


def report_of(document: Document) -> Report:
    """Return a document as it is compared."""
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

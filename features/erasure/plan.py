"""What an erasure would reach: looked up before anything is changed."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from features.erasure.comments import comments_query, names_in_comments, others_comments_query
from features.erasure.selection import (
    ErasureSelection,
    SelectionError,
    SelectionKind,
    SelectionProblem,
    request_of,
)
from hooks.process import features, pages_to_erase
from storage.documents.port import Document, Filters, SearchRequest
from storage.documents.query_tree import Query
from storage.tombstones.marks import address_mark, marks_of, site_mark
from storage.traces.steps import Step
from watch.stores import Stores


@dataclass(kw_only=True)
class ErasurePlan:
    """The pages of an erasure by the id of their document, each with its marks; the articles that
    stay without their comments, each with the number of these; and how much would be erased, by
    name (``NUMBERS``, and what features keep). ``names`` are those that the author's comments below
    each of these articles bear, each with their number.
    """

    selection: ErasureSelection
    pages: dict[str, set[str]] = field(default_factory=dict)
    commented: dict[str, int] = field(default_factory=dict)
    names: dict[str, Counter[str]] = field(default_factory=dict)
    numbers: Counter[str] = field(default_factory=Counter)

    @property
    def all_names(self) -> Counter[str]:
        """The names that the author's comments bear, each with their number."""
        return sum(self.names.values(), Counter())

    @property
    def of_features(self) -> list[tuple[str, int]]:
        """The numbers of what features keep, by name."""
        return [each for each in self.numbers.items() if each[0] not in NUMBERS]

    @property
    def comments_digest(self) -> str:
        """What tells the comments that go from any others: an article has comments by other names
        or more of them without being found anew.
        """
        rows = sorted(
            (of, count, sorted(self.names[of].items())) for of, count in self.commented.items()
        )
        return hashlib.blake2b(repr(rows).encode(), digest_size=16).hexdigest()


ARCHIVED, ARCHIVED_LEFT = "archived", "archived_left"
"""The number of pages in the archive, by whether it is on: pages in one that is off stay."""
MAX_COUNTED = 10_000
"""Most articles whose comments are counted: with fifty comments each, that takes seven seconds, for
which whoever looks waits.
"""
_ALL = SearchRequest(query=Query(), facets=False)
NUMBERS = (
    "pages",
    "documents",
    "versions",
    # Records that the documents name. The archive may have more, of earlier visits.
    ARCHIVED,
    ARCHIVED_LEFT,
    # Documents with nearly the same text, which stay.
    "copies",
    # Comments below articles that stay without them, whoever wrote them, and these articles.
    "comments",
    "changed_articles",
    # Articles with the name in their comments, which stay as they are.
    "commented_articles",
)


def make_plan(
    stores: Stores, selection: ErasureSelection, looked: datetime | None = None
) -> ErasurePlan:
    """Look up what a selection reaches. Raises SelectionError, QueryError, Unavailable.

    ``looked`` is when somebody has seen its number, which was not too high then: what was found
    later is left out, unless a whole site is erased.
    """
    plan = ErasurePlan(selection=selection)
    groups: set[str] = set()
    for document in _chosen(stores, selection, looked):
        if _came_later(document, selection, looked):
            continue
        _add(stores, plan, document)
        groups.add(document.copy_id)
    _add_copies(stores, plan, groups - {""}, looked)
    if selection.with_comments:
        _take_comments(stores, plan, looked)
    elif selection.kind is SelectionKind.AUTHOR:
        # Whoever erases must not believe that these comments go.
        staying = SearchRequest(query=others_comments_query(selection), facets=False)
        plan.numbers["commented_articles"] = stores.documents().count_matches(staying).total
    if selection.kind is SelectionKind.ADDRESS:
        # Also a page that is not stored is to stay away.
        for mark in map(address_mark, selection.values):
            plan.pages.setdefault(mark, {mark})
    if selection.kind is SelectionKind.SITE:
        for marks in plan.pages.values():
            marks.add(site_mark(selection.subject))
    if not (plan.pages or plan.commented):
        raise SelectionError(*_nothing_of(stores, plan))
    count = plan.numbers["documents"] + plan.numbers["changed_articles"]
    if looked is None and count > selection.most:
        too_many = (
            SelectionProblem.TOO_MANY_ARTICLES if plan.commented else SelectionProblem.TOO_MANY
        )
        raise SelectionError(too_many, f"{count:,}")
    plan.numbers["pages"] = len(plan.pages)
    _count_mentions(plan)
    if pages_to_erase() is None:
        plan.numbers[ARCHIVED_LEFT] = plan.numbers.pop(ARCHIVED, 0)
    else:
        plan.numbers[ARCHIVED] += 0
    return plan


def _count_mentions(plan: ErasurePlan) -> None:
    """Count in how many places the documents are, by name."""
    ids = list(plan.pages)
    for of_feature in reversed(features().tell("count_documents", ids=ids)):
        plan.numbers.update(of_feature)


def _nothing_of(stores: Stores, plan: ErasurePlan) -> tuple[SelectionProblem, str]:
    """Return why nothing is found, and what is named wrongly or is found instead."""
    if articles := plan.numbers["commented_articles"]:
        return SelectionProblem.ONLY_COMMENTS, f"{articles:,}"
    selection = plan.selection
    if not selection.with_documents:
        request = request_of(selection)
        if documents := stores.documents().count_matches(request).total:
            return SelectionProblem.ONLY_DOCUMENTS, f"{documents:,}"
        return SelectionProblem.NO_COMMENTS, ""
    problems = {
        SelectionKind.SITE: SelectionProblem.UNKNOWN_SITE,
        SelectionKind.SOURCE: SelectionProblem.UNKNOWN_SOURCE,
    }
    return problems.get(selection.kind, SelectionProblem.NOTHING), selection.subject


def pages_of_site(stores: Stores, site: str) -> dict[str, set[str]]:
    """Return the pages that a site has now, each with its marks, by the id of its document."""
    documents = stores.documents()
    documents.refresh()
    request = SearchRequest(query=Query(), filters=Filters(site=(site,)), facets=False)
    return {each.id: marks_of(each, documents.versions(each)) for each in documents.export(request)}


def _came_later(document: Document, selection: ErasureSelection, looked: datetime | None) -> bool:
    """Return whether somebody looked before a document was found, and meant what was there."""
    if looked is None or selection.kind is SelectionKind.SITE:
        return False
    return document.collected > looked


def _chosen(
    stores: Stores, selection: ErasureSelection, looked: datetime | None
) -> Iterator[Document]:
    documents = stores.documents()
    documents.refresh()
    if not selection.with_documents:
        return
    if selection.kind is SelectionKind.DOCUMENT:
        yield from _by_id(stores, selection, looked)
    elif selection.kind is SelectionKind.ADDRESS:
        yield from _by_address(stores, selection)
    else:
        request = request_of(selection)
        # Counted first: what is written meanwhile does not make a query look like less than all.
        of_all = documents.count_matches(_ALL).total
        total = documents.count_matches(request).total
        if selection.kind is SelectionKind.QUERY and total >= of_all > 1:
            raise SelectionError(SelectionProblem.EVERYTHING)
        if looked is None and total > selection.most:
            raise SelectionError(SelectionProblem.TOO_MANY, f"{total:,}")
        yield from documents.export(request)


def _by_id(
    stores: Stores, selection: ErasureSelection, looked: datetime | None
) -> Iterator[Document]:
    for each in selection.values:
        document = stores.documents().get(each)
        # One that somebody has seen was erased meanwhile.
        if document is None and looked is None:
            raise SelectionError(SelectionProblem.UNKNOWN_DOCUMENT, each)
        if document is not None:
            yield document


def _by_address(stores: Stores, selection: ErasureSelection) -> Iterator[Document]:
    """Yield the documents of addresses, also of those that led to another one."""
    for address in selection.values:
        mark = address_mark(address)
        if not mark:
            raise SelectionError(SelectionProblem.NO_ADDRESS, address)
        steps = stores.traces().read(mark).steps
        for each in {mark, *map(_leads_to, steps)} - {""}:
            document = stores.documents().get(each)
            if document is not None:
                yield document


def _leads_to(step: Step) -> str:
    return address_mark(step.to_url)


def _add(stores: Stores, plan: ErasurePlan, document: Document) -> None:
    if document.id in plan.pages:
        return
    versions = stores.documents().versions(document)
    plan.pages[document.id] = marks_of(document, versions)
    plan.numbers["documents"] += 1
    plan.numbers["versions"] += len(versions)
    plan.numbers[ARCHIVED] += len(document.archived)


def _add_copies(
    stores: Stores, plan: ErasurePlan, groups: set[str], looked: datetime | None
) -> None:
    for group in groups:
        for each in stores.documents().of_copy_group(group):
            if each.id in plan.pages or _came_later(each, plan.selection, looked):
                continue
            if plan.selection.with_copies:
                _add(stores, plan, each)
            else:
                plan.numbers["copies"] += 1


def _take_comments(stores: Stores, plan: ErasurePlan, looked: datetime | None) -> None:
    """Plan to take the comments out of articles below which the author wrote: out of all of them,
    or of none.
    """
    selection = plan.selection
    request = SearchRequest(query=comments_query(selection), facets=False)
    total = stores.documents().count_matches(request).total
    if looked is None and total > max(MAX_COUNTED, selection.most):
        raise SelectionError(SelectionProblem.TOO_MANY_COMMENTS, f"{total:,}")
    for each in stores.documents().export(request):
        names = names_in_comments(each, request.query)
        if not names or each.id in plan.pages or _came_later(each, selection, looked):
            continue
        plan.commented[each.id] = len(each.comments)
        plan.names[each.id] = names
        plan.numbers["comments"] += len(each.comments)
        plan.numbers["changed_articles"] += 1
        plan.numbers[ARCHIVED] += len(each.archived)

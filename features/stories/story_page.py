"""What the page of a story shows: the line on top, what its reports say, and the reports by site.

Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import localize
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from features.stories.models import StoryMember
from features.stories.said import Said
from features.stories.services import MAX_MEMBERS, StoryPage
from features.stories.statements.comparison import MAX_LINES, Agreement, ReportComparison
from features.stories.statements.conflicts import Conflict
from features.stories.statements.reports import Quote
from hooks.answers import Part, Quotation
from webui.search.spread import SpreadStep

_SHOWN_OF_SITE = 3
"""So many reports of a site are shown at once: a story has dozens of sites, some write often."""


@dataclass(frozen=True, kw_only=True)
class TopPart:
    """A part of the line on top: what it says, and the id of the section to which it leads."""

    text: str
    section: str
    is_warning: bool = False


@dataclass(frozen=True, kw_only=True)
class SaidLine:
    """A line: ``shown`` are its sentences, one a language, and ``quotes`` one of each voice that
    tells it, the first one first.

    ``copies`` other reports have the whole text of its report; ``quotations`` are all that it has,
    as other features know them.
    """

    shown: Sequence[Quote]
    quotes: Sequence[Quote]
    sites: Sequence[str]
    quotations: Sequence[Quotation]
    copies: int = 0


@dataclass(frozen=True, kw_only=True)
class LineList:
    """A list of lines, with the id of its section."""

    section: str
    heading: str
    lines: Sequence[SaidLine]


@dataclass(frozen=True, kw_only=True)
class ReportLine:
    """A report in the table, what it copied or cites, if it did, what features add, and what they
    show in place of its title.
    """

    member: StoryMember
    lang: str
    step: SpreadStep | None
    parts: Sequence[Part]
    titles: Sequence[Part]


@dataclass(frozen=True, kw_only=True)
class SiteRows:
    """What one site reported, oldest first. ``folded`` is what repeats a headline, or goes beyond
    the first few.
    """

    site: str
    shown: Sequence[ReportLine]
    folded: Sequence[ReportLine]


@dataclass(frozen=True, kw_only=True)
class ReportTable:
    """All reports of a story by site, the site that was first first, and its threads likewise."""

    sites: Sequence[SiteRows]
    threads: Sequence[SiteRows]


def top_line(page: StoryPage, said: Said | None) -> list[TopPart]:
    """Return what holds for a story, in the order of its page; without ``said``, its reports could
    not be read.
    """
    return [*_top_of_said(said), *_top_of_reports(page)]


def _top_of_said(said: Said | None) -> list[TopPart]:
    if said is None:
        return [TopPart(text=_("not compared now"), section="t-said", is_warning=True)]
    lists = said.lists
    if not lists.is_made:
        return [TopPart(text=_why_not_compared(said), section="t-said", is_warning=True)]
    counted = [*_conflicts(lists), *_lines(lists)]
    if not (lists.in_conflict or lists.told_by_many):
        nothing = _("no contradiction and no common point found")
        counted.insert(0, TopPart(text=nothing, section="t-said"))
    if said.is_partial or lists.is_apart:
        counted.append(TopPart(text=_("not all reports compared"), section="t-said"))
    return counted


def _why_not_compared(said: Said) -> str:
    lists = said.lists
    takes_too_long = lists.voices > 1 and not lists.compared and not lists.is_busy
    if takes_too_long or not said.is_readable:
        return _("not compared")
    return _("not compared yet")


def _conflicts(lists: ReportComparison) -> Iterable[TopPart]:
    is_cut = len(lists.in_conflict) >= MAX_LINES
    if found := lists.contradictions:
        text = ngettext("%(n)s contradiction", "%(n)s contradictions", found)
        # Contradictions come first, so that updates are what is cut.
        shown = _number(found, is_cut and not lists.updates)
        yield TopPart(text=text % {"n": shown}, section="t-conflict", is_warning=True)
    if found := lists.updates:
        text = ngettext("%(n)s update", "%(n)s updates", found)
        yield TopPart(text=text % {"n": _number(found, is_cut)}, section="t-conflict")


def _lines(lists: ReportComparison) -> Iterable[TopPart]:
    if found := len(lists.told_by_many):
        text = ngettext(
            "%(n)s point told by several sites", "%(n)s points told by several sites", found
        )
        yield TopPart(text=text % {"n": _number(found, found >= MAX_LINES)}, section="t-agreed")
    if found := len(lists.told_new or ()):
        text = ngettext("%(n)s new since your last visit", "%(n)s new since your last visit", found)
        yield TopPart(text=text % {"n": _number(found, found >= MAX_LINES)}, section="t-new")
    if found := len(lists.told_by_one):
        text = ngettext("%(n)s told by one site only", "%(n)s told by one site only", found)
        yield TopPart(text=text % {"n": _number(found, found >= MAX_LINES)}, section="t-single")


def _top_of_reports(page: StoryPage) -> Iterable[TopPart]:
    is_cut = len(page.members) >= MAX_MEMBERS
    if found := len({each.site for each in page.members}):
        text = ngettext("%(n)s site", "%(n)s sites", found)
        yield TopPart(text=text % {"n": _number(found, is_cut)}, section="t-reports")
    if found := page.documents:
        text = ngettext("%(n)s document", "%(n)s documents", found)
        yield TopPart(text=text % {"n": localize(found)}, section="t-reports")
    if found := sum(each.kind == "thread" for each in page.members):
        text = ngettext("%(n)s thread", "%(n)s threads", found)
        yield TopPart(text=text % {"n": _number(found, is_cut)}, section="t-threads")


def _number(found: int, is_cut: bool) -> str:
    """Return a number of what is shown; there may be more than that if the list is cut."""
    if is_cut:
        return f"{localize(found)}+"
    return str(localize(found))


def line_lists(lists: ReportComparison) -> list[LineList]:
    """Return the lists of a story that have lines, conflicts apart, in the order of its page."""
    found = (
        LineList(
            section="t-agreed",
            heading=_("Told by several sites"),
            lines=[_agreed(each) for each in lists.told_by_many],
        ),
        LineList(
            section="t-new",
            heading=_("New since your last visit"),
            lines=[_alone(each) for each in lists.told_new or ()],
        ),
        LineList(
            section="t-single",
            heading=_("Told by one site only"),
            lines=[_alone(each.quote, each.copies) for each in lists.told_by_one],
        ),
    )
    return [each for each in found if each.lines]


def _agreed(agreed: Agreement) -> SaidLine:
    """Return a line with the sentence in the language of the page first."""
    language = (get_language() or "").partition("-")[0]
    shown = sorted(
        (agreed.quote, *agreed.translations),
        key=lambda each: each.report.lang.partition("-")[0] != language,
    )
    seen = {each.report.id for each in shown}
    others = [each for each in agreed.quotes if each.report.id not in seen]
    return SaidLine(
        shown=shown,
        quotes=agreed.quotes,
        sites=agreed.sites,
        quotations=[_quotation(each) for each in (*shown, *others)],
    )


def _alone(quote: Quote, copies: int = 0) -> SaidLine:
    return SaidLine(
        shown=[quote],
        quotes=[quote],
        sites=[quote.report.site],
        quotations=[_quotation(quote)],
        copies=copies,
    )


def quotations_of(conflict: Conflict) -> list[Quotation]:
    """Return what a conflict quotes, as other features know it."""
    return [_quotation(each, claim.value) for claim in conflict.claims for each in claim.quotes]


def _quotation(quote: Quote, claim: str = "") -> Quotation:
    return Quotation(document=quote.report.id, sentence=quote.key, claim=claim)


def report_table(
    page: StoryPage,
    steps: Iterable[SpreadStep],
    parts: Mapping[str, Sequence[Part]],
    titles: Mapping[str, Sequence[Part]],
) -> ReportTable:
    """Return the reports of a story; ``steps`` tell which of them copied or cite others, ``parts``
    are what features add to each, and ``titles`` what they show in place of its title.
    """
    path = {each.document.id: each for each in steps if each.is_linked}
    articles: dict[str, list[ReportLine]] = {}
    threads: dict[str, list[ReportLine]] = {}
    for each in page.members:
        line = ReportLine(
            member=each,
            lang=page.lang_of(each),
            step=path.get(each.document),
            parts=parts[each.document],
            titles=titles[each.document],
        )
        by_site = threads if each.kind == "thread" else articles
        by_site.setdefault(each.site, []).append(line)
    return ReportTable(sites=_rows(articles), threads=_rows(threads))


def _rows(by_site: Mapping[str, Sequence[ReportLine]]) -> list[SiteRows]:
    return [_rows_of(site, lines) for site, lines in by_site.items()]


def _rows_of(site: str, lines: Sequence[ReportLine]) -> SiteRows:
    """Return what a site reported, with what repeats a headline and tells no more folded."""
    firsts = {each.member.title: each for each in reversed(lines)}
    telling = [each for each in lines if each.step or firsts[each.member.title] is each]
    shown = telling[:_SHOWN_OF_SITE]
    return SiteRows(site=site, shown=shown, folded=[each for each in lines if each not in shown])

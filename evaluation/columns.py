"""The figures of many pages: one entry for each column of the tables, with its explanation."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from evaluation.measures.posts import Hits, PostCounts
from evaluation.measures.text import MHR_BOUNDS, OverlapCounts
from evaluation.run import Case
from evaluation.scoring import PageScore


class Group(StrEnum):
    """The table that a column belongs to."""

    TEXT = "text"
    POSTS = "posts"
    FIELDS = "fields"
    TIME = "time"


class Unit(StrEnum):
    """How a figure is written."""

    SHARE = "share"
    MILLISECONDS = "ms"
    COUNT = "count"


@dataclass(frozen=True)
class Column:
    """A figure of many pages: its key in JSON, heading, explanation, and computation; None without
    data.

    Shares are computed from 0 to 1 and written in percent.
    """

    key: str
    title: str
    group: Group
    unit: Unit
    explanation: str
    compute: Callable[[Sequence[Case]], float | None]


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return statistics.fmean(known) if known else None


def _bags(cases: Sequence[Case]) -> list[OverlapCounts]:
    return [case.result.bag for case in cases if case.result.bag is not None]


def _lcs(cases: Sequence[Case]) -> list[OverlapCounts]:
    return [case.result.lcs for case in cases if case.result.lcs is not None]


def _lcs_sum(cases: Sequence[Case], figure: Callable[[OverlapCounts], float]) -> float | None:
    found = _lcs(cases)
    return figure(sum(found, OverlapCounts())) if found else None


def _posts(cases: Sequence[Case], figure: Callable[[PostCounts], float | None]) -> float | None:
    found = [case.result.posts for case in cases if case.result.posts is not None]
    return figure(sum(found, PostCounts())) if found else None


_REPLIES = "F1 of nested replies with 0.9 of their words, author and answered post; – without any"


def _f1_if_wanted(counts: OverlapCounts) -> float | None:
    """Return the F1 of parts of which some are labelled; else there is none."""
    return counts.score.f1 if counts.wanted else None


def _post_pages(cases: Sequence[Case]) -> float | None:
    return _mean(
        case.result.posts.found.score.f1 for case in cases if case.result.posts is not None
    )


def _share(cases: Sequence[Case], answer: Callable[[PageScore], bool | None]) -> float | None:
    known = [found for case in cases if (found := answer(case.result)) is not None]
    return Hits(sum(known), len(known)).share


def _times(cases: Sequence[Case]) -> list[float]:
    return sorted(case.result.answer.ms for case in cases if case.result.answer.ms is not None)


def _parse_times(cases: Sequence[Case]) -> list[float]:
    return sorted(case.facts.parse_ms for case in cases if case.facts.parse_ms is not None)


def _quantile(values: list[float], share: float) -> float | None:
    return values[min(int(share * len(values)), len(values) - 1)] if values else None


def _text(
    key: str, title: str, explanation: str, compute: Callable[[Sequence[Case]], float | None]
) -> Column:
    return Column(key, title, Group.TEXT, Unit.SHARE, explanation, compute)


def _post(
    key: str, title: str, explanation: str, figure: Callable[[PostCounts], float | None]
) -> Column:
    return Column(key, title, Group.POSTS, Unit.SHARE, explanation, partial(_posts, figure=figure))


def _field(
    key: str, title: str, explanation: str, answer: Callable[[PageScore], bool | None]
) -> Column:
    return Column(key, title, Group.FIELDS, Unit.SHARE, explanation, partial(_share, answer=answer))


def _time(
    key: str, title: str, explanation: str, compute: Callable[[Sequence[Case]], float | None]
) -> Column:
    return Column(key, title, Group.TIME, Unit.MILLISECONDS, explanation, compute)


def confidences(cases: Sequence[Case]) -> list[tuple[float, float]]:
    """Return the confidence that each page's method stated and the F1 that it reached, if both are
    known.
    """
    return [
        (stated, got)
        for case in cases
        if (stated := case.result.answer.confidence) is not None
        and (got := case.result.f1) is not None
    ]


def _hard_misses(cases: Sequence[Case], bound: float) -> float | None:
    return _mean(counts.error_rate > bound for counts in _lcs(cases))


COLUMNS: tuple[Column, ...] = (
    _text(
        "bag_precision",
        "bag P",
        "bag of words, precision, mean of pages",
        lambda cases: _mean(counts.score.precision for counts in _bags(cases)),
    ),
    _text(
        "bag_recall",
        "bag R",
        "bag of words, recall, mean of pages",
        lambda cases: _mean(counts.score.recall for counts in _bags(cases)),
    ),
    _text(
        "bag_f1",
        "bag F1",
        "bag of words, F1, mean of pages: the figure that is compared",
        lambda cases: _mean(counts.score.f1 for counts in _bags(cases)),
    ),
    _text(
        "bag_f1_stored",
        "stored",
        "bag F1 if a page that production rejects counts as nothing found",
        lambda cases: _mean(
            0.0 if case.result.answer.refused else case.result.bag.score.f1
            for case in cases
            if case.result.bag is not None
        ),
    ),
    _text(
        "bag_f1_summary",
        "+ lead",
        "bag F1 against summary and text, for pages whose gold keeps the lead apart",
        lambda cases: _mean(
            case.result.bag_with_summary.score.f1
            for case in cases
            if case.result.bag_with_summary is not None
        ),
    ),
    _text(
        "lcs_precision",
        "LCS P",
        "longest common subsequence, precision, summed over pages",
        partial(_lcs_sum, figure=lambda counts: counts.score.precision),
    ),
    _text(
        "lcs_recall",
        "LCS R",
        "longest common subsequence, recall, summed",
        partial(_lcs_sum, figure=lambda counts: counts.score.recall),
    ),
    _text(
        "lcs_f1",
        "LCS F1",
        "longest common subsequence, F1, summed",
        partial(_lcs_sum, figure=lambda counts: counts.score.f1),
    ),
    _text(
        "lcs_f1_mean",
        "F1 mean",
        "longest common subsequence, F1, mean of pages",
        lambda cases: _mean(counts.score.f1 for counts in _lcs(cases)),
    ),
    _text(
        "lcs_score",
        "Score",
        "common units divided by common, wrong and missed units; summed",
        partial(_lcs_sum, figure=lambda counts: counts.overlap),
    ),
    _text(
        "lcs_score_mean",
        "S. mean",
        "common units divided by common, wrong and missed units; mean of pages",
        lambda cases: _mean(counts.overlap for counts in _lcs(cases)),
    ),
    *(
        _text(
            f"mhr_{bound:g}",
            f"MHR {bound:g}",
            f"share of pages with over {bound:.0%} wrong or missed units",
            partial(_hard_misses, bound=bound),
        )
        for bound in MHR_BOUNDS
    ),
    _text(
        "confidence_gap",
        "conf. gap",
        "difference between stated confidence and F1, mean of pages",
        lambda cases: _mean(abs(stated - got) for stated, got in confidences(cases)),
    ),
    _text(
        "must",
        "must",
        "pages whose text has all words that the gold demands",
        partial(_share, answer=lambda result: result.must),
    ),
    _text(
        "must_not",
        "must not",
        "pages whose text has none of the words that the gold forbids",
        partial(_share, answer=lambda result: result.must_not),
    ),
    _post(
        "post_precision",
        "P",
        "posts, precision, summed over pages",
        lambda posts: posts.found.score.precision,
    ),
    _post("post_recall", "R", "posts, recall, summed", lambda posts: posts.found.score.recall),
    _post(
        "post_f1",
        "F1",
        "posts, F1, summed: the figure that is compared",
        lambda posts: posts.found.score.f1,
    ),
    Column("post_page", "page", Group.POSTS, Unit.SHARE, "posts, F1, mean of pages", _post_pages),
    _post(
        "post_strict",
        "strict",
        "F1 if a post also needs 0.9 of its words",
        lambda posts: posts.strict.score.f1,
    ),
    _post(
        "post_full",
        "full",
        "F1 if it needs 0.9 of its words, its author and its time",
        lambda posts: posts.full.score.f1,
    ),
    _post(
        "post_author",
        "author",
        "matched posts with the correct author",
        lambda posts: posts.author.share,
    ),
    _post(
        "post_time", "time", "matched posts with the correct time", lambda posts: posts.time.share
    ),
    _post(
        "post_floor",
        "floor",
        "matched posts with the correct floor",
        lambda posts: posts.floor.share,
    ),
    _post("post_replies", "replies", _REPLIES, lambda posts: _f1_if_wanted(posts.replies)),
    _field("title", "title", "pages with the title, letter by letter", lambda result: result.title),
    _field("day", "day", "pages with the correct day of publication", lambda result: result.day),
    _field(
        "author", "author", "pages with the correct set of authors", lambda result: result.author
    ),
    _field(
        "image",
        "image",
        "pages with the correct lead image (same file name)",
        lambda result: result.image,
    ),
    _time(
        "ms_median",
        "median",
        "CPU time of the whole record, median of pages",
        lambda cases: _quantile(_times(cases), 0.5),
    ),
    _time(
        "ms_p95",
        "p95",
        "CPU time of the whole record, 95th percentile",
        lambda cases: _quantile(_times(cases), 0.95),
    ),
    _time(
        "ms_worst",
        "worst",
        "CPU time of the whole record, slowest page",
        lambda cases: _quantile(_times(cases), 1.0),
    ),
    _time(
        "parse_median",
        "parse",
        "CPU time of parsing alone (lxml.html), median",
        lambda cases: _quantile(_parse_times(cases), 0.5),
    ),
)

"""Show one page of the data: its text, the gold, and the answer of each method, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from evaluation.columns import Unit
from evaluation.datasets import GoldPost, LabelledPage
from evaluation.errors import BadGold
from evaluation.markup import page_lines
from evaluation.measures.text import OverlapCounts
from evaluation.report.marks import Runs, common, is_held, marked_line
from evaluation.report.rendering import render
from evaluation.run import Case
from evaluation.tables import write
from extractor.results import Post

_MAX_LINES = 4_000
"""Lines of a page's text that are shown. Of the rest, only the number is shown."""


@dataclass(frozen=True)
class _PageLine:
    """A line of the page's text and its state under each method, one letter each.

    The letters: t taken and wanted, m missed, w wrongly taken, r the rest.
    """

    text: str
    states: str


@dataclass(frozen=True)
class _Chip:
    """A small labelled figure. A ``tone`` of "good" or "bad" colours it."""

    name: str
    value: str
    tone: str = ""


@dataclass(frozen=True)
class _PostView:
    """A post: its heading, and its lines and quoted lines as marked HTML."""

    head: str
    lines: list[str]
    quoted: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Side:
    """The gold or an answer: fields by name, then posts or else lines as marked HTML."""

    fields: list[tuple[str, str]]
    posts: list[_PostView] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _View:
    """A case with the lines of both sides that its score compares."""

    case: Case
    gold: Sequence[str]
    answer: Sequence[str]
    wanted: Runs
    taken: Runs

    @classmethod
    def of(cls, case: Case) -> "_View":
        """Return the view of a case."""
        gold = gold_lines(case)
        answer = case.result.answer.text.splitlines()
        return cls(case, gold, answer, Runs.of(gold), Runs.of(answer))

    @property
    def counts(self) -> OverlapCounts | None:
        """The counts behind the score: of posts, or else of words."""
        result = self.case.result
        return result.bag if result.posts is None else result.posts.found

    @property
    def method(self) -> str:
        """The name of the method."""
        return self.case.result.method

    @property
    def failure(self) -> str:
        """The error of a method that failed, else ""."""
        return self.case.result.failure

    @property
    def figure(self) -> str:
        """The score beside the method's name, "" without one."""
        what = "F1" if self.case.result.posts is None else "F1 of posts"
        return "" if self.counts is None else f"{what} {write(self.counts.score.f1, Unit.SHARE)}"

    @property
    def gold_side(self) -> _Side:
        """The gold with the words marked that the answer misses."""
        gold = self.case.page.gold
        fields = _known(
            ("title", gold.title),
            ("author", gold.author),
            ("date", gold.date),
            ("summary", gold.summary),
        )
        if self.case.result.posts is not None and gold.posts is not None:
            return _Side(fields, posts=[_gold_post(post, self.taken) for post in gold.posts])
        return _Side(fields, lines=_marked(self.gold, self.taken, "missed"))

    @property
    def answer_side(self) -> _Side:
        """The answer with the words marked that the gold does not have."""
        answer = self.case.result.answer
        date = "" if answer.published is None else answer.published.isoformat()
        fields = _known(("title", answer.title), ("author", answer.author), ("date", date))
        if answer.posts is not None:
            return _Side(fields, posts=[_found_post(post, self.wanted) for post in answer.posts])
        return _Side(fields, lines=_marked(self.answer, self.wanted, "wrong"))

    @property
    def chips(self) -> list[_Chip]:
        """The figures above the answer."""
        result, answer = self.case.result, self.case.result.answer
        chips = []
        if self.counts is not None:
            score = self.counts.score
            chips += [
                _Chip("P", write(score.precision, Unit.SHARE)),
                _Chip("R", write(score.recall, Unit.SHARE)),
            ]
        if answer.confidence is not None:
            chips.append(_Chip("expected F1", write(answer.confidence, Unit.SHARE)))
        if answer.ms is not None:
            chips.append(_Chip("ms", write(answer.ms, Unit.MILLISECONDS)))
        for name, is_correct in (
            ("title", result.title),
            ("author", result.author),
            ("day", result.day),
        ):
            if is_correct is not None:
                chips.append(
                    _Chip(
                        name, "correct" if is_correct else "wrong", "good" if is_correct else "bad"
                    )
                )
        if answer.refused:
            chips.append(_Chip("refused", answer.refused, "bad"))
        return chips


def case_page(cases: Sequence[Case], up: str) -> str:
    """Return the HTML page that shows one page under all methods; the reader switches between them.

    Args:
        cases: One case for each method, of the same page. The first is shown at the start.
        up: The relative address of the report's folder.
    """
    page = cases[0].page
    views = [_View.of(case) for case in cases]
    lines = _text_of(page)
    values = {
        "page": page,
        "up": up,
        "about": " · ".join(filter(None, (page.kind, page.lang, page.country))),
        "address": "" if ".invalid/" in page.url else page.url,
        "views": views,
        "lines": _page_lines(lines, views),
        "more_lines": max(len(lines) - _MAX_LINES, 0),
    }
    return render("case.html", values)


def gold_lines(case: Case) -> list[str]:
    """Return the lines of the gold: of its posts if they are scored or there is no text, else of
    its text.
    """
    gold = case.page.gold
    if gold.posts is not None and (case.result.posts is not None or gold.text is None):
        return [line for post in gold.posts for line in post.body.splitlines()]
    return (gold.text or "").splitlines()


def _text_of(page: LabelledPage) -> list[str]:
    """Return the lines of the page; none if its file is broken, which its cases report."""
    try:
        return page_lines(page.read())
    except BadGold:
        return []


def _page_lines(lines: Sequence[str], views: Sequence[_View]) -> list[_PageLine]:
    wanted = [[is_held(marks) for marks in common(lines, view.wanted)] for view in views]
    taken = [[is_held(marks) for marks in common(lines, view.taken)] for view in views]
    return [
        _PageLine(
            line,
            "".join(
                _state(wanted[number][index], taken[number][index]) for number in range(len(views))
            ),
        )
        for index, line in enumerate(lines[:_MAX_LINES])
    ]


def _state(wanted: bool, taken: bool) -> str:
    """Return t, m, w or r: taken, missed, wrongly taken, or rightly left out."""
    if wanted:
        return "t" if taken else "m"
    return "w" if taken else "r"


def _known(*fields: tuple[str, str | None]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in fields if value]


def _marked(lines: Sequence[str], other: Runs, name: str) -> list[str]:
    marked = zip(lines, common(lines, other), strict=True)
    return [marked_line(line, marks, name) for line, marks in marked if line.strip()]


def _gold_post(post: GoldPost, taken: Runs) -> _PostView:
    head = " · ".join(filter(None, (post.kind, post.author, post.time_text, post.time_iso)))
    return _PostView(head, _marked(post.body.splitlines(), taken, "missed"))


def _found_post(post: Post, wanted: Runs) -> _PostView:
    floor = "" if post.floor is None else f"#{post.floor}"
    time = "" if post.published is None else post.published.isoformat(" ", "minutes")
    head = " · ".join(filter(None, (floor, post.author, time)))
    lines, quoted = (
        _marked(text.splitlines(), wanted, "wrong") for text in (post.body, post.quoted)
    )
    return _PostView(head, lines, quoted)

"""One page of the data in the report: what it shows, what the gold wants, what each method took, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from evaluation.columns import Unit
from evaluation.datasets import GoldPost, LabelledPage
from evaluation.errors import BadGold
from evaluation.markup import page_lines
from evaluation.measures.text import OverlapCounts
from evaluation.report.marks import Runs, common, is_held, marked_line
from evaluation.report.markup import chip, document
from evaluation.run import Case
from evaluation.tables import write
from extractor.results import Post

_MOST_LINES = 4_000
"""Lines of a page's text that are shown; beyond, only their number is."""


@dataclass(frozen=True)
class _View:
    """A case with the lines of either side: those that its score compares."""

    case: Case
    gold: Sequence[str]
    answer: Sequence[str]
    wanted: Runs
    taken: Runs

    @classmethod
    def of(cls, case: Case) -> "_View":
        """Of a case."""
        gold = gold_lines(case)
        answer = case.result.answer.text.splitlines()
        return cls(case, gold, answer, Runs.of(gold), Runs.of(answer))

    @property
    def counts(self) -> OverlapCounts | None:
        """What the score is made from: posts, or words."""
        result = self.case.result
        return result.bag if result.posts is None else result.posts.found


def case_page(cases: Sequence[Case], up: str) -> str:
    """The view of one page by all methods; the first is shown until another is chosen."""
    page = cases[0].page
    views = [_View.of(case) for case in cases]
    choices = "".join(_choice(view, place) for place, view in enumerate(views))
    columns = [_page_column(_text_of(page), views)]
    for place, view in enumerate(views):
        hidden = " hidden" if place else ""
        columns.append(
            f'<div class="pair" data-method="{place}"{hidden}>{_gold_column(view)}{_answer_column(view)}</div>'
        )
    content = (
        f'<header><p><a href="{up}index.html">All results</a></p><h1>{escape(page.set)} / {escape(page.id)}</h1>'
        f"{_about(page)}</header>"
        f'<nav class="methods" aria-label="Methods">{choices}</nav>'
        f'<p class="legend"><span class="taken">right</span><span class="missed">missed</span>'
        f'<span class="wrong">wrongly taken</span><span class="rest">neither in gold nor taken</span></p>'
        f'<main id="main" class="sides">{"".join(columns)}</main><script src="{up}case.js"></script>'
    )
    return document(f"{page.set}/{page.id}", content, up=up)


def _text_of(page: LabelledPage) -> list[str]:
    """The lines of the page; none if its file is broken, which its cases say."""
    try:
        return page_lines(page.read())
    except BadGold:
        return []


def gold_lines(case: Case) -> list[str]:
    """The lines that are wanted: of the posts if they are scored or there is no other gold, else of the text."""
    gold = case.page.gold
    if gold.posts is not None and (case.result.posts is not None or gold.text is None):
        return [line for post in gold.posts for line in post.body.splitlines()]
    return (gold.text or "").splitlines()


def _about(page: LabelledPage) -> str:
    known = "" if ".invalid/" in page.url else f'<a rel="noreferrer" href="{escape(page.url)}">{escape(page.url)}</a>'
    facts = " · ".join(filter(None, (page.kind, page.lang, page.country)))
    return f'<p class="about">{escape(facts)} {known}</p>'


def _choice(view: _View, place: int) -> str:
    result = view.case.result
    what = "F1" if result.posts is None else "F1 of posts"
    figure = "" if view.counts is None else f"{what} {write(view.counts.score.f1, Unit.SHARE)}"
    pressed = "true" if place == 0 else "false"
    return (
        f'<button type="button" data-method="{place}" aria-pressed="{pressed}">{escape(result.method)} '
        f"<small>{figure}</small></button>"
    )


def _page_column(lines: Sequence[str], views: Sequence[_View]) -> str:
    """The lines of the page, each with its state under every method."""
    wanted = [[is_held(marks) for marks in common(lines, view.wanted)] for view in views]
    taken = [[is_held(marks) for marks in common(lines, view.taken)] for view in views]
    shown = []
    for place, line in enumerate(lines[:_MOST_LINES]):
        states = "".join(_state(wanted[number][place], taken[number][place]) for number in range(len(views)))
        shown.append(f'<p class="{states[0]}" data-states="{states}">{escape(line)}</p>')
    more = len(lines) - _MOST_LINES
    end = f'<p class="note">and {more} more lines</p>' if more > 0 else ""
    return f'<section tabindex="0"><h2>Text of the page</h2>{"".join(shown)}{end}</section>'


def _state(wanted: bool, taken: bool) -> str:
    """t right, m missed, w wrong, r the rest."""
    return ("t" if taken else "m") if wanted else ("w" if taken else "r")


def _gold_column(view: _View) -> str:
    gold = view.case.page.gold
    body = _fields([("title", gold.title), ("author", gold.author), ("date", gold.date), ("summary", gold.summary)])
    if view.case.result.posts is not None and gold.posts is not None:
        body += "".join(_gold_post(post, view.taken) for post in gold.posts)
    else:
        body += _lines(view.gold, view.taken, "missed")
    return f'<section tabindex="0"><h2>Gold</h2>{body}</section>'


def _answer_column(view: _View) -> str:
    result, answer = view.case.result, view.case.result.answer
    failure = f'<p class="failure">{escape(result.failure)}</p>' if result.failure else ""
    date = "" if answer.published is None else answer.published.isoformat()
    body = _fields([("title", answer.title), ("author", answer.author), ("date", date)])
    if answer.posts is not None:
        body += "".join(_found_post(post, view.wanted) for post in answer.posts)
    else:
        body += _lines(view.answer, view.wanted, "wrong")
    return f'<section tabindex="0"><h2>{escape(result.method)}</h2><p>{_chips(view)}</p>{failure}{body}</section>'


def _chips(view: _View) -> str:
    result, answer = view.case.result, view.case.result.answer
    chips = []
    if view.counts is not None:
        score = view.counts.score
        chips += [chip("P", write(score.precision, Unit.SHARE)), chip("R", write(score.recall, Unit.SHARE))]
    if answer.confidence is not None:
        chips.append(chip("expected F1", write(answer.confidence, Unit.SHARE)))
    if answer.ms is not None:
        chips.append(chip("ms", write(answer.ms, Unit.MILLISECONDS)))
    for name, right in (("title", result.title), ("author", result.author), ("day", result.day)):
        if right is not None:
            chips.append(chip(name, "right" if right else "wrong", "good" if right else "bad"))
    if answer.refused:
        chips.append(chip("refused", answer.refused, "bad"))
    return "".join(chips)


def _fields(fields: Sequence[tuple[str, str | None]]) -> str:
    rows = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in fields if value)
    return f"<dl>{rows}</dl>" if rows else ""


def _lines(lines: Sequence[str], other: Runs, name: str) -> str:
    marked = zip(lines, common(lines, other), strict=True)
    return "".join(f"<p>{marked_line(line, marks, name)}</p>" for line, marks in marked if line.strip())


def _gold_post(post: GoldPost, taken: Runs) -> str:
    head = " · ".join(filter(None, (post.kind, post.author, post.time_text, post.time_iso)))
    return f"<article><h3>{escape(head)}</h3>{_lines(post.body.splitlines(), taken, 'missed')}</article>"


def _found_post(post: Post, wanted: Runs) -> str:
    floor = "" if post.floor is None else f"#{post.floor}"
    time = "" if post.published is None else post.published.isoformat(" ", "minutes")
    quoted = _lines(post.quoted.splitlines(), wanted, "wrong")
    quote = f"<blockquote>{quoted}</blockquote>" if quoted else ""
    head = " · ".join(filter(None, (floor, post.author, time)))
    return f"<article><h3>{escape(head)}</h3>{quote}{_lines(post.body.splitlines(), wanted, 'wrong')}</article>"

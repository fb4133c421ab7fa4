"""Run an evaluation: every page by every method, each in a process that can be stopped."""

import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.datasets import LabelledPage
from evaluation.facts import PageFacts, find_facts
from evaluation.methods import Method, ask, guess_kind
from evaluation.pool import Lost, Pool
from evaluation.scoring import PageScore, failed, measure

LIMIT_SECONDS = 30.0
"""Time limit for a page."""


@dataclass(frozen=True)
class Case:
    """A page, its facts, and the result of a method."""

    page: LabelledPage
    facts: PageFacts
    result: PageScore


@dataclass(frozen=True)
class Guess:
    """The kind that a page is taken for without hints: a value of ``extractor.results.Kind``, "" if
    it failed.
    """

    page: LabelledPage
    kind: str


@dataclass(frozen=True)
class Evaluation:
    """All measurements; pages and methods keep their order."""

    methods: tuple[str, ...]
    cases: tuple[Case, ...]
    guesses: tuple[Guess, ...]


class Question(StrEnum):
    """What is measured of a page besides the results of methods."""

    FACTS = "facts"
    KIND = "kind"


@dataclass(frozen=True)
class Task:
    """One question about one page."""

    page: LabelledPage
    question: Method | Question


Answered = PageFacts | PageScore | str
"""Answers to the questions: facts, the score of a method, the kind of page."""


def plan(
    pages: Sequence[LabelledPage], methods: Sequence[Method], *, facts: bool = True
) -> list[Task]:
    """Return the tasks for each page.

    The kind is included only for sets with pages of several kinds.
    """
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for page in pages:
        kinds[page.set].add(page.kind)
    tasks = []
    for page in pages:
        tasks += [Task(page, Question.FACTS)] if facts else []
        tasks += [Task(page, method) for method in methods if method.reads(page)]
        if len(kinds[page.set]) > 1:
            tasks.append(Task(page, Question.KIND))
    return tasks


def evaluate(
    tasks: Sequence[Task],
    *,
    jobs: int = 1,
    limit_seconds: float = LIMIT_SECONDS,
    on_step: Callable[[], None] = lambda: None,
) -> Evaluation:
    """Run the tasks of ``plan`` in other processes; ``on_step`` is called after each task."""
    answers: dict[Task, Answered] = {}
    for task, answer in Pool(answer_task, jobs=jobs, limit_seconds=limit_seconds).run(tasks):
        answers[task] = _given_up(task, answer.reason) if isinstance(answer, Lost) else answer
        on_step()
    return gather([(task, answers[task]) for task in tasks])


def gather(answered: Sequence[tuple[Task, Answered]]) -> Evaluation:
    """Combine tasks and their answers to an evaluation."""
    facts = {task.page: answer for task, answer in answered if isinstance(answer, PageFacts)}
    methods = (task.question.name for task, _ in answered if isinstance(task.question, Method))
    return Evaluation(
        methods=tuple(dict.fromkeys(methods)),
        cases=tuple(
            Case(task.page, facts.get(task.page, PageFacts()), answer)
            for task, answer in answered
            if isinstance(answer, PageScore)
        ),
        guesses=tuple(
            Guess(task.page, answer) for task, answer in answered if isinstance(answer, str)
        ),
    )


def answer_task(task: Task) -> Answered:
    """Answer one question about one page. Whatever the method raises is a failure of that page."""
    try:
        html = task.page.read()
        if isinstance(task.question, Method):
            return measure(task.question.name, ask(task.question, task.page, html), task.page, html)
        return (
            find_facts(task.page, html)
            if task.question is Question.FACTS
            else guess_kind(task.page, html)
        )
    except Exception as error:  # noqa: BLE001 a rival may raise anything; the run goes on and names it
        where = traceback.extract_tb(error.__traceback__)[-1]
        text = " ".join(str(error).split())
        return _given_up(
            task, f"{type(error).__name__}: {text} ({where.name}, line {where.lineno})"
        )


def _given_up(task: Task, reason: str) -> Answered:
    if isinstance(task.question, Method):
        return failed(task.question.name, task.page, reason)
    return PageFacts() if task.question is Question.FACTS else ""

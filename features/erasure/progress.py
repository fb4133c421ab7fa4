"""How far an erasure is, in words and as a share."""

from dataclasses import dataclass

from features.erasure.labels import ERASED_BY, ERASURE_PROBLEMS, ERASURE_STEPS
from features.erasure.models import Erasure, ErasureStep
from features.erasure.selection import SelectionKind
from features.erasure.steps import count_of_step


@dataclass(frozen=True, kw_only=True)
class ErasureProgress:
    """An erasure with the number of its step, from 1, of all, and the pages that are done in it."""

    erasure: Erasure
    by: str
    step: int
    steps: int
    doing: str
    done: int
    pages: int
    #: Why it does not go on now, "" if it does.
    problem: str

    @property
    def is_done(self) -> bool:
        """Return whether all steps are done."""
        return self.erasure.finished is not None

    @property
    def keeps_site_away(self) -> bool:
        """Return whether a mark keeps a whole site away that can be lifted."""
        return (
            self.is_done and self.erasure.kind == SelectionKind.SITE and self.erasure.lifted is None
        )


def progress_of(erasure: Erasure) -> ErasureProgress:
    """Return how far an erasure is."""
    steps = list(ErasureStep)
    is_done = not erasure.step
    return ErasureProgress(
        erasure=erasure,
        by=str(ERASED_BY[erasure.kind]),
        step=len(steps) if is_done else steps.index(ErasureStep(erasure.step)) + 1,
        steps=len(steps),
        doing="" if is_done else str(ERASURE_STEPS[erasure.step]),
        done=erasure.done,
        pages=count_of_step(erasure),
        problem=_problem(erasure.problem),
    )


def _problem(problem: str) -> str:
    """Return why an erasure does not go on; what it was exactly is in the log, with paths."""
    kind = problem.partition("\n")[0]
    if problem:
        return str(ERASURE_PROBLEMS.get(kind, ERASURE_PROBLEMS["waits"]))
    return ""

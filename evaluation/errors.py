"""Errors of an evaluation. Each text tells people what to do."""

from collections.abc import Iterable, Sequence


class EvaluationError(Exception):
    """Root of every error of this package."""


class BadGold(EvaluationError):
    """A labelled set cannot be read. The text names file and line."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class RivalMissing(EvaluationError):
    """The library of a rival is not installed."""

    def __init__(self, rival: str, package: str) -> None:
        super().__init__(f"{rival} is not installed; run: pip install {package}")
        self.rival = rival
        self.package = package


class UnknownAlgorithm(EvaluationError):
    """No algorithm has this name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown algorithm {name!r}; choose one of {', '.join(sorted(known))}")
        self.name = name


class UnknownRival(EvaluationError):
    """No rival has this name."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"unknown rival {name!r}; choose one of {', '.join(known)}")
        self.name = name


class UnknownPerturbation(EvaluationError):
    """No perturbation has this name."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"unknown perturbation {name!r}; choose one of {', '.join(known)}")
        self.name = name

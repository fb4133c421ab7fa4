"""Errors of the crawler that an operator can fix.

They can be pickled, so they can leave a worker process.
"""


class CrawlerError(Exception):
    """Root of every error of this package. Its text says what is wrong and what to do."""


class UnknownChannel(CrawlerError):
    """The source names a channel or a result parser that does not exist, or whose feature is one of
    those that are ``off``.
    """

    def __init__(
        self, what: str, name: str, known: tuple[str, ...], off: tuple[str, ...] = ()
    ) -> None:
        super().__init__(what, name, known, off)
        self.what = what
        self.name = name
        self.known = known
        self.off = off

    def __str__(self) -> str:
        if self.off:
            return (
                f"no feature that is on has the {self.what} {self.name!r}; features that are off: "
                f"{', '.join(self.off)}"
            )
        return (
            f"unknown {self.what} {self.name!r}; choose one of {', '.join(self.known)} for "
            "this source"
        )


class BadPattern(CrawlerError):
    """A URL pattern or CSS selector of the source is invalid, or takes too long."""

    def __init__(self, pattern: str, why: str, advice: str) -> None:
        super().__init__(pattern, why, advice)
        self.pattern = pattern
        self.why = why
        self.advice = advice

    def __str__(self) -> str:
        return f"the pattern {self.pattern!r} cannot be used: {self.why}; {self.advice}"


class TooCostly(CrawlerError):
    """Reading a list or a page needs more CPU time or memory than its size justifies."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit

    def __str__(self) -> str:
        return (
            f"reading it takes more than {self.limit}, far more than its size justifies; its "
            "elements are nested too deep or have huge values"
        )


class ProcessCrashed(CrawlerError):
    """A bug ended a call in another process; the text is its traceback."""


class ProcessDied(ProcessCrashed):
    """Something ended the process that a call ran in: a fault of a C library, or somebody who
    needed its memory.
    """

"""What can go wrong inside the extractor: ``extract`` answers with a ``Rejection``, the channels with a problem."""

from collections.abc import Iterable


class ExtractionError(Exception):
    """Root of every error of this package; its text says what was found, for people."""


class UndecodableBytes(ExtractionError):
    """No character encoding makes readable text of the bytes."""


class NotHtml(ExtractionError):
    """The bytes are no HTML page."""


class UnknownAlgorithm(ExtractionError):
    """The name is in no table of ``extractor.registry``."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown algorithm {name!r}; known are {', '.join(sorted(known))}")
        self.name = name


class UnusablePattern(ExtractionError, ValueError):
    """A regular expression or CSS selector of a source cannot be used."""

    def __init__(self, pattern: str, why: str, advice: str) -> None:
        super().__init__(pattern, why, advice)
        self.pattern = pattern
        self.why = why
        self.advice = advice

    def __str__(self) -> str:
        return f"the pattern {self.pattern!r} cannot be used: {self.why}; {self.advice}"


class NotFeed(ExtractionError):
    """The bytes are no feed or sitemap, or one without a single usable link."""


class NotResults(ExtractionError):
    """The page is not what its search engine answers with."""

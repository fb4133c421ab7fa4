"""Errors of the extractor.

``extract`` turns them into a ``Rejection``, the channels into a problem.
"""


class ExtractionError(Exception):
    """Root of every error of this package. Its text tells people what was found."""


class UndecodableBytes(ExtractionError):
    """No character encoding turns the bytes into readable text."""


class NotHtml(ExtractionError):
    """The bytes are not an HTML page."""


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
    """The bytes are not a feed or sitemap, or they contain no usable link."""


class NotResults(ExtractionError):
    """The page is not a search engine's result page."""

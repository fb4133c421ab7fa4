"""Checks that need the extractor: patterns and character sets, as workers will use them."""

from storage.database.sources.validation import Checks


def checks() -> Checks:
    """Return the checks for saving a source."""
    return Checks(pattern=why_bad, reads=is_readable)


def why_bad(pattern: str) -> str | None:
    """Return why a URL pattern is invalid or too slow on hostile addresses, or None."""
    from crawler.errors import CrawlerError
    from extractor.errors import UnusablePattern
    from extractor.lists.links import check_pattern

    try:
        check_pattern(pattern)
    except UnusablePattern as error:
        return f"{error.why}; {error.advice}"
    except (ValueError, CrawlerError) as error:
        return str(error)
    return None


def is_readable(charset: str) -> bool:
    """Return whether pages can be decoded from this character set."""
    from extractor.errors import UndecodableBytes
    from extractor.page.decode import decode

    try:
        decode(b"a", {}, charset)
    except UndecodableBytes:
        return False
    return True

"""Regular expressions as workers will run them."""


def why_bad(pattern: str) -> str | None:
    """Return why a URL pattern cannot be used, or None: broken, or too slow on addresses made to be slow."""
    from crawler.errors import CrawlerError
    from extractor.links import check_pattern

    try:
        check_pattern(pattern)
    except (ValueError, CrawlerError) as error:
        return str(error)
    return None

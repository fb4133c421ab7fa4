"""Articles spread over several pages: possible addresses of the previous page."""

import re

# The last number of an address: a page number in its path (/story/3, /story_3.html) or query
# (?page=3).
_NUMBER = re.compile(r"(?P<sign>[/_\-=])(?P<page>[2-9]|[1-9]\d)(?P<end>(?:\.\w{2,5})?/?)$")
_PARAMETER = re.compile(r"[?&]\w+$")


def earlier_addresses(url: str) -> list[str]:
    """Return possible addresses of the previous page; none if the address has no page number.

    These are guesses. Only a page that names this one as its next page is the previous page.
    """
    found = _NUMBER.search(url)
    if not found:
        return []
    before, page, end = url[: found.start()], int(found["page"]), found["end"]
    guesses = [f"{before}{found['sign']}{page - 1}{end}"]
    if page == 2:
        # The first page often has no page number.
        guesses.append(_PARAMETER.sub("", before) if found["sign"] == "=" else f"{before}{end}")
    return guesses

"""The pages of an article that is spread over several: where the one before may be found."""

import re

# The last number of an address: of a page in its path (/story/3, /story_3.html) or in its query (?page=3).
_NUMBER = re.compile(r"(?P<sign>[/_\-=])(?P<page>[2-9]|[1-9]\d)(?P<end>(?:\.\w{2,5})?/?)$")
_PARAMETER = re.compile(r"[?&]\w+$")


def earlier_addresses(url: str) -> list[str]:
    """Return addresses at which the page before this one may be; none where the address numbers no page.

    They are guesses: only a page that itself names this one as the next is the page before.
    """
    found = _NUMBER.search(url)
    if not found:
        return []
    before, page, end = url[: found.start()], int(found["page"]), found["end"]
    guesses = [f"{before}{found['sign']}{page - 1}{end}"]
    if page == 2:
        # The first page often has no number.
        guesses.append(_PARAMETER.sub("", before) if found["sign"] == "=" else f"{before}{end}")
    return guesses

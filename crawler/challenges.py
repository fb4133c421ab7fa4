"""Tell a robot check from a refusal: both come with an error status, and only one is meant for the
page.
"""

from collections.abc import Mapping

from extractor.languages.tables import all_words

_PHRASES = all_words("barriers.robot_check")
_STATUSES = frozenset({401, 403, 405, 429, 503})
_MAX_BYTES = 100_000
# Headers by which services that check for robots mark their own answers.
_HEADERS = (
    ("cf-mitigated", "challenge"),
    ("x-amzn-waf-action", "captcha"),
    ("x-amzn-waf-action", "challenge"),
)


def is_challenge(status: int, headers: Mapping[str, str], body: bytes) -> bool:
    """Return whether a response asks its reader to prove that they are human.

    Args:
        status: The HTTP status.
        headers: The headers, with names in lower case.
        body: The decompressed body; only its beginning counts.
    """
    # An article about a check for robots has the same phrases, with the status of a page that is
    # there.
    if status not in _STATUSES:
        return False
    if any(headers.get(name, "").lower() == value for name, value in _HEADERS):
        return True
    text = (
        body[:_MAX_BYTES]
        .decode("utf-8", "replace")
        .lower()
        .replace("\u2019", "'")
        .replace("&#39;", "'")
    )
    return any(phrase in text for phrase in _PHRASES)

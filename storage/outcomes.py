"""All possible outcomes of a fetched page or list."""

from enum import StrEnum


class Outcome(StrEnum):
    """Every page ends in exactly one of these, counted per source and run."""

    # kept
    STORED = "stored"
    # an article was visited again: its text is another one, or still the same
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    # it was to be visited again, and the source had no page left for today
    OVER_BUDGET = "over_budget"
    # a list was read; its links have their own outcomes
    LISTED = "listed"
    NOT_MODIFIED = "not_modified"
    # expected rejections: the server answered, and the page is settled
    DUPLICATE = "duplicate"
    NOT_HTML = "not_html"
    CHARSET = "charset"
    EMPTY = "empty"
    NO_TITLE = "no_title"
    NO_DATE = "no_date"
    TOO_SHORT = "too_short"
    NO_POSTS = "no_posts"
    LISTING = "listing"
    DOUBTFUL = "doubtful"
    CONSENT = "consent"
    LOGIN = "login"
    PAYWALL = "paywall"
    SOFT_404 = "soft_404"
    SCRIPT_SHELL = "script_shell"
    NO_LINKS = "no_links"
    ROBOTS = "robots"
    PRIVATE_ADDRESS = "private_address"
    TOO_LARGE = "too_large"
    REDIRECT_LOOP = "redirect_loop"
    GONE = "gone"
    BAD_PATTERN = "bad_pattern"
    BAD_JOB = "bad_job"
    # failures: those of TRANSIENT are retried, then a page is buried; a list waits for its next
    # visit
    DNS = "dns"
    CONNECT = "connect"
    TIMEOUT = "timeout"
    TLS = "tls"
    TRUNCATED = "truncated"
    HTTP_4XX = "http_4xx"
    HTTP_5XX = "http_5xx"
    THROTTLED = "throttled"
    CHALLENGE = "challenge"
    BAD_FEED = "bad_feed"
    WORKER_LOST = "worker_lost"
    INTERNAL = "internal"


REVISITED = frozenset({Outcome.CHANGED, Outcome.UNCHANGED, Outcome.OVER_BUDGET})
"""The outcomes that only an article has that is visited again, and that are no failures."""

# A page with one of these outcomes is released and retried later; any other outcome settles it for
# good.
TRANSIENT = frozenset(
    {
        Outcome.DNS,
        Outcome.CONNECT,
        Outcome.TIMEOUT,
        Outcome.TLS,
        Outcome.TRUNCATED,
        Outcome.HTTP_4XX,
        Outcome.HTTP_5XX,
        Outcome.THROTTLED,
        Outcome.CHALLENGE,
        Outcome.WORKER_LOST,
        Outcome.INTERNAL,
    }
)

"""All possible outcomes of a fetched page or list, and what each means to the rest of Newsloom.

One row each. Names and advice for people are in ``watch.labels`` and ``webui.sources.advice``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class OutcomeGroup(StrEnum):
    """The groups in which pages are counted for people."""

    KEPT = "kept"
    KNOWN = "known"
    REJECTED = "rejected"
    FAILED = "failed"
    """Another attempt follows; after the last one a page is buried, and a list waits for its next
    visit. Any other outcome settles a page for good.
    """


class Offer(StrEnum):
    """What a source may offer for a page beside its address."""

    TEXT = "text"
    """The whole text of the article, as some feeds have it."""
    KIND = "kind"
    """That the page is an article, or a thread."""
    DATE = "date"
    """A date of publication."""
    UNDATED = "undated"
    """That no date is needed."""
    HEADERS = "headers"
    """Headers of its own, such as those of a login."""


@dataclass(frozen=True, kw_only=True)
class Traits:
    """What follows from an outcome."""

    group: OutcomeGroup
    succeeded: bool = False
    """This is neither a rejection nor a failure: it is not listed among what went wrong."""
    of_revisit: bool = False
    """Only an article that is visited again has it, and it is no failure."""
    document_exists: bool = False
    """The page's document is stored, by this visit or an earlier one."""
    list_works: bool = False
    """The source's list is in order: it was read, or has not changed since."""
    list_readable: bool = False
    """The list could be read, if only to find that it has no links."""
    like_a_trap: bool = False
    """Pages of a trap end so: with no new text. A page that is refused, paid for or broken says
    nothing of its neighbours.
    """
    unreachable: bool = False
    """No connection to the host came about."""
    blocked: bool = False
    """The site keeps Newsloom out, whatever the details say."""
    page_refused: bool = False
    """The server refuses this page; the feed's text may take its place."""
    helped_by: tuple[Offer, ...] = ()
    """The page is settled only for sources that do not offer this."""
    left_for_a_day: bool = False
    """After the last attempt no visit puts the page into the queue again before tomorrow: the
    server refuses it, or it kills workers.
    """
    passes_soon: bool = False
    """A script that failed so may get an answer in a moment. Trackers without an address stay
    without one, and a refusal stays a refusal.
    """


_REJECTION = Traits(group=OutcomeGroup.REJECTED)
_NO_TEXT = Traits(group=OutcomeGroup.REJECTED, like_a_trap=True, helped_by=(Offer.TEXT,))
_CLOSED = Traits(group=OutcomeGroup.REJECTED, helped_by=(Offer.TEXT, Offer.HEADERS))


class Outcome(StrEnum):
    """Every page ends in exactly one of these, counted per source and run."""

    _value_: str
    traits: Traits

    def __new__(cls, value: str, traits: Traits = _REJECTION) -> Self:
        """Make a member of its value; the traits are no part of what is stored or compared."""
        # The default is only for type checkers, to which Outcome("dns") calls this method. Each
        # row below names its traits.
        member = str.__new__(cls, value)
        member._value_ = value
        member.traits = traits
        return member

    # A page is stored.
    STORED = "stored", Traits(group=OutcomeGroup.KEPT, succeeded=True, document_exists=True)
    # An article was visited again: its text is another one, or still the same.
    CHANGED = "changed", Traits(group=OutcomeGroup.KNOWN, succeeded=True, of_revisit=True)
    UNCHANGED = "unchanged", Traits(group=OutcomeGroup.KNOWN, succeeded=True, of_revisit=True)
    # It was to be visited again, and the source had no page left for today.
    OVER_BUDGET = "over_budget", Traits(group=OutcomeGroup.KNOWN, succeeded=True, of_revisit=True)
    # A list was read; its links have their own outcomes.
    LISTED = (
        "listed",
        Traits(group=OutcomeGroup.KEPT, succeeded=True, list_works=True, list_readable=True),
    )
    NOT_MODIFIED = (
        "not_modified",
        Traits(group=OutcomeGroup.KNOWN, succeeded=True, list_works=True, list_readable=True),
    )
    # Expected rejections: the server answered, and the page is settled.
    DUPLICATE = (
        "duplicate",
        Traits(group=OutcomeGroup.KNOWN, document_exists=True, like_a_trap=True),
    )
    NOT_HTML = "not_html", _REJECTION
    CHARSET = "charset", _REJECTION
    EMPTY = "empty", _NO_TEXT
    NO_TITLE = "no_title", _NO_TEXT
    NO_DATE = (
        "no_date",
        Traits(
            group=OutcomeGroup.REJECTED,
            like_a_trap=True,
            helped_by=(Offer.DATE, Offer.UNDATED, Offer.KIND),
        ),
    )
    TOO_SHORT = "too_short", _NO_TEXT
    NO_POSTS = "no_posts", _REJECTION
    LISTING = (
        "listing",
        Traits(group=OutcomeGroup.REJECTED, like_a_trap=True, helped_by=(Offer.KIND,)),
    )
    DOUBTFUL = (
        "doubtful",
        Traits(group=OutcomeGroup.REJECTED, like_a_trap=True, helped_by=(Offer.TEXT, Offer.KIND)),
    )
    CONSENT = "consent", _CLOSED
    LOGIN = "login", _CLOSED
    PAYWALL = "paywall", _CLOSED
    SOFT_404 = "soft_404", Traits(group=OutcomeGroup.REJECTED, like_a_trap=True)
    SCRIPT_SHELL = "script_shell", Traits(group=OutcomeGroup.REJECTED, helped_by=(Offer.TEXT,))
    # It ended the browser twice. What a source offers as text needs no browser.
    PAGE_CRASH = "page_crash", Traits(group=OutcomeGroup.REJECTED, helped_by=(Offer.TEXT,))
    NO_LINKS = "no_links", Traits(group=OutcomeGroup.REJECTED, list_readable=True)
    ROBOTS = "robots", Traits(group=OutcomeGroup.REJECTED, blocked=True)
    PRIVATE_ADDRESS = "private_address", _REJECTION
    TOO_LARGE = "too_large", _REJECTION
    REDIRECT_LOOP = "redirect_loop", _REJECTION
    GONE = "gone", _REJECTION
    BAD_PATTERN = "bad_pattern", _REJECTION
    # No feature that is on has its source's channel.
    CHANNEL_OFF = "channel_off", _REJECTION
    BAD_JOB = "bad_job", _REJECTION
    # It was erased before, or has the text of a page that was: it stays away.
    ERASED = "erased", Traits(group=OutcomeGroup.KNOWN, succeeded=True)
    # Ops took its job out of the queue.
    DELETED = "deleted", _REJECTION
    # Failures. A feed that cannot be read is not tried again before its next visit.
    DNS = "dns", Traits(group=OutcomeGroup.FAILED, unreachable=True)
    CONNECT = "connect", Traits(group=OutcomeGroup.FAILED, unreachable=True, passes_soon=True)
    TIMEOUT = "timeout", Traits(group=OutcomeGroup.FAILED, unreachable=True, passes_soon=True)
    TLS = "tls", Traits(group=OutcomeGroup.FAILED, unreachable=True, passes_soon=True)
    TRUNCATED = "truncated", Traits(group=OutcomeGroup.FAILED, passes_soon=True)
    HTTP_4XX = "http_4xx", Traits(group=OutcomeGroup.FAILED, page_refused=True, left_for_a_day=True)
    HTTP_5XX = "http_5xx", Traits(group=OutcomeGroup.FAILED, passes_soon=True)
    THROTTLED = "throttled", Traits(group=OutcomeGroup.FAILED, passes_soon=True)
    # No request was sent. Jobs wait for their turn, so only trials and look-ups end so.
    NOT_YET = "not_yet", Traits(group=OutcomeGroup.FAILED, passes_soon=True)
    CHALLENGE = (
        "challenge",
        Traits(group=OutcomeGroup.FAILED, blocked=True, page_refused=True, left_for_a_day=True),
    )
    BAD_FEED = "bad_feed", _REJECTION
    WORKER_LOST = (
        "worker_lost",
        Traits(group=OutcomeGroup.FAILED, left_for_a_day=True, passes_soon=True),
    )
    INTERNAL = "internal", Traits(group=OutcomeGroup.FAILED, passes_soon=True)

    @property
    def is_transient(self) -> bool:
        """Return whether a page with this outcome is released and retried later."""
        return self.traits.group is OutcomeGroup.FAILED


# For names of outcomes as the stores have them; a later version may have written unknown ones.
TRANSIENT = frozenset(each for each in Outcome if each.is_transient)
SUCCEEDED = frozenset(each for each in Outcome if each.traits.succeeded)
REVISITED = frozenset(each for each in Outcome if each.traits.of_revisit)
UNREACHABLE = frozenset(each for each in Outcome if each.traits.unreachable)
BLOCKED = frozenset(each for each in Outcome if each.traits.blocked)
LIST_READABLE = frozenset(each for each in Outcome if each.traits.list_readable)
LIST_WORKS = frozenset(each for each in Outcome if each.traits.list_works)
DOCUMENT_EXISTS = frozenset(each for each in Outcome if each.traits.document_exists)


def group_of(name: str) -> OutcomeGroup:
    """Return the group in which pages with an outcome of this name are counted."""
    try:
        return Outcome(name).traits.group
    except ValueError:
        # A later version stored it; what Newsloom does not know it has not kept.
        return OutcomeGroup.REJECTED

"""The schemas of the API's requests and responses."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema
from pydantic import AfterValidator, ConfigDict, StrictFloat, StrictInt, StringConstraints

from storage.database.verdicts.mutes import MuteKind
from storage.documents.dates import first_moment
from storage.documents.meaning import Match
from storage.documents.port import (
    Citation,
    CopyMode,
    Document,
    DocumentComment,
    DocumentPost,
    DocumentVersion,
    Sort,
)
from storage.learned.orders import PauseKind
from storage.time_zones import is_zone
from watch.system.verdict_orders import THRESHOLD_BOUNDS
from webui.api.document_fields import with_fields_of
from webui.api.source_fields import with_source_fields, with_stored_source_fields
from webui.labels import is_known_value


def _date(text: str) -> str:
    """Return a date as a query has it."""
    try:
        first_moment(text, datetime.now(UTC))
    except ValueError as error:
        raise ValueError("write it as 2026-11-21, as 2026-11-21T08:00, or as -3h or -2d") from error
    return text


def _zone(name: str) -> str:
    """Return the name of a time zone."""
    if not is_zone(name):
        raise ValueError("write it as Europe/Berlin")
    return name


def _known(name: str) -> AfterValidator:
    """Return what refuses a value of a filter that no document can have; "" is no filter."""

    def checked(value: str) -> str:
        if value and not is_known_value(name, value):
            raise ValueError("no document can have this value")
        return value

    return AfterValidator(checked)


def threshold_field(name: str) -> Any:
    """Return the field of a threshold within its bounds."""
    low, high = THRESHOLD_BOUNDS[name]
    return Field(None, ge=low, le=high)


MAX_NUMBER = 2**31 - 1
Id = Annotated[int, Field(ge=1, le=MAX_NUMBER)]
Text = Annotated[str, StringConstraints(max_length=300)]
Date = Annotated[str, StringConstraints(max_length=40), AfterValidator(_date)]
Zone = Annotated[str, AfterValidator(_zone)]


class Strict(Schema):
    """The body of a request: an unknown name is an error, so that no misspelt one is ignored."""

    model_config = ConfigDict(extra="forbid")


class SearchQuery(Schema):
    """A search. Several values of one filter widen the result, several filters narrow it."""

    q: str = Field(
        "",
        max_length=1000,
        description='The query, as on the search page: words, "phrases", AND OR NOT, brackets, '
        "fields.",
        examples=['title:bank OR "interest rate"'],
    )
    source: list[Text] = Field([], max_length=50, description="Names of sources.")
    site: list[Text] = Field([], max_length=50, description="Sites, as in `example.org`.")
    channel: list[Annotated[Text, _known("channel")]] = Field(
        [], max_length=50, description="`feed`, `search`, `list`, `board`, `sitemap` or `json`."
    )
    lang: list[Annotated[Text, _known("lang")]] = Field(
        [], max_length=50, description="Languages, as in `en`; `und` is an unknown one."
    )
    kind: list[Annotated[Text, _known("kind")]] = Field(
        [], max_length=50, description="`article`, `thread` or `post`."
    )
    tag: list[Text] = Field([], max_length=50, description="Tags of sources.")
    author: list[Text] = Field([], max_length=50, description="Authors, as articles name them.")
    person: list[Text] = Field([], max_length=50, description="People whom the texts name.")
    org: list[Text] = Field([], max_length=50, description="Organisations that the texts name.")
    place: list[Text] = Field([], max_length=50, description="Places that the texts name.")
    folder: list[Text] = Field([], max_length=50, description="Folders of sources.")
    region: list[Text] = Field([], max_length=50, description="Countries or regions of sources.")
    owner: list[Text] = Field([], max_length=50, description="Owners of sources.")
    after: Date | None = Field(
        None,
        description="Published on this day, or at this time, or later. `-3h` is "
        "three hours ago (m, "
        "h, d, w or y).",
        examples=["2026-11-20", "2026-11-20T08:00", "-3h"],
    )
    before: Date | None = Field(
        None, description="Published on this day or earlier, or before this time."
    )
    zone: Zone = Field(
        "UTC",
        description="The time zone of all dates, also of those in `q`.",
        examples=["Asia/Shanghai"],
    )
    match: Match = Field(
        "words",
        description="`words`: documents with the words of `q`; `meaning`: up to 200 that mean what "
        "it says, in any language; `both`: either. The same as `words` without an embedder.",
    )


class PageQuery(SearchQuery):
    """A search and the page of its results."""

    sort: Sort | None = Field(
        None,
        description="The order: `relevance`, `time` (newest publication first, unknown dates last) "
        "or `collected` "
        "(last found first). Default: `relevance` with a query, otherwise `time`.",
    )
    copies: CopyMode = Field(
        "each",
        description="`once` shows and counts documents with nearly the same text, and pages of one "
        "thread, as one hit; `each` shows all.",
    )
    size: int = Field(20, ge=1, le=100, description="Hits on a page.")
    cursor: str = Field(
        "", max_length=500, description="`cursor` of the previous page; empty for the first."
    )
    facets: bool = Field(False, description="Whether to count the values of the filters too.")


class FragmentOut(Schema):
    """A piece of text; `marks` are the [start, end) ranges of the matches in it, in characters."""

    text: str
    marks: list[tuple[int, int]]


@with_fields_of(Document, "head")
class DocumentHead(Schema):
    """A document without its text."""

    page: str = Field(description="The document in this installation, for a browser.")
    date_known: bool


class MatchingPostOut(Schema):
    """A post with a word of the search."""

    document: str = Field(description="The id of the page of the thread that has it.")
    number: int = Field(description="Its place among the posts of that page, from 1.")
    floor: int | None = Field(description="Its number in the thread; null if it has none.")
    page: str = Field(description="The post in this installation, for a browser.")


class HitOut(Schema):
    """A document that matches the search."""

    document: DocumentHead
    title: FragmentOut
    snippets: list[FragmentOut]
    comments: list[FragmentOut] = Field(
        description="Snippets of its comments in which words were found, if the query asks for "
        "words in comments (`comments:`)."
    )
    score: float
    copies: int = Field(
        description="The number of other matches with this text; 0 unless `copies` is `once`, and "
        "for threads."
    )
    pages: int = Field(
        description="The number of pages of this thread that match; 1 unless `copies` is `once`."
    )
    posts: list[MatchingPostOut] = Field(
        description="The posts with words of the search, if several pages of the "
        "thread match: in order, "
        "of the first five of these at most, and as far as looking for them is quick."
    )


class FacetOut(Schema):
    """A value and the number of matches that have it."""

    value: str
    count: int


class SearchOut(Schema):
    """One page of hits; `cursor` leads to the next page and is empty on the last.

    `total` counts documents; with `copies=once` it counts groups: copies of a text, and pages of a
    thread, are one. `undated` is the number of matches whose date is unknown; they are in no `day`
    and `month`. It is 0 without facets. `exact` and `facets_exact` are false if the total, or the
    largest counts of `facets`, are only estimates.
    """

    total: int
    exact: bool
    hits: list[HitOut]
    cursor: str
    facets: dict[str, list[FacetOut]]
    facets_exact: bool
    undated: int


@with_fields_of(DocumentPost)
class PostOut(Schema):
    """One post of a thread."""


@with_fields_of(DocumentComment)
class CommentOut(Schema):
    """A comment of a reader below an article."""


@with_fields_of(Citation)
class CitationOut(Schema):
    """A page of another site that a text links to."""


@with_fields_of(
    Document,
    parts={DocumentPost: PostOut, DocumentComment: CommentOut, Citation: CitationOut},
)
class DocumentOut(DocumentHead):
    """A document with its text."""


@with_fields_of(DocumentVersion)
class VersionOut(Schema):
    """A title and text that a document had before. The first has the number 1."""


@with_source_fields
class SourceIn(Strict):
    """The definition of a source."""


class RecallOut(Schema):
    """How much a source finds of what the site's sources of another `channel` (feed or list) showed
    lately.

    Of `shown` links, it missed `missed`. `share` is what it found, from 0 to 1.
    """

    channel: str
    shown: int
    missed: int
    share: float


class SourceStateOut(Schema):
    """The state of a source.

    `reason` is the outcome behind it, or empty. While the last visit is repeated, `attempt` of
    `most_attempts` has failed with `detail`, and the next one is due at `next_attempt`.
    `silent_days` is set for a silent source, `moved_to` if permanent redirects lead from its
    address to another. `since` is when the state was first noticed. `recall` is set if the site has
    both a feed and a list page, and enough links were compared. `evidence` and `what_to_do` are
    sentences for people, in the language of the request.
    """

    name: Literal[
        "paused",
        "new",
        "working",
        "late",
        "retrying",
        "held_back",
        "failing",
        "blocked",
        "moved",
        "changed",
        "nothing_usable",
        "silent",
        "healthy",
    ]
    since: datetime | None
    evidence: str
    what_to_do: str
    moved_to: str
    reason: str
    detail: str
    attempt: int | None
    most_attempts: int | None
    next_attempt: datetime | None
    silent_days: int | None
    recall: RecallOut | None


@with_stored_source_fields
class SourceOut(Schema):
    """A source; headers that may carry secrets are shown as `(hidden)`."""

    id: int
    pause_reason: str
    next_visit: datetime
    last_visit: datetime | None
    last_success: datetime | None
    state: SourceStateOut


class SourcesOut(Schema):
    """Some of `total` sources."""

    total: int
    sources: list[SourceOut]


class PauseIn(Strict):
    """Why a source is paused."""

    reason: str = Field("", max_length=200, examples=["The site is being rebuilt."])


class TrialOut(Schema):
    """What a trial of the source found. Nothing was saved."""

    outcome: str
    error: str
    links: list[str]


class KeywordsIn(Strict):
    """A keyword list."""

    name: str = Field(max_length=200, examples=["Banks"])
    keywords: list[str] = Field(max_length=1000, examples=[["bank", "interest rate"]])


class KeywordsOut(Schema):
    """A keyword list and the names of the sources that use it.

    `hot_words` are words that Newsloom has added for some days.
    """

    id: int
    name: str
    keywords: list[str]
    hot_words: list[str]
    sources: list[str]


class StoreOut(Schema):
    """One of the stores; `answers` is false while it is unavailable."""

    name: str
    technology: str
    milliseconds: float
    answers: bool


class WorkerOut(Schema):
    """A live worker."""

    name: str
    pool: str
    active: int = Field(description="Jobs that it has reserved.")
    pages_per_minute: float = Field(description="Pages that got their outcome.")
    lists_per_minute: float = Field(description="Lists that got their outcome.")


class StatusOut(Schema):
    """The state that the monitor shows: `healthy`, `attention` or `broken`, with its reasons in
    words, worst first.
    """

    state: Literal["healthy", "attention", "broken"]
    reasons: list[str]
    stores: list[StoreOut]
    queues: list[dict[str, Any]]
    workers: list[WorkerOut] | None
    sources: dict[str, int] | None = Field(
        description="The number of sources in each state that occurs."
    )


class EventOut(Schema):
    """Something that happened at `at`, `count` times since `first`. For buried jobs, `count` is
    their number.

    `kind` says what it is about; `source_id` is set for events of one source. `before` and `after`
    are codes of the states between which the subject went, `reason` is the code of the cause.
    `text` is the event in words.
    """

    id: int
    at: datetime
    first: datetime
    count: int
    kind: Literal["source", "host", "system", "process", "jobs", "change"]
    source_id: int | None
    subject: str
    before: str
    after: str
    reason: str
    text: str


class BuriedOut(Schema):
    """Jobs of one tube that are buried for one reason, with up to three of their addresses.

    Of ``stored`` of them, a later visit has stored the page: nothing is left to do.
    """

    tube: str
    code: str
    count: int
    stored: int
    samples: list[str]


class JobOut(Schema):
    """A job that no worker holds.

    ``age_seconds`` counts from its burial if it is buried, else from when it was put.
    """

    tube: str
    id: str
    state: Literal["ready", "delayed", "buried"]
    url: str
    host: str
    source_id: int
    code: str
    detail: str
    failures: int
    age_seconds: float | None
    wait_seconds: float


class SettledOut(Schema):
    """How many jobs were settled."""

    count: int


# Ops read a reason on one line.
Reason = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$"
    ),
]


class PauseOrderIn(Strict):
    """What to pause, why, and for how long.

    `name` is the queue of a `tube`, such as `list`, and the name of a `host` or any
    address on it. Without `seconds`, the pause lasts until somebody ends it.
    """

    kind: PauseKind
    name: Annotated[str, StringConstraints(max_length=2_000)] = ""
    reason: Reason
    seconds: Annotated[StrictInt, Field(ge=60, le=31_536_000)] | None = None


class PauseOut(Schema):
    """Something that is paused: by `who` since `at`, until `until` or without an end."""

    kind: PauseKind
    name: str
    reason: str
    who: str
    at: datetime
    until: datetime | None


class MuteIn(Strict):
    """What to mute, why, and for how long.

    `subject` is the id of a source, the code of a rule as `GET /events` has it, or a host
    or any address on it.
    """

    kind: MuteKind
    subject: Annotated[str, StringConstraints(max_length=2_000)]
    reason: Reason
    seconds: Annotated[StrictInt, Field(ge=60, le=7_776_000)]


class MuteOut(Schema):
    """Something that is muted, by `who` since `at`; `name` is what people call the subject."""

    id: int
    kind: MuteKind
    subject: str
    name: str
    reason: str
    who: str
    at: datetime
    until: datetime


class ThresholdsIn(Strict):
    """New thresholds: shares of 1, seconds, jobs. Those that are missing stay."""

    failing_share: StrictFloat | None = threshold_field("failing_share")
    silent_share: StrictFloat | None = threshold_field("silent_share")
    lag_seconds: StrictFloat | None = threshold_field("lag_seconds")
    buried_jobs: StrictFloat | None = threshold_field("buried_jobs")
    disk_share: StrictFloat | None = threshold_field("disk_share")
    memory_share: StrictFloat | None = threshold_field("memory_share")


class ThresholdOut(Schema):
    """From which `value` on a rule is a problem; `present` is null if nothing is known."""

    name: str
    value: float
    default: float
    present: float | None


class ErrorOut(Schema):
    """The errors of one place in Newsloom's code.

    `trace` is the newest traceback and `urls` are the newest jobs that it hit, without secrets.
    `version` and `role` name all that met it.
    """

    group: str
    kind: str
    count: int
    first: datetime
    last: datetime
    version: str
    role: str
    urls: list[str]
    trace: str

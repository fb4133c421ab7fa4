"""The schemas of stories and hot topics in the API."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

from ninja import Field, Schema
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, WithJsonSchema

from features.stories.store.stories import Order
from storage.documents.dates import end_moment, first_moment
from webui.api.schemas import SearchQuery


def _in_utc(moment: datetime) -> datetime:
    """Return a time in UTC, in which stores compare them."""
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("is outside of the years 1 to 9999 in UTC") from error


def _or_date(limit: Callable[[str, datetime], datetime]) -> BeforeValidator:
    """Return what reads a date as a query has it, in UTC; a time with a colon is left as it is."""

    def read(text: str) -> str:
        with suppress(ValueError):
            return text if ":" in text else limit(text, datetime.now(UTC)).isoformat()
        return text

    return BeforeValidator(read)


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
_DATED = WithJsonSchema(
    {"type": "string", "examples": ["2026-11-20", "2026-11-20T08:00:00Z", "-3d"]}
)


class StoriesQuery(SearchQuery):
    """A search for documents, and the page of their stories. Without dates, the last 24 hours."""

    sort: Order = Field(
        "sites",
        description="The order: those on most sites first (`sites`), those with most documents in "
        "the last three hours (`growth`), or those with the newest document (`newest`).",
    )
    size: int = Field(20, ge=1, le=100, description="Stories on a page.")
    cursor: str = Field(
        "", max_length=500, description="`cursor` of the previous page; empty for the first."
    )


class TellingOut(Schema):
    """A story in one language."""

    lang: str
    title: str = Field(description="The most central of its documents' titles in that language.")
    documents: int


class StoryHead(Schema):
    """A story. Its `id` stays; an `id` of a story that was merged leads to the larger one."""

    id: str
    title: str = Field(description="The most central of its documents' titles.")
    lead: str = Field(description="The beginning of that document's text.")
    lang: str
    documents: int
    languages: list[TellingOut] = Field(
        description="The story in each language that it is told in, the one with most documents "
        "first."
    )
    first: datetime = Field(description="When its first document was published.")
    last: datetime = Field(description="When its newest document was published.")


class ListedStoryOut(Schema):
    """A story with what was published in the time of the search."""

    story: StoryHead
    documents: int
    sites: int
    threads: int
    recent: int = Field(description="Documents of the last three hours of that time.")


class StoriesOut(Schema):
    """One page of stories; `cursor` leads to the next page and is empty on the last."""

    stories: list[ListedStoryOut]
    total: int
    partial: bool = Field(
        description="Whether more than 10,000 documents match, so that only the stories of the "
        "newest of them are here."
    )
    cursor: str


class StoryMemberOut(Schema):
    """A document of a story."""

    document: str = Field(description="The id of the document.")
    title: str
    lang: str = Field(description="The language of its story.")
    site: str
    kind: str
    published: datetime = Field(description="When it was published.")


class StoryTermOut(Schema):
    """A name of a story, or one of its key terms after these."""

    text: str
    kind: str = Field(description="`person`, `org`, `place` or `word`.")


class MembersQuery(Schema):
    """The page of a story's documents."""

    size: int = Field(100, ge=1, le=1_000, description="Documents on a page.")
    cursor: str = Field(
        "", max_length=500, description="`cursor` of the previous page; empty for the first."
    )


class StoryOut(StoryHead):
    """A story with one page of its documents, oldest first; `cursor` leads to the next page, empty
    on the last.
    """

    terms: list[StoryTermOut]
    members: list[StoryMemberOut]
    cursor: str


class SaidQuery(Schema):
    """Whether to return what is new, and of which language."""

    since: Moment | None = Field(
        None, description="Return in `told_new` what only reports tell that were found after this."
    )
    lang: str = Field("", max_length=16, description="Compare the reports of one language only.")


class QuoteOut(Schema):
    """A sentence of a report. `/documents/{document}/?sentence={sentence}` opens it there."""

    document: str
    url: str
    site: str
    lang: str
    published: datetime
    text: str
    sentence: str = Field(description="Empty if it is the title.")


class AgreementOut(Schema):
    """What several sites tell, with a sentence of each voice in order of time; copies of a text are
    one voice. `quote` is most like the others, `translations` are the best of other languages.
    """

    quote: QuoteOut
    sites: list[str]
    quotes: list[QuoteOut]
    translations: list[QuoteOut]


class ClaimOut(Schema):
    """One of the values, as the first report writes it, with a sentence of each voice."""

    value: str
    first: datetime
    last: datetime
    quotes: list[QuoteOut]


class ConflictOut(Schema):
    """Values that contradict each other, in the order in which they were told first."""

    kind: str = Field(description="`number`, `date`, `score` or `name`.")
    head: str = Field(description="What is counted, such as `dead`.")
    is_update: bool = Field(description="Each value came after all reports with the one before it.")
    claims: list[ClaimOut]


class SingleOut(Schema):
    """What one site alone tells."""

    quote: QuoteOut
    copies: int = Field(description="How many other reports have its whole text.")


class SaidOut(Schema):
    """What the reports of a story say: at most ten lines of each list."""

    told_by_many: list[AgreementOut]
    in_conflict: list[ConflictOut]
    told_by_one: list[SingleOut]
    told_new: list[QuoteOut] | None = Field(description="null without `since`.")
    is_partial: bool = Field(
        description="Not all reports are compared: only the newest of a large story."
    )
    is_readable: bool = Field(
        description="The story is told in Chinese or English; others are not compared."
    )
    is_apart: bool = Field(
        description="It is told in both, and not all reports have been compared with those in the "
        "other language. Most are minutes after they were found or changed, if there are vectors. "
        "A report that takes the place of one that must not be quoted may never be."
    )
    is_compared: bool = Field(
        description="Two reports at least were compared with each other. Until then, as for a "
        "story of one report or of one in each language, empty lists say nothing."
    )


class TopicsQuery(Schema):
    """Of when to return the topics: of now, unless a time is given."""

    after: Annotated[Moment, _or_date(first_moment), _DATED] | None = Field(
        None,
        description="Return what was hot on this day (in UTC), at this time, or later, at most 90 "
        "days ago.",
    )
    before: Annotated[Moment, _or_date(end_moment), _DATED] | None = Field(
        None,
        description="Return what was hot on this day (in UTC) or earlier, or before this time.",
    )


class TopicStoryOut(Schema):
    """A story behind a topic, with its documents and sites of the last 24 hours."""

    id: str
    title: str
    lang: str
    documents: int
    sites: int


class TopicOut(Schema):
    """A hot topic: `count` documents of the last `hours` hours, where `usual` is usual at this hour
    and weekday.
    """

    label: str
    lang: str
    count: int
    hours: int
    usual: float
    is_new: bool = Field(description="No document of the four weeks before has it.")
    sites: int
    score: float = Field(description="How surprising the count is, in standard deviations.")
    others: list[str] = Field(description="More terms of the same stories.")
    course: list[int] = Field(
        description="Documents of the last seven days in periods of six hours, oldest first."
    )
    stories: list[TopicStoryOut]


class PastTopicOut(TopicOut):
    """A topic, for one of the past as it was when it was hottest."""

    first: datetime | None = Field(
        None, description="When it was found first; null for one of now."
    )
    last: datetime | None = Field(None, description="When it was found last; null for one of now.")


class TopicsOut(Schema):
    """The hot topics, the hottest first, and when those of now were found; null if the role stories
    has not looked yet.
    """

    topics: list[PastTopicOut]
    at: datetime | None
    since: datetime | None = Field(description="Since when terms are counted.")

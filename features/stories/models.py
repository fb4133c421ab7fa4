"""The tables of stories, which are articles and threads about one event, and of hot topics.

Written by the role *stories* alone, but for the visits of users.
"""

from django.conf import settings
from django.db import models

from storage.database.fields import ExactCharField
from storage.database.tables import Table

_ID = 32
MAX_MODEL_LENGTH = 255
"""Of the name of what makes vectors, with its floor."""


class Story(Table):
    """A story. Its id is that of its first document, and stays.

    ``merged_into`` is the story that it became part of, "" for none; then it has no documents.
    ``same_as`` is the story in another language that it is shown as, because both tell of the same
    event, "" for itself; it keeps its documents, and may be by itself again.
    ``title`` is the most central of its documents' titles, ``lead`` the beginning of that
    document's text, "" in stories from versions without it. ``first`` and ``last`` are times of
    publication. ``vector`` has the weights of its terms, ``terms`` the heaviest of them for people,
    as pairs of text and kind. ``names`` are the people, organisations and places of its documents,
    as pairs of name and "person", "org" or "place"; none in stories from versions without it.
    """

    id = ExactCharField(max_length=_ID, primary_key=True)
    merged_into = ExactCharField(max_length=_ID, blank=True, default="")
    same_as = ExactCharField(max_length=_ID, blank=True, default="", db_index=True)
    title = models.TextField()
    lead = models.TextField(blank=True, default="")
    lang = models.CharField(max_length=16)
    documents = models.PositiveIntegerField(default=0)
    first = models.DateTimeField()
    last = models.DateTimeField(db_index=True)
    terms = models.JSONField(default=list)
    names = models.JSONField(default=list)
    vector = models.JSONField(default=dict)
    evidence = models.FloatField(default=0.0)

    def __str__(self) -> str:
        return self.title


class StoryMember(Table):
    """A document of a story. ``part`` is the story of its language, ``story`` the one that this is
    shown as.

    ``published`` is when it was published, or found if that is unknown.
    """

    document = ExactCharField(max_length=_ID, primary_key=True)
    story = ExactCharField(max_length=_ID)
    part = ExactCharField(max_length=_ID, db_index=True)
    site = models.CharField(max_length=255)
    kind = models.CharField(max_length=16)
    title = models.TextField()
    published = models.DateTimeField()

    class Meta(Table.Meta):
        indexes = (
            models.Index(fields=("published", "story"), name="member_of_day"),
            # Lists of stories are counted from it alone.
            models.Index(fields=("story", "published", "site", "kind"), name="member_of_story"),
        )

    def __str__(self) -> str:
        return self.title


class StoryProgress(Table):
    """How far the role *stories* has read, and the counts of terms that it weighs by. One row.

    ``erasures`` counts how often something was erased from stories.
    """

    id = models.PositiveSmallIntegerField(primary_key=True)
    position = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()
    vocabulary = models.JSONField(default=dict)
    erasures = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.position


class StoryLikenesses(Table):
    """How alike the sentences of a story are that are in different languages, as
    ``features.stories.statements.likenesses`` packs it, by a ``model``; of so many ``documents``.
    """

    story = ExactCharField(max_length=_ID, primary_key=True)
    model = models.CharField(max_length=MAX_MODEL_LENGTH)
    documents = models.PositiveIntegerField()
    packed = models.BinaryField()

    def __str__(self) -> str:
        return self.story


class StoryVisit(Table):
    """When a user looked at a story last, and ``before`` that: None at the first visit.

    ``documents`` is how many it had then; 0 if the user has marked it as unread since.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="story_visits",
        on_delete=models.CASCADE,
    )
    story = ExactCharField(max_length=_ID, db_index=True)
    last = models.DateTimeField()
    before = models.DateTimeField(null=True)
    documents = models.PositiveIntegerField(default=0)

    class Meta(Table.Meta):
        constraints = (models.UniqueConstraint(fields=("user", "story"), name="visit_of_story"),)

    def __str__(self) -> str:
        return self.story


class TermCounts(Table):
    """A part of the documents of an hour with their terms; an hour's counts are the sum of its
    parts.

    ``hour`` counts from 1970. ``counts`` are packed by ``features.stories.grouping.history``.
    """

    id = models.BigAutoField(primary_key=True)
    hour = models.PositiveIntegerField(db_index=True)
    counts = models.BinaryField()

    def __str__(self) -> str:
        return str(self.hour)


class TopicList(Table):
    """The hot topics as they were found last, and since when terms are counted. One row."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    at = models.DateTimeField()
    since = models.DateTimeField(null=True)
    topics = models.JSONField(default=list)

    def __str__(self) -> str:
        return str(self.at)


class PastTopic(Table):
    """A hot topic as it was when it was hottest, by its ``score``.

    It was found from ``first`` to ``last`` of a day in UTC; on the next it has a row of its own.
    ``since`` is from when on terms were counted then.
    """

    id = models.BigAutoField(primary_key=True)
    first = models.DateTimeField()
    last = models.DateTimeField(db_index=True)
    since = models.DateTimeField(null=True)
    score = models.FloatField()
    topic = models.JSONField()

    def __str__(self) -> str:
        return str(self.topic["label"])

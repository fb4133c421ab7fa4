"""The tables of storylines: their chapters, what these tell, and who follows."""

from django.conf import settings
from django.db import models

from storage.database.fields import ExactCharField
from storage.database.subscriptions import Subscription
from storage.database.tables import Table

_ID = 32


class Chapter(Table):
    """A story as a chapter of a storyline. Titles, names and reports are those of the story, and a
    chapter goes when its story does.

    ``storyline`` is the id of the story that began it, and stays. A story that goes on with nothing
    begins a storyline, which is shown as soon as it has a second chapter. ``documents`` is how many
    the story had when its lines were found, 0 before; ``after`` was the chapter before it then, ""
    for the first. ``is_compared``: its reports could be compared.
    """

    story = ExactCharField(max_length=_ID, primary_key=True)
    storyline = ExactCharField(max_length=_ID, db_index=True)
    first = models.DateTimeField(db_index=True)
    last = models.DateTimeField()
    documents = models.PositiveIntegerField(default=0)
    after = ExactCharField(max_length=_ID, blank=True, default="")
    is_compared = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.story


class ChapterLine(Table):
    """A sentence that a chapter quotes: what several sites tell in the first one ("agreed"), what
    is new in a later one ("new"), or a figure that changed since the chapter before.

    A change is two rows with one ``place``: "before" and "after", each with the ``value`` as its
    report writes it; ``figure`` is what it counts. ``document`` and ``sentence`` are where it is.
    """

    class Kind(models.TextChoices):
        """What a line says."""

        AGREED = "agreed"
        NEW = "new"
        BEFORE = "before"
        AFTER = "after"

    id = models.BigAutoField(primary_key=True)
    chapter = ExactCharField(max_length=_ID, db_index=True)
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8)
    figure = models.CharField(max_length=32, blank=True)
    value = models.CharField(max_length=200, blank=True)
    document = ExactCharField(max_length=_ID, db_index=True)
    sentence = ExactCharField(max_length=_ID, blank=True)
    text = models.TextField()
    lang = models.CharField(max_length=16)
    site = models.CharField(max_length=255)

    def __str__(self) -> str:
        return self.text


class Follower(Subscription):
    """How a user is told of new chapters."""

    owner = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        related_name="storyline_follower",
        on_delete=models.CASCADE,
        db_constraint=False,
    )


class Follow(Table):
    """That a user follows a storyline. They know its chapters that began until ``told``."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        related_name="storylines_followed",
        on_delete=models.CASCADE,
        db_constraint=False,
    )
    storyline = ExactCharField(max_length=_ID, db_index=True)
    told = models.DateTimeField()

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(fields=("owner", "storyline"), name="follow_of_storyline"),
        )

    def __str__(self) -> str:
        return f"{self.owner_id}: {self.storyline}"

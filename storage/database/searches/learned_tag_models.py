"""The tables of tags that learn: what each has learned, and the documents that it proposes."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField
from storage.database.searches.collection_models import Collection


class LearnedTag(models.Model):
    """A tag of a collection that learns from the documents that have it there.

    ``model`` is what it has learned, None before and after an erasure; documents get the tag from
    the score ``sure_from`` on. Of ``answered`` documents, ``right`` should have had it, when it was
    learned last (``learned``); of ``examples`` with it, ``found``. ``basis`` tells whether examples
    have changed since, "" before it has learned and after an erasure. ``problem`` is a
    ``TagProblem``, "" if it is precise enough.

    It is on since ``on_since``, with the rights of ``switched_by``, and has looked at all documents
    that were written before ``position``. ``why_not`` says why it does not propose any.
    """

    collection = models.ForeignKey(Collection, related_name="learned", on_delete=models.CASCADE)
    tag = ExactCharField(max_length=60)
    model = models.JSONField(null=True, blank=True)
    sure_from = models.FloatField(default=0)
    examples = models.PositiveIntegerField(default=0)
    others = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    found = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    basis = models.CharField(max_length=64, blank=True)
    learned = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=16, blank=True)
    on_since = models.DateTimeField(null=True, blank=True)
    switched_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    position = models.CharField(max_length=64, blank=True)
    why_not = models.CharField(max_length=16, blank=True)

    class Meta:
        default_permissions = ()
        ordering = ("tag",)
        constraints = (
            models.UniqueConstraint(fields=("collection", "tag"), name="learned_tag_once"),
        )

    def __str__(self) -> str:
        return self.tag

    @property
    def may_propose(self) -> bool:
        """Return whether it has learned, and is precise enough to be proposed."""
        return bool(self.basis) and not self.problem


class ProposedTag(models.Model):
    """A document for which a tag is proposed, or was: each once, whatever becomes of it.

    ``is_new`` if it came after the tag was switched on; otherwise the tag asks about it, to learn
    how precise it is. ``is_answer`` unless a rule has given the tag, or somebody has given or taken
    it when it was not proposed. ``decided_by`` is the name of who decided, and ``was_added``
    whether the document came into the collection by that.
    """

    class State(models.TextChoices):
        """What has become of it. A removed one is an example of a document without the tag."""

        PROPOSED = "proposed"
        CONFIRMED = "confirmed"
        REMOVED = "removed"
        WITHDRAWN = "withdrawn"

    learned = models.ForeignKey(LearnedTag, related_name="proposals", on_delete=models.CASCADE)
    document_id = ExactCharField(max_length=64, db_index=True)
    title = models.TextField()
    url = models.TextField()
    site = models.CharField(max_length=255)
    lang = models.CharField(max_length=16, blank=True)
    published = models.DateTimeField(null=True, blank=True)
    is_new = models.BooleanField(default=True)
    is_answer = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    decided = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)
    was_added = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(fields=("learned", "document_id"), name="proposed_once"),
        )
        indexes = (models.Index(fields=("learned", "state", "at"), name="proposed_by_state"),)

    def __str__(self) -> str:
        return self.title

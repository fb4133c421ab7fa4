"""The tables of events: what is the case now, and what happened."""

from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField
from storage.database.sources.validation import NAME_LENGTH
from storage.database.tables import Table


class MessageWay(models.TextChoices):
    """How messages to a user are delivered."""

    # ``notify.targets`` has the target of each, ``webui.labels`` the name. Columns do not list the
    # choices, so that a new way needs no migration.

    NONE = "none"
    MAIL = "mail"
    WEBHOOK = "webhook"
    SLACK = "slack"
    TEAMS = "teams"
    WECOM = "wecom"
    DINGTALK = "dingtalk"
    FEISHU = "feishu"
    TELEGRAM = "telegram"
    NTFY = "ntfy"
    MATRIX = "matrix"


class Condition(Table):
    """What was the case when the observer last looked, such as the state of a source, and since
    when.

    ``key`` names the subject, ``value`` and ``reason`` say what is the case. ``settled`` is the
    last value that an event was about.
    """

    key = ExactCharField(max_length=120, primary_key=True)
    value = models.CharField(max_length=64)
    reason = models.CharField(max_length=120, blank=True)
    settled = models.CharField(max_length=64, blank=True)
    detail = models.JSONField(default=dict)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"


class TimelineEvent(Table):
    """One thing that happened, for people. It has no foreign keys, so that it outlives its subject.

    ``before`` and ``after`` are codes of the states between which the subject went; ``detail`` has
    what was said. An event that goes on has happened ``count`` times from ``first`` to ``at``.
    """

    at = models.DateTimeField(default=timezone.now, db_index=True)
    first = models.DateTimeField(default=timezone.now)
    count = models.PositiveBigIntegerField(default=1)
    kind = models.CharField(max_length=32)
    source_id = models.BigIntegerField(null=True, blank=True)
    subject = models.CharField(max_length=NAME_LENGTH)
    before = models.CharField(max_length=64, blank=True)
    after = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=120, blank=True)
    detail = models.TextField(blank=True)

    class Meta(Table.Meta):
        ordering = ("-at", "-id")
        indexes = (
            models.Index(fields=("kind", "-at"), name="event_of_kind"),
            models.Index(fields=("source_id", "-at"), name="event_of_source"),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind} {self.subject}"


class EventCount(Table):
    """How many events there were since the start, for ``/metrics``; the events themselves are
    dropped after weeks.
    """

    kind = models.CharField(max_length=32)
    before = models.CharField(max_length=64, blank=True)
    after = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=120, blank=True)
    number = models.PositiveBigIntegerField(default=0)

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "before", "after", "reason"), name="event_counted_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.before} {self.after} {self.reason}: {self.number}"


class EventClosing(Table):
    """A group of events that somebody has closed, until it happens again; see ``GroupKey``.

    ``newest`` is the greatest id of its events that were seen, ``last`` the time of the last one.
    """

    kind = models.CharField(max_length=32)
    before = models.CharField(max_length=64, blank=True)
    after = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=120, blank=True)
    newest = models.BigIntegerField()
    last = models.DateTimeField(db_index=True)
    who = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "before", "after", "reason"), name="group_closed_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.before} {self.after} {self.reason}"

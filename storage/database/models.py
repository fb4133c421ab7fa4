"""The tables of the configuration.

``validation`` has the rules for their content, ``sources`` the commands.
"""

from collections.abc import Collection, Sequence
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from hooks.process import search_settings
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.fields import ExactCharField
from storage.database.owned.models import SharedByName
from storage.database.owned.sharing_models import Sharing
from storage.database.port import RunRecord, SourceRecord
from storage.database.searches import event_models
from storage.database.sources import (
    revisit_models,
    status_models,
)
from storage.database.sources.added_words import Added, added_words
from storage.database.sources.source_config import COLUMNS, SourceConfig, typed_values
from storage.database.sources.statuses import enlist
from storage.database.sources.validation import (
    NAME_LENGTH,
    REASON_LENGTH,
    by_field,
    check_name,
    check_record,
    check_words,
    name_key,
)
from storage.database.tables import Table
from storage.database.verdicts import verdict_models

Condition = event_models.Condition
TimelineEvent = event_models.TimelineEvent
EventCount = event_models.EventCount
EventClosing = event_models.EventClosing
MessageWay = event_models.MessageWay
RevisitPlace = revisit_models.RevisitPlace
SourceStatus = status_models.SourceStatus
SourceTag = status_models.SourceTag
Mute = verdict_models.Mute
Threshold = verdict_models.Threshold
VerdictSpan = verdict_models.VerdictSpan


class KeywordList(models.Model):
    """Keywords that several search sources share."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    name_key = ExactCharField(max_length=64, unique=True, editable=False)
    keywords = models.JSONField(_("keywords"), default=list, blank=True)

    class Meta:
        verbose_name = _("keyword list")
        verbose_name_plural = _("keyword lists")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raise ValidationError that names every field that is wrong."""
        self.name = self.name.strip()
        problems = [
            *check_name(self.name),
            *check_words("keywords", self.keywords),
            *_taken(KeywordList, self.name, self.pk),
        ]
        if problems:
            raise ValidationError(by_field(problems))

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row and the key that keeps its name unique."""
        self.name_key = name_key(self.name)
        super().save(*args, **kwargs)

    def searched_words(self, added: Added) -> list[str]:
        """Return what search sources look for: the keywords that people have entered, then those
        that features add.
        """
        return [*self.keywords, *added[self.pk]]


class Source(models.Model):
    """A source: the columns of ``SourceConfig``, and the state of its visits."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    name_key = ExactCharField(max_length=64, unique=True, editable=False)
    channel = models.CharField(_("channel"), max_length=16)
    address = models.TextField(_("address"))
    patterns = models.JSONField(_("URL patterns"), default=list, blank=True)
    keywords = models.JSONField(_("keywords"), default=list, blank=True)
    keyword_lists = models.ManyToManyField(
        KeywordList, verbose_name=_("keyword lists"), related_name="sources", blank=True
    )
    result_parser = models.CharField(_("result parser"), max_length=32, blank=True)
    selectors = models.JSONField(_("selectors"), default=dict, blank=True)
    of_channel = models.JSONField(_("what only its channel needs"), default=dict, blank=True)
    interval_seconds = models.PositiveIntegerField(_("interval in seconds"), default=900)
    longest_interval_seconds = models.PositiveIntegerField(
        _("longest interval in seconds"), default=0
    )
    rhythm = models.JSONField(
        _("pages by hour of the week"), default=dict, blank=True, editable=False
    )
    priority = models.PositiveSmallIntegerField(_("priority"), default=5)
    pace_seconds = models.FloatField(_("seconds between requests"), default=1.0)
    pages_a_day = models.PositiveIntegerField(_("pages a day"), default=0)
    max_pages = models.PositiveIntegerField(_("pages per visit"), default=1)
    headers = models.JSONField(_("request headers"), default=dict, blank=True)
    proxy = models.CharField(_("proxy"), max_length=500, blank=True)
    charset = models.CharField(_("character set"), max_length=40, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)
    require_date = models.BooleanField(_("reject articles without a date"), default=False)
    comments = models.BooleanField(_("keep comments"), default=False)
    archive = models.BooleanField(_("archive pages"), default=False)
    render = models.CharField(_("read pages in a browser"), max_length=8, default="auto")
    revisit = models.CharField(_("visit articles again"), max_length=8, default="never")
    folder = ExactCharField(_("folder"), max_length=100, blank=True)
    region = ExactCharField(_("country or region"), max_length=100, blank=True)
    language = ExactCharField(_("language of the source"), max_length=40, blank=True, db_index=True)
    owner = ExactCharField(_("owner"), max_length=150, blank=True)
    tags = models.JSONField(_("tags"), default=list, blank=True)
    former_hosts = models.JSONField(_("former hosts"), default=list, blank=True)
    obey_robots = models.BooleanField(_("obey robots.txt"), default=True)
    enabled = models.BooleanField(_("enabled"), default=True)
    pause_reason = models.CharField(_("reason of the pause"), max_length=REASON_LENGTH, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)
    next_visit = models.DateTimeField(_("next visit"), default=timezone.now)
    last_visit = models.DateTimeField(_("last visit"), null=True, blank=True)
    last_success = models.DateTimeField(_("last successful visit"), null=True, blank=True)
    last_stored_at = models.DateTimeField(
        _("last visit with a page that was kept"), null=True, blank=True
    )
    last_unusable_at = models.DateTimeField(
        _("last visit whose pages were all refused"), null=True, blank=True
    )
    unusable_reason = models.CharField(_("what refused most of them"), max_length=32, blank=True)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering = ("name",)
        indexes = (
            models.Index(fields=("enabled", "next_visit"), name="source_due"),
            # Rows are wide, and a search in a folder reads the names of all that are in it.
            models.Index(fields=("folder", "name"), name="source_in_folder"),
            models.Index(fields=("region", "name"), name="source_in_region"),
            models.Index(fields=("owner", "name"), name="source_of_owner"),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raise ValidationError that names every field that is wrong."""
        self.name = self.name.strip()
        # Keyword lists are linked after the row is written, so keywords may be missing here.
        problems = check_record(SourceConfig(**self._values()), keywords_elsewhere=True)
        problems += _taken(Source, self.name, self.pk)
        if problems:
            raise ValidationError(by_field(problems))

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row with the key that keeps its name unique, and the rows that lists read."""
        self.name_key = name_key(self.name)
        with transaction.atomic():
            super().save(*args, **kwargs)
            enlist([self])

    def unusable_outcome(self) -> str:
        """Return the main outcome of the last visit whose pages were all rejected; "" if a page was
        kept since.
        """
        unusable, stored = self.last_unusable_at, self.last_stored_at
        if unusable is None or (stored and stored >= unusable):
            return ""
        return self.unusable_reason

    def record(self, added: Added | None = None) -> SourceRecord:
        """Return the record; ``keywords`` are the source's own, then those of its lists by name,
        each once.

        ``added`` is what features add to keyword lists, if it is known.
        """
        values = self._values()
        lists = self._lists()
        if added is None:
            added = added_words(each.pk for each in lists)
        shared = (word for each in lists for word in each.searched_words(added))
        values["keywords"] = tuple(dict.fromkeys([*self.keywords, *shared]))
        return SourceRecord(id=self.pk, rhythm=self.rhythm, changed=self.changed, **values)

    def config(self, keyword_lists: Sequence[str] | None = None) -> SourceConfig:
        """Return the source as an operator defines it: own keywords, and keyword lists by name.

        ``keyword_lists`` are their names in order, if they are known.
        """
        names = [each.name for each in self._lists()] if keyword_lists is None else keyword_lists
        return SourceConfig(keyword_lists=tuple(names), **self._values())

    def _values(self) -> dict[str, Any]:
        return typed_values({name: getattr(self, name) for name in COLUMNS})

    def _lists(self) -> list[KeywordList]:
        # Sort here: sorting in the query would ignore prefetched lists.
        return sorted(self.keyword_lists.all(), key=lambda each: each.name)


class Run(models.Model):
    """One visit of a source and its result; see ``port.RunRecord``."""

    id = ExactCharField(max_length=64, primary_key=True)
    source = models.ForeignKey(
        Source, verbose_name=_("source"), related_name="runs", on_delete=models.CASCADE
    )
    started = models.DateTimeField(_("started"))
    finished = models.DateTimeField(_("finished"), null=True, blank=True)
    jobs = models.PositiveIntegerField(_("list jobs"))
    last_job = ExactCharField(max_length=300, blank=True, default="")
    found = models.PositiveIntegerField(_("links found"), default=0)
    new = models.PositiveIntegerField(_("links not seen before"), default=0)
    lists = models.JSONField(_("outcomes of lists"), default=dict)
    pages = models.JSONField(_("outcomes of pages"), default=dict)

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        default_permissions = ("view",)
        ordering = ("-started", "id")
        indexes = (
            models.Index(fields=("source", "-started"), name="run_of_source"),
            models.Index(fields=("finished", "started"), name="run_open"),
        )

    def __str__(self) -> str:
        return self.id

    def record(self) -> RunRecord:
        """Return the record."""
        return RunRecord(
            id=self.id,
            source_id=self.source_id,
            started=self.started,
            jobs=self.jobs,
            last_job=self.last_job,
            found=self.found,
            new=self.new,
            lists=self.lists,
            pages=self.pages,
            finished=self.finished,
        )


class LeaderLock(Table):
    """Which scheduler leads, and until when. One row for each lock name."""

    name = ExactCharField(max_length=32, primary_key=True)
    holder = ExactCharField(max_length=200)
    expires = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.holder}"


class AuditEntry(models.Model):
    """Who changed what, logged in, exported or used a token.

    It has no foreign keys, so that it outlives its subject, and holds no secrets. ``address`` is
    where a login, an export or the use of a token came from, and "" for changes.
    """

    at = models.DateTimeField(_("time"), default=timezone.now, db_index=True)
    who = models.CharField(_("user"), max_length=150)
    action = models.CharField(_("action"), max_length=64)
    kind = models.CharField(_("kind"), max_length=32)
    subject_id = models.CharField(_("id"), max_length=64, blank=True)
    subject = models.CharField(_("name"), max_length=NAME_LENGTH)
    address = models.CharField(max_length=45, blank=True)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    #: The bulk change that it is a part of, "" for a change of its own.
    batch = ExactCharField(max_length=32, blank=True, db_index=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        default_permissions = ("view",)
        ordering = ("-at", "-id")
        indexes = (
            models.Index(fields=("kind", "subject_id"), name="audit_of_subject"),
            models.Index(fields=("who", "-at"), name="audit_of_author"),
            # Deletions and bulk changes are listed from these, however many entries there are.
            models.Index(fields=("kind", "action", "-at"), name="audit_of_action"),
            models.Index(fields=("kind", "batch", "who", "action", "at"), name="audit_of_batch"),
        )

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"


class SavedSearch(SharedByName):
    """A search that a user keeps, also as a feed or for alerts.

    ``criteria`` is what it searches for, as ``Search.to_json`` writes it.

    ``feed_key`` is part of the feed's token, and "" if there is no feed; ``hook_key`` is part of
    the webhook's secret. Alerts report what was collected from ``notified_since`` on. ``problem``
    says why the last run failed. The owner has read what was collected before ``read_until``.
    Digests are made in the morning of ``time_zone``; only alerts of the modes "matches" and "many"
    run every so many minutes. Those of "many" tell of ``at_least`` so many documents of a day. Only
    the feature that brings alerts reads what is about them.

    Who follows a shared search has a row of their own, with its own alert, feed and unread state,
    whose ``origin`` is the shared one: it searches for what that searches for. ``readers`` are
    those with whom a search of the sharing "named" is shared.
    """

    Sharing = Sharing

    most = 200
    # Those in no folder come last.
    order = (models.Case(models.When(folder="", then=1), default=0), Lower("folder"))

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, related_name="saved_searches", on_delete=models.CASCADE
    )
    folder = models.CharField(max_length=100, blank=True)
    readers = models.ManyToManyField(  # type: ignore[assignment]  # of another table between
        settings.AUTH_USER_MODEL, related_name="searches_shared_with", blank=True
    )
    origin = models.ForeignKey(
        "self", null=True, blank=True, related_name="followers", on_delete=models.SET_NULL
    )
    criteria = models.JSONField(_("query"), default=dict, blank=True)
    alert = models.CharField(_("tell of new matches"), max_length=8, default=MessageWay.NONE)
    target = models.CharField(_("mail or webhook address"), max_length=500, blank=True)
    mode = models.CharField(_("tell"), max_length=8, default="matches")
    every_minutes = models.PositiveIntegerField(_("how often"), default=60)
    at_least = models.PositiveIntegerField(_("at least how many"), default=10)
    time_zone = models.CharField(max_length=64, default="UTC")
    read_until = models.DateTimeField(default=timezone.now)
    language = models.CharField(max_length=16, default="en")
    feed_key = ExactCharField(max_length=32, blank=True)
    hook_key = ExactCharField(max_length=32, blank=True)
    notified_since = models.DateTimeField(default=timezone.now)
    next_run = models.DateTimeField(null=True, blank=True, db_index=True)
    last_run = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)

    class Meta(SharedByName.Meta):
        verbose_name = _("saved search")
        verbose_name_plural = _("saved searches")

    @classmethod
    def visible_to(cls, user: User) -> QuerySet[Self]:
        """Return the user's own, and those of others that the user does not follow yet."""
        followed = cls._default_manager.filter(owner=user).exclude(origin=None)
        rows = super().visible_to(user)
        return rows.filter(Q(owner=user) | ~Q(pk__in=followed.values("origin")))

    def share(self, sharing: str, readers: Collection[str]) -> None:
        """Set with whom it is shared; those who may not follow it any more keep what it searches
        for now, as a search of their own.

        Raises Invalid, ValidationError.
        """
        super().share(sharing, readers)
        if self.origin_id and sharing != Sharing.PRIVATE:
            raise Invalid([FieldError("sharing", "", ErrorCode.SEARCH_OF_ANOTHER)])
        if sharing != Sharing.EVERYONE and self.pk:
            self.followers.exclude(owner__in=self._people).update(origin=None)

    def audit_values(self) -> dict[str, object]:
        """Return what the audit log tells of it."""
        # A search reads the tables of sources, which are made after this one.
        from storage.database.searches.search import Search

        query = Search.from_json(self.criteria).query_string
        values = super().audit_values() | {"folder": self.folder, "query": query}
        for each in search_settings():
            values |= each.audit_values(self)
        return values


class ApiToken(Table):
    """A program's substitute for a password. Only the SHA-256 ``digest`` of the token is stored.

    ``scopes`` are names of rights; the token grants those that its owner has at the time of the
    request. ``last_address`` is where it was last used from.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, related_name="api_tokens", on_delete=models.CASCADE
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    digest = ExactCharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)
    last_address = models.CharField(max_length=45, blank=True)

    class Meta(Table.Meta):
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class Tombstone(Table):
    """A mark (``storage.tombstones.marks``) of something that was erased; it stays for ever,
    unless an administrator lifts the mark of a site.

    ``erasure`` is the number of the newest order that left it, by which the feature *erasure* knows
    the order.
    """

    mark = ExactCharField(max_length=32, primary_key=True)
    erasure = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return self.mark


class Access(models.Model):
    """Permissions that concern no table; this model has none."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (
            ("search_documents", _("Can search documents")),
            ("export_documents", _("Can export documents")),
            ("test_source", _("Can fetch a source without saving anything")),
            ("pause_source", _("Can pause and resume a source")),
            ("view_monitor", _("Can view the monitor")),
        )


def _taken(model: type[Source] | type[KeywordList], name: str, pk: int | None) -> list[FieldError]:
    if not model._default_manager.filter(name_key=name_key(name)).exclude(pk=pk or 0).exists():
        return []
    return [FieldError("name", name, ErrorCode.NAME_TAKEN)]

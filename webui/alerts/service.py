"""Run due searches and send due deliveries until stopped.

Several processes may run at once: a process claims a search or a delivery by moving its due time, which only one
process can do.
"""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.urls import reverse
from django.utils import translation

from scheduler.errors import SchedulerError
from scheduler.recurrence import Every
from storage.configuration import saved_searches as store
from storage.configuration.models import Delivery, SavedSearch
from storage.documents.errors import QueryError
from storage.errors import StorageError
from storage.settings import Settings
from webui.accounts.logins import clean_logins
from webui.alerts import mail, webhook
from webui.alerts.digest import MOST_SHOWN, Digest, body, signature, subject, text
from webui.alerts.errors import NotDelivered
from webui.labels import query_problem
from webui.search.services.saved_searches import OVERLAP, collected_since, may_search, shown_documents
from webui.secret_keys import webhook_secret

logger = logging.getLogger(__name__)

MOST_MATCHES = 2_000
"""The most matches of an alert within a day and a run; with more, its search must be narrowed."""
_MAY_NOT_SEARCH = "The owner no longer has the right to search. Ask an administrator for a group that has it."
_BATCH = 100
_WAIT_SECONDS = 10.0
_CLEANING_SECONDS = 86_400.0

Send = Callable[[SavedSearch, Digest], None]


class AlertRunner:
    """The loop of the role. Tests may replace ``send``."""

    def __init__(self, settings: Settings, send: Send | None = None) -> None:
        self._settings = settings
        self._origin = settings.web_origin or f"http://{settings.web_host}:{settings.web_port}"
        self._rules = webhook.webhook_rules(settings)
        self._send = send or self._deliver
        self._stopping = threading.Event()
        self._cleaning = Every(_CLEANING_SECONDS)

    def stop(self) -> None:
        """Make ``run`` return after its current step. Safe in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Run ``tick`` every few seconds until ``stop``; wait for a store that does not answer."""
        while not self._stopping.is_set():
            try:
                self.tick(datetime.now(UTC))
            except (StorageError, SchedulerError) as error:
                logger.warning("%s; trying again in %.0f s", error, _WAIT_SECONDS)
            self._stopping.wait(_WAIT_SECONDS)

    def tick(self, now: datetime) -> None:
        """Run the searches that are due, then send the deliveries that are due. Once a day, clean up after logins."""
        if self._cleaning.due(now):
            clean_logins(now)
            self._cleaning.done(now)
        for search in store.due_searches(now, _BATCH):
            if self._stopping.is_set():
                return
            if store.claim_search(search, now):
                self._run(search, now)
        for delivery in store.due_deliveries(now, _BATCH):
            if self._stopping.is_set():
                return
            if store.claim_delivery(delivery, now + retry_after(delivery.attempts)):
                self._attempt(delivery, now)

    def _run(self, search: SavedSearch, now: datetime) -> None:
        try:
            problem = self._find(search, now)
        except QueryError as error:
            with translation.override(search.language):
                problem = query_problem(error)
        except StorageError as error:
            problem = str(error)
        except Exception as error:  # an error in one search must not keep the others from running
            logger.exception("alert %d cannot be run", search.pk)
            problem = _internal(error)
        if problem:
            logger.warning("alert %d is not run: %s", search.pk, problem)
            store.record_problem(search, problem)

    def _find(self, search: SavedSearch, now: datetime) -> str:
        """Record the new matches. Return the problem, or "" on success."""
        if not may_search(search.owner):
            return _MAY_NOT_SEARCH
        # A document stored after the last run may have been collected long before it.
        forget = _whole_milliseconds((search.last_run or search.notified_since) - OVERLAP)
        found = collected_since(search, max(search.notified_since, forget), MOST_MATCHES + 1)
        if len(found) > MOST_MATCHES:
            return f"More than {MOST_MATCHES:,} documents match within a day. Narrow the search."
        new = store.not_yet_notified(search, {document.id for document in found})
        matches = {document.id: document.collected for document in found if document.id in new}
        # The newest are shown.
        store.record_matches(search, matches, list(matches)[: -MOST_SHOWN - 1 : -1], now, forget)
        return ""

    def _attempt(self, delivery: Delivery, now: datetime) -> None:
        search, error = delivery.search, ""
        if not may_search(search.owner):
            store.settle_delivery(delivery, _MAY_NOT_SEARCH, now, last=True)
            return
        try:
            with translation.override(search.language):
                self._send(search, self._digest(delivery))
        except NotDelivered as failed:
            error = str(failed)
            logger.warning("delivery %s: %s", delivery.pk, error)
        except StorageError:
            raise
        except Exception as failed:  # as above
            logger.exception("delivery %s cannot be sent", delivery.pk)
            error = _internal(failed)
        store.settle_delivery(delivery, error, now, last=delivery.attempts + 1 >= store.MOST_ATTEMPTS)

    def _digest(self, delivery: Delivery) -> Digest:
        query = f"{reverse('search')}?{delivery.search.query}"
        return Digest(
            delivery=delivery.pk,
            search=delivery.search.name,
            search_url=f"{self._origin}{query}",
            origin=self._origin,
            total=delivery.total,
            documents=tuple(shown_documents(delivery)),
        )

    def _deliver(self, search: SavedSearch, digest: Digest) -> None:
        now = datetime.now(UTC)
        if search.alert == SavedSearch.Alert.WEBHOOK:
            content, timestamp = body(digest), str(int(now.timestamp()))
            headers = {
                "Content-Type": "application/json; charset=utf-8",
                "User-Agent": "Newsloom",
                "Newsloom-Delivery": digest.delivery,
                "Newsloom-Timestamp": timestamp,
                "Newsloom-Signature": f"sha256={signature(webhook_secret(search), timestamp, content)}",
            }
            webhook.post(search.target, content, headers, self._rules)
            return
        mail.send(
            self._settings.smtp_url,
            mail.message(
                sender=self._settings.mail_from,
                to=search.target,
                subject=subject(digest),
                text=text(digest),
                number=digest.delivery,
                now=now,
            ),
        )


def _whole_milliseconds(moment: datetime) -> datetime:
    """Return the time as stores compare it, so that a forgotten match is not found again."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _internal(error: Exception) -> str:
    return f"Internal error ({type(error).__name__}). Tell an administrator. The log has the details."


def retry_after(attempts: int) -> timedelta:
    """Return the delay after this many earlier attempts: 1, 2, 4, ... minutes."""
    return timedelta(minutes=1 << attempts)

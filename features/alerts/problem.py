"""Why an alert or a rule did less than it should, as its owner reads it."""

import logging
from collections.abc import Callable

from features.alerts.log_events import AlertEvent
from notify.errors import ProblemText, to_translate
from storage.database.models import SavedSearch
from storage.database.people.rights import may_search
from storage.documents.errors import QueryError
from storage.errors import StorageError

logger = logging.getLogger(__name__)

MAX_MATCHES = 2_000
"""The most matches of a rule in a run, and of an alert within a day and a run; with more, its
search must be narrowed.
"""
MAY_NOT_SEARCH = ProblemText(
    to_translate(
        "The owner no longer has the right to search. Ask an administrator for a group that has it."
    )
)
_STORE_FAILED = to_translate("The search could not be run because a store failed: %(why)s")


def problem_of(search: SavedSearch, run: Callable[[], ProblemText | None]) -> ProblemText | None:
    """Run the alert or a rule of a search with the rights of its owner; return what ``run`` returns
    or why it failed, None on success.
    """
    try:
        return run() if may_search(search.owner) else MAY_NOT_SEARCH
    except QueryError as error:
        return ProblemText(error.message, error.values)
    except StorageError as error:
        return ProblemText(_STORE_FAILED, {"why": error})
    except Exception as error:  # an error in one search must not keep the others from running
        logger.exception(AlertEvent.ALERTS_CRASHED, extra={"search": search.pk})
        return internal_error(error)


def internal_error(error: Exception) -> ProblemText:
    """Return what the owner reads about a bug."""
    return ProblemText(
        to_translate("Internal error (%(kind)s). Tell an administrator. The log has the details."),
        {"kind": type(error).__name__},
    )

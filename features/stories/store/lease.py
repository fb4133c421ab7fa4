"""Who may write stories: the process that holds the lease."""

from storage.database.clock import DatabaseNow
from storage.database.models import LeaderLock
from storage.database.port import STORIES_LOCK
from storage.errors import LeaseLost


def check_leads(holder: str) -> None:
    """Raise LeaseLost unless ``holder`` leads, inside the transaction of the caller."""
    leads = LeaderLock.objects.select_for_update().filter(
        name=STORIES_LOCK, holder=holder, expires__gt=DatabaseNow()
    )
    if not leads.exists():
        raise LeaseLost(STORIES_LOCK)

"""Who may write stories: the process that holds the lease."""

from storage.database.clock import DatabaseNow
from storage.database.models import LeaderLock
from storage.database.port import STORIES_LOCK
from storage.errors import Unavailable


def check_leads(holder: str) -> None:
    """Raise Unavailable unless ``holder`` leads, inside the transaction of the caller."""
    leads = LeaderLock.objects.select_for_update().filter(
        name=STORIES_LOCK, holder=holder, expires__gt=DatabaseNow()
    )
    if not leads.exists():
        raise Unavailable("the lease of the role stories", "another process leads")

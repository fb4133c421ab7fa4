"""What a user was shown before they confirm it. It travels signed in the form, so that pages that
come meanwhile neither change the number to type nor are erased unseen.
"""

from dataclasses import dataclass
from datetime import datetime

from django.core import signing

from erasure.selection import Selection

# Time to ask somebody; whoever comes back later looks again.
_MAX_AGE_SECONDS = 3600


@dataclass(frozen=True, kw_only=True)
class Look:
    """When somebody looked at what a selection reaches, and how many documents they saw."""

    at: datetime
    documents: int

    def signed(self, selection: Selection) -> str:
        """Return the look as a text that is good for this selection alone."""
        return signing.dumps([self.at.isoformat(), self.documents], salt=_salt(selection))


def look_of(text: str, selection: Selection) -> Look | None:
    """Return the look that was signed for a selection; None without one, or if it is too old."""
    try:
        at, documents = signing.loads(text, salt=_salt(selection), max_age=_MAX_AGE_SECONDS)
    except signing.BadSignature:
        return None
    return Look(at=datetime.fromisoformat(at), documents=documents)


def _salt(selection: Selection) -> str:
    return f"erasure of {selection!r}"

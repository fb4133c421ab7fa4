"""What a user was shown before they confirm it. It travels signed in the form, so that pages that
come meanwhile neither change the number to type nor are erased unseen.
"""

from dataclasses import dataclass
from datetime import datetime

from django.core import signing

from features.erasure.selection import ErasureSelection

# Time to ask somebody; whoever comes back later looks again.
_MAX_AGE_SECONDS = 3600


@dataclass(frozen=True, kw_only=True)
class Look:
    """When somebody looked at what a selection reaches, and how many documents they saw, and how
    many comments that go out of articles; ``comments_digest`` is that of the plan.
    """

    at: datetime
    documents: int
    comments: int
    comments_digest: str

    @property
    def total(self) -> int:
        """Return the number that confirms the erasure."""
        return self.documents + self.comments

    def signed(self, selection: ErasureSelection) -> str:
        """Return the look as a text that is good for this selection alone."""
        seen = [self.at.isoformat(), self.documents, self.comments, self.comments_digest]
        return signing.dumps(seen, salt=_salt(selection))


def look_of(text: str, selection: ErasureSelection) -> Look | None:
    """Return the look that was signed for a selection; None without one, or if it is too old."""
    try:
        seen = signing.loads(text, salt=_salt(selection), max_age=_MAX_AGE_SECONDS)
        at, documents, comments, digest = seen
    except (signing.BadSignature, ValueError):
        # Not signed, too old, or of an earlier version.
        return None
    return Look(
        at=datetime.fromisoformat(at),
        documents=documents,
        comments=comments,
        comments_digest=digest,
    )


def _salt(selection: ErasureSelection) -> str:
    return f"erasure of {selection!r}"

"""What other features may use of discovery."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from features.discovery.repairing import look_again, repairs
from features.discovery.repairs import Repair, repaired
from features.discovery.services import look
from features.discovery.words import look_up_advice, nothing_found_message, view_proposal

if TYPE_CHECKING:
    from crawler.discovery.values import DiscoveryResult, Proposal

__all__ = [
    "DiscoveryResult",
    "Proposal",
    "Repair",
    "found_at",
    "look_again",
    "look_up_advice",
    "nothing_found_message",
    "repaired",
    "repairs",
    "view_proposal",
]


def found_at(user_id: str, typed: Sequence[str]) -> "DiscoveryResult":
    """Return what is found behind an address, for a user who waits. Raises TooManyVisits."""
    # 26 MB, which pages that look nothing up do without.
    from crawler.discovery.values import DiscoveryResult

    *_steps, found = look(user_id, typed)
    assert isinstance(found, DiscoveryResult)
    return found

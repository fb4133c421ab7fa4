"""The fact which boards the front page of a forum shows. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

BOARDS = "boards"
"""The topic of these facts among what workers have learned."""
LOOK_SECONDS = 7 * 86_400.0
"""How long one look counts. Boards are opened a few times a year, and a look is a request that no
reader asked for.
"""
MAX_BOARDS = 500
"""Most boards of a forum that are kept: more than the largest front pages show."""


@dataclass(frozen=True, kw_only=True)
class Forum:
    """A forum whose front page was looked at, or soon is.

    Attributes:
        front: The address of its front page.
        source_id: The source whose board led there.
        boards: The title of each board by its address; None until the page was read, and if it
            could not be.
    """

    front: str
    source_id: int
    boards: Mapping[str, str] | None = field(default=None)

    @classmethod
    def from_fact(cls, fact: Any) -> Self:
        """Read what ``to_fact`` returned."""
        return cls(**fact)

    def to_fact(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)

"""The fact that addresses of one shape lead nowhere on a host. Pure."""

from dataclasses import asdict, dataclass
from typing import Any, Self

CUT_SECONDS = 7 * 86_400.0
"""How long such addresses are left out; then Newsloom looks again."""
ALLOWED_SECONDS = 90 * 86_400.0
"""How long an operator's word holds that they are no trap."""


@dataclass(frozen=True, kw_only=True)
class Trap:
    """A trap, or what an operator says is none.

    Attributes:
        host: Host and port.
        shape: What the addresses have in common; see ``crawler.traps.shapes``.
        example: One of them.
        source_id: The source whose list named it.
        pages: How many pages were fetched.
        documents: How many of them had a text that was not known.
        at: When it was recognised (Unix time).
        allowed: Whether an operator has allowed them again.
    """

    host: str
    shape: str
    example: str
    source_id: int
    pages: int
    documents: int
    at: float
    allowed: bool = False

    @property
    def name(self) -> str:
        """The name of the fact."""
        return f"{self.host} {self.shape}"

    @classmethod
    def from_fact(cls, fact: Any) -> Self:
        """Read what ``to_fact`` returned."""
        return cls(**fact)

    def to_fact(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)

"""What the role *stories* stores, as plain records: whoever makes them needs no database."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class HourPart:
    """Packed counts of some documents of an hour; see ``TermCounts``."""

    hour: int
    counts: bytes


@dataclass(frozen=True, kw_only=True)
class Member:
    """A document of a story; see ``StoryMember``."""

    document: str
    story: str
    site: str
    kind: str
    title: str
    published: datetime


@dataclass(kw_only=True)
class StoryRecord:
    """A story; see ``Story``."""

    id: str
    title: str
    lang: str
    lead: str = ""
    documents: int
    first: datetime
    last: datetime
    terms: list[list[str]] = field(default_factory=list)
    vector: dict[str, float] = field(default_factory=dict)
    evidence: float = 0.0


@dataclass(kw_only=True)
class StoryChanges:
    """What a batch of documents changed.

    ``merged`` leads from stories to those that they became part of.
    """

    position: str
    stories: list[StoryRecord] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    merged: dict[str, str] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    counts: list[HourPart] = field(default_factory=list)

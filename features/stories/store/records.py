"""What the role *stories* stores, as plain records: whoever makes them needs no database."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class HourPart:
    """Packed counts of some documents of an hour; see ``TermCounts``."""

    hour: int
    counts: bytes


@dataclass(frozen=True, kw_only=True)
class MemberRecord:
    """A document of a story; see ``StoryMember``. ``part`` is "" if it is ``story``."""

    document: str
    story: str
    part: str = ""
    site: str
    kind: str
    title: str
    published: datetime


@dataclass(kw_only=True, slots=True)
class StoryRecord:
    """A story; see ``Story``. ``lead`` is None if it is as it was stored."""

    id: str
    title: str
    lang: str
    lead: str | None = ""
    documents: int
    first: datetime
    last: datetime
    terms: list[list[str]] = field(default_factory=list)
    names: list[list[str]] = field(default_factory=list)
    vector: dict[str, float] = field(default_factory=dict)
    evidence: float = 0.0
    same_as: str = ""


@dataclass(kw_only=True)
class StoryChanges:
    """What a batch of documents changed.

    ``merged`` leads from stories to those that they became part of, ``heads`` from stories to those
    in another language that they are now shown as, or to themselves. ``reread`` are documents of
    stories that were written again: their texts may be others.
    """

    position: str
    stories: list[StoryRecord] = field(default_factory=list)
    members: list[MemberRecord] = field(default_factory=list)
    merged: dict[str, str] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    reread: list[str] = field(default_factory=list)
    counts: list[HourPart] = field(default_factory=list)

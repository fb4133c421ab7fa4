"""The values that the parts of the fake web hand to each other."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """One host: what it is, how its pages look, how they are encoded and how its articles are found.

    ``kind`` is ``news``, ``blog``, ``forum`` or ``engine``; for a forum ``layout`` names the engine it imitates and for
    a search engine the style of its results. ``declared`` says where the encoding is declared and whether rightly.
    ``fault`` is the misbehaviour of the host's article pages, empty for a well-behaved host.
    """

    number: int
    name: str
    title: str
    kind: str
    lang: str
    layout: str
    codec: str = "utf-8"
    declared: str = "both"
    channels: tuple[str, ...] = ()
    shape: str = "story"
    dates: str = "iso"
    features: frozenset[str] = frozenset()
    fault: str = ""

    @property
    def host(self) -> str:
        return f"{self.name}.localhost"

    @property
    def well_behaved(self) -> bool:
        return not self.fault


@dataclass(frozen=True)
class Text:
    """An article as its author wrote it: what a perfect extraction would give back."""

    title: str
    paragraphs: tuple[str, ...]
    author: str
    marker: str
    keyword: str

    @property
    def summary(self) -> str:
        return self.paragraphs[0]

    @property
    def body(self) -> str:
        return "\n".join(self.paragraphs)


@dataclass(frozen=True)
class ThreadPost:
    """One post of a thread; ``floor`` counts from 1, ``quoted`` is the floor it answers, or None."""

    floor: int
    author: str
    published: int
    body: str
    quoted: int | None


@dataclass
class ThreadTimes:
    """A thread's moving part: when it could first be seen, and the time of each post (seconds since 1970)."""

    appeared: int
    times: list[int]

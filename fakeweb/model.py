"""The values that the parts of the fake web exchange."""

from dataclasses import dataclass

from fakeweb.words.registry import LOCALES


@dataclass(frozen=True)
class Site:
    """One host: its kind, the look and encoding of its pages, and how its articles are found.

    ``kind`` is ``news``, ``blog``, ``forum`` or ``engine``; for a forum ``layout`` names the engine
    it imitates and for a search engine the style of its results. ``declared`` says where the
    encoding is declared, and whether correctly. ``fault`` is the misbehaviour of the host's article
    pages, empty for a well-behaved host. ``gate`` is what its article pages show in place of their
    text (see gates.py). ``time_zone`` is set if the host prints the time of another zone than its
    language's.
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
    gate: str = ""
    time_zone: str = ""

    @property
    def host(self) -> str:
        """Return the host name."""
        return f"{self.name}.localhost"

    @property
    def is_unlisted(self) -> bool:
        """Return whether nobody has the host as a source; other hosts cite it."""
        return "unlisted" in self.features

    @property
    def well_behaved(self) -> bool:
        """Return whether the host has no built-in fault and its texts can be had."""
        return not self.fault and not self.withheld

    @property
    def withheld(self) -> bool:
        """Return whether neither page nor feed gives the text of an article, or the page says that
        there is none.
        """
        return bool(self.gate) and ("fulltext" not in self.features or self.gate == "soft_404")

    @property
    def is_still(self) -> bool:
        """Return whether the host has few articles and publishes nothing over time."""
        return not self.well_behaved or "still" in self.features

    @property
    def zone(self) -> str:
        """Return the time zone of the times that the host prints."""
        return self.time_zone or LOCALES[self.lang].zone


@dataclass(frozen=True)
class Text:
    """An article as its author wrote it: what a perfect extraction would return."""

    title: str
    paragraphs: tuple[str, ...]
    author: str
    marker: str
    keyword: str

    @property
    def summary(self) -> str:
        """Return the summary, which is the first paragraph."""
        return self.paragraphs[0]

    @property
    def body(self) -> str:
        """Return the paragraphs as one text."""
        return "\n".join(self.paragraphs)


@dataclass(frozen=True)
class ThreadPost:
    """One post of a thread; ``floor`` counts from 1, ``quoted`` is the floor that it replies to, or
    None.
    """

    floor: int
    author: str
    published: int
    body: str
    quoted: int | None


@dataclass
class ThreadTimes:
    """A thread's times: when it could first be found, and when each post was written (seconds since
    1970).
    """

    appeared: int
    times: list[int]

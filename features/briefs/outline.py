"""A brief as it is read: headings, notes, and claims with the numbers of their sources. Pure."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from features.briefs.models import Brief, BriefItem, BriefSource, FoundState, ItemKind
from storage.documents.uses import forbidding


@dataclass(frozen=True, kw_only=True)
class Numbered:
    """A document of the list of sources; ``signals`` speak against taking its words out."""

    number: int
    source: BriefSource
    signals: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BriefClaim:
    """What one or several sources say: the words of the first that may be shown.

    ``text`` is "" if there is none. ``value`` is what the claim says where claims contradict each
    other. ``erased`` of its sources were erased. ``others`` are the sources whose own words differ.
    """

    text: str
    lang: str
    value: str
    is_quote: bool
    sources: tuple[Numbered, ...]
    others: tuple[Numbered, ...] = ()
    erased: int = 0

    @property
    def signals(self) -> tuple[str, ...]:
        """Return the signals because of which no words are shown, if that is why."""
        if self.text:
            return ()
        return tuple(dict.fromkeys(code for each in self.sources for code in each.signals))

    @property
    def numbers(self) -> str:
        """Return the numbers of its sources as a text has them: ``[1, 2]``."""
        if self.sources:
            return f"[{', '.join(str(each.number) for each in self.sources)}]"
        return ""


@dataclass(frozen=True, kw_only=True)
class OutlineItem:
    """An item of a brief; a heading or a note has no claims."""

    item: BriefItem
    claims: tuple[BriefClaim, ...] = ()

    @property
    def kind(self) -> str:
        """Return what kind of item it is, one of ``ItemKind``."""
        return self.item.kind

    @property
    def text(self) -> str:
        """Return what the user wrote."""
        return self.item.text


@dataclass(frozen=True, kw_only=True)
class Outline:
    """A brief with the list of its sources, numbered as they come."""

    brief: Brief
    items: tuple[OutlineItem, ...]
    sources: tuple[Numbered, ...]


def outline(brief: Brief, items: Iterable[BriefItem], obeyed: Collection[str] = ()) -> Outline:
    """Return a brief with numbered sources; a document that is behind several items has one number.

    Args:
        brief: The brief.
        items: Its items in order, with their sources.
        obeyed: The uses for which rights signals are obeyed, of a brief that leaves the
            installation; see ``storage.documents.uses``.
    """
    numbered: dict[str, Numbered] = {}

    def number(source: BriefSource) -> Numbered:
        first = numbered.get(source.document_id)
        if first is None:
            signals = forbidding(source.rights, "export", obeyed)
            first = Numbered(number=len(numbered) + 1, source=source, signals=signals)
            numbered[source.document_id] = first
        # The same document, with what it says here.
        return replace(first, source=source)

    found = tuple(OutlineItem(item=item, claims=_claims(item, number)) for item in items)
    return Outline(brief=brief, items=found, sources=tuple(numbered.values()))


def _claims(item: BriefItem, number: Callable[[BriefSource], Numbered]) -> tuple[BriefClaim, ...]:
    told: dict[str, list[BriefSource]] = {}
    for each in item.sources.all():
        told.setdefault(each.claim, []).append(each)
    return tuple(_claim(item, sources, number) for sources in told.values())


def _claim(
    item: BriefItem,
    told: Sequence[BriefSource],
    number: Callable[[BriefSource], Numbered],
) -> BriefClaim:
    sources = tuple(number(each) for each in told if each.state != FoundState.ERASED)
    shown = next((each.source for each in sources if not each.signals), None)
    text = (shown.quote or shown.title or shown.url) if shown else ""
    quoted = [each for each in sources if each.source.quote and not each.signals]
    return BriefClaim(
        text=text,
        lang=shown.lang if shown else "",
        # A value without the words it is from would hand on what their page reserves.
        value=shown.value if shown else "",
        is_quote=item.kind == ItemKind.LINE,
        sources=sources,
        others=tuple(each for each in quoted if each.source.quote != text),
        erased=len(told) - len(sources),
    )

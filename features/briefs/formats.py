"""A brief as a file or a mail: Markdown, HTML and DOCX, with numbered sources."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.template.loader import render_to_string
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from features.briefs.models import BriefSource, ItemKind
from features.briefs.outline import BriefClaim, Numbered, Outline
from hooks.process import kept_pages
from webui.xml_text import as_xml

if TYPE_CHECKING:
    from docx.document import Document as Docx
    from docx.text.paragraph import Paragraph

_MARKUP = re.compile(r"([\\`*_\[\]<>|~&])")
_AT_START = re.compile(r"^(\d+)(?=[.)])|^(?=[#+=-])")
_WEB = ("http://", "https://")


@dataclass(frozen=True, kw_only=True)
class WrittenBrief:
    """A brief to be written; ``base`` is the address of this installation, without a path."""

    outline: Outline
    base: str
    made: datetime

    @property
    def made_line(self) -> str:
        """Return when it was made."""
        return _("As of %(time)s") % {"time": time_text(self.made)}

    def archived(self, source: Numbered) -> str:
        """Return the address of the page as it was collected, "" without one."""
        page = collected_page(source.source)
        return self.base + page if page else ""


def collected_page(source: BriefSource) -> str:
    """Return the address of the page as it was collected, on this installation; "" without one."""
    kept = kept_pages() if source.is_archived else None
    return kept.page(source.document_id) if kept else ""


def markdown(brief: WrittenBrief) -> bytes:
    """Return a brief as Markdown."""
    return "\n".join(_markdown_lines(brief)).encode(errors="replace")


def plain_text(brief: WrittenBrief) -> str:
    """Return a brief as plain text, for a mail."""
    return "\n".join(_plain_lines(brief))


def html(brief: WrittenBrief) -> bytes:
    """Return a brief as a page that needs nothing else, also for a mail."""
    context = {"written": brief, "outline": brief.outline, "lang": get_language()}
    return render_to_string("briefs/file.html", context).encode(errors="replace")


def docx(brief: WrittenBrief) -> bytes:
    """Return a brief as DOCX, for word processors."""
    import docx as library

    found = library.Document()
    found.core_properties.title = as_xml(brief.outline.brief.name)[:_MAX_PROPERTY]
    found.core_properties.author = ""
    found.add_heading(as_xml(brief.outline.brief.name), 0)
    found.add_paragraph(brief.made_line)
    for each in brief.outline.items:
        if each.kind == ItemKind.HEADING:
            found.add_heading(as_xml(each.text), 1)
        elif each.kind == ItemKind.NOTE:
            found.add_paragraph(as_xml(each.text))
        for claim in each.claims:
            _add_claim(found, claim)
    if brief.outline.sources:
        found.add_heading(_sources(), 1)
    for source in brief.outline.sources:
        paragraph = found.add_paragraph()
        for part in _source_parts(brief, source):
            _add_linked(paragraph, part)
    content = BytesIO()
    found.save(content)
    return content.getvalue()


FORMATS: Mapping[str, tuple[str, Callable[[WrittenBrief], bytes]]] = {
    "md": ("text/markdown; charset=utf-8", markdown),
    "html": ("text/html; charset=utf-8", html),
    "docx": (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        docx,
    ),
}
"""The formats by file extension: media type and writer."""
_MAX_PROPERTY = 255
"""The most characters of a property of a DOCX file."""


def claim_text(claim: BriefClaim) -> str:
    """Return what a claim says, in quotation marks if it is a quotation, or why it is not shown."""
    if claim.signals:
        signals = ", ".join(claim.signals)
        return _("The page reserves such use (%(signals)s).") % {"signals": signals}
    if not claim.text:
        return erased_text(claim)
    if claim.is_quote:
        text = _("“%(text)s”") % {"text": claim.text}
    else:
        text = claim.text
    if claim.value:
        return f"{claim.value}: {text}"
    return text


def erased_text(claim: BriefClaim) -> str:
    """Return how many sources of a claim were erased, "" for none."""
    if not claim.erased:
        return ""
    return ngettext(
        "A source of this line was erased.", "%(n)s sources of this line were erased.", claim.erased
    ) % {"n": claim.erased}


def _sources() -> str:
    return pgettext("brief", "Sources")


def _add_claim(found: "Docx", claim: BriefClaim) -> None:
    paragraph: Any = found.add_paragraph(style="List Bullet")
    paragraph.add_run(as_xml(claim_text(claim)))
    paragraph.add_run(f" {claim.numbers}")
    if claim.text and claim.erased:
        paragraph.add_run(f" {erased_text(claim)}").italic = True


def _add_linked(paragraph: "Paragraph", text: str) -> None:
    """Add a part of a source, an address as a link: the library has no call for one."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    run = paragraph.add_run(f"{as_xml(text)} ")
    if text.lower().startswith(_WEB):
        link = OxmlElement("w:hyperlink")
        address = quote(as_xml(text), safe=_IN_ADDRESS)
        relation = paragraph.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        link.set(qn("r:id"), relation)
        link.append(run._r)
        paragraph._p.append(link)
        run.font.underline = True


def _markdown_lines(brief: WrittenBrief) -> Iterator[str]:
    yield f"# {_escaped(brief.outline.brief.name)}\n"
    yield f"{_escaped(brief.made_line)}\n"
    for each in brief.outline.items:
        if each.kind == ItemKind.HEADING:
            yield f"## {_escaped(each.text)}\n"
        elif each.kind == ItemKind.NOTE:
            # A line of a note stays one.
            yield "  \n".join(_escaped(line) for line in each.text.splitlines()) + "\n"
        for claim in each.claims:
            yield f"* {_escaped(claim_text(claim))} {_escaped(claim.numbers)}".rstrip()
            if claim.text and claim.erased:
                yield f"  {_escaped(erased_text(claim))}"
        if each.claims:
            yield ""
    if brief.outline.sources:
        yield f"## {_escaped(_sources())}\n"
    for source in brief.outline.sources:
        number, *said = _source_parts(brief, source)
        yield " ".join([_escaped(number), *map(_linked, said)]) + "  "


def _plain_lines(brief: WrittenBrief) -> Iterator[str]:
    yield f"{brief.outline.brief.name}\n"
    yield f"{brief.made_line}\n"
    for each in brief.outline.items:
        if each.text:
            yield f"{each.text}\n"
        for claim in each.claims:
            yield f"* {claim_text(claim)} {claim.numbers}".rstrip()
            if claim.text and claim.erased:
                yield f"  {erased_text(claim)}"
        if each.claims:
            yield ""
    if brief.outline.sources:
        yield f"{_sources()}\n"
    for source in brief.outline.sources:
        yield " ".join(_source_parts(brief, source))


def _source_parts(brief: WrittenBrief, numbered: Numbered) -> Iterator[str]:
    """Yield the number of a source and what leads to it."""
    source = numbered.source
    yield f"[{numbered.number}]"
    if source.title and not numbered.signals:
        yield f"{source.title}."
    yield f"{source.site},"
    yield f"{time_text(source.published) or _('date unknown')}."
    yield source.url
    if archived := brief.archived(numbered):
        yield _("Page as collected %(time)s:") % {"time": time_text(source.collected)}
        yield archived


def _linked(text: str) -> str:
    """Return a part of a source in Markdown, an address as a link."""
    is_address = text.lower().startswith(_WEB)
    if is_address:
        return f"<{quote(text, safe=_IN_ADDRESS)}>"
    return _escaped(text)


_IN_ADDRESS = "%/:=&?~#+!$,;'@()*[]"
"""What stays as it is in an address between angle brackets."""


def _escaped(text: str) -> str:
    """Return a text in one line that Markdown shows as it is."""
    return _AT_START.sub(r"\1\\", _MARKUP.sub(r"\\\1", " ".join(text.split())))


def time_text(moment: datetime | None) -> str:
    """Return a time with its distance to UTC: whoever reads it may be anywhere. "" for none."""
    if moment is None:
        return ""
    day, time = localtime(moment).isoformat(timespec="minutes").split("T")
    return f"{day} {time[:5]} UTC{time[5:]}"

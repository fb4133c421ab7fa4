"""Sources as OPML 2.0 (opml.org/spec2.opml).

A feed is an outline of type rss, as every feed reader knows it. What OPML has no word for, other channels
included, stands in attributes of our own namespace, written as ``cells`` does.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from lxml import etree

from storage.configuration.cells import write_cell
from storage.configuration.rows import FileRow, RowError, Unreadable
from storage.configuration.source_config import FORMER_NAMES, SOURCE_FIELDS, SourceConfig, present_names

NAMESPACE = "urn:newsloom:source"
_OWN = tuple(name for name in SOURCE_FIELDS if name != "name")


def write_opml(drafts: Iterable[SourceConfig]) -> bytes:
    """Return the sources as an OPML file, headers with their secrets included."""
    root = etree.Element("opml", {"version": "2.0"}, nsmap={"newsloom": NAMESPACE})
    etree.SubElement(etree.SubElement(root, "head"), "title").text = "Newsloom"
    body = etree.SubElement(root, "body")
    for draft in drafts:
        outline = etree.SubElement(body, "outline", {"text": draft.name, "title": draft.name})
        if draft.channel == "feed":
            outline.set("type", "rss")
            outline.set("xmlUrl", draft.address)
        for name in _OWN:
            outline.set(f"{{{NAMESPACE}}}{name}", write_cell(getattr(draft, name)))
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True)


def opml_rows(data: bytes) -> Iterator[FileRow | RowError]:
    """Read the outlines; a folder becomes a tag of new sources. Raises Unreadable when the file as a whole is bad."""
    for outline in _root(data).iter("{*}outline"):
        line: Any = outline.sourceline
        cells = _cells(outline)
        if "address" in cells:
            yield FileRow(line, cells, {"tags": "\n".join(dict.fromkeys(_folders(outline)))})
        elif not len(outline):
            yield RowError(line, "address", _("The outline has no address (xmlUrl)."))


def _root(data: bytes) -> etree._Element:
    if not data.strip():
        raise Unreadable(1, _("The file is empty."))
    # Nothing is loaded, neither from the network nor from this machine, and no entity is replaced.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable(error.lineno or 1, _("The file is no XML: %s") % error.msg) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise Unreadable(1, _("The file declares a document type; remove the line that begins with <!DOCTYPE."))
    if etree.QName(root).localname != "opml":
        raise Unreadable(1, _("The file is no OPML: it begins with <%s>.") % etree.QName(root).localname)
    return root


def _cells(outline: etree._Element) -> dict[str, str]:
    read = (*FORMER_NAMES, *_OWN)
    found = {name: str(value) for name in read if (value := outline.get(f"{{{NAMESPACE}}}{name}")) is not None}
    cells = present_names(found)
    feed = outline.get("xmlUrl", "").strip()
    if feed:
        cells.setdefault("address", feed)
        cells.setdefault("channel", "feed")
    cells["name"] = _title(outline) or cells.get("address", "")
    return cells


def _title(outline: etree._Element) -> str:
    title = outline.get("text", "").strip() or outline.get("title", "").strip()
    # Line breaks in a title are only how it was typed.
    return " ".join(filter(None, map(str.strip, title.splitlines())))


def _folders(outline: etree._Element) -> Iterator[str]:
    for folder in reversed(list(outline.iterancestors("{*}outline"))):
        name = _title(folder)
        if name:
            yield name

"""Read and write sources as OPML 2.0 (opml.org/spec2.opml).

A feed is an outline of type rss, which every feed reader understands. Everything that OPML does not
define, other channels included, is in attributes of Newsloom's own namespace, in the format of
``cells``.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from lxml import etree

from storage.database.sources.cells import write_cell
from storage.database.sources.rows import FileRow, RowError, Unreadable
from storage.database.sources.source_config import (
    FORMER_NAMES,
    SOURCE_FIELDS,
    SourceConfig,
    present_names,
)

NAMESPACE = "urn:newsloom:source"
_MAX_DEPTH = 10
_MAX_NAME = 200
_OWN = tuple(name for name in SOURCE_FIELDS if name != "name")


def write_opml(drafts: Iterable[SourceConfig]) -> bytes:
    """Return the sources as an OPML file, including headers with secrets."""
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
    """Yield the outlines; a folder becomes a tag of new sources.

    Raises Unreadable if the file is invalid.

    The bounds on folders keep the time proportional to the size of the file: every source repeats
    its folders.
    """
    folders: list[str] = []
    for event, outline in etree.iterwalk(_root(data), events=("start", "end"), tag="{*}outline"):
        if event == "end":
            folders.pop()
            continue
        line: Any = outline.sourceline
        cells = _cells(outline)
        if "address" in cells:
            yield FileRow(line, cells, {"tags": "\n".join(dict.fromkeys(filter(None, folders)))})
        elif not len(outline):
            yield RowError(line, "address", _("The outline has no address (xmlUrl)."))
        folders.append(_folder(outline, line, len(folders)) if len(outline) else "")


def _root(data: bytes) -> etree._Element:
    if not data.strip():
        raise Unreadable(1, _("The file is empty."))
    # Load nothing from the network or this machine, and replace no entity.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable(
            error.lineno or 1, _("The file is not valid XML: %s") % error.msg
        ) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise Unreadable(
            1, _("The file declares a document type. Remove the line that begins with <!DOCTYPE.")
        )
    if etree.QName(root).localname != "opml":
        raise Unreadable(
            1, _("The file is not OPML: it begins with <%s>.") % etree.QName(root).localname
        )
    return root


def _cells(outline: etree._Element) -> dict[str, str]:
    read = (*FORMER_NAMES, *_OWN)
    found = {
        name: str(value)
        for name in read
        if (value := outline.get(f"{{{NAMESPACE}}}{name}")) is not None
    }
    cells = present_names(found)
    feed = outline.get("xmlUrl", "").strip()
    if feed:
        cells.setdefault("address", feed)
        cells.setdefault("channel", "feed")
    cells["name"] = _title(outline) or cells.get("address", "")
    return cells


def _title(outline: etree._Element) -> str:
    title = outline.get("text", "").strip() or outline.get("title", "").strip()
    # Line breaks in a title mean nothing.
    return " ".join(filter(None, map(str.strip, title.splitlines())))


def _folder(outline: etree._Element, line: int, depth: int) -> str:
    name = _title(outline)
    if depth >= _MAX_DEPTH:
        raise Unreadable(
            line, _("Folders are nested more than %d deep. Move the sources up.") % _MAX_DEPTH
        )
    if len(name) > _MAX_NAME:
        raise Unreadable(
            line, _("The name of the folder is longer than %d characters. Shorten it.") % _MAX_NAME
        )
    return name

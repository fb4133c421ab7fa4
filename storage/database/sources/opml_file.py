"""Read and write sources as OPML 2.0 (opml.org/spec2.opml).

A feed is an outline of type rss, which every feed reader understands. Everything that OPML does not
define, other channels included, is in attributes of Newsloom's own namespace, in the format of
``cells``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html.entities import html5
from typing import Any

from lxml import etree

from storage.database.field_errors import ErrorCode, FieldError
from storage.database.sources.cells import write_cell
from storage.database.sources.rows import FileRow, RowError, RowWarning, Unreadable
from storage.database.sources.source_config import (
    CORE_FIELDS,
    FORMER_NAMES,
    SourceConfig,
    present_names,
    source_fields,
    value_of,
)
from storage.keys import without_feed_scheme

NAMESPACE = "urn:newsloom:source"
_MAX_DEPTH = 10
_MAX_NAME = 200
_MAX_ATTRIBUTES = 300
"""Those of Newsloom are about 30. lxml needs time by the square of their number."""
_FEED_TYPES = frozenset({"rss", "atom", "feed", "rdf", "json"})
_ENTITY = re.compile(rb"&(?!#\d{1,7};|#x[0-9a-fA-F]{1,6};|(?:amp|lt|gt|quot|apos);)(\w{1,31};)?")
"""An "&" that XML does not know."""
_MAX_FOLDER = CORE_FIELDS["folder"].rules.max_length


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
        for name in source_fields():
            if name != "name":
                outline.set(f"{{{NAMESPACE}}}{name}", write_cell(value_of(draft, name)))
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True)


def opml_rows(data: bytes) -> Iterator[FileRow | RowError | RowWarning]:
    """Yield the outlines; a folder becomes a tag of new sources, and the outermost their folder.

    Leave out outlines of other things than feeds, and empty folders, with a warning each.

    Raises Unreadable if the file is invalid.

    The bounds on folders keep the time proportional to the size of the file: every source repeats
    its folders.
    """
    folders: list[str] = []
    for event, outline in etree.iterwalk(_root(data), events=("start", "end"), tag="{*}*"):
        if etree.QName(outline).localname.lower() != "outline":
            continue
        # The folder that this outline opened is closed, though it may have had no name.
        if event == "end":
            folders.pop()
            continue
        line: Any = outline.sourceline
        if len(outline.attrib) > _MAX_ATTRIBUTES:
            limit = {"limit": _MAX_ATTRIBUTES}
            yield RowError(line, FieldError("", "", ErrorCode.OPML_ATTRIBUTES, limit))
            folders.append("")
            continue
        attributes = _attributes(outline)
        cells = _cells(attributes)
        if "address" in cells:
            names = list(dict.fromkeys(filter(None, folders)))
            filed = {"folder": _without_empty_parts(names[0][:_MAX_FOLDER])} if names else {}
            yield FileRow(line, cells, {"tags": "\n".join(names), **filed})
        elif not len(outline):
            yield RowWarning(line, _why_left_out(attributes), is_row=True)
        folders.append(_folder(attributes, line, len(folders)) if len(outline) else "")


def _why_left_out(attributes: Mapping[str, str]) -> FieldError:
    kind, title = attributes.get("type", "").strip(), _title(attributes)[:_MAX_NAME]
    # Readers export links and searches as outlines, too.
    if kind and kind.lower() not in _FEED_TYPES:
        params = {"title": title, "kind": kind[:_MAX_NAME]}
        return FieldError("", "", ErrorCode.OPML_NO_FEED, params)
    return FieldError("", "", ErrorCode.OPML_NO_ADDRESS, {"title": title})


def _root(data: bytes) -> etree._Element:
    if not data.strip():
        raise Unreadable(1, ErrorCode.FILE_EMPTY)
    try:
        root = _parsed(data)
    except etree.XMLSyntaxError as error:
        try:
            # Exports have blanks before the declaration and the entities of HTML, which XML does
            # not know.
            root = _parsed(_ENTITY.sub(_as_xml, data.lstrip()))
        except etree.XMLSyntaxError:
            line = error.lineno or 1
            raise Unreadable(line, ErrorCode.XML_INVALID, why=error.msg) from error
    # Entities of a file's own could expand to gigabytes.
    dtd: Any = root.getroottree().docinfo.internalDTD
    if dtd is not None and dtd.entities():
        raise Unreadable(1, ErrorCode.XML_ENTITIES)
    if etree.QName(root).localname.lower() != "opml":
        raise Unreadable(1, ErrorCode.OPML_MISSING, tag=etree.QName(root).localname)
    return root


def _parsed(data: bytes) -> etree._Element:
    # Load nothing from the network or this machine, and replace no entity.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    return etree.fromstring(data, parser)


def _as_xml(found: "re.Match[bytes]") -> bytes:
    """Return what HTML means with a name after "&", and a bare "&" as a character."""
    if found[1]:
        character = html5.get(found[1].decode("ascii", "replace"))
    else:
        character = None
    if character is None:
        return b"&amp;" + found[0][1:]
    return "".join(f"&#{ord(each)};" for each in character).encode()


def _attributes(outline: etree._Element) -> dict[str, str]:
    """Return the attributes by their names in small letters, because readers differ in case."""
    attributes: dict[str, str] = {}
    for name, value in outline.items():
        attributes.setdefault(str(name).lower(), str(value))
    return attributes


def _cells(attributes: Mapping[str, str]) -> dict[str, str]:
    read = (*FORMER_NAMES, *(name for name in source_fields() if name != "name"))
    found = {
        name: value
        for name in read
        if (value := attributes.get(f"{{{NAMESPACE}}}{name}")) is not None
    }
    cells = present_names(found)
    feed = _feed_address(attributes)
    if feed:
        cells.setdefault("address", feed)
        cells.setdefault("channel", "feed")
    cells["name"] = _title(attributes) or cells.get("address", "")
    return cells


def _feed_address(attributes: Mapping[str, str]) -> str:
    """Return the address of an outline's feed, also if it is written for a feed reader
    (``feed://host/``, ``feed:https://host/``).
    """
    address = attributes.get("xmlurl", "").strip()
    if not address and attributes.get("type", "").strip().lower() in _FEED_TYPES:
        address = attributes.get("url", "").strip()
    return without_feed_scheme(address)


def _title(attributes: Mapping[str, str]) -> str:
    title = attributes.get("text", "").strip() or attributes.get("title", "").strip()
    # Line breaks in a title mean nothing.
    return " ".join(filter(None, map(str.strip, title.splitlines())))


def _without_empty_parts(name: str) -> str:
    """Return the name of a folder as sources have it: other programs allow any slash."""
    return "/".join(part for part in name.split("/") if part.strip())


def _folder(attributes: Mapping[str, str], line: int, depth: int) -> str:
    name = _title(attributes)
    if depth >= _MAX_DEPTH:
        raise Unreadable(line, ErrorCode.OPML_TOO_DEEP, limit=_MAX_DEPTH)
    if len(name) > _MAX_NAME:
        raise Unreadable(line, ErrorCode.OPML_FOLDER_TOO_LONG, limit=_MAX_NAME)
    return name

"""Compose the text of a query from the fields of a form, for those who do not know its signs, and
read a query back into the fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import regex
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from storage.documents.query_tokens import QUOTES

_OPERATOR = regex.compile(r"AND|OR|NOT|NEAR(?:/[0-9]+)?|\|\|?|&&")
# Signs that mean something in a query, and so must be in quotation marks.
_SIGN = regex.compile(r"[():：（）*＊]|^[-－−﹣!]")
_PIECE = regex.compile(
    r"""(?P<minus>-)?(?P<field>title:|author:|site:)?(?:"(?P<phrase>[^"]*)"|\((?P<group>[^()]*)\)|(?P<word>\S+))""",
    regex.VERBOSE,
)
_QUOTES = regex.compile(f"[{QUOTES}]")


@dataclass(frozen=True, kw_only=True)
class BuilderField:
    """A field of the form: its name in the address, and its label."""

    name: str
    label: Promise


FIELDS = (
    BuilderField(name="all", label=_("All of these words")),
    BuilderField(name="phrase", label=_("Exactly this phrase")),
    BuilderField(name="any", label=_("At least one of these words")),
    BuilderField(name="none", label=_("None of these words")),
    BuilderField(name="in_title", label=_("These words in the title")),
    BuilderField(name="by", label=_("Author")),
    BuilderField(name="on_site", label=_("Site, such as example.org")),
)


def compose(given: Mapping[str, str]) -> str:
    """Return the query for the values of FIELDS by name; what is missing or empty asks for
    nothing.
    """
    words = {field.name: _words(given.get(field.name, "")) for field in FIELDS}
    parts = [
        *words["all"],
        *_quoted(given.get("phrase", "")),
        *_group("", words["any"], " OR "),
        *(f"-{word}" for word in words["none"]),
        *_group("title:", words["in_title"], " "),
        *(f"author:{name}" for name in _quoted(given.get("by", ""))),
        *_group("site:", words["on_site"], " OR "),
    ]
    return " ".join(parts)


def decompose(query: str) -> dict[str, str] | None:
    """Return the values of FIELDS that compose this query; None if the form cannot express it."""
    given: dict[str, list[str]] = {field.name: [] for field in FIELDS}
    pieces = list(_PIECE.finditer(query))
    for piece in pieces:
        name, words = _placed(piece)
        if name == "phrase" and given[name] and len(words) == 1:
            name = "all"  # A word that would mean something else without its quotation marks.
        if name in ("phrase", "by", "any", "in_title", "on_site") and given[name]:
            return None  # The form has one of these.
        given[name] += words
    values = {name: " ".join(words) for name, words in given.items()}
    composed = _PIECE.finditer(compose(values))
    same = sorted(each[0] for each in composed) == sorted(each[0] for each in pieces)
    return values if same else None


def _placed(piece: "regex.Match[str]") -> tuple[str, list[str]]:
    """Return the field that a piece of a query belongs to, with the words of the piece."""
    text = piece["phrase"] or piece["group"] or piece["word"] or ""
    words = [word for word in _QUOTES.sub(" ", text).split() if word != "OR"]
    if piece["minus"]:
        return "none", words
    match piece["field"]:
        case "title:":
            return "in_title", words
        case "author:":
            return "by", words
        case "site:":
            return "on_site", words
    if piece["group"]:
        return "any", words
    return "phrase" if piece["phrase"] else "all", words


def _words(text: str) -> list[str]:
    return [
        f'"{word}"' if _SIGN.search(word) or _OPERATOR.fullmatch(word) else word
        for word in _QUOTES.sub(" ", text).split()
    ]


def _quoted(text: str) -> list[str]:
    plain = " ".join(_QUOTES.sub(" ", text).split())
    return [f'"{plain}"'] if plain else []


def _group(field: str, words: list[str], sign: str) -> list[str]:
    if len(words) > 1:
        return [f"{field}({sign.join(words)})"]
    return [f"{field}{word}" for word in words]

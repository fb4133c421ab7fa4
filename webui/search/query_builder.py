"""Compose the text of a query from the fields of a form, for those who do not know its signs."""

from collections.abc import Mapping
from dataclasses import dataclass

import regex
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_OPERATOR = regex.compile(r"AND|OR|NOT|NEAR(?:/[0-9]+)?")
# Signs that mean something in a query, and so must be in quotation marks.
_SIGN = regex.compile(r"[():：（）*＊]|^[-－−﹣]")
_QUOTES = regex.compile('["“”„‟〝〞＂]')


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

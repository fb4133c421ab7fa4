"""Split the text of a query into signs and words, each with its position."""

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from storage.documents.errors import QueryError

TEXT_FIELDS = ("title", "author", "comments")
VALUE_FIELDS = (
    *("site", "source", "channel", "lang", "kind", "tag", "copy", "thread", "cites"),
    *("person", "org", "place"),
    "rights",
)
TIME_FIELDS = tuple(
    f"{what}{end}" for what in ("", "found", "changed", "gone") for end in ("after", "before")
)
NUMBER_FIELDS = ("confidence",)
FIELDS = (*TEXT_FIELDS, *VALUE_FIELDS, *TIME_FIELDS, *NUMBER_FIELDS, "has", "is", "story")

_CONTROLS = regex.compile(r"[\p{Cc}\p{Cs}]")
QUOTES = '"“”„‟〝〞＂«»「」『』'
"""Any of these begins or ends what is quoted, and is a character of it after a backslash."""
# Replace one character by one, so that positions do not change.
_SIGNS = str.maketrans(
    {**dict.fromkeys(QUOTES, '"'), **dict.fromkeys("－−﹣–‐‑", "-")}
    | {"（": "(", "）": ")", "：": ":", "﹕": ":", "＊": "*", "＜": "<", "＞": ">"}
    | {"！": "!", "｜": "|"}
)
_TOKEN = regex.compile(
    r"""
      (?P<operator> (?: AND | OR | NOT | NEAR (?: /[0-9]+ )? | && ) (?= [\s"()] | $ ) | \|\|? )
    | (?P<field>    [A-Za-z]+ : )
    | (?P<bracket>  [()] )
    | "(?P<quoted>  (?: \\["\\] | [^"] )*+ ) (?P<closed> "? ) (?P<slop> ~[0-9]* )?
    | (?P<minus>    (?! (?<= ") -+ " ) (?: - | (?<! [")] ) ! ) [-!]* (?= [^\s)!-] ) )
    | (?P<word>     [^\s"()|]+ )
    """,
    regex.VERBOSE,
)
_OF_OTHERS = {"|": "OR", "||": "OR", "&&": "AND"}
"""The signs that other search engines have for operators."""
_WORD = regex.compile(r'[^\s"()|]+')
_ESCAPED = regex.compile(rf"\\([\\{QUOTES}])")
_TO_ESCAPE = regex.compile(rf"[\\{QUOTES}]")
_VALUES = {
    **dict.fromkeys(TIME_FIELDS, regex.compile(r'-[^\s"()|]+')),
    "cites": regex.compile(r'[^\s"()|/]+/[^\s"()]*'),
}
"""What is a value as a whole after a field, though it has signs in it: a time ago, the address of a
page.
"""


@dataclass(frozen=True)
class QueryToken:
    """A piece of a query at [start, end).

    ``kind``: AND OR NOT NEAR ( ) field quoted word; a minus sign or "!" is NOT, "|" is OR.
    """

    kind: str
    text: str
    place: tuple[int, int]


def quoted(text: str) -> str:
    """Return a text as a query quotes it: the token has exactly this text, without outer space."""
    escaped = _TO_ESCAPE.sub(r"\\\g<0>", text)
    return f'"{escaped}"'


def tokens(text: str) -> Iterator[QueryToken]:
    """Yield the tokens of a query.

    Raises QueryError for an unclosed quotation mark or an unknown field.
    """
    readable = _CONTROLS.sub(" ", text)
    plain = readable.translate(_SIGNS)
    at = 0
    while found := _TOKEN.search(plain, at):
        token = _token(found, readable)
        if token.kind == "field" and token.text not in FIELDS:
            token = _no_field(text, plain, token)
        yield token
        at = token.place[1]
        signs = _VALUES.get(token.text) if token.kind == "field" else None
        if signs and (value := signs.match(plain, at)):
            yield QueryToken("word", value[0], value.span())
            at = value.end()


def _token(found: "regex.Match[str]", readable: str) -> QueryToken:
    place = found.span()
    if found["quoted"] is not None:
        if not found["closed"]:
            opening = (place[0], place[0] + 1)
            raise QueryError(
                "This quotation mark is not closed. Close it, or remove it.", place=opening
            )
        if found["slop"]:
            raise QueryError(
                "%s has no meaning here. Write the words with NEAR/5 between them.",
                found["slop"],
                place=found.span("slop"),
            )
        # No signs are in it: a name has its brackets and colons as they are written.
        text = readable[slice(*found.span("quoted"))]
        return QueryToken("quoted", _ESCAPED.sub(r"\1", text).strip(), place)
    if found["field"]:
        return QueryToken("field", found["field"][:-1].lower(), place)
    if found["word"]:
        return QueryToken("word", found["word"], place)
    if found["minus"]:
        return QueryToken("NOT", found[0], place)
    sign = found[0].partition("/")[0]
    return QueryToken(_OF_OTHERS.get(sign, sign), found[0], place)


def _no_field(text: str, plain: str, token: QueryToken) -> QueryToken:
    """Return a word that contains a colon. Raises QueryError if it looks like an unknown field.

    Addresses (https://) and colons of prose, Chinese ones or those before a space, are parts of
    words.
    """
    start, end = token.place
    # Somebody who misspells a field wants to know it, and not find the word.
    if text[end - 1] == ":" and _WORD.match(plain, end) and plain[end] != "/":
        known = " ".join(f"{name}:" for name in FIELDS)
        raise QueryError(
            "%s is not a field. Use one of %s, or put the words in quotation marks.",
            text[start:end],
            known,
            place=token.place,
        )
    rest = _WORD.match(plain, start)
    if rest:
        return QueryToken("word", rest[0], rest.span())
    return token

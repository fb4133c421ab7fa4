"""Words of languages are data: only these modules may hold letters beyond ASCII in their code."""

import ast
from pathlib import Path

import extractor

_ROOT = Path(extractor.__file__).parent
_SIGNS = "signs of times, dates and counts that touch a number, as 年, 月 and 时 do"
_SCRIPTS = "the letters of scripts, to tell scripts and encodings from each other"
_EASTERN = "structure of lines in Chinese and Japanese: the words are parts of signs and brackets"
_REASONS = {
    "barriers/topics.py": _SCRIPTS,
    "body/tail.py": _SCRIPTS,
    "dates/date_matches.py": _SIGNS,
    "dates/eras.py": "the eras of Japan and Taiwan, which are numbers of years",
    "dates/forums.py": _SIGNS,
    "dates/notations.py": "notations of dates, whose parts depend on each other",
    "dates/numerals.py": "the numerals of Chinese and Japanese",
    "dates/relative.py": _SIGNS,
    "dates/time_of_day.py": _SIGNS,
    "dates/zones.py": "the abbreviation of a time zone",
    "fields/bylines.py": _EASTERN,
    "fields/common_title.py": _SIGNS,
    "fields/date_lines.py": _SIGNS,
    "fields/lone_names.py": _SIGNS,
    "fields/name_words.py": _EASTERN,
    "fields/names.py": _SCRIPTS,
    "fields/site.py": "an XPath expression, which looks for the notice of rights",
    "forum/authors.py": _SIGNS,
    "forum/cues.py": _SIGNS,
    "forum/floors.py": "the numbers of the first posts, which have names in Chinese forums",
    "forum/glance.py": "a quick test for times; the forest was trained with these three words",
    "forum/quotes.py": "the heads of quotes in the boards of universities, around two names",
    "forum/stamps.py": _SIGNS,
    "joining.py": _SIGNS,
    "kind_facts.py": _SIGNS,
    "lists/board_rows.py": _SIGNS,
    "lists/link_facts.py": _SIGNS,
    "lists/paging.py": _SIGNS,
    "lists/patterns.py": "a letter that no pattern for addresses expects, to try the pattern with",
    "page/decode.py": _SCRIPTS,
    "page/scripts.py": _SCRIPTS,
    "page/text.py": _SCRIPTS,
}
"""Why each of them does. A word that people write belongs to a topic of the languages."""


def test_only_these_modules_hold_letters_beyond_ascii() -> None:
    found = {
        path.relative_to(_ROOT).as_posix()
        for path in _ROOT.rglob("*.py")
        if path.parent.name != "languages" and _has_words(path)
    }
    assert found == set(_REASONS)


def _has_words(path: Path) -> bool:
    """Return whether a string of the code, other than a docstring, has a letter beyond ASCII."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return any(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation
        and any(letter.isalpha() and not letter.isascii() for letter in node.value)
        for node in ast.walk(tree)
    )

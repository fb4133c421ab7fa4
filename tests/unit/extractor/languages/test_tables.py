"""The words of all languages by topic: what the reader refuses, and what each file may hold."""

import re
import unicodedata
from pathlib import Path

import pytest

from extractor.dates.calendar import MONTHS
from extractor.languages import tables

_FOLDER = Path(tables.__file__).parent
_DOCUMENT = Path(__file__).parents[4] / "docs" / "languages.md"
_OF_FEW_LANGUAGES = (
    "persian_months",
    "months_here_only",
    "numbered_months",
    "two_units",
    "boards",
    "bylines",
    "persons",
)
"""What most languages have no use for."""


def test_words_of_a_topic_are_sorted_by_language() -> None:
    august = tables.words("months.august")
    assert august["de"] == ("august", "aug")
    assert "août" in august["fr"]
    assert "tr" in august
    assert "zh" not in august


def test_a_word_of_several_languages_is_given_once() -> None:
    april = tables.all_words("months.april")
    assert len(april) == len(set(april))
    assert sum("april" in names for names in tables.words("months.april").values()) > 5


def test_an_unknown_topic_is_refused_by_name() -> None:
    with pytest.raises(tables.LanguageError, match=r"'months\.brumaire' is not a topic"):
        tables.words("months.brumaire")


def test_the_words_of_a_section_are_sorted_by_topic() -> None:
    consent = tables.words_by_name("consent")
    assert "cookie" in consent["cookie"]
    assert "speicher" in consent["storing"]
    assert "login" not in consent


def test_an_unknown_section_is_refused_by_name() -> None:
    with pytest.raises(tables.LanguageError, match="'consents' is not a section"):
        tables.words_by_name("consents")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[months]\njanuary = [", r"xx\.toml: not valid TOML"),
        ('[months]\nbrumaire = ["brumaire"]', r"xx\.toml: 'months\.brumaire' is not a topic"),
        ('months = ["january"]', r"xx\.toml: 'months' is not a topic"),
        ('[months]\njanuary = "january"', r"xx\.toml: 'months\.january' must be a list"),
        ("[months]\njanuary = []", r"xx\.toml: 'months\.january' must be a list"),
        ('[months]\njanuary = ["jan", " "]', r"xx\.toml: 'months\.january' holds ' '"),
        ("[months]\njanuary = [1]", r"xx\.toml: 'months\.january' holds 1"),
        ('[months.january]\nfull = ["january"]', r"xx\.toml: 'months\.january' must be a list"),
    ],
)
def test_a_malformed_file_is_refused_by_name_and_topic(
    tmp_path: Path, content: str, message: str
) -> None:
    path = tmp_path / "xx.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(tables.LanguageError, match=message):
        tables.read_language(path)


def test_a_file_in_another_encoding_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    path.write_bytes('[months]\nmarch = ["märz"]'.encode("latin-1"))
    with pytest.raises(tables.LanguageError, match=r"xx\.toml: not valid TOML"):
        tables.read_language(path)


@pytest.mark.parametrize("language", tables.languages())
def test_words_are_patterns_that_match_something_and_are_listed_once(language: str) -> None:
    for topic, listed in tables.languages()[language].items():
        assert len(listed) == len(set(listed)), topic
        is_plain = tables.TOPICS[topic].startswith("phrases")
        for word in listed:
            assert not re.compile(re.escape(word) if is_plain else word).match(""), (topic, word)
            assert word == word.strip(), (topic, word)


def test_a_name_means_one_month_in_all_languages() -> None:
    for number, month in enumerate(tables.MONTHS, 1):
        for name in tables.all_words(f"months.{month}"):
            assert MONTHS[name] == number, f"{name}: put it into months_here_only"


@pytest.mark.parametrize("language", [name for name in tables.languages() if name != "und"])
def test_the_months_of_a_language_are_in_its_own_script(language: str) -> None:
    names = "".join(
        name
        for month in tables.MONTHS
        for name in tables.languages()[language].get(f"months.{month}", ())
    )
    scripts = {unicodedata.name(letter).split()[0] for letter in names if letter.isalpha()}
    assert len(scripts) <= (2 if language == "sr" else 1), scripts


@pytest.mark.parametrize("path", sorted(_FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_files_begin_with_the_language_and_fit_100_columns(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[0].startswith("# ")
    assert [line for line in lines if len(line) > 100] == []


def test_the_documentation_lists_the_empty_topics_of_each_language() -> None:
    text = _DOCUMENT.read_text(encoding="utf-8")
    documented = [line for line in text.split("\n") if line.startswith("| `")]
    rows = [
        f"| `{path.stem}` | {_name(path)} | {_empty_topics(path.stem)} |"
        for path in sorted(_FOLDER.glob("*.toml"))
        if path.stem != "und"
    ]
    assert documented == rows


def _name(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def _empty_topics(language: str) -> str:
    """Return the topics for which a language has no words; a whole section by its name alone."""
    sections: dict[str, list[str]] = {}
    for topic in tables.TOPICS:
        section, _, name = topic.partition(".")
        if section not in _OF_FEW_LANGUAGES:
            sections.setdefault(section, []).append(name)
    known = tables.languages()[language]
    empty = []
    for section, names in sections.items():
        missing = [name for name in names if f"{section}.{name}" not in known]
        if missing == names:
            empty.append(f"**{section}**")
        else:
            empty.extend(f"{section}.{name}" for name in missing)
    return ", ".join(empty) or "none"

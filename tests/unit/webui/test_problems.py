"""What is wrong, in words: a sentence for each code, with all its values."""

import string

import pytest

from console.errors import said
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.sources.rows import RowError
from storage.documents.errors import QueryError
from storage.documents.query import parse
from webui.problems import OWN_WORDS, SENTENCES, all_in_words, in_words, line_in_words


def test_every_code_has_words() -> None:
    assert SENTENCES.keys() | OWN_WORDS.keys() == set(ErrorCode)
    assert SENTENCES.keys() & OWN_WORDS.keys() == set()


def test_values_are_in_the_sentence_and_the_given_one_before_it() -> None:
    problem = FieldError("priority", "44", ErrorCode.OUT_OF_RANGE, {"low": 0, "high": 9})
    assert in_words(problem) == "“44” must be from 0 to 9."
    missing = FieldError("address", "", ErrorCode.PLACEHOLDER_MISSING)
    assert in_words(missing) == "lacks the placeholder {keyword}. Put it where the keyword goes."
    assert line_in_words(RowError(3, problem)) == "line 3: priority: “44” must be from 0 to 9."


def test_a_value_with_braces_or_percent_is_only_shown() -> None:
    problem = FieldError("patterns", "{x} %s", ErrorCode.PATTERN, {"why": "{y} %d"})
    assert in_words(problem) == "“{x} %s” cannot be used as a pattern: {y} %d"


def test_columns_of_a_file() -> None:
    params = {"missing": ["name"], "repeated": ["tags"], "known": ["name", "tags"]}
    assert in_words(FieldError("", "", ErrorCode.CSV_COLUMNS, params)) == (
        "column “name” is missing; column “tags” appears twice. The columns are: name, tags."
    )


def test_a_query_says_itself_what_is_wrong() -> None:
    with pytest.raises(QueryError) as caught:
        parse('"never closed')
    problem = FieldError("query", "", ErrorCode.QUERY, {"error": caught.value})
    assert "is not closed" in in_words(problem)


def test_the_command_line_says_sentences() -> None:
    taken = FieldError("name", "News", ErrorCode.NAME_TAKEN)
    row = RowError(3, FieldError("tags", "", ErrorCode.TAGS_MISSING))
    error = Invalid([taken, FieldError("file", "", ErrorCode.FILE, {"row": row})])
    sentences = (
        "name: “News” is already in use. Choose another name. "
        "file: line 3: tags: Enter at least one tag."
    )
    assert all_in_words(error) == sentences
    assert said(error) == f"the configuration refused: {sentences}"
    assert said(NotFound("source", "News")) == (
        "the configuration refused: there is no source 'News'"
    )


def test_messages_for_logs_name_the_code() -> None:
    problem = FieldError("priority", "44", ErrorCode.OUT_OF_RANGE, {"low": 0, "high": 9})
    assert str(Invalid([problem])) == (
        "the configuration refused: priority: “44” out_of_range (low 0, high 9)"
    )


def test_translations_are_of_sentences_with_names_only() -> None:
    for code, sentence in SENTENCES.items():
        if code in (ErrorCode.PLACEHOLDER_MISSING, ErrorCode.PLACEHOLDER_UNKNOWN):
            continue
        for _text, name, spec, conversion in string.Formatter().parse(str(sentence)):
            assert name is None or name.isidentifier(), code
            assert not spec, code
            assert not conversion, code

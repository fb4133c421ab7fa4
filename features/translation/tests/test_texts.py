"""Which texts of documents are translated, and in which requests."""

import pytest

from features.translation.texts import Foreign, foreign, is_foreign, requests
from tests.unit.webui.samples import article


@pytest.mark.parametrize(
    ("lang", "target", "expected"),
    [
        ("de", "en", True),
        ("en-GB", "en", False),
        ("zh-hant", "zh-hans", False),
        ("ZH", "zh-hans", False),
        ("en", "zh-hans", True),
        # What is in no language that is known is sent nowhere.
        ("", "en", False),
    ],
)
def test_only_known_other_languages_are_foreign(lang: str, target: str, expected: bool) -> None:
    assert is_foreign(lang, target) is expected


@pytest.mark.parametrize(
    ("content", "lead"),
    [
        ("", ""),
        ("Der Hafen ist offen. Und m", "Der Hafen ist offen."),
        ("Es kostet 3.5 Euro. Er sagt: „Ja.“ Und", "Es kostet 3.5 Euro. Er sagt: „Ja.“"),
        ("Keine Sätze\nund eine Zeile", "Keine Sätze und eine Zeile"),
        ("港口开放。船只进港。还有", "港口开放。船只进港。"),
        ("a" * 1000, "a" * 300),
        ("港" * 1000, "港" * 100),
    ],
)
def test_the_lead_is_the_whole_sentences_of_the_beginning(content: str, lead: str) -> None:
    assert foreign(article("https://a.example/1", "T", content)).lead == lead


def test_a_post_whose_title_is_its_beginning_is_sent_once() -> None:
    post = article("https://a.example/1", "Der Hafen …", "Der Hafen ist offen.", kind="post")
    assert foreign(post).texts == ["Der Hafen …"]
    assert len(foreign(article("https://a.example/1", "t" * 900)).title) == 300


def of(lang: str, length: int) -> Foreign:
    return Foreign(document_id=f"{lang}{length}", lang=lang, title="t" * length, lead="")


def ids(found: list[Foreign], *, one_language: bool) -> list[list[str]]:
    made = requests(found, one_language=one_language, most=10)
    return [[each.document_id for each in some] for some in made]


def test_a_request_has_as_much_as_it_may_have() -> None:
    found = [of("de", 4), of("fr", 6), of("de-at", 6), of("de", 1), of("fr", 30)]
    assert ids(found, one_language=False) == [["de4", "fr6"], ["de-at6", "de1"], ["fr30"]]
    assert ids(found, one_language=True) == [["de4", "de-at6"], ["de1"], ["fr6"], ["fr30"]]
    assert ids([], one_language=True) == []

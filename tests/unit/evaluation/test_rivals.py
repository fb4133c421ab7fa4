"""Every rival that is installed reads a plain article."""

import warnings
from importlib.util import find_spec

import pytest

from evaluation.rivals import RIVALS, RivalInput, load_rival
from tests.unit.evaluation.samples import ARTICLE, PARAGRAPHS


@pytest.mark.parametrize("name", RIVALS)
def test_a_plain_article_is_read(name: str) -> None:
    if find_spec(RIVALS[name].module) is None:
        pytest.skip(f"{RIVALS[name].package} is not installed")
    html = ARTICLE.replace("</p><p>", " ")  # jusText finds no text if all paragraphs are short.
    page = RivalInput(html, "https://news.example.org/ferry", "", is_forum=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Theirs, not ours.
        found = load_rival(name)(page)
    assert PARAGRAPHS[1] in found.text
    assert found.title is None or "Ferry" in found.title


def test_the_language_is_the_sets_or_the_pages_or_english() -> None:
    html = "<!doctype html><html class=a lang='de-AT'>"
    assert RivalInput(html, "", "zh", is_forum=False).language == "zh"
    assert RivalInput(html, "", "", is_forum=False).language == "de"
    assert RivalInput("<html>", "", "", is_forum=False).language == "en"

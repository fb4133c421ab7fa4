"""The form of a source that reads a list in JSON, and its trial."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.unit.webui.test_sources_pages import FORM, add, only_source

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]


def test_the_form_keeps_the_selectors_of_the_chosen_reader_alone() -> None:
    from webui.sources.forms.source import SourceForm, new_config

    data = {
        "name": "Hot words",
        "channel": "json",
        "address": "https://example.org/hot.json",
        "result_parser": "generic",
        "interval_seconds": "15 min",
        "selector_result": "li.hidden",
        "selector_link": "/s?q={word}",
        "selector_entries": "data.words",
    }
    form = SourceForm(data, lists=[], config=new_config())
    form.is_valid()
    visited = form.visit_config()
    assert visited is not None
    assert visited.selectors == {"entries": "data.words", "link": "/s?q={word}"}


def test_an_expression_that_is_none_is_said_at_the_field(browse: Browse) -> None:
    add("Taken")
    client = browse("operator")
    change = {"channel": "json", "selector_text": "text["}
    for button in ({}, {"test": "1"}):
        answer = client.post("/sources/add/", FORM | change | button)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "cannot be used as an expression" in page
        assert "Nothing was saved. Correct these fields:" in page
    assert only_source().name == "Taken"

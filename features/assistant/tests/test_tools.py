"""What an assistant gets, and what it does not where pages withhold their text."""

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from features.stories.tests.test_said import ALONE, FIRST, SECOND, SHARED, store_story
from features.stories.tests.test_said_across import CHINESE, compare_languages, story
from hooks.answers import SearchTool
from tests.unit.webui.test_rights_signals import FREE, RESERVED

if TYPE_CHECKING:
    from features.assistant.tools import NewsTools
    from watch.stores import Stores

__all__ = ["story"]  # a fixture


@pytest.fixture
def tools(ports: "Stores", tables: None) -> "NewsTools":
    """The tools of an analyst's token that may search."""
    from django.contrib.auth.models import Group, User

    from features.assistant.tools import NewsTools
    from storage.database.people.rights import Right
    from storage.database.people.tokens import create_token

    user = User.objects.create_user("anna")
    user.groups.add(Group.objects.get(name="analyst"))
    _, token = create_token(user, "assistant", [Right.SEARCH.name], None)
    return NewsTools(token)


def obey(ports: "Stores", uses: Collection[str]) -> None:
    ports.settings = replace(ports.settings, obey_rights=tuple(uses))


def test_an_assistant_gets_no_text_of_a_document_that_withholds_it(
    tools: "NewsTools", ports: "Stores"
) -> None:
    ports.documents().write([RESERVED, FREE])
    hits = {each["title"]: each for each in tools.search("ferry", {}, "", 10, "")["hits"]}
    assert hits["Ferry"]["snippet"] == ""
    assert hits["Ferry"]["withheld"] == ("tdm-reserved",)
    assert "Ferry text." in hits["Ferry again"]["snippet"]
    read = tools.document(RESERVED.id, 0)
    assert (read["text"], read["withheld"]) == ("", ("tdm-reserved",))
    assert tools.document(FREE.id, 0)["text"] == "Ferry text."
    obey(ports, ["export"])
    assert tools.document(RESERVED.id, 0)["text"] == "Ferry text."


def test_an_assistant_gets_no_sentence_of_a_report_that_withholds_its_text(
    tools: "NewsTools", ports: "Stores"
) -> None:
    texts = {"a": f"{FIRST} {SHARED}", "b": f"{SHARED} {ALONE}", "c": f"{SECOND} {SHARED}"}
    story = store_story(ports, texts, rights={"c": ("nosnippet",)})
    said = tools.said(story, "")
    assert [each["sites"] for each in said["told_by_many"]] == [["a.example", "b.example"]]
    assert (said["in_conflict"], said["is_partial"]) == ([], True)
    obey(ports, [])
    said = tools.said(story, "")
    assert (len(said["in_conflict"]), said["is_partial"]) == (1, False)


def test_an_assistant_gets_the_line_of_a_story_with_its_translation(
    story: str, tools: "NewsTools"
) -> None:
    compare_languages(story)
    [told] = tools.said(story, "")["told_by_many"]
    assert told["sites"] == ["a.example", "b.example"]
    assert told["translations"][0]["text"] == CHINESE


def test_an_assistant_asks_what_another_feature_knows_of_a_search(tools: "NewsTools") -> None:
    from features.assistant.tools import AskedWronglyError
    from webui.search.params import SearchParams

    def answer(params: SearchParams, use: str) -> dict[str, str]:
        params.request(now=params.now())
        return {"text": params.text, "after": params.after, "use": use}

    tool = SearchTool(name="echo", description="", answer=answer)
    asked = tools.ask(tool, "ferry", {"after": "-7d", "zone": "UTC"})
    assert asked == {"text": "ferry", "after": "-7d", "use": "assistants"}
    with pytest.raises(AskedWronglyError, match="is not a date"):
        tools.ask(tool, "ferry", {"after": "soon"})
    with pytest.raises(AskedWronglyError):
        tools.ask(tool, "(", {})

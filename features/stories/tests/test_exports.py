"""Exports that name the stories of documents."""

import csv
import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.unit.webui.samples import MOMENT, article
from tests.unit.webui.test_downloads import download

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def test_export_names_the_story_of_each_document(browse: Browse, ports: "Stores") -> None:
    from features.stories.models import Story, StoryMember

    documents = [article(f"https://example.org/{n}", "Bank", "银行") for n in range(2)]
    ports.documents().write(documents)
    story = "5" * 32
    times = {"first": MOMENT, "last": MOMENT}
    Story.objects.create(id=story, title="Bank closes", lang="en", documents=1, **times)
    StoryMember.objects.create(
        document=documents[0].id, story=story, site="example.org", title="Bank", published=MOMENT
    )
    client = browse("analyst")
    _, *found = map(json.loads, download(client, "q=bank").splitlines())
    named = {each["id"]: (each.get("story"), each.get("story_title")) for each in found}
    expected = {documents[0].id: (story, "Bank closes"), documents[1].id: (None, None)}
    assert named == expected
    text = download(client, "q=bank&format=csv").decode("utf-8-sig")
    cells = {
        row["id"]: (row["story"], row["story_title"]) for row in csv.DictReader(io.StringIO(text))
    }
    assert cells == {documents[0].id: (story, "Bank closes"), documents[1].id: ("", "")}

"""Jobs: what is written is read, and nothing else is."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import BadJob
from scheduler.jobs import ListJob, PageJob, SourceSpec

SPEC = SourceSpec(id=3, name="晨报", channel="list", patterns=(r"/a/\d+",), headers={"Accept": "*/*"}, tags=("x",))
PAGE = PageJob(run_id="r", source=SPEC, url="http://a.example/1", key="k", collected=1.5, kind="article", title="标题")


@given(name=st.text(), patterns=st.lists(st.text()), title=st.text(), collected=st.floats(0, 1e11))
def test_a_job_survives_its_journey(name: str, patterns: list[str], title: str, collected: float) -> None:
    spec = SourceSpec(id=1, name=name, channel="feed", patterns=tuple(patterns))
    page = PageJob(run_id="r", source=spec, url="u", key="k", collected=collected, kind="article", title=title)
    assert PageJob.from_json(page.to_json()) == page
    visit = ListJob(run_id="r", source=spec, url="u", keyword=title)
    assert ListJob.from_json(visit.to_json()) == visit


def changed(**changes: Any) -> str:
    return json.dumps(json.loads(PAGE.to_json()) | changes)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"v":4,"job":' * 9_999, "not JSON"),
        (changed(v=5), "version 5"),
        (changed(job="list"), "'list'"),
        (changed(url=7), "url is 7"),
        (changed(extra=1), "extra"),
        (changed(source=None), "fields are wrong"),
        (changed(source={"id": 1}), "fields are wrong"),
        ('{"v":1,"job":"page"}', "fields are wrong"),
    ],
)
def test_a_job_that_cannot_be_read_says_why_and_keeps_its_body(body: str, says: str) -> None:
    with pytest.raises(BadJob, match=says) as caught:
        PageJob.from_json(body)
    assert caught.value.body == body


def test_a_job_of_the_version_before_is_read_with_the_defaults_of_newer_fields() -> None:
    older = json.loads(PAGE.to_json()) | {"v": 2}
    del older["source"]["require_date"]
    assert PageJob.from_json(json.dumps(older)) == PAGE


def test_a_job_from_before_keywords_were_carried_is_read() -> None:
    older = json.loads(PAGE.to_json())
    del older["keyword"]
    assert PageJob.from_json(json.dumps(older)) == PAGE

"""Jobs: what is written is read, and nothing else is."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import BadJob, NewerJob
from scheduler.jobs import VERSION, ListJob, PageJob, SourceSpec

SPEC = SourceSpec(
    id=3, name="晨报", channel="list", patterns=(r"/a/\d+",), headers={"Accept": "*/*"}, tags=("x",)
)
PAGE = PageJob(
    run_id="r",
    source=SPEC,
    url="http://a.example/1",
    key="k",
    collected=1.5,
    kind="article",
    title="标题",
)


@given(name=st.text(), patterns=st.lists(st.text()), title=st.text(), collected=st.floats(0, 1e11))
def test_a_job_survives_its_journey(
    name: str, patterns: list[str], title: str, collected: float
) -> None:
    spec = SourceSpec(id=1, name=name, channel="feed", patterns=tuple(patterns))
    page = PageJob(
        run_id="r", source=spec, url="u", key="k", collected=collected, kind="article", title=title
    )
    assert PageJob.from_json(page.to_json()) == page
    visit = ListJob(run_id="r", source=spec, url="u", keyword=title)
    assert ListJob.from_json(visit.to_json()) == visit


def known_names() -> list[str]:
    return ["v", "job", *PageJob.__dataclass_fields__, *ListJob.__dataclass_fields__]


def changed(**changes: Any) -> str:
    return json.dumps(json.loads(PAGE.to_json()) | changes)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"v":4,"job":' * 9_999, "not JSON"),
        (changed(v=0), "version 0"),
        (changed(v=True), "version True"),
        (changed(v="5"), "version '5'"),
        (changed(job="list"), "'list'"),
        (changed(url=7), "url is 7"),
        (changed(source=None), "fields are wrong"),
        (changed(source={"id": 1}), "fields are wrong"),
        (changed(source={"id": "1", "name": "x", "channel": "feed"}), "source's id is '1'"),
        (
            changed(source={"id": 1, "name": "x", "channel": "feed", "headers": []}),
            "source's headers is",
        ),
        ('{"v":1,"job":"page"}', "fields are wrong"),
    ],
)
def test_a_job_that_cannot_be_read_says_why_and_keeps_its_body(body: str, says: str) -> None:
    with pytest.raises(BadJob, match=says) as caught:
        PageJob.from_json(body)
    assert caught.value.body == body


def test_a_job_of_the_version_before_is_read_with_the_defaults_of_newer_fields() -> None:
    older = {
        "v": 2,
        "job": "page",
        "run_id": "r",
        "source": {
            "id": 3,
            "name": "晨报",
            "channel": "list",
            "host": "",
            "secure": False,
            "wrapper": "360",
        },
        "url": "http://a.example/1",
        "key": "k",
        "collected": 1.5,
        "kind": "article",
        "forced": False,
    }
    job = PageJob.from_json(json.dumps(older))
    assert job.source == SourceSpec(id=3, name="晨报", channel="list", result_parser="360")
    assert (job.url, job.keyword, job.content, job.extra) == ("http://a.example/1", "", "", {})


FIELD_NAMES = st.text(min_size=1).filter(lambda name: name not in known_names())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(newer=st.dictionaries(FIELD_NAMES, JSON), of_source=st.dictionaries(FIELD_NAMES, JSON))
def test_fields_of_newer_programs_are_kept_and_passed_on(
    newer: dict[str, Any], of_source: dict[str, Any]
) -> None:
    """A job that replaces another one, and the page jobs of a list, carry what this program does
    not know.
    """
    known = json.loads(PAGE.to_json())
    of_source = {
        name: value
        for name, value in of_source.items()
        if name not in SourceSpec.__dataclass_fields__
    }
    of_source.pop("wrapper", None)
    job = PageJob.from_json(
        json.dumps({**newer, **known, "source": {**of_source, **known["source"]}})
    )
    assert replace(job, extra={}, source=replace(job.source, extra={})) == PAGE
    following = json.loads(replace(job, url="http://b.example/2", hops=1).to_json())
    assert {name: following[name] for name in newer} == newer
    assert {name: following["source"][name] for name in of_source} == of_source


JOBLIKE = st.dictionaries(st.sampled_from([*known_names(), "x"]), JSON)


@given(body=st.text() | (JSON | JOBLIKE).map(json.dumps))
def test_whatever_comes_is_a_job_or_a_clear_error(body: str) -> None:
    for kind in (ListJob, PageJob):
        try:
            job = kind.from_json(body)
        except (BadJob, NewerJob):
            continue
        assert kind.from_json(job.to_json()) == job


@pytest.mark.parametrize(
    "body", [changed(v=VERSION + 1), changed(v=VERSION + 7, url=7, job="poem")]
)
def test_a_job_of_a_newer_version_is_left_to_newer_programs_unread(body: str) -> None:
    with pytest.raises(NewerJob, match=f"reads versions up to {VERSION}") as caught:
        PageJob.from_json(body)
    assert caught.value.version > VERSION


def test_defaults_are_not_written_so_that_older_programs_need_not_know_the_fields() -> None:
    spec = SourceSpec(id=1, name="n", channel="feed")
    written = json.loads(ListJob(run_id="r", source=spec, url="u").to_json())
    assert written == {
        "v": VERSION,
        "job": "list",
        "run_id": "r",
        "url": "u",
        "source": {"id": 1, "name": "n", "channel": "feed"},
    }

"""A source is defined in one place: every shape and file has exactly the fields of that
definition.
"""

import csv
import io
import json
from dataclasses import fields
from typing import Any

import pytest
from lxml import etree

from scheduler.jobs import ListJob, SourceSpec
from scheduler.planner import plan
from storage.database.port import SourceRecord
from storage.database.sources.fields import FieldKind
from storage.database.sources.source_config import (
    GROUPS,
    JobConfig,
    SourceConfig,
    all_selectors,
    attributes,
    own_fields,
    plain_values,
    source_fields,
    typed_values,
    value_of,
)

SOURCE_FIELDS = source_fields()
NAMES = set(SOURCE_FIELDS)
# Values that the fields of channels do not have by default.
_OTHER: dict[FieldKind, Any] = {
    FieldKind.TEXT: "12",
    FieldKind.LIST: ("example.org",),
    FieldKind.FLAG: True,
}
# A valid source in which no field has its default.
FULL = SourceConfig(
    name="Full",
    channel="search",
    address="https://example.org/?q={keyword}",
    result_parser="generic",
    selectors={"result": "li"},
    keywords=("bank",),
    keyword_lists=("Banks",),
    of_channel={name: _OTHER[field.kind] for name, field in own_fields().items()},
    patterns=(r"/a\d+",),
    interval_seconds=60,
    longest_interval_seconds=3600,
    enabled=False,
    priority=1,
    max_pages=2,
    tags=("x",),
    pace_seconds=2.5,
    pages_a_day=500,
    obey_robots=False,
    headers={"Accept": "text/html"},
    proxy="http://proxy.example.org:3128",
    charset="gb18030",
    time_zone="Asia/Kathmandu",
    require_date=True,
    comments=True,
    archive=True,
    former_hosts=("old.example.org",),
    render="always",
    revisit="auto",
    folder="Banks",
    region="Nepal",
    language="ne",
    owner="anna",
)
FORMER = plain_values(FULL) | {"wrapper": FULL.result_parser}
del FORMER["result_parser"]


def test_this_file_has_a_value_for_every_field() -> None:
    same = [name for name, field in SOURCE_FIELDS.items() if value_of(FULL, name) == field.default]
    assert same == []
    of_core = NAMES - own_fields().keys()
    assert {each.name for each in fields(SourceConfig)} == of_core | {"of_channel"}
    assert {field.rules.group for field in SOURCE_FIELDS.values()} == set(GROUPS)


def test_records_and_jobs_have_the_fields_and_what_identifies_them() -> None:
    assert {each.name for each in fields(SourceRecord)} - NAMES == {
        "id",
        "rhythm",
        "changed",
        "of_channel",
    }
    carried = {each.name for each in fields(JobConfig)}
    assert {each.name for each in fields(SourceSpec)} - carried == {
        "id",
        "host",
        "secure",
        "visited_since",
        "extra",
    }
    (job,) = plan(SourceRecord(id=7, **attributes(FULL)), "run")
    assert {name: getattr(job.source, name) for name in carried} == attributes(FULL, JobConfig)
    assert (job.source.id, job.source.host, job.source.secure) == (7, "example.org", True)
    assert set(json.loads(job.to_json())["source"]) == carried | {"id", "host", "secure"}
    assert ListJob.from_json(job.to_json()) == job


def test_a_job_queued_under_former_names_is_read() -> None:
    (job,) = plan(SourceRecord(id=7, **attributes(FULL)), "run")
    former = json.loads(job.to_json()) | {"v": 1}
    former["source"]["wrapper"] = former["source"].pop("result_parser")
    assert ListJob.from_json(json.dumps(former)) == job


def test_json_and_back() -> None:
    assert SourceConfig(**typed_values(json.loads(json.dumps(plain_values(FULL))))) == FULL
    assert SourceConfig(**typed_values(FORMER)) == FULL


@pytest.mark.usefixtures("tables")
def test_the_table_has_a_column_of_the_same_kind_length_and_default_for_every_field() -> None:
    from django.db import models

    from storage.database.models import Source

    types: dict[FieldKind, tuple[type[models.Field[Any, Any]], ...]] = {
        FieldKind.TEXT: (models.CharField, models.TextField),
        FieldKind.LIST: (models.JSONField, models.ManyToManyField),
        FieldKind.PAIRS: (models.JSONField,),
        FieldKind.FLAG: (models.BooleanField,),
        FieldKind.WHOLE: (models.PositiveIntegerField, models.PositiveSmallIntegerField),
        FieldKind.NUMBER: (models.FloatField,),
    }
    for name, field in SOURCE_FIELDS.items():
        if field.is_of_channel:
            continue
        column = Source._meta.get_field(name)
        assert isinstance(column, types[field.kind])
        assert isinstance(column, models.ManyToManyField) != field.rules.is_column
        assert type(column) is not models.CharField or column.max_length == field.rules.max_length
        if field.rules.is_column and not field.required:
            default = column.get_default()
            assert (tuple(default) if field.kind is FieldKind.LIST else default) == field.default, (
                name
            )


@pytest.mark.usefixtures("tables")
def test_what_is_stored_comes_back_whole_and_is_in_the_audit() -> None:
    from storage.database.models import AuditEntry
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source, get_source

    save_keyword_list("Banks", ["rate"], "anna")
    add_source(FULL, "anna")
    stored = get_source("Full")
    assert stored.config() == FULL
    assert attributes(stored.record()) == attributes(FULL) | {
        "keywords": ("bank", "rate"),
        "keyword_lists": (),
    }
    assert set(AuditEntry.objects.get(kind="source").after or ()) == NAMES


@pytest.mark.usefixtures("tables")
def test_a_version_kept_under_former_names_is_restored() -> None:
    from storage.database.models import AuditEntry
    from storage.database.sources.history import restore
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source, delete_source
    from storage.database.sources.versions import entry_differences

    save_keyword_list("Banks", ["rate"], "anna")
    delete_source(add_source(FULL, "anna").pk, "anna")
    entry = AuditEntry.objects.get(action="delete")
    entry.before = FORMER
    entry.save()
    assert restore(entry.pk, "anna").source.config() == FULL
    added = AuditEntry(kind="source", action="add", after=FORMER)
    assert "result_parser" in {each.field for each in entry_differences(added)}


def test_files_have_a_column_or_attribute_for_every_field_and_accept_former_names() -> None:
    from storage.database.sources.csv_file import csv_rows, write_csv
    from storage.database.sources.opml_file import NAMESPACE, opml_rows, write_opml
    from storage.database.sources.rows import FileRow

    table, outlines = write_csv([FULL]).decode("utf-8-sig"), write_opml([FULL])
    assert next(csv.reader(io.StringIO(table))) == list(SOURCE_FIELDS)
    (outline,) = etree.fromstring(outlines).iter("outline")
    own = {str(name) for name in outline.attrib if str(name).startswith(f"{{{NAMESPACE}}}")}
    assert own == {f"{{{NAMESPACE}}}{name}" for name in NAMES - {"name"}}
    former = [
        *csv_rows(table.replace("result_parser", "wrapper").encode()),
        *opml_rows(outlines.replace(b"newsloom:result_parser", b"newsloom:wrapper")),
    ]
    for row in former:
        assert isinstance(row, FileRow)
        assert set(row.cells) == NAMES
        assert row.cells["result_parser"] == "generic"


def test_the_form_shows_every_field_once_with_a_label_and_makes_the_same_source_of_it() -> None:
    from webui.source_fields import source_choices
    from webui.sources.forms.source import HELP, SourceForm

    assert set(HELP) | source_choices().keys() == NAMES - own_fields().keys()
    form = SourceForm(lists=["Banks"], config=FULL)
    groups = [*form.groups().values(), *(fields for _, _, fields in form.channel_groups())]
    shown = [field.name for fields in groups for field in fields]
    assert sorted(shown) == sorted(
        NAMES - {"selectors"} | {f"selector_{name}" for name in all_selectors()}
    )
    assert all(str(field.label) for fields in groups for field in fields)
    data = {name: form[name].field.prepare_value(form[name].value()) for name in shown}
    sent = SourceForm(
        {name: value for name, value in data.items() if value not in (None, False)},
        lists=["Banks"],
        config=FULL,
    )
    assert sent.is_valid(), sent.errors
    assert sent.config() == FULL
    assert sent.visit_config() == FULL


def test_the_api_takes_and_gives_every_field_and_takes_former_names() -> None:
    from webui.api.schemas import SourceIn, SourceOut

    assert set(SourceIn.model_fields) == NAMES
    state = {"id", "pause_reason", "next_visit", "last_visit", "last_success", "state"}
    assert set(SourceOut.model_fields) == NAMES | state
    for given in (plain_values(FULL), FORMER):
        content: Any = SourceIn.model_validate(given)
        assert SourceConfig(**typed_values(content.model_dump())) == FULL
    described = SourceIn.model_json_schema()["properties"]
    assert set(described) == NAMES
    assert all(each["description"] for each in described.values())


def test_the_command_line_takes_every_field_but_whether_it_is_enabled() -> None:
    from console.commands.source import add

    assert {parameter.name for parameter in add.params} == NAMES - {"enabled"}

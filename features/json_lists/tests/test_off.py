"""Sources with lists in JSON while the feature is off: they are kept, are not read, and say why."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

OFF = "all,-json_lists"
_ADD = """
from dataclasses import replace
from storage.database.sources.sources import add_source
from tests.unit.webui.samples import draft

listed = replace(draft("Listed"), channel="json", patterns=(), selectors={"link": "/n/{id}"})
add_source(listed, "anna")
found = replace(
    listed, name="Found", channel="search", result_parser="json", keywords=("flood",),
    address="https://find.example/?q={keyword}",
)
add_source(found, "anna")
"""
_READ = """
import asyncio
import os

from crawler.list_job import ListJobHandler
from scheduler.planner import plan
from storage.database.models import Source
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher, answer
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores

settings = Settings.from_mapping(os.environ)

class Web(FakeFetcher):
    async def fetch(self, url, **_):
        return answer(url, '[{"id": 7, "title": "One morning in Ostvik"}]', "application/json")

async def read(job):
    async with worker_stores(settings) as (ports, parsers):
        handler = ListJobHandler(settings, ports, Web(), parsers, worker_knowledge(ports))
        return await handler.run(job)

for source in Source.objects.order_by("pk"):
    [job] = plan(source.record(), "run")
    done = asyncio.run(read(job))
    print(source.name, done.outcome, done.detail)
"""
_SHOW = """
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from storage.database.models import Source

user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
form = client.get("/sources/add/").content.decode()
print([word for word in ("JMESPath", "List in JSON", '"json"') if word in form])
for source in Source.objects.all():
    for path in (f"/sources/{source.pk}/edit/", f"/sources/{source.pk}/"):
        print(client.get(path).status_code)
    print(source.config().selectors)
print([each["channel"] for each in client.get("/api/v1/sources").json()["sources"]])
rows = b"name,channel,address\\nA,json,https://a.example/"
refused = client.post("/sources/import/", {"file": SimpleUploadedFile("s.csv", rows)})
print("Features that are off and bring channels: json_lists." in refused.content.decode())
exported = client.get("/sources/export.csv").content
back = client.post("/sources/import/", {"file": SimpleUploadedFile("s.csv", exported)})
page = " ".join(back.content.decode().split())
print(back.status_code, "Unchanged (2)" in page)
print("Sources of channels that are off here (json) stay as they are" in page)
print("because the feature of their channel is off: 1" in client.get("/monitor/").content.decode())
"""


def test_they_are_kept_and_not_read_and_say_why(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    run_code(_ADD, tmp_path)
    off = "features that are off: json_lists"
    assert run_code(_READ, tmp_path, OFF).splitlines() == [
        f"Listed channel_off no feature that is on has the channel 'json'; {off}",
        f"Found channel_off no feature that is on has the result parser 'json'; {off}",
    ]
    kept = ["200", "200", "{'link': '/n/{id}'}"]
    assert run_code(_SHOW, tmp_path, OFF).splitlines() == [
        "[]",
        *kept,
        *kept,
        "['search', 'json']",
        "True",
        "200 True",
        "True",
        "True",
    ]
    back = [line.split()[:2] for line in run_code(_READ, tmp_path).splitlines()]
    assert back == [["Listed", "listed"], ["Found", "listed"]]

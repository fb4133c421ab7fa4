"""Sources with mailboxes while newsletters are off: they are kept, are not read, and say why."""

import json
import zipfile
from pathlib import Path

from tests.checkouts import ROOT, bring_up_to_date, run_code, run_in

OFF = "all,-newsletters"
_ADD = """
from features.newsletters.tests.test_sources import STORED
from storage.database.sources.sources import add_source

print(add_source(STORED, "anna").pk)
"""
_READ = """
import asyncio
import os

from crawler.list_job import ListJobHandler
from crawler.parsing import Parsers
from scheduler.planner import plan, seal_headers
from storage.database.models import Source
from storage.sealing import HeaderSeal
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores

settings = Settings.from_mapping(os.environ)
[job] = plan(Source.objects.get().record(), "run")
print(seal_headers(job.source, HeaderSeal(settings.secret)).of_channel)

async def read():
    ports, parsers = worker_stores(settings), Parsers()
    handler = ListJobHandler(settings, ports, FakeFetcher(), parsers, worker_knowledge(ports))
    done = await handler.run(job)
    parsers.close()
    return done

done = asyncio.run(read())
print(done.outcome)
print(done.detail)
"""
_SHOW = """
from django.contrib.auth.models import Group, User
from django.test import Client
from storage.database.models import Source
from storage.database.sources.sources import set_enabled

user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost")
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
form = client.get("/sources/add/").content.decode()
print("newsletter" in form, "mail_user" in form)
source = Source.objects.get()
for path in (f"/sources/{source.pk}/edit/", f"/sources/{source.pk}/", "/sources/", "/monitor/"):
    print(client.get(path).status_code)
page = client.get("/monitor/").content.decode()
print("because the feature of their channel is off: 1" in page, "are off: newsletters" in page)
set_enabled(source.pk, False, "anna", "moved")
kept = Source.objects.get()
print(kept.enabled, sorted(kept.of_channel))
"""
_NAME = """
from storage.database.models import Source

print(Source.objects.get().name)
"""
_BACK = """
from features.newsletters.tests.test_sources import STORED
from dataclasses import replace
from storage.database.models import Source

print(Source.objects.get().config() == replace(STORED, enabled=False))
"""


def test_they_are_kept_and_not_read_and_say_why(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    run_code(_ADD, tmp_path)
    of_channel, outcome, detail = run_code(_READ, tmp_path, OFF).splitlines()
    assert of_channel == "{}", "what may be secret is in no job"
    assert outcome == "channel_off"
    assert detail == (
        "no feature that is on has the channel 'newsletter'; features that are off: newsletters"
    )
    name = run_code(_NAME, tmp_path, OFF).strip()
    tried = run_in(
        ROOT, "newsloom.py", "source", "test", name, home=tmp_path, NEWSLOOM_FEATURES=OFF
    )
    assert tried.returncode == 1
    assert "the channel newsletter of this source is switched off" in tried.stderr
    shown = run_code(_SHOW, tmp_path, OFF).splitlines()
    assert shown == [
        "False False",
        *["200"] * 4,
        "True True",
        "False ['mail_password', 'mail_senders', 'mail_user']",
    ]
    assert run_code(_BACK, tmp_path) == "True\n"


def test_backups_keep_them_and_restore_says_that_they_are_not_read(tmp_path: Path) -> None:
    first, second, file = tmp_path / "first", tmp_path / "second", tmp_path / "backup.zip"
    secret = {"NEWSLOOM_SECRET_KEY": "x" * 50}
    run_in(ROOT, "newsloom.py", "migrate", home=first, **secret).check_returncode()
    code = f"from webui.wsgi import set_up; set_up(){_ADD}"
    run_in(ROOT, "-c", code, home=first, **secret).check_returncode()
    off = {**secret, "NEWSLOOM_FEATURES": OFF}
    run_in(ROOT, "newsloom.py", "backup", str(file), home=first, **off).check_returncode()
    rows = zipfile.ZipFile(file).read("configuration.jsonl").decode().splitlines()
    [row] = [each for each in map(json.loads, rows) if each["model"] == "configuration.source"]
    assert row["fields"]["of_channel"].startswith("sealed:")
    restored = run_in(ROOT, "newsloom.py", "restore", str(file), home=second, **off)
    assert restored.returncode == 0, restored.stderr
    said = "are not read, because their feature is off here: 1 of the channel newsletter"
    assert said in restored.stdout
    doctor = run_in(ROOT, "newsloom.py", "doctor", home=second, **off).stdout
    assert "not read, because their feature is off: 1 of the channel newsletter" in doctor
    back = run_in(ROOT, "-c", code.replace(_ADD, _CONFIG), home=second, **secret)
    assert back.stdout == "True\n", back.stderr


_CONFIG = """
from features.newsletters.tests.test_sources import STORED
from storage.database.models import Source

print(Source.objects.get().config() == STORED)
"""

"""What Newsloom does while storylines, or the stories that they need, are off."""

import json
from pathlib import Path

import pytest

from tests.checkouts import bring_up_to_date, run_code

_FOLLOW = """
from django.contrib.auth.models import Group, User
from features.storylines.following import follow
from features.storylines.models import Chapter
from features.storylines.tests.samples import NOW, QUAKE, keep

user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
[first, _] = keep(None, "quake", QUAKE, 20)
Chapter.objects.create(story=first.id, storyline=first.id, first=NOW, last=NOW)
follow(user, first.id, "en", has_mail_server=False)
"""
_LOOK = """
import json
from django.contrib.auth.models import User
from django.test import Client
from features.storylines.tests.samples import QUAKE
from hooks.process import features
from storage.keys import url_key
from webui.apps import stores

client = Client(SERVER_NAME="localhost")
client.force_login(User.objects.get(username="anna"), "django.contrib.auth.backends.ModelBackend")
story = f"/stories/{url_key('https://agency.example/quake')}/"
paths = ("/names/", "/stories/", story, "/storylines/", "/api/v1/storylines")
answers = {path: client.get(path) for path in paths}
loops = features().ask_for_all("alert_loops", settings=stores().settings, stores=stores())
print(json.dumps({
    "statuses": [each.status_code for each in answers.values()],
    "leading": [path for path in paths[:3] if "/storylines/" in answers[path].content.decode()],
    "loops": [type(each).__name__ for each in loops if "storylines" in type(each).__module__],
}))
"""
_LEFT = """
from features.storylines.models import Follow
print([each.owner.username for each in Follow.objects.all()])
"""


@pytest.mark.parametrize(
    ("off", "story"),
    [("all,-storylines", 200), ("all,-stories,-assistant,-hot_words,-first_tasks", 404)],
)
def test_nothing_leads_to_them_and_who_follows_stays(tmp_path: Path, off: str, story: int) -> None:
    bring_up_to_date(tmp_path)
    run_code(_FOLLOW, tmp_path)
    gone = json.loads(run_code(_LOOK, tmp_path, off))
    assert gone == {"statuses": [200, story, story, 404, 404], "leading": [], "loops": []}
    bring_up_to_date(tmp_path)
    assert run_code(_LEFT, tmp_path) == "['anna']\n"
    there = json.loads(run_code(_LOOK, tmp_path))
    assert there["statuses"] == [200] * 5
    assert "/names/" in there["leading"], "the tabs of Explore"
    assert there["loops"] == ["ChapterLoop", "FollowerLoop"]

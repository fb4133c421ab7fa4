"""While the feature is off, nothing leads to it, no message is sent, and who subscribed stays."""

from pathlib import Path

from tests.checkouts import bring_up_to_date, run_code

_OFF = "all,-event_subscriptions"
_SUBSCRIBE = """
from django.contrib.auth.models import Group, User
from features.event_subscriptions.store import set_event_feed

for name in ("anna", "ben"):
    user = User.objects.create_user(name)
    user.groups.add(Group.objects.get(name="ops"))
    set_event_feed(user, wanted=True, language="en")
"""
_SHOW = """
from django.contrib.auth.models import User
from django.test import Client
from hooks.process import features
from webui.apps import stores

client = Client(SERVER_NAME="localhost")
client.force_login(User.objects.get(username="anna"), "django.contrib.auth.backends.ModelBackend")
page = client.get("/monitor/events/")
said = page.content.decode()
print(page.status_code, [word for word in ("Notifications", "Feed", "copy.js") if word in said])
print(client.get("/monitor/events/notifications/").status_code)
loops = features().ask_for_all("alert_loops", settings=stores().settings, stores=stores())
print([type(each).__name__ for each in loops if type(each).__name__ == "Notifier"])
"""
_LEFT = """
from features.event_subscriptions.models import EventSubscription
print([each.owner.username for each in EventSubscription.objects.all()])
"""


def test_nothing_leads_to_it_and_subscriptions_stay(tmp_path: Path) -> None:
    bring_up_to_date(tmp_path)
    run_code(_SUBSCRIBE, tmp_path)
    assert run_code(_SHOW, tmp_path, _OFF).splitlines() == ["200 []", "404", "[]"]
    run_code(
        "from django.contrib.auth.models import User; User.objects.get(username='ben').delete()",
        tmp_path,
        _OFF,
    )
    bring_up_to_date(tmp_path)
    assert run_code(_LEFT, tmp_path) == "['anna']\n"
    on = run_code(_SHOW, tmp_path).splitlines()
    assert on == ["200 ['Notifications', 'Feed', 'copy.js']", "200", "['Notifier']"]

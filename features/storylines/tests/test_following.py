"""Who follows storylines is told once when a chapter begins."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from features.storylines.tests.samples import ARREST, NOW, QUAKE, TOLL, keep
from features.storylines.tests.test_pages import make_chapters, storyline, text_of
from notify.errors import NoAnswer

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from notify.message import Message
    from watch.stores import Stores

Browse = Callable[..., "Client"]
Sent = list[tuple[str, str, "Message"]]
HOOK = "https://hook.example/x"

__all__ = ["storyline"]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What was sent: way, address, message."""
    from notify.messenger import Messenger

    found: Sent = []
    monkeypatch.setattr(
        Messenger,
        "send",
        lambda _self, way, target, message, _secret: found.append((way, target, message)),
    )
    return found


def tell(ports: "Stores", hours: float = 0) -> None:
    from features.storylines.telling import FollowerLoop

    for _part in FollowerLoop(ports).parts(NOW + timedelta(hours=hours)):
        pass


def go_on(ports: "Stores", name: str = "fourth", days: float = 2, **fields: Any) -> None:
    """Let a chapter begin."""
    keep(ports, name, "Corvane starts to rebuild its old centre", days, **fields)
    make_chapters(ports)


def user_of(client: "Client") -> "User":
    from django.contrib.auth import get_user

    user: User = get_user(client)  # type: ignore[assignment]
    return user


def follow(client: "Client", storyline: str, **fields: str) -> str:
    answer = client.post(f"/storylines/{storyline}/follow/", fields, follow=True)
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def choose(client: "Client", channel: str = "webhook", target: str = HOOK) -> None:
    fields = {"channel": channel, "target": target}
    assert client.post("/storylines/notifications/", fields).status_code == 302


def test_one_click_follows_as_the_newest_alert_tells(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    from storage.database.models import SavedSearch

    client = browse("analyst")
    SavedSearch.objects.create(owner=user_of(client), name="A", alert="slack", target=HOOK)
    assert "when a chapter begins, to Slack" in follow(client, storyline)
    assert "Unfollow" in text_of(client, f"/storylines/{storyline}/")
    assert QUAKE in text_of(client, "/storylines/?followed=1")
    tell(ports)
    assert sent == [], "who begins to follow knows the chapters so far"
    go_on(ports)
    tell(ports)
    [(way, target, message)] = sent
    assert (way, target) == ("slack", HOOK)
    assert message.subject == "Newsloom: a new chapter: Corvane starts to rebuild its old centre"
    assert f"New chapter of: {QUAKE}" in message.text
    assert f"/storylines/{storyline}/" in message.text


def test_without_an_alert_mail_goes_to_the_users_address(
    browse: Browse, storyline: str, ports: "Stores"
) -> None:
    from features.storylines.following import follow as follow_as
    from features.storylines.following import follower_of

    user = user_of(browse("analyst"))
    user.email = "anna@example.org"
    user.save()
    assert follow_as(user, storyline, "en", has_mail_server=True)
    follower = follower_of(user)
    assert (follower.channel, follower.target) == ("mail", "anna@example.org")


def test_who_has_no_way_is_asked_for_one(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    client = browse("analyst")
    assert "You follow this storyline. Choose how Newsloom tells you." in follow(client, storyline)
    go_on(ports)
    tell(ports)
    assert sent == []
    choose(client)
    tell(ports)
    assert [target for _, target, _ in sent] == [HOOK]


def test_a_wrong_address_is_refused_and_nothing_changes(browse: Browse, storyline: str) -> None:
    client = browse("analyst")
    choose(client)
    fields = {"channel": "webhook", "target": "hook"}
    answer = client.post("/storylines/notifications/", fields)
    assert answer.status_code == 422
    assert HOOK in client.get("/storylines/notifications/").content.decode()


def test_no_chapter_is_told_twice(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    """Not in a later round, nor when the stories are built again, nor when its lines change."""
    from features.stories.tests.samples import forget_stories
    from features.storylines.models import Chapter

    client = browse("analyst")
    choose(client)
    follow(client, storyline)
    go_on(ports)
    tell(ports)
    tell(ports, 1)
    Chapter.objects.update(documents=0)
    make_chapters(ports)
    tell(ports, 2)
    forget_stories()
    make_chapters(ports)
    for name, title, days in (("quake", QUAKE, 20), ("toll", TOLL, 13), ("arrest", ARREST, 4)):
        keep(ports, name, title, days)
    go_on(ports)
    tell(ports, 3)
    assert len(sent) == 1
    go_on(ports, "fifth", 1.5)
    tell(ports, 4)
    assert len(sent) == 2


def test_a_chapter_that_waits_to_be_compared_is_not_passed_over(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    from features.storylines.models import Chapter

    client = browse("analyst")
    choose(client)
    follow(client, storyline)
    go_on(ports)
    go_on(ports, "fifth", 1.5)
    # As an erasure leaves a chapter whose lines quoted the document.
    [first, _] = Chapter.objects.order_by("-first")[:2][::-1]
    Chapter.objects.filter(pk=first.pk).update(documents=0)
    tell(ports)
    assert sent == []
    make_chapters(ports)
    tell(ports, 1)
    [(_, _, message)] = sent
    assert "2 new chapters" in message.subject


def test_a_chapter_whose_first_report_goes_is_not_told_again(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    from features.stories.public import Story

    client = browse("analyst")
    choose(client)
    follow(client, storyline)
    go_on(ports)
    tell(ports)
    newest = Story.objects.order_by("-first")[0]
    Story.objects.filter(pk=newest.pk).update(first=newest.last, documents=3)
    make_chapters(ports)
    tell(ports, 1)
    assert len(sent) == 1


def test_a_follower_of_many_storylines_asks_the_database_as_often_as_one_of_one(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from features.storylines.models import Follow

    client = browse("analyst")
    choose(client)
    follow(client, storyline)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            tell(ports)
        return len(queries)

    before = asked()
    for number in range(20):
        Follow.objects.create(owner=user_of(client), storyline=f"{number:032x}", told=NOW)
    assert asked() == before


def test_a_clock_that_jumps_ahead_takes_nothing_from_who_follows(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    """Stories go by the clock, and are built again; what users follow is not."""
    from features.stories.tests.samples import forget_stories

    client = browse("analyst")
    choose(client)
    follow(client, storyline)
    make_chapters(ports, days=100)
    assert QUAKE in text_of(client, "/storylines/?followed=1")
    forget_stories()
    make_chapters(ports, days=100)
    tell(ports, 100 * 24)
    for name, title, days in (("quake", QUAKE, 20), ("toll", TOLL, 13), ("arrest", ARREST, 4)):
        keep(ports, name, title, days)
    go_on(ports)
    tell(ports)
    assert len(sent) == 1


def test_what_ended_long_before_the_newest_chapter_is_followed_no_longer(
    browse: Browse, storyline: str, ports: "Stores"
) -> None:
    from features.storylines.models import Follow

    user = user_of(browse("analyst"))
    for gone, days in (("ended", 95), ("rests", 90)):
        Follow.objects.create(owner=user, storyline=gone, told=NOW - timedelta(days=days))
    tell(ports)
    assert set(Follow.objects.values_list("storyline", flat=True)) == {"rests"}


def test_a_storyline_whose_chapters_have_gone_is_not_there(browse: Browse, storyline: str) -> None:
    """Also if they go just before one follows."""
    from features.storylines.following import follow as follow_as
    from features.storylines.models import Chapter

    client = browse("analyst")
    assert client.post("/storylines/gone/follow/").status_code == 404
    with pytest.raises(Chapter.DoesNotExist):
        follow_as(user_of(client), "gone", "en", has_mail_server=False)


def test_a_message_that_is_not_delivered_is_sent_again_under_its_number(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    from notify.messenger import Messenger

    client = browse("analyst")
    choose(client)
    follow(client, storyline)
    go_on(ports)
    numbers = []

    def refuse(_self: object, _way: str, _to: str, message: "Message", _secret: str) -> None:
        numbers.append(message.number)
        raise NoAnswer("hook.example is away")

    with monkeypatch.context() as patched:
        patched.setattr(Messenger, "send", refuse)
        tell(ports)
        tell(ports)
        assert len(numbers) == 1, "it waits a minute"
    assert "was not delivered" in text_of(client, "/storylines/notifications/")
    tell(ports, 1)
    assert [message.number for _, _, message in sent] == numbers
    assert "was not delivered" not in text_of(client, "/storylines/notifications/")


def test_a_kill_between_two_followers_leaves_the_first_told_and_the_second_waiting(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    from features.storylines.telling import FollowerLoop

    for number in range(2):
        client = browse("analyst")
        choose(client, target=f"{HOOK}{number}")
        follow(client, storyline)
    go_on(ports)
    parts = iter(FollowerLoop(ports).parts(NOW))
    next(parts)
    next(parts)
    assert [target for _, target, _ in sent] == [f"{HOOK}0"]
    tell(ports)
    assert [target for _, target, _ in sent] == [f"{HOOK}0", f"{HOOK}1"]


def test_who_unfollows_or_may_no_longer_read_is_not_told(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent
) -> None:
    first, second = browse("analyst"), browse("analyst")
    for client in (first, second):
        choose(client)
        follow(client, storyline)
    assert "You no longer follow this storyline." in follow(first, storyline, end="1")
    user = user_of(second)
    user.groups.clear()
    go_on(ports)
    tell(ports)
    assert sent == []


def test_a_bug_with_one_follower_does_not_keep_the_others_waiting(
    browse: Browse, storyline: str, ports: "Stores", sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.storylines import following

    for number in range(2):
        client = browse("analyst")
        choose(client, target=f"{HOOK}{number}")
        follow(client, storyline)
    go_on(ports)
    may_follow = following.may_follow
    broken = user_of(client)

    def fail(user: "User") -> bool:
        if user == broken:
            raise ZeroDivisionError
        return may_follow(user)

    monkeypatch.setattr(following, "may_follow", fail)
    tell(ports)
    assert [target for _, target, _ in sent] == [f"{HOOK}0"]


def test_a_follower_follows_a_limited_number(
    browse: Browse, storyline: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.storylines import following

    monkeypatch.setattr(following, "MAX_FOLLOWED", 0)
    client = browse("analyst")
    assert "You follow 0 storylines already. Unfollow one first." in follow(client, storyline)
    assert "Unfollow" not in text_of(client, f"/storylines/{storyline}/")


def test_the_body_for_a_webhook_and_lines_of_many_lines() -> None:
    import json

    from features.storylines.messages import ToldChapter, body, subject, text

    chapter = ToldChapter(
        storyline="a",
        story="b",
        of='The "first"\nSubject: x',
        title="A\r\nB",
        first=NOW,
        news=["35\npeople"],
        url="https://newsloom.example/storylines/a/",
    )
    assert "\n" not in subject([chapter])
    assert text([chapter]).splitlines() == [
        'New chapter of: The "first" Subject: x',
        "A B",
        "- 35 people",
        "https://newsloom.example/storylines/a/",
    ]
    content = json.loads(body("n", [chapter]))
    assert content["delivery"] == "n"
    assert content["chapters"][0]["new"] == ["35\npeople"]
    assert text([chapter] * 50).rstrip().endswith("and 10 more")
    assert "50 new chapters" in subject([chapter] * 50)

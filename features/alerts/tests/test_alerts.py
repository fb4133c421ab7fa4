"""Alerts: what is new is told once, whatever breaks on the way, and what breaks is said."""

import hashlib
import hmac
import http.client
import json
import smtplib
import socket
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

import pytest

from features.alerts.tests.samples import draft
from notify.errors import ProblemText, shown_problem
from storage.errors import Unavailable
from testbed.servers.process import free_port
from tests.unit.webui.samples import article
from tests.unit.webui.sinks import mail_sink, web_sink

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from features.alerts.digest import Digest
    from features.alerts.runner import AlertRunner
    from storage.database.models import SavedSearch
    from watch.stores import Stores

MINUTE = timedelta(minutes=1)
LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture
def owner(tables: None) -> "User":
    from django.contrib.auth.models import Group, User

    user = User.objects.create_user("jane")
    user.groups.add(Group.objects.get(name="analyst"))
    return user


@pytest.fixture
def saved(owner: "User", ports: "Stores") -> Callable[..., "SavedSearch"]:
    def save(**fields: Any) -> "SavedSearch":
        from storage.database.searches.saved_searches import save_search

        # The web interface of these tests has no mail server: what it would refuse is kept here.
        return save_search(draft(**{"every_minutes": 1} | fields), owner)

    return save


@pytest.fixture
def sent() -> list["Digest"]:
    return []


@pytest.fixture
def alerts(ports: "Stores", sent: list["Digest"]) -> "AlertRunner":
    from features.alerts.runner import AlertRunner

    return AlertRunner(ports.settings, ports, lambda _search, digest: sent.append(digest))


def write(
    ports: "Stores", *names: str, collected: datetime | None = None, title: str = "A bank"
) -> None:
    at = collected or datetime.now(UTC) + MINUTE
    ports.documents().write(
        [article(f"https://example.org/{name}", f"{title} {name}", collected=at) for name in names]
    )


def later(minutes: float) -> datetime:
    return datetime.now(UTC) + timedelta(minutes=minutes)


def titles(sent: list["Digest"]) -> list[list[str]]:
    return [[document.title for document in digest.documents] for digest in sent]


def test_only_what_is_found_after_the_search_was_saved_is_told_and_only_once(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    write(ports, "old", collected=later(-5))
    saved()
    write(ports, "one", "two")
    write(ports, "other", title="A river")
    for minutes in (1, 2, 3):
        alerts.tick(later(minutes))
    assert [sorted(each) for each in titles(sent)] == [["A bank one", "A bank two"]]


def test_fewer_than_so_many_are_told_with_those_that_come_within_the_day(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    from features.alerts.runner import AlertRunner

    saved(mode="many", at_least=3)
    write(ports, "one", "two")
    alerts.tick(later(2))
    assert sent == []
    # Another process runs on: what waits is nowhere but in the stores.
    restarted = AlertRunner(ports.settings, ports, lambda _search, digest: sent.append(digest))
    write(ports, "three", collected=later(23 * 60))
    for runner, minutes in ((restarted, 0), (alerts, 1), (restarted, 2)):
        runner.tick(later(23 * 60 + minutes))
    assert [sorted(each) for each in titles(sent)] == [["A bank one", "A bank three", "A bank two"]]
    # It begins anew: what was told does not count with what comes.
    write(ports, "four", collected=later(23 * 60 + 5))
    alerts.tick(later(23 * 60 + 10))
    assert len(sent) == 1
    write(ports, "five", "six", "seven", collected=later(23 * 60 + 15))
    alerts.tick(later(23 * 60 + 20))
    assert [digest.total for digest in sent] == [3, 4]


def test_so_many_of_more_than_a_day_are_not_told(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    saved(mode="many", at_least=3)
    write(ports, "one")
    write(ports, "two", collected=later(13 * 60))
    write(ports, "three", collected=later(26 * 60))
    # After an outage of days, all are looked at together.
    alerts.tick(later(50 * 60))
    assert sent == []


def test_what_is_muted_does_not_count_among_so_many(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    from features.alerts.rule_store import save_rules
    from storage.database.searches.search import Search

    search = saved(mode="many", at_least=3)
    quiet = saved(name="Quiet", alert="none", target="", search=Search(text="river"))
    save_rules(quiet.pk, search.owner, {"mute": True})
    write(ports, "one", "two")
    write(ports, "three", title="A bank of a river")
    alerts.tick(later(2))
    assert sent == []


def test_an_edited_search_tells_what_is_found_from_then_on_and_nothing_again(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    from storage.database.searches.saved_searches import change_search
    from storage.database.searches.search import Search

    search = saved()
    write(ports, "old", title="A river", collected=later(-1))
    write(ports, "both", title="A river bank")
    alerts.tick(later(2))
    change_search(search.pk, search.owner, Search(text="river"))
    write(ports, "new", title="A river")
    write(ports, "gone", title="A bank")
    for minutes in (4, 6):
        alerts.tick(later(minutes))
    assert titles(sent) == [["A river bank both"], ["A river new"]]


def test_a_thread_found_long_ago_is_told_when_a_new_post_matches_and_only_once(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    found = later(-60 * 24 * 30)
    page = article("https://example.org/t/1", "Ferry talk", collected=found)
    page = replace(page, kind="thread", thread="t")
    ports.documents().write([page])
    saved()
    alerts.tick(later(1))
    ports.documents().write([replace(page, content="The bank pays.", changed=later(2))])
    for minutes in (3, 5, 60):
        alerts.tick(later(minutes))
    assert titles(sent) == [["Ferry talk"]]


def test_what_is_stored_late_is_told_although_it_was_found_before_the_last_run(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    saved()
    write(ports, "one", collected=later(50))
    alerts.tick(later(60))
    write(ports, "late", collected=later(10))
    alerts.tick(later(62))
    assert titles(sent) == [["A bank one"], ["A bank late"]]


def test_a_run_that_died_after_it_was_taken_loses_nothing(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    from features.alerts.store import claim_search

    search = saved()
    write(ports, "one")
    assert claim_search(search, later(1))
    assert not claim_search(search, later(1))
    alerts.tick(later(1))
    assert sent == []
    alerts.tick(later(3))
    assert titles(sent) == [["A bank one"]]


def test_a_clock_that_jumps_and_is_set_back_silences_no_alert(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    """A run while the database's clock is a month ahead must not move everything behind that
    month.
    """
    saved()
    alerts.tick(later(1))
    alerts.tick(later(30 * 24 * 60))
    alerts.tick(later(30 * 24 * 60 + 1))
    write(ports, "one", collected=later(3))
    alerts.tick(later(4))
    assert titles(sent) == [["A bank one"]]
    write(ports, "two", collected=later(4.5))
    alerts.tick(later(4.7))
    assert len(sent) == 1
    alerts.tick(later(6))
    assert titles(sent) == [["A bank one"], ["A bank two"]]


def test_a_search_saved_while_the_clock_was_ahead_reports_once_it_is_set_back(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    from storage.database.models import SavedSearch

    saved()
    SavedSearch.objects.update(notified_since=later(30 * 24 * 60), next_run=later(30 * 24 * 60))
    write(ports, "one", collected=later(1))
    alerts.tick(later(2))
    assert titles(sent) == [["A bank one"]]


def test_a_delivery_that_fails_is_sent_again_with_the_same_number_and_given_up_at_last(
    ports: "Stores", saved: Callable[..., "SavedSearch"], sent: list["Digest"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner
    from features.alerts.store import MAX_ATTEMPTS, backlog
    from hooks.answers import FailingAlert
    from notify.errors import NotDelivered

    def fail(_search: object, digest: "Digest") -> None:
        sent.append(digest)
        raise NotDelivered("the door is shut")

    saved()
    write(ports, "one")
    failing = AlertRunner(ports.settings, ports, fail)
    failing.tick(later(1))
    failing.tick(later(1.5))
    assert len(sent) == 1
    shut = ProblemText("the door is shut", {}).packed()
    assert backlog(later(0)).failing == [FailingAlert(search="Banks", owner="jane", problem=shut)]
    assert (backlog(later(10)).late, backlog(later(20)).late) == (0, 1)
    for attempt in range(MAX_ATTEMPTS + 3):
        failing.tick(later(2 + 300 * attempt))
    (delivery,) = Delivery.objects.all()
    assert len(sent) == MAX_ATTEMPTS == delivery.attempts
    assert {digest.delivery for digest in sent} == {delivery.pk}
    assert (delivery.next_attempt, delivery.delivered, shown_problem(delivery.error)) == (
        None,
        None,
        "the door is shut",
    )


def test_a_digest_shows_fifty_and_counts_all(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    saved()
    write(ports, *(f"n{number}" for number in range(70)))
    alerts.tick(later(1))
    (digest,) = sent
    assert (digest.total, len(digest.documents)) == (70, 50)


def test_a_stream_is_refused_and_said(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    from features.alerts import runner

    monkeypatch.setattr(runner, "MAX_MATCHES", 5)
    search = saved()
    write(ports, *(f"n{number}" for number in range(6)))
    alerts.tick(later(1))
    search.refresh_from_db()
    assert sent == []
    assert "Narrow the search" in shown_problem(search.problem)


def test_one_that_was_off_for_long_tells_what_is_new_although_too_many_match_since(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from features.alerts import runner
    from storage.database.models import SavedSearch

    monkeypatch.setattr(runner, "MAX_MATCHES", 5)
    search = saved()
    long_ago = later(0) - timedelta(days=30)
    SavedSearch.objects.filter(pk=search.pk).update(last_run=long_ago, notified_since=long_ago)
    write(ports, *(f"n{number}" for number in range(6)), collected=later(0) - timedelta(days=9))
    write(ports, "new")
    alerts.tick(later(1))
    search.refresh_from_db()
    assert (titles(sent), search.problem) == ([["A bank new"]], "")


def test_it_stops_cleanly_while_the_database_is_away(
    alerts: "AlertRunner", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.alerts import runner

    def away() -> datetime:
        raise Unavailable("the database", "it is away")

    monkeypatch.setattr(runner, "database_now", away)
    alerts.stop()
    alerts.run()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"never closed', "This quotation mark is not closed."),
        ("before:soon", "“soon” is not a date. Write it as"),
        ("100% of (", "This bracket is not closed."),
    ],
)
def test_a_query_that_cannot_be_read_is_said(
    saved: Callable[..., "SavedSearch"], alerts: "AlertRunner", text: str, said: str
) -> None:
    from storage.database.models import SavedSearch

    search = saved()
    # It could be read when it was saved, by an older version.
    SavedSearch.objects.update(criteria={"text": text})
    alerts.tick(later(1))
    search.refresh_from_db()
    assert shown_problem(search.problem).startswith(said)


def test_a_store_that_is_away_is_said_and_waited_for(
    ports: "Stores",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*_: object) -> None:
        raise Unavailable("Elasticsearch", "connection refused")

    search = saved()
    write(ports, "one")
    with monkeypatch.context() as patch:
        patch.setattr(type(ports.documents()), "export", away)
        alerts.tick(later(1))
    search.refresh_from_db()
    assert "connection refused" in search.problem
    alerts.tick(later(3))
    search.refresh_from_db()
    assert titles(sent) == [["A bank one"]]
    assert search.problem == ""


def test_who_may_not_search_any_more_is_told_nothing(
    ports: "Stores",
    owner: "User",
    saved: Callable[..., "SavedSearch"],
    alerts: "AlertRunner",
    sent: list["Digest"],
) -> None:
    search = saved()
    write(ports, "one")
    owner.groups.clear()
    alerts.tick(later(1))
    search.refresh_from_db()
    assert sent == []
    assert "no longer has the right to search" in search.problem


def test_mail_is_sent_and_tried_again(ports: "Stores", saved: Callable[..., "SavedSearch"]) -> None:
    from features.alerts.runner import AlertRunner

    busy = [True]
    with mail_sink(lambda: busy[0]) as (url, taken):
        settings = replace(ports.settings, smtp_url=url, mail_from="Newsloom <news@example.org>")
        role = AlertRunner(settings, ports)
        saved(language="zh-hans", name="银行")
        write(ports, "one")
        role.tick(later(1))
        assert taken == []
        busy[0] = False
        role.tick(later(3))
    (mail,) = taken
    assert (mail["To"], mail["From"]) == ("jane@example.org", "Newsloom <news@example.org>")
    assert mail["Subject"] == "银行：1 篇新文档"
    assert "A bank one" in mail.get_content()
    assert "https://example.org/one" in mail.get_content()
    assert "/search/?q=bank" in mail.get_content()


def test_a_line_break_in_a_name_adds_no_header(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:
    from features.alerts.runner import AlertRunner

    with mail_sink() as (url, taken):
        saved(name="Banks Bcc: all@example.org")
        from storage.database.models import SavedSearch

        SavedSearch.objects.update(name="Banks\r\nBcc: all@example.org")
        write(ports, "one")
        AlertRunner(replace(ports.settings, smtp_url=url), ports).tick(later(1))
    (mail,) = taken
    assert mail["Bcc"] is None


def test_without_a_mail_server_the_delivery_says_what_is_missing(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner

    saved()
    write(ports, "one")
    AlertRunner(ports.settings, ports).tick(later(1))
    assert "NEWSLOOM_SMTP_URL" in Delivery.objects.get().error


def test_webhooks_are_signed(ports: "Stores", saved: Callable[..., "SavedSearch"]) -> None:
    from features.alerts.runner import AlertRunner
    from features.alerts.tokens import webhook_secret

    with web_sink() as (url, taken):
        search = saved(alert="webhook", target=url)
        write(ports, "one")
        AlertRunner(replace(ports.settings, webhook_allow_networks=LOOPBACK), ports).tick(later(1))
    ((headers, content),) = taken
    told = json.loads(content)
    assert [document["title"] for document in told["documents"]] == ["A bank one"]
    assert told["delivery"] == headers["Newsloom-Delivery"]
    signed = f"{headers['Newsloom-Timestamp']}.".encode() + content
    expected = hmac.new(webhook_secret(search).encode(), signed, hashlib.sha256).hexdigest()
    assert headers["Newsloom-Signature"] == f"sha256={expected}"


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("http://127.0.0.1:9/", "private address"),
        ("http://127.0.0.1:9/", "NEWSLOOM_WEBHOOK_ALLOW_NETWORKS"),
        ("http://[::1]:9/", "private address"),
        ("http://[::ffff:10.0.0.1]/", "private address"),
        ("http://169.254.169.254/latest/", "private address"),
        ("http://localhost:9/", "private address"),
        ("http://no-such-host.invalid/", "no-such-host.invalid has no address"),
    ],
)
def test_private_networks_are_not_reached(
    ports: "Stores", saved: Callable[..., "SavedSearch"], target: str, why: str
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner

    saved(alert="webhook", target=target)
    write(ports, "one")
    # What workers may reach does not matter here.
    AlertRunner(replace(ports.settings, allow_networks=LOOPBACK), ports).tick(later(1))
    delivery = Delivery.objects.get()
    assert delivery.delivered is None
    assert why in shown_problem(delivery.error)


def test_who_listens_nowhere_is_told_without_numbers_of_errors(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner

    port = free_port()
    saved(alert="webhook", target=f"http://127.0.0.1:{port}/")
    write(ports, "one")
    AlertRunner(replace(ports.settings, webhook_allow_networks=LOOPBACK), ports).tick(later(1))
    told = shown_problem(Delivery.objects.get().error)
    assert told == f"Nothing accepts connections at port {port} of 127.0.0.1. Start the receiver."


def test_everybody_reads_in_their_language_why_a_delivery_failed(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:
    from django.test import Client
    from django.utils import translation

    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner

    search = saved(alert="webhook", target="http://127.0.0.1:9/")
    write(ports, "one")
    AlertRunner(ports.settings, ports).tick(later(1))
    stored = Delivery.objects.get().error
    assert "127.0.0.1 has the private address 127.0.0.1." in shown_problem(stored)
    with translation.override("zh-hans"):
        assert shown_problem(stored) == (
            "127.0.0.1 的地址 127.0.0.1 是内网地址。"
            "请管理员把所在网段加入 NEWSLOOM_WEBHOOK_ALLOW_NETWORKS。"
        )
    client = Client(SERVER_NAME="localhost")
    client.force_login(search.owner, "django.contrib.auth.backends.ModelBackend")
    for language, said in (("en", "has the private address"), ("zh-hans", "是内网地址")):
        page = client.get(f"/saved/{search.pk}/", headers={"accept-language": language})
        assert said in page.content.decode()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (socket.gaierror(-2, "Name or service not known"), "no.example 没有地址"),
        (TimeoutError("timed out"), "no.example 未及时响应"),
        (ConnectionResetError(104, "reset"), "no.example 中断了连接"),
        (http.client.RemoteDisconnected("x"), "no.example 中断了连接"),
        (smtplib.SMTPServerDisconnected("x"), "no.example 中断了连接"),
        (ConnectionRefusedError(111, "refused"), "no.example 的端口 25"),
    ],
)
def test_why_there_is_no_connection_is_no_english_of_a_library(error: Exception, said: str) -> None:
    from django.utils import translation

    from notify.errors import connection_problem

    problem = connection_problem(error, "no.example", 25)
    assert problem
    with translation.override("zh-hans"):
        assert said in shown_problem(problem.packed())


def test_every_way_but_none_has_a_target(ports: "Stores") -> None:
    from notify.targets import TARGETS
    from storage.database.models import MessageWay

    assert {*TARGETS, MessageWay.NONE} == set(MessageWay)


def test_a_way_that_is_not_known_is_no_other_way(
    ports: "Stores", saved: Callable[..., "SavedSearch"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner

    with web_sink() as (url, taken):
        search = saved(alert="slack", target=url)
        type(search).objects.update(alert="pager")
        write(ports, "one")
        AlertRunner(replace(ports.settings, webhook_allow_networks=LOOPBACK), ports).tick(later(1))
    assert taken == []
    assert "cannot send messages by “pager”" in shown_problem(Delivery.objects.get().error)


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("", ""),
        ("the hub has denied it", "the hub has denied it"),
        ("5", "5"),
        ('{"message": "%(why)s", "values": {"x": "1"}}',) * 2,
        ('{"message": "because of %(why)s", "values": {"why": "rain"}}', "because of rain"),
    ],
)
def test_what_is_no_packed_problem_is_shown_as_it_is(stored: str, shown: str) -> None:
    assert shown_problem(stored) == shown


@pytest.mark.parametrize("status", [302, 404, 500])
def test_redirects_are_not_followed_and_no_other_answer_is_a_success(
    ports: "Stores", saved: Callable[..., "SavedSearch"], status: int
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner

    with web_sink(lambda: status) as (url, taken):
        saved(alert="webhook", target=url)
        write(ports, "one")
        AlertRunner(replace(ports.settings, webhook_allow_networks=LOOPBACK), ports).tick(later(1))
    assert len(taken) == 1
    assert f"status {status}" in shown_problem(Delivery.objects.get().error)


def test_a_mistake_in_one_does_not_keep_the_others_waiting(
    ports: "Stores", saved: Callable[..., "SavedSearch"], sent: list["Digest"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner

    with mail_sink() as (url, taken):
        saved(target="jane@example.org\r\nBcc: all@example.org")
        saved(name="Good")
        write(ports, "one")
        AlertRunner(replace(ports.settings, smtp_url=url), ports).tick(later(1))
    assert [mail["To"] for mail in taken] == ["jane@example.org"]
    errors = Delivery.objects.values_list("error", flat=True)
    assert sorted(map(shown_problem, errors)) == [
        "",
        "Internal error (ValueError). Tell an administrator. The log has the details.",
    ]


def test_switching_an_alert_off_drops_what_was_not_sent(
    ports: "Stores", owner: "User", saved: Callable[..., "SavedSearch"]
) -> None:
    from features.alerts.models import Delivery
    from features.alerts.runner import AlertRunner
    from storage.database.searches.saved_searches import SearchDraft
    from storage.database.searches.search import Search
    from webui.search.services.saved_searches import save

    search = saved()
    write(ports, "one")
    AlertRunner(ports.settings, ports).tick(later(1))
    save(owner, SearchDraft(name="Banks", search=Search(text="bank")), search.pk)
    assert not Delivery.objects.exists()

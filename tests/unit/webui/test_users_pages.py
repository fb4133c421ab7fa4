"""Users, links for passwords, the audit log, and what becomes of sessions."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import compact, draft
from tests.unit.webui.test_saved_searches import feed_of, keep

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
NEW = {"new_password1": "battery staple 9", "new_password2": "battery staple 9"}


def user(name: str) -> "User":
    from django.contrib.auth.models import User

    return User.objects.get(username=name)


def log_in(client: "Client", name: str, password: str = NEW["new_password1"]) -> int:
    return int(client.post("/login/", {"username": name, "password": password}).status_code)


def link_in(answer: Any) -> str:
    (link,) = re.findall(r'value="http://localhost(/password/new/[^"]+)"', answer.content.decode())
    return str(link)


def invite(client: "Client", name: str = "lin", *groups: str) -> str:
    """Add a user; return the path of the link."""
    answer = client.post("/users/add/", {"username": name, "groups": list(groups or ["analyst"])})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return link_in(answer)


def use(client: "Client", link: str) -> int:
    """Open a link and set the password; return the last status."""
    opened = client.get(link)
    if opened.status_code != 302:
        assert "This link no longer works" in opened.content.decode()
        return int(opened.status_code)
    # The token is not in the address of the page that has the form.
    assert link.split("/")[-2] not in opened["Location"]
    return int(client.post(opened["Location"], NEW).status_code)


def test_a_new_user_sets_the_password_by_a_link_that_works_once(browse: Browse) -> None:
    admin, stranger = browse("admin"), browse("")
    link = invite(admin, "lin", "analyst", "operator")
    assert sorted(group.name for group in user("lin").groups.all()) == ["analyst", "operator"]
    assert "no password yet" in admin.get("/users/").content.decode()
    assert log_in(stranger, "lin", "") == log_in(stranger, "lin") == 200
    assert use(stranger, link) == 302
    assert stranger.get("/sources/").status_code == 200  # the link has logged the user in
    assert stranger.post("/logout/").status_code == 302
    assert log_in(stranger, "lin") == 302
    assert use(browse(""), link) == 200
    assert "just now" in admin.get("/users/").content.decode()


def test_links_of_others_and_made_up_ones_do_nothing(browse: Browse) -> None:
    admin = browse("admin")
    first, second = invite(admin, "ann"), invite(admin, "ben")
    mixed = "/".join([*first.split("/")[:4], second.split("/")[4], ""])
    for link in (mixed, "/password/new/AAAA/x-y/", "/password/new/MQ/set-password/"):
        assert use(browse(""), link) == 200
    admin.post(f"/users/{user('ann').pk}/", {"groups": ["analyst"]})
    assert use(browse(""), first) == 200


def test_a_new_link_ends_the_password_the_sessions_and_older_links(browse: Browse) -> None:
    admin, lin = browse("admin"), browse("")
    use(lin, invite(admin))
    log_in(lin, "lin")
    assert lin.get("/search/").status_code == 200
    older = link_in(admin.post(f"/users/{user('lin').pk}/password/"))
    newer = link_in(admin.post(f"/users/{user('lin').pk}/password/"))
    assert lin.get("/search/").status_code == 302
    assert log_in(browse(""), "lin") == 200
    assert use(browse(""), older) == 200
    assert use(browse(""), newer) == 302


def test_a_link_works_for_72_hours(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.auth.tokens import PasswordResetTokenGenerator

    made = PasswordResetTokenGenerator._now
    link = invite(browse("admin"))
    for hours, answer in ((72.1, 200), (71.9, 302)):
        later = timedelta(hours=hours)
        monkeypatch.setattr(
            PasswordResetTokenGenerator, "_now", lambda self, later=later: made(self) + later
        )
        assert use(browse(""), link) == answer


def test_passwords_are_hashed_with_argon2() -> None:
    from webui import settings

    assert settings.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"


def test_a_weak_password_is_refused_at_the_link(browse: Browse) -> None:
    stranger = browse("")
    page = stranger.get(invite(browse("admin")))["Location"]
    answer = stranger.post(page, {"new_password1": "short", "new_password2": "short"})
    assert answer.status_code == 422
    assert not user("lin").has_usable_password()


def test_groups_change_and_the_last_admin_stays(browse: Browse) -> None:
    admin = browse("admin")
    invite(admin)
    assert (
        admin.post(f"/users/{user('lin').pk}/", {"groups": ["ops"], "active": "on"}).status_code
        == 302
    )
    assert [group.name for group in user("lin").groups.all()] == ["ops"]
    me = user("admin-0")
    for sent in ({"groups": ["ops"], "active": "on"}, {"groups": ["admin"]}):
        answer = admin.post(f"/users/{me.pk}/", sent)
        assert answer.status_code == 422
        assert "is the last admin who can log in" in answer.content.decode()
    assert user("admin-0").is_active
    answer = admin.post(f"/users/{me.pk}/password/", follow=True)
    assert "Change your password on your account page" in answer.content.decode()
    assert admin.get("/users/99999/").status_code == 404


def test_who_may_not_log_in_is_out_at_once(browse: Browse) -> None:
    admin, lin = browse("admin"), browse("")
    use(lin, invite(admin))
    log_in(lin, "lin")
    admin.post(f"/users/{user('lin').pk}/", {"groups": ["analyst"]})
    assert lin.get("/search/").status_code == 302
    assert log_in(browse(""), "lin") == 200
    assert "cannot log in" in admin.get("/users/").content.decode()


def test_sessions_feeds_and_tokens_stay_ended_when_a_user_comes_back(
    browse: Browse, ports: "Stores"
) -> None:
    admin, lin = browse("admin"), browse("")
    use(lin, invite(admin))
    log_in(lin, "lin")
    feed = feed_of(lin, keep(lin))
    assert browse("").get(feed).status_code == 200
    made = lin.post(
        "/tokens/add/", {"name": "script", "scopes": ["SEARCH"], "days": "30"}
    ).content.decode()
    token = {"Authorization": f"Bearer {re.findall('nl_[A-Za-z0-9_-]{43}', made)[0]}"}
    assert browse("").get("/api/v1/documents", headers=token).status_code == 200
    admin.post(f"/users/{user('lin').pk}/", {"groups": ["analyst"]})
    admin.post(f"/users/{user('lin').pk}/", {"groups": ["analyst"], "active": "on"})
    assert lin.get("/search/").status_code == 302
    assert browse("").get(feed).status_code == 404
    assert browse("").get("/api/v1/documents", headers=token).status_code == 401
    assert admin.get("/users/").status_code == 200
    assert log_in(lin, "lin") == 302
    assert lin.get("/search/").status_code == 200


def test_the_audit_log_names_choices_as_their_forms_do(browse: Browse) -> None:
    admin = browse("admin")
    admin.post("/tokens/add/", {"name": "script", "scopes": ["ADD_SOURCES"], "days": "30"})
    invite(admin)
    admin.post(f"/users/{user('lin').pk}/", {"groups": ["ops"], "active": "on"})
    shown = " ".join(html_tree(admin.get("/users/audit/").content).text_content().split())
    for text in ("Rights added: Add sources", "Ops"):
        assert text in shown
    for code in ("ADD_SOURCES", "scopes"):
        assert code not in shown


def test_the_audit_log_words_codes_for_its_reader(browse: Browse, ports: "Stores") -> None:
    from storage.database.people.audit import record_operation
    from storage.database.sources.sources import add_source
    from storage.database.verdicts.thresholds import save_thresholds
    from watch.system.verdict_orders import THRESHOLDS

    add_source(draft("Courier", address="https://courier.example/feed"), "test")
    save_thresholds({"disk_share": 0.8, "lag_seconds": 1800.0}, THRESHOLDS, "test")
    chosen = "state=buried&tube=page&source=7&host=e.org&reason=timeout&age=1d&failed=1"
    # An entry of an earlier version keeps the words of whoever made the change.
    for subject in (chosen, "everything", "list", "Buried · Timeout"):
        record_operation("test", "retry jobs", "queue", subject, after={"jobs": 3})
    record_operation("test", "mute", "rule", "lag_high")
    wanted = {
        "en": (
            "Buried · Pages · #7 · e.org · Timeout · older than 1 d · failed before",
            "everything Queue",
            "Lists Queue",
            "Buried · Timeout Queue",
            "Storage delay is high Rule",
            "Disk in use, Median storage delay Rule",
            "now: 80%",
            "now: 30 min",
            "now: Feed",
        ),
        "zh-hans": (
            "已放弃 · 页面 · #7 · e.org · 超时 · 早于 1 天 · 曾失败",
            "入库延迟偏高",
            " 订阅源 ",
        ),
    }
    for language, texts in wanted.items():
        answer = browse("admin").get("/users/audit/", headers={"accept-language": language})
        shown = " ".join(html_tree(answer.content).text_content().split())
        for text in texts:
            assert text in shown, text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"username": "a b", "groups": ["ops"]}, "is not a valid user name"),
        ({"username": "ADMIN-0", "groups": ["ops"]}, "is already in use"),
        ({"username": "lin"}, "This field is required."),
        ({"username": "lin", "groups": ["boss"]}, "Select a valid choice."),
        ({"username": "x" * 151, "groups": ["ops"]}, "at most 150"),
    ],
)
def test_what_is_wrong_with_a_new_user(browse: Browse, sent: dict[str, Any], said: str) -> None:
    from django.contrib.auth.models import User

    answer = browse("admin").post("/users/add/", sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert User.objects.count() == 1


def test_the_audit_is_narrowed_by_author_kind_and_day(browse: Browse) -> None:
    from datetime import UTC, datetime

    from storage.database.models import AuditEntry
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source, delete_source

    admin = browse("admin")
    invite(admin)
    add_source(draft("Example <b>"), "omar")
    delete_source(add_source(draft("Gone"), "omar").pk, "omar")
    save_keyword_list("Banks", ["a"], "olga")
    AuditEntry.objects.filter(kind="keywordlist").update(
        at=datetime(2026, 3, 5, 23, 59, tzinfo=UTC)
    )

    def subjects(query: str) -> list[str]:
        page = compact(admin.get(f"/users/audit/?{query}").content.decode())
        return re.findall(r'data-label="Item"><div>(?:<a[^>]*>)?([^<]+)<', page)

    assert subjects("") == ["Gone", "Gone", "Example &lt;b&gt;", "lin", "Banks"]
    assert subjects("who=omar") == ["Gone", "Gone", "Example &lt;b&gt;"]
    assert subjects("kind=user") == ["lin"]
    assert (
        subjects("before=2026-03-05") == subjects("after=2026-03-05&before=2026-03-05") == ["Banks"]
    )
    assert subjects("after=2026-03-06&who=olga") == []
    assert len(subjects("page=0")) == len(subjects(f"page={10**30}")) == 5
    assert "Nothing matches the filter" in admin.get("/users/audit/?who=nobody").content.decode()
    for link in re.findall(
        r'href="(/(?:sources|users)/\d+/[^"]*)"', admin.get("/users/audit/").content.decode()
    ):
        assert admin.get(link).status_code == 200


@pytest.mark.parametrize("path", ["/users/audit/", "/monitor/events/"])
def test_a_day_that_cannot_be_read_is_said_and_nothing_is_shown(browse: Browse, path: str) -> None:
    from storage.database.people.audit import record_operation

    record_operation("omar", "pause", "host", "host.example")
    client = browse("admin")
    answer = client.get(f"{path}?after=2026-11-20&before=%3Csoon%3E")
    page = compact(answer.content.decode())
    assert answer.status_code == 400
    assert "To: “&lt;soon&gt;” is not a date. Write it as 2026-11-21" in page
    assert "From: “" not in page
    assert 'name="before" value="&lt;soon&gt;"' in page
    assert "host.example" not in page
    assert "No e" not in page
    good = client.get(f"{path}?after=2026-11-20&before=2026-11-27")
    assert good.status_code == 200


def test_the_audit_offers_periods_that_keep_the_rest_of_the_filter(browse: Browse) -> None:
    from django.utils import timezone

    from storage.database.models import AuditEntry
    from storage.database.people.audit import record_operation

    now = timezone.now()
    for hours, host in ((1, "new.example"), (30, "yesterday.example"), (20 * 24, "old.example")):
        record_operation("omar", "pause", "host", host)
        AuditEntry.objects.filter(subject=host).update(at=now - timedelta(hours=hours))
    admin = browse("admin")

    def bar(query: str) -> list[tuple[str, str, bool]]:
        page = html_tree(admin.get(f"/users/audit/{query}").content)
        links = page.cssselect(".filterbar .ranges a")
        return [(a.text_content(), a.get("href"), "aria-current" in a.attrib) for a in links]

    def hosts(query: str) -> list[str]:
        return re.findall(r"\w+\.example", admin.get(f"/users/audit/{query}").content.decode())

    offered = {label: url for label, url, _chosen in bar("?who=omar&before=2020&page=2")}
    assert list(offered) == ["Today", "24 hours", "7 days", "30 days", "All time"]
    assert all("who=omar" in url and "page" not in url for url in offered.values())
    assert offered["Today"] == f"?who=omar&after={timezone.localdate()}"
    assert hosts(offered["24 hours"]) == ["new.example"]
    assert hosts(offered["7 days"]) == ["new.example", "yesterday.example"]
    assert len(hosts(offered["30 days"])) == len(hosts(offered["All time"])) == 3
    assert [label for label, _url, chosen in bar(offered["7 days"]) if chosen] == ["7 days"]
    # A range of one's own is none of them, and may be of moments.
    moment = (now - timedelta(hours=26)).strftime("%Y-%m-%dT%H:%M")
    assert hosts(f"?before={moment}") == ["yesterday.example", "old.example"]
    assert not any(chosen for _label, _url, chosen in bar("?before=2020"))
    swapped = admin.get("/users/audit/?after=2026-02-02&before=2026-01-01")
    assert swapped.status_code == 400
    assert "The first time is not before the last time" in swapped.content.decode()


@pytest.mark.parametrize("path", ["/users/audit/", "/monitor/events/"])
def test_a_kind_or_page_that_cannot_be_read_is_said(browse: Browse, path: str) -> None:
    from storage.database.people.audit import record_operation

    record_operation("omar", "pause", "host", "host.example")
    answer = browse("admin").get(f"{path}?kind=smoke&page=-3")
    page = compact(answer.content.decode())
    assert answer.status_code == 400
    assert "Kind: “smoke” is not one of the choices." in page
    assert "Page number: “-3” is not a number." in page
    assert "host.example" not in page
    assert "No e" not in page


def test_the_audit_comes_in_pages_that_keep_the_filter(browse: Browse) -> None:
    from storage.database.sources.sources import add_source, visit_now

    source = add_source(draft("Example"), "test")
    for _ in range(120):
        visit_now(source.pk, "omar")
    admin = browse("admin")
    page = admin.get("/users/audit/?who=omar&page=2").content.decode()
    assert page.count("Visit requested") == 50
    assert "51–100 of 120" in page
    assert "Previous" in page
    assert "?who=omar&amp;page=3" in page


def test_a_session_changes_its_key_at_login_and_with_the_password(browse: Browse) -> None:
    from django.contrib.auth.models import User

    User.objects.create_user("ann", password="correct horse")
    client = browse("")
    client.get("/login/")
    # What an attacker may have planted before the login is of no use after it.
    session = client.session
    session["planted"] = 1
    session.save()
    client.cookies["newsloom_session"] = planted = str(session.session_key)
    log_in(client, "ann", "correct horse")
    at_login = client.cookies["newsloom_session"].value
    assert at_login != planted
    client.post("/password/", {"old_password": "correct horse", **NEW})
    assert client.cookies["newsloom_session"].value not in (planted, at_login)
    assert client.get("/password/").status_code == 200
    for old in (planted, at_login):
        client.cookies["newsloom_session"] = old
        assert client.get("/password/").status_code == 302

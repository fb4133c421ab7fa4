"""Migrations keep what is stored."""

import pytest

from storage.database.sources.source_config import SourceConfig
from storage.tombstones.marks import commented_mark

SEARCH = SourceConfig(
    name="Search",
    channel="search",
    address="https://e.org/{keyword}",
    keywords=("x",),
    result_parser="baidu",
)


@pytest.mark.usefixtures("tables")
def test_sources_keep_their_result_parser_when_its_column_is_renamed() -> None:
    from django.core.management import call_command
    from django.db import connection

    from storage.database.sources.sources import add_source, get_source

    add_source(SEARCH, "anna")
    call_command("migrate", "configuration", "0006_names", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT wrapper FROM configuration_source")
        assert cursor.fetchall() in ([("baidu",)], (("baidu",),))
    call_command("migrate", "configuration", verbosity=0)
    assert get_source("Search").config() == SEARCH


QUERIES = {
    "": {},
    "q=bank&site=example.org&site=b.example&lang=zh": {
        "text": "bank",
        "filters": {"site": ["example.org", "b.example"], "lang": ["zh"]},
    },
    "q=%E9%93%B6%E8%A1%8C+OR+bank&after=-3h&zone=Europe%2FBerlin&copies=each": {
        "text": "银行 OR bank",
        "after": "-3h",
        "zone": "Europe/Berlin",
        "copies": "each",
    },
    "after=soon": {"after": "soon"},
    # Not as Newsloom writes them: the fields, and all that there was.
    "q=bank&mood=calm": {"text": "bank", "query": "q=bank&mood=calm"},
    "q=one&q=two": {"text": "two", "query": "q=one&q=two"},
    "site=b.example&q=bank": {
        "text": "bank",
        "filters": {"site": ["b.example"]},
        "query": "site=b.example&q=bank",
    },
    "q=%FF%00&&=;": {"text": "\ufffd\x00", "query": "q=%FF%00&&=;"},
}


@pytest.mark.usefixtures("tables")
def test_saved_searches_become_fields_and_query_strings_again() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection

    from storage.database.models import SavedSearch

    owner = User.objects.create_user("jane")
    for query in QUERIES:
        SavedSearch.objects.create(owner=owner, name=f"The search {query}")

    def stored() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT query FROM configuration_savedsearch ORDER BY id")
            return [query for (query,) in cursor.fetchall()]

    call_command("migrate", "configuration", "0024_message_ways", verbosity=0)
    assert set(stored()) == {""}
    with connection.cursor() as cursor:
        for query in QUERIES:
            cursor.execute(
                "UPDATE configuration_savedsearch SET query = %s WHERE name = %s",
                [query, f"The search {query}"],
            )
    call_command("migrate", "configuration", verbosity=0)
    found = [search.criteria for search in SavedSearch.objects.order_by("pk")]
    assert found == list(QUERIES.values())
    call_command("migrate", "configuration", "0024_message_ways", verbosity=0)
    assert stored() == list(QUERIES)
    call_command("migrate", "configuration", verbosity=0)


@pytest.mark.usefixtures("tables")
def test_sources_from_before_are_found_by_their_address() -> None:
    from django.core.management import call_command

    from storage.database.sources.known_sources import feeds_at
    from storage.database.sources.sources import add_source

    feed = SourceConfig(name="Feed", channel="feed", address="http://www.e.org/feed/")
    add_source(feed, "anna")
    call_command("migrate", "configuration", "0036_order_of_sources", verbosity=0)
    call_command("migrate", "configuration", verbosity=0)
    assert [each.name for each in feeds_at(["https://e.org/feed"])] == ["Feed"]


@pytest.mark.usefixtures("tables")
def test_spot_checks_keep_their_owners_and_last_answers() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection

    from storage.database.models import DrawnDocument, SpotCheck

    call_command("migrate", "configuration", "0048_search_rules", verbosity=0)
    try:
        with connection.cursor() as cursor:
            for number, who in ((1, "jane"), (2, "gone")):
                cursor.execute(
                    "INSERT INTO configuration_spotcheck (id, who, created, query, days, spread, "
                    "seed, matches, readers) VALUES (%s, %s, '2026-11-27 08:00:00', '', 0, "
                    "'documents', 1, 1, 2)",
                    [number, who],
                )
                cursor.execute(
                    "INSERT INTO configuration_drawndocument (id, check_of_id, place, document, "
                    "source_id, source, kind, lang, given, left_out) VALUES (%s, %s, 1, 'd', 1, "
                    "'News', 'article', 'en', 2, 0)",
                    [number, number],
                )
                for reader, title in (("jane", "right"), ("lost", "wrong")):
                    cursor.execute(
                        "INSERT INTO configuration_spotanswer (drawn_id, who, title, time, whole, "
                        "pure, correct, at) VALUES (%s, %s, %s, 'right', 'unsure', 'right', "
                        "'{}', '2026-11-27 08:00:00')",
                        [number, reader, title],
                    )
        jane = User.objects.create_user("jane")
    finally:
        call_command("migrate", "configuration", verbosity=0)
    assert dict(SpotCheck.objects.values_list("who", "owner")) == {"jane": jane.pk, "gone": None}
    # Of several answers, the last one counts.
    last = {"title": "wrong", "time": "right", "whole": "unsure", "pure": "right"}
    assert list(DrawnDocument.objects.values_list("answers", flat=True)) == [last, last]


@pytest.mark.usefixtures("tables")
def test_rules_that_act_on_documents_stay_with_what_they_did() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection

    from storage.database.models import RuleAct, SavedSearch, SearchRule

    search = SavedSearch.objects.create(owner=User.objects.create_user("jane"), name="Ports")
    call_command("migrate", "configuration", "0061_one_answer_a_document", verbosity=0)
    try:
        with connection.cursor() as cursor:
            for number, action in enumerate(("collect", "mute", "priority"), 1):
                cursor.execute(
                    "INSERT INTO configuration_searchrule (id, search_id, action, tags, priority, "
                    "since, next_run, problem) VALUES (%s, %s, %s, '[\"sea\"]', %s, "
                    "'2026-11-27 08:00:00', '2026-11-27 08:00:00', '')",
                    [number, search.pk, action, 2 if action == "priority" else None],
                )
            acts = [
                (1, "ferry", "ferry", '{"collection": 7}'),
                (1, "port", "port", None),
                (2, "ferry", "ferry", None),
                # Two sources by one match, and by two that were erased.
                (3, "source-1", "ferry", '{"source": 1}'),
                (3, "source-2", "ferry", '{"source": 2}'),
                (3, "source-3", "", '{"source": 3}'),
                (3, "source-4", "", '{"source": 4}'),
            ]
            for act in acts:
                cursor.execute(
                    "INSERT INTO configuration_ruleact (rule_id, subject, document_id, detail, at) "
                    "VALUES (%s, %s, %s, %s, '2026-11-27 08:00:00')",
                    act,
                )
    finally:
        call_command("migrate", "configuration", verbosity=0)
    rules = SearchRule.objects.order_by("pk").values_list("action", "tags")
    assert list(rules) == [("collect", ["sea"]), ("mute", ["sea"])]
    kept = RuleAct.objects.order_by("pk").values_list("rule__action", "document_id", "detail")
    assert list(kept) == [
        ("collect", "ferry", {"collection": 7}),
        ("collect", "port", None),
        ("mute", "ferry", None),
    ]


@pytest.mark.usefixtures("tables")
def test_orders_to_erase_comments_go_on_with_their_articles_and_pages() -> None:
    from django.core.management import call_command
    from django.db import connection

    from storage.database.erasures.erasures import pages_of, tombstones
    from storage.database.models import Erasure

    orders = [
        Erasure.objects.create(kind="author", who="jane", reason="asked", step=step)
        for step in ("comments", "archive")
    ]
    call_command("migrate", "configuration", "0062_no_priority_of_rules", verbosity=0)
    try:
        with connection.cursor() as cursor:
            for order, pages in zip(orders, ("[]", '["ferry-2", "ferry-3"]'), strict=True):
                cursor.execute(
                    "INSERT INTO configuration_erasedpage (erasure_id, document) "
                    "VALUES (%s, 'post')",
                    [order.pk],
                )
                cursor.execute(
                    "INSERT INTO configuration_commentedarticle (erasure_id, document, addresses) "
                    "VALUES (%s, 'ferry', %s)",
                    [order.pk, pages],
                )
    finally:
        call_command("migrate", "configuration", verbosity=0)
    for order in orders:
        assert pages_of(order) == ["post"]
        assert pages_of(order, only_comments=True) == ["ferry"]
    # The archive loses the pages that the order has found.
    marks = [{mark for some in tombstones(order) for mark in some} for order in orders]
    assert marks == [set(), {commented_mark("ferry-2"), commented_mark("ferry-3")}]


@pytest.mark.usefixtures("tables")
def test_migrations_say_all_that_models_say() -> None:
    from django.core.management import call_command

    # Leaves with an error if a migration is missing.
    call_command("makemigrations", check=True, dry_run=True, verbosity=1)

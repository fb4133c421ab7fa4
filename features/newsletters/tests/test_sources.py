"""A mailbox as a source: its rules, and that its password stays hidden."""

from dataclasses import replace
from typing import Any

import pytest

from scheduler.planner import seal_headers, source_spec
from storage.database.port import SourceRecord
from storage.database.sources.source_config import (
    SourceConfig,
    plain_values,
    value_of,
    with_values,
)
from storage.sealing import OF_CHANNEL, HeaderSeal

PASSWORD = "s3cret with blanks "
STORED = with_values(
    SourceConfig(name="Letters", channel="newsletter", address="imaps://imap.paper.example/INBOX"),
    {
        "mail_user": "news@paper.example",
        "mail_password": PASSWORD,
        "mail_senders": ("news@paper.example", "harbour.example"),
    },
)


def problems(**fields: Any) -> list[tuple[str, str]]:
    # Models can be imported only once Django is set up.
    from storage.database.sources.validation import check_record

    found = check_record(with_values(STORED, fields))
    assert all(PASSWORD not in str(each) for each in found)
    return [(each.field, each.code.value) for each in found]


def test_a_whole_mailbox_is_right() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"address": "https://imap.paper.example/"}, ("address", "mailbox_address")),
        ({"address": "imap://imap.paper.example/INBOX"}, ("address", "mailbox_address")),
        ({"address": "imaps://imap.paper.example/INBOX?1:450"}, ("address", "mailbox_address")),
        ({"address": "imaps://imap.paper.example:x/"}, ("address", "mailbox_address")),
        ({"address": "imaps://u:p@imap.paper.example/"}, ("address", "mailbox_user_in_address")),
        ({"channel": "feed"}, ("address", "address_scheme")),
        ({"proxy": "http://proxy.example:3128"}, ("proxy", "proxy_of_mailbox")),
        ({"mail_user": ""}, ("mail_user", "mail_user_missing")),
        ({"mail_user": "a\r\nb"}, ("mail_user", "control_characters")),
        ({"mail_password": ""}, ("mail_password", "mail_password_missing")),
        ({"mail_password": "(hidden)"}, ("mail_password", "mail_password_hidden")),
        ({"mail_password": f"{PASSWORD}\r\n"}, ("mail_password", "mail_password_characters")),
        ({"mail_password": PASSWORD * 100}, ("mail_password", "too_long")),
        ({"mail_senders": ("no sender",)}, ("mail_senders", "mail_sender")),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    fields: dict[str, Any], problem: tuple[str, str]
) -> None:
    assert problem in problems(**fields)


def test_the_audit_and_the_api_hide_the_password_and_a_hidden_one_is_kept() -> None:
    from storage.database.people.audit import without_secrets
    from storage.database.sources.versions import as_draft, with_stored_secrets

    shown = without_secrets(plain_values(STORED), None)
    assert shown is not None
    assert PASSWORD not in str(shown)
    assert shown["mail_password"] == "(hidden)"
    changed = without_secrets({"mail_password": "other"}, {"mail_password": PASSWORD})
    assert changed == {"mail_password": "(hidden, changed)"}
    assert without_secrets({"mail_password": ""}, None) == {"mail_password": ""}
    hidden = with_values(STORED, {"mail_password": "(hidden)"})
    assert with_stored_secrets(hidden, STORED) == STORED
    moved = replace(hidden, address="imaps://imap.paper.example/Letters")
    assert value_of(with_stored_secrets(moved, STORED), "mail_password") == PASSWORD
    # The stored password does not go to another server.
    for address in ("imaps://imap.evil.example/INBOX", "imaps://imap.paper.example:1993/INBOX"):
        kept = with_stored_secrets(replace(hidden, address=address), STORED)
        assert value_of(kept, "mail_password") == "(hidden)"
    lost = as_draft({**shown, "address": "imaps://imap.evil.example/INBOX"}, STORED)
    assert value_of(lost.config, "mail_password") == ""
    assert lost.lost_secrets == ("mail_password",)


def test_jobs_carry_the_password_sealed() -> None:
    seal = HeaderSeal(lambda: "key")
    spec = seal_headers(source_spec(SourceRecord(id=1, **vars(STORED))), seal)
    assert PASSWORD not in repr(spec)
    sealed = spec.of_channel["mail_password"]
    assert seal.open_one(OF_CHANNEL.format("mail_password"), sealed, spec.host) == PASSWORD


def test_backups_carry_the_password_sealed() -> None:
    import json

    from storage.database.dump_secrets import opened, sealed
    from storage.database.sources.sources import columns

    row = {"model": "configuration.source", "fields": columns(STORED)}
    seal = HeaderSeal(lambda: "key")
    [line] = sealed([json.dumps(row)], seal)
    assert PASSWORD not in line
    [back] = opened([line], seal)
    assert json.loads(back) == json.loads(json.dumps(row))


def test_the_mailboxes_of_a_backup_of_02_are_restored() -> None:
    """It had a column for each field, and sealed the password alone."""
    import json

    from storage.database.dump import known
    from storage.database.dump_secrets import opened
    from storage.database.sources.sources import columns

    seal = HeaderSeal(lambda: "key")
    fields = {**columns(STORED), **plain_values(STORED)}
    password = seal.seal_one("mailbox password", PASSWORD, "imap.paper.example")
    del fields["of_channel"]
    row = {"model": "configuration.source", "fields": {**fields, "mail_password": password}}
    [back] = opened(known([json.dumps(row)]), seal)
    restored = json.loads(back)["fields"]
    assert restored["of_channel"] == json.loads(json.dumps(columns(STORED)["of_channel"]))
    assert "mail_user" not in restored

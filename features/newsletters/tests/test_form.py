"""The form of a source with a mailbox, and its trial."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crawler.channels.fetched_list import FetchedList
from features.newsletters.mailboxes.bundle import Bundle, write_bundle
from features.newsletters.mailboxes.place import unread
from features.newsletters.tests.mails.letters import html_of, letter
from tests.unit.webui.test_source_form_lookup import NOW, VISIT, visits
from tests.unit.webui.test_sources_pages import FORM

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]


def test_a_trial_of_a_mailbox_names_the_links_that_are_not_followed(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though they have words as articles have."""
    box = "imaps://imap.paper.example/INBOX"
    article = '<a href="https://harbour.example/2026/new-ferry-in-march">A new ferry in March</a>'
    unsure = '<a href="https://harbour.example/k/8f3a9c2d71">Kindly spare us this, please</a>'
    mail = letter(html_of(article, unsure))
    body = write_bundle(Bundle(mails=[(1, mail)], unread=unread(None, 17, 2)))
    fetched = FetchedList(url=box, body=body, headers={}, collected=NOW)
    visits(monkeypatch, replace(VISIT, list_url=box, fetched=fetched, samples=()))
    form = FORM | {
        "address": box, "channel": "newsletter", "patterns": "", "mail_user": "u",
        "mail_password": "p", "mail_links": "on", "test": "1",
    }  # fmt: skip
    tried = browse("operator").post("/sources/add/", form).content.decode()
    assert "A new ferry in March" in tried
    assert "Some links are not followed." in tried
    assert "1 (“Kindly spare us this, please”)" in tried

"""The page of the translator: what is refused, tried out, saved, audited and sealed."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from features.translation.tests.conftest import Enter
from testbed.servers.process import free_port
from testbed.translators import KEY, MODEL, TranslatorServer
from tests.unit.webui.samples import compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
SENTENCE = "The harbour opens again on Monday."


def fields(server: TranslatorServer, **more: str) -> dict[str, str]:
    return {"kind": "libretranslate", "address": server.url, "key": KEY, "model": "", **more}


def post(client: "Client", content: dict[str, str]) -> str:
    return compact(client.post("/users/translator/", content, follow=True).content.decode())


def test_the_page_says_what_will_be_sent(browse: Browse) -> None:
    page = compact(browse("admin").get("/users/translator/").content.decode())
    assert "When a reader asks for a translation, Newsloom sends titles and first sentences" in page
    assert "Switch off" not in page


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"address": "ftp://translate.example"}, "begins with https:// or http://"),
        ({"address": "http://10.0.0.1:5000"}, "Newsloom must not reach this private address"),
        ({"address": "https://u:p@translate.example"}, "contains a user name or password"),
        ({"address": "https://translate.example/?key=1"}, "contains a ? or #"),
        ({"address": ""}, "This field is required"),
        ({"key": "with a\nline"}, "has no spaces and no accents"),
        ({"key": "sécret"}, "has no spaces and no accents"),
        ({"kind": "chat"}, "Enter the name of the model"),
        ({"kind": "other"}, "not one of the available choices"),
    ],
)
def test_what_cannot_be_sent_to_is_not_saved(
    browse: Browse, near: "Stores", server: TranslatorServer, wrong: dict[str, str], said: str
) -> None:
    from features.translation.entered import entered

    answer = browse("admin").post("/users/translator/", fields(server, **wrong))
    assert answer.status_code == 422
    assert said in compact(answer.content.decode())
    assert entered() is None


def test_a_trial_says_what_came_back_or_why_not_and_saves_nothing(
    browse: Browse, near: "Stores", server: TranslatorServer
) -> None:
    from features.translation.entered import entered

    client = browse("admin")
    page = post(client, {**fields(server), "test": ""})
    assert "It works." in page
    assert f'<p lang="zh-hans">[zh] {SENTENCE}</p>' in page
    assert server.sent() == [SENTENCE]
    page = post(client, {**fields(server, key="wrong"), "test": ""})
    assert "127.0.0.1 answered with status 403: Invalid API key" in page
    away = {**fields(server), "address": f"http://127.0.0.1:{free_port()}", "test": ""}
    assert "Nothing accepts connections at port" in post(client, away)
    chat = fields(server, kind="chat", address=f"{server.url}/v1/", model=MODEL)
    assert f"[zh] {SENTENCE}" in post(client, {**chat, "test": ""})
    assert entered() is None


def test_a_saved_key_is_sealed_hidden_and_stays_with_its_host(
    browse: Browse, near: "Stores", server: TranslatorServer
) -> None:
    from features.translation.entered import entered
    from storage.database.models import AuditEntry

    client = browse("admin")
    assert "The translator is saved" in post(client, fields(server))
    found = entered()
    assert found is not None
    assert found.key.startswith("sealed:")
    assert KEY not in client.get("/users/translator/").content.decode()
    # An empty field keeps the key at this host.
    assert "The translator is saved" in post(client, fields(server, key=""))
    assert "It works." in post(client, {**fields(server, key=""), "test": ""})
    # At another port there is another server.
    elsewhere = fields(server, key="", address="http://127.0.0.1:1")
    assert "The translator is saved" in post(client, elsewhere)
    found = entered()
    assert found is not None
    assert found.key == ""
    entries = AuditEntry.objects.order_by("pk")
    said: list[Any] = [(each.action, each.before, each.after) for each in entries]
    assert [each[0] for each in said] == ["create", "change"]
    assert said[0][2]["key"] == "(hidden)"
    assert said[1][1]["key"] == "(hidden)"
    assert said[1][2]["key"] == ""
    assert KEY not in str(said)
    audit = compact(client.get("/users/audit/").content.decode())
    assert "Translator" in audit


def test_a_key_is_removed_and_the_translator_stays(
    browse: Browse, near: "Stores", server: TranslatorServer
) -> None:
    from features.translation.entered import entered
    from storage.database.models import AuditEntry

    client, box = browse("admin"), 'name="remove_key"'
    page = post(client, fields(server, key=""))
    assert box not in page, "there is no key to remove"
    assert box in post(client, fields(server))
    assert "status 403" in post(client, fields(server, key="", remove_key="on", test=""))
    assert box not in post(client, fields(server, key="", remove_key="on"))
    found = entered()
    assert found is not None
    assert (found.key, found.address) == ("", server.url)
    last = AuditEntry.objects.latest("pk")
    assert last.before is not None
    assert last.after is not None
    assert (last.before["key"], last.after["key"]) == ("(hidden)", "")


def test_switching_off_forgets_the_translator_and_what_it_made(
    browse: Browse, near: "Stores", enter: Enter
) -> None:
    from features.translation import store
    from features.translation.entered import entered
    from features.translation.models import KeptTranslation
    from storage.database.models import AuditEntry

    enter()
    for lang in ("en", "zh-hans"):
        KeptTranslation.objects.create(document_id="a", lang=lang, title="t", by="b")
    client = browse("admin")
    assert "1 document has a translation" in compact(
        client.get("/users/translator/").content.decode()
    )
    client.post("/users/translator/off/")
    client.post("/users/translator/off/")
    assert entered() is None
    assert store.count_documents() == 0
    assert AuditEntry.objects.filter(action="delete").count() == 1


def secret(stores: "Stores", *keys: str) -> Any:
    """Return the settings with these secret keys, the first of which seals."""
    return replace(stores.settings, secret_key="\n".join(keys))


def test_a_key_outlives_a_change_of_the_secret_key(
    near: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    from features.translation.entered import entered, opened
    from notify.errors import NotDelivered

    def ask(*keys: str) -> list[str]:
        found = entered()
        assert found is not None
        translator = opened(found, secret(near, *keys))
        return translator.translate(["Ja"], "de", "en", 10)

    near.settings = secret(near, "old")
    enter()
    assert ask("new", "old") == ["[en] Ja"]
    assert ask("new") == ["[en] Ja"], "the new one has sealed it"
    with pytest.raises(NotDelivered, match="NEWSLOOM_SECRET_KEY has changed"):
        ask("other")


def test_a_backup_has_the_translator_sealed_and_no_translations(
    near: "Stores", enter: Enter, server: TranslatorServer
) -> None:
    from features.translation.models import EnteredTranslator, KeptTranslation
    from storage.database.dump import dumped
    from storage.database.dump_secrets import opened, sealed
    from storage.errors import Refused
    from storage.sealing import HeaderSeal

    enter()
    KeptTranslation.objects.create(document_id="a", lang="en", title="Kept", by="b")
    key = EnteredTranslator.objects.get().key
    seal = HeaderSeal(near.settings.secret)
    backup = list(sealed(dumped(), seal))
    assert key not in "".join(backup)
    assert "Kept" not in "".join(backup)
    rows = [json.loads(line) for line in opened(backup, seal)]
    name = EnteredTranslator._meta.label_lower
    assert [each["fields"]["key"] for each in rows if each["model"] == name] == [key]
    with pytest.raises(Refused, match="set NEWSLOOM_SECRET_KEY to that of the installation"):
        list(opened(backup, HeaderSeal(lambda: "other")))

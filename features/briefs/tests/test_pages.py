"""Briefs in a browser: what is added, in which order, who sees it, and how it leaves."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from features.briefs.tests.samples import BLAST, CHINESE, LATER, grouping
from hooks.features import load_features
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact
from tests.unit.webui.sinks import mail_sink

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return compact(answer.content.decode())


def text_of(client: "Client", path: str) -> str:
    return " ".join(html_tree(client.get(path).content).text_content().split())


def post(client: "Client", path: str, status: int = 302, **fields: object) -> str:
    answer = client.post(path, fields)
    assert answer.status_code == status, answer.content.decode()
    return answer.headers.get("Location", "") or compact(answer.content.decode())


def new_brief(client: "Client", name: str = "Mill", sharing: str = "private") -> str:
    """Return the address of a new brief."""
    where = post(client, "/briefs/", name=name, sharing=sharing)
    return where.removesuffix("edit/")


def number_of(brief: str) -> str:
    return brief.strip("/").split("/")[-1]


def items_of(client: "Client", brief: str) -> list[str]:
    return re.findall(r'<li id="item-(\d+)"', page_of(client, f"{brief}edit/"))


def test_documents_and_their_words_are_added_while_reading(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    assert f"/briefs/add/?document={BLAST.id}&amp;next=%2Fsearch%2F" in page_of(client, "/search/")
    assert 'action="/briefs/add/"' in page_of(client, f"/documents/{BLAST.id}/")
    asked = text_of(client, f"/briefs/add/?document={BLAST.id}")
    assert 'A "blast" in <Northgate> one.example' in asked
    back = f"/documents/{BLAST.id}/"
    words = "on Monday. Police   asked"
    assert post(client, "/briefs/add/", document=BLAST.id, name='The "mill"', next=back) == back
    [brief] = re.findall(r'href="(/briefs/\d+/)"', page_of(client, "/briefs/"))
    chosen = number_of(brief)
    post(client, "/briefs/add/", document=BLAST.id, words=words, brief=chosen)
    read = text_of(client, brief)
    assert 'The "mill"' in read
    assert 'A "blast" in <Northgate> [1] on Monday. Police asked [1]' in read
    assert read.count("https://one.example/mill") == 1


def test_words_that_the_document_does_not_have_are_refused_and_kept(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    fields = {"document": BLAST.id, "words": "Four people died", "name": "Mill"}
    shown = post(client, "/briefs/add/", 422, **fields)
    assert "The document does not have these words." in shown
    assert ">Four people died</textarea>" in shown
    assert f'name="document" value="{BLAST.id}"' in shown
    assert "No briefs yet" in page_of(client, "/briefs/")
    missing = post(client, "/briefs/add/", 422, document="nowhere", name="Mill")
    assert "no longer has this document" in missing
    assert "Choose a brief" in post(client, "/briefs/add/", 422, document=BLAST.id)
    page_of(client, "/briefs/add/?document=nowhere", 404)


def test_a_line_keeps_what_each_report_says_with_its_number(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BLAST, LATER])
    client = browse("analyst")
    brief = new_brief(client)
    quotes = [f"{BLAST.id}.Three people.3", f"{LATER.id}.Five people.5", "nowhere.Six.6"]
    with grouping():
        address = f"/briefs/add/?{urlencode([('quote', each) for each in quotes])}"
        assert "Three people died in the blast at the mill on Monday." in text_of(client, address)
        post(client, "/briefs/add/", quote=quotes, brief=number_of(brief))
        # The title is quoted by no key; a sentence that is gone is left out.
        post(client, "/briefs/add/", quote=[f"{LATER.id}.."], brief=number_of(brief))
        post(client, "/briefs/add/", 422, quote=[f"{LATER.id}.Six."], brief=number_of(brief))
    read = text_of(client, brief)
    assert "3 Three people died in the blast at the mill on Monday. [1]" in read
    assert "5 Five people died in the blast at the mill. [2] Five dead [2]" in read


def test_a_story_is_added_with_its_reports(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([LATER, BLAST, CHINESE])
    client = browse("analyst")
    brief = new_brief(client)
    with grouping(LATER.id, BLAST.id, CHINESE.id):
        post(client, "/briefs/add/", story="mill", brief=number_of(brief))
        post(client, "/briefs/add/", 422, story="other", brief=number_of(brief))
    assert 'A "blast" in <Northgate> [1, 2, 3]' in text_of(client, brief)


def test_items_are_ordered_written_and_removed_without_a_script(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    brief = new_brief(client)
    post(client, "/briefs/add/", document=BLAST.id, brief=number_of(brief))
    post(client, f"{brief}text/", kind="note", text="Ask the <mayor>.\nTwice.")
    post(client, f"{brief}text/", kind="heading", text="What is known")
    document, note, heading = items_of(client, brief)
    assert post(client, f"{brief}items/{heading}/", place=1) == f"{brief}edit/#item-{heading}"
    post(client, f"{brief}items/{document}/", place=99)
    assert items_of(client, brief) == [heading, note, document]
    post(client, f"{brief}items/{note}/", text="Ask the port.", version=0)
    assert "What is known Ask the port." in text_of(client, brief)
    post(client, f"{brief}items/{document}/", remove="1", version=0)
    assert items_of(client, brief) == [heading, note]
    for kind, text in (("note", " "), ("heading", "x" * 201), ("map", "x")):
        post(client, f"{brief}text/", 422, kind=kind, text=text)
    post(client, f"{brief}text/", 422, kind="note", text="a\x00b")


def test_what_another_tab_removed_is_said_and_no_text_is_lost(browse: Browse) -> None:
    client = browse("analyst")
    brief = new_brief(client)
    for text in ("One.", "Two.", "Three."):
        post(client, f"{brief}text/", text=text)
    one, two, three = items_of(client, brief)
    # What took the place of the removed item is shown, or what is last now.
    assert post(client, f"{brief}items/{two}/", remove="1", version=0).endswith(f"#item-{three}")
    assert post(client, f"{brief}items/{three}/", remove="1", version=0).endswith(f"#item-{one}")
    for what in ({"place": 1}, {"remove": "1", "version": 0}, {"accept": "1"}):
        assert post(client, f"{brief}items/{two}/", **what) == f"{brief}edit/"
        assert "This item was removed meanwhile." in text_of(client, f"{brief}edit/")
    shown = post(client, f"{brief}items/{two}/", 422, text="Two, at <length>.", version=0)
    assert "removed meanwhile. Your text is in the field: add it again" in shown
    assert "Two, at &lt;length&gt;.</textarea>" in shown
    assert items_of(client, brief) == [one]
    assert post(client, f"{brief}items/{one}/", remove="1", version=0) == f"{brief}edit/"


def test_two_people_at_once_lose_nothing(browse: Browse) -> None:
    one = browse("analyst")
    brief = new_brief(one, sharing="write")
    post(one, f"{brief}text/", text="Ask.")
    two = browse("operator")
    [note] = items_of(one, brief)
    post(two, f"{brief}items/{note}/", text="Ask the mayor.", version=0)
    shown = post(one, f"{brief}items/{note}/", 422, text="Ask the port.", version=0)
    assert "Somebody else has changed this text meanwhile" in shown
    assert ">Ask the mayor.</p>" in shown
    assert "Ask the port.</textarea>" in shown
    assert 'name="version" value="1"' in shown
    post(one, f"{brief}items/{note}/", remove="1", version=0)
    assert items_of(one, brief) == [note]
    post(one, f"{brief}items/{note}/", text="Ask both.", version=1)
    assert "Ask both." in text_of(two, brief)


def test_others_see_and_change_what_is_shared(browse: Browse) -> None:
    owner, other = browse("analyst"), browse("operator")
    brief = new_brief(owner)
    for path in ("", "edit/"):
        page_of(other, f"{brief}{path}", 404)
    post(owner, f"{brief}share/", name="Mill", sharing="read")
    assert f"{brief}edit/" not in page_of(other, brief)
    page_of(other, f"{brief}edit/", 404)
    post(other, f"{brief}text/", 404, text="Mine.")
    post(owner, f"{brief}share/", name="Mill", sharing="write")
    post(other, f"{brief}text/", text="Mine.")
    assert "Mine." in text_of(owner, brief)
    page_of(other, f"{brief}delete/", 404)
    post(owner, f"{brief}delete/")
    page_of(owner, brief, 404)


def test_limits_are_said_in_one_sentence(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.briefs import store
    from features.briefs.models import Brief

    ports.documents().write([BLAST])
    client = browse("analyst")
    brief = new_brief(client)
    post(client, f"{brief}text/", text="One.")
    monkeypatch.setattr(store, "MAX_ITEMS", 1)
    shown = post(client, "/briefs/add/", 422, document=BLAST.id, brief=number_of(brief))
    assert "This brief has 1 items, the most. Use another one." in shown
    monkeypatch.setattr(Brief, "most", 1)
    refused = post(client, "/briefs/", 422, name="Two", sharing="private")
    assert "You have reached the limit of 1 briefs." in refused


def brief_to_hand_on(client: "Client", ports: "Stores") -> str:
    reserved = article("https://four.example/mill", "Reserved", "Secret.", rights=("tdm-reserved",))
    archived = replace(BLAST, archived=("a.warc.gz:0",))
    ports.documents().write([archived, reserved, CHINESE])
    brief = new_brief(client, "Mill *now*")
    post(client, f"{brief}text/", kind="heading", text="1. What is known")
    post(client, f"{brief}text/", text="# No heading\n[no link](x)\n2024. Year")
    for each in (archived, reserved, CHINESE):
        post(client, "/briefs/add/", document=each.id, brief=number_of(brief))
    return brief


def test_a_brief_leaves_as_markdown_with_numbered_sources(browse: Browse, ports: "Stores") -> None:
    client = browse("analyst")
    brief = brief_to_hand_on(client, ports)
    answer = client.get(f"{brief}export/?format=md")
    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    assert ".md" in answer["Content-Disposition"]
    text = answer.content.decode()
    assert "# Mill \\*now\\*" in text
    assert "## 1\\. What is known" in text
    assert "\\# No heading  \n\\[no link\\](x)  \n2024\\. Year" in text
    assert '* A "blast" in \\<Northgate\\> \\[1\\]' in text
    # What its page reserves stays here; its address says where it is.
    assert "* The page reserves such use (tdm-reserved). \\[2\\]" in text
    assert "Reserved." not in text
    assert "* 面粉厂爆炸 \\[3\\]" in text
    assert "one.example, 2026-11-20 08:30 UTC+00:00. <https://one.example/mill>" in text
    assert f"<http://localhost/documents/{BLAST.id}/archived/>" in text
    assert client.get(f"{brief}export/?format=pdf").status_code == 400
    assert browse("operator").get(f"{brief}export/").status_code == 403
    assert "Markdown" in page_of(client, brief)


def test_nothing_leads_to_pages_of_an_archive_that_is_off(browse: Browse, ports: "Stores") -> None:
    from django.test import override_settings

    client = browse("analyst")
    brief = brief_to_hand_on(client, ports)
    place = f"/documents/{BLAST.id}/archived/"
    shown = (brief, f"{brief}export/?format=md", f"{brief}export/?format=html")
    assert all(place in client.get(each).content.decode() for each in shown)
    with override_settings(FEATURES=load_features(["all", "-archive"])):
        assert not any("/archived/" in client.get(each).content.decode() for each in shown)


def test_a_brief_leaves_as_html_and_docx(browse: Browse, ports: "Stores") -> None:
    from docx import Document

    client = browse("analyst")
    brief = brief_to_hand_on(client, ports)
    page = html_tree(client.get(f"{brief}export/?format=html").content)
    assert [each.text for each in page.iter("h1", "h2")] == [
        "Mill *now*",
        "1. What is known",
        "Sources",
    ]
    assert page.xpath("//a[@href='https://one.example/mill']")
    assert page.xpath("//li[@id='source-1']")
    assert not page.xpath("//script|//link")
    assert "one.example, 2026-11-20 08:30 UTC+00:00" in " ".join(page.text_content().split())
    file = Document(BytesIO(client.get(f"{brief}export/?format=docx").content))
    said = [each.text for each in file.paragraphs]
    assert said[0] == "Mill *now*"
    assert 'A "blast" in <Northgate> [1]' in said
    [source] = [
        each for each in file.paragraphs if "[1]" in each.text and "one.example" in each.text
    ]
    assert next(each.address for each in source.hyperlinks) == "https://one.example/mill"
    audit = text_of(browse("admin"), "/users/audit/")
    assert "docx" in audit


def test_a_brief_is_mailed_to_each_address(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browse("analyst")
    brief = brief_to_hand_on(client, ports)
    assert "Send by mail" not in page_of(client, brief)
    assert "no mail server is set" in post(client, f"{brief}mail/", 422, to="a@one.example")
    with mail_sink() as (url, taken):
        monkeypatch.setattr(ports, "settings", replace(ports.settings, smtp_url=url))
        assert "Send by mail" in page_of(client, brief)
        wrong = post(client, f"{brief}mail/", 422, to="a@one.example, nobody")
        assert "“nobody” Enter an email address" in wrong
        assert taken == []
        post(client, f"{brief}mail/", to="a@one.example， b@two.example；c@one.example")
    assert [each["To"] for each in taken] == ["a@one.example", "b@two.example", "c@one.example"]
    mail = taken[0]
    assert mail["Subject"] == "Mill *now*"
    text, page = mail.iter_parts()
    plain = text.get_content()
    assert "\\" not in plain
    assert "1. What is known" in plain
    assert '* A "blast" in <Northgate> [1]' in plain
    assert "[3] 面粉厂爆炸. three.example, 2026-11-20 08:30 UTC+00:00. https://three" in plain
    assert "面粉厂爆炸" in page.get_content()
    audit = text_of(browse("admin"), "/users/audit/")
    assert "Sent to" in audit
    assert "b@two.example" in audit

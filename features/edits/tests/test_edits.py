"""What publishers edited and took down is listed with the words, by weight."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from crawler.limited_process import LimitedProcess
from features.edits.weighing import beginning, weight_between, weight_of_text
from storage.documents.port import Document, DocumentVersion
from storage.errors import Unavailable
from tests.html_trees import html_tree
from tests.unit.webui.samples import article
from webui.search.differences import difference, words_of

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
LONG = " ".join(f"The council met in room number {n}." for n in range(40))


def morning() -> datetime:
    """When the day begins, in the zone of a browser that has told none. It is read in each test: a
    run may go on past midnight.
    """
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def yesterday_and_today() -> list[datetime]:
    """A time of the day before, and one of the day that the page shows."""
    return [
        morning() - timedelta(days=1),
        max(morning(), datetime.now(UTC) - timedelta(minutes=1)),
    ]


def edited(
    ports: "Stores", name: str, texts: Sequence[str], times: Sequence[datetime], **fields: Any
) -> Document:
    """Store an article that had these texts, each first read at its time."""
    document = article(
        f"https://paper.example/{name}",
        name,
        texts[-1],
        collected=times[0],
        changes=len(texts) - 1,
        changed=times[-1] if len(texts) > 1 else None,
        **fields,
    )
    kept = [
        DocumentVersion(number=number, seen=seen, title=name, content=text)
        for number, (text, seen) in enumerate(zip(texts[:-1], times, strict=False), start=1)
    ]
    ports.documents().keep_versions(document, kept)
    ports.documents().write([document])
    return document


def rows(client: "Client", address: str = "/edits/") -> list[tuple[str, list[str], list[str], str]]:
    """The titles of the list, each with what was cut and added, and what is said of it."""
    answer = client.get(address)
    assert answer.status_code == 200
    return [
        (
            row.cssselect("h2")[0].text_content().strip(),
            [each.text_content().strip(" .") for each in row.cssselect("del")],
            [each.text_content().strip(" .") for each in row.cssselect("ins")],
            " ".join(row.cssselect(".meta")[0].text_content().split()),
        )
        for row in html_tree(answer.content).cssselect(".edits > li")
    ]


def test_what_weighs_most_comes_first(browse: Browse, ports: "Stores") -> None:
    before, now = yesterday_and_today()
    edited(ports, "Style", ["It was big.", "It was large."], [before, now])
    edited(ports, "Figure", ["It cost 30 pounds.", "It cost 300 pounds."], [before, now])
    edited(ports, "Same", ["It stays."], [before])
    edited(ports, "Old", ["It was old.", "It was new."], [before, before])
    edited(ports, "Down", [LONG], [before], gone=now)
    found = rows(browse("analyst"))
    assert [each[0] for each in found] == ["Down", "Figure", "Style"]
    assert found[1][1:3] == (["30"], ["300"])
    assert found[2][1:3] == (["big"], ["large"])
    assert "taken down" in found[0][3]
    assert "weight 10" in found[1][3]


def test_an_edit_that_the_page_does_not_tell_of_is_silent(browse: Browse, ports: "Stores") -> None:
    before, now = yesterday_and_today()
    texts, times = ["It was big.", "It was large."], [before, now]
    edited(ports, "Silent", texts, times)
    edited(ports, "Told", texts, times, modified=now)
    edited(ports, "Told before", texts, times, modified=before - timedelta(hours=1))
    found = {name: "silent" in said for name, _cut, _new, said in rows(browse("analyst"))}
    assert found == {"Silent": True, "Told": False, "Told before": True}


def test_another_time_and_words_narrow_it(browse: Browse, ports: "Stores") -> None:
    days = [morning() - timedelta(days=each) + timedelta(hours=1) for each in (5, 3, 1)]
    edited(ports, "Ferry", ["It was one.", "It was two.", "It was three."], days)
    edited(ports, "Bridge", ["It was grey.", "It was blue."], [days[0], days[1]])
    client = browse("analyst")
    day = days[1].date().isoformat()
    assert rows(client, "/edits/?after=-24h&q=bridge") == []
    assert [each[0] for each in rows(client, "/edits/?after=-7d&q=bridge")] == ["Bridge"]
    # Between two days, what was edited later does not count.
    [bridge] = rows(client, f"/edits/?after={day}&before={day}")
    assert bridge[1:3] == (["grey"], ["blue"])
    [ferry] = rows(client, f"/edits/?after={days[2].date().isoformat()}&q=ferry")
    assert ferry[1:3] == (["two"], ["three"])
    [ferry] = rows(client, "/edits/?after=-7d&q=ferry")
    assert ferry[1:3] == (["one"], ["three"])


def test_a_last_day_alone_is_listed_with_the_one_before(browse: Browse, ports: "Stores") -> None:
    days = [morning() - timedelta(days=each) + timedelta(hours=1) for each in (9, 6, 5, 4, 3)]
    for name, day in zip(("Sixth", "Fifth", "Fourth", "Third"), days[1:], strict=True):
        edited(ports, name, ["It was big.", "It was large."], [days[0], day])
    client = browse("analyst")
    address = f"/edits/?before={days[3].date().isoformat()}"
    assert {each[0] for each in rows(client, address)} == {"Fifth", "Fourth"}
    [start] = html_tree(client.get(address).content).cssselect("input#after")
    assert start.get("value") == days[2].date().isoformat()
    assert client.get("/edits/?before=someday").status_code == 400


@pytest.mark.parametrize("wrong", ["q=(", "after=yesterdays", "q=harbour) OR (mayor"])
def test_what_cannot_be_read_is_said(browse: Browse, wrong: str) -> None:
    answer = browse("analyst").get(f"/edits/?{wrong}")
    assert answer.status_code == 400
    assert "Newsloom cannot run this query." in answer.content.decode()


def test_an_outage_and_nothing_are_said(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browse("analyst")
    assert "Nothing was edited or taken down" in client.get("/edits/").content.decode()

    def fail(*_: object) -> None:
        raise Unavailable("documents", "it is away")

    monkeypatch.setattr(type(ports.documents()), "matching_ids", fail)
    assert client.get("/edits/").status_code == 503


def test_numbers_and_names_weigh_more_than_words() -> None:
    def weight(first: str, second: str) -> int:
        return weight_between(words_of(first), words_of(second))

    assert weight("It was big.", "It was big.") == 0
    assert weight("It was big.", "It was large.") == 2
    assert weight("Ada Berg spoke.", "Ada Keller spoke.") == 6
    assert weight("It cost 30.", "It cost 31.") == 10
    assert weight("市长说话", "市长沉默") == 4
    assert weight("Ada met Bo.", "Bo met Ada.") == 0
    assert weight_of_text("Ada spoke of 3 ships.") == 3 + 1 + 1 + 5 + 1


def test_words_that_only_moved_come_last_and_spaces_are_no_edit(
    browse: Browse, ports: "Stores"
) -> None:
    times = yesterday_and_today()
    edited(ports, "Moved", ["First the mayor spoke.", "The mayor spoke first."], times)
    edited(ports, "Swapped", ["Ada met Bo.", "Bo met Ada."], times)
    edited(ports, "Spaces", ["It cost 10 000, all.", "It  cost 10000\n\nall."], times)
    found = rows(browse("analyst"))
    assert [each[0] for each in found] == ["Moved", "Swapped"]
    assert "weight 0" in found[1][3]
    assert found[1][1]


def test_only_what_a_page_shows_is_compared_in_one_process(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.edits.services import PAGE

    times = yesterday_and_today()
    count = PAGE + 3
    for number in range(count):
        words = " ".join(["large"] * (count - number))
        edited(ports, f"Number {number:02}", ["It was.", f"It was {words}."], times)
    compared: list[object] = []
    call = LimitedProcess.call

    async def counted(process: LimitedProcess, *asked: Any) -> Any:
        compared.append(process)
        return await call(process, *asked)

    monkeypatch.setattr(LimitedProcess, "call", counted)
    client = browse("analyst")
    titles = [f"Number {number:02}" for number in range(count)]
    assert [each[0] for each in rows(client, "/edits/?after=-48h")] == titles[:PAGE]
    assert (len(compared), len({*map(id, compared)})) == (PAGE, 1)
    [following] = html_tree(client.get("/edits/?after=-48h").content).cssselect("[rel=next]")
    assert following.get("href") == "?after=-48h&page=2"
    assert [each[0] for each in rows(client, "/edits/?after=-48h&page=2")] == titles[PAGE:]
    assert len(compared) == count


def test_long_unchanged_texts_are_shortened() -> None:
    pieces = difference(f"big {LONG} end", f"large {LONG} end").pieces
    shown = beginning(pieces)
    assert sum(len(each.text + each.end) for each in shown) < 200
    assert [each.kind for each in shown] == [each.kind for each in pieces]

"""Tags that learn: what they learn, how precise they say they are, and what they propose."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from fakeweb.model import Site
from fakeweb.prose import Prose
from storage.documents.port import Document
from storage.keys import url_key
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from notify.tagging.learner import TagLearner
    from storage.database.models import Collection, LearnedTag, ProposedTag
    from watch.stores import Stores

TOPIC = "harbour"
SITE = Site(number=1, name="news", title="News", kind="news", lang="en", layout="classic")
STOCK = 240


def written(index: int) -> tuple[Document, bool]:
    """Return an article of the fake web, and whether it is about the topic."""
    text = Prose(7).article(SITE, index)
    document = article(f"https://news.example/{index}", text.title, "\n".join(text.paragraphs))
    return document, text.keyword == TOPIC


ABOUT = {document.id: is_about for document, is_about in map(written, range(STOCK + 120))}


@pytest.fixture
def client(browse: Callable[..., "Client"]) -> "Client":
    return browse("admin")


@pytest.fixture
def owner(client: "Client") -> "User":
    from django.contrib.auth.models import User

    return User.objects.get()


@pytest.fixture
def collection(owner: "User") -> "Collection":
    from storage.database.searches.collections import save_collection

    return save_collection("Coast", "private", owner)


@pytest.fixture
def stock(ports: "Stores") -> list[Document]:
    documents = [document for document, _is_about in map(written, range(STOCK))]
    ports.documents().write(documents)
    return documents


@pytest.fixture
def learner(ports: "Stores") -> Iterator["TagLearner"]:
    from notify.tagging.learner import TagLearner

    made = TagLearner(ports)
    yield made
    # It releases its lease, for which the next test would wait.
    made.stop()
    made.run()


def keep(collection: "Collection", document: Document, *tags: str) -> None:
    from notify.tagging.lessons import read_document
    from storage.database.searches.collections import Annotation, add_document, annotate_document

    owner = collection.owner
    assert owner is not None
    add_document(collection.pk, read_document(document).kept, owner)
    annotate_document(collection.pk, document.id, Annotation(tags=tags), owner)


def teach(collection: "Collection", stock: list[Document], count: int = 20) -> None:
    about = [each for each in stock if ABOUT[each.id]][:count]
    assert len(about) == count
    for each in about:
        keep(collection, each, "coast")


def now(hours: float = 0) -> datetime:
    return datetime.now(UTC) + timedelta(hours=hours)


def learned() -> "LearnedTag":
    from storage.database.models import LearnedTag

    return LearnedTag.objects.get(tag="coast")


def open_ones() -> list["ProposedTag"]:
    from storage.database.searches.learned_tags import open_proposals

    return open_proposals(learned(), 1_000)


def answer_all(owner: "User") -> int:
    """Answer what the tag asks by what its documents are about."""
    from storage.database.searches.learned_tags import decide

    asked = open_ones()
    for each in asked:
        decide(learned(), [each.pk], owner, is_right=ABOUT[each.document_id])
    return len(asked)


def train(learner: "TagLearner", owner: "User") -> None:
    for hours in range(5):
        learner.tick(now(hours * 2))
        if not answer_all(owner):
            break
    learner.tick(now(12))


def write_new(ports: "Stores", indexes: range) -> list[Document]:
    documents = [document for document, _is_about in map(written, indexes)]
    ports.documents().write(documents)
    ports.written().append([each.id for each in documents])
    return documents


def switch_on(ports: "Stores", owner: "User") -> None:
    from storage.database.searches import learned_tags as store

    store.switch_on(learned(), owner, ports.written().end())


@pytest.mark.parametrize("tagged", [20, 21, 24])
def test_folds_are_of_one_size_and_keep_groups_together(tagged: int) -> None:
    from notify.tagging.cross_validation import FOLDS, Example, Origin, fold_numbers
    from notify.tagging.words import words_of

    words = words_of("Ferry", "")
    examples = [
        Example(words=words, is_tagged=at < tagged, group=max(0, at - 2), origin=Origin.GIVEN)
        for at in range(400)
    ]
    folds = fold_numbers(examples).tolist()
    assert len(set(folds[:3])) == 1
    for fold in range(FOLDS):
        assert abs(folds.count(fold) - 80) <= 3
        assert abs(folds[:tagged].count(fold) - tagged / FOLDS) <= 2


def test_a_tag_learns_from_twenty_examples_on(
    learner: "TagLearner", collection: "Collection", stock: list[Document]
) -> None:
    from storage.database.models import LearnedTag

    teach(collection, stock, 19)
    learner.tick(now())
    assert not LearnedTag.objects.exists()
    teach(collection, stock, 20)
    learner.tick(now(1))
    tag = learned()
    assert (tag.examples, tag.problem) == (20, "unanswered")
    assert tag.drawn == STOCK - 20
    # It asks about documents that nobody has looked at, and about few at a time.
    asked = {each.document_id for each in open_ones()}
    assert 0 < len(asked) <= 20
    assert asked.isdisjoint(collection.documents.values_list("document_id", flat=True))


def test_what_a_tag_says_of_its_precision_holds_for_new_documents(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.spot_checks.verdicts import rate

    teach(collection, stock)
    train(learner, owner)
    tag = learned()
    assert tag.problem == "", (tag.right, tag.answered)
    shown = rate(tag.right, tag.answered)
    switch_on(ports, owner)
    new = write_new(ports, range(STOCK, STOCK + 120))
    learner.tick(now(13))
    proposed = {each.document_id for each in open_ones()}
    assert proposed <= {each.id for each in new}
    right = sum(ABOUT[each] for each in proposed)
    assert len(proposed) >= 5
    assert rate(right, len(proposed)).high >= shown.low
    assert shown.high >= rate(right, len(proposed)).low
    # It is a proposal until somebody confirms it.
    assert not collection.documents.filter(document_id__in=proposed).exists()


def test_a_proposed_tag_is_confirmed_or_removed_and_both_can_be_undone(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.models import ProposedTag
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    write_new(ports, range(STOCK, STOCK + 120))
    learner.tick(now(13))
    first, second, third, *others = open_ones()
    assert store.decide(learned(), [first.pk], owner, is_right=True) == 1
    assert store.decide(learned(), [second.pk], owner, is_right=False) == 1
    assert collection.documents.get(document_id=first.document_id).tags == ["coast"]
    assert not collection.documents.filter(document_id=second.document_id).exists()
    known = store.examples_of(learned())
    assert first.document_id in known.tagged & known.answered
    assert second.document_id in known.others & known.answered
    assert store.count_new(learned()) == (1, 2)
    # Nothing is decided twice, and what is undone is not proposed again.
    assert store.decide(learned(), [first.pk, second.pk], owner, is_right=True) == 0
    assert store.undo(learned(), [first.pk, second.pk, third.pk], owner) == 3
    assert not collection.documents.filter(document_id=first.document_id).exists()
    states = {each.pk: each.state for each in ProposedTag.objects.all()}
    assert [states[each.pk] for each in (first, second, third)] == [
        "withdrawn",
        "proposed",
        "withdrawn",
    ]
    write_new(ports, range(STOCK, STOCK + 120))
    learner.tick(now(14))
    assert {each.pk for each in open_ones()} == {second.pk, *(each.pk for each in others)}
    # Off: what waits is withdrawn, and nothing is proposed any more.
    store.switch_off(learned(), owner)
    assert open_ones() == []
    write_new(ports, range(STOCK + 120, STOCK + 160))
    learner.tick(now(15))
    assert open_ones() == []


def test_what_somebody_does_by_hand_is_an_answer(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.searches.learned_tags import examples_of

    teach(collection, stock)
    learner.tick(now())
    asked, *_others = open_ones()
    document = ports.documents().get(asked.document_id)
    assert document is not None
    keep(collection, document, "coast")
    assert asked.pk not in {each.pk for each in open_ones()}
    assert asked.document_id in examples_of(learned()).answered
    example = stock[[ABOUT[each.id] for each in stock].index(True)]
    keep(collection, example)
    known = examples_of(learned())
    assert example.id in known.others
    assert example.id not in known.tagged | known.answered


def test_a_tag_learns_again_after_an_erasure_and_leaves_out_what_was_erased(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.erasures.reach import erase_mentions

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    before = learned()
    kept = set(collection.documents.values_list("document_id", flat=True))
    erased = next(each for each in stock if each.id not in kept)
    ports.documents().erase([erased.id])
    erase_mentions([erased.id])
    tag = learned()
    assert tag.model is None
    # Nothing is left out meanwhile: it looks at what was written when it has learned again.
    write_new(ports, range(STOCK, STOCK + 120))
    learner.tick(now(12))
    assert learned().position == before.position
    learner.tick(now(13))
    tag = learned()
    assert tag.model is not None
    assert tag.drawn == before.drawn - 1 + 120
    assert len(open_ones()) >= 5


def test_nothing_is_learned_from_what_is_erased_meanwhile(
    collection: "Collection", stock: list[Document], learner: "TagLearner"
) -> None:
    from storage.database.erasures.erasures import count_tombstones
    from storage.database.searches.learned_tags import Lesson, keep_lesson

    teach(collection, stock)
    learner.tick(now())
    lesson = Lesson(model={"hashes": [], "weights": []})
    assert not keep_lesson(learned(), lesson, "x", count_tombstones() - 1)
    assert keep_lesson(learned(), lesson, "x", count_tombstones())


def test_a_tag_cannot_be_switched_on_before_it_is_known_to_be_precise(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.errors import Invalid

    teach(collection, stock)
    learner.tick(now())
    with pytest.raises(Invalid):
        switch_on(ports, owner)


def test_copies_of_a_text_are_one_example_of_what_cannot_be_told_from_itself(
    ports: "Stores", learner: "TagLearner", collection: "Collection", stock: list[Document]
) -> None:
    original = next(each for each in stock if ABOUT[each.id])
    copies = [
        replace(original, id=url_key(f"https://copies.example/{n}"), copy_id="one")
        for n in range(30)
    ]
    ports.documents().write(copies)
    for each in copies:
        keep(collection, each, "coast")
    learner.tick(now())
    assert learned().problem == "few"
    assert learned().model is None


def test_who_switched_it_on_must_still_be_allowed_to(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    owner.groups.clear()
    owner.is_superuser = False
    owner.save()
    write_new(ports, range(STOCK, STOCK + 120))
    learner.tick(now(13))
    assert learned().why_not == "rights"
    assert open_ones() == []
    owner.is_superuser = True
    owner.save()
    learner.tick(now(14))
    assert learned().why_not == ""
    assert len(open_ones()) >= 5, "what was written meanwhile is not left out"


def test_the_page_shows_what_is_known_and_decides(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
    client: "Client",
) -> None:
    teach(collection, stock, 19)
    page = client.get(f"/collections/{collection.pk}/").content.decode()
    assert "19 of 20 examples" in " ".join(page.split())
    teach(collection, stock)
    learner.tick(now())
    address = f"/collections/tags/{learned().pk}/"
    page = " ".join(client.get(address).content.decode().split())
    assert "no answers yet" in page
    assert "Should these have the tag?" in page
    assert 'name="on"' not in page
    asked = open_ones()[0]
    document = client.get(f"/documents/{asked.document_id}/").content.decode()
    assert "proposed for “Coast”" in " ".join(document.split())
    client.post(f"{address}decide/", {"proposal": asked.pk, "right": ""})
    assert collection.documents.get(document_id=asked.document_id).tags == ["coast"]
    train(learner, owner)
    page = " ".join(client.get(address).content.decode().split())
    assert 'name="on"' in page
    client.post(f"{address}switch/", {"on": ""})
    assert learned().on_since is not None
    write_new(ports, range(STOCK, STOCK + 120))
    learner.tick(now(13))
    proposed = open_ones()[0]
    client.post(f"{address}decide/", {"proposal": proposed.pk, "wrong": ""})
    assert "Undo what is chosen" in client.get(address).content.decode()
    client.post(f"{address}undo/", {"proposal": [proposed.pk]})
    assert proposed.pk in {each.pk for each in open_ones()}
    client.post(f"{address}switch/", {"off": ""})
    assert open_ones() == []
    page = " ".join(client.get(address).content.decode().split())
    assert "withdrawn" in page


def test_a_tag_whose_examples_could_not_be_read_learns_within_hours(
    ports: "Stores", learner: "TagLearner", collection: "Collection"
) -> None:
    stock = [document for document, _is_about in map(written, range(STOCK))]
    teach(collection, stock)
    learner.tick(now())
    assert learned().problem == "few"
    ports.documents().write(stock)
    learner.tick(now(0.9))
    assert learned().problem == "few"
    learner.tick(now(1.1))
    assert learned().problem == "unanswered"


def test_undo_is_offered_only_while_something_can_be_undone(
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
    client: "Client",
) -> None:
    from storage.database.models import ProposedTag
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    learner.tick(now())
    first = open_ones()[0]
    store.decide(learned(), [first.pk], owner, is_right=True)
    address = f"/collections/tags/{learned().pk}/"
    assert "Undo what is chosen" in client.get(address).content.decode()
    store.undo(learned(), [first.pk], owner)
    assert list(ProposedTag.objects.filter(decided__isnull=False)) == [first]
    page = client.get(address).content.decode()
    assert "Decided last" in page
    assert "Undo what is chosen" not in page


def test_programs_decide_and_switch(
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
    client: "Client",
) -> None:
    teach(collection, stock)
    learner.tick(now())
    (tag,) = client.get(f"/api/v1/collections/{collection.pk}/tags").json()
    assert (tag["tag"], tag["examples"], tag["precision"]) == ("coast", 20, None)
    path = f"/api/v1/learned-tags/{tag['id']}"
    refused = client.put(path, {"on": True}, "application/json")
    assert refused.status_code == 422
    assert "precise enough" in refused.content.decode()
    (first, *_others) = client.get(f"{path}/proposals").json()
    decision = f"{path}/proposals/{first['id']}"
    client.post(f"{decision}/decide", {"is_right": True}, "application/json")
    assert collection.documents.get(document_id=first["document"]).tags == ["coast"]
    assert client.post(f"{decision}/undo").json() == {"undone": 1}
    train(learner, owner)
    switched = client.put(path, {"on": True}, "application/json").json()
    assert switched["on_since"]
    assert switched["precision_low"] >= 0.6
    assert client.put(path, {"on": False}, "application/json").json()["on_since"] is None


def collect_by_rule(owner: "User", collection: "Collection", document: Document) -> None:
    """Let a rule put a document into the collection, with the tag."""
    from notify.tagging.lessons import read_document
    from storage.database.models import SearchRule
    from storage.database.searches.rules import collect
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search

    search = save_search(SearchDraft(name=document.id, search=Search(text="sea")), owner)
    rule = SearchRule.objects.create(
        search=search,
        action=SearchRule.Action.COLLECT,
        collection=collection,
        tags=["coast"],
        since=now(),
    )
    collect(rule, read_document(document).kept)


def test_what_a_rule_gives_is_no_answer(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    new = {each.id: each for each in write_new(ports, range(STOCK, STOCK + 120))}
    learner.tick(now(13))
    first, second, *_others = open_ones()
    store.decide(learned(), [second.pk], owner, is_right=False)
    collect_by_rule(owner, collection, new[first.document_id])
    # Nobody has looked at the first. What somebody has said of the second stays so.
    collect_by_rule(owner, collection, new[second.document_id])
    assert not {first.pk, second.pk} & {each.pk for each in open_ones()}
    assert store.count_new(learned()) == (0, 1)
    known = store.examples_of(learned())
    assert {first.document_id, second.document_id} <= known.tagged - known.answered
    assert first.pk not in {each.pk for each in store.decided_proposals(learned(), 99)}


def test_a_withdrawn_proposal_is_no_answer_when_somebody_gives_the_tag_later(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    new = {each.id: each for each in write_new(ports, range(STOCK, STOCK + 120))}
    learner.tick(now(13))
    first, *_others = open_ones()
    store.switch_off(learned(), owner)
    keep(collection, new[first.document_id], "coast")
    known = store.examples_of(learned())
    assert first.document_id in known.tagged - known.answered
    assert store.count_new(learned()) == (0, 0)


def test_what_is_taken_by_hand_is_no_decision_to_undo(
    learner: "TagLearner", collection: "Collection", stock: list[Document], owner: "User"
) -> None:
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    learner.tick(now())
    example = next(each for each in stock if ABOUT[each.id])
    keep(collection, example)
    taken = learned().proposals.get(document_id=example.id)
    assert taken not in store.decided_proposals(learned(), 99)
    assert store.undo(learned(), [taken.pk], owner) == 0
    assert taken.pk not in {each.pk for each in open_ones()}


def test_only_a_tag_whose_questions_are_answered_learns_again_at_once(
    learner: "TagLearner", collection: "Collection", stock: list[Document], owner: "User"
) -> None:
    from storage.database.searches.learned_tags import is_due

    def is_due_at_once() -> bool:
        return is_due(learned(), "other examples", now(-1), now(-24))

    teach(collection, stock)
    learner.tick(now())
    assert learned().problem == "unanswered"
    assert not is_due_at_once(), "it waits for answers"
    answer_all(owner)
    assert is_due_at_once()
    assert not is_due(learned(), learned().basis, now(-1), now(-24)), "nothing has changed"
    train(learner, owner)
    assert learned().problem == ""
    assert open_ones() == []
    assert not is_due_at_once(), "it asks nothing, so that no answer is missing"
    assert is_due(learned(), "other examples", now(), now(-24))


def test_what_an_erasure_has_taken_away_proposes_nothing(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from notify.tagging.lessons import read_document
    from storage.database.models import LearnedTag
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    (before,) = store.switched_on()
    assert before.model, "in memory from here on"
    new = [read_document(each).kept for each in write_new(ports, range(STOCK, STOCK + 3))]
    store.forget_models()
    assert store.propose(before, new, "9") == 0
    assert learned().position == before.position
    # It has learned again: what it knew before is not what it knows now.
    LearnedTag.objects.update(model=before.model, basis=before.basis, learned=now())
    assert store.propose(before, new, "9") == 0
    assert learned().position == before.position
    (again,) = store.switched_on()
    assert store.propose(again, new, "9") == 3


def test_a_tag_pauses_before_too_many_proposals_wait(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
    client: "Client",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from storage.database.models import LearnedTag
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    LearnedTag.objects.update(sure_from=-1_000)  # all that is new gets it
    monkeypatch.setattr(store, "MAX_BATCH", 20)
    monkeypatch.setattr(store, "PAUSES_OVER", 30)
    write_new(ports, range(STOCK, STOCK + 120))
    learner.tick(now(12))
    assert len(open_ones()) == 40
    (tag,) = client.get(f"/api/v1/collections/{collection.pk}/tags").json()
    assert (tag["why_not"], tag["open"]) == ("waiting", 40)
    # What waits for too long already is decided: it goes on where it was.
    store.decide(learned(), [each.pk for each in open_ones()], owner, is_right=False)
    learner.tick(now(12))
    assert len(open_ones()) == 40
    assert learned().proposals.filter(is_new=True).count() == 80


def test_a_learner_that_stops_does_not_learn_to_the_end(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    documents = ports.documents()
    draw = documents.draw

    def stop_and_draw(*args: Any, **kwargs: Any) -> list[Document]:
        learner.stop()
        return draw(*args, **kwargs)

    monkeypatch.setattr(documents, "draw", stop_and_draw)
    teach(collection, stock)
    learner.tick(now())
    assert learned().learned is None


def test_new_documents_do_not_wait_for_lessons(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from notify.tagging.lessons import Lessons

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    write_new(ports, range(STOCK, STOCK + 120))
    waiting: list[int] = []

    def learn(*_: Any) -> Any:
        waiting.append(len(open_ones()))
        raise OSError("not now")

    monkeypatch.setattr(Lessons, "learn", learn)
    with pytest.raises(OSError, match="not now"):
        learner.tick(now(40))
    assert waiting[0] >= 5


def test_a_tag_on_no_document_is_forgotten_unless_it_is_on(
    ports: "Stores",
    learner: "TagLearner",
    collection: "Collection",
    stock: list[Document],
    owner: "User",
) -> None:
    from storage.database.models import LearnedTag
    from storage.database.searches import learned_tags as store

    teach(collection, stock)
    train(learner, owner)
    switch_on(ports, owner)
    collection.documents.all().delete()
    assert store.enrol() == [learned()]
    store.switch_off(learned(), owner)
    assert store.enrol() == []
    assert not LearnedTag.objects.exists()


def test_few_of_the_tags_without_enough_examples_are_listed(
    collection: "Collection", stock: list[Document], learner: "TagLearner"
) -> None:
    from storage.database.searches.learned_tags import MAX_OTHERS, tags_of

    teach(collection, stock)
    learner.tick(now())
    others = [each for each in stock if not ABOUT[each.id]]
    for place in range(2):
        keep(collection, others[place], *(f"often-{n}" for n in range(18)))
    keep(collection, others[2], *(f"seldom-{n}" for n in range(18)))
    tags = [each.tag for each in tags_of(collection)]
    assert len(tags) == 1 + MAX_OTHERS
    assert tags[0] == "coast"
    assert sum(each.startswith("often") for each in tags) == 18


def test_what_is_decided_must_have_been_proposed(
    learner: "TagLearner", collection: "Collection", stock: list[Document], client: "Client"
) -> None:
    teach(collection, stock)
    learner.tick(now())
    path = f"/api/v1/learned-tags/{learned().pk}/proposals"
    asked = open_ones()[0]

    def decide(proposal: int) -> int:
        address = f"{path}/{proposal}/decide"
        return client.post(address, {"is_right": False}, "application/json").status_code

    assert decide(asked.pk) == 204
    assert decide(asked.pk) == 204, "somebody has decided before"
    assert decide(10**9) == 404
    assert client.post(f"{path}/{10**9}/undo").status_code == 404


def test_documents_without_the_tag_are_to_be_about_different_matters_too(
    ports: "Stores", learner: "TagLearner", collection: "Collection", stock: list[Document]
) -> None:
    about = [each for each in stock if ABOUT[each.id]][:20]
    ports.documents().erase([each.id for each in stock if each not in about])
    copies = [
        replace(about[0], id=url_key(f"https://copies.example/{n}"), copy_id="one")
        for n in range(30)
    ]
    ports.documents().write(copies)
    for each in about[1:]:
        keep(collection, each, "coast")
    keep(collection, article("https://news.example/more", "More", "Of it."), "coast")
    ports.documents().write([article("https://news.example/more", "More", "Of it.")])
    learner.tick(now())
    assert learned().problem == "few"


def test_a_rare_word_of_documents_without_the_tag_does_not_speak_for_it() -> None:
    """A few documents have the tag, so that each word of theirs is a large share of all theirs."""
    from notify.tagging.cross_validation import Example, Origin, learn
    from notify.tagging.words import words_of

    def text(at: int, word: str) -> str:
        common = " ".join(f"common{(at * 7 + each) % 200}" for each in range(50))
        return f"{word} {common} name{at} place{at} street{at}"

    tagged = [text(at, "harbour") for at in range(20)]
    drawn = [text(at, "council") for at in range(20, 1_000)]
    examples = [
        Example(
            words=words_of("", each),
            is_tagged=at < len(tagged),
            group=each,
            origin=Origin.GIVEN if at < len(tagged) else Origin.DRAWN,
        )
        for at, each in enumerate([*tagged, *drawn])
    ]
    model = learn(examples).model
    assert model.score(words_of("", "name77 place77 street77")) <= 0
    assert model.score(words_of("", "harbour")) > 0


@pytest.mark.parametrize(("tagged", "other"), [("", "council"), ("harbour", ""), ("", "")])
def test_a_side_of_documents_without_words_teaches_nothing(tagged: str, other: str) -> None:
    from notify.tagging.cross_validation import Example, Origin, learn
    from notify.tagging.words import words_of

    examples = [
        Example(
            words=words_of("", tagged if at < 20 else other),
            is_tagged=at < 20,
            group=at,
            origin=Origin.GIVEN,
        )
        for at in range(100)
    ]
    assert learn(examples).model.score(words_of("", "harbour council")) == 0

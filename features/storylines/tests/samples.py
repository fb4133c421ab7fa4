"""Stories of one matter for the tests, as the role *stories* stores them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from features.stories.tests.samples import keep_story
from storage.documents.port import Document
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from watch.stores import Stores

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TERMS = {"corvane": 1.0, "hellin": 0.8, "marta": 0.8, "earthquak": 0.6, "quil": 0.4}
NAMES = [["Marta Hellin", "person"], ["Civil Guard", "org"]]
QUAKE = "Earthquake in Corvane kills 12"
TOLL = "Death toll of Corvane earthquake rises to 35"
ARREST = "Builder arrested over hotel in Corvane"
_SHARED = "Roofs fell in the old centre of Corvane and blocked the Calle Mayor."
TEXTS = {
    QUAKE: [
        f"The earthquake in Corvane killed 12 people, officials said. {_SHARED}",
        f"{_SHARED} Doctors said the earthquake in Corvane killed 12 people.",
    ],
    TOLL: [
        f"The earthquake in Corvane killed 35 people, officials said. {_SHARED}",
        "Doctors said the earthquake in Corvane killed 35 people. Rescuers of the Civil Guard "
        "found 4 families under the roofs of the old centre of Corvane.",
    ],
    ARREST: [
        "Police arrested Ramon Quiles, the builder of the hotel in Corvane that fell in the "
        "earthquake.",
        "The builder Ramon Quiles was arrested over the hotel in Corvane. The earthquake in "
        "Corvane killed 41 people.",
    ],
}


def keep(
    stores: "Stores | None", name: str, title: str, days: float, **fields: Any
) -> Sequence[Document]:
    """Store a story on two sites that began so many days before NOW; return its reports.

    ``stores`` get the reports too, if they are given.
    """
    first = NOW - timedelta(days=days)
    reports = [
        article(
            f"https://{site}.example/{name}",
            title,
            text,
            site=f"{site}.example",
            published=first + timedelta(hours=place),
            collected=first + timedelta(hours=place),
        )
        for place, (site, text) in enumerate(
            zip(("agency", "paper"), TEXTS.get(title, ["Once.", "Twice."]), strict=True)
        )
    ]
    if stores is not None:
        stores.documents().write(reports)
    told: dict[str, Any] = {
        "title": title,
        "lang": "en",
        "vector": TERMS,
        "names": NAMES,
        "first": first,
        "last": first + timedelta(hours=1),
    }
    keep_story(reports, **(told | fields))
    return reports


def forget_storylines() -> None:
    """Let there be no chapters and no followers."""
    from features.storylines.models import Chapter, ChapterLine, Follow, Follower

    for model in (ChapterLine, Chapter, Follow, Follower):
        model.objects.all().delete()

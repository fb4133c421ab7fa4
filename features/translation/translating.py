"""Translates documents on demand: what is sent, what is kept, and what a reader is told."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore
from time import monotonic

from features.translation import store
from features.translation.entered import entered, opened
from features.translation.log_events import TranslationEvent
from features.translation.models import KeptTranslation
from features.translation.texts import READ_CHARACTERS, Foreign, foreign, is_foreign, requests
from features.translation.translators.port import Translator
from notify.errors import NoAnswer, NotDelivered, ProblemText, to_translate
from storage.documents.uses import forbidding
from webui.apps import stores
from webui.search.services import documents

MAX_DOCUMENTS = 50
"""The most documents at once: more than a page of hits has. A reader asks for the rest again."""
WHOLE_SECONDS = 20
"""How long all requests for a reader may take. A model on one graphics card writes the titles and
sentences of a page in about as long; whoever waits longer thinks that nothing happens, and a web
process has four threads for all of its readers.
"""
_TURNS = BoundedSemaphore(2)
"""Half of the threads of a web process, so that a slow translator leaves the others for pages."""
_TOO_SLOW = to_translate(
    "%(host)s took longer than %(seconds)s seconds, the most that a page waits. Try again for the "
    "rest."
)
_BUSY = to_translate("Other titles are being translated. Try again in a few seconds.")
logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Translated:
    """What became of documents. ``kept`` has the translations that there are now, by document;
    ``sent`` is how many documents were sent to the host and came back, ``reserved`` how many must
    not be sent, because their pages reserve such use.

    ``problem`` says why others stay in the original, None if nothing went wrong.
    """

    kept: Mapping[str, KeptTranslation]
    host: str = ""
    sent: int = 0
    reserved: int = 0
    problem: ProblemText | None = None


def translate(ids: Sequence[str], target: str) -> Translated | None:
    """Translate the first MAX_DOCUMENTS of these documents that are in another language, but for
    what is kept. Return None if no translator is entered.

    Raises Unavailable and Refused for a store.
    """
    found = entered()
    if found is None:
        return None
    named = list(dict.fromkeys(ids))[:MAX_DOCUMENTS]
    asked = documents.only(named)
    stored = (
        stores().documents().draw(asked, "", len(named), characters=READ_CHARACTERS)
        if named
        else []
    )
    obeyed = stores().settings.obey_rights
    others = [each for each in stored if is_foreign(each.lang, target)]
    allowed = [foreign(each) for each in others if not forbidding(each.rights, _USE, obeyed)]
    kept = store.of_texts(allowed, target)
    missing = [each for each in allowed if each.title and each.document_id not in kept]
    reserved = len(others) - len(allowed)
    if not missing:
        return Translated(kept=kept, reserved=reserved)
    try:
        translator = opened(found, stores().settings)
    except NotDelivered as error:
        return Translated(kept=kept, reserved=reserved, problem=error.problem)
    host = found.host
    done, problem = _in_turn(translator, host, missing, target)
    now = store.of_texts(allowed, target)
    return Translated(kept=now, host=host, sent=done, reserved=reserved, problem=problem)


_USE = "assistants"
"""The use of a document that a translation is: its text is given to a model."""


def try_out(translator: Translator, sentence: str, target: str) -> str:
    """Return one English sentence in another language. Raises NotDelivered."""
    return translator.translate([sentence], "en", target, WHOLE_SECONDS)[0]


def _in_turn(
    translator: Translator, host: str, missing: Sequence[Foreign], target: str
) -> tuple[int, ProblemText | None]:
    if not _TURNS.acquire(blocking=False):
        return 0, ProblemText(_BUSY)
    try:
        return _sent(translator, host, missing, target)
    finally:
        _TURNS.release()


def _sent(
    translator: Translator, host: str, missing: Sequence[Foreign], target: str
) -> tuple[int, ProblemText | None]:
    """Send documents, and keep what comes back; return of how many it did, and what went wrong
    first.
    """
    done, problem = 0, None
    end = monotonic() + WHOLE_SECONDS
    for some in requests(
        missing, one_language=translator.takes_one_language, most=translator.max_characters
    ):
        begun = monotonic()
        if begun >= end:
            return done, problem or ProblemText(_TOO_SLOW, _limit(host))
        texts = [text for each in some for text in each.texts]
        try:
            found = translator.translate(texts, some[0].lang, target, end - begun)
        except NotDelivered as error:
            is_over = isinstance(error, NoAnswer) and monotonic() >= end
            said = ProblemText(_TOO_SLOW, _limit(host)) if is_over else error.problem
            logger.warning(
                TranslationEvent.NOT_TRANSLATED,
                extra={"host": host, "error": _without_words(said)},
            )
            problem = problem or said
            if isinstance(error, NoAnswer):
                return done, problem
            # Another language may be one that the server knows.
            continue
        store.keep(_paired(some, found), target, translator.name)
        done += len(some)
        logger.info(
            TranslationEvent.TRANSLATED,
            extra={
                "host": host,
                "lang": target,
                "documents": len(some),
                "characters": sum(map(len, texts)),
                "request_ms": round((monotonic() - begun) * 1000),
            },
        )
    return done, problem


def _limit(host: str) -> dict[str, object]:
    return {"host": host, "seconds": WHOLE_SECONDS}


def _paired(some: Sequence[Foreign], found: Sequence[str]) -> list[tuple[Foreign, str, str]]:
    """Return each document with its title and first sentences in the other language."""
    left = iter(found)
    return [(each, next(left), next(left) if each.lead else "") for each in some]


def _without_words(problem: ProblemText) -> str:
    """Return a problem for the log: a server may repeat texts, or the key."""
    assert isinstance(problem.values, Mapping)
    harmless = {**problem.values, "why": "…"} if "why" in problem.values else problem.values
    return str(ProblemText(problem.message, harmless))

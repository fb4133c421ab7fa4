"""Translates documents on demand: what is sent, what is kept, and what a reader is told."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import BoundedSemaphore
from time import monotonic

from features.translation import store
from features.translation.entered import entered, opened
from features.translation.log_events import TranslationEvent
from features.translation.models import EnteredTranslator, KeptTranslation
from features.translation.texts import READ_CHARACTERS, Foreign, foreign, is_foreign, requests
from features.translation.translators.port import WAIT_SECONDS
from notify.errors import NoAnswer, NotDelivered, ProblemText, to_translate
from storage.documents.uses import forbidding
from webui.apps import stores
from webui.search.services import documents

MAX_DOCUMENTS = 50
"""The most documents at once: more than a page of hits has. A reader asks for the rest again."""
_USE = "assistants"
"""The use of a document that a translation is: its text is given to a model."""
_TURNS = BoundedSemaphore(2)
"""Half of the threads of a web process, so that a slow translator leaves the others for pages."""
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
    stored = documents.listed(named, characters=READ_CHARACTERS)
    others = [each for each in stored if is_foreign(each.lang, target)]
    obeyed = stores().settings.obey_rights
    allowed = [foreign(each) for each in others if not forbidding(each.rights, _USE, obeyed)]
    # A translation costs money or minutes: nobody waits for the same one twice.
    kept = store.of_texts(allowed, target)
    missing = [each for each in allowed if each.title and each.document_id not in kept]
    reserved = len(others) - len(allowed)
    if not missing:
        return Translated(kept=kept, reserved=reserved)
    # A thread that waits for a translator is one less that serves readers.
    if not _TURNS.acquire(blocking=False):
        return Translated(kept=kept, reserved=reserved, problem=ProblemText(_BUSY))
    try:
        sent, problem = _sent(found, missing, target)
    finally:
        _TURNS.release()
    return Translated(
        kept=store.of_texts(allowed, target),
        host=found.host,
        sent=sent,
        reserved=reserved,
        problem=problem,
    )


def _sent(
    found: EnteredTranslator, missing: Sequence[Foreign], target: str
) -> tuple[int, ProblemText | None]:
    """Send documents, and keep what comes back; return how many did, and what went wrong first."""
    end = monotonic() + WAIT_SECONDS
    sent, problem = 0, None
    try:
        translator = opened(found, stores().settings)
    except NotDelivered as error:
        return 0, error.problem
    for some in requests(
        missing, one_language=translator.takes_one_language, most=translator.max_characters
    ):
        texts = [text for each in some for text in each.texts]
        try:
            come = translator.translate(texts, some[0].lang, target, end - monotonic())
        except NotDelivered as error:
            _log_failure(found.host, error.problem)
            problem = problem or error.problem
            if isinstance(error, NoAnswer):
                break
            # Another language may be one that the server knows.
            continue
        store.keep(some, come, target, translator.name)
        _forget_erased(some)
        sent += len(some)
        told = {"documents": len(some), "characters": sum(map(len, texts)), "lang": target}
        logger.info(TranslationEvent.TRANSLATED, extra={"host": found.host, **told})
    return sent, problem


def _forget_erased(sources: Sequence[Foreign]) -> None:
    """Forget documents that an erasure has taken out while the translator was at work: it looks for
    translations after it has deleted documents, so that one of the two sees the other.
    """
    ids = [each.document_id for each in sources]
    stores().documents().refresh()
    there = {each.id for each in documents.listed(ids)}
    store.erase([each for each in ids if each not in there])


def _log_failure(host: str, problem: ProblemText) -> None:
    assert isinstance(problem.values, Mapping)
    # A server may repeat texts, or the key.
    error = problem.message % {**problem.values, "why": "…"}
    logger.warning(TranslationEvent.NOT_TRANSLATED, extra={"host": host, "error": error})

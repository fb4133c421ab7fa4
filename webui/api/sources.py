"""Sources and keyword lists."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Status
from ninja.errors import ValidationError

from storage.channels import channel_names
from storage.database.errors import Invalid
from storage.database.models import KeywordList, Source
from storage.database.people.audit import without_secrets
from storage.database.people.rights import Right
from storage.database.sources.added_words import Added, added_words
from storage.database.sources.source_config import SourceConfig, plain_values, typed_values
from storage.database.sources.versions import with_stored_secrets
from watch.sources.source_health import SourceHealth
from watch.sources.states import current_states
from webui.api.access import right
from webui.api.problems import answers, problem
from webui.api.schemas import (
    MAX_NUMBER,
    KeywordsIn,
    KeywordsOut,
    PauseIn,
    RecallOut,
    SourceIn,
    SourceOut,
    SourcesOut,
    SourceStateOut,
    TrialOut,
)
from webui.apps import stores
from webui.problems import in_words
from webui.source_fields import hidden_values
from webui.sources.explanation import evidence, what_to_do
from webui.sources.services import keywords as keyword_service
from webui.sources.services import sources as service
from webui.sources.services.preview import TooManyVisits, try_out
from webui.sources.services.table import find_sources
from webui.sources.table import TableParams

router = Router()
Channel = StrEnum("Channel", {name.upper(): name for name in channel_names()})  # type: ignore[misc]
Channel.__doc__ = "The channels, in the order in which people choose from them."
_SOURCES, _KEYWORDS = ["sources"], ["keyword lists"]
_LINKS = 100

Id = Annotated[int, Path(ge=1, le=MAX_NUMBER)]
_Filed = Annotated[str, Query(max_length=150, description="Exactly this value.")]


@router.get(
    "/sources", auth=right(Right.VIEW_SOURCES), response=answers({200: SourcesOut}), tags=_SOURCES
)
def list_sources(
    request: HttpRequest,
    text: Annotated[str, Query(max_length=200, description="Text in the name or address.")] = "",
    channel: Channel | None = None,
    enabled: bool | None = None,
    folder: _Filed = "",
    region: _Filed = "",
    language: _Filed = "",
    owner: _Filed = "",
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Any:
    """Return sources by name."""
    filed = {"folder": folder, "region": region, "language": language, "owner": owner}
    chosen = {name: value for name, value in filed.items() if value}
    params = TableParams(text=text, channel=channel or "", filed=chosen)
    total, found = find_sources(params, enabled=enabled, skip=offset, most=limit)
    return SourcesOut(total=total, sources=_sources(found))


@router.post(
    "/sources",
    auth=right(Right.ADD_SOURCES),
    response=answers({201: SourceOut}, 400),
    tags=_SOURCES,
)
def add_source(request: HttpRequest, content: SourceIn) -> Any:
    """Add a source. Its first visit is due at once."""
    saved = service.add(_draft(content), request.user.get_username())
    return Status(201, source_shown(saved))


@router.get(
    "/sources/{source_id}",
    auth=right(Right.VIEW_SOURCES),
    response=answers({200: SourceOut}, 404),
    tags=_SOURCES,
)
def get_source(request: HttpRequest, source_id: Id) -> Any:
    """Return a source."""
    return source_shown(_found(source_id))


@router.put(
    "/sources/{source_id}",
    auth=right(Right.CHANGE_SOURCES),
    response=answers({200: SourceOut}, 400, 404),
    tags=_SOURCES,
)
def change_source(request: HttpRequest, source_id: Id, content: SourceIn) -> Any:
    """Replace the definition of a source.

    Header values that you send as `(hidden)` stay as they are. Send them in full if the address
    moves to another host.
    """
    stored = _found(source_id).config()
    draft = with_stored_secrets(_draft(content, stored), stored)
    return source_shown(service.change(source_id, draft, request.user.get_username()))


@router.delete(
    "/sources/{source_id}",
    auth=right(Right.DELETE_SOURCES),
    response=answers({204: None}, 404),
    tags=_SOURCES,
)
def delete_source(request: HttpRequest, source_id: Id) -> Any:
    """Delete a source. Its documents stay."""
    service.delete(source_id, request.user.get_username())
    return Status(204, None)


@router.post(
    "/sources/{source_id}/pause",
    auth=right(Right.PAUSE_SOURCES),
    response=answers({200: SourceOut}, 400, 404),
    tags=_SOURCES,
)
def pause_source(request: HttpRequest, source_id: Id, content: PauseIn) -> Any:
    """Stop visiting the source until it is resumed."""
    return source_shown(service.pause(source_id, request.user.get_username(), content.reason))


@router.post(
    "/sources/{source_id}/resume",
    auth=right(Right.PAUSE_SOURCES),
    response=answers({200: SourceOut}, 404),
    tags=_SOURCES,
)
def resume_source(request: HttpRequest, source_id: Id) -> Any:
    """Resume a source. Its next visit is due at once."""
    return source_shown(service.resume(source_id, request.user.get_username()))


@router.post(
    "/sources/{source_id}/test",
    auth=right(Right.TEST_SOURCES),
    response=answers({200: TrialOut}, 404),
    tags=_SOURCES,
)
def test_source(request: HttpRequest, source_id: Id) -> Any:
    """Visit the source once and return at most 100 links.

    Nothing is saved. It takes up to a minute.
    """
    source = _found(source_id)
    try:
        trial = try_out(str(request.user.pk), service.full_record(source.config()), afresh=True)
    except TooManyVisits:
        answer = problem(
            request, 503, "Too many trials are running now. Try again in a few seconds."
        )
        answer["Retry-After"] = "10"
        return answer
    links = trial.reading.links[:_LINKS] if trial.reading else ()
    return TrialOut(outcome=trial.outcome, error=trial.error, links=[link.url for link in links])


@router.get(
    "/keyword-lists",
    auth=right(Right.VIEW_KEYWORDS),
    response=answers({200: list[KeywordsOut]}),
    tags=_KEYWORDS,
)
def list_keyword_lists(request: HttpRequest) -> Any:
    """Return all keyword lists, by name."""
    lists = keyword_service.lists_with_sources()
    added = added_words(each.pk for each in lists)
    return [_words(each, added) for each in lists]


@router.post(
    "/keyword-lists",
    auth=right(Right.CHANGE_KEYWORDS),
    response=answers({201: KeywordsOut}, 400),
    tags=_KEYWORDS,
)
def add_keyword_list(request: HttpRequest, content: KeywordsIn) -> Any:
    """Add a keyword list."""
    words = keyword_service.save(content.name, content.keywords, request.user.get_username(), None)
    return Status(201, _words(words, added_words([words.pk])))


@router.put(
    "/keyword-lists/{list_id}",
    auth=right(Right.CHANGE_KEYWORDS),
    response=answers({200: KeywordsOut}, 400, 404),
    tags=_KEYWORDS,
)
def change_keyword_list(request: HttpRequest, list_id: Id, content: KeywordsIn) -> Any:
    """Replace the name and keywords of a list."""
    user = request.user.get_username()
    words = keyword_service.save(content.name, content.keywords, user, list_id)
    return _words(words, added_words([words.pk]))


@router.delete(
    "/keyword-lists/{list_id}",
    auth=right(Right.DELETE_KEYWORDS),
    response=answers({204: None}, 404),
    tags=_KEYWORDS,
)
def delete_keyword_list(request: HttpRequest, list_id: Id) -> Any:
    """Delete a list. The answer is 422 if a source would be left without keywords."""
    try:
        keyword_service.delete(list_id, request.user.get_username())
    except Invalid as error:
        wrong = [{"loc": ("path", "list_id"), "msg": in_words(each)} for each in error.problems]
        raise ValidationError(wrong) from error
    return Status(204, None)


def _draft(content: SourceIn, stored: SourceConfig | None = None) -> SourceConfig:
    kept = hidden_values(stored) if stored else {}
    return SourceConfig(**typed_values(content.model_dump()), **kept)


def source_shown(source: Source) -> SourceOut:
    """Return a source as the API shows it."""
    return _sources([source])[0]


def _sources(sources: Sequence[Source]) -> list[SourceOut]:
    states = current_states(sources, stores())
    return [_with_state(source, states[source.pk]) for source in sources]


def _with_state(source: Source, state: SourceHealth) -> SourceOut:
    shown = without_secrets(plain_values(source.config()), None) or {}
    more = {
        name: getattr(source, name)
        for name in ("pause_reason", "next_visit", "last_visit", "last_success")
    }
    return SourceOut.model_validate(
        {**shown, **more, "id": source.pk, "state": _state(state, source.channel)}
    )


def _state(state: SourceHealth, channel: str) -> SourceStateOut:
    attempt, silence = state.attempt, state.silence
    return SourceStateOut(
        name=state.health.value,
        reason=state.reason,
        detail=state.detail,
        since=state.since,
        evidence=evidence(state),
        what_to_do=what_to_do(state, channel),
        moved_to=state.moved_to,
        attempt=attempt.number if attempt else None,
        most_attempts=attempt.most if attempt else None,
        next_attempt=datetime.fromtimestamp(attempt.next_at, UTC) if attempt else None,
        silent_days=silence.days if silence else None,
        recall=RecallOut.model_validate(state.recall) if state.recall else None,
    )


def _words(words: KeywordList, added: Added) -> KeywordsOut:
    names = sorted(source.name for source in words.sources.all())
    return KeywordsOut(
        id=words.pk,
        name=words.name,
        keywords=words.keywords,
        hot_words=list(added[words.pk]),
        sources=names,
    )


def _found(source_id: int) -> Source:
    source = service.get_source(source_id)
    if source is None:
        raise Http404
    return source

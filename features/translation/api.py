"""Titles and first sentences in another language."""

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Field, Router, Schema
from ninja.errors import HttpError

from features.translation.models import KeptTranslation
from features.translation.translating import MAX_DOCUMENTS, translate
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import Strict

router = Router(tags=["documents"])


class TranslationIn(Strict):
    """Documents to translate."""

    documents: list[Annotated[str, Field(max_length=64)]] = Field(
        min_length=1,
        max_length=MAX_DOCUMENTS,
        description="Ids of documents. Those in this language, in none that is known, or whose "
        "pages reserve such use are left out.",
    )
    lang: Literal["en", "zh-hans"] = Field(description="The language to translate into.")


class DocumentTranslation(Schema):
    """A document in another language."""

    id: str = Field(description="The id of the document.")
    title: str = Field(description="Its title, in `lang`.")
    lead: str = Field(description="Its first sentences, in `lang`; empty if it has no others.")
    by: str = Field(description="What has translated it.")


class TranslationOut(Schema):
    """What became of the documents."""

    lang: str
    translations: list[DocumentTranslation] = Field(
        description="In the order of the request; documents that are missing have none."
    )
    problem: str = Field(
        description="Why documents are missing that could have been translated; empty if nothing "
        "went wrong."
    )


@router.post(
    "/translations", auth=right(Right.SEARCH), response=answers({200: TranslationOut}, 409)
)
def translate_documents(request: HttpRequest, content: TranslationIn) -> TranslationOut:
    """Translate titles and first sentences of documents. What was translated before is not sent
    again.
    """
    found = translate(content.documents, content.lang)
    if found is None:
        raise HttpError(409, "No translator is entered. Ask an administrator to enter one.")
    ids = [each for each in dict.fromkeys(content.documents) if each in found.kept]
    return TranslationOut(
        lang=content.lang,
        translations=[_out(found.kept[each]) for each in ids],
        problem=str(found.problem or ""),
    )


def _out(row: KeptTranslation) -> DocumentTranslation:
    return DocumentTranslation(id=row.document_id, title=row.title, lead=row.lead, by=row.by)

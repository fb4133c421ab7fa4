"""What is wrong with what somebody wants to save, in words: the sentence of each code."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from hooks.process import features
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError, shortened
from storage.database.sources.rows import RowError, RowWarning
from webui.labels import query_problem

# With a value, a sentence has no subject: the value is put in front of it.
SENTENCES: Mapping[ErrorCode, Any] = {
    ErrorCode.NAME_MISSING: _("Enter a name."),
    ErrorCode.NAME_TAKEN: _("is already in use. Choose another name."),
    ErrorCode.OUTER_SPACE: _("begins or ends with a space. Remove the space."),
    ErrorCode.CONTROL_CHARACTERS: _(
        "contains control characters or broken text. Type it again on one line."
    ),
    ErrorCode.TOO_LONG: _("is too long. Use at most {limit} characters."),
    ErrorCode.NOT_A_CHOICE: _("is not valid. Choose one of {choices}."),
    ErrorCode.NOT_A_CHANNEL_HERE: _(
        "is no channel here. Choose one of {choices}, or switch on the feature that brings it, "
        "with NEWSLOOM_FEATURES. Features that are off and bring channels: {off}."
    ),
    ErrorCode.CHANNELS_OFF: _(
        "Sources of channels that are off here ({channels}) stay as they are; "
        "features that are off and bring channels: {off}."
    ),
    ErrorCode.OUT_OF_RANGE: _("must be from {low} to {high}."),
    ErrorCode.EMPTY_ENTRY: _("An entry is empty. Remove it."),
    ErrorCode.GIVEN_TWICE: _("is given twice. Remove one."),
    ErrorCode.TOO_MANY_ENTRIES: _("{count} entries are too many. Use at most {limit}."),
    ErrorCode.ADDRESS_MISSING: _("Enter an address, such as https://example.org/feed.xml."),
    ErrorCode.ADDRESS_SPACE: _("contains a space. Write it as %20."),
    ErrorCode.ADDRESS_HOST: _("is not a valid web address. Check the host and port."),
    ErrorCode.ADDRESS_SCHEME: _(
        "is not a valid web address. It must start with http:// or https:// and a host."
    ),
    ErrorCode.ADDRESS_USER: _(
        "The address contains a user name. Use the header Authorization instead."
    ),
    ErrorCode.HOST_NAME: _("is not the name of a host, such as news.example."),
    ErrorCode.HOST_MISSING: _("Enter the name of a host, such as news.example."),
    ErrorCode.CHOICE_MISSING: _("Choose one of {choices}."),
    ErrorCode.NAME_OF_EVERYTHING: _(
        "names one queue or host. Choose that kind, or leave out the name to mean everything."
    ),
    ErrorCode.PLACEHOLDER_IN_HOST: _(
        "has a placeholder in its host. Only the path and query may have placeholders."
    ),
    ErrorCode.PLACEHOLDER_NOT_USED: _(
        "has a placeholder. Only the channel search uses placeholders."
    ),
    ErrorCode.PLACEHOLDER_MISSING: _(
        "lacks the placeholder {keyword}. Put it where the keyword goes."
    ),
    ErrorCode.PLACEHOLDER_UNKNOWN: _("is not a valid placeholder. Use {keyword} and {page}."),
    ErrorCode.PATTERN: _("cannot be used as a pattern: {why}"),
    ErrorCode.KEYWORDS_MISSING: _("Enter at least one keyword, or choose a keyword list."),
    ErrorCode.KEYWORD_LIST_UNKNOWN: _("is not a keyword list. Create it first."),
    ErrorCode.KEYWORD_LIST_NEEDED: _(
        "holds the only keywords of a source. Change that source first."
    ),
    ErrorCode.ONLY_FOR_SEARCH: _("is only for the channel search. Leave it empty."),
    ErrorCode.RESULT_SELECTOR_MISSING: _("The result parser generic needs the selector “result”."),
    ErrorCode.SELECTOR_EMPTY: _("is empty. Enter a CSS selector or remove it."),
    ErrorCode.TOO_MANY_HEADERS: _("{count} headers are too many. Use at most {limit}."),
    ErrorCode.HEADERS_TOO_LONG: _(
        "The headers are too long. Use at most {limit} characters for all names and values "
        "together."
    ),
    ErrorCode.HEADER_HIDDEN: _(
        "is hidden, and its value is kept for its own site only. Enter it again."
    ),
    ErrorCode.HEADER_LINE_BREAK: _(
        "has a line break in its value or space around it. Write the value on one line."
    ),
    ErrorCode.HEADER_NOT_LATIN_1: _(
        "has characters outside Latin-1 in its value. Headers cannot contain them; remove them."
    ),
    ErrorCode.HEADER_NAME: _("is not a valid header name. Use letters, digits and -."),
    ErrorCode.HEADER_OF_CLIENT: _("is set by Newsloom for each request. Remove this header."),
    ErrorCode.PROXY_HIDDEN: _("The password of the proxy is hidden. Enter it again."),
    ErrorCode.PROXY_ADDRESS: _(
        "Enter http://, a host and a port, as in http://proxy.example.org:3128."
    ),
    ErrorCode.CHARSET_UNKNOWN: _(
        "is not a known character set. Use, for example, utf-8, gb18030 or big5."
    ),
    ErrorCode.TIME_ZONE_UNKNOWN: _(
        "is not a known time zone. Use, for example, Europe/Berlin or Asia/Shanghai."
    ),
    ErrorCode.SOURCE_GONE: _("no longer exists. Someone deleted it."),
    ErrorCode.SOURCE_CHANGED: _("was changed by someone else. Read the file again."),
    ErrorCode.HISTORY_INCOMPLETE: _(
        "cannot be restored: the history of this version is incomplete."
    ),
    ErrorCode.TAGS_MISSING: _("Enter at least one tag."),
    ErrorCode.NOTHING_TO_SET: _("Fill in at least one field."),
    ErrorCode.RIGHTS_MISSING: _(
        "Choose at least one right. A token without rights can do nothing."
    ),
    ErrorCode.GROUP_UNKNOWN: _("is not a group. Choose operator, analyst, ops or admin."),
    ErrorCode.USER_NAME_TOO_LONG: _("is too long. Use at most 150 characters."),
    ErrorCode.USER_NAME: _("is not a valid user name. Use letters, digits and @ . + - _"),
    ErrorCode.LAST_ADMIN: _("is the last admin who can log in. Make another user an admin first."),
    ErrorCode.OWN_ACCOUNT: _("is your own account. Change your password on your account page."),
    ErrorCode.SEARCH_TOO_LONG: _("is too long. Remove some filters."),
    ErrorCode.TOO_MANY_TOKENS: _(
        "You have reached the limit of {limit} tokens. Delete one you no longer use."
    ),
    ErrorCode.MAIL_SERVER_MISSING: _(
        "Newsloom cannot send mail because no mail server is set. Ask an administrator to set "
        "NEWSLOOM_SMTP_URL."
    ),
    ErrorCode.MAIL_ADDRESS: _("Enter an email address, such as jane@example.org."),
    ErrorCode.HOOK_ADDRESS: _("Enter an address that begins with https:// or http://."),
    ErrorCode.HOOK_ADDRESS_SPACE: _(
        "The address contains a space or a character that cannot be seen. Write a space as %20."
    ),
    ErrorCode.HOOK_ADDRESS_USER: _(
        "The address contains a user name or password before an @. Newsloom does not send these. "
        "Use an address with a secret path, or check the signature of the message."
    ),
    ErrorCode.HOOK_ADDRESS_HOST: _("The address has no valid host and port. Check them."),
    ErrorCode.HOOK_ADDRESS_PRIVATE: _(
        "Newsloom must not reach this private address. Enter a public one, or ask whoever runs "
        "Newsloom to add its network to NEWSLOOM_WEBHOOK_ALLOW_NETWORKS."
    ),
    ErrorCode.TARGET_FORM: _("Enter an address of this form: {example}"),
    ErrorCode.SEARCH_OF_ANOTHER: _(
        "This search follows one that somebody else shares, so only they change it. Save a search "
        "of your own."
    ),
    ErrorCode.FOLDER_PART_EMPTY: _(
        "has an empty part beside a slash. Write it as News/Asia, or without a slash."
    ),
    ErrorCode.FOLDER_TOO_LONG: _("is longer than the {limit} characters of a folder’s name."),
    ErrorCode.FILE_EMPTY: _("The file is empty."),
    ErrorCode.FILE_WITHOUT_SOURCES: _("The file contains no sources."),
    ErrorCode.FILE_TOO_LONG: _("The file has more than {limit} rows. Split it into several files."),
    ErrorCode.CELL_PAIRS: _("must have one “name: value” on each line."),
    ErrorCode.CELL_NAME_TWICE: _("“{name}” is given twice. Remove one."),
    ErrorCode.CELL_FLAG: _("“{text}” must be yes or no."),
    ErrorCode.CELL_WHOLE: _("“{text}” must be a whole number."),
    ErrorCode.CELL_NUMBER: _("“{text}” must be a number."),
    ErrorCode.CSV_INVALID: _("The file is not valid CSV: {why}"),
    ErrorCode.CSV_NOT_UTF8: _("The file is not UTF-8. Save it as “CSV UTF-8”."),
    ErrorCode.CSV_LINE: _("The line has {cells} cells, but the file has {columns} columns."),
    ErrorCode.CSV_CUT_OFF: _(
        "The file looks cut off: its last line has {cells} of {columns} cells and no line break "
        "at its end. Import the whole file."
    ),
    ErrorCode.XML_INVALID: _("The file is not valid XML: {why}"),
    ErrorCode.XML_ENTITIES: _(
        "The file declares a document type with entities. Remove the <!ENTITY lines."
    ),
    ErrorCode.OPML_MISSING: _("The file is not OPML: it begins with <{tag}>."),
    ErrorCode.OPML_ATTRIBUTES: _(
        "The outline has more than {limit} attributes. Remove the others."
    ),
    ErrorCode.OPML_NO_FEED: _("“{title}” is of type {kind}, not a feed. It is left out."),
    ErrorCode.OPML_NO_ADDRESS: _("“{title}” has no address (xmlUrl). It is left out."),
    ErrorCode.OPML_TOO_DEEP: _("Folders are nested more than {limit} deep. Move the sources up."),
    ErrorCode.OPML_FOLDER_TOO_LONG: _(
        "The name of the folder is longer than {limit} characters. Shorten it."
    ),
}


def in_words(problem: FieldError) -> str:
    """Return what is wrong and what to do, without the field's name: a form shows it beside it."""
    own = OWN_WORDS.get(problem.code) if isinstance(problem.code, ErrorCode) else None
    if own:
        return own(**problem.params)
    sentence = str(_sentence(problem.code))
    # Without values, braces are a placeholder that the sentence speaks of.
    filled = sentence.format(**problem.params) if problem.params else sentence
    return f"“{shortened(problem.value)}” {filled}" if problem.value else filled


def problems_of(error: Invalid | ValidationError) -> list[tuple[str, str]]:
    """Return what is wrong: fields with sentences. A field is "" if it is none in particular."""
    if isinstance(error, Invalid):
        return [(each.field, in_words(each)) for each in error.problems]
    if not hasattr(error, "error_dict"):
        return [("", said) for said in error.messages]
    return [(field, said) for field, all_said in error.message_dict.items() for said in all_said]


def show_in(form: BaseForm, error: Invalid | ValidationError) -> None:
    """Show each problem beside its field, or above the form."""
    seen = {field.name for field in form.visible_fields()}
    for field, said in problems_of(error):
        form.add_error(field if field in seen else None, said)


def _sentence(code: StrEnum) -> object:
    """Return the sentence of a code of the core or of a feature."""
    if isinstance(code, ErrorCode):
        return SENTENCES[code]
    of_features = (each[code] for each in features().ask("problem_sentences") if code in each)
    return next(of_features)


def all_in_words(error: Invalid) -> str:
    """Return every problem with its field, where there is no form to show it at."""
    return " ".join(f"{each.field}: {in_words(each)}" for each in error.problems)


def line_in_words(row: RowError | RowWarning) -> str:
    """Return what is wrong in a line of a file, with its number."""
    field = f"{row.problem.field}: " if row.problem.field else ""
    return f"line {row.line}: {field}{in_words(row.problem)}"


def _columns(missing: list[str], repeated: list[str], known: list[str]) -> str:
    problems = [gettext("column “{name}” is missing").format(name=name) for name in missing]
    problems += [gettext("column “{name}” appears twice").format(name=name) for name in repeated]
    columns = gettext("The columns are: {names}.").format(names=", ".join(known))
    return f"{'; '.join(problems[:10])}. {columns}"


def _unknown_column(name: str, near: str) -> str:
    sentence = gettext("Newsloom does not know the column “{name}” and leaves it out.")
    guess = gettext("Did you mean “{name}”?").format(name=near) if near else ""
    return " ".join(filter(None, (sentence.format(name=name), guess)))


WRONG = (Invalid, ValidationError)
"""What is raised where something to be saved breaks a rule."""
OWN_WORDS: Mapping[ErrorCode, Callable[..., str]] = {
    ErrorCode.CSV_COLUMNS: _columns,
    ErrorCode.CSV_COLUMN_UNKNOWN: _unknown_column,
    ErrorCode.FILE: line_in_words,
    ErrorCode.QUERY: query_problem,
}
"""The codes that need more than one sentence, or bring words of their own."""

"""What is wrong with what somebody wants to save: codes with values, no sentences.

``webui.problems`` has the sentence of each code, in the languages of the interface.
"""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum


class ErrorCode(StrEnum):
    """What is wrong."""

    NAME_MISSING = "name_missing"
    NAME_TAKEN = "name_taken"
    OUTER_SPACE = "outer_space"
    CONTROL_CHARACTERS = "control_characters"
    TOO_LONG = "too_long"
    NOT_A_CHOICE = "not_a_choice"
    NOT_A_CHANNEL_HERE = "not_a_channel_here"
    CHANNELS_OFF = "channels_off"
    OUT_OF_RANGE = "out_of_range"
    EMPTY_ENTRY = "empty_entry"
    GIVEN_TWICE = "given_twice"
    TOO_MANY_ENTRIES = "too_many_entries"
    ADDRESS_MISSING = "address_missing"
    ADDRESS_SPACE = "address_space"
    ADDRESS_HOST = "address_host"
    ADDRESS_SCHEME = "address_scheme"
    ADDRESS_USER = "address_user"
    HOST_NAME = "host_name"
    HOST_MISSING = "host_missing"
    CHOICE_MISSING = "choice_missing"
    NAME_OF_EVERYTHING = "name_of_everything"
    PLACEHOLDER_IN_HOST = "placeholder_in_host"
    PLACEHOLDER_NOT_USED = "placeholder_not_used"
    PLACEHOLDER_MISSING = "placeholder_missing"
    PLACEHOLDER_UNKNOWN = "placeholder_unknown"
    PATTERN = "pattern"
    KEYWORDS_MISSING = "keywords_missing"
    KEYWORD_LIST_UNKNOWN = "keyword_list_unknown"
    KEYWORD_LIST_NEEDED = "keyword_list_needed"
    ONLY_FOR_SEARCH = "only_for_search"
    RESULT_SELECTOR_MISSING = "result_selector_missing"
    SELECTOR_EMPTY = "selector_empty"
    TOO_MANY_HEADERS = "too_many_headers"
    HEADERS_TOO_LONG = "headers_too_long"
    HEADER_HIDDEN = "header_hidden"
    HEADER_LINE_BREAK = "header_line_break"
    HEADER_NOT_LATIN_1 = "header_not_latin_1"
    HEADER_NAME = "header_name"
    HEADER_OF_CLIENT = "header_of_client"
    PROXY_HIDDEN = "proxy_hidden"
    PROXY_ADDRESS = "proxy_address"
    CHARSET_UNKNOWN = "charset_unknown"
    TIME_ZONE_UNKNOWN = "time_zone_unknown"
    SOURCE_GONE = "source_gone"
    SOURCE_CHANGED = "source_changed"
    HISTORY_INCOMPLETE = "history_incomplete"
    TAGS_MISSING = "tags_missing"
    NOTHING_TO_SET = "nothing_to_set"
    RIGHTS_MISSING = "rights_missing"
    GROUP_UNKNOWN = "group_unknown"
    USER_NAME_TOO_LONG = "user_name_too_long"
    USER_NAME = "user_name"
    LAST_ADMIN = "last_admin"
    OWN_ACCOUNT = "own_account"
    SEARCH_TOO_LONG = "search_too_long"
    TOO_MANY_TOKENS = "too_many_tokens"
    MAIL_SERVER_MISSING = "mail_server_missing"
    MAIL_ADDRESS = "mail_address"
    HOOK_ADDRESS = "hook_address"
    HOOK_ADDRESS_SPACE = "hook_address_space"
    HOOK_ADDRESS_USER = "hook_address_user"
    HOOK_ADDRESS_HOST = "hook_address_host"
    HOOK_ADDRESS_PRIVATE = "hook_address_private"
    TARGET_FORM = "target_form"
    SEARCH_OF_ANOTHER = "search_of_another"
    FOLDER_PART_EMPTY = "folder_part_empty"
    FOLDER_TOO_LONG = "folder_too_long"
    QUERY = "query"
    FILE = "file"
    FILE_EMPTY = "file_empty"
    FILE_WITHOUT_SOURCES = "file_without_sources"
    FILE_TOO_LONG = "file_too_long"
    CELL_PAIRS = "cell_pairs"
    CELL_NAME_TWICE = "cell_name_twice"
    CELL_FLAG = "cell_flag"
    CELL_WHOLE = "cell_whole"
    CELL_NUMBER = "cell_number"
    CSV_INVALID = "csv_invalid"
    CSV_NOT_UTF8 = "csv_not_utf8"
    CSV_COLUMNS = "csv_columns"
    CSV_COLUMN_UNKNOWN = "csv_column_unknown"
    CSV_LINE = "csv_line"
    CSV_CUT_OFF = "csv_cut_off"
    XML_INVALID = "xml_invalid"
    XML_ENTITIES = "xml_entities"
    OPML_MISSING = "opml_missing"
    OPML_ATTRIBUTES = "opml_attributes"
    OPML_NO_FEED = "opml_no_feed"
    OPML_NO_ADDRESS = "opml_no_address"
    OPML_TOO_DEEP = "opml_too_deep"
    OPML_FOLDER_TOO_LONG = "opml_folder_too_long"


@dataclasses.dataclass(frozen=True)
class FieldError:
    """A problem of one field: its name, the given value, and what is wrong.

    ``code`` is one of ErrorCode, or of a feature's own codes, whose sentences the feature has.
    ``value`` is "" if it is missing, secret or says nothing. ``params`` are the values of the
    code's sentence.
    """

    field: str
    value: str
    code: StrEnum
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        shown = [f"{self.field}:"] if self.field else []
        shown += [f"“{shortened(self.value)}”"] if self.value else []
        facts = ", ".join(f"{name} {value}" for name, value in self.params.items())
        return " ".join([*shown, f"{self.code} ({facts})" if facts else self.code])


def shortened(value: str) -> str:
    """Return a value as a sentence can quote it."""
    return value if len(value) <= 80 else f"{value[:77]}..."

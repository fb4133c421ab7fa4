"""The channel newsletter: its traits, the fields of its sources, and what may be wrong with
them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from features.newsletters.addresses import SCHEME, read_folder
from features.newsletters.problems import MailboxProblem
from features.newsletters.senders import is_sender
from hooks.answers import ChannelTexts, SourceChannel
from storage.channels import ChannelTraits
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.sources.fields import OF_CHANNEL, FieldKind, FieldRules, SourceField
from storage.database.sources.source_config import JobConfig, SourceConfig
from storage.database.sources.validation import check_text, check_words, is_hidden, is_storable

NAME = "newsletter"
_MAX_PASSWORD = 500


@dataclass(frozen=True, kw_only=True)
class Mailbox:
    """What a source of the channel has beside what all have.

    Attributes:
        user: Who logs in.
        password: Sealed in jobs, under ``storage.sealing.OF_CHANNEL``.
        senders: Addresses and domains whose mails are read; without any, all are.
        links: Whether mails are lists of links to articles.
    """

    user: str
    password: str
    senders: tuple[str, ...]
    links: bool


def mailbox_of(source: JobConfig) -> Mailbox:
    """Return the mailbox of a source."""
    own = source.of_channel
    values = {name: own.get(name, field.default) for name, field in _FIELDS.items()}
    return Mailbox(**{name.removeprefix("mail_"): value for name, value in values.items()})


def _field(name: str, kind: FieldKind, default: object, about: str, **more: Any) -> SourceField:
    rules = FieldRules(group=OF_CHANNEL, about=about, starts_visit=True, **more)
    return SourceField(name, kind, required=False, default=default, rules=rules)


_FIELDS = {
    each.name: each
    for each in (
        _field(
            "mail_user",
            FieldKind.TEXT,
            "",
            "User name of a newsletter source at the mail server, often the mailbox's address.",
            max_length=200,
        ),
        _field(
            "mail_password",
            FieldKind.TEXT,
            "",
            "Password of the mailbox: one for this program alone, if the provider offers it.",
            max_length=_MAX_PASSWORD,
            has_secrets=True,
        ),
        _field(
            "mail_senders",
            FieldKind.LIST,
            (),
            "Addresses and domains of senders whose mails are read; without any, all mails are.",
            max_entries=200,
        ),
        _field(
            "mail_links",
            FieldKind.FLAG,
            False,
            "Whether mails are lists of links to articles; otherwise each mail is a document.",
        ),
    )
}


def _check_address(source: SourceConfig) -> Iterator[FieldError]:
    address = source.address
    if "@" in address.partition("//")[2].partition("/")[0]:
        # Do not show the address: it may hold a password.
        yield FieldError("address", "", MailboxProblem.USER_IN_ADDRESS)
        return
    try:
        is_folder = bool(read_folder(address)) and "?" not in address
    except ValueError:
        is_folder = False
    if not is_folder:
        yield FieldError("address", address, MailboxProblem.ADDRESS)


def _check_user(source: SourceConfig) -> Iterator[FieldError]:
    user = mailbox_of(source).user
    if source.channel == NAME and not user:
        yield FieldError("mail_user", "", MailboxProblem.USER_MISSING)
    yield from check_text("mail_user", user)


def _check_password(source: SourceConfig) -> Iterator[FieldError]:
    # Never show the value.
    password = mailbox_of(source).password
    if is_hidden(password):
        yield FieldError("mail_password", "", MailboxProblem.PASSWORD_HIDDEN)
    elif source.channel == NAME and not password:
        yield FieldError("mail_password", "", MailboxProblem.PASSWORD_MISSING)
    elif not is_storable(password):
        yield FieldError("mail_password", "", MailboxProblem.PASSWORD_CHARACTERS)
    if len(password) > _MAX_PASSWORD:
        yield FieldError("mail_password", "", ErrorCode.TOO_LONG, {"limit": _MAX_PASSWORD})


def _check_senders(source: SourceConfig) -> Iterator[FieldError]:
    senders = mailbox_of(source).senders
    yield from check_words("mail_senders", senders)
    for sender in senders:
        if sender.strip() and not is_sender(sender):
            yield FieldError("mail_senders", sender, MailboxProblem.SENDER)


def _check_proxy(source: SourceConfig) -> Iterator[FieldError]:
    if source.proxy:
        yield FieldError("proxy", "", MailboxProblem.PROXY)


def _reading() -> object:
    from features.newsletters.reading import NewsletterReading

    return NewsletterReading()


def _texts() -> ChannelTexts:
    from features.newsletters.labels import CHANNEL

    return CHANNEL


NEWSLETTER = SourceChannel(
    name=NAME,
    traits=ChannelTraits(
        is_data=True, keeps_all_links=True, has_rough_dates=True, reads_to_end=True
    ),
    fields=tuple(_FIELDS.values()),
    rules={
        "address": _check_address,
        "mail_user": _check_user,
        "mail_password": _check_password,
        "mail_senders": _check_senders,
        "proxy": _check_proxy,
    },
    about={"address": "for newsletters, imaps://mail.example.org/FOLDER"},
    scheme=SCHEME,
    reading=_reading,
    texts=_texts,
)

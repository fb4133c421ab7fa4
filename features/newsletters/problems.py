"""What may be wrong with the mailbox of a source, as codes."""

from enum import StrEnum


class MailboxProblem(StrEnum):
    """What is wrong."""

    PROXY = "proxy_of_mailbox"
    ADDRESS = "mailbox_address"
    USER_IN_ADDRESS = "mailbox_user_in_address"
    USER_MISSING = "mail_user_missing"
    PASSWORD_MISSING = "mail_password_missing"  # noqa: S105 a code
    PASSWORD_HIDDEN = "mail_password_hidden"  # noqa: S105 a code
    PASSWORD_CHARACTERS = "mail_password_characters"  # noqa: S105 a code
    SENDER = "mail_sender"

"""The texts of newsletters."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from features.newsletters.problems import MailboxProblem
from hooks.answers import AuditLabels, ChannelTexts
from storage.outcomes import Outcome

_FIELDS = {
    "mail_user": (_("Log-in of the mailbox"), _("Often the address of the mailbox.")),
    "mail_password": (
        _("Password of the mailbox"),
        _(
            "Best a password for Newsloom alone: many providers call it an app password, or an "
            "authorisation code. It is stored with the source and hidden in logs and histories."
        ),
    ),
    "mail_senders": (
        _("Senders"),
        _(
            "One per line, addresses or domains: news@paper.example or paper.example. Other mails "
            "are not read. Leave empty for all mails of the folder."
        ),
    ),
    "mail_links": (
        _("Follow the links of mails"),
        _(
            "Newsloom then fetches the articles that the mails link to. Without this, each mail is "
            "a document. Most newsletters count such a fetch as a click of yours."
        ),
    ),
}
CHANNEL = ChannelTexts(
    label=_("Newsletters (mailbox)"),
    legend=_("Mailbox"),
    address=_("For newsletters, the folder of a mailbox: imaps://imap.example.org/INBOX."),
    typed=_("This is a mailbox. Fill in the form yourself and choose the channel Newsletters."),
    fields=_FIELDS,
    advice={
        Outcome.LOGIN: _(
            "Check the user name and the password. Many providers want a password for programs, "
            "which you make in the settings of the mailbox, and IMAP must be switched on there."
        ),
        Outcome.GONE: _(
            "Write the name of one of the folders at the end of the address, such as /INBOX."
        ),
        Outcome.TLS: _(
            "Newsloom logs in only if the certificate is valid for the name in the address. Enter "
            "the name that the provider gives, and port 993 or none."
        ),
        Outcome.CONNECT: _(
            "Check the server and the port. Newsloom uses IMAP over TLS, usually at port 993. It "
            "tries again at the next visit."
        ),
        Outcome.TIMEOUT: _(
            "Check the server and the port. Newsloom uses IMAP over TLS, usually at port 993. It "
            "tries again at the next visit."
        ),
        Outcome.NO_LINKS: _(
            "The folder has no mails of these senders, or they link to no articles. Check the "
            "folder and the senders. The mailbox may still be empty."
        ),
        Outcome.EMPTY: _(
            "These mails have no text that can be read, such as those of pictures alone."
        ),
    },
)
AUDIT = AuditLabels(fields={name: label for name, (label, _help) in _FIELDS.items()})
PROBLEMS: Mapping[StrEnum, object] = {
    MailboxProblem.PROXY: _(
        "Mailboxes are read without a proxy. Leave this empty, and let workers reach the mail "
        "server directly."
    ),
    MailboxProblem.ADDRESS: _(
        "is not the address of a mailbox. Write imaps://, the mail server and a folder, as in "
        "imaps://imap.example.org/INBOX."
    ),
    MailboxProblem.USER_IN_ADDRESS: _(
        "The address contains a user name. Enter it in the field for the user name instead."
    ),
    MailboxProblem.USER_MISSING: _("Enter the user name of the mailbox, often its address."),
    MailboxProblem.PASSWORD_MISSING: _("Enter the password of the mailbox."),
    MailboxProblem.PASSWORD_HIDDEN: _("The password of the mailbox is hidden. Enter it again."),
    MailboxProblem.PASSWORD_CHARACTERS: _(
        "The password contains control characters or broken text. Type it again on one line."
    ),
    MailboxProblem.SENDER: _(
        "is neither a mail address nor a domain. Write news@paper.example or paper.example."
    ),
}

"""Newsletters as services send them, made up."""

from email.message import EmailMessage

RECIPIENT = "anna.reader@example.net"
STORY = (
    "The council of Harbourtown has agreed on a new ferry that will leave every twenty minutes "
    "from the old pier. It replaces the bridge, which closes for two years of repairs in March."
)
SECOND = (
    "Residents of the northern bank had asked for it since the first cracks were found in the "
    "pillars last summer, and the harbour master says that the boat is already on its way."
)


def html_of(*paragraphs: str, more: str = "") -> str:
    """A layout of tables with a line above, paragraphs, and the usual lines below."""
    rows = "".join(f"<tr><td><p>{text}</p></td></tr>" for text in paragraphs)
    return f"""<html><head><style>p {{color: red}}</style></head><body><table>
    <tr><td><a href="https://click.example.com/v/XYZ">View this email in your browser</a></td></tr>
    <tr><td><h1>Harbour Weekly</h1></td></tr>
    {rows}{more}
    <tr><td>This email was sent to {RECIPIENT}.</td></tr>
    <tr><td><a href="https://click.example.com/u/XYZ">Unsubscribe</a> |
    <a href="https://click.example.com/p/XYZ">Manage your preferences</a></td></tr>
    </table></body></html>"""


def letter(
    html: str = "",
    plain: str = "",
    *,
    subject: str = "A new ferry for Harbourtown",
    sender: str = "Harbour Weekly <news@harbour.example>",
    message_id: str = "<issue-41@mail.harbour.example>",
    date: str = "Thu, 05 Mar 2026 10:00:00 +0100",
) -> bytes:
    """A mail with these texts."""
    mail = EmailMessage()
    mail["To"] = f"Anna <{RECIPIENT}>"
    for name, value in (
        ("From", sender), ("Subject", subject), ("Message-ID", message_id), ("Date", date)
    ):  # fmt: skip
        if value:
            mail[name] = value
    if plain or not html:
        mail.set_content(plain)
    if html and plain:
        mail.add_alternative(html, subtype="html")
    elif html:
        mail.set_content(html, subtype="html")
    return mail.as_bytes()

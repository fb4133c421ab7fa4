"""Web views of a public channel, written for the tests in the markup of such pages."""

from collections.abc import Sequence

NAME = "harbour_news"


def message(
    number: int, text: str = "", *, time: str = "", service: bool = False, inside: str = ""
) -> str:
    """A message; ``inside`` is markup before its text, such as a reply or a picture."""
    words = f'<div class="tgme_widget_message_text js-message_text" dir="auto">{text}</div>'
    stamp = f'<time datetime="{time}" class="time">10:00</time>' if time else ""
    kind = " service_message" if service else ""
    return (
        '<div class="tgme_widget_message_wrap js-widget_message_wrap">'
        f'<div class="tgme_widget_message{kind} js-widget_message" data-post="{NAME}/{number}">'
        '<div class="tgme_widget_message_bubble"><div class="tgme_widget_message_author">'
        f'<a class="tgme_widget_message_owner_name" href="/{NAME}"><span>Harbour News</span></a>'
        f"</div>{inside}{words if text else ''}"
        '<div class="tgme_widget_message_footer">'
        '<span class="tgme_widget_message_views">1.2K</span>'
        f'<a class="tgme_widget_message_date" href="/{NAME}/{number}">{stamp}</a>'
        "</div></div></div></div>"
    )


def view(messages: Sequence[str], *, before: int = 0) -> str:
    """The view with these messages, oldest first, and a link to earlier ones."""
    earlier = f"/s/{NAME}?before={before}"
    link = f'<link rel="prev" href="{earlier}">' if before else ""
    more = (
        f'<a href="{earlier}" class="tme_messages_more js-messages_more" '
        f'data-before="{before}"></a>'
        if before
        else ""
    )
    return (
        f"<html><head><title>Harbour News</title>{link}"
        '<meta property="og:site_name" content="Messenger"></head><body>'
        '<header class="tgme_header"><div class="tgme_channel_info_header_title">'
        "<span>Harbour News</span></div></header>"
        f'<section class="tgme_channel_history">{more}{"".join(messages)}</section></body></html>'
    )


def card(*, is_public: bool) -> str:
    """The card of the channel, which links to its view if that is public."""
    link = f'<a class="tgme_page_context_link" href="/s/{NAME}">Preview channel</a>'
    return (
        '<html><head><title>Harbour News</title></head><body><div class="tgme_page">'
        f'<div class="tgme_page_title">Harbour News</div>{link if is_public else ""}'
        f'<a href="tg://resolve?domain={NAME}">Open</a></div></body></html>'
    )

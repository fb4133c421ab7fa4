"""Lay out the posts of a talk as the oldest forums did: lines, mails, image boards, guest books."""

from html import escape
from typing import Final

from training.forum_pages.layouts import Layout, anchor, line
from training.forum_pages.pieces import Pieces
from training.forum_pages.skin import escape_text


def lines(pieces: Pieces) -> str:
    """Make all posts lines of one box, with rules or empty lines between them."""
    skin = pieces.skin
    posts = []
    for place, saying in enumerate(pieces.talk.sayings):
        words = "<br>\n".join(escape_text(row) for row in saying.body.split("\n"))
        gap = skin.pick("after line", ("<br>", "<br><br>", "<p>", " : <br>"))
        posts.append(
            f'<a name="{pieces.number(saying)}"></a>{line(pieces, saying, place)}{gap}{words}'
        )
    between = skin.pick("between lines", ("<br><br>\n", "<hr>\n", "<p>\n", "<br><br><hr size=1>"))
    return skin.box("list", between.join(posts), tags=("div", "td", "div", "font"))


def marked_terms(pieces: Pieces) -> str:
    """Make terms with number, name and time in one line of text, as boards in Japan have them."""
    skin, labels = pieces.skin, pieces.labels
    form = skin.pick(
        "term",
        (
            "{n} ：<b>{name}</b>：{t}",
            "{n} {by}：<b>{name}</b> {posted}：{t} ID:{id}",
            "{n}: {name} {t}",
        ),
    )
    posts = []
    for index, saying in enumerate(pieces.talk.sayings):
        shown = form.format(
            n=index + 1, name=escape_text(saying.author), t=pieces.moment(saying), by=labels["by"],
            posted=labels["posted"], id=f"{pieces.number(saying):x}Q0",
        )  # fmt: skip
        words = "<br>".join(escape_text(row) for row in saying.body.split("\n"))
        posts.append(f"<dt>{shown}</dt><dd>{pieces.quote(saying)}{words}<br><br></dd>")
    return skin.box("list", *posts, tags=("dl",))


def mails(pieces: Pieces) -> str:
    """Make mails of an archive, with header lines above preformatted words."""
    skin, talk = pieces.skin, pieces.talk
    posts = []
    for saying in talk.sayings:
        name = (
            f"<b>{escape_text(saying.author)}</b>"
            if skin.has("bold", 0.5)
            else escape_text(saying.author)
        )
        address = (
            f" &lt;{skin.link('u at example.invalid', 'mailto:u')}&gt;"
            if skin.has("address", 0.4)
            else ""
        )
        subject = f"{talk.labels['title_prefix']}{escape_text(talk.title)}"
        facts = [f"From: {name}{address}", f"Date: {pieces.time(saying)}", f"Subject: {subject}"]
        form = skin.pick("mail head", ("<br>", "</li><li>", "\n"))
        shown = form.join(facts)
        if form == "\n":
            shown = f"<pre>{shown}</pre>"
        else:
            shown = f"<p>{shown}</p>" if form == "<br>" else f"<ul><li>{shown}</li></ul>"
        quoted = ""
        if saying.answers is not None and skin.has("mail quotes", 0.8):
            other = talk.sayings[saying.answers]
            said_on = pieces.labels["said_on"]
            time = pieces.clock.notation(other.at)
            quoted = f"{said_on.format(time=time, name=escape_text(other.author))}\n"
            quoted += "".join(f"&gt; {escape_text(row)}\n" for row in other.body.split("\n")) + "\n"
        words = f"<pre>{quoted}{escape(saying.body, quote=False)}</pre>"
        if skin.has("mail box", 0.6):
            whole = skin.box(
                "post",
                shown,
                words,
                tags=("div", "article", "td"),
                attributes=anchor(pieces, saying),
            )
        else:
            whole = shown + words
        posts.append(whole)
    return skin.box("page", skin.pick("mail rule", ("<hr>", "")).join(posts))


def images(pieces: Pieces) -> str:
    """Make an image board: the opening in the thread's box, replies in small tables or boxes."""
    skin = pieces.skin
    parts = []
    as_tables = skin.has("reply tables", 0.5)
    for place, saying in enumerate(pieces.talk.sayings):
        number = pieces.number(saying)
        shown = (
            f'<input type="checkbox" name="d{number}">{pieces.name(saying.author)} '
            f"{pieces.time(saying)} "
            f'<a href="#{number}">No.</a><a href="#q{number}">{number}</a>'
        )
        file = (
            f'<p>{number}.png ({40 + place} KB, 640x480)</p><img src="/t/{number}.png">'
            if place % 3 == 0
            else ""
        )
        text = f"{pieces.quote(saying)}{pieces.words(saying)}"
        post = f"<span>{shown}</span>{file}<blockquote>{text}</blockquote>"
        if not place:
            parts.append(post)
        elif as_tables:
            parts.append(
                f"<table><tbody><tr><td>&gt;&gt;</td><td id='r{number}'>{post}</td></tr></tbody>"
                "</table>"
            )
        else:
            parts.append(skin.box("post", post, attributes=anchor(pieces, saying)))
    return skin.box("list", *parts, tags=("div", "form"))


def guests(pieces: Pieces) -> str:
    """Make a guest book: entries with number, name, place and day, and words."""
    skin, labels = pieces.skin, pieces.labels
    posts = []
    as_rows = skin.has("guest rows", 0.6)
    for place, saying in enumerate(pieces.talk.sayings):
        name, town = pieces.name(saying.author), pieces.talk.people[0]
        facts = f"{place + 1}) {name}<br>{labels['location']}: {town}<br>{pieces.time(saying)}"
        words = pieces.words(saying) + pieces.edited(saying)
        posts.append(
            f"<tr><td>{facts}</td><td>{words}</td></tr>"
            if as_rows
            else skin.box("post", f"<div>{facts}</div>", words)
        )
    return f"<table border=1>{''.join(posts)}</table>" if as_rows else "".join(posts)


PLAIN: Final[dict[str, Layout]] = {
    layout.__name__: layout for layout in (lines, marked_terms, mails, images, guests)
}
"""The oldest families, by name."""

"""The pieces of a post: its author, time, number, words, quotes and signature, and all that is none
of these.
"""

from datetime import timedelta
from html import escape

from training.forum_pages.moments import Clock
from training.forum_pages.skin import Skin, escape_text
from training.forum_pages.talk import Saying, Talk

_PROFILES = (
    "/user/{n}",
    "member.php?u={n}",
    "/u/{slug}",
    "profile.php?id={n}",
    "/{slug}",
    "/people/{slug}-{n}",
    "#",
)


class Pieces:
    """Makes the pieces of the posts of one talk in one skin."""

    def __init__(self, skin: Skin, talk: Talk, clock: Clock) -> None:
        self.skin, self.talk, self.clock = skin, talk, clock
        self.rng, self.labels = skin.rng, talk.labels
        self._numbers = {name: 100 + 37 * index for index, name in enumerate(talk.people)}

    def name(self, author: str, role: str = "name") -> str:
        """Return an author's name as a link or text."""
        skin = self.skin
        shown = escape_text(author)
        inner = skin.pick(
            f"{role} inner",
            ("{}", "{}", "{}", "<b>{}</b>", "<span>{}</span>", "<strong>{}</strong>"),
        )
        shown = inner.format(shown)
        if skin.has(f"{role} linked", 0.75):
            form = skin.pick(f"{role} profile", _PROFILES)
            slug = "".join(filter(str.isalnum, author.lower())) or "x"
            return skin.link(shown, form.format(n=self._numbers.get(author, 7), slug=slug), role)
        return skin.box(
            role, shown, tags=("span", "span", "b", "strong", "div", "h4", "cite", "em")
        )

    def time(self, saying: Saying, role: str = "time") -> str:
        """Return the time of a post, perhaps as a link to it and with a label."""
        skin, clock = self.skin, self.clock
        tags = (
            ("time", "time", "span", "abbr")
            if clock.attribute == "datetime"
            else ("span", "abbr", "small", "em", "div")
        )
        shown = skin.box(
            role, clock.text(saying.at), tags=tags, attributes=clock.attributes(saying.at)
        )
        if skin.has(f"{role} linked", 0.3):
            shown = f'<a href="#p{self.number(saying)}">{shown}</a>'
        label = skin.pick(
            f"{role} label",
            ("", "", "", f"{self.labels['posted']}: ", f"{self.labels['posted']} ", "» "),
        )
        return label + shown

    def moment(self, saying: Saying) -> str:
        """Return the bare time of a post, in an element only if that has the exact time."""
        attributes = self.clock.attributes(saying.at)
        text = self.clock.text(saying.at)
        return f"<span{attributes}>{text}</span>" if attributes else text

    def number(self, saying: Saying) -> int:
        """Return a number that grows from post to post."""
        return 48_000 + 3 * self.talk.sayings.index(saying)

    def floor(self, index: int) -> str:
        """Return the printed number of a post, "" if this forum prints none."""
        skin = self.skin
        if not skin.has("floor", 0.45):
            return ""
        form = skin.pick(
            "floor form", ("#{}", "{}", "{}#", "No.{}", "{}F", "{}楼", "#{}", "Post {}")
        )
        return skin.box(
            "floor",
            form.format(index + 1),
            tags=("span", "a", "div", "strong"),
            attributes=' href="#"',
        )

    def avatar(self, author: str) -> str:
        """Return a portrait, perhaps with the name as its alternative text, or the initial."""
        skin = self.skin
        if not skin.has("avatar", 0.6):
            return ""
        if skin.has("initial", 0.15):
            return f"<span>{escape_text(author[:1].upper())}</span>"
        alt = skin.pick("alt", ("", "{}", "avatar", "{} avatar")).format(author)
        return f'<img src="/avatars/{self._numbers.get(author, 1)}.png" alt="{escape(alt)}">'

    def card(self, author: str, *, with_name: bool = True) -> str:
        """Return what a forum tells about an author: rank, counts, day of joining, place."""
        skin, labels, rng = self.skin, self.labels, self.rng
        parts = [self.avatar(author)]
        parts.insert(skin.pick("name first", (0, 1)), self.name(author) if with_name else "")
        own = self._numbers.get(author, 7)
        if skin.has("rank", 0.6):
            ranks = labels["ranks"].split(";")
            parts.append(skin.box("rank", ranks[own % len(ranks)], tags=("div", "span", "p", "em")))
        facts = []
        if skin.has("joined", 0.4):
            label = labels[skin.pick("joined label", ("joined", "joined_from"))]
            facts.append((label, self.clock.joined(self.talk.sayings[0].at - timedelta(days=own))))
        if skin.has("count", 0.45):
            facts.append((labels["posts"], f"{own * 13:,}"))
        if skin.has("points", 0.3):
            facts.append((labels["points"], str(own * 5)))
        if skin.has("place", 0.25) and own % 3:
            facts.append((labels["location"], self.talk.people[0]))
        if facts:
            parts.append(self._facts(facts))
        if skin.sometimes("online", 0.2, 0.4):
            parts.append(f"<span>{labels['online']}</span>")
        if skin.sometimes("badge", 0.15, 0.6):
            parts.append(
                f'<ul><li title="{labels["thanks"]}"></li><li>{rng.randint(1, 90)}</li></ul>'
            )
        return "".join(parts)

    def _facts(self, facts: list[tuple[str, str]]) -> str:
        form = self.skin.pick("facts", ("dl", "br", "ul", "p", "title", "sentence"))
        if form == "dl":
            return (
                "<dl>"
                + "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in facts)
                + "</dl>"
            )
        if form == "title":
            return "".join(f'<span title="{label}">{value}</span>' for label, value in facts)
        if form == "sentence":
            return self.skin.box("hidden", ", ".join(f"{label} {value}" for label, value in facts))
        rows = [f"{label}: {value}" for label, value in facts]
        if form == "ul":
            return "<ul>" + "".join(f"<li>{row}</li>" for row in rows) + "</ul>"
        inner = "<br>".join(rows) if form == "br" else "".join(f"<p>{row}</p>" for row in rows)
        return self.skin.box("stats", inner)

    def words(self, saying: Saying) -> str:
        """Return the words of a post as paragraphs or lines, without a box around them."""
        form = self.skin.pick("paragraphs", ("p", "p", "p", "br", "br2", "div"))
        paragraphs = [
            "<br>\n".join(self._marked(line) for line in lines)
            if form != "br"
            else "<br>".join(map(escape_text, lines))
            for lines in saying.paragraphs
        ]
        if form in ("p", "div"):
            return "".join(f"<{form}>{paragraph}</{form}>" for paragraph in paragraphs)
        return ("<br>" if form == "br" else "<br><br>").join(paragraphs)

    def _marked(self, line: str) -> str:
        shown = escape_text(line)
        if len(line) > 40 and self.rng.random() < 0.12:
            at = line.find(" ", 10) if " " in line[10:-10] else 10
            tag = self.rng.choice(
                ("b", "i", 'a href="http://example.invalid/x"', "code", "span", "font")
            )
            before, inside, after = map(escape_text, (line[:at], line[at:-8], line[-8:]))
            shown = f"{before}<{tag}>{inside}</{tag.split()[0]}>{after}"
        return shown

    def quote(self, saying: Saying) -> str:
        """Return the quote of the post that this one answers, "" if it quotes none."""
        skin = self.skin
        if saying.answers is None or not skin.has("quotes", 0.6) or self.rng.random() < 0.35:
            return ""
        other = self.talk.sayings[saying.answers]
        text = other.paragraphs[0][0]
        form = skin.pick(
            "quote form", ("block", "block", "cite", "div", "aside", "lines", "reference", "nested")
        )
        if form == "reference":
            return f'<a href="#p{self.number(other)}">&gt;&gt;{saying.answers + 1 + 7000}</a><br>'
        head = skin.pick("quote head", ("", "{name} {wrote}:", "{quote}: {name}",
        "@{name}", "{time} {name}")).format(
            name=escape_text(other.author), wrote=self.labels["wrote"], quote=self.labels["quote"],
            time=self.clock.notation(other.at),
        )  # fmt: skip
        if form == "lines":
            lines = [head, *(f"&gt; {escape_text(line)}" for line in other.paragraphs[0])]
            return "<br>".join(filter(None, lines)) + "<br>"
        if form == "nested":
            inner = escape_text(self.talk.sayings[0].paragraphs[0][0])
            text = f"{escape_text(text)}<blockquote>{inner}</blockquote>"
            return f"<blockquote>{f'<cite>{head}</cite>' if head else ''}<p>{text}</p></blockquote>"
        if form == "block":
            return f"<blockquote>{head and f'<div>{head}</div>'}{escape_text(text)}</blockquote>"
        if form == "cite":
            cited = head or escape_text(other.author)
            return f"<blockquote><cite>{cited}</cite><p>{escape_text(text)}</p></blockquote>"
        # A box that is known as a quote by its class or its head alone needs one of them.
        head = head or f"{self.labels['quote']}:"
        name = skin.pick(
            "quote class", ("quote", "bbQuote", "quotebox", "quote_body", "post-quote")
        )
        return f'<{form} class="{name}"><div>{head}</div><div>{escape_text(text)}</div></{form}>'

    def signature(self, author: str) -> str:
        """Return the author's signature, "" if there is none."""
        skin = self.skin
        text = self.talk.signatures.get(author)
        if not text or not skin.has("signatures", 0.3):
            return ""
        rule = skin.pick("rule", ("", "_______________<br>", "<hr>", "-- <br>"))
        return skin.box("signature", rule, escape_text(text))

    def edited(self, saying: Saying) -> str:
        """Return the note of a later change, "" for most posts."""
        if not self.skin.sometimes("edited", 0.3, 0.3):
            return ""
        note = self.labels["edited"].format(
            name=escape_text(saying.author),
            time=self.clock.notation(saying.at + timedelta(minutes=47)),
        )
        return self.skin.box("edited", note, tags=("div", "p", "em", "span"))

    def body(
        self, saying: Saying, tags: tuple[str, ...] = ("div", "div", "div", "section", "td-like")
    ) -> str:
        """Return quote and words in the box of the body, with what forums put around the words
        inside or below it.
        """
        skin = self.skin
        tag = skin.pick("body tag", [tag if tag != "td-like" else "div" for tag in tags])
        inner = self.quote(saying) + self.words(saying)
        note, signature = self.edited(saying), self.signature(saying.author)
        inside = skin.has("note inside", 0.3)
        whole = skin.box("body", inner + (note if inside else ""), tags=(tag,))
        below = self.attachment() + self.counts()
        return skin.wrapped("body", whole, 2) + ("" if inside else note) + below + signature

    def counts(self) -> str:
        """Return a bar of numbers below the words, other ones in each post, "" if this forum has
        none.
        """
        skin, labels, rng = self.skin, self.labels, self.rng
        if not skin.has("counts", 0.3):
            return ""
        keys = skin.pick(
            "count keys",
            [rng.sample(("like", "views", "replies", "share", "thanks", "points"), 3)],
        )
        tag = skin.pick("count tag", ("span", "button", "div", "li", "a"))
        form = skin.pick(
            "count form",
            ("{label} {n}", "{n} {label}", "{n}", "<b>{n}</b> {label}", "{label} ({n})"),
        )
        shown = "".join(
            f"<{tag}>{form.format(label=labels[key], n=rng.randint(0, 400))}</{tag}>"
            for key in keys
        )
        return skin.box("likes", shown, tags=("div", "ul", "p") if tag != "li" else ("ul",))

    def attachment(self) -> str:
        """Return a file that belongs to a post, with its size and downloads, "" for most posts."""
        skin, rng = self.skin, self.rng
        if not skin.sometimes("attached", 0.2, 0.25):
            return ""
        number = rng.randint(100, 9999)
        file = skin.link(f"IMG_{number}.jpg", f"/attachments/{number}")
        return skin.box(
            "stats",
            file,
            f"({number / 10:.1f} KB, {self.labels['views']}: {rng.randint(1, 900)})",
        )

    def actions(self, index: int) -> str:
        """Return buttons and links below or above a post."""
        skin, labels = self.skin, self.labels
        if not skin.has("actions", 0.75):
            return ""
        keys = skin.pick(
            "action keys",
            [self.rng.sample(("reply", "quote", "report", "like", "share", "edit"), 3)],
        )
        tag = skin.pick("action tag", ("a", "a", "button", "span"))
        href = ' href="#reply"' if tag == "a" else ""
        shown = skin.pick("action gap", (" ", " | ", "")).join(
            f"<{tag}{href}>{labels[key]}</{tag}>" for key in keys
        )
        if skin.sometimes("liked", 0.25, 0.4):
            who = self.rng.choice(self.talk.people)
            shown += skin.box(
                "likes", labels["likes"].format(name=self.name(who, "likes"), n=2 + index)
            )
        return skin.box("foot", shown, tags=("div", "ul", "p", "footer", "nav"))

    def score(self) -> str:
        """Return a number of votes, "" if this forum has none."""
        if not self.skin.has("score", 0.2):
            return ""
        return self.skin.box("score", str(self.rng.randint(-3, 900)), tags=("div", "span"))

    def hidden(self, saying: Saying, index: int) -> str:
        """Return a box that is hidden until somebody asks for it: a card of the author, an upload
        or report form.
        """
        skin, labels = self.skin, self.labels
        if not skin.sometimes("hidden", 0.3, 0.8):
            return ""
        kind = skin.pick("hidden kind", ("card", "upload", "report", "rank"))
        style = skin.pick(
            "hidden style", (' style="display:none"', " hidden", "", ' aria-hidden="true"')
        )
        if kind == "card":
            own = self._numbers.get(saying.author, 7)
            text = (
                f"{self.name(saying.author, 'likes')} {labels['points']} {own * 5}, "
                f"{labels['posts']} {own * 13}"
            )
        elif kind == "rank":
            rank = labels["ranks"].split(";")[0]
            text = (
                f"{rank}, {labels['points']} {self._numbers.get(saying.author, 7)}, "
                f"{labels['thanks']} {index + 31}"
            )
            text = f"<div>{text}</div>" * skin.pick("hidden copies", (1, 2))
        else:
            text = (
                labels["upload"]
                if kind == "upload"
                else f"<form><label>{labels['upload']}</label></form>"
            )
        return skin.box("hidden", text, attributes=style)

    def remarks(self, saying: Saying) -> str:
        """Return the small comments below a post, "" if there are none or this forum has none."""
        skin = self.skin
        if not saying.remarks or not skin.has("remarks", 0.2):
            return ""
        rows = []
        for remark in saying.remarks:
            when = skin.box(
                "time",
                self.clock.text(remark.at),
                tags=("span",),
                attributes=self.clock.attributes(remark.at),
            )
            text = f"<span>{escape_text(remark.text)}</span>"
            rows.append(
                skin.box(
                    "remark",
                    f"{text} – {self.name(remark.author, 'remark')} {when}",
                    tags=("li", "div"),
                )
            )
        return skin.box("remarks", *rows, tags=("ul", "div"))

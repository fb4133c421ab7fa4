"""What a site shows in place of an article, with status 200; each is called as the outcome of such
a page.
"""

from typing import Final

from fakeweb.layouts.page import label, meta_charset, navigation, safe
from fakeweb.model import Site, Text

_WORDS: Final = {
    ("consent", "en"): (
        "We and our partners store and read information on your device to show you news that you "
        "like, and to count how many people read each story.",
        "By clicking Accept you allow this. You can change your choices at the foot of any page, "
        "and read on.",
    ),
    ("consent", "de"): (
        "Wir verwenden Cookies, um Ihnen passende Nachrichten zu zeigen und zu zählen, wie viele "
        "Menschen einen Artikel lesen. Wir und unsere Partner speichern dazu Daten auf Ihrem "
        "Gerät.",
        "Sie können Ihre Wahl am Ende jeder Seite ändern und danach weiterlesen.",
    ),
    ("challenge", "en"): (
        "Checking your browser before you reach the paper. This takes a few seconds and happens "
        "by itself.",
        "Your request has the number 7f31a9. Keep it at hand if you write to the people who run "
        "this site.",
    ),
    ("challenge", "zh-Hans"): (
        "为了保障读者的访问安全，请完成下面的安全验证后继续浏览。验证通过之后，页面会自动打开。",
        "如果长时间没有反应，请刷新页面，或者把页面底部的编号告诉我们的工作人员。",
    ),
    ("login", "en"): (
        "You must be logged in to view this article.",
        "Use the name that you chose when you joined. Readers of the printed paper find theirs "
        "on the bill.",
    ),
    ("login", "zh-Hans"): (
        "请登录后查看全文。",
        "本站的文章只对注册读者开放，注册很简单，也不收费。忘记密码的读者可以用手机找回。",
    ),
    ("paywall", "en"): (
        "Subscribe to continue reading",
        "Three months for one pound, and you may leave at any time.",
    ),
    ("paywall", "zh-Hans"): ("订阅后可阅读全文", "首月一元，随时可以取消，老读者另有优惠。"),
    ("soft_404", "en"): (
        "The page that you asked for was moved or taken down. The front page has the news of "
        "today, and the search finds older stories by their words.",
    ),
    ("soft_404", "zh-Hans"): (
        "您访问的页面不存在，可能已经删除或者移到了别的地方。请从首页重新查找您要看的文章。",
    ),
}
_TITLES: Final = {
    ("challenge", "en"): "Just a moment...",
    ("challenge", "zh-Hans"): "请稍候",
    ("soft_404", "en"): "Page not found",
    ("soft_404", "zh-Hans"): "页面不存在",
}
_FORM: Final = (
    '<form method="post"><input name="user"><input type="password" name="word">'
    "<button>OK</button></form>"
)


def _words(site: Site, text: Text) -> str:
    title = _TITLES.get((site.gate, site.lang), text.title)
    shown = [*([text.summary] if site.gate == "paywall" else []), *_WORDS[site.gate, site.lang]]
    lines = "\n".join(f"<p>{safe(line)}</p>" for line in shown)
    return f"""<!doctype html><html lang="{site.lang}"><head>{meta_charset(site, modern=True)}
<title>{safe(title)} | {safe(site.title)}</title></head>
<body><header><a href="/">{safe(site.title)}</a><ul>{navigation(site)}</ul></header>
<main><h1>{safe(title)}</h1><div class="notice">
{lines}
{_FORM if site.gate == "login" else ""}</div></main>
<footer>{label(site, "copyright")}</footer></body></html>
"""


def _script_shell(site: Site, text: Text) -> str:
    return (
        f"<!doctype html><html><head><meta charset={site.codec}>"
        f"<title>{safe(text.title)} | {safe(site.title)}</title></head>"
        '<body><div id="root"></div><script src="/app.js"></script></body></html>'
    )


def render(site: Site, text: Text) -> str:
    """Return the page that a host with a gate shows in place of an article."""
    return _script_shell(site, text) if site.gate == "script_shell" else _words(site, text)

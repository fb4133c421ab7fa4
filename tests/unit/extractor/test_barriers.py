"""Pages that a site shows in place of an article or thread are rejected by name; articles about
such things are not.
"""

from collections.abc import Sequence

import lxml.html
import pytest

from extractor.barriers.consent import _remove
from extractor.results import Article, Rejection, RejectionReason, Thread
from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld
from tests.unit.extractor.samples import article_page, read

FILLER = "The answer is kept for a year and can be changed at any time from the foot of each page of this site. "


def _gate(title: str, *lines: str, extra: str = "", head: str = "") -> str:
    text = "".join(f"<p>{line}</p>" for line in lines)
    return (
        f"<html><head><title>{title}</title>{head}</head><body><h1>{title}</h1><div>2024-03-05</div>"
        f"<div>{text}</div>{extra}</body></html>"
    )


def _bare(title: str, *lines: str, extra: str = "") -> str:
    """Return a page without a date, as barriers are."""
    return _gate(title, *lines, extra=extra).replace("<div>2024-03-05</div>", "")


TEASER = samples.ENGLISH[:2]
NEWS = "Här är de mest lästa texterna just nu från hamnen och torget. "

CHALLENGES = [
    _gate("Just a moment...", "Checking your browser before you reach the courier.", FILLER),
    _gate("One more step", "Please complete the security check to reach the courier.", FILLER),
    _gate("Security check", "Our systems have seen unusual traffic from your network. " + FILLER),
    _gate("请稍候", "为了您的访问安全，请完成下面的安全验证后继续浏览本站的内容。" * 4),
    _gate("确认访问", "您的访问过于频繁，请稍后再试，或者在下面输入图中的字符继续。" * 4),
    _gate(
        "Подождите немного",
        "Подтвердите, что вы не робот, чтобы продолжить чтение нашего сайта. " * 2,
    ),
]
CONSENTS = [
    _gate("The Courier", "We and our partners store data on your device. " + FILLER * 3),
    _gate(
        "Town library opens again",
        *[
            "We and 90 partners keep cookies on your device and process your data for advertising. "
            + FILLER
        ]
        * 10,
        "You can accept all, or withdraw your consent in the privacy settings. Some rely on a legitimate interest.",
    ),
    _gate(
        "Der Kurier",
        "Wir verwenden Cookies, um Ihnen passende Nachrichten zu zeigen. " + FILLER * 3,
    ),
    _gate(
        "Der Kurier",
        "Wir und unsere 217 Partner speichern Daten auf Ihrem Gerät, um sie zu lesen. "
        + FILLER * 3,
    ),
    _gate(
        "Goniec",
        "My i nasi partnerzy przechowujemy informacje na urządzeniu i je czytamy. " + FILLER * 3,
    ),
    _gate(
        "Le Courrier",
        "Nous utilisons des cookies pour mesurer l’audience de nos pages. " + FILLER * 3,
    ),
    _gate("城市晚报", "我们使用Cookie来改进您的阅读体验，您可以随时在页面底部更改您的选择。" * 5),
]
PASSWORD = '<form><input name="user"><input type="password" name="word"><button>Go</button></form>'
LOGINS = [
    _gate("Town library opens again", "You must be logged in to view this article.", FILLER),
    _gate(
        "Log in", "Use the name that you chose when you joined our site. " + FILLER, extra=PASSWORD
    ),
    _gate("Town library opens again", extra=PASSWORD),
    _gate(
        "图书馆昨天重新开放",
        "请登录后查看全文。" + "没有账号的读者可以免费注册会员，登录后即可查看全部内容。" * 4,
    ),
]
PAYWALLS = [
    _gate("Town library opens again", *samples.ENGLISH[:2], "Subscribe to continue reading"),
    _gate(
        "Die Bibliothek ist wieder offen",
        *samples.ENGLISH[:2],
        extra='<a href="/abo">Jetzt weiterlesen mit Plus</a>',
    ),
    _gate("La bibliothèque a rouvert", *samples.FRENCH, "Article réservé aux abonnés"),
    _gate("图书馆昨天重新开放", *samples.CHINESE[:2], "订阅后可阅读全文"),
    # The offer is no part of what is shown.
    _gate(
        "Town library opens again",
        *samples.ENGLISH[:2],
        "Subscribe to continue reading. Subscribers read all pages of the paper for one pound.",
        "Three months for the price of one",
    ),
]
ERRORS = [
    _gate("404 | The Courier", *samples.ENGLISH * 8),
    _gate("Page not found - The Courier", *samples.ENGLISH * 8),
    _gate("Seite nicht gefunden", *samples.ENGLISH * 8),
    _gate(
        "Oops, something is wrong", "The page you are looking for is not here any more. " + FILLER
    ),
    _gate("您访问的页面不存在", "您可以回到首页，或者看看下面这些今天最受欢迎的文章。" * 6),
    _gate("城市晚报网站", "对不起，该文章已被删除，请浏览本站的其他内容。" * 6),
]
SHELLS = [
    '<html><head><title>Town library opens again</title></head><body><div id="root"></div>'
    "<script src=a.js></script></body>",
    _gate("Town library opens again", "You need to enable JavaScript to read this site. " + FILLER),
    '<html><head><title>Town library opens again</title></head><body><ul><li><a href="/a">News</a></ul><div id="app">'
    "<p>Loading the newest stories of the town and the harbour, please wait</p></div><script>start()</script></body>",
]
PAGES = {
    RejectionReason.CHALLENGE: CHALLENGES,
    RejectionReason.CONSENT: CONSENTS,
    RejectionReason.LOGIN: LOGINS,
    RejectionReason.PAYWALL: PAYWALLS,
    RejectionReason.SOFT_404: ERRORS,
    RejectionReason.SCRIPT_SHELL: SHELLS,
}


def _title(lines: Sequence[str]) -> str:
    return "图书馆昨天重新开放" if lines is samples.CHINESE else "Town library opens again"


NOT_FREE = json_ld(
    {
        "@type": "NewsArticle",
        "headline": "Town library opens again",
        "isAccessibleForFree": "False",
    }
)


@pytest.mark.parametrize("kind", ["", "article"])
@pytest.mark.parametrize(
    ("lines", "offer", "head"),
    [
        (samples.ENGLISH, ("Subscribe to continue reading",), ""),
        (samples.ENGLISH * 5, ("To read the full article, join us",), NOT_FREE),
        (samples.CHINESE, ("订阅后可阅读全文",), ""),
        (
            samples.ENGLISH,
            ("Subscribe to continue reading. Subscribers read it all.", "Three months for one"),
            "",
        ),
        (
            samples.ENGLISH,
            (
                "Subscribe to continue reading",
                "Three months for one pound, and you may leave at any time.",
            ),
            "",
        ),
    ],
)
def test_a_long_teaser_is_a_partial_article(
    lines: Sequence[str], offer: Sequence[str], head: str, kind: str
) -> None:
    result = read(_gate(_title(lines), *lines, *offer, head=head), kind=kind)
    assert isinstance(result, Article), result
    assert result.text_source == "teaser"
    assert result.text_reason.startswith("the page says")
    assert set(result.content.split("\n")) == set(lines)


def test_the_further_pages_of_a_teaser_are_not_asked_for() -> None:
    pager = "".join(f'<a href="/news/1?page={page}">{page}</a> ' for page in (2, 3))
    page = _gate(
        "Town library opens again",
        *samples.ENGLISH,
        "Subscribe to continue reading",
        extra=f'<div class="pages">1 {pager}<a rel="next" href="/news/1?page=2">Next</a></div>',
    )
    result = read(page, kind="article")
    assert isinstance(result, Article)
    assert (result.text_source, result.next_url, result.whole_url) == ("teaser", "", "")


@pytest.mark.parametrize("kind", ["", "article"])
@pytest.mark.parametrize(
    ("reason", "page"), [(reason, page) for reason, pages in PAGES.items() for page in pages]
)
def test_what_is_shown_in_place_of_an_article_is_named(
    reason: RejectionReason, page: str, kind: str
) -> None:
    result = read(page, kind=kind)
    assert isinstance(result, Rejection)
    assert result.reason is reason
    assert result.detail


@pytest.mark.parametrize(
    "page",
    [
        article_page("Why sites say page not found so often", samples.ENGLISH * 2),
        article_page(
            "How robots pass the test",
            ("You will be asked whether you are a robot.", *samples.ENGLISH * 4),
        ),
        article_page(
            paragraphs=("Some readers say: we use cookies to bake with.", *samples.ENGLISH * 4)
        ),
        article_page().replace("</body>", f"<div>Please log in to comment{PASSWORD}</div></body>"),
        article_page().replace("<h1>", "<div>Already a subscriber? Log in</div><h1>"),
        article_page(
            head=json_ld({"@type": "NewsArticle", "isAccessibleForFree": False}),
            paragraphs=samples.ENGLISH,
        ),
        article_page().replace("</body>", "<noscript>Please enable JavaScript</noscript></body>"),
    ],
)
def test_articles_that_mention_barriers_are_articles(page: str) -> None:
    assert isinstance(read(page, kind="article"), Article)


def test_a_thread_that_is_hidden_says_why() -> None:
    login = read(
        _gate("How do I mend my bicycle", "You must be logged in to view this thread."),
        kind="thread",
    )
    shell = read(SHELLS[0], kind="thread")
    assert isinstance(login, Rejection)
    assert isinstance(shell, Rejection)
    assert (login.reason, shell.reason) == (RejectionReason.LOGIN, RejectionReason.SCRIPT_SHELL)


def test_a_shell_with_a_hidden_login_form_is_a_shell() -> None:
    page = SHELLS[0].replace("</body>", f"<noscript>{PASSWORD}</noscript></body>")
    result = read(page, kind="thread")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.SCRIPT_SHELL


def test_a_login_form_that_is_hidden_is_not_a_login_page() -> None:
    page = _gate("How do I mend my bicycle", extra=f'<div style="display: none">{PASSWORD}</div>')
    result = read(page, kind="thread")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.NO_POSTS


def test_a_robot_check_for_a_form_does_not_hide_a_short_article() -> None:
    form = f"<form>安全验证：请完成验证后再发表您的看法<input name=code></form><div>{samples.CHINESE[0] * 40}</div>"
    page = article_page("图书馆昨天重新开放", samples.CHINESE).replace(
        "</body>", f"<aside>{form}</aside></body>"
    )
    result = read(page, kind="article")
    assert not (isinstance(result, Rejection) and result.reason is RejectionReason.CHALLENGE)


def test_a_thread_with_a_login_form_is_a_thread() -> None:
    page = samples.thread_page(
        samples.POSTS, extra=f"<div>You must be logged in to reply{PASSWORD}</div>"
    )
    assert isinstance(read(page, kind="thread"), Thread)


UNSEEN = {
    RejectionReason.CHALLENGE: [
        _bare(
            "Nur einen Moment",
            "Wir müssen sicherstellen, dass diese Anfrage nicht von einem automatischen Programm stammt.",
            "Kreuzen Sie das Kästchen an, um zu zeigen, dass Sie ein Mensch sind. Ihre IP-Adresse hat viele Anfragen "
            "gesendet, und Ihr Browser wird gleich weitergeleitet.",
        ),
        _bare(
            "Accès temporairement restreint",
            "Nous avons détecté une activité inhabituelle depuis votre adresse IP.",
            "Faites glisser le curseur pour vérifier que vous êtes une personne et non un automate. Référence : 88f2.",
        ),
        _bare(
            "Weryfikacja",
            "Wykryliśmy nietypowy ruch z Twojej sieci. Potwierdź, że jesteś człowiekiem, a nie robotem. "
            "Włącz pliki cookie w przeglądarce.",
        ),
        _bare(
            "アクセスの確認",
            "大量のリクエストを検出しました。ロボットによる自動アクセスでないことを確認するため、画像認証を行ってください。",
        ),
        _bare(
            "Attention",
            "Sorry, you have been blocked. This website uses a service to protect itself from attacks. Ray ID: 8a7f",
        ),
    ],
    RejectionReason.CONSENT: [
        _bare(
            "Tervetuloa",
            "Me ja 214 kumppaniamme tallennamme laitteellesi evästeitä ja käsittelemme henkilötietoja, jotta voimme "
            "näyttää kohdennettua mainontaa. Voit hyväksyä kaikki tai muuttaa asetuksia.",
            "Suostumuksen voi peruuttaa tietosuoja-asetuksista. Osa kumppaneista vetoaa oikeutettuun etuun.",
        ),
        _bare(
            "Hozzájárulás",
            "Mi és partnereink sütiket használunk az eszközön tárolt információk eléréséhez, és személyes adatokat "
            "kezelünk személyre szabott hirdetések céljából.",
            "Az elfogadás gombbal hozzájárulását adja, amelyet a beállításokban bármikor visszavonhat.",
        ),
        _bare(
            "Çerez tercihleri",
            "Biz ve iş ortaklarımız cihazınızda çerez saklıyor, kişisel verilerinizi reklam amacıyla işliyoruz. "
            "Kabul edebilir ya da ayarlardan reddedebilirsiniz. Rızanızı gizlilik sayfasından geri çekebilirsiniz.",
        ),
        _bare(
            "개인정보 설정",
            "당사와 파트너는 기기에 쿠키를 저장하고 맞춤형 광고를 위해 개인정보를 처리합니다. "
            "동의는 설정에서 언제든지 철회할 수 있습니다. 모두 수락 또는 거부를 선택하세요.",
        ),
    ],
    RejectionReason.LOGIN: [
        _bare(
            "Kirjautuminen vaaditaan",
            "Tämän sisällön lukeminen on mahdollista vain jäsenille. Kirjaudu sisään tunnuksellasi ja salasanallasi.",
        ),
        _bare(
            "Acces",
            "Numai membrii pot vedea acest conținut. Autentificați-vă sau creați un cont nou cu o parolă.",
        ),
        _bare(
            "Информация",
            "Содержание темы доступно только участникам. Войдите или зарегистрируйтесь на форуме.",
        ),
    ],
    RejectionReason.PAYWALL: [
        _bare(
            "Biblioteket",
            *TEASER,
            "Läs hela artikeln som prenumerant",
            "Testa en månad",
            "Redan kund? Logga in",
        ),
        _bare(
            "Kirjasto",
            *TEASER,
            "Tämä juttu on vain tilaajille",
            "Tilaa nyt ja jatka lukemista",
            "1 kk 1 €",
        ),
        _bare(
            "A könyvtár",
            *TEASER,
            "A cikk folytatása előfizetőinknek érhető el",
            "Próbálja ki 1 hónapig",
        ),
        _bare(
            "도서관",
            *TEASER,
            "이 기사는 구독자 전용입니다",
            "월 4,900원에 전체 기사를 무제한으로",
            "로그인",
        ),
    ],
    RejectionReason.SOFT_404: [
        _bare(
            "Hoppsan",
            "Sidan du letar efter finns tyvärr inte längre. Gå till startsidan. " + NEWS * 3,
        ),
        _bare(
            "Jejda",
            "Článek byl smazán nebo přesunut. Zkuste vyhledávání nebo přejděte na úvodní stránku.",
        ),
        _bare(
            "Ошибка", "Объявление снято с публикации. Посмотрите похожие объявления рядом с вами."
        ),
        _bare(
            "お知らせ",
            "お探しの記事は掲載を終了したか、削除された可能性があります。トップページへ戻ってください。",
        ),
        _bare(
            "עמוד שגיאה", "הכתבה שחיפשתם הוסרה או שהקישור אינו תקין. ניתן לחזור אל דף הבית. " * 2
        ),
    ],
}


@pytest.mark.parametrize("kind", ["", "article"])
@pytest.mark.parametrize(
    ("reason", "page"), [(reason, page) for reason, pages in UNSEEN.items() for page in pages]
)
def test_words_that_no_phrase_has_are_understood(
    reason: RejectionReason, page: str, kind: str
) -> None:
    result = read(page, kind=kind)
    assert isinstance(result, Rejection)
    assert result.reason is reason


NEWS_ABOUT_BARRIERS = [
    (
        "Town drops captcha from its library site",
        "The town library has taken the captcha off its website after complaints from older readers.",
        "Visitors had to prove that they were human by picking lights from pictures before they could renew a book.",
        "“My mother was called a robot twice a day,” said Anna Berg, who started the petition.",
        "The library will now block suspicious traffic at its network. The change was paid for by the harbour company.",
    ),
    (
        "Court fines shop for cookie banner",
        "A court has fined an online shop because its cookie banner made it hard to refuse consent.",
        "The button for accepting was green and large, while the settings were behind a grey link, the judges said.",
        "The shop may appeal within a month. It sells garden tools in six countries.",
    ),
    (
        "Zeitung hebt die Preise an",
        "Die Lokalzeitung hebt den Preis für ihr Abonnement um zwei Euro im Monat an, teilte der Verlag mit.",
        "Grund seien die höheren Kosten für Papier und Zustellung. Leser können bis Ende des Jahres kündigen.",
    ),
    (
        "Passwörter der Stadtwerke gestohlen",
        "Unbekannte haben bei den Stadtwerken die Passwörter von 3.000 Nutzern gestohlen.",
        "Wer ein Konto hat, muss sich neu anmelden und ein neues Passwort wählen, sagte eine Sprecherin.",
    ),
    (
        "图书馆网站取消验证码",
        "市图书馆昨天宣布，网站不再使用验证码，读者登录后可以直接续借图书。",
        "此前，不少老年读者反映看不清图片中的字符，常常被系统当成机器人。",
        "图书馆馆长说，新的办法由后台判断访问是否异常，对普通读者没有影响。这项改动花费三万元，由港务公司捐助。",
    ),
    (
        "Удалённая статья вернулась в учебник",
        "Статья о рыбаках, удалённая из учебника десять лет назад, вернулась в новое издание.",
        "Её автор, учитель Павел Орлов, узнал об этом от своих учеников. Учебник поступил в школы области.",
    ),
    (
        "La mairie ferme une page",
        "La mairie a supprimé la page de son site qui annonçait la fête du port, après une erreur de date.",
        "La page n'existe plus, mais des centaines d'habitants l'avaient déjà partagée. La fête aura lieu en juin.",
    ),
]


@pytest.mark.parametrize("news", NEWS_ABOUT_BARRIERS)
def test_short_news_about_barriers_are_articles(news: tuple[str, ...]) -> None:
    assert isinstance(read(article_page(news[0], news[1:]), kind="article"), Article)


CONSENT_BOX = (
    "<div class='box'><h2>Vi värnar om dig</h2><p>Vi och våra 97 partner lagrar information på en enhet, till exempel "
    "cookies, för att behandla personuppgifter. Du kan godkänna eller hantera dina val och inställningar.</p>"
    "<p>Vi och våra partner behandlar data för annonser, även där berättigat intresse används, enligt "
    "integritetspolicyn.</p></div>"
)
OPEN_GRAPH = '<meta property="og:type" content="article">'


def test_a_consent_box_is_left_out_of_a_shorter_article() -> None:
    page = article_page(head=OPEN_GRAPH, paragraphs=samples.ENGLISH[:2]).replace(
        "<body>", f"<body>{CONSENT_BOX}"
    )
    result = read(page, kind="article")
    assert isinstance(result, Article)
    assert samples.ENGLISH[1] in result.content
    assert "partner" not in result.content


def test_a_consent_box_without_an_article_is_a_consent_page() -> None:
    result = read(
        f"<html><head><title>Kuriren</title>{OPEN_GRAPH}</head><body>{CONSENT_BOX}</body></html>"
    )
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.CONSENT


def test_an_article_shown_in_full_is_not_a_teaser_whatever_its_json_says() -> None:
    head = json_ld(
        {
            "@type": "NewsArticle",
            "headline": "Town library opens again",
            "isAccessibleForFree": False,
        }
    )
    box = "<div><b>Subscriber exclusive</b><span>Your subscription makes work like this possible.</span></div>"
    paragraphs = tuple(f"In year {year}: {line}" for year in range(5) for line in samples.ENGLISH)
    page = article_page(head=head, paragraphs=paragraphs).replace("</body>", f"{box}</body>")
    assert isinstance(read(page, kind="article"), Article)


def test_the_mark_of_a_service_names_a_check_without_text() -> None:
    page = "<html><head><title>shop.example</title></head><body><script>window._cf_chl_opt={}</script></body></html>"
    result = read(page, kind="article")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.CHALLENGE


def test_a_message_to_guests_in_the_frame_of_a_thread_is_a_login() -> None:
    message = (
        "You are not logged in or you do not have permission to access this page. This could be due to one of several "
        "reasons: you may not have sufficient privileges, or your account may be waiting for activation."
    )
    for kind in ("", "thread"):
        result = read(
            _bare("Tractor forum", message, extra=f"<div class=login>{PASSWORD}</div>"), kind=kind
        )
        assert isinstance(result, Rejection)
        assert result.reason is RejectionReason.LOGIN


@pytest.mark.parametrize(
    "posts",
    [
        (
            "The captcha says I'm not a robot, and then nothing happens when I click it.",
            "Clear the cache.",
        ),
        ("The captcha says I'm not a robot, and then nothing happens.",),
        (
            "I cannot log in: my password is refused. Only members of the group may view the download.",
            "You must register a new account and log in again with the new password.",
        ),
    ],
)
def test_what_members_wrote_about_logins_and_robot_checks_is_a_thread(
    posts: tuple[str, ...],
) -> None:
    rows = "".join(
        f'<div class="post" id="p{number}"><b class="author">member{number}</b> <span class="date">2024-03-0{number} '
        f'10:00</span><div class="text">{text}</div></div>'
        for number, text in enumerate(posts, 1)
    )
    thread = read(
        f"<html><head><title>ProblemKind</title></head><body><h1>ProblemKind</h1>{rows}</body></html>",
        kind="thread",
    )
    assert isinstance(thread, Thread)
    assert [post.body for post in thread.posts] == list(posts)


@pytest.mark.parametrize("before", ["", "<b>one</b>", "one", "<b>one</b>two"])
@pytest.mark.parametrize("after", ["", "three", "<i>three</i>"])
def test_a_box_that_is_put_back_leaves_the_page_as_it_was(before: str, after: str) -> None:
    html = f"<div>{before}<p>box</p>{after}</div>"
    top = lxml.html.fragment_fromstring(html)
    put_back = _remove(top.find("p"))
    assert lxml.html.tostring(top, encoding="unicode") == f"<div>{before}{after}</div>"
    put_back()
    assert lxml.html.tostring(top, encoding="unicode") == html


def test_a_check_by_proof_of_work_is_a_challenge() -> None:
    words = (
        "You are seeing this because the administrator of this website wants to protect the server. This can cause "
        "downtime, which makes the pages inaccessible for everyone. The check makes the computers of robots work."
    )
    title = "Making sure you're not a bot!"
    page = f"<html><head><title>{title}</title></head><body><h1>{title}</h1><p>{words}</p></body></html>"
    result = samples.read(page)
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.CHALLENGE


@pytest.mark.parametrize(
    "line",
    [
        "L'espace des contributions est réservé aux abonnés.",
        "Comments are for subscribers only: subscribe to comment.",
    ],
)
def test_who_may_comment_does_not_hide_the_article(line: str) -> None:
    assert isinstance(
        read(
            article_page(date="5 March 2024").replace('<div class="more">', f"<p>{line}</p><div>")
        ),
        Article,
    )

"""Robot checks and maintenance in more languages, and articles about maintenance and consent."""

import pytest

from extractor.results import Article, Rejection, RejectionReason
from tests.unit.extractor.samples import read

FILLER = "The answer is kept for a year and can be changed at any time from the foot of each page of this site. "


def _bare(title: str, *lines: str) -> str:
    """Return a page without a date, as barriers are."""
    text = "".join(f"<p>{line}</p>" for line in lines)
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1><div>{text}</div></body></html>"


def _gate(title: str, *lines: str) -> str:
    return _bare(title, *lines).replace("</h1>", "</h1><div>2024-03-05</div>", 1)


@pytest.mark.parametrize(
    "lines",
    [
        (
            "Xác nhận truy cập",
            "Chúng tôi phát hiện lưu lượng truy cập bất thường từ địa chỉ IP của bạn. Vui lòng xác thực bạn là người.",
            "Trình duyệt sẽ được chuyển hướng sau vài giây. Mã tham chiếu: 88f2.",
        ),
        (
            "Patikrinimas",
            "Iš jūsų tinklo gavome neįprastai daug užklausų. Patvirtinkite, kad esate žmogus, o ne robotas.",
            "Naršyklė bus nukreipta po kelių sekundžių.",
        ),
        (
            "Pārbaude",
            "Pamanījām neparastu datplūsmu no jūsu IP adreses. Apstipriniet, ka esat cilvēks, nevis robots.",
            "Pārlūks tiks novirzīts pēc dažām sekundēm.",
        ),
        (
            "Kontroll",
            "Teie võrgust tuli ebatavaliselt palju päringuid. Kinnitage, et olete inimene, mitte robot.",
            "Brauser suunatakse mõne sekundi pärast edasi.",
        ),
        (
            "Preverjanje",
            "Zaznali smo nenavaden promet z vašega naslova. Potrdite, da ste človek in ne robot.",
            "Brskalnik bo preusmerjen čez nekaj sekund.",
        ),
        (
            "Overenie",
            "Z vašej siete prichádza nezvyčajne veľa požiadaviek. Overte, že ste človek a nie robot.",
            "Prehliadač bude o niekoľko sekúnd presmerovaný. Počkajte, prosím.",
        ),
        (
            "ตรวจสอบการเข้าถึง",
            "เราพบการเข้าชมที่ผิดปกติจากที่อยู่ IP ของคุณ โปรดยืนยันว่าคุณเป็นมนุษย์ ไม่ใช่หุ่นยนต์ เบราว์เซอร์จะไปต่อในไม่กี่วินาที",
        ),
        (
            "Verifikasi",
            "Kami mendeteksi permintaan yang tidak biasa dari alamat IP Anda. Pastikan Anda manusia dan bukan robot.",
            "Peramban akan dialihkan dalam beberapa detik.",
        ),
    ],
)
def test_robot_checks_are_understood_in_more_languages(lines: tuple[str, ...]) -> None:
    result = read(_bare(*lines), kind="article")
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.CHALLENGE


MAINTENANCE = [
    (
        "Stránka sa upravuje",
        "Náš denník prechádza plánovanou údržbou servera, preto sú články dočasne nedostupné.",
        "Práce by sa mali skončiť večer. Ďakujeme za trpezlivosť.",
    ),
    (
        "Wartungsarbeiten",
        "Unsere Website ist wegen Wartungsarbeiten vorübergehend nicht erreichbar. " + FILLER,
    ),
    (
        "We'll be back soon",
        "The Courier is down for scheduled maintenance. The site is temporarily offline. " + FILLER,
    ),
    (
        "Maintenance en cours",
        "Le site est momentanément indisponible pour cause de maintenance. Merci de votre patience, à bientôt.",
    ),
    (
        "Mantenimiento",
        "El sitio no está disponible temporalmente por mantenimiento. Volveremos pronto, disculpe.",
    ),
    (
        "Manutenção",
        "O portal está temporariamente fora do ar para manutenção dos servidores. Voltamos em breve.",
    ),
    (
        "Przerwa techniczna",
        "Serwis jest chwilowo niedostępny z powodu przerwy technicznej. Przepraszamy, wracamy wkrótce.",
    ),
    (
        "Karbantartás",
        "A weboldal karbantartás miatt átmenetileg nem elérhető. Hamarosan visszatérünk, elnézést kérünk.",
    ),
    (
        "Технические работы",
        "На сайте идут технические работы, он временно недоступен. Приносим извинения, скоро вернёмся.",
    ),
    (
        "Технічні роботи",
        "Сайт тимчасово недоступний через технічні роботи. Незабаром повернемося, дякуємо за терпіння.",
    ),
    (
        "Bakım çalışması",
        "Sitemiz bakım nedeniyle geçici olarak hizmet verememektedir. Kısa süre sonra yeniden buradayız.",
    ),
    (
        "Huoltokatko",
        "Sivusto on tilapäisesti poissa käytöstä huollon vuoksi. Pahoittelemme, palaamme pian. "
        + "Kiitos. " * 8,
    ),
    ("Συντήρηση", "Ο ιστότοπος δεν λειτουργεί προσωρινά λόγω συντήρησης. Συγγνώμη."),
    (
        "网站维护",
        "本网站正在进行系统维护，暂时无法访问，预计今晚恢复，给您带来不便，敬请谅解。" * 3,
    ),
    (
        "メンテナンスのお知らせ",
        "ただいまシステムメンテナンスのため、一時的にサービスを停止しております。ご迷惑をおかけします。"
        * 3,
    ),
    (
        "점검 안내",
        "서버 점검으로 사이트 이용이 일시 중단되었습니다. 이용에 불편을 드려 죄송합니다. 잠시 후 다시 찾아 주세요. "
        * 2,
    ),
    (
        "صيانة",
        "الموقع متوقف بشكل مؤقت بسبب أعمال صيانة. نعتذر عن الإزعاج وسنعود قريبا إلى خدمتكم بعد انتهاء العمل.",
    ),
    (
        "Bảo trì",
        "Hệ thống đang bảo trì nên trang tạm thời không truy cập được. Mong kiên nhẫn, chúng tôi sẽ sớm trở lại.",
    ),
    (
        "Pemeliharaan",
        "Situs sementara tidak dapat diakses karena pemeliharaan server. Mohon maaf, kami segera kembali untuk Anda.",
    ),
]


@pytest.mark.parametrize("kind", ["", "article"])
@pytest.mark.parametrize("lines", MAINTENANCE)
def test_a_site_that_is_being_worked_on_shows_no_article(lines: tuple[str, ...], kind: str) -> None:
    result = read(_bare(*lines), kind=kind)
    assert isinstance(result, Rejection)
    assert result.reason is RejectionReason.SOFT_404


@pytest.mark.parametrize(
    "news",
    [
        (
            "Bridge closes for maintenance",
            "The harbour bridge is closed for maintenance until Friday, the town says. Buses are temporarily diverted.",
            "The company that does the work apologised to its neighbours and hopes to be done soon.",
        ),
        (
            "Wartung legt Schleuse lahm",
            "Die Schleuse ist wegen Wartung vorübergehend geschlossen. Schiffe müssen bis Freitag warten.",
            "Die Behörde bittet um Geduld. Bald soll ein neues Tor eingebaut werden, sagte eine Sprecherin am Montag.",
        ),
        (
            "地铁线路停运维护",
            "地铁二号线本周末停运维护，预计周一恢复。运营方表示，给乘客带来不便，敬请谅解。" * 3,
        ),
    ],
)
def test_undated_news_about_maintenance_are_articles(news: tuple[str, ...]) -> None:
    assert isinstance(read(_bare(*news), kind="article"), Article)


CONSENT_NEWS = [
    (
        "Regulator: two clicks to refuse are one too many",
        "Websites must let their visitors refuse cookies as easily as accept them, the data regulator said on Tuesday.",
        "It examined the consent boxes of 140 shops, papers and airlines. On every second, “accept all” was a large "
        "button, while refusing took a second page with settings for partners and purposes.",
        "“Consent under pressure is no consent,” said its head, Maud Tessel. Her office has asked eleven companies to "
        "change their boxes by March. Four of them relied on a legitimate interest for personalised advertising.",
        "The advertising industry fears for its income. A third of readers refuse tracking where the choice is plain, "
        "according to a study by the university, and ads without data about the device bring half the price.",
        "Small papers feel it most. The Harbour Courier lost a fifth of its advertising when it changed its box, "
        "its publisher says, but complaints by readers have stopped.",
        "A browser signal could end the boxes altogether. Parliament will discuss it in spring. Until then, the "
        "regulator wants to publish a list of the worst boxes every month.",
    ),
    (
        "Warum Cookie-Banner nerven und was sie ändern soll",
        "Wer eine Nachrichtenseite öffnet, sieht zuerst einen Kasten: Einwilligung in Cookies, Zwecke, Partner, "
        "Einstellungen. Eine Verordnung soll das ändern.",
        "Künftig können anerkannte Dienste die Entscheidung der Nutzer verwalten. Der Browser sagt den Seiten dann, "
        "ob jemand Werbung nach persönlichen Daten akzeptiert oder ablehnt.",
        "Verbraucherschützer Enno Wickel zweifelt daran. „Niemand zwingt die Seiten, das Signal zu beachten“, sagt er. "
        "Er hat 90 Banner verglichen und bei jedem dritten keinen Knopf zum Ablehnen gefunden.",
        "Verlage wiederum verweisen auf ihr berechtigtes Interesse, Geräte wiederzuerkennen, um Betrug zu verhindern. "
        "Ohne Werbung müssten sie mehr Artikel hinter eine Bezahlschranke stellen.",
        "In Dänemark ging man einen anderen Weg. Dort prüft eine Behörde die Kästen stichprobenartig und verhängt "
        "Bußgelder, zuletzt gegen einen Möbelhändler, der Daten ohne Zustimmung an Partner gab.",
        "Die Verordnung gilt ab April. Ob sich bis dahin ein Dienst anerkennen lässt, ist offen.",
    ),
    (
        "Los avisos de cookies, bajo la lupa",
        "La agencia de protección de datos ha multado a una aerolínea porque su aviso de cookies no permitía rechazar.",
        "El aviso pedía consentimiento para que 300 socios guardaran información en el dispositivo del viajero para "
        "fines de publicidad personalizada. Para negarse había que abrir la configuración y apagar cada finalidad.",
        "“Aceptar era un gesto; rechazar, una excursión”, resume la abogada Inés Talavera, que presentó la denuncia.",
        "La compañía alega un interés legítimo y recurrirá. La multa, de 30.000 euros, es la cuarta del año.",
        "Los medios siguen el caso con atención. Muchos ofrecen desde enero una elección: cookies o suscripción. La "
        "agencia admite el modelo si el precio es razonable y la alternativa, equivalente.",
        "Un estudio de la universidad calcula que un lector ve 1.500 avisos al año y dedica una hora a cerrarlos.",
    ),
]


@pytest.mark.parametrize("news", CONSENT_NEWS)
@pytest.mark.parametrize("dated", [True, False])
def test_articles_about_consent_are_articles(news: tuple[str, ...], *, dated: bool) -> None:
    page = _gate(*news) if dated else _bare(*news)
    assert isinstance(read(page, kind="article"), Article)

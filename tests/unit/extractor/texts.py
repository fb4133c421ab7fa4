"""Texts of our own in languages whose pages are often not in UTF-8, a few sentences each."""

CANTONESE = (
    "佢哋喺度做嘢，冇人知道點解咁樣。"
    "市立圖書館尋日重新開放，經過兩年嘅整修，閱覽室比以前大咗一倍，細路仔都有自己嘅角落。"
    "館長話，讀者可以喺呢度借三十萬冊書，唔使預約。"
)
POLISH = (
    "Miejska biblioteka została wczoraj ponownie otwarta po dwóch latach remontu, a czytelnia jest "
    "teraz dwa razy większa niż przedtem. "
    "Czytelnicy mogą tu wypożyczyć trzydzieści tysięcy książek, a w weekendy ktoś będzie czytał "
    "dzieciom bajki. "
    "Mieszkańcy sąsiednich domów są zadowoleni, choć mają nadzieję, że przystanek również zostanie "
    "odnowiony. "
)
HUNGARIAN = (
    "A városi könyvtár két év felújítás után tegnap újra megnyílt, és az olvasóterem kétszer akkora "
    "lett, mint korábban volt. "
    "Az olvasók harmincezer könyvet kölcsönözhetnek itt, hétvégente pedig mesét olvasnak a gyerekeknek. "
    "A környéken élők örülnek az új épületnek, de remélik, hogy a buszmegállót is hamarosan kijavítják. "
)
ROMANIAN = (
    "Biblioteca orăşenească s-a redeschis ieri după doi ani de lucrări, iar sala de lectură este acum"
    " de două ori mai mare decât înainte. "
    "Cititorii pot împrumuta aici treizeci de mii de cărţi, iar la sfârşit de săptămână cineva le va "
    "citi copiilor poveşti. "
    "Oamenii care locuiesc în apropiere sunt mulţumiţi, dar speră că şi staţia de autobuz va fi reparată. "
)
UKRAINIAN = (
    "Міська бібліотека вчора знову відчинилася після двох років ремонту, і читальна зала стала вдвічі"
    " більшою, ніж була. "
    "Тут можна взяти додому тридцять тисяч книжок, а на вихідних дітям розповідатимуть казки, і це "
    "безкоштовно. "
    "Мешканці сусідніх будинків задоволені, але сподіваються, що й зупинку автобуса полагодять до зими. "
)
BULGARIAN = (
    "Градската библиотека вчера отвори отново след две години ремонт и читалнята вече е два пъти по-"
    "голяма, отколкото беше. "
    "Тук читателите могат да вземат тридесет хиляди книги, а в почивните дни някой ще чете приказки "
    "на децата. "
    "Хората от съседните къщи са доволни, но се надяват, че и спирката ще бъде поправена скоро. "
)
GERMAN = (
    "Die städtische Bücherei öffnete gestern nach zwei Jahren wieder ihre Türen, und der Lesesaal ist"
    " doppelt so groß wie früher. "
    "Die Leser können dort dreißigtausend Bücher ausleihen, und für die Kinder werden an Wochenenden "
    "Märchen erzählt. "
    "Die Anwohner sind darüber froh, hoffen aber, dass auch die Haltestelle bald schöner wird. "
)
SPANISH = (
    "La biblioteca municipal abrió ayer de nuevo sus puertas después de dos años de obras, y la sala "
    "de lectura es ahora más grande que antes. "
    "Los niños encontrarán allí treinta mil libros y los fines de semana habrá cuentos. "
    "Según el director, los vecinos están contentos, aunque esperan que mañana también se arregle la "
    "parada del autobús. "
)
GREEK = (
    "Η δημοτική βιβλιοθήκη άνοιξε ξανά χθες ύστερα από δύο χρόνια εργασιών και το αναγνωστήριο είναι "
    "τώρα διπλάσιο από πριν. "
    "Οι αναγνώστες μπορούν να δανειστούν τριάντα χιλιάδες βιβλία και τα Σαββατοκύριακα κάποιος θα "
    "διαβάζει παραμύθια στα παιδιά. "
    "Οι κάτοικοι της γειτονιάς χαίρονται, ελπίζουν όμως ότι και η στάση θα επισκευαστεί σύντομα. "
)
TURKISH = (
    "Şehir kütüphanesi iki yıl süren çalışmanın ardından dün yeniden açıldı ve okuma salonu "
    "eskisinden iki kat büyük oldu. "
    "Okurlar burada otuz bin kitap ödünç alabilir, hafta sonları da çocuklara masal anlatılacak. "
    "Yakında oturanlar sonuçtan memnun, ama otobüs durağının da kışa kadar düzeltileceğini umuyorlar. "
)
HEBREW = (
    "הספרייה העירונית נפתחה אתמול מחדש אחרי שנתיים של שיפוצים, ואולם הקריאה גדול עכשיו פי שניים. "
    "הקוראים יכולים לשאול כאן שלושים אלף ספרים, ובסופי השבוע מישהו יספר סיפורים לילדים. "
    "התושבים שגרים בסביבה מרוצים, אבל הם מקווים שגם תחנת האוטובוס תתוקן בקרוב. "
)
ARABIC = (
    "افتتحت المكتبة العامة أبوابها من جديد أمس بعد عامين من أعمال الترميم، وأصبحت قاعة القراءة ضعف ما"
    " كانت عليه. "
    "يستطيع القراء استعارة ثلاثين ألف كتاب من هنا، وفي عطلة نهاية الأسبوع ستروى القصص للأطفال. "
    "السكان الذين يعيشون في الجوار سعداء بالنتيجة، لكنهم يأملون أن تصلح محطة الحافلات قريبا. "
)
PERSIAN = (
    "كتابخانه شهر ديروز پس از دو سال دوباره باز شد و سالن مطالعه دو برابر گذشته است. "
    "خوانندگان مي‌توانند سي هزار كتاب امانت بگيرند و در روزهاي تعطيل براي بچه‌ها قصه گفته مي‌شود. "
    "مردمي كه در نزديكي زندگي مي‌كنند خوشحال هستند. "
)
LITHUANIAN = (
    "Miesto biblioteka vakar vėl atvėrė duris po dvejų metų remonto, o skaitykla dabar dvigubai "
    "didesnė nei anksčiau. "
    "Skaitytojai čia gali pasiskolinti trisdešimt tūkstančių knygų, o savaitgaliais vaikams bus "
    "sekamos pasakos. "
    "Šalia gyvenantys žmonės džiaugiasi, tačiau tikisi, kad ir autobusų stotelė greitai bus sutvarkyta. "
)
LATVIAN = (
    "Pilsētas bibliotēka vakar atkal atvēra durvis pēc divu gadu remonta, un lasītava tagad ir "
    "divreiz lielāka nekā agrāk. "
    "Lasītāji šeit var aizņemties trīsdesmit tūkstošus grāmatu, un nedēļas nogalēs bērniem tiks "
    "stāstītas pasakas. "
    "Tuvumā dzīvojošie ļaudis ir apmierināti, taču cer, ka arī autobusa pietura drīz tiks salabota. "
)
ESTONIAN = (
    "Linna raamatukogu avas eile pärast kaht aastat taas uksed ja lugemissaal on nüüd kaks korda "
    "suurem kui varem. "
    "Lugejad võivad siit laenutada kolmkümmend tuhat raamatut ning nädalavahetustel räägitakse "
    "lastele muinasjutte. "
    "Lähedal elavad inimesed on rõõmsad, kuid loodavad, et ka bussipeatus õige pea korda tehakse. "
)
THAI = (
    "หอสมุดประจำเมืองเปิดให้บริการอีกครั้งเมื่อวานนี้หลังจากปรับปรุงมาสองปี "
    "และห้องอ่านหนังสือกว้างกว่าเดิมสองเท่า "
    "ผู้อ่านสามารถยืมหนังสือได้สามหมื่นเล่ม "
    "และในวันหยุดจะมีคนมาเล่านิทานให้เด็กฟัง "
    "ชาวบ้านที่อยู่ใกล้พอใจกับผลงานนี้ "
    "แต่หวังว่าป้ายรถเมล์จะได้รับการซ่อมแซมในเร็ววัน "
)
VIETNAMESE = (
    "Thư viê\u0323n thành phô\u0301 hôm qua đa\u0303 mơ\u0309 cư\u0309a trơ\u0309 la\u0323i sau hai năm sư\u0309a c"
    "hư\u0303a, và pho\u0300ng đo\u0323c nay rô\u0323ng gâ\u0301p đôi."
)
"""As windows-1258 writes it: letters first, then a mark for the tone."""

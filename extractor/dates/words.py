"""The words that dates are written with, in the languages of the news, as data.

To add a language, add its words here. Names are separated by white space, phrases by ``|`` or line
breaks. Some phrases are regular expressions; they match in upper and lower case unless the table
says otherwise.
"""

MONTH_NAMES = """
january jan januar januari januára januarja jänner jän janvier enero ene janeiro gennaio gen gener ianuarie ian
styczeń stycznia sty leden ledna siječanj siječnja tammikuu tammikuuta január ocak oca sausio jaanuar janvāris
январь января янв януари јануар січень січня січ ιανουάριος ιανουαρίου ιαν يناير جانفي ژانویه جنوری ינואר जनवरी
জানুয়ারি জানুয়ারী ஜனவரி มกราคม ม.ค. janv जन॰ led tammi яну јан sij saus sausis jaan ינו׳ জানু ஜன janúar
xaneiro xan јануари జనవరి जानेवारी જાન્યુઆરી ಜನವರಿ ജനുവരി ਜਨਵਰੀ ජනවාරි yanvar yan қаңтар იანვარი հունվարի janar
januarie ژانویهٔ urtarrila
;
february feb februar februari februára februarja februarie févr février fév febrero fevereiro fev febbraio
febrer luty lutego lut únor února veljača veljače helmikuu helmikuuta február febr şubat şub vasario veebruar
februāris feber февраль февраля фев февр февруари фебруар лютий лютого лют φεβρουάριος φεβρουαρίου φεβ فبراير
شباط فيفري فوریه فروری פברואר फरवरी फ़रवरी ফেব্রুয়ারি ফেব্রুয়ারী பிப்ரவரி กุมภาพันธ์ ก.พ. फ़र॰ úno helmi феб
velj vas vasaris veebr פבר׳ ফেব பிப் febrúar febreiro ఫిబ్రవరి फेब्रुवारी ફેબ્રુઆરી ಫೆಬ್ರವರಿ ഫെബ്രുവരി ਫ਼ਰਵਰੀ
फेब्रुअरी පෙබරවාරි pebrero peb fevral ақпан თებერვალი փետրվարի shkurt فوریهٔ otsaila
;
march mar märz mär maerz mars marzo março maart mrt març martie marzec marca marec březen března ožujak ožujka
marts maaliskuu maaliskuuta március márc mart maret mac machi kovo märts март марта мар марті березень березня
бер μάρτιος μαρτίου μαρ مارس آذار مارچ מרץ מרס मार्च মার্চ மார்ச் มีนาคม มี.ค. μάρ bře maalis ožu kov kovas மார்
მარტი మార్చి માર્ચ ಮಾರ್ಚ್ മാർച്ച് ਮਾਰਚ මාර්තු marso наурыз մարտի mäerz martxoa
;
april apr avril avr abril abr aprile aprilie kwiecień kwietnia kwi duben dubna travanj travnja huhtikuu
huhtikuuta április ápr apríl apríla aprila nisan nis aprili balandžio aprill aprīlis апрель апреля апр април
квітень квітня кві απρίλιος απριλίου απρ أبريل ابريل إبريل نيسان أفريل آوریل اپریل אפריל अप्रैल এপ্রিল ஏப்ரல்
เมษายน เม.ย. квіт dub huhti tra bal balandis אפר׳ এপ্রি ஏப் ఏప్రిల్ एप्रिल એપ્રિલ ಏಪ್ರಿಲ್ ഏപ്രിൽ ਅਪ੍ਰੈਲ अप्रिल
aprel сәуір აპრილი ապրիլի prill abrëll apirila
;
may mai mayo maio maggio mag mei maj maja máj mája maig květen května kvě svibanj svibnja toukokuu toukokuuta
május mayıs gegužės maijs май мая мај травень травня тра μάιος μαΐου μαΐ μάι مايو أيار ماي می مه مئی מאי मई মে
மே พฤษภาคม พ.ค. трав touko svi geg gegužė maí మే मे મે ಮೇ മേയ് ਮਈ මැයි мамыр მაისი մայիսի mee maiatza
;
june jun juni juin junio junho giugno giu juny iunie iun czerwiec czerwca cze červen června lipanj lipnja
kesäkuu kesäkuuta június jún júna junij junija haziran haz birželio juuni jūnijs июнь июня июн юни јун червень
червня чер ιούνιος ιουνίου ιουν يونيو يونيه حزيران جوان ژوئن جون יוני जून জুন ஜூன் มิถุนายน มิ.ย. черв ιούν čvn
kesä birž birželis jūn júní xuño јуни జూన్ જૂન ಜೂನ್ ജൂൺ ਜੂਨ जुन ජූනි hunyo hun iyun маусым ივნისი հունիսի
qershor junie ekaina
;
july jul juli juillet juil julio julho luglio lug juliol iulie iul lipiec lipca červenec července srpanj srpnja
heinäkuu heinäkuuta július júl júla julij julija temmuz tem julai liepos juuli jūlijs июль июля июл юли јул
липень липня лип ιούλιος ιουλίου ιουλ يوليو يوليه تموز جويلية ژوئیه جولای جولائی יולי जुलाई জুলাই ஜூலை กรกฎาคม
ก.ค. जुल॰ lip ιούλ čvc heinä liep liepa jūl জুল júlí xullo xul јули జులై जुलै જુલાઈ ಜುಲೈ ജൂലൈ ਜੁਲਾਈ ජූලි hulyo
hul iyul шілде ივლისი հուլիսի korrik julie ژوئیهٔ uztaila
;
august aug août agosto ago augustus augusti augusta agost sierpień sierpnia sie srpen srpna kolovoz kolovoza
elokuu elokuuta augusztus avgust avgusta ağustos ağu agustus agu agt agust ogos agosti rugpjūčio augusts август
августа авг серпень серпня сер αύγουστος αυγούστου αυγ أغسطس اغسطس آب أوت اوت آگوست اگست אוגוסט अगस्त আগস্ট
ஆகஸ்ட் สิงหาคม ส.ค. अग॰ серп αύγ srp elo kol avg rugp rugpjūtis אוג׳ আগ ஆக ag ogo ágúst ágú ఆగస్టు ऑगस्ट ઑગસ્ટ
ಆಗಸ್ಟ್ ഓഗസ്റ്റ് ਅਗਸਤ अगस्ट අගෝස්තු avqust тамыз აგვისტო օգոստոսի gusht abuztua
;
september sep sept septembre septiembre setiembre setembro set settembre septembra septembrie wrzesień września
wrz září zář rujan rujna syyskuu syyskuuta szeptember szept septembar eylül eyl septemba rugsėjo septembris
сентябрь сентября сен сент септември септембар вересень вересня вер σεπτέμβριος σεπτεμβρίου σεπ σεπτ سبتمبر
أيلول سپتامبر ستمبر ספטמבר सितंबर सितम्बर সেপ্টেম্বর செப்டம்பர் กันยายน ก.ย. सित॰ syys сеп ruj rugs rugsėjis
ספט׳ সেপ செப் సెప్టెంబర్ सप्टेंबर સપ્ટેમ્બર ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റംബർ ਸਤੰਬਰ सेप्टेम्बर සැප්තැම්බර් setyembre
sentyabr қыркүйек სექტემბერი սեպտեմբերի shtator setembre iraila
;
october oct oktober okt octobre octubre outubro out ottobre ott októbra octombrie październik października paź
říjen října říj lokakuu lokakuuta október oktobra oktobar ekim eki oktoba spalio oktoober oktobris октябрь
октября окт октомври октобар жовтень жовтня жов οκτώβριος οκτωβρίου οκτ أكتوبر اكتوبر اکتبر اکتوبر אוקטובר
अक्टूबर अक्तूबर অক্টোবর அக்டோபர் ตุลาคม ต.ค. अक्टू॰ жовт loka spal spalis אוק׳ অক্টো அக் అక్టోబర్ ऑक्टोबर
ઑક્ટોબર ಅಕ್ಟೋಬರ್ ഒക്ടോബർ ਅਕਤੂਬਰ अक्टोबर ඔක්තෝබර් oktubre oktyabr қазан ოქტომბერი հոկտեմբերի tetor urria
;
november nov novembre noviembre novembro novembra noiembrie noi listopad listopada listopadu lis studeni
studenoga studenog marraskuu marraskuuta novembar kasım kas nopember nop novemba lapkričio novembris ноябрь
ноября ноя нояб ноември новембар листопад νοέμβριος νοεμβρίου νοε نوفمبر نوامبر نومبر נובמבר नवंबर नवम्बर
নভেম্বর நவம்பர் พฤศจิกายน พ.ย. नव॰ листопада лист νοέ marras ное stu lapkr lapkritis נוב׳ নভে நவ nóvember nóv
నవంబర్ नोव्हेंबर નવેમ્બર ನವೆಂಬರ್ നവംബർ ਨਵੰਬਰ नोभेम्बर නොවැම්බර් nobyembre nob noyabr қараша ნოემბერი նոյեմբերի
nëntor azaroa нов
;
december dec dez décembre déc diciembre dic dezembro dicembre decembra desembre decembrie grudzień grudnia gru
prosinec prosince prosinac prosinca joulukuu joulukuuta decembar aralık ara desember des disember desemba
gruodžio detsember decembris декабрь декабря дек декември децембар грудень грудня гру δεκέμβριος δεκεμβρίου δεκ
ديسمبر دسامبر دسمبر דצמבר दिसंबर दिसम्बर ডিসেম্বর டிசம்பர் ธันวาคม ธ.ค. दिस॰ dezember груд joulu pro gruod
gruodis dets דצמ׳ ডিসে டிச dis decembro డిసెంబర్ डिसेंबर ડિસેમ્બર ಡಿಸೆಂಬರ್ ഡിസംബർ ਦਸੰਬਰ डिसेम्बर දෙසැම්බර්
disyembre dekabr желтоқсан დეკემბერი դեկտեմբերի dhjetor abendua дец
"""
"""Months from January to December, separated by ``;``: full and short (no dot), nominative and
genitive.
"""
LEVANTINE_MONTHS = {
    "كانون الثاني": 1,
    "تشرين الأول": 10,
    "تشرين الاول": 10,
    "تشرين الثاني": 11,
    "كانون الأول": 12,
}
"""Months of two words, in Lebanon, Syria, Iraq, Jordan and Palestine."""
CROATIAN_MONTHS = {"lip": 6, "srp": 7, "lis": 10, "listopad": 10, "listopada": 10}
"""Names that mean another month in Croatian than in Czech and Polish."""
JALALI_MONTH_NAMES = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند"
"""Months of the Persian solar calendar, from Farvardin."""
MONTH_STARTS = (
    "jan|feb|fév|mar|mär|apr|avr|abr|may|mai|maj|mei|jun|juin|jul|juil|aug|août|ago|sep|set|oct"
    "|okt|ott|out|nov|dec|dez|déc|dic|ene|янв|фев|мар|апр|мая|май|июн|июл|авг|сен|окт|ноя|дек"
)
"""Beginnings of month names in the commonest languages of forums, in lower case: a quick test for a
date.
"""
WEEKDAY_NAMES = """
monday montag lundi lunes lunedì понедельник 星期一 周一
tuesday dienstag mardi martes martedì вторник 星期二 周二
wednesday mittwoch mercredi miércoles mercoledì среда 星期三 周三
thursday donnerstag jeudi jueves giovedì четверг 星期四 周四
friday freitag vendredi viernes venerdì пятница 星期五 周五
saturday samstag samedi sábado sabato суббота 星期六 周六
sunday sonntag dimanche domingo domenica воскресенье 星期日 周日
"""
"""Days of the week, one per line from Monday."""

UNITS = {
    1: """
second seconds sec secs 秒 秒钟 秒鐘 초 sekunde sekunden segundo segundos seconde secondes secondo secondi секунд
секунду секунды saniye seconden sekund sekundy sekunder sekuntia secunde δευτερόλεπτα detik giây วินาที सेकंड
ثانية ثوان ثواني ثانیه שניות সেকেন্ড
""",
    60: """
minute minutes min mins 分 分钟 分鐘 분 minuten minuto minutos minuti минут минуту минуты мин хвилин хвилину хвилини
dakika minuut minuten minut minuty minutę minutami minutter minuuttia perce perccel λεπτά λεπτό menit phút นาที
मिनट دقيقة دقائق دقیقه דקות דקה মিনিট минути
""",
    3600: """
hour hours hr hrs h 小时 小時 时 時間 시간 stunde stunden std hora horas heure heures ora ore час часа часов годин
годину години saat uur uren godzina godziny godzin godzinę hodinami hodinou hodin timme timmar time timer tunti tuntia
órája órával ώρες ώρα jam giờ tiếng ชั่วโมง घंटे घंटा ساعة ساعات ساعت שעות שעה ঘণ্টা ঘন্টা
""",
    86400: """
day days d 天 日 일 tag tagen tage día días dia dias jour jours giorno giorni день дня дней дні днів gün dag dagen
dagar dage dager dzień dni dnem dny dnů päivää napja nappal zile zi ημέρες μέρες ημέρα hari ngày วัน दिन يوم
أيام ايام روز ימים יום দিন дни
""",
    604800: """
week weeks w 周 週 週間 星期 礼拜 주 woche wochen semana semanas semaine semaines settimana settimane неделю недели
недель тиждень тижні тижнів hafta weken tydzień tygodnie tygodni týdnem týdny vecka veckor uge uger uke uker
viikkoa hete héttel săptămâni εβδομάδες minggu tuần สัปดาห์ सप्ताह हफ्ते أسبوع أسابيع هفته שבועות সপ্তাহ
""",
    2629800: """
month months mo 月 ヶ月 か月 カ月 个月 個月 개월 달 monat monaten monate mes meses mês mois mese mesi месяц месяца
месяцев місяць місяці місяців ay maand maanden miesiąc miesiące miesięcy měsícem měsíci månad månader måned måneder
kuukautta hónapja luni lună μήνες μήνα bulan tháng เดือน महीने महीना شهر أشهر شهور ماه חודשים মাস
""",
    31557600: """
year years y 年 년 jahr jahren jahre año años ano anos an ans anno anni год года лет рік роки років yıl jaar rok
lata lat rokem lety roky år vuotta éve ani χρόνια tahun năm ปี साल वर्ष سنة سنوات عام سال שנים বছর
""",
}
"""Words for units of time, by length in seconds. A month is a twelfth of a Julian year."""
DUAL_UNITS = {
    3600: "ساعتين ساعتان",
    60: "دقيقتين دقيقتان",
    86400: "يومين يومان",
    604800: "أسبوعين",
    2629800: "شهرين",
}
"""Arabic words for two of a unit, by length of one unit in seconds."""
SHORT_UNITS = {
    "s": 1,
    "m": 60,
    "min": 60,
    "h": 3600,
    "hr": 3600,
    "d": 86_400,
    "w": 604_800,
    "wk": 604_800,
}
SHORT_UNITS |= {"mo": 2_629_800, "y": 31_557_600, "yr": 31_557_600}
"""Seconds in the abbreviated units that forums use, as in "5m"."""
DAY_WORDS = {
    0: """
今天|今日|today|오늘|heute|hoy|aujourd'hui|aujourd’hui|hoje|oggi|сегодня|сьогодні|bugün|vandaag|dzisiaj|dziś|dnes
i dag|idag|tänään|astăzi|azi|σήμερα|hari ini|hôm nay|วันนี้|आज|اليوم|امروز|היום|днес|আজ
""",
    1: """
昨天|昨日|昨|yesterday|어제|gestern|ayer|hier|ontem|ieri|вчера|вчора|dün|gisteren|wczoraj|včera|i går|igår|eilen|tegnap
χθες|χτες|kemarin|hôm qua|เมื่อวานนี้|เมื่อวาน|أمس|دیروز|אתמול|গতকাল
""",
    2: """
前天|一昨日|vorgestern|anteayer|позавчера|avant-hier|eergisteren|przedwczoraj|그저께
""",
}
"""Words for a day, by the number of days before today."""

AGO = (
    "ago|fa|назад|тому|atrás|önce|geleden|temu|sedan|siden|sitten|ezelőtt|yang lalu|lalu|trước"
    "|ที่แล้ว|ที่ผ่านมา|पहले|पूर्व|پیش|قبل|আগে"
)
"""Words after an amount of time: "3 hours ago"."""
SINCE = r"vor|hace|il y a|há|acum|před|πριν(?:\sαπό)?|قبل|منذ|לפני|cách đây"
"""Words before an amount of time: "vor 3 Stunden"."""
ONE = "an?|one|un[oa]?|une|uma?|ein(?:e[rmn]?)?|een|en|ett|et|bir|satu|se|một|yksi|jeden|jedną|o"
"""Articles and numerals for one: "an hour ago"."""
SINGLE_UNITS = (
    "час|минуту|день|неделю|месяц|год|годину|хвилину|ساعة|دقيقة|يوم|أسبوع|شهر|سنة|عام|ساعتين"
    "|دقيقتين|يومين|أسبوعين|شهرين|שעה|דקה|יום|שבוע"
)
"""Units that mean one or two of them without a number: "час назад"."""
NOW = (
    r"刚刚|剛剛|刚才|剛才|たった今|방금|\bjust now\b|\bmoments ago\b|\bgerade eben\b|\bà l['’]instant\b|"
    r"\bahora mismo\b|\bтолько что\b|الآن(?!\w)|\bszojuist\b|\baz önce\b|\bbaru saja\b|\bvừa xong\b"
)
"""Phrases for the time of the fetch itself."""
RELATIVE_SIGNS = (
    "昨|今|刚|剛|前|年|전|ago|now|day|오늘|어제|방금|gestern|heute|ayer|hoy|hier|ieri|oggi|ontem|hoje|вчера"
    "|сегодня|назад|hour|minut|hora|stunde|heure|ora fa|час|قبل|منذ|لפני|eben|instant|mismo|что"
    "|الآن|önce|saja|xong"
)
"""Every relative date without a digit contains one of these. In lower case."""
FORUM_RELATIVE = (
    r"刚刚|剛剛|刚才|昨天|今天|前天|昨日|어제|방금|たった今|назад|вчера|сегодня|yesterday|gestern|just now|"
    r"wczoraj|vandaag|gisteren|"
    r"\b(?:(?:ago|today|heute|hier|ayer|hoy|ieri|oggi|ontem|hoje)\b|(?:vor|hace|il y a"
    r"|há)\s(?:ein|un))"
)
"""Relative dates without a digit, as forums write them. In lower case. One check for the start of a
word serves all.
"""

FORENOON = "上午|凌晨|早上|清晨|午前|오전"
NOON = "中午"
AFTERNOON = "下午|晚上|晚间|晚間|傍晚|午後|夜|오후"
"""Parts of the day before a time, in Chinese, Japanese and Korean."""
AM, PM = (
    r"a\s?\.?\s?m\b\.?|πμ|π\.μ\.|ص(?!\w)|صباحا|sáng",
    r"p\s?\.?\s?m\b\.?|μμ|μ\.μ\.|م(?!\w)|مساء|chiều|tối",
)
"""Marks of the forenoon and afternoon after a time."""
CONNECTORS = (
    r"at:?|um|à|a las?|às|alle(?: ore)?|ore|kl\.?|klo|@|о|об|в|om|pukul|jam|lúc|v|o|u|w|godz\."
    r"|στις|la(?: ora)?|ora|"
    "saat|الساعة|ساعت|เวลา|को|ob"
)
"""Words between a date and its time of day."""

PUBLISHED_LABELS = """
publi|posted|date|written|created|issued|first published|veröffentlicht|erschienen|datum|erstellt|verfasst|geschrieben
stand:|fecha|creado|escrito|data|criado|pubblicato|paru|mis en ligne|créé|geplaatst|gepubliceerd|opublikowan|dodano
utworzono|публикац|опубликован|дата|размещен|створено|опубліковано|yayın|tarih|giriş|eklenme|vydáno|publikov|julkaistu
publicerad|skapad|udgivet|offentliggjort|publisert|δημοσι|ημερομηνία|közzé|megjelent|data public|diterbitkan|tanggal
ngày đăng|đăng|xuất bản|เผยแพร่|วันที่|प्रकाशित|نشر|تاريخ|انتشار|تاریخ|פורסם|প্রকাশ|发布|發布|发表|發表|时间|時間|日期
来源|來源|公開|掲載|投稿|配信|作成|입력|등록|게시|발행|작성|승인
"""
MODIFIED_LABELS = """
updat|modif|edited|revised|changed|reviewed|amended|correct|aktualisiert|geändert|bearbeitet|überarbeitet|änderung
aktualisierung|actualiza|atualiza|alterad|aggiorna|ultima modifica|mis à jour|mise à jour|maj|bijgewerkt|gewijzigd
laatst|aktualiz|zmodyfik|обновл|изменен|редакт|оновлен|güncelle|son değ|upraven|muokattu|päivitetty|uppdater|ändrad
opdater|oppdater|endret|ενημέρωση|frissít|módosít|diperbarui|cập nhật|อัปเดต|แก้ไข|अपडेट|تحديث|تعديل|بروز|به‌روز|ویرایش
עודכן|আপডেট|更新|修改|编辑于|編輯於|改訂|最終|수정|갱신|최종
"""
OTHER_LABELS = r"""
copyright|©|版权|版權|截止|all rights|today is|heute ist|deadline|expires|valid|join|registr|member since|注册|註冊|born
geboren|\*\s?\d|comment|kommentar|antwort|repl(?:y|ied)|says:|(?:评论|評論)(?!\s[^\W\d_])|回复|回覆|next|previous|event|starts
(?:上映|公映|首播|首映)(?:日期|时间|時間|日)?|発売日?|放送日?|개봉일?|방영일?|privacy|datenschutz|confidentialité
privacidad(?:e)?|riservatezza|personverns?|integritet|tietosuoja|prywatności|конфиденциальности|gizlilik|隐私|隱私|プライバシー
updates? from|archiv|since|\bseit\b|until|bis zum|abgerufen|accessed|retrieved|visited|besucht
"""
"""Labels of dates on articles: published, changed later, or something else. One line per set of
alternatives.
"""
ASCII_FORUM_OTHER_LABELS = (
    r"regist|member since|miembro|mitglied|membre|inscri|bearbeitet|modifi|birth|started|letzte"
    r"|iscritto|ultima|"
    r"lid sinds|edytowan|viewed|dernier|rejestr|tilmeldt|medlem s(?:iden|edan)|ble medlem"
    r"|liittynyt|rekister|csatlakoz|"
    r"membru din|bergabung|lid geworden|membro desde|ingressou|pievienoj|liitunud|upraven|upravil"
    r"|naposledy|zmienion|"
    r"redigerad|redigere?t|rettet|muokattu|muokannut|szerkesztve|editat|diubah|diedit|disunting"
    r"|gewijzigd|bewerkt|"
    r"\b(?:join|(?:edit(?:ed|iert|ado)?|since|last|dabei|seit)\b)|^\W*gmt"
)
FORUM_OTHER_LABELS = ASCII_FORUM_OTHER_LABELS + (
    r"|编辑|編輯|修改|編集|推荐于|推薦於|采纳于|採納於|注册|註冊|登録|加入|最后|最後|更新|生日|"
    r"登录|登入|上线|在线|参加日|入会|가입|수정(?:됨|일)|(?:최종|마지막) ?수정|"
    r"geändert|ingresó|регистр|изменено|отредакт|dernière|último|dołączył|"
    r"üyelik|всего|з нами з|зареєстр|приєдна|pridruž|učlanj|înregistrat|εγγραφ|μέλος από|הצטר[פף]"
    r"|תאריך הצטר[פף]|"
    r"التسجيل|انضم|عضویت|ngày tham gia|tham gia (?:từ|ngày)|สมัครสมาชิก|เข้าร่วม|kayıt tarihi"
    r"|katılım|"
    r"užsiregistr|prisijungė|редагувал|відредаг|редактиран|последна промяна|módosít(?:va|ott)"
    r"|utoljára|düzenlen|"
    r"değiştiril|τελευταία (?:επεξ|τροπ)|נער(?:ך|כה) (?:לאחרונה|על)|آخر تعديل|تم (?:ال)?تعديل"
    r"|التعديل الأخير|"
    r"آخرین ویرایش|ویرایش شده|sửa (?:lần )?cuối|chỉnh sửa|แก้ไข(?:ล่าสุด|เมื่อ|ครั้ง|ข้อความ|โดย)"
    r"|\bedité\b"
)
"""Labels of forum dates that are not a post's: registration, edit, last visit, the forum's clock.
In lower case.

Texts of ASCII, which are most, can only contain the first ones.
"""

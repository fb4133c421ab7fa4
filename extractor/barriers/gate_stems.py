"""How texts that ask for consent, a login or a subscription say so: the first letters of words, by
concept.

The form is that of ``extractor.barriers.topics``.
"""

CONSENT = """
cookie: cookie, kakor, informasjonskaps, informationskaps, eväste, ciasteczk, sušenk, süti, kolačić, piškot, slapuk
cookie: sīkdat, küpsis, çerez, куки, кукі, бисквитк, колачић, traceur, rastreador, クッキー, 쿠키, עוגיות
cookie: تعريف الارتباط, कुकी, คุกกี้
consent: consent, einwillig, zustimm, consentement, consentimiento, consentimento, consenso, toestemming, samtyck
consent: samtykk, suostumu, souhlas, súhlas, zgod, zgadzasz, hozzájárul, consimț, соглас, згод, съглас, пристан
consent: συγκατάθ, συναίν, συναινε, rıza, izin, açık rıza, privol, pristan, sutikim, piekriš, nõusolek, agree
consent: permission, permiso, einverstanden, d accord, d accordo, akkoord, 同意, 許可, 授权, 동의, موافق, הסכמ, אישור
consent: رضایت, सहमति, persetujuan, đồng ý, ยินยอม
partner: partner, partenair, socios, colaboradores, parceir, kumppan, партнер, партньор, партнёр, συνεργάτ, συνεργατ
partner: ortak, iş ortak, third part, third-part, drittanbiet, dritten, tiers, terceros, terzi, derde partij, derden
partner: tredje, kolmansi, třetí, tretí, trzeci, harmadik f, terț, трет, τρίτ, üçüncü, vendor, leverantör, leverandør
partner: 合作伙伴, 第三方, 第三者, 合作夥伴, パートナー, 提携, 事業者, 파트너, 제휴, 제3자, شرك, צד שלישי
partner: צדדים שלישיים, שותפ, شرکا, साझेदार, mitra, đối tác, พันธมิตร
data: personal data, personal information, personenbezogen, daten, données, datos, dati personali, dados, gegevens
data: personuppgift, uppgifter, personopplys, personoplys, opplysninger, oplysninger, data om, henkilötie, tietoja
data: údaj, osobní, osobné, danych, dane osobowe, személyes, adatok, adatai, date cu caracter, datele, данни, данных
data: данные, дані, даних, δεδομέν, kişisel veri, verileri, podatk, podatak, duomen, andme, identifi, ip address
data: ip adress, ip adres, adresse ip, 个人信息, 个人数据, 個人資料, 数据, 資料, 信息, 個人情報, 情報, 데이터, 정보
data: بيانات, מידע, נתונים, מידע, داده, डेटा, data pribadi, dữ liệu, ข้อมูล
advertising: advert, personali, personnali, personalis, gepersonalis, personanpass, perszonali, personaliz, targeted
advertising: ads, werbung, anzeigen, werbe, publicit, publicid, anuncio, pubblicit, annunci, anúncio, advertent
advertising: reklam, annons, annonse, mainon, mainok, inzer, hirdet, reclam, διαφημ, διαφήμ, реклам, oglaš, oglas
advertising: 广告, 廣告, 広告, 광고, 个性化, 個人化, パーソナライズ, 맞춤, إعلان, الإعلانات, פרסו, מודעות, تبلیغ
advertising: विज्ञापन, iklan, quảng cáo, โฆษณา, измер, audience, zielgruppen, målgrupp, публик, öffentlich mess
advertising: analytic, statistik, statistiq, statistic, estadístic
device: device, gerät, endgerät, terminal, appareil, dispositiv, apparaat, apparaten, enhet, enhed, laite, laitt
device: zařízen, zariaden, urządze, eszköz, dispozitiv, устройств, пристр, συσκευ, cihaz, uređaj, naprav, įrengin
device: seade, browser, navigateur, navegador, webbläs, nettles, selai, prohlížeč, przegląd, böngész, браузър, браузер
device: πρόγραμμα περιήγησης, tarayıcı, 设备, 設備, 裝置, 装置, 浏览器, 瀏覽器, 端末, デバイス, ブラウザ, 기기
device: 브라우저, جهاز, מכשיר, דפדפן, دستگاه, उपकरण, perangkat, thiết bị, อุปกรณ์
interest: legitimate interest, berechtigte, intérêt légitime, intérêts légitimes, interés legítimo
interest: intereses legítimos, interesse legittim, legittimo interesse, interesse legítimo, interesses legítimos
interest: gerechtvaardigd, berättigat, berettige, oikeutettu, oprávněn, oprávnen, prawnie uzasad, jogos érdek
interest: interes legitim, interesul legitim, законн, законный интерес, έννομο συμφ, meşru, legitimn, zakonit, teisėt
interest: 正当利益, 合法利益, 正当な, 정당한 이익, مصلحة مشروعة, אינטרס לגיטימי
privacy: privacy, datenschutz, confidentialité, vie privée, privacidad, riservatezza, privacidade, sekretess
privacy: integritet, personvern, privatliv, yksityisyy, tietosuoj, soukrom, ochran, súkrom, prywatn, adatvéd
privacy: adatkezel, confidențial, protecția datelor, конфиденц, приватн, поверител, απόρρητ, απορρήτ, gizlilik
privacy: privatnost, zasebnost, privatum, privaatsus, 隐私, 隱私, 私隱, プライバシー, 프라이버시, 개인정보, خصوصي
privacy: פרטיות, حریم, गोपनीय, privasi, riêng tư, ความเป็นส่วนตัว, rgpd, gdpr, dsgvo
choice: withdraw, preferences, settings, your choice, object to, manage, widerruf, einstellungen, retirer, paramétr
choice: vos choix, refuser, retirar, preferencias, configurar, rechazar, revoca, preferenz, rifiuta, preferências
choice: recusar, rejeitar, instelling, intrekken, weiger, voorkeur, keuze, inställning, återkalla, innstilling
choice: tilbake, indstilling, trække, asetuks, peruut, nastaven, odvol, odmítn, odmietn, ustawie, wycofa, odrzu
choice: beállít, visszavon, elutasít, setări, retrage, respinge, настрой, отозва, отклон, відхил, відклик, налашт
choice: оттегл, настройк, откаж, ρυθμίσε, ανακαλ, απόρριψ, ayarlar, tercih, reddet, postavk, nastavit, nustatym
choice: iestatīj, seadet, 撤回, 撤销, 设置, 設定, 拒绝, 拒絕, 拒否, 偏好, 철회, 설정, 거부, إعدادات, رفض, הגדרות
choice: סירוב, تنظیمات, सेटिंग, pengaturan, cài đặt, ตั้งค่า, reject, decline, opt out, opt-out
accept: accept, akzeptier, acept, accett, aceit, accepteer, godkänn, godta, godkend, tillat, tillad, hyväks, salli
accept: přijm, příjm, povolit, prijať, prija, akceptu, elfogad, accepta, приеми, приема, принять, принима, прийня
accept: αποδοχ, αποδέχ, kabul, prihvat, sprejm, sutink, pieņem, nõustu, 接受, 允许, 受け入れ, 許可する, 수락, 허용
accept: قبول, קבל, پذیر, स्वीकार, terima, chấp nhận, ยอมรับ, allow, erlaub, klick, clic, klik
storing: store, access information, storage, speicher, abruf, stock, accéd, almacen, acceder, archivi, memorizz
storing: armazen, opslaan, opgeslagen, lagra, lagre, gemme, tallenn, ukládá, uložen, uloží, uchováv, ukladá, przechow
storing: zapisyw, tárol, stoca, stochez, съхран, хран, збер, αποθηκ, sakla, depola, pohran, shranj, saugo, 存储, 儲存
storing: 存取, 访问, 保存, アクセス, 저장, تخزين, אחסון, ذخیره, process, verarbeit, trait, tratamiento, tratar
storing: trattament, tratamento, verwerk, behandla, behandle, käsitte, zpracov, spracú, przetwarz, feldolgoz, kezel
storing: prelucr, обраб, опрац, επεξεργ, işle, obrad, obdel, 处理, 處理, 処理, 처리, معالجة, עיבוד
purpose: purpose, zweck, finalité, finalidad, finalità, doeleind, ändamål, formål, tarkoitu, účel, cele, celu, celach
purpose: célból, célok, scopuri, scopul, цели, целей, цілі, σκοπ, amaç, svrh, namen, tiksl, 目的, 用途, 목적, أغراض
purpose: מטרות, اهداف
consent: samtykke, piekrišan, sutikt, nõustum
data: datu., dati., isikuandme, osebn, lični podac, osobni podac
advertising: reklaam, reklām, oglas
device: ierīc, seadme, napravi
interest: teisėt, leģitīm, õigustatud, zakonit
purpose: nolūk, mērķ, eesmär, mục đích, วัตถุประสงค์, tujuan, उद्देश्य, namene
storing: glabā, uzglab, salvest, säilit, lưu trữ, จัดเก็บ, menyimpan, simpan, संग्रह, shranj
"""
LOGIN = """
login: log in, login, logged in, logging in, sign in, signed in, signing in, anmeld, angemeldet, einlogg, eingeloggt
login: connecter, connecté, connectez, identifi, inicia sesión, iniciar sesión, inicie sesión, iniciado sesión
login: acceder, accede., acceda, accedi, accedere, effettua l access, iniciar sessão, inicie sessão, entrar.
login: faça login, fazer login, autentic, inlogg, ingelogd, aanmeld, meld je aan, meld u aan, logga in, loggat in
login: inloggad, logg inn, logget inn, innlogg, log ind, logget ind, kirjaudu, kirjautu, přihlás, přihlaš, prihlás
login: zaloguj, zalogow, logowan, bejelentkez, jelentkez, autentific, conecta, влез, войти, войдите, авториз, залогин
login: увій, авторизу, συνδεθ, σύνδεσ, giriş, oturum, prijavi, prijavljen, prisijung, 登录, 登陆, 登入, 登錄, ログイン
login: サインイン, 로그인, تسجيل الدخول, سجل الدخول, מחובר, התחבר, להתחבר, ورود, وارد, लॉग इन, लॉगिन, masuk, đăng nhập
login: เข้าสู่ระบบ, вход., входа.
account: register, registration, registered, sign up, account, join., konto, registrier, compte, inscri, s inscrire
account: cuenta, regístr, registr, conta., cadastr, iscriv, registrat, regist, account., aanmelden, rekister, tili.
account: tunnus, účet, účt, zarejestr, rejestr, kont., fiók, regisztr, cont., înregistr, регистр, зарегистр, аккаунт
account: учетн, учётн, реєстр, обліков, акаунт, профил, εγγρ, λογαριασμ, hesap, hesab, üye ol, kayıt, račun, nalog
account: paskyr, 注册, 註冊, 账号, 帐号, 賬號, 帳號, 登録, アカウント, 가입, 계정, 아이디, حساب, اشترك, חשבון, הירשמ
account: הרשמה, ثبت نام, खाता, पंजीक, akun, daftar, tài khoản, đăng ký, บัญชี, สมัคร
member: member, user., users., mitglied, nutzer, benutzer, membre, utilisateur, miembro, usuario, socio, membro, utent
member: usuári, leden., lid., gebruiker, medlem, användar, bruker, bruger, jäsen, käyttäj, člen, uživatel, používat
member: członk, użytkown, tagok, tagjai, felhaszn, membri, utilizator, член, участник, пользовател, користувач
member: потребител, μέλη, μέλος, χρήστ, üye, kullanıcı, član, korisnik, narys, 会员, 會員, 用户, 用戶, 会員, ユーザー
member: 회원, 사용자, عضو, أعضاء, مستخدم, חבר, משתמש, کاربر, اعضا, सदस्य, anggota, pengguna, thành viên, สมาชิก, guest
member: gäste, invité, invitad, ospit, visitante, гост, 游客, 訪客, ゲスト, 비회원
password: password, username, passwort, kennwort, benutzername, mot de passe, contraseña, senha, palavra passe
password: wachtwoord, gebruikersnaam, lösenord, passord, brukernavn, adgangskode, kodeord, salasan, heslo, hesla
password: hasło, hasła, jelszó, jelszav, parol, парол, κωδικ, şifre, lozink, geslo, slaptažod, 密码, 密碼, パスワード
password: 비밀번호, كلمة المرور, كلمة السر, סיסמ, رمز عبور, पासवर्ड, kata sandi, mật khẩu, รหัสผ่าน, remember me
password: forgot, 用户名
permission: permission, privilege, must, need to, have to, required, only, access, authori, not allowed, berechtig
permission: zugriff, zugang, nur., müssen, bitte, réservé, autoris, droit, devez, accès, permiso, debes, debe., acceso
permission: reservad, permess, devi., riservat, accesso, permissão, precisa, acesso, apenas, somente, bevoegd, toegang
permission: moet., alleen, behörig, måste, endast, åtkomst, tillatelse, tilgang, må., kun., rettighed, adgang, skal.
permission: oikeu, vain., täytyy, pitää, oprávn, pouze, musíte, přístup, prístup, uprawn, tylko, musisz, dostęp
permission: jogosult, csak, hozzáfér, kell., drept, permis, numai, doar, trebuie, acces, прав., права, доступ, только
permission: необходимо, нужно, чтобы, тільки, лише, потрібно, щоб, само., трябва, δικαίωμα, πρόσβαση, μόνο, πρέπει
permission: yetki, erişim, yalnızca, sadece, gerek, izin, samo, pristup, dostop, 权限, 權限, 才能, 才可以, 需要, 仅限
permission: 僅限, 无权, 無權, 権限, 必要, 限定, のみ, 専用, 권한, 필요, 전용, 이상만, 만 열람, 있습니다, صلاحي, يجب
permission: فقط, הרשא, חייב, יש ל, רק, مجوز, باید, अनुमति, harus, hanya, quyền, phải, cần, chỉ dành, vui lòng, สิทธิ
permission: เฉพาะ, ต้อง
viewing: view, see this, see the, read, content, topic, thread, forum, page, continue, sehen, lesen, inhalt, thema
viewing: fortfahren, weiter, voir, lire, contenu, sujet, consulter, ver., leer., contenido, tema., continuar, leggere
viewing: vedere, contenuto, continuare, visualizz, ler., conteúdo, tópico, bekijk, lezen, inhoud, verder, läsa
viewing: innehåll, lese., innhold, læse., indhold, fortsæt, fortsett, lukea, sisält, jatka, zobraz, číst, obsah
viewing: pokračov, zobacz, czyta, treś, kontynuow, olvas, megtekint, tartal, folytat, citi, conținut, vizualiz, прочет
viewing: съдърж, просмотр, прочит, контент, содерж, продолж, увидеть, тем., переглян, вміст, δείτε, διαβάσ, περιεχ
viewing: συνέχ, içeri, görmek, okumak, devam, konu, sadržaj, vsebin, 查看, 浏览, 瀏覽, 阅读, 閱讀, 内容, 內容, 继续
viewing: 全文, 本帖, 主题, 閲覧, 見る, 続き, ご覧, 열람, 보기, 게시판, 게시물, 콘텐츠, المحتوى, عرض, لمشاهدة, קריא
viewing: תוכן, לצפות, להמשיך, محتوا, مشاهده, सामग्री, देख, konten, lihat, nội dung, xem, เนื้อหา, ดู
login: pieslēg, ielogo, logi sisse, sisse logi, sisselogi, prijavi se, prihlás
account: uzskait, reģistr, registreer, registriraj
member: lietotāj, biedr, kasutaja, liikme, uporabnik, vartotoj
password: paroole, parool, salasõna, slaptaž, lozinka
permission: tiesīb, tikai, nepiecieš, õigus, ainult, peate, teisės, reikia, turite, prieig, dovolj, samo, morate
permission: potreb, oprávnen, iba., musíte
viewing: skatīt, lasīt, satur, vaata, lugemi, sisu, peržiūr, skaity, turin, ogled, branj, vsebin, zobrazi, čítať
"""
PAYWALL = """
subscribe: subscri, abonn, abonne, abo., abos., suscri, suscrí, abbona, abbonat, assinante, assinar, assine
subscribe: assinatura, subscrev, prenumer, abonam, abonent, předplat, predplat, előfiz, абонам, абонир, абонат
subscribe: абонент, подпис, передплат, абонен, συνδρομ, abone, abonel, pretplat, naročn, naroči, tilaa, tilaaj, tilaus
subscribe: prenumerat, membership, 订阅, 訂閱, 会员, 會員, 付费, 付費, 购买, 購讀, 購読, 会員, 有料, 구독, 유료
subscribe: 멤버십, اشترا, اشترك, מנוי, מנויים, اشتراک, सदस्यता, सब्सक्राइब, langgan, berlangganan, mua gói
subscribe: สมัครสมาชิก, plus abo
price: per month, a month, month., per week, a week, week., a year, months for, weeks for, monat, monatlich, woche
price: jahr., par mois, mois., semaine, al mes, mes., semana, al mese, mese., mesi., settiman, mês., meses, maand
price: månad, vecka, måned, mnd., md., uge., uke., kuukau, kk., vko., měsí, mesia, měsíčně, miesi, tydzień, tygod
price: havonta, hónap, hét., lună, luni., месец, месяц, мес., місяц, недел, тижд, μήνα, αυλ, ayda, aylık, hafta
price: mjeseč, meseč, mėn., 每月, 单月, 全年, 包月, 元 月, 月額, ヶ月, か月, カ月, 개월, 월., 매월, شهر, חודש, ماه
price: महीने, bulan, tháng, เดือน, for only, nur., seulement, trial, kostenlos, gratis, free., gratuit, ilmaise
price: zdarma, za darmo, ingyen, бесплатн, безкоштовн, безплат, δωρεάν, ücretsiz, 免费, 無料, 무료, مجان, חינם
offer: cancel, kündbar, kündigen, sans engagement, cancela, disdici, disdire, cancele, opzeg, bindning, bindingstid
offer: bindingsfri, avsluta, opsig, oppsig, zrušit, zrušiť, irtisan, peruuta, rezygnow, w każdej chwili, bármikor
offer: oricând, отмен, скасув, отказ, ακυρ, iptal, otkaž, odpove, 随时取消, 隨時取消, 解約, 해지, إلغاء, לבטל, ביטול
offer: لغو, batalkan, hủy, ยกเลิก, offer, angebot, offre, oferta, offerta, aanbied, erbjud, tilbud, tarjou, nabíd
offer: ponuk, ofert, ajánlat, предлож, пропози, оферт, προσφορ, teklif, ponud, probe, probieren, testen, essai, essay
offer: prueba, prova., experiment, proefperiode, probeer, prova på, prøv, kokeil, vyzkouš, zkuš, próbn, spróbuj
offer: próbál, încearc, попроб, спробу, пробн, опита, δοκιμ, deneme, dene., poskusi, 试用, 試用, 首月, 特惠, 优惠
offer: お試し, 初回, 체험, 할인, تجرب, עסקת, מבצע, आज़मा, coba, dùng thử, ทดลอง
rest: continue reading, keep reading, read on, read more, read the full, full article, full story, rest of th
rest: whole article, entire article, reading this, finish reading, read this, weiterlesen, weiter lesen
rest: ganzen artikel, gesamten artikel, vollständigen artikel, artikel lesen, text lesen, artikel weiter, ganzen text
rest: lire la suite, suite de, poursuiv, intégralité, lire cet article, lire l article, seguir leyendo, sigue leyendo
rest: siga leyendo, continuar leyendo, leer el artículo, artículo completo, leer completo, continua a leggere
rest: continuare a leggere, leggere tutto, leggi tutto, articolo completo, leggere l articolo, continuar a ler
rest: continuar lendo, continue lendo, continue a ler, ler o artigo, artigo completo, texto completo, matéria completa
rest: ler na íntegra, lees verder, verder lezen, lees dit, lezen, hele artikel, volledige artikel, lees het
rest: läs vidare, läsa vidare, fortsätt läs, fortsätta läs, hela artikel, läs hela, läsa hela, resten av, les videre
rest: lese videre, les hele, hele saken, lese hele, fortsett å les, læs videre, læse videre, hele artiklen, resten af
rest: læs hele, fortsæt med, jatka luk, jatkaa luk, lue koko, lukea koko, koko juttu, koko artikkel, lukeaksesi
rest: pokračovat ve čtení, pokračování, celý článek, zbytek, dočíst, číst dál, pokračovať v čítaní, čítať ďalej
rest: dočítať, zvyšok, pełny artykuł, czytaj dalej, czytać dalej, czytają dalej, cały artykuł, całego artykułu, całość
rest: tekstu, czytaj cały, olvass tovább, olvasná, tovább olvas, teljes cikk, folytatás, elolvas, citește mai departe
rest: citești mai departe, citească, articolul complet, întreg articol, continuarea, продължете да, целия текст
rest: цялата статия, цялата публикация, прочетете, читать дальше, читайте дальше, дочитать, полный текст, полностью
rest: полная версия, продолжени, читати далі, читайте далі, дочитати, повн, продовж, διαβάστε τη συνέχεια, συνέχεια
rest: ολόκληρο, όλο το άρθρο, πλήρες άρθρο, devamını, okumaya devam, tamamını, haberin devam, nastavite čita, nastavak
rest: cijeli članak, ceo tekst, pročita, beri naprej, celoten članek, nadaljuj, 继续阅读, 繼續閱讀, 阅读全文, 閱讀全文
rest: 剩余, 剩餘, 全文, 余下, 未读, 続きを, 続きは, 残り, 全文を, この記事, 이어서, 이어 보, 전문을, 전체 기사
rest: 기사 전문, 계속 읽, 나머지, اقرأ المزيد, متابعة القراءة, بقية, كامل المقال, مواصلة القراءة, המשך קריא
rest: להמשיך לקרוא, המשיכו לקרוא, הכתבה המלאה, לקריאת, ادامه, متن کامل, पूरा पढ़, पढ़ना जारी, selengkapnya
rest: lanjutkan membaca, đọc tiếp, toàn bộ, อ่านต่อ, ฉบับเต็ม
exclusive: exclusive, only for, only., subscribers only, for subscribers, members only, exklusiv, nur für, nur mit
exclusive: réserv, solo para, sólo para, solo per, exclusiv, riservat, apenas para, só para, alleen, voorbehouden
exclusive: enkel voor, endast för, bara för, kun for, forbeholdt, vain tilaaj, tilaajille, pouze pro, jen pro
exclusive: vyhrazen, len pre, iba pre, tylko dla, tylko, wyłącznie, csak, kizárólag, numai pentru, doar pentru
exclusive: само за, ексклузив, только для, только по, эксклюзив, лише для, тільки для, μόνο για, αποκλειστ, özel
exclusive: sadece, yalnızca, samo za, ekskluziv, isključiv, le za, 专享, 專享, 专属, 专供, 仅限, 僅限, 独享, 限定
exclusive: のみ, 専用, 전용, 한정, حصري, فقط, בלעדי, בלעדי, למנויים, ویژه, केवल, khusus, dành riêng, เฉพาะ
unlock: unlock, freischalt, entsperr, débloqu, desbloqu, desbloque, sblocca, ontgrendel, lås op, lås upp, låst, låses
unlock: lås opp, avaa., odemkn, odomkn, odblokuj, feloldás, deblochează, разблок, отключи, розблок, ξεκλειδ, kilidi
unlock: otključ, odkleni, 解锁, 解鎖, 畅读, ロック, 잠금, فتح, לפתוח, باز کن, अनलॉक, buka akses, mở khóa, ปลดล็อก
unlock: unlimited, full access, unbegrenzt, vollen zugriff, uneingeschränkt, zugriff, zugang, illimité, accès, accédez
unlock: acceso, ilimitado, accesso, illimitat, acesso, onbeperkt, toegang, obegränsad, tillgång, ubegrenset, tilgang
unlock: ubegrænset, adgang, rajaton, rajoittama, pääsy, lukuoikeu, neomezen, přístup, neobmedz, prístup, nieogranicz
unlock: dostęp, korlátlan, hozzáfér, nelimitat, acces., неограничен, достъп, доступ, безлимит, необмеж, απεριόρ
unlock: πρόσβαση, sınırsız, erişim, neograničen, pristup, neomejen, dostop, 无限, 無限, 読み放題, 無制限, 무제한
unlock: غير محدود, גישה, نامحدود, دسترسی, असीमित, tanpa batas, không giới hạn
reader: already a, already have, are you a subscriber, have an account, log in, login, sign in, bereits abo
reader: bereits ein, schon abo, haben sie, einloggen, anmelden, déjà abonn, connectez, se connecter, identifiez
reader: ya eres, ya soy, inicia sesión, eres suscript, sei già, già abbon, accedi, effettua il login, já é, já sou
reader: já tem, já assina, entrar, faça login, inicie sessão, al abonn, al een abonn, reeds abonn, inloggen
reader: meld u aan, redan prenum, redan kund, är du, logga in, logg inn, har du allerede, allerede abonn, log ind
reader: er du allerede, oletko jo, kirjaudu, už máte, již předpl, máte předpl, máte predpl, přihlas, prihlás, masz już
reader: jesteś już, zaloguj, már előfiz, bejelentkez, van már, deja abonat, ai deja, autentific, вече сте, влезте
reader: вход, уже есть, уже подпис, войдите, войти, вже підпис, вже є, увійд, увійти, είστε ήδη, ήδη συνδρ, σύνδεση
reader: συνδεθ, zaten, giriş yap, već imate, već ste, prijavite, ste že, prijav, 已订阅, 已是会员, 登录, 登入, 登錄
reader: ログイン, すでに, 会員の方, 로그인, 이미 구독, تسجيل الدخول, سجل الدخول, מנויים קיימים, כבר מנוי, התחבר
reader: وارد شوید, ورود, लॉग इन, sudah berlangganan, masuk, đăng nhập, เข้าสู่ระบบ
left: percent left, % left, remaining, noch nicht gelesen, verbleib, il vous reste, reste à lire, te queda, resta por
left: ti rimane, restan, resterande, gjenstår, jäljellä, zbývá, zostáva, pozosta, zostało, hátralev, rămas, остава
left: осталось, осталос, залишилось, απομέν, kalan, preosta, ostalo, 剩余, 剩餘, 残り, 남은, 남았, متبقي, נותר, باقی
left: शेष, tersisa, còn lại, เหลือ, you have read, you ve read, gelesen, vous avez lu, has leído, hai letto
left: free articles, articles left, of this article
subscribe: abonē, tellimus, tellija, telli., naročnin, predplatiteľ
price: mēnesī, nedēļ, kuus., nädal, mesečn, teden, mėnes, savait, เดือนละ
offer: pasiūlym, atsisak, piedāvāj, pakkumi, tühista, ponudb, prekliče
rest: skaityti toliau, visą straipsnį, tęsinys, lasīt tālāk, turpināt lasīt, visu rakstu, loe edasi, edasi lugemiseks
rest: kogu artik, berite naprej, celotnega član, celý článok, pokračovanie
exclusive: tik prenumerat, išskirtin, tikai abonent, ekskluzīv, ainult tellija, tellijatele, eksklusiiv, samo naročni
unlock: atrakin, neribot, prieig, atbloķē, neierobežot, piekļuv, piiramatu, juurdepääs, ligipääs
reader: jau prenumer, prisijung, jau abon, pieslēdz, juba tellija, logi sisse, že naročni
left: atlik, jäänud, ostane
"""

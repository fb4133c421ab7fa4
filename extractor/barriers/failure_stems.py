"""How robot checks, error pages and pages about maintenance say what they are: the first letters of
words, by concept.

The form is that of ``extractor.barriers.topics``.
"""

CHALLENGE = """
robot: robot, bot., bots., automated, automatis, automatiz, automati, роботом, робот, ботом, ρομπότ, 机器人, 機器人
robot: 自动化, ロボット, 自動, 로봇, 자동화, روبوت, רובוט, रोबोट, หุ่นยนต์
human: human, mensch, humain, humano, umano, menneske, människa, ihmin, člověk, człowiek, ember., emberi, человек
human: людин, човек, άνθρωπ, insan, čovjek, 人类, 人類, 人間, 사람, إنسان, بشري, אנושי, אדם, انسان, मानव, manusia
human: con người, มนุษย์, čovek, 真人
verify: verif, verify, vérif, überprüf, prüf, bestätig, confirm, conferm, checking, check., controle, controller
verify: kontroll, bekräft, bekreft, bekræft, vahvist, tarkist, ověř, overe, weryfik, sprawdz, potwierdź, ellenőr
verify: megerősít, provjer, проверк, проверя, подтверд, перевір, підтверд, потвърд, επαλήθ, επιβεβαί, doğrula, kontrol
verify: demuestr, demostrar, prove, comprobar, dimostra, comprov, 验证, 驗證, 校验, 确认, 検証, 認証, 確認, 확인, 인증
verify: 검증, تحقق, التحقق, אימות, לאמת, تأیید, सत्याप, verifikasi, xác minh, ยืนยัน
security: security, secure, protect, sicherheit, sécurité, protég, seguridad, proteg, sicurezza, segurança, beveilig
security: veilig, säkerhet, skydd, sikkerhet, sikkerhed, beskytt, turva, suoja, bezpečn, chrán, bezpieczeń, chron
security: biztonság, véd, securitat, безопасн, защит, безпек, захист, сигурност, ασφάλ, προστα, güvenli, koru
security: sigurnos, zaštit, 安全, 防护, 保護, 保护, セキュリティ, 보안, 보호, أمان, أمن, حماية, אבטחה, امنیت, सुरक्षा
security: keamanan, bảo mật, ปลอดภัย, ddos, attack
puzzle: captcha, recaptcha, puzzle, slide, slider, press hold, press and hold, checkbox, haken, glisse, coche, desliza
puzzle: casilla, arrast, trascina, casella, versleep, vink, капч, пазл, ползун, галочк, kaydır, kutu, 验证码, 驗證碼
puzzle: 滑块, 拼图, 滑動, 点击下方, 点选, 画像認証, パズル, チェック, 자동입력, 퍼즐, 밀어, كابتشا, לחץ, characters
puzzle: zeichen, image below, click
traffic: traffic, requests, unusual, suspicious, ip address, your ip, abnormal, too many, activity, ungewöhnlich
traffic: verdächtig, datenverkehr, anfragen, zugriffe, ip adress, inhabituel, suspect, trafic, requêtes, adresse ip
traffic: inusual, sospechos, tráfico, solicitudes, dirección ip, insolit, traffico, richieste, indirizzo ip, incomum
traffic: suspeit, tráfego, solicitações, endereço ip, ongebruikelijk, verdacht, verkeer, verzoeken, ip adres, ovanlig
traffic: misstänkt, trafik, förfrågningar, uvanlig, usædvanlig, mistenk, mistænk, epätavall, liikenne, neobvykl
traffic: podezřel, provoz, požadavk, nietypow, podejrzan, ruch., szokatlan, gyanús, forgal, neobișnuit, подозрит
traffic: необычн, нетипичн, трафик, запрос, підозріл, незвичн, запит, подозрител, необичай, заявк, ασυνήθ, ύποπτ
traffic: κίνηση, olağandışı, şüpheli, trafiği, istek, neobičn, sumnjiv, 异常, 異常, 频繁, 頻繁, 请求, 流量, 可疑, 不審
traffic: アクセスが, リクエスト, 비정상, 요청, 트래픽, 의심, غير عاد, مشبوه, حركة, חשוד, חריג, תנועה, مشکوک, असामान्य
traffic: lalu lintas, bất thường, ผิดปกติ, żądań
denied: denied, blocked, forbidden, restricted, rejected, verweiger, gesperrt, blockiert, refusé, bloqu, denegad
denied: bloquead, negad, negato, bloccat, geweigerd, geblokk, nekad, blockera, nektet, blokker, nægtet, estetty
denied: evätty, zamítnut, zablok, odepřen, odmów, odmowa, megtagad, letilt, blokkol, refuzat, blocat, запрещ, заблок
denied: доступ огранич, отказан, ограничен, заборон, блокир, απορρίφ, αποκλε, engellen, reddedil, zabranjen, odbijen
denied: 拒绝, 拒絕, 拦截, 封禁, 禁止, 受限, 拒否, ブロック, 制限され, 차단, 거부, 제한, رفض, محظور, حظر, נחסם, חסומ
denied: مسدود, अवरुद्ध, ditolak, diblokir, bị chặn, ถูกบล็อก, paused, interruption
token: ray id, reference id, request id, incident, event id, support id, reference number, referenz, référence
token: trace id, идентификатор, номер запроса, 请求id, 事件id, 参考编号, 参照, 요청 id, session id, error code
token: vorgang, your ip is
browser: browser, javascript, navigateur, navegador, webbläs, nettles, selai, prohlížeč, przegląd, böngész, браузър
browser: браузер, tarayıcı, 浏览器, 瀏覽器, ブラウザ, 브라우저, المتصفح, דפדפן, مرورگر, trình duyệt, เบราว์เซอร์
browser: reload, refresh, cookies
waiting: seconds, moment, redirect, please wait, automatically, automatic, sekunden, weitergeleitet, automatisch
waiting: secondes, redirig, segundos, redirigid, secondi, reindirizz, redirecion, seconden, doorgestuurd, sekunder
waiting: omdirig, sekuntia, sekund, přesměr, przekier, másodperc, átirány, secunde, redirecț, секунд, перенаправ
waiting: подожд, зачек, пренасоч, изчак, δευτερόλ, saniye, yönlendir, 稍候, 秒, 跳转, お待ち, リダイレクト, 잠시, 초
waiting: ثوان, انتظر, שניות, רגע, لحظه, प्रतीक्षा, mohon tunggu, chờ, กรุณารอ
robot: automatsk, avtomatiz, avtomats, αυτοματ, αυτόματ, автоматич, automaat, otomati, אוטומט, آلي, ربات, خودکار
robot: स्वचालित, tự động, บอท, อัตโนมัติ
human: mens., menselijk, žmog, cilvēk, inimen, inimes, človek
verify: xác nhận, xác thực, kiểm tra, ตรวจสอบ, patvirtin, patikrin, pārbaud, apstiprin, kinnita, potrdi, preveri
verify: overte, overi, potvrď, potvrd, konfirmasi, जाँच, पुष्टि, تایید, تأكيد
security: an toàn, saugum, apsaug, drošīb, aizsardz, turvalis, kaits, varnost, zaščit, siguranț, protej
puzzle: tích vào, ô bên dưới, ghép hình, ติ๊ก, centang, geser, varnel, ķeksīt, linnuke, kvadratić, drsnik, klizač
puzzle: zaškrtn, posuvník, políčk, zaznacz pole, przesuń, jelölje be, jelölőnégyzet, căsuț, bifaț, позначте, повзунок
puzzle: отметк, отбележ, πλαίσιο, τσεκάρ, kästchen, vakje, vinkje, kryssru, avkryss, afkryds, valintaruu, rastita, تیک
puzzle: کادر, पहेली, तस्वीर, תיבה, סמנו, مربع
traffic: lưu lượng, yêu cầu tự, địa chỉ ip, ที่อยู่ ip, คำขอ, tidak biasa, mencurigakan, permintaan, alamat ip
traffic: neįprast, įtartin, užklaus, sraut, neparast, aizdomīg, pieprasījum, datplūsm, ebatavali, kahtla, päring
traffic: liiklus, nenavad, sumljiv, zahtev, zahtjev, podozriv, nezvyčajn, prevádzk, adresa ip, solicitări, ترافیک
traffic: درخواست, غیرعاد, ट्रैफ़िक, अनुरोध, संदिग्ध, בקשות, طلبات
denied: từ chối, bị hạn chế, ปฏิเสธ, dibatasi, užblok, užblokuot, uždraus, bloķē, liegt, noraid, blokeeri, keela
denied: blokir, zavrn, prepoved, zamietnut, odopret, interzis, restricț, مسدود, обмежен, अस्वीकृत, प्रतिबंध
token: mã yêu cầu, mã tham chiếu, mã sự cố, número de referencia, código de referencia, código de referência
token: codice di riferimento, numer referencyjn, referenčn, referentie, referensnum, referansenum, referencenum
token: viitenum, azonosító, referinț, referans, işlem numara, номер запит, ідентифікатор, референ, идентификатор на
token: κωδικός αναφοράς, αναγνωριστικ, užklausos, رقم المرجع, معرف, מזהה, شناسه, کد پیگیری, संदर्भ
token: kode referensi, id permintaan, รหัสอ้างอิง, pieprasījuma id, päringu id, id zahtev
browser: naršykl, pārlūk, brauser, brskaln, pregledn, prehliadač, φυλλομετρ, ब्राउज़र, peramban
waiting: giây, chuyển hướng, vui lòng, โปรดรอ, วินาที, detik, dialihkan, palauk, nukreip, novirz, uzgaid, oodake
waiting: suunat, počakaj, preusmer, preusmjer, pričekaj, sačekaj, počkaj, presmer, așteptaț, ثانیه, صبر کنید, सेकंड
waiting: रुक
"""
NOT_FOUND = """
thing: page, article, story, post., content, link., url., address, document, listing, ad., offer, job, video, topic
thing: thread, site., resource, file., seite, artikel, beitrag, inhalt, adresse, anzeige, angebot, dokument, thema
thing: contenu, lien., annonce, offre, sujet, página, artículo, contenido, enlace, dirección, anuncio, oferta, noticia
thing: publicación, pagina, articolo, contenuto, indirizzo, annuncio, notizia, documento, offerta, artigo, conteúdo
thing: endereço, matéria, notícia, vaga, publicação, inhoud, adres, bericht, vacature, advertentie, sidan, artikeln
thing: innehåll, länk, annons, adressen, siden, artikkel, innhold, annonse, lenke, saken, artiklen, indhold, sivu
thing: artikkeli, sisält, osoite, linkki, juttu, ilmoitus, stránk, článek, článk, obsah, odkaz, inzerát, článok, stron
thing: artykuł, treś, ogłoszen, ofert, oldal, cikk, tartal, hirdetés, pagin, articol, conținut, anunț, страниц, стать
thing: статия, материал, новост, запись, контент, адрес, ссылк, объявл, документ, раздел, сторінк, стат, публікац
thing: посилан, оголош, обява, съдърж, връзка, σελίδα, άρθρο, περιεχ, διεύθυν, σύνδεσμ, sayfa, haber, içeri, yazı
thing: ilan, bağlantı, stranic, članak, sadržaj, stran, članek, vsebin, puslap, straipsn, lapa, raksts, leht, 页面
thing: 頁面, 网页, 網頁, 文章, 内容, 內容, 帖子, 信息, 链接, 新闻, 视频, 主题, 主題, 资源, ページ, 記事, url
thing: コンテンツ, お探し, 投稿, 페이지, 기사, 게시물, 게시글, 글이, 콘텐츠, 주소, 상품, الصفحة, المقال, المحتوى
thing: الرابط, الخبر, דף, עמוד, כתבה, תוכן, קישור, صفحه, مطلب, محتوا, لینک, पृष्ठ, पेज, लेख, खबर, halaman, konten
thing: berita, trang, bài viết, nội dung, หน้า, บทความ, เนื้อหา
gone: not found, could not be found, couldn t be found, can t find, cannot find, couldn t find, can t be found
gone: cannot be found, unable to find, doesn t exist, does not exist, no longer exist, not exist
gone: doesn t seem to exist, no longer available, isn t available, not available, unavailable, has been removed
gone: was removed, been deleted, was deleted, has expired, expired, has been moved, been moved, has moved
gone: nothing here, nothing was found, nothing found, is gone, taken down, doesn t work, broken, no longer online
gone: no longer here, unpublished, error 404, nicht gefunden, nicht finden, existiert nicht, nicht mehr, gelöscht
gone: entfernt, abgelaufen, verschoben, nicht verfügbar, nicht auffindbar, introuvable, n existe, pas trouvé
gone: plus disponible, pas disponible, plus en ligne, supprimé, expiré, déplacé, retiré, n est plus, no encontrad
gone: no se encontr, no se ha encontrado, no hemos encontrado, no existe, ya no está, no está disponible
gone: no disponible, eliminad, caducad, borrad, ha expirado, no podemos encontrar, non trovat, non è stata trovata
gone: non è stato trovato, non esiste, non è più, non è disponibile, non disponibile, rimoss, scadut, eliminat
gone: cancellat, spostat, non encontrad, não encontrad, não foi encontrad, não encontramos, não existe, já não
gone: não está disponível, não está mais, indisponível, removid, expirou, expirad, apagad, excluíd, encerrad
gone: niet gevonden, niet vinden, bestaat niet, niet meer, niet beschikbaar, verwijderd, verlopen, verplaatst
gone: kunde inte hittas, hittades inte, hittar inte, kan inte hitta, finns inte, finns tyvärr inte, inte längre
gone: inte tillgänglig, tagits bort, borttagen, flyttat, utgått, ikke funnet, ikke finne, finnes ikke, ikke lenger
gone: ikke tilgjengelig, fjernet, slettet, utløpt, flyttet, ikke fundet, findes ikke, ikke finde, ikke længere
gone: ikke tilgængelig, udløbet, ei löydy, ei löytynyt, ei löytyn, ei ole olemassa, ei ole enää, ei enää, poistettu
gone: vanhentunut, siirretty, nenalezen, nebyl nalezen, nebyla nalezena, nelze najít, neexistuje, již není, už není
gone: není dostup, nedostupn, smazán, odstraněn, vypršel, přesunut, nenájden, nebola nájden, nebol nájden, vymazan
gone: odstránen, nie została znaleziona, nie został znaleziony, nie znalezion, nie znaleźliśmy, nie istnieje
gone: nie jest dostępn, niedostępn, usunięt, wygasł, przeniesion, nem található, nem találjuk, nem találtuk
gone: nem létezik, már nem, nem elérhető, törölt, eltávolít, lejárt, áthelyez, nu a fost găsit, nu există, nu mai
gone: nu este disponibil, nu am găsit, indisponibil, șters, expirat, mutat, не найден, не существует, больше не
gone: недоступ, удален, удалён, истек, истёк, перемещ, перенес, снят, отсутств, не може бути знайден, не знайден
gone: не існує, більше не, видален, переміщен, не е намерен, не беше намерен, не съществува, вече не, премахнат
gone: изтрит, изтекл, δεν βρέθηκε, δε βρέθηκε, δεν υπάρχει, δεν είναι διαθέσιμ, διαγράφ, αφαιρέθ, έχει λήξει, μετακιν
gone: bulunamad, bulunmuyor, mevcut değil, kaldırıl, yayından, süresi dol, nije pronađen, ne postoji, više ne
gone: uklonjen, obrisan, izbrisan, ni bil, ne obstaja, ni več, nerast, neegzist, 不存在, 找不到, 未找到, 没找到
gone: 没有找到, 已删除, 已被删除, 已刪除, 已被, 删除, 刪除, 下架, 已失效, 失效, 过期, 已过期, 走丢, 不见了, 无法访问
gone: 无法查看, 無法顯示, 無法找到, 转移, 見つかりません, 見つかりませんでした, 存在しません, 削除, 終了し, 移動し
gone: 掲載を終了, 公開を終了, 찾을 수 없, 존재하지 않, 삭제, 만료, 변경되었거나, 없는 페이지, 종료된, 이용할 수 없
gone: غير موجود, لم يتم العثور, غير متاح, تم حذف, حذف, لا توجد, منتهي, לא נמצא, לא קיים, הוסר, נמחק, אינו זמין
gone: אינה זמינה, یافت نشد, وجود ندارد, حذف شده, پیدا نشد, नहीं मिल, मौजूद नहीं, उपलब्ध नहीं, हटा, tidak ditemukan
gone: tidak tersedia, dihapus, không tồn tại, không tìm thấy, đã bị xóa, ไม่พบ, ไม่มีอยู่, ถูกลบ, silindi, silinmiş
gone: taşındı, taşınmış
way: homepage, home page, front page, search, go back, go to, try., mistyped, check the, sorry, oops, startseite
way: suche, zurück, entschuldig, leider, accueil, recherche, désolé, retour, rechercher, inicio, buscar, busca, volver
way: lo sentimos, portada, home., cerca., ricerca, spiacent, torna, ci dispiace, início, pesquis, desculp, lamentamos
way: voltar, ops., startpagina, homepagina, zoek, terug, helaas, startsid, sök, tyvärr, tillbaka, forsid, søk
way: beklager, tilbake, søg, desværre, tilbage, etusivu, haku, hae., valitettavasti, pahoittelemme, takaisin, domovsk
way: úvodní, hlavní stran, hledat, vyhled, omlouváme, bohužel, zpět, hľada, ľutujeme, späť, stron główn, strony główn
way: strona główna, wyszuk, szukaj, przepraszamy, niestety, wróć, főoldal, kezdőlap, keres, sajnál, elnézés, vissza
way: acasă, prima pagină, pagina principală, căut, ne pare rău, înapoi, главн, поиск, извин, сожален, вернут, головн
way: пошук, вибач, на жаль, поверн, начал, търс, съжал, върн, αρχική, αναζήτ, συγγνώμ, λυπούμ, επιστρ, ana sayfa
way: anasayfa, arama, üzgün, maalesef, aradığınız, dön, naslovn, početn, pretra, žao nam, iskan, žal, pagrindin
way: atsipraš, 首页, 首頁, 主页, 主頁, 返回, 抱歉, 对不起, 對不起, 搜索, 搜尋, 很遗憾, トップ, ホーム, 検索, 申し訳
way: 戻る, 홈으로, 메인, 검색, 죄송, 이전, 다시 확인, 주소가, الرئيسية, البحث, عذر, آسف, דף הבית, חיפוש, מצטער, סליחה
way: אופס, صفحه اصلی, جستجو, متاسف, मुखपृष्ठ, होम, खोज, क्षमा, beranda, cari, maaf, trang chủ, tìm kiếm, xin lỗi
way: หน้าแรก, ค้นหา, ขออภัย, similar, ähnlich, similaires, similares, simili, semelhantes, vergelijkbare, liknande
way: lignende, vastaav, podobn, hasonló, похож, схож, подобн, benzer
thing: lehek, artikl, laman., ข่าว, bản tin, tin này, लिंक
gone: nav atrast, neeksistē, vairs nav, dzēst, nav pieejam, ei leitud, ei leidnud, pole enam, ei eksisteeri
gone: kustutatud, eemaldatud, nebėra, pašalint, ištrint, ni mogoče najti, odstranjen, izbrisan, không còn, đã bị gỡ
gone: sudah tidak ada, tidak lagi, หมดอายุ, ถูกย้าย
way: sākumlap, meklē, atvaino, diemžēl, avaleh, otsi., vabanda, kahjuks, domača stran, oprost, žal., بازگشت
way: kembali, quay lại, กลับ
"""
MAINTENANCE = """
work: maintenance, under construction, scheduled work, wartung, wartungsarbeit, mantenimiento, manutenzione
work: manutenção, onderhoud, underhåll, vedlikehold, vedligehold, huolto, huolla, údržb, udržiav, udržuje, konserwac
work: prace techniczn, przerw techniczn, przerwa techniczn, karbantart, mentenan, întrețin, поддръжк, профилактик
work: техническ работ, технические работ, технических работ, техническо обслуж, технічн, обслуговуван, συντήρησ, bakım
work: održavan, vzdrževan, techniniai darb, techninių darb, profilaktik, apkop, tehniskie darb, hooldus, 维护, 維護
work: 维修
work: 升级中, メンテナンス, 保守作業, 점검, صيانة, תחזוקה, تعمیر, به روز رسانی, रखरखाव, pemeliharaan, perawatan
work: bảo trì, บำรุงรักษา
work: ปรับปรุงระบบ
site: website, web site, site., server, portal, service., services, webseite, seite., sito., sitio, página, sítio
site: webové, web., stránk, stran, strony, serwis, weboldal, oldal, szerver, сайт, сервер, ресурс, портал, ιστότοπ
site: ιστοσελ, sayfa, sitemiz, stranic, spletn, svetain, vietn, lehekül, veebileht, sivusto, sivut, palvelu
site: webbplats, webbsid, nettsted, nettsid, hjemmeside, 网站, 網站, 系统, 系統, 服务器, 伺服器, サイト, サービス
site: システム, 사이트, 홈페이지, 서비스, 서버
site: الموقع, האתר, سایت, वेबसाइट, साइट, situs, laman, trang, hệ thống, เว็บไซต์, ระบบ
away: temporar, unavailable, offline, down for, back online, vorübergehend, nicht erreichbar, nicht verfügbar
away: momentan, provisoire, indisponible, temporal, no disponible, non disponibil, não disponí, indisponí, fora do ar
away: tijdelijk, niet bereikbaar, tillfällig, midlertidig, utilgæng, utilgjenge, tilapäis, poissa käyt, dočasn
away: nedostupn, mimo provoz, mimo prevádzk, tymczasow, chwilowo, niedostępn, átmenet, ideiglen, nem elérhető
away: momentan, temporar, временно, недоступ, тимчасово, προσωριν, μη διαθέσιμ, geçici, hizmet verem, privremen
away: začasn, laikin, neveik, pagaid, nav pieejam, ajutis, ei ole kättesaad, 暂时, 暫時, 暂停, 暫停, 无法访问
away: 無法使用, 一時, ご利用いただけ
away: 停止, 일시, 중단, 이용할 수 없, مؤقت, غير متاح, זמני, אינו זמין, موقت, در دسترس نیست, अस्थायी, उपलब्ध नहीं
away: sementara
away: tidak dapat diakses, tạm thời, tạm ngừng, gián đoạn, ชั่วคราว
back: soon., shortly, be back, come back, try again, few minutes, few hours, in kürze, bald., wieder da
back: wieder zur verfüg, später, bientôt, de retour, plus tard, pronto, volveremos, más tarde, presto, torneremo
back: più tardi, em breve, voltaremos, mais tarde, binnenkort, weer., later., snart, senare, senere, pian., myöhemmin
back: brzy, později, zase., čoskoro, neskôr, skončiť, skončit, wkrótce, później, wracamy, hamarosan, később, curând
back: revenim, mai târziu, скоро, вскоре, позже, позднее, незабаром, пізніше, по късно, σύντομα, αργότερα, yakında
back: kısa süre, daha sonra, uskoro, kasnije, kmalu, pozneje, netrukus, vėliau, drīz, vēlāk, varsti, hiljem, 稍后
back: 稍後
back: 尽快, 儘快, 完成后, 恢复, 恢復, しばらく, 終了, 再開, 잠시 후, 완료, 빠른 시간, قريبا, قريبًا, لاحقا, בקרוב
back: מאוחר יותר, به زودی, بعدا, जल्द
back: बाद में, segera, nanti, sớm, sau ít phút, trở lại, เร็วๆ นี้, ภายหลัง, อีกครั้ง
sorry: patience, sorry, apologi, inconvenien, geduld, entschuldig, verständnis, merci de votre, excus, désolé
sorry: paciencia, disculp, molestias, pazienza, scus, disagio, paciência, desculp, transtorno, excuses, ongemak
sorry: tålamod, tålmod, beklag, ursäkt, kärsivälli, pahoittel, trpěliv, omlouv, trpezliv, ospravedl, pochopeni
sorry: cierpliw, przepraszam, utrudnieni, türelm, elnézés, megértés, răbdare, scuze, înțeleger, терпени, извин
sorry: неудобств, терпіння, вибач, незручн, търпение, извинен, υπομον, συγγνώμ, κατανόησ, sabr, özür, anlayış
sorry: strpljenj, ispričav, izvinjav, potrpe, oprost, razumevanj, kantryb, atsipraš, paciet, atvain, kannatlik, vaband
sorry: 谅解, 諒解, 抱歉, 见谅, 見諒, 不便, 耐心, ご迷惑, お詫び, ご了承, 양해, 불편, صبر, نعتذر, עמכם הסליחה, סבלנות
sorry: סליחה, شکیبایی, پوزش
sorry: عذرخواهی, धैर्य, असुविधा, खेद, maaf, kesabaran, kiên nhẫn, xin lỗi, mong quý, ขออภัย
"""

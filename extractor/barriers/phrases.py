"""What sites write on pages that they show in place of an article, in lower case: one phrase a
line.
"""


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(text.strip().split("\n"))


CHALLENGE = _phrases("""
verify you are human
verify that you are human
verify you're human
verifying you are human
making sure you're not a bot
verify that you are not a robot
confirm you are human
confirm that you are human
you're not a robot
i am not a robot
i'm not a robot
are you a robot
are you human?
checking your browser
checking if the site connection is secure
needs to review the security of your connection
enable javascript and cookies to continue
unusual traffic from your
unusual activity from your
pardon our interruption
made us think
complete the security check
complete the captcha
solve the captcha
enter the characters you see
prove you are human
ihr browser wird überprüft
bestätigen sie, dass sie ein mensch sind
dass sie kein roboter sind
vérifiez que vous êtes humain
vérifier que vous n'êtes pas un robot
verifica que eres humano
no eres un robot
non sei un robot
você não é um robô
подтвердите, что вы не робот
что вы человек
проверка браузера
人机验证
安全验证
访问验证
滑动验证
拖动滑块
请完成验证
请输入验证码以继续
请输入验证码后继续
访问过于频繁
检测到异常流量
系统检测到异常
您的访问出现异常
ロボットではない
人間であることを確認
로봇이 아닙니다
보안 확인
""")
LOGIN = _phrases("""
log in to continue
login to continue
sign in to continue
log in to read
sign in to read
log in to view
login to view
sign in to view
log in to see
sign in to see
you must be logged in
you must log in
you need to be logged in
you need to log in
you need to sign in
you have to log in
please log in
please login
please sign in
members only
only for registered
only visible to registered
anmelden, um
einloggen, um
bitte melden sie sich an
bitte loggen sie sich ein
nur für registrierte
connectez-vous pour
vous devez être connecté
inicia sesión para
debes iniciar sesión
faça login para
accedi per
effettua il login
войдите, чтобы
только для зарегистрированных
необходимо авторизоваться
请先登录
请登录后
登录后才能
登录后可
登录后查看
需要登录才
请登陆后
登入後才能
請先登入
ログインしてください
ログインが必要
会員限定
로그인이 필요
로그인 후 이용
""")
PAYWALL = _phrases("""
subscribe to continue reading
subscribe to keep reading
subscribe to read
subscribe now to read
subscribe for full access
to continue reading, subscribe
to continue reading this article
to keep reading, subscribe
to read the full article
to read the full story
to read the rest of this article
to read this article in full
to unlock this article
to unlock the full
already a subscriber?
for subscribers only
subscriber-only
subscriber exclusive
exclusive to subscribers
available to subscribers
reserved for subscribers
this content is for members
this post is for paid subscribers
this post is for paying subscribers
you have reached your limit of free articles
you've reached your limit of free
your free articles
this article is behind a paywall
jetzt weiterlesen mit
mit abo weiterlesen
weiterlesen mit
nur für abonnenten
exklusiv für abonnenten
sie haben bereits ein abo
abonnieren und weiterlesen
um den artikel zu lesen
réservé aux abonnés
réservée aux abonnés
article réservé
pour lire la suite
abonnez-vous pour
déjà abonné
solo para suscriptores
exclusivo para suscriptores
suscríbete para seguir
suscríbase para
ya eres suscriptor
per continuare a leggere
riservato agli abbonati
sei già abbonato
exclusivo para assinantes
já é assinante
alleen voor abonnees
lees verder met
доступно только подписчикам
только для подписчиков
оформите подписку
付费内容
付费阅读
订阅后可
订阅后阅读
订阅以阅读
购买后阅读
成为会员阅读
开通会员
本文为会员专享
会员专享
剩余内容
付費會員
訂閱後
有料会員
有料記事
会員登録して続き
続きを読むには
유료회원
유료 구독자
구독자 전용
""")
NOT_FOUND = _phrases("""
page not found
page cannot be found
page can't be found
page could not be found
page couldn't be found
page was not found
page does not exist
page doesn't exist
page no longer exists
page isn't available
article not found
article no longer available
article is no longer available
article has been removed
story not found
story is no longer available
post not found
content not found
content is no longer available
the page you are looking for
the page you're looking for
the page you were looking for
the page you requested
the page that you requested
we couldn't find that page
we can't find that page
we can't find the page
we couldn't find the page
seite nicht gefunden
seite wurde nicht gefunden
seite existiert nicht
artikel nicht gefunden
page introuvable
page non trouvée
page n'existe pas
página no encontrada
no se encontró la página
página no existe
página não encontrada
pagina non trovata
pagina niet gevonden
sidan kunde inte hittas
siden ble ikke funnet
siden blev ikke fundet
sivua ei löyt
strona nie została znaleziona
nie znaleziono strony
stránka nenalezena
oldal nem található
pagina nu a fost găsită
sayfa bulunamadı
страница не найдена
сторінку не знайдено
页面不存在
页面未找到
页面找不到
页面没有找到
页面已删除
页面走丢
找不到页面
找不到您
您访问的页面
您要访问的页面
您访问的内容
网页不存在
文章不存在
文章已被删除
文章已删除
内容不存在
内容已被删除
内容已删除
帖子不存在
信息不存在
找不到網頁
頁面不存在
找不到頁面
ページが見つかりません
ページは存在しません
記事が見つかりません
페이지를 찾을 수 없
존재하지 않는 페이지
الصفحة غير موجودة
""")
CONSENT = _phrases("""
we use cookies
we and our partners
we and our third-party
us and our partners
our partners use cookies
uses cookies to
cookies and similar
cookies and other technologies
cookies to improve
by clicking accept
by clicking "accept
by clicking 'accept
click accept
you can change your choices
you can change your mind
you can change your settings
you can withdraw your consent
withdraw your consent
change your preferences
manage your preferences
manage your choices
your consent to
give your consent
you consent to
you agree to our use
legitimate interest
store and/or access information on a device
personalised ads and content
personalized ads and content
personalised advertising and content
personalized advertising and content
before you continue
accept all cookies
reject all
necessary cookies
strictly necessary
wir verwenden cookies
wir und unsere partner
mit werbung weiterlesen
informationen auf einem gerät speichern
personalisierte werbung und inhalte
ihre einwilligung
einwilligung jederzeit
nous utilisons des cookies
nous et nos partenaires
votre consentement
stocker et/ou accéder à des informations
publicités et contenu personnalisés
continuer sans accepter
utilizamos cookies
nosotros y nuestros socios
su consentimiento
tu consentimiento
almacenar o acceder a información
anuncios y contenidos personalizados
utilizziamo i cookie
noi e i nostri partner
il tuo consenso
archiviare informazioni su dispositivo
annunci e contenuti personalizzati
usamos cookies
nós e nossos parceiros
seu consentimento
anúncios e conteúdos personalizados
wij gebruiken cookies
onze partners
uw toestemming
informatie op een apparaat opslaan
gepersonaliseerde advertenties en content
my i nasi partnerzy
zgodę na przetwarzanie
spersonalizowane reklamy i treści
my a naši partneři
souhlas se zpracováním
personalizovaná reklama a obsah
vi och våra partner
ditt samtycke
vi og vores partnere
dit samtykke
vi og våre partnere
ditt samtykke
me ja kumppanimme
suostumuksesi
εμείς και οι συνεργάτες μας
τη συγκατάθεσή σας
мы используем файлы cookie
мы используем cookie
ваше согласие
我们使用cookie
我们使用 cookie
本网站使用cookie
本网站使用 cookie
我们和我们的合作伙伴
我们及合作伙伴
撤回同意
您的同意
クッキーを使用
cookieを使用
쿠키를 사용
""")
SCRIPT = _phrases("""
enable javascript
turn on javascript
javascript is disabled
javascript is required
requires javascript
without javascript
javascript aktivieren
activer javascript
activez javascript
habilita javascript
habilite o javascript
включите javascript
启用javascript
启用 javascript
开启javascript
开启 javascript
javascriptを有効
자바스크립트를 활성화
""")

"""Words around the names of authors in the languages of the news: labels, roles, credentials, words
to reject.
"""

import re

from extractor.dates.calendar import WEEKDAYS as WEEKDAY_NAMES

_LATIN_LABELS = """
authors?|contributors?|author\\(s\\)|von|por|par|door|av|af|oleh|autor(?:es|en|in|ka|ki|zy)?(?:/autor(?:in)?)?|auteure?s?
autore|autrice|redactor|yazar|haber|tekst|tekstas|texte?|texto|testo|автор(?:ы|и)?|текст|συντάκτης|του|της|penulis|pewarta
reporter|tác giả|โดย|द्वारा|بقلم|كتب|كتبت|نویسنده|מאת|yazan|skrevet av|geschreven door|écrit par|escrito por|scritto da
oprac\\.|opracowała?|verfasst von|geschrieben von
eine?\\s(?:gast)?(?:beitrag|artikel|analyse|kommentar|essay|kolumne|bericht|leitartikel|interview|glosse)\\svon
interview(?:ed)?|texts?
लेखक|लेखिका|verfasser(?:in)?|redator|szerző|írta|kirjoittaja|γράφει(?: [οη])?|(?-i:di(?=\\s[A-ZÀ-Ý]))
خبرنگار(?:ان)?|muhabir(?:i)?|repórter|reportagem|корреспонденты?|кореспондент|phóng viên|संवाददाता
گزارش از|به قلم|یادداشت از|إعداد|تقرير|حوار
(?:haber|röportaj)\\s?[-–/&]\\s?(?:kamera|foto(?:ğraf)?)|röportaj
"""
WORKS = r"(?:words|text|story|photo(?:graph)?s|pictures)"
_BY = (
    rf"(?:(?:{WORKS}\s(?:and|&)\s{WORKS}|written|posted|published|story|words|text|article"
    r"|reported|authored|created|compiled|recipe|guide|report|"
    r"interview|contributed|shared|contribution|recommended|post|"
    r"this (?:post|article|story) was (?:written|contributed))\s*)?by"
)
_WORDS = r"(?:words|story|text)\s?[:：]\s*"
TOLD_TO = (
    r"беседовал[аи]?|записал[аи]?|подготовил[аи]?|розмовля(?:в|ла|ли)|спілкува(?:вся|лася)"
    r"|записа(?:в|ла)|"
    r"підготува(?:в|ла)|rozmawiał[aiy]?|notował[ay]?|(?:das )?(?:gespräch|interview) führten?|"
    r"(?:propos )?recueillis? par|entretien (?:réalisé|mené) par|a cura di|interviul? (?:de"
    r"|realizat de)|"
    r"készítette|ptala? se"
)
"""Who wrote down what somebody else has said, in the languages that have a word for it."""
OFFICE = (
    r"(?:unser(?:e[rm]?)?|onze|notre|nuestr[oa]|nostr[oa]|vår|vores)\s(?:\w{2,20}\s)?"
    r"(?:redakteurin|redakteur|reporterin|reporter|korrespondentin|korrespondent|mitarbeiterin"
    r"|mitarbeiter|volontärin|volontär|"
    r"verslaggever|verslaggeefster|redacteur|redactrice|correspondent|correspondante|envoyée? "
    r"spéciale?|corresponsal|"
    r"corrispondente|inviat[oa]|medarbeider|medarbetare|medarbejder|journalist)"
)
"""A reporter's office between the word for "by" and the name: "Von unserer Redakteurin Anna Weiß".
"""
LABEL = re.compile(
    rf"^(?:{_BY}|{OFFICE}|{TOLD_TO}|{'|'.join(_LATIN_LABELS.split(chr(10))[1:-1])})(?:\s*[:：]\s*"
    rf"|\s+)|^(?-i:By(?=[A-Z][a-z]))|^{_WORDS}",
    re.I,
)
"""Words before a name that mark it as the author's."""
CJK_LABEL = re.compile(
    r"^[\[［【(（■□●▲◎\s]*(?:原创|文字|本文)?(?:作者|撰文|撰稿|撰写|执笔人?|執筆者?|文|著者?|投稿者|翻译|译者|编译|글|글쓴이|"
    r"[^\s,，。:：]{0,12}?(?:记者|記者|通讯员|特约撰稿人?|特派员))\s*[:：/／]?\s*"
)
CJK_TAIL = re.compile(
    r"(?:\s*(?:기자|특파원|논설위원|記者|记者|通讯员|氏|さん|編集部員))+(?:\s*(?:외|=).*)?$|\s+[\u4e00-\u9fff]{2,8}报道$|"
    r"\s*(?:发自|报道|/?摄).*$"
)
"""Words after a Chinese, Japanese or Korean name that mark it as a reporter's."""
_ROLE_WORDS = """
senior staff former contributing chief head editor editors writer writers reporter reporters correspondent contributor
contributors author authors columnist columnists journalist freelance freelancer guest deputy managing associate
director manager
president ceo cto cfo founder co-founder cofounder expert specialist analyst strategist producer photographer
assistant executive principal lead strategic editorial-team redakteur redakteurin korrespondent korrespondentin
journalistin autorin redaktion redakce journaliste rédacteur rédactrice correspondante envoyé spécial redactor redactora
periodista corresponsal colaborador redator repórter colunista giornalista redazione redactie verslaggever redacteur
redaktor dziennikarz журналист корреспондент редактор обозреватель muhabir editör wartawan jurnalis gardener blogger
winemaker redakce фото fotografía fotografie fotoğraf fotografia fotograf kuva kuvat bilde lesezeit lecture leestijd
twitter facebook instagram linkedin email e-mail view read see more follow share comments comment updated
update published publish posted post written reviewed last edited photo photos image images foto video listen subscribe
about bio profile contact website articles posts min minute minutes reading
"""
ROLES = frozenset(_ROLE_WORDS.split())
"""Professions, and labels of the page, that follow names."""
_WRITER_WORDS = """
journalist journalistin reporter reporterin correspondent columnist journaliste periodista giornalista jornalista
repórter journalistes redakteur redakteurin redaktør redaktör toimittaja dziennikarz dziennikarka redaktor redaktorka
novinář novinářka blaðamaður újságíró muhabir gazeteci журналист журналистка корреспондент журналіст журналістка
"""
WRITERS = frozenset(_WRITER_WORDS.split())
"""Words for a person's work behind the name, which tell that the person has written."""
_JOINT_WORDS = "and und et e y og och en ja i и і та και ve dan và con"
JOINTS = frozenset(_JOINT_WORDS.split())
"""Words between the names of a list."""
_STOP_WORDS = "last by on all is has was for via at in from of the to says said with a an"
STOPS = frozenset(_STOP_WORDS.split())
"""Words of running text, at which a name has ended."""
_BEGINNINGS = """
our your my this these that the a an clicking entering using signing submitting its their his her
"""
BEGINNINGS = frozenset(_BEGINNINGS.split())
"""Words in lower case that begin running text after "by"."""
_ASKING_WORDS = """
how what why when where which find get see read table contents share related latest popular more all about join follow
watch listen download shop buy start try learn explore discover browse compare next previous back skip jump click tap
ask send add give donate submit leave for
"""
ASKING = frozenset(_ASKING_WORDS.split())
"""Words that begin labels of a page, such as "How We Test" and "More Stories", and no names."""
_TOPIC_WORDS = """
advice analysis article articles blog book books business care career careers center centre coding community company
contents culture design development education events finance food fundamentals games guide guides health help history
industry insights learning life lifestyle links living management marketing media money news opinion overview planning
policy politics posts product products program programme programs project projects recipes report reports research
resources review reviews safety sales science security service services shop software solutions sport sports stories
story strategies strategy summary support technology tips tools topics training travel trends updates video videos
weather work world
"""
TOPICS = frozenset(_TOPIC_WORDS.split())
"""Last words of the names of sections and topics, which stand where names do."""
DETERMINERS = frozenset(("a", "an", "this", "these", "your", "our"))
"""Second words of labels of a page, such as "Find a Provider" and "In This Article"."""
_CREDENTIAL_WORDS = """
md phd dds dmd dvm vmd dacvb rn rd rdn ld ms ma mba mph msc bsc cpa cfp cfa esq jd do pa np cscs fand facp lcsw msw otr
dpt psyd edd pharmd lvt vts jr sr ii iii
"""
CREDENTIALS = frozenset(_CREDENTIAL_WORDS.split())
_NOBODY = """
admin administrator webmaster staff editor editors editorial redaktion redaction redazione redacción author authors
anonymous unknown undefined null none name guest user team office press home menu search share login subscribe
advertisement developer default test n/a na online news newsroom desk agencies agency company nachrichten автор редакция
本站 佚名 匿名 管理员 编辑 小编 记者 作者 本报讯 综合 网络 转载 未知 编辑部 기자 편집부 root me you my quelle quellen
source sources fuente fonte sumber kaynak źródło источник 来源 來源 by von par por our unsere unserer unserem this
责编 責編 責任編輯 责任编辑 編輯 編輯部 校对 校對 代表 社長 店長 审核 審核 监制 監製 评论 評論 필진
szerk szerkesztő szerkesztőség redakcja redakce redakcia redakcija redação toimitus toimittaja editör redaksi
详情 打印 出自 访问统计 文章来源 信息来源 消息来源 稿件来源 新闻来源
"""
NOBODY = frozenset(_NOBODY.split())
"""Words in the place of a name that are not a name."""
_PARTICLE_WORDS = """
de da do dos das di del della dello der den van von vom zu zum zur la le les las los el al bin ibn ben abu y e ter ten
te af av du des d' o' und ul ur san st st. mac mc arap ole wa binti bint binte ap
"""
PARTICLES = frozenset(_PARTICLE_WORDS.split())
"""Words in lower case inside names."""
_WEEKDAY_WORDS = """
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag måndag tisdag onsdag torsdag fredag lördag söndag mandag
tirsdag lørdag søndag maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai poniedziałek wtorek środa
czwartek piątek sobota niedziela pondělí úterý středa čtvrtek pátek neděle pondelok utorok streda štvrtok piatok
nedeľa hétfő kedd szerda csütörtök péntek szombat vasárnap luni marți miercuri joi vineri sâmbătă duminică pazartesi
salı çarşamba perşembe cuma cumartesi pazar понеділок вівторок середа четвер п'ятниця субота неділя понеделник вторник
сряда четвъртък петък събота senin selasa rabu kamis jumat sabtu minggu segunda-feira terça-feira quarta-feira
quinta-feira sexta-feira
mo di mi do fr sa so mon tue wed thu fri sat sun lun mar mer jeu ven sam dim mié jue vie sáb dom seg ter qua qui sex sáb
pn wt śr czw pt sob ndz пн вт ср чт пт сб вс ma wo vr za zo on to fre lör sön lør søn
"""
WEEKDAYS = frozenset((*WEEKDAY_NAMES, *_WEEKDAY_WORDS.split()))
"""Days of the week, which begin the date behind a name."""
_SURNAMES = """
王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻
余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔庞龐樊施陶洪翟颜顏倪严嚴牛温溫
芦季俞章鲁魯葛伍韦韋申尤毕畢聂聶焦向柳邢岳齐齊梅莫庄莊辛祝涂谷祁舒耿牟卜詹苗凌费費纪紀靳盛童欧歐甄项項阳陽裴席卫衛查屈鲍鮑位覃霍翁隋植
薄包司柏柯阮桂闵閔柴冉房边邊
"""
SURNAMES = "".join(_SURNAMES.split())
"""The commonest Chinese surnames, except those that begin common words. They tell a name from other
words.
"""

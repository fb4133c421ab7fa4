"""Words of the calendar: months, units of time, days back and numerals, in the languages of the news."""

_MONTH_NAMES = (
    "jan january januar janvier enero janeiro gennaio gen ene jän jänner januari styczeń stycznia январь января янв",
    "feb february februar février fév febrero fevereiro febbraio februari luty lutego февраль февраля фев fev",
    "mar march märz mär mars marzo março maart marzec marca март марта mrt",
    "apr april avril abril aprile kwiecień kwietnia апрель апреля апр avr abr",
    "may mai mayo maio maggio mei maj maja май мая mag",
    "jun june juni juin junio junho giugno czerwiec czerwca июнь июня июн giu",
    "jul july juli juillet julio julho luglio lipiec lipca июль июля июл juil lug",
    "aug august août agosto augustus augusti sierpień sierpnia август августа авг ago",
    "sep sept september septembre septiembre setembro settembre wrzesień września сентябрь сентября сен set",
    "oct october oktober octobre octubre outubro ottobre październik октябрь октября окт okt ott out",
    "nov november novembre noviembre novembro listopad listopada ноябрь ноября ноя",
    "dec december dezember décembre diciembre dezembro dicembre grudzień декабрь декабря дек dez déc dic",
)
_UNITS = {
    1: "second seconds sec secs 秒 秒钟 秒鐘 초 sekunde sekunden segundo segundos seconde secondes секунд секунду",
    60: "minute minutes min mins 分 分钟 分鐘 분 minuten minuto minutos minuti минут минуту минуты",
    3600: "hour hours hr hrs h 小时 小時 时 時間 시간 stunde stunden hora horas heure heures ora ore час часа часов",
    86400: "day days d 天 日 일 tag tagen tage día días dia dias jour jours giorno giorni день дня дней dagen",
    604800: "week weeks w 周 週 週間 星期 礼拜 주 woche wochen semana semanas semaine semaines settimane недели",
    2629800: "month months mo 月 ヶ月 か月 个月 個月 개월 monat monaten monate mes meses mês mois mesi месяца месяцев",
    31557600: "year years y 年 년 jahr jahren jahre año años ano anos an ans anno anni год года лет",
}
MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
SECONDS_OF = {word: seconds for seconds, words in _UNITS.items() for word in words.split()}
"""Seconds in each unit; a month is a twelfth of a Julian year."""
DAYS_BACK = {
    **dict.fromkeys(("今天", "今日", "today", "오늘", "heute", "hoy", "aujourd'hui", "hoje", "oggi", "сегодня"), 0),
    **dict.fromkeys(("昨天", "昨日", "yesterday", "어제", "gestern", "ayer", "hier", "ontem", "ieri", "вчера"), 1),
    **dict.fromkeys(("前天", "一昨日", "vorgestern", "anteayer", "позавчера"), 2),
}
NUMERALS = {numeral: value for value, numeral in enumerate("〇一二三四五六七八九")} | dict.fromkeys("○零", 0)
NUMERALS |= dict.fromkeys("两兩", 2)


def han_number(text: str) -> int:
    """A Chinese numeral below 100, as 三十一."""
    tens, ten, ones = text.rpartition("十")
    return (NUMERALS.get(tens, 1) * 10 if ten else 0) + NUMERALS.get(ones, 0)


def amount(number: str) -> float:
    """How many: digits, a Chinese numeral, half, or an article such as "an"."""
    if number.isdigit():
        return int(number)
    return {"半": 0.5, "几": 3, "十": 10}.get(number, NUMERALS.get(number, 1))

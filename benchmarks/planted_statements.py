"""Write stories whose reports differ in some facts, to measure which conflicts are found.

Each story has facts on which all reports agree, facts that change over time, facts that are
contradicted, and sentences that only look like conflicts: parts of a total, other years, bounds.
The rules were tuned on ``TUNED`` kinds; ``BLIND`` ones were written afterwards. The same seed
always gives the same stories.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

from newsroom.recognition.recogniser import Recogniser, default_recogniser
from newsroom.statements.reports import Report

ValueKind: TypeAlias = Literal["count", "decimal", "date", "name", "score", "money"]
START = datetime(2026, 11, 2, 6, tzinfo=UTC)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_HAN = "零一二三四五六七八九十"
_MONTHS = ("March", "April", "June", "July", "September", "October")
_TOWNS = {
    "en": ("Aldermoor", "Bramwick", "Carrowby", "Dunstead", "Hatherlow", "Netherby", "Pellworth"),
    "zh": ("安宁市", "永泰县", "平江县", "临海市", "金山县", "泰和县", "长青市"),
}
_PEOPLE = {
    "en": (
        "Anna Weller",
        "Carl Brandt",
        "Maria Lopez",
        "James Porter",
        "Helen Fisher",
        "Paul Dunn",
    ),
    "zh": ("李建国", "王秀英", "张志强", "陈晓明", "刘海燕", "赵文博"),
}


@dataclass(frozen=True)
class Fact:
    """A fact with ways to tell it; ``{v}`` is its value. ``first`` and ``step`` say which values a
    number has; ``grows``: it may change over time.
    """

    forms: Sequence[str]
    value: ValueKind = "count"
    first: int = 3
    step: int = 2
    grows: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of event: facts that may be in conflict, ways to tell what all agree on, and
    sentences that only look like conflicts.
    """

    lang: str
    titles: Sequence[str]
    facts: Sequence[Fact]
    agreed: Sequence[Sequence[str]]
    traps: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A conflict: the sentences that tell its values, and whether it is an update."""

    sentences: frozenset[str]
    is_update: bool


@dataclass(kw_only=True)
class PlantedStory:
    """A story with what is in conflict in it."""

    name: str
    reports: list[Report] = field(default_factory=list)
    conflicts: list[Planted] = field(default_factory=list)


def planted_stories(kinds: Mapping[str, Kind], count: int, seed: int) -> Iterator[PlantedStory]:
    """Yield so many stories of these kinds by turns."""
    recogniser = default_recogniser()
    for number in range(count):
        name = list(kinds)[number % len(kinds)]
        rng = random.Random(f"{seed}/{number}")
        yield _story(f"{name}-{number}", kinds[name], rng, recogniser)


def _story(name: str, kind: Kind, rng: random.Random, recogniser: Recogniser) -> PlantedStory:
    story = PlantedStory(name=name)
    hours = sorted(rng.uniform(0, 20) for _ in range(rng.randint(5, 9)))
    slots = {"town": rng.choice(_TOWNS[kind.lang])}
    people = rng.sample(_PEOPLE[kind.lang], 4)
    slots |= {"person": people[2], "witness": people[3]}
    modes = ["agree"] * len(kind.facts)
    planted = rng.sample(range(len(kind.facts)), rng.randint(1, min(2, len(kind.facts))))
    for at in planted:
        modes[at] = "update" if kind.facts[at].grows and rng.random() < 0.5 else "contradict"
    told: list[list[str]] = [[] for _ in hours]
    for at, fact in enumerate(kind.facts):
        sentences = list(_told(fact, modes[at], kind.lang, slots, people, hours, rng))
        for number, sentence in sentences:
            told[number].append(sentence)
        if modes[at] != "agree":
            story.conflicts.append(
                Planted(
                    sentences=frozenset(sentence for _number, sentence in sentences),
                    is_update=modes[at] == "update",
                )
            )
    for number, hour in enumerate(hours):
        some = [rng.choice(forms).format_map(slots) for forms in kind.agreed if rng.random() < 0.7]
        more = [each.format_map(slots) for each in kind.traps if rng.random() < 0.25]
        joiner = "" if kind.lang == "zh" else " "
        body = "\n".join(
            part
            for part in (joiner.join(told[number]), joiner.join(some), joiner.join(more))
            if part
        )
        title = rng.choice(kind.titles).format_map(slots)
        named = recogniser.names(title, body, kind.lang)
        at_time = START + timedelta(hours=hour)
        story.reports.append(
            Report(
                id=f"{name}-{number}",
                site=f"site{number}.example",
                lang=kind.lang,
                title=title,
                text=body,
                published=at_time,
                found=at_time,
                people=named.people,
                others=(*named.organisations, *named.places),
            )
        )
    return story


def _told(
    fact: Fact,
    mode: str,
    lang: str,
    slots: Mapping[str, str],
    people: Sequence[str],
    hours: Sequence[float],
    rng: random.Random,
) -> Iterator[tuple[int, str]]:
    """Yield the number of each report that tells the fact, and its sentence."""
    tellers = sorted(rng.sample(range(len(hours)), max(3, len(hours) - 2)))
    first = fact.first + rng.randint(0, 3)
    values = [first, first + fact.step + rng.randint(0, 2)]
    cut = rng.randint(1, len(tellers) - 1)
    others = set(rng.sample(tellers, rng.randint(1, len(tellers) // 2)))
    for place, number in enumerate(tellers):
        later = place >= cut if mode == "update" else number in others
        value = values[mode != "agree" and later]
        shown = written(fact.value, value, mode != "agree" and later, lang, people, rng)
        sentence = rng.choice(fact.forms).format_map({**slots, "v": shown})
        yield number, sentence[0].upper() + sentence[1:]


def written(
    kind: ValueKind,
    value: int,
    is_other: bool,
    lang: str,
    people: Sequence[str],
    rng: random.Random,
) -> str:
    """Return a value of a fact as a report writes it; ``is_other``: the contradicting one."""
    if kind == "name":
        return people[is_other]
    if kind == "decimal":
        return f"{5 + value / 10:.1f}"
    if kind == "date":
        month = value % len(_MONTHS) if not is_other else (value - 1) % len(_MONTHS)
        if lang == "zh":
            return f"{month + 3}月{value + 8}日"
        name = _MONTHS[month]
        return rng.choice((f"{value + 8} {name}", f"{name} {value + 8}"))
    if kind == "score":
        return f"{value}比1" if lang == "zh" else f"{value}-1"
    if kind == "money":
        return f"{value * 13}亿元" if lang == "zh" else f"${value * 13} million"
    if value < len(_WORDS) and rng.random() < 0.5:
        return _HAN[value] if lang == "zh" else _WORDS[value]
    return str(value)


TUNED = {
    "quake": Kind(
        "en",
        ("Earthquake shakes {town}", "Strong quake hits {town}, buildings damaged"),
        (
            Fact(
                (
                    "The earthquake in {town} killed {v} people, officials said.",
                    "At {town}'s hospital, doctors said {v} people had died in the earthquake.",
                    "The death toll of the {town} earthquake stands at {v}.",
                    "{v} people are dead after the earthquake in {town}.",
                ),
                grows=True,
            ),
            Fact(
                (
                    "The earthquake that hit {town} had a magnitude of {v}.",
                    "A magnitude {v} earthquake struck near {town} before dawn.",
                    "Seismologists measured the {town} quake at magnitude {v}.",
                ),
                "decimal",
                first=1,
            ),
        ),
        (
            (
                "Roofs fell in the old centre of {town} and blocked its main street.",
                "In the old centre of {town}, fallen roofs blocked the main street.",
            ),
            (
                "Schools in {town} stay closed until engineers have checked them.",
                "Until engineers have checked the schools of {town}, they remain closed.",
            ),
        ),
        (
            "An earthquake in 1988 killed 41 people in {town}.",
            "The earthquake in {town} left 300 people without power.",
            "Two of the dead in {town} were children.",
            "An aftershock of magnitude 4.1 shook {town} an hour after the earthquake.",
            "As many as 50 people may still be under the rubble in {town}.",
        ),
    ),
    "fire": Kind(
        "en",
        ("Fire destroys flour mill in {town}", "Blaze at {town} mill"),
        (
            Fact(
                (
                    "The fire at the flour mill in {town} injured {v} workers.",
                    "{v} workers were injured when the flour mill in {town} burned.",
                    "Ambulances took {v} injured workers from the {town} mill to hospital.",
                ),
                grows=True,
            ),
            Fact(
                (
                    "The mill in {town} employed {v} people before the fire.",
                    "Before the fire, {v} people worked at the mill in {town}.",
                ),
                first=110,
                step=40,
            ),
            Fact(
                (
                    "Firefighters from {v} stations fought the fire at the {town} mill.",
                    "Crews from {v} stations were sent to the fire at the {town} mill.",
                ),
                first=4,
            ),
        ),
        (
            (
                "Smoke from the burning mill could be seen all over {town}.",
                "All over {town} people saw the smoke of the burning mill.",
            ),
            (
                "Police in {town} suspect that a dryer at the mill overheated.",
                "A dryer at the mill overheated, police in {town} believe.",
            ),
        ),
        (
            "The mill in {town} was built in 1911 and has 6 floors.",
            "Last year a fire at another mill injured 12 workers.",
            "One of the injured workers from {town} is in a serious condition.",
            "The fire in {town} burned for about 9 hours.",
        ),
    ),
    "election": Kind(
        "en",
        ("{town} elects new mayor", "New mayor for {town} after close vote"),
        (
            Fact(
                (
                    "Mayor {v} will lead {town} for the next five years.",
                    "{town} will be led by Mayor {v} for the next five years.",
                ),
                "name",
            ),
            Fact(
                (
                    "The winner in {town} was {v} ballots ahead of the runner-up.",
                    "In {town} the winner came in {v} ballots ahead of the runner-up.",
                ),
                first=240,
                step=60,
            ),
        ),
        (
            (
                "Turnout in the {town} vote for mayor was the highest in decades.",
                "The {town} vote for mayor saw the highest turnout in decades.",
            ),
            (
                "The campaign in {town} was about rents and the closed hospital.",
                "Rents and the closed hospital were the issues of the campaign in {town}.",
            ),
        ),
        (
            "In the vote of 2019 the mayor of {town} won by 1,100 ballots.",
            "About 400 people waited at the town hall of {town} for the result.",
            "{witness}, who voted in {town} at 8 a.m., spoke of long queues.",
        ),
    ),
    "bridge": Kind(
        "en",
        ("Bridge in {town} closes", "{town} bridge closed for repairs"),
        (
            Fact(
                (
                    "The bridge in {town} will open again to traffic on {v}.",
                    "Traffic can use the bridge in {town} again on {v}, when it opens.",
                    "The {town} bridge opens again to all traffic on {v}.",
                ),
                "date",
                first=1,
            ),
            Fact(
                (
                    "Repairs of the bridge in {town} will cost {v}.",
                    "The repairs of the {town} bridge cost {v}, the council said.",
                ),
                "money",
            ),
        ),
        (
            (
                "Engineers found cracks in two pillars of the bridge in {town}.",
                "Two pillars of the {town} bridge have cracks, engineers found.",
            ),
            (
                "Buses between {town} and the coast take a detour over the dam.",
                "The buses from {town} to the coast make a detour over the dam.",
            ),
        ),
        (
            "The bridge in {town} was opened on 4 May 1971.",
            "Some 12,000 cars a day use the bridge in {town}.",
            "The council of {town} meets on 19 August to speak about the bridge.",
            "A new bridge in {town} would cost about $900 million.",
        ),
    ),
    "地震": Kind(
        "zh",
        ("{town}发生地震", "{town}地震致房屋倒塌"),
        (
            Fact(
                (
                    "{town}地震已造成{v}人死亡。",
                    "截至目前，{town}地震中有{v}人遇难。",
                    "{town}官方通报，地震死亡人数为{v}人。",
                    "地震致{town}{v}人遇难，救援仍在继续。",
                ),
                grows=True,
            ),
            Fact(
                (
                    "{town}发生{v}级地震，震感强烈。",
                    "据台网测定，{town}地震震级为{v}级。",
                ),
                "decimal",
                first=1,
            ),
        ),
        (
            (
                "{town}老城区多处房屋倒塌，主干道受阻。",
                "地震后，{town}老城区主干道受阻，多处房屋倒塌。",
            ),
            ("{town}各学校停课，等待安全检查。", "安全检查完成前，{town}各学校停课。"),
        ),
        (
            "1988年{town}曾发生地震，造成41人死亡。",
            "{town}地震遇难者中有2名儿童。",
            "地震后{town}有300户停电。",
            "专家称{town}可能还有50人被埋。",
        ),
    ),
    "火灾": Kind(
        "zh",
        ("{town}面粉厂起火", "{town}一面粉厂发生火灾"),
        (
            Fact(
                (
                    "{town}面粉厂火灾造成{v}名工人受伤。",
                    "面粉厂火灾中，{town}有{v}名工人受伤送医。",
                    "{town}卫生部门称，火灾致{v}名工人不同程度受伤。",
                ),
                grows=True,
            ),
            Fact(
                (
                    "{town}面粉厂火灾直接经济损失达{v}。",
                    "初步估算，{town}面粉厂火灾造成经济损失{v}。",
                ),
                "money",
            ),
            Fact(
                (
                    "{town}消防部门出动{v}辆消防车前往面粉厂灭火。",
                    "面粉厂起火后，{v}辆消防车赶到{town}现场灭火。",
                ),
                first=12,
                step=6,
            ),
        ),
        (
            (
                "{town}警方怀疑面粉厂烘干机过热引发火灾。",
                "面粉厂火灾疑因烘干机过热引发，{town}警方说。",
            ),
            ("浓烟笼罩{town}上空，全城可见。", "{town}全城都能看到面粉厂上空的浓烟。"),
        ),
        (
            "{town}面粉厂建于1911年，共有6层厂房。",
            "去年{town}另一家面粉厂火灾造成12名工人受伤。",
            "其中1名受伤工人伤势严重，正在{town}医院抢救。",
            "{town}面粉厂大火燃烧了约9小时。",
        ),
    ),
    "选举": Kind(
        "zh",
        ("{town}选出新市长", "{town}新市长产生"),
        (
            Fact(
                (
                    "新任市长{v}将在未来五年领导{town}。",
                    "未来五年，{town}将由新任市长{v}领导。",
                ),
                "name",
            ),
            Fact(
                (
                    "在{town}，胜选者领先对手{v}票。",
                    "{town}计票结果显示，胜选者领先对手{v}票。",
                ),
                first=240,
                step=60,
            ),
        ),
        (
            ("{town}本次投票率创数十年来新高。", "本次选举{town}投票率为数十年来最高。"),
            ("房租和医院关闭是{town}竞选的焦点。", "{town}竞选焦点是房租和医院关闭问题。"),
        ),
        (
            "2019年{town}市长以1100票优势获胜。",
            "约400人在{town}市政厅等待结果。",
        ),
    ),
    "大桥": Kind(
        "zh",
        ("{town}大桥封闭维修", "{town}大桥发现裂缝"),
        (
            Fact(
                (
                    "{town}大桥将于{v}恢复通车。",
                    "{v}，{town}大桥将恢复通车。",
                    "交通部门表示，{town}大桥定于{v}恢复通车。",
                ),
                "date",
                first=1,
            ),
            Fact(
                ("{town}大桥维修费用为{v}。", "维修{town}大桥需花费{v}，交通部门称。"),
                "money",
            ),
        ),
        (
            ("工程师在{town}大桥两个桥墩发现裂缝。", "{town}大桥两个桥墩出现裂缝，工程师说。"),
            ("{town}往海边的公交车绕行水坝。", "公交车从{town}去海边须绕行水坝。"),
        ),
        (
            "{town}大桥于1971年5月4日通车。",
            "每天约有12000辆车经过{town}大桥。",
            "{town}议会将于8月19日讨论大桥问题。",
        ),
    ),
}
"""The kinds that the rules were tuned on."""
BLIND = {
    "train": Kind(
        "en",
        ("Trains collide outside {town}", "Two trains crash near {town} station"),
        (
            Fact(
                (
                    "A carriage fell over and {v} passengers lost their lives at {town}.",
                    "{v} people lost their lives when two trains collided outside {town}.",
                    "The collision of two trains outside {town} has claimed {v} lives.",
                    "Rescuers recovered the bodies of {v} passengers from the trains near {town}.",
                ),
                grows=True,
            ),
            Fact(
                (
                    "An hour after the crash, {v} passengers were still trapped in a carriage.",
                    "{v} passengers were trapped in the first carriage after the trains crashed.",
                ),
                first=6,
            ),
            Fact(
                (
                    "The express to {town} was carrying {v} passengers when the trains collided.",
                    "There were {v} passengers on board the express when the trains collided.",
                ),
                first=130,
                step=35,
            ),
        ),
        (
            (
                "Investigators believe that a signal near {town} showed green to both trains.",
                "A signal near {town} may have shown green to both trains, investigators said.",
            ),
            (
                "Replacement buses run between {town} and the coast until further notice.",
                "Until further notice buses replace the trains between {town} and the coast.",
            ),
        ),
        (
            "A train accident near {town} in 2004 killed 17 people.",
            "The line between {town} and the coast carries 9,000 passengers a day.",
            "Among the dead near {town} are three members of one family.",
            "{witness}, 61, had left the train one station before {town}.",
        ),
    ),
    "protest": Kind(
        "en",
        ("Protest in {town} turns violent", "Clashes at {town} rally"),
        (
            Fact(
                (
                    "Police detained {v} demonstrators after the clashes in {town}.",
                    "{v} demonstrators were arrested at the rally in {town}.",
                    "After the rally in {town} police said they had arrested {v} demonstrators.",
                ),
                first=14,
                step=9,
                grows=True,
            ),
            Fact(
                (
                    "Organisers plan another rally in {town} on {v}.",
                    "Another rally in {town} is planned for {v}, the organisers said.",
                ),
                "date",
                first=2,
            ),
        ),
        (
            (
                "Windows of several shops around the market square of {town} were broken.",
                "Around the market square of {town}, several shop windows were broken.",
            ),
            (
                "The demonstrators in {town} demand that the hospital stays open.",
                "That the hospital stays open is what demonstrators in {town} demand.",
            ),
        ),
        (
            "Organisers spoke of 4,000 people at the rally, police in {town} of far fewer.",
            "Four police officers were hurt in {town}.",
            "A rally in March had brought 700 people to the streets of {town}.",
            "The youngest of those arrested in {town} is 16 years old.",
        ),
    ),
    "merger": Kind(
        "en",
        ("Brewery of {town} sold", "{town} brewery finds a buyer"),
        (
            Fact(
                (
                    "The buyer pays {v} for the brewery in {town}.",
                    "The brewery in {town} was sold for {v}.",
                    "A price of {v} was agreed for the {town} brewery.",
                ),
                "money",
            ),
            Fact(
                (
                    "The new owner will cut {v} jobs at the brewery in {town}.",
                    "At the brewery in {town}, {v} jobs will go under the new owner.",
                ),
                first=45,
                step=20,
            ),
        ),
        (
            (
                "Unions called on workers of the {town} brewery to stay calm.",
                "Workers at the {town} brewery should stay calm, their unions said.",
            ),
            (
                "The family that founded the brewery in {town} keeps no share.",
                "No share is kept by the family that founded the {town} brewery.",
            ),
        ),
        (
            "The brewery in {town} had sales of $310 million in 2024.",
            "The brewery has stood in {town} for 140 years.",
            "Another 30 jobs at a bottling plant are safe, the owner said in {town}.",
        ),
    ),
    "coach": Kind(
        "en",
        ("{town} Rovers name new coach", "New coach for {town} Rovers"),
        (
            Fact(
                (
                    "{town} Rovers appointed coach {v} on Tuesday after a run of defeats.",
                    "After a run of defeats, {town} Rovers presented coach {v} on Tuesday.",
                ),
                "name",
            ),
            Fact(
                (
                    "{town} Rovers lost their last match {v} at home.",
                    "The Rovers' last match at home in {town} was lost {v}.",
                ),
                "score",
                first=2,
                step=1,
            ),
        ),
        (
            (
                "The former coach of {town} Rovers had asked to leave for family reasons.",
                "For family reasons the former coach had asked {town} Rovers to let him leave.",
            ),
            (
                "Supporters of {town} Rovers had protested outside the stadium for weeks.",
                "For weeks supporters had protested outside the stadium of {town} Rovers.",
            ),
        ),
        (
            "{town} Rovers are 15th in the table with 22 points.",
            "The stadium in {town} has 18,500 seats.",
            "In October {town} Rovers had won 4-0 away.",
        ),
    ),
    "矿难": Kind(
        "zh",
        ("{town}煤矿发生透水事故", "{town}煤矿事故救援进行中"),
        (
            Fact(
                (
                    "{town}煤矿透水事故已确认{v}人遇难。",
                    "救援指挥部表示，{town}煤矿事故遇难人数为{v}人。",
                    "搜救人员在{town}煤矿井下发现{v}名遇难者遗体。",
                    "{town}煤矿事故夺走了{v}人的生命。",
                ),
                grows=True,
            ),
            Fact(
                (
                    "仍有{v}名矿工被困在{town}煤矿井下。",
                    "{town}煤矿井下还有{v}名矿工被困。",
                ),
                first=11,
                step=4,
            ),
        ),
        (
            ("{town}煤矿负责人已被警方控制。", "警方已控制{town}煤矿的负责人。"),
            (
                "多支矿山救护队连夜赶到{town}排水救援。",
                "连夜赶到{town}的多支矿山救护队正在排水救援。",
            ),
        ),
        (
            "2015年{town}另一煤矿事故造成22人遇难。",
            "{town}煤矿年产量约60万吨，职工有800人。",
            "遇难者中最年轻的矿工只有21岁，来自{town}。",
            "首批3名矿工已从{town}煤矿升井，生命体征平稳。",
        ),
    ),
    "收购": Kind(
        "zh",
        ("{town}啤酒厂被收购", "{town}啤酒厂易主"),
        (
            Fact(
                (
                    "{town}啤酒厂以{v}的价格售出。",
                    "收购方将为{town}啤酒厂支付{v}。",
                    "双方就{town}啤酒厂达成的交易价格为{v}。",
                ),
                "money",
            ),
            Fact(
                (
                    "新东家计划在{town}啤酒厂裁减{v}个岗位。",
                    "{town}啤酒厂将有{v}个岗位被裁减。",
                ),
                first=45,
                step=20,
            ),
        ),
        (
            ("工会呼吁{town}啤酒厂员工保持冷静。", "{town}啤酒厂工会请员工保持冷静。"),
            ("创办{town}啤酒厂的家族不再持有股份。", "{town}啤酒厂创始家族不再持股。"),
        ),
        (
            "{town}啤酒厂2024年销售额为31亿元。",
            "{town}啤酒厂已有140年历史。",
            "另有30个灌装车间岗位得以保留，{town}啤酒厂称。",
        ),
    ),
    "球赛": Kind(
        "zh",
        ("{town}队主场比赛落幕", "{town}队赛后换帅"),
        (
            Fact(
                (
                    "{town}队主场以{v}取胜，升至积分榜前列。",
                    "凭借{v}的比分，{town}队在主场取胜。",
                ),
                "score",
                first=2,
                step=1,
            ),
            Fact(
                (
                    "{town}队主教练{v}在赛后表示满意。",
                    "赛后，{town}队主教练{v}对表现表示满意。",
                ),
                "name",
            ),
            Fact(
                (
                    "现场共有{v}名观众观看了{town}队的比赛。",
                    "{town}队的比赛吸引了{v}名观众到场。",
                ),
                first=8200,
                step=900,
            ),
        ),
        (
            ("{town}队球迷赛后在街头庆祝到深夜。", "赛后{town}队球迷上街庆祝，直到深夜。"),
            ("{town}队守门员因伤提前离场。", "因伤病，{town}队守门员提前离场。"),
        ),
        (
            "上轮{town}队客场0比4告负。",
            "{town}队目前积22分，排名第5。",
            "{town}体育场可容纳18500人。",
        ),
    ),
    "停课": Kind(
        "zh",
        ("{town}流感蔓延，学校停课", "{town}多所学校因流感停课"),
        (
            Fact(
                (
                    "{town}已有{v}人确诊感染流感。",
                    "截至周三，{town}流感确诊人数为{v}人。",
                    "卫生部门通报，{town}确诊流感{v}例。",
                ),
                first=62,
                step=25,
                grows=True,
            ),
            Fact(
                (
                    "{town}的学校将停课至{v}。",
                    "教育部门宣布，{town}各学校停课到{v}。",
                ),
                "date",
                first=2,
            ),
        ),
        (
            ("{town}医院门诊延长开放时间。", "{town}医院延长了门诊的开放时间。"),
            ("专家提醒{town}市民出门戴口罩、勤洗手。", "专家建议{town}市民勤洗手，出门戴口罩。"),
        ),
        (
            "去年同期{town}流感确诊35人。",
            "{town}共有48所学校，学生2万多人。",
            "{town}预计未来一周可能再增加100例。",
        ),
    ),
}
"""The kinds that were written after the rules, and that they were not tuned on."""

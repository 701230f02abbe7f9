"""Pools of invented names, most of them put together from two halves, with their Chinese and Japanese forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from assay.enterprise.records import Entity

# (Latin, Chinese, Japanese)
_STARTS = """
North 北 ノース|East 东 イースト|West 西 ウェスト|High 高 ハイ|Low 低 ロウ|Car 卡 カー|Sun 松 サン|Arden 阿登 アーデン
Brack 布拉 ブラック|Cinder 辛德 シンダー|Dun 邓 ダン|Elm 榆 エルム|Fallow 法洛 ファロー|Grey 灰 グレイ|Holl 霍 ホル
Isen 伊森 イーゼン|Kestrel 凯斯 ケストレル|Lind 林 リンド|Mar 马 マー|Nether 内瑟 ネザー|Oak 橡 オーク|Pel 佩 ペル
Quarr 夸 クォー|Rav 拉夫 ラヴ|Sel 塞 セル|Thorn 索恩 ソーン|Ulver 乌尔 ウルヴァー|Vel 维 ヴェル|Wyn 温 ウィン
Yar 亚 ヤー|Zel 泽 ゼル|Ash 阿什 アッシュ|Birk 比 ビルク|Cold 冷 コールド|Dray 德雷 ドレイ|Eber 埃 エバー
"""
_ENDS = """
mark 马克 マーク|vale 谷 ヴェイル|moor 莫尔 ムーア|fen 芬 フェン|dal 达 ダール|reach 里奇 リーチ|holt 霍特 ホルト
water 沃特 ウォーター|mere 湖 ミア|fold 福德 フォールド|dale 代尔 デール|haven 港 ヘイヴン|furt 富特 フルト|by 比 ビー
rath 拉斯 ラス|stow 斯托 ストウ|wick 威克 ウィック|ford 福 フォード|gate 盖特 ゲート|borough 堡 バラ
"""
_COUNTRY_STARTS = """
Valdr 瓦尔德 ヴァルドル|Ostm 奥斯特 オストム|Karel 卡雷 カレル|Tars 塔森 タルス|Belm 贝尔 ベルム|Norr 诺拉 ノル
Sev 塞维 セヴ|Morav 莫拉 モラヴ|Ister 伊斯特 イステル|Gald 加尔 ガルド|Lethr 莱斯 レスル|Pomer 波美 ポメル
"""
_COUNTRY_ENDS = "ia 亚 ィア|ana 阿纳 アナ|or 奥 オール|enia 尼亚 エニア|isle 岛 アイル|ova 奥瓦 オヴァ"
_BRAND_STARTS = """
Bright Corner Daily Home Lumen Pantry Red Silver Tinder Velour Way Yellow Maple Harbour Copper Blue Apple
Cotton
"""
_BRAND_ENDS = """
mart way larder stead works lane wood leaf toys basket fare lines nest gate field point
"""
_ARTICLES = """
Aurora Basalt Cedar Delta Ember Fjord Garnet Hazel Indigo Juniper Krill Lotus Mistral Nimbus Onyx Pepper
Quartz Rowan Saffron Tundra Umber Vesper Willow Zephyr
"""
_GOODS = """
Kettle Lamp Chair Toaster Blanket Bottle Drill Fan Grill Heater Iron Jacket Mirror Pan Radio Stool
"""
_FIRST = """
Ada Bram Celia Dmitri Esme Farid Greta Hugo Ines Jonas Kavita Lars Mina Nils Oona Pavel Quentin Rosa Selim
Tove Ursula Viktor Wanda Xenia Yusuf Zofia Amal Benno Clara Dario Elif Finn Gita Henrik Irma Jasper
"""
_LAST = """
Lindqvist Okafor Navarro Halloran Tanaka Behrens Solheim Marchetti Adeyemi Petrov Rowe Whitcombe Abara Brandt
Castell Dorsey Eklund Fontaine Gruber Hartnell Ivanec Jansson Keller Laurent Moreau Nakata Oyelaran Paulsen
Quist Rahimi Sandoval Tellier Ueda Vance Wexler Yilmaz
"""
_AGAIN = ("", "New ", "Upper ", "Old ", "Great ", "Little ", "Lower ", "Far ", "Middle ", "Outer ")


def deal(pool: str, seed: int, start: int, count: int) -> tuple[Entity, ...]:
    """Return names of a pool in the order of a seed, from the start-th on; no two positions bear one name."""
    order = _shuffled(pool, seed)
    again = _initialled if pool == "person" else _again
    return tuple(again(order[index % len(order)], index // len(order)) for index in range(start, start + count))


def _again(entity: Entity, turn: int) -> Entity:
    """Return a name of the pool's later rounds, set off by a word before it and then by a number."""
    before, number = _AGAIN[turn % len(_AGAIN)], turn // len(_AGAIN)
    after = f" {number + 1}" if number else ""
    words = tuple((language, f"{word}{turn + 1}" if turn else word) for language, word in entity.words)
    return Entity(f"{before}{entity.name}{after}", entity.aliases, words)


def _initialled(person: Entity, turn: int) -> Entity:
    """Return a person of the pool's later rounds, who has a middle initial or more of them."""
    first, last = person.name.split()
    middle = ""
    while turn:
        turn, letter = divmod(turn - 1, 26)
        middle = f"{chr(ord('A') + letter)}. {middle}"
    return Entity(f"{first} {middle}{last}")


@cache
def _shuffled(pool: str, seed: int) -> tuple[Entity, ...]:
    names = list(_POOLS[pool]())
    Random(f"names:{pool}:{seed}").shuffle(names)
    return tuple(names)


def _parts(text: str) -> list[tuple[str, str, str]]:
    fields = [part.split() for line in text.strip().splitlines() for part in line.split("|")]
    return [(latin, chinese, japanese) for latin, chinese, japanese in fields]


def _joined(starts: str, ends: str) -> Sequence[Entity]:
    pairs = [(start, end) for start in _parts(starts) for end in _parts(ends)]
    return [Entity(a[0] + b[0], words=(("zh", a[1] + b[1]), ("ja", a[2] + b[2]))) for a, b in pairs]


def _pairs(starts: str, ends: str, space: str) -> Sequence[Entity]:
    return [Entity(f"{start}{space}{end}") for start in starts.split() for end in ends.split()]


_POOLS = {
    "place": lambda: _joined(_STARTS, _ENDS),
    "country": lambda: _joined(_COUNTRY_STARTS, _COUNTRY_ENDS),
    "brand": lambda: _pairs(_BRAND_STARTS, _BRAND_ENDS, ""),
    "product": lambda: _pairs(_ARTICLES, _GOODS, " "),
    "person": lambda: _pairs(_FIRST, _LAST, " "),
}

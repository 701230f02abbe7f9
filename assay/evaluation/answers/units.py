"""Units: which written tokens name the same unit, and which name another one."""

from __future__ import annotations

import re
from functools import lru_cache

from assay.evaluation.answers.currencies import CURRENCY_NAMES, currency_readings

# Physical symbols are read with their case: mW is not MW, and m is not M.
SYMBOLS = (
    "mm cm dm m km in ft yd mi nm µm mg g kg t kt Mt lb oz ml cl l hl kl gal bbl "
    "m2 km2 cm2 mm2 ft2 mi2 m3 km3 cm3 ft3 ha "
    "Wh kWh MWh GWh TWh J kJ MJ GJ TJ PJ W kW MW GW TW mW V kV mV A mA Hz kHz MHz GHz Pa kPa MPa bar N kN °C °F K ° "
    "s ms min h d B kB MB GB TB PB kbit Mbit Gbit px pt dpi tCO2 tCO2e ktCO2e MtCO2e kgCO2e dB cal kcal"
)
UNIT_SYMBOLS = frozenset(SYMBOLS.split())

# Lines for each unit: the name it is compared by, then its synonyms without case, stops, hyphens and plural s.
UNIT_SYNONYMS = """
%: percent; per cent; pct; percentage; prozent; pourcent; pour cent; por ciento; por cento; procent; per cento
%: процент; процента; процентов; パーセント; プロセント; 퍼센트
pp: p p; ppt; ppts; pps; percentage point; percent point; per cent point; percentage pt; percent pt; per cent pt
pp: pct point; pct pt; % point; %point; % pt; %pt; prozentpunkt; prozentpunkte; prozentpunkten; procentpunkt
pp: points de pourcentage; puntos porcentuales; pontos percentuais; punti percentuali
pp: 个百分点; 個百分點; 百分点; 百分點; パーセントポイント; %ポイント; процентных пункта; процентных пунктов; п п
bp: bps; b p; b p s; bpt; basis point; basispunkte; basis pt; 个基点; 基点; 個基點; ベーシスポイント
‰: permille; per mille; per mill; promille
x: times; time; ×; fold; 倍; multiple
people: person; ppl; persons; individual; 人; 名; 명; personen; personne
employee: staff member; 员工
FTE: full time equivalent; full time equivalent employee
household: 户
unit: 台; 个; 個; 件
year: yr; y; annum; a; 年; jahr; jahre; jahren; an; ans; año; ano; лет
month: mo; mth; 个月; か月; ヶ月; monat; monate
week: wk; 周; woche; wochen
d: day; 天; 日; tag; tage; jour; día; dia
h: hr; hour; 小时; 小時; 時間; stunde; stunden; heure
min: minute; mins; 分钟; 分
s: sec; second; 秒
quarter: qtr
mm: millimetre; millimeter; 毫米
cm: centimetre; centimeter; 厘米
m: metre; meter; 米; mtr
km: kilometre; kilometer; kms; 公里; 千米
in: inch; inches; "
ft: foot; feet
yd: yard
mi: mile
mg: milligram; milligramme
g: gram; gramme; gm; 克
kg: kilogram; kilogramme; kilo; kgs; 公斤; 千克
t: tonne; metric ton; metric tonne; mt; te; 吨; 噸; トン; tonnes métrique
t|ton: ton
short ton: us ton
kt: kilotonne; kiloton
Mt: megatonne; megaton; million tonnes
lb: lbs; pound mass
oz: ounce
ml: millilitre; milliliter
l: litre; liter; ltr; 升; リットル
hl: hectolitre; hectoliter
gal: gallon; us gallon
bbl: barrel; 桶
m2: sq m; sqm; m sq; square metre; square meter; m^2; 平方米; 平米; 平方メートル
km2: sq km; sqkm; square kilometre; square kilometer; km^2; 平方公里
ft2: sq ft; sqft; square foot; square feet; ft^2
mi2: sq mi; square mile
ha: hectare; 公顷
acre: ac
m3: cubic metre; cubic meter; cu m; m^3; cbm; 立方米
ft3: cubic foot; cubic feet; cu ft; ft^3
Wh: watt hour
kWh: kilowatt hour; kw h; 千瓦时; 度
MWh: megawatt hour; mw h
GWh: gigawatt hour; gw h; 吉瓦时
TWh: terawatt hour; tw h
J: joule
kJ: kilojoule
MJ: megajoule
GJ: gigajoule
TJ: terajoule
W: watt
kW: kilowatt; 千瓦
MW: megawatt; 兆瓦
GW: gigawatt; 吉瓦
V: volt
A: ampere; amp
Hz: hertz
MHz: megahertz
GHz: gigahertz
°C: degree celsius; degrees celsius; celsius; deg c; degree c; c
°F: degree fahrenheit; degrees fahrenheit; fahrenheit; deg f; degree f
K: kelvin
°: degree; deg
B: byte
kB: kilobyte
MB: megabyte
GB: gigabyte
TB: terabyte
pt: point
px: pixel
tCO2: t co2; tonne co2; tonne of co2
tCO2e: t co2e; t co2 e; t co2eq; t co2 eq; tco2eq; tonne co2e; tonne of co2e; tonne co2 equivalent
tCO2e: tonne of co2 equivalent; metric ton co2e; metric ton of co2e
ktCO2e: kt co2e; thousand tonnes co2e
MtCO2e: mt co2e
kgCO2e: kg co2e
"""

DIGIT = re.compile("[0-9]")
UNIT_PARTS = re.compile(r" ?/ ?|(?:^| )(?:per|pro|je) ")
# The stop of an abbreviation stands after a letter.
UNIT_HYPHEN = re.compile(r"-(?=[^\W\d_])")
WORD_STOP = re.compile(r"(?<=[^\W\d_])\.")
RAISED = str.maketrans({"²": "2", "³": "3", "₂": "2", "_": " ", "μ": "µ"})
CENT_WORDS = (("per cent", "percent"), ("per mill", "permill"), ("p.a.", "/ year"), (" p.a", " / year"))

# Abbreviations of a whole ratio.
RATIO_NAMES = {"kph": "km/h", "kmh": "km/h", "kmph": "km/h", "mph": "mi/h", "bpd": "bbl/d"}


def synonym_table() -> dict[str, frozenset[str]]:
    """Return what each name without case can stand for."""
    table = {name: frozenset(readings.split()) for name, readings in CURRENCY_NAMES.items()}
    for line in UNIT_SYNONYMS.strip().splitlines():
        unit, _, names = line.partition(": ")
        readings = frozenset(unit.split("|"))
        for name in names.split("; "):
            table[name] = table.get(name, frozenset()) | readings
    return table


SYNONYMS = synonym_table()
NAMED_UNITS = frozenset(line.partition(": ")[0] for line in UNIT_SYNONYMS.strip().splitlines())
PLAIN_UNITS = NAMED_UNITS - UNIT_SYMBOLS
FOLDED_SYMBOLS = {
    symbol.casefold(): frozenset(other for other in UNIT_SYMBOLS if other.casefold() == symbol.casefold())
    for symbol in UNIT_SYMBOLS
}


def folded_token(text: str) -> str:
    """Return a token without case, with hyphens before a letter as spaces."""
    return " ".join(UNIT_HYPHEN.sub(" ", text.casefold()).split())


def singular_words(text: str) -> str:
    """Return the words of a token, each without its plural ending."""
    return " ".join(map(singular, text.split()))


def singular(word: str) -> str:
    """Return an English noun without its plural ending, where taking it off is safe."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("shes", "ches", "xes", "sses")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=4096)
def known_readings(text: str) -> frozenset[str]:
    """Return the units of the tables that one token can stand for; none for an unknown token."""
    if text in UNIT_SYMBOLS or text in NAMED_UNITS:
        return frozenset((text,))
    currency = currency_readings(text)
    if currency:
        return currency
    folded = folded_token(WORD_STOP.sub(" ", text))
    for name in (folded, singular_words(folded)):
        found = SYNONYMS.get(name) or frozenset({name} & PLAIN_UNITS)
        if found:
            return found
    symbols = FOLDED_SYMBOLS.get(folded, frozenset())
    # A lone letter in the other case is another symbol, and two symbols that differ by case are two units.
    return symbols if len(symbols) == 1 and len(folded) > 1 else frozenset()


def token_readings(text: str) -> frozenset[str]:
    """Return the units that one token can stand for; an unknown token stands for itself, without case and plural."""
    known = known_readings(text)
    if known:
        return known
    folded = singular_words(folded_token(text))
    return frozenset((text if folded in UNIT_SYMBOLS else folded,))


@lru_cache(maxsize=4096)
def unit_readings(text: str) -> tuple[frozenset[str], ...]:
    """Return the readings of a unit: of the token itself, then of each token that it is divided by."""
    text = " ".join(text.translate(RAISED).split())
    for written, plain_form in CENT_WORDS:
        text = text.replace(written, plain_form)
    text = RATIO_NAMES.get(text.casefold(), text)
    return tuple(token_readings(part.strip()) for part in UNIT_PARTS.split(text))


def same_unit(asked: str, written: str) -> bool:
    """Return whether the written unit can stand for the asked one."""
    wanted, given = unit_readings(asked), unit_readings(written)
    if len(wanted) != len(given):
        return False
    # Python 3.9, which the single file runs on, has no `strict` here.
    return all(one & other for one, other in zip(wanted, given))  # noqa: B905


def is_known_unit(text: str) -> bool:
    """Return whether the text starts with a unit of the tables and goes on, if at all, with units and not numbers."""
    first, *rest = [part.strip() for part in UNIT_PARTS.split(" ".join(text.translate(RAISED).split()))]
    return bool(known_readings(first)) and all(known_readings(token) or not DIGIT.search(token) for token in rest)


def is_physical(text: str) -> bool:
    """Return whether the unit is one of measurement, whose symbols can look like scale letters."""
    return any(reading in UNIT_SYMBOLS for reading in unit_readings(text)[0])

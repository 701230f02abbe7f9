"""The names of months and days in the languages that a code's locale tag may ask for; English for all others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

_TAG = re.compile(r"\$[^-]*-(?:([0-9A-F]{1,8})|([A-Z]{2,3})(?:-.*)?)", re.IGNORECASE)

# [MS-LCID] 2.2: the low ten bits of a locale's number are its language.
_LANGUAGES = MappingProxyType({
    0x04: "zh", 0x06: "da", 0x07: "de", 0x09: "en", 0x0A: "es", 0x0C: "fr", 0x10: "it", 0x11: "ja", 0x13: "nl",
    0x14: "nb", 0x16: "pt", 0x1D: "sv",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Names:
    """Months from January and days from Sunday, in full and short."""

    months: tuple[str, ...]
    short_months: tuple[str, ...]
    days: tuple[str, ...]
    short_days: tuple[str, ...]


_TEXTS = MappingProxyType({
    "en": "January February March April May June July August September October November December|"
          "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec|"
          "Sunday Monday Tuesday Wednesday Thursday Friday Saturday|Sun Mon Tue Wed Thu Fri Sat",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember|"
          "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez|"
          "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag|So Mo Di Mi Do Fr Sa",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre|"
          "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.|"
          "dimanche lundi mardi mercredi jeudi vendredi samedi|dim. lun. mar. mer. jeu. ven. sam.",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre|"
          "ene feb mar abr may jun jul ago sep oct nov dic|"
          "domingo lunes martes miércoles jueves viernes sábado|dom lun mar mié jue vie sáb",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre|"
          "gen feb mar apr mag giu lug ago set ott nov dic|"
          "domenica lunedì martedì mercoledì giovedì venerdì sabato|dom lun mar mer gio ven sab",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december|"
          "jan feb mrt apr mei jun jul aug sep okt nov dec|"
          "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag|zo ma di wo do vr za",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro|"
          "jan fev mar abr mai jun jul ago set out nov dez|"
          "domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado|"
          "dom seg ter qua qui sex sáb",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december|"
          "jan feb mar apr maj jun jul aug sep okt nov dec|"
          "söndag måndag tisdag onsdag torsdag fredag lördag|sön mån tis ons tor fre lör",
    "da": "januar februar marts april maj juni juli august september oktober november december|"
          "jan feb mar apr maj jun jul aug sep okt nov dec|"
          "søndag mandag tirsdag onsdag torsdag fredag lørdag|sø ma ti on to fr lø",
    "nb": "januar februar mars april mai juni juli august september oktober november desember|"
          "jan feb mar apr mai jun jul aug sep okt nov des|"
          "søndag mandag tirsdag onsdag torsdag fredag lørdag|sø. ma. ti. on. to. fr. lø.",
    "ja": "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月|1 2 3 4 5 6 7 8 9 10 11 12|"
          "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日|日 月 火 水 木 金 土",
    "zh": "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月|"
          "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月|"
          "星期日 星期一 星期二 星期三 星期四 星期五 星期六|周日 周一 周二 周三 周四 周五 周六",
})  # fmt: skip


def language_of(bracket: str) -> str:
    """Return the language of what stands in brackets, `$€-407` or `$-de-DE`; empty where it names none."""
    found = _TAG.fullmatch(bracket)
    if found is None:
        return ""
    if found[2]:
        return found[2].casefold()
    return _LANGUAGES.get(int(found[1], 16) & 0x3FF, "")


@lru_cache(maxsize=64)
def names_of(language: str) -> Names:
    """Return the names in a language."""
    texts = _TEXTS.get("nb" if language in ("no", "nn") else language, _TEXTS["en"])
    return Names(*(tuple(part.split()) for part in texts.split("|")))

"""Scale words and signs, each with its power of ten."""

from __future__ import annotations

# Case counts here: these letters are units or other scales in the other case.
SCALE_SYMBOLS = {
    "k": 3, "K": 3, "M": 6, "m": 6, "MM": 6, "mm": 6, "B": 9, "b": 9, "T": 12,
}  # fmt: skip

SCALE_WORDS = {
    # English; the short scale is the default
    "thousand": 3, "thousands": 3, "thou": 3, "thsd": 3, "hundred thousand": 5,
    "million": 6, "millions": 6, "mn": 6, "mln": 6, "mio": 6, "hundred million": 8,
    "thousand million": 9, "billion": 9, "billions": 9, "bn": 9, "bln": 9, "bil": 9,
    "trillion": 12, "trillions": 12, "tn": 12, "trn": 12, "trln": 12, "thousand billion": 12,
    "quadrillion": 15, "quadrillions": 15,
    # South Asia
    "lakh": 5, "lakhs": 5, "lac": 5, "lacs": 5, "crore": 7, "crores": 7, "cr": 7,
    "thousand crore": 10, "lakh crore": 12, "हज़ार": 3, "हजार": 3, "लाख": 5, "करोड़": 7, "करोड": 7,
    # German, Dutch, Scandinavian; the long scale where the word can only be theirs
    "tausend": 3, "tsd": 3, "tds": 3, "duizend": 3, "tusen": 3, "tusind": 3,
    "millionen": 6, "miljoen": 6, "miljon": 6, "miljoner": 6, "millioner": 6, "milj": 6,
    "milliarde": 9, "milliarden": 9, "mrd": 9, "mia": 9, "miljard": 9, "miljarder": 9, "milliarder": 9,
    "billionen": 12, "biljoen": 12,
    # French, Italian, Spanish, Portuguese
    "mille": 3, "mila": 3, "millón": 6, "millones": 6, "milione": 6, "milioni": 6,
    "milhão": 6, "milhões": 6, "mille millions": 9, "milliard": 9, "milliards": 9, "mds": 9,
    "miliardo": 9, "miliardi": 9, "mil millones": 9, "bilhão": 9, "bilhões": 9, "mil milhões": 9,
    "billón": 12, "billones": 12, "trilhão": 12, "trilhões": 12,
    # Russian, Polish, Turkish
    "тыс": 3, "тысяч": 3, "тысяча": 3, "тысячи": 3, "млн": 6, "миллион": 6, "миллиона": 6, "миллионов": 6,
    "млрд": 9, "миллиард": 9, "миллиарда": 9, "миллиардов": 9, "трлн": 12,
    "tys": 3, "milion": 6, "miliony": 6, "milionów": 6, "mld": 9, "miliard": 9, "miliardy": 9, "miliardów": 9,
    "milyon": 6, "milyar": 9, "trilyon": 12,
    # Arabic, Hebrew
    "ألف": 3, "آلاف": 3, "مليون": 6, "مليار": 9, "אלף": 3, "מיליון": 6, "מיליארד": 9,
    # Chinese, Japanese, Korean
    "千": 3, "仟": 3, "万": 4, "萬": 4, "十万": 5, "十萬": 5, "百万": 6, "百萬": 6, "千万": 7, "千萬": 7,
    "亿": 8, "億": 8, "十亿": 9, "十億": 9, "百亿": 10, "百億": 10, "千亿": 11, "千億": 11,
    "万亿": 12, "萬億": 12, "兆": 12, "천": 3, "만": 4, "십만": 5, "백만": 6, "천만": 7,
    "억": 8, "십억": 9, "백억": 10, "천억": 11, "조": 12,
}  # fmt: skip

# "none" and its like are for the format string only.
NO_SCALE = ("none", "one", "ones", "units", "1")


def scale_shift(text: str) -> int | None:
    """Return the power of ten of a scale word, 0 for the word none, and None for any other text."""
    if text in NO_SCALE:
        return 0
    return word_shift(text)


def word_shift(text: str) -> int | None:
    """Return the power of ten of a scale word as an answer writes it, or None."""
    exact = SCALE_SYMBOLS.get(text)
    if exact is not None:
        return exact
    return SCALE_WORDS.get(text.casefold().removesuffix(".").replace("-", " "))

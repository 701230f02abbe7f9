"""Currencies: the codes, and the signs and names that stand for each of them."""

from __future__ import annotations

CODES = (
    "AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNH CNY COP CZK DKK EGP EUR GBP GHS HKD HRK HUF IDR ILS INR IQD IRR ISK "
    "JOD JPY KES KRW KWD KZT LBP LKR MAD MMK MXN MYR NGN NOK NPR NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD "
    "THB TND TRY TWD TZS UAH UGX USD UYU UZS VND XAF XOF ZAR ZMW"
)
CURRENCY_CODES = frozenset(CODES.split())

# A sign that several countries use stands for each of them; a bare $ is the US dollar.
CURRENCY_SIGNS = {
    "$": "USD", "US$": "USD", "USD$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY CNY", "元": "CNY", "円": "JPY",
    "₩": "KRW", "원": "KRW", "₹": "INR", "₨": "INR PKR LKR NPR", "₽": "RUB", "₺": "TRY", "₫": "VND", "฿": "THB",
    "₪": "ILS", "₴": "UAH", "₦": "NGN", "₱": "PHP", "₡": "CRC", "₵": "GHS", "₸": "KZT", "₿": "BTC",
    "$US": "USD", "$CA": "CAD", "$AU": "AUD", "A$": "AUD", "AU$": "AUD",
    "C$": "CAD", "CA$": "CAD", "CAD$": "CAD", "AUD$": "AUD", "NZ$": "NZD", "HK$": "HKD",
    "S$": "SGD", "SG$": "SGD", "NT$": "TWD", "R$": "BRL", "MX$": "MXN", "JP¥": "JPY", "CN¥": "CNY", "RMB¥": "CNY",
}  # fmt: skip

CURRENCY_NAMES = {
    "dollar": "USD", "us dollar": "USD", "american dollar": "USD", "united states dollar": "USD", "u s dollar": "USD",
    "dólar": "USD", "dólare": "USD", "美元": "USD", "美金": "USD", "米ドル": "USD", "ドル": "USD", "달러": "USD",
    "canadian dollar": "CAD", "加元": "CAD", "australian dollar": "AUD", "澳元": "AUD", "new zealand dollar": "NZD",
    "hong kong dollar": "HKD", "港元": "HKD", "港币": "HKD", "singapore dollar": "SGD", "taiwan dollar": "TWD",
    "euro": "EUR", "欧元": "EUR", "歐元": "EUR", "ユーロ": "EUR", "евро": "EUR",
    "pound sterling": "GBP", "pounds sterling": "GBP", "sterling": "GBP", "british pound": "GBP", "stg": "GBP",
    "uk pound": "GBP", "英镑": "GBP", "英鎊": "GBP", "pound": "GBP lb",
    "yen": "JPY", "japanese yen": "JPY", "日元": "JPY", "日圆": "JPY", "日圓": "JPY",
    "yuan": "CNY", "renminbi": "CNY", "rmb": "CNY", "cnh": "CNY", "人民币": "CNY", "人民幣": "CNY",
    "yuan renminbi": "CNY", "chinese yuan": "CNY", "块": "CNY",
    "swiss franc": "CHF", "sfr": "CHF", "fr": "CHF", "franken": "CHF", "schweizer franken": "CHF",
    "rs": "INR PKR LKR NPR", "re": "INR", "rupee": "INR PKR LKR NPR", "indian rupee": "INR", "रुपये": "INR",
    "won": "KRW", "korean won": "KRW", "韩元": "KRW", "rouble": "RUB", "ruble": "RUB", "руб": "RUB", "рублей": "RUB",
    "kr": "SEK NOK DKK ISK", "krona": "SEK ISK", "kronor": "SEK", "krone": "NOK DKK", "kroner": "NOK DKK",
    "swedish krona": "SEK", "swedish kronor": "SEK", "norwegian krone": "NOK", "norwegian kroner": "NOK",
    "danish krone": "DKK", "danish kroner": "DKK", "zł": "PLN", "zloty": "PLN", "złoty": "PLN", "złotych": "PLN",
    "kč": "CZK", "koruna": "CZK", "forint": "HUF", "ft": "HUF ft", "lira": "TRY", "turkish lira": "TRY", "tl": "TRY",
    "brazilian real": "BRL", "reais": "BRL", "mexican peso": "MXN", "rand": "ZAR", "south african rand": "ZAR",
    "baht": "THB", "ringgit": "MYR", "rm": "MYR", "rupiah": "IDR", "rp": "IDR", "dong": "VND", "dirham": "AED MAD",
    "riyal": "SAR QAR", "shekel": "ILS", "naira": "NGN",
}  # fmt: skip

# Currencies whose own sign is $, so that a code beside the sign says which dollar or peso it is.
DOLLAR_CODES = frozenset(("USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP"))


def currency_readings(text: str) -> frozenset[str]:
    """Return the currencies that a sign or code can stand for; names are looked up with the units."""
    if text in CURRENCY_SIGNS:
        return frozenset(CURRENCY_SIGNS[text].split())
    code = text.upper()
    if code in CURRENCY_CODES:
        return frozenset(("CNY",) if code == "CNH" else (code,))
    return frozenset(CURRENCY_SIGNS.get(code, "").split())

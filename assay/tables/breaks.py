"""Words beside a table by which its values are not one series: breaks, other bases, coverage and units of some."""

from __future__ import annotations

import re
from collections.abc import Iterable

_YEAR = (
    r"(?:(?:FY ?)?(?<!\d)(?:19|20)\d{2}(?!\d)"
    r"|(?:first|last|latest|final|earli(?:er|est)|later|previous|former|(?:most )?recent) (?:\w+ )?"
    r"(?:years?|columns?|periods?|values|figures))"
)
_UNTIL = rf"\b(?:until|till|up to|before|prior to|through|to the end of|ending)\s+(?:[\w.]+\s+){{0,3}}?{_YEAR}"
_SINCE = (
    rf"\b(?:from|since|after|as of|as from|starting (?:in|with)|beginning (?:in|with)|with effect from)"
    rf"\s+(?:[\w.]+\s+){{0,3}}?{_YEAR}"
)
_MONTH = (
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_LEFT_OUT = (
    r"\bleft out\b|\bleaves? out\b|\bexclu(?:d|s)|\bexcl\.|\bomit|\bincl(?:\.|ud|us)|\bwithout\b|\bonly\b|\bexcept"
    r"|\bincomplete|\bpartial|\bpart[- ](?:of|year)|\bmissing\b|\bno (?:data|figures|values|count)\b"
    r"|\bnot? (?:yet |longer )?(?:counted|covered|recorded|available|known|contained|surveyed|measured)"
    r"|\bso far\b|\bto date\b|\b(?:first|second|last) (?:half|quarters?)\b"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|\d+) (?:months|quarters)\b"
)
_COUNTED = (
    r"\b(?:counted|registered|recorded|measured|surveyed|collected|reported|compiled|computed|calculated|weighed|taken"
    r"|drawn|sampled|booked|defined|classified)\b|\bcover(?:s|ed|ing|age)?\b|\brelat(?:e|es|ing) to\b"
    r"|\brefer(?:s|ring)? to\b|\bstem|\bcome(?:s)? from\b|\bcounts?\b|\bmeans?\b|\baverages?\b|\bmedians?\b|\bindex\b"
    r"|\bestimat|\bprojected\b|\b(?:current|constant) prices\b|\bcorrespond|\btreat(?:ed|s)\b|\bdiffer"
)
_BASIS = (
    r"\b(?:bas[ie]s|rules?|method(?:s|ology|ologies)?|definitions?|classifications?|nomenclatures?|concepts?|scope"
    r"|coverage|boundar(?:y|ies)|territor(?:y|ies)|criteri(?:a|on)|thresholds?|counting|accounting|questionnaires?"
    r"|regist(?:er|ry)|sampl(?:e|ing)|weighting|standards?|unit of (?:measure(?:ment)?|account)|perimeter)\b"
)
_CHANGED = (
    r"\b(?:new|newer|old|older|chang(?:e|es|ed)|other|another|different(?:ly)?|differs?|former(?:ly)?|previous(?:ly)?"
    r"|earlier|adopted|introduced|switch(?:ed)?|replaced|amended|adapted|widened|narrowed|extended|restricted|moved"
    r"|raised|lowered|until|since|before)\b"
)
_UNIT_WORD = (
    r"(?:tonnes?|tons|kilograms?|kilos|grams|pounds|litres?|hectolitres|barrels|hectares?|acres|kilomet(?:re|er)s|miles"
    r"|met(?:re|er)s|euros?|crowns|dollars|yen|yuan|francs|EUR|USD|GBP|[kMGTP]?Wh|[kMGT]W|joules|hours|minutes|days|weeks"
    r"|persons|heads?|full-time equivalents|percent|per cent|%|units|pieces|pairs|boxes)"
)
_BARE_UNIT = rf"(?<![\d.,] )\bin (?:\w+ )?{_UNIT_WORD}(?!\w)|^\W*(?:in )?{_UNIT_WORD}\W*$"

# What says it by itself, whenever it holds.
_PLAIN = re.compile(
    r"\b(?:in|non-?|un)?comparab(?:le|ly|ility)\b|\b(?:not|cannot|never|hardly)\b[^.;]{0,40}\bcompared?\b"
    r"|\bcompared? with (?:care|caution)\b|\b(?:series|structural|methodological) breaks?\b|\bdiscontinuit"
    r"|\bbreaks?\b[^.;]{0,20}\b(?:series|data|figures|count|method)"
    r"|\b(?:series|data|figures) (?:\w+ )?(?:broken|breaks?)\b"
    r"|\bre-?(?:based|defined|classified|counted|calculated|cast|weighted|referenced|benchmarked)\b|\bback-?cast"
    r"|\b(?:new|old|changed|another|different|other|former|previous) (?:\w+ )?(?:way of counting|definition|method"
    r"|methodology|classification)s?\b"
    r"|nicht vergleichbar|vergleichbarkeit|(?:zeit)?reihenbruch|不可比|口径",
    re.IGNORECASE,
)
_YEARS = re.compile(_YEAR, re.IGNORECASE)
_TURN = re.compile(rf"{_UNTIL}|{_SINCE}", re.IGNORECASE)
_BOTH = (re.compile(_UNTIL, re.IGNORECASE), re.compile(_SINCE, re.IGNORECASE))
_BROKEN = re.compile(rf"\bbreaks?\b[^.;]{{0,20}}\b(?:in|between|after|at|from)\b[^.;]{{0,15}}{_YEAR}", re.IGNORECASE)
_PARTIAL = re.compile(rf"{_LEFT_OUT}|{_MONTH}\s*(?:to|until|through|[-–—])\s*{_MONTH}", re.IGNORECASE)
_OTHERWISE = re.compile(rf"{_COUNTED}|{_LEFT_OUT}", re.IGNORECASE)
_BASES = re.compile(_BASIS, re.IGNORECASE)
_CHANGES = re.compile(_CHANGED, re.IGNORECASE)
_UNITS = re.compile(_BARE_UNIT, re.IGNORECASE)
_ROUNDS = re.compile(r"\b(?:in|as) (?:\w+ )?(?:tens|dozens|scores|hundreds)\b", re.IGNORECASE)
_ELSE = re.compile(
    r"\b(?:those|figures|values|data|numbers|counts|they)\s+(?:before|after|earlier|later|until|since|from)\b"
    r"|\b(?:before|after) that\b|\bthereafter\b|\bbeforehand\b|\bpreviously\b|\bformerly\b|\bafterwards\b",
    re.IGNORECASE,
)
# What moved in these years, or was larger then, is told of the values; anything else that began then is said of them.
_MOVED = re.compile(
    r"\b(?:r[oi]se|risen|rising|f[ae]ll|fallen|falling|gr[eo]w|grown|growing|growth|increas|decreas|declin|reduc|doubl"
    r"|tripl|halv|recover|still\b|sign(?:s|ed)\b|drop|climb|shr[aiu]nk|peak|stay|remain|unchanged"
    r"|higher|lower|more\b|fewer|less\b|largest|smallest|highest|lowest|best|worst|improv|worsen|expand"
    r"|open|clos|founded|invest|launch|plan(?:s|ned)?\b"
    r"|publish|issu|print|updat|valid|in force|target|aim|expect|will\b)",
    re.IGNORECASE,
)
# A title says since when there are values.
_TITLE = re.compile(rf"[^.:;]*(?:{_SINCE}|{_UNTIL})(?: on(?:wards)?)?\W*(?<![.;!])", re.IGNORECASE)
_SPAN = re.compile(
    rf"(?:\b(?:from|between|for|over|in)\s+(?:the\s+)?(?:years?\s+)?)?{_YEAR}"
    rf"\s*(?:to|until|till|up to|through|and|[-–—/])\s*{_YEAR}",
    re.IGNORECASE,
)
_HEADED = re.compile(rf"\W*{_YEAR}(?:\s*(?:to|and|[-–—/])\s*{_YEAR})?\s*(?::|\(|[-–—]\s|[a-z]+ed\b)", re.IGNORECASE)
_JOINED = re.compile(
    r"\b(?:merge[drs]?|amalgamat|incorporated|annexed|belong|reorgani[sz]ed|redrawn|split"
    r"|reform|interrupt|interpolat|imput|averag(?:ed|es)|twice|switch|changed|moved (?:from|to)|replac"
    r"|cut-off|reference da(?:te|y)|by hand|another"
    r"|(?<!any )other|different)",
    re.IGNORECASE,
)
_GROSS = re.compile(r"\bgross\b.*\bnet\b|\bnet\b.*\bgross\b|\bnominal\b.*\breal\b|\breal\b.*\bnominal\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.;!?。；])\s+|\n+")


def breaks_series(text: str) -> bool:
    """Return whether a text says that values of some periods are of another kind than the rest."""
    return any(_breaks(sentence) for sentence in _SENTENCES.split(text))


def singles_out(text: str, names: Iterable[str]) -> bool:
    """Return whether a text says that the values of one of these names cover something else, or in another unit."""
    told = [one for one in _SENTENCES.split(text) if _PARTIAL.search(one) or _UNITS.search(one)]
    return bool(told) and any(_holds(sentence, name) for name in names for sentence in told)


def _holds(sentence: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence, re.IGNORECASE) is not None


def _breaks(sentence: str) -> bool:
    if _PLAIN.search(sentence) or _ROUNDS.search(sentence) or _BROKEN.search(sentence):
        return True
    if not _YEARS.search(sentence):
        return False
    if any(pattern.search(sentence) for pattern in (_PARTIAL, _GROSS, _JOINED)) or _HEADED.match(sentence):
        return True
    return _on_another_basis(sentence) or _turns(sentence)


def _on_another_basis(sentence: str) -> bool:
    return _BASES.search(sentence) is not None and _CHANGES.search(sentence) is not None


def _turns(sentence: str) -> bool:
    """Whether a sentence parts the periods at one of them and says how either part is counted."""
    apart = _SPAN.sub(" ", sentence)
    if all(pattern.search(apart) for pattern in _BOTH) or _ELSE.search(sentence):
        return True
    if _TURN.search(apart) and not _MOVED.search(apart) and not _TITLE.fullmatch(apart):
        return True
    rest = _TURN.sub(" ", sentence)
    return rest != sentence and (_OTHERWISE.search(rest) is not None or _UNITS.search(rest) is not None)

"""A chart as a deck of its own: one slide that the chart fills, in the colours of the file that it comes from."""

from __future__ import annotations

import io
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, ZipFile

from lxml import etree

WIDTH, HEIGHT = 9_144_000, 5_715_000

_SCHEMAS = "http://schemas.openxmlformats.org"
_RELATED = f"{_SCHEMAS}/officeDocument/2006/relationships"
_CONTENT = "application/vnd.openxmlformats-officedocument"
_CHART = f"{_SCHEMAS}/drawingml/2006/chart"
_NAMES = (
    f'xmlns:p="{_SCHEMAS}/presentationml/2006/main" xmlns:a="{_SCHEMAS}/drawingml/2006/main" xmlns:r="{_RELATED}" '
    f'xmlns:c="{_CHART}"'
)
_TREE = (
    "<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id='1' name=''/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>{}"
    "</p:spTree></p:cSld>"
)
_FRAME = (
    "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id='2' name='chart'/><p:cNvGraphicFramePr/><p:nvPr/>"
    f"</p:nvGraphicFramePr><p:xfrm><a:off x='0' y='0'/><a:ext cx='{WIDTH}' cy='{HEIGHT}'/></p:xfrm><a:graphic>"
    f"<a:graphicData uri='{_CHART}'><c:chart r:id='c'/></a:graphicData></a:graphic></p:graphicFrame>"
)
_MAP = " ".join(f"accent{number}='accent{number}'" for number in range(1, 7))
_COLOURS = f"<p:clrMap bg1='lt1' tx1='dk1' bg2='lt2' tx2='dk2' {_MAP} hlink='hlink' folHlink='folHlink'/>"
_MAIN = (
    "<p:sldMasterIdLst><p:sldMasterId id='2147483648' r:id='m'/></p:sldMasterIdLst>"
    f"<p:sldIdLst><p:sldId id='256' r:id='s'/></p:sldIdLst><p:sldSz cx='{WIDTH}' cy='{HEIGHT}'/>"
    "<p:notesSz cx='6858000' cy='9144000'/>"
)
_LAYOUTS = "<p:sldLayoutIdLst><p:sldLayoutId id='2147483649' r:id='l'/></p:sldLayoutIdLst>"

# The colours of a file that has no theme: without any, series would not be seen.
_HUES = {"dk1": "000000", "lt1": "FFFFFF", "dk2": "1F497D", "lt2": "EEECE1", "accent1": "4F81BD", "accent2": "C0504D",
         "accent3": "9BBB59", "accent4": "8064A2", "accent5": "4BACC6", "accent6": "F79646", "hlink": "0000FF",
         "folHlink": "800080"}  # fmt: skip
_PLAIN = (
    "<a:themeElements><a:clrScheme name='plain'>"
    + "".join(f"<a:{name}><a:srgbClr val='{rgb}'/></a:{name}>" for name, rgb in _HUES.items())
    + "</a:clrScheme></a:themeElements>"
)

# Each part: its kind in relationships, its content type, and what it refers to by id.
_PARTS: MappingProxyType[str, tuple[str, dict[str, tuple[str, str]]]] = MappingProxyType({
    "ppt/presentation.xml": ("presentationml.presentation.main", {
        "m": ("slideMaster", "slideMasters/m.xml"), "s": ("slide", "slides/s.xml")}),
    "ppt/slideMasters/m.xml": ("presentationml.slideMaster", {
        "l": ("slideLayout", "../slideLayouts/l.xml"), "t": ("theme", "../theme/t.xml")}),
    "ppt/slideLayouts/l.xml": ("presentationml.slideLayout", {"m": ("slideMaster", "../slideMasters/m.xml")}),
    "ppt/slides/s.xml": ("presentationml.slide", {
        "l": ("slideLayout", "../slideLayouts/l.xml"), "c": ("chart", "../charts/c.xml")}),
    "ppt/charts/c.xml": ("drawingml.chart", {}),
    "ppt/theme/t.xml": ("theme", {}),
})  # fmt: skip


def chart_deck(chart: bytes, theme: bytes = b"") -> bytes:
    """Return a pptx file that shows a chart part, which may lean on nothing else of its file but a theme."""
    parts = {
        "ppt/presentation.xml": _part("presentation", _MAIN),
        "ppt/slideMasters/m.xml": _part("sldMaster", _TREE.format("") + _COLOURS + _LAYOUTS),
        "ppt/slideLayouts/l.xml": _part("sldLayout", _TREE.format("")),
        "ppt/slides/s.xml": _part("sld", _TREE.format(_FRAME)),
        "ppt/charts/c.xml": _alone(chart),
        "ppt/theme/t.xml": theme or _part("theme", _PLAIN, "a"),
    }
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _content_types())
        archive.writestr("_rels/.rels", _relations({"d": ("officeDocument", "ppt/presentation.xml")}))
        for name, content in parts.items():
            folder, _, file = name.rpartition("/")
            archive.writestr(name, content)
            archive.writestr(f"{folder}/_rels/{file}.rels", _relations(_PARTS[name][1]))
    return out.getvalue()


def _alone(chart: bytes) -> bytes:
    """Return a chart part without what other parts hold: its workbook, and shapes drawn over it."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    root = etree.fromstring(chart.lstrip(), parser)
    for leaning in [one for name in ("externalData", "userShapes") for one in root.findall(f"{{*}}{name}")]:
        root.remove(leaning)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _part(root: str, content: str, prefix: str = "p") -> bytes:
    return f"<{prefix}:{root} {_NAMES}>{content}</{prefix}:{root}>".encode()


def _relations(targets: dict[str, tuple[str, str]]) -> str:
    lines = (f'<Relationship Id="{id}" Type="{_RELATED}/{kind}" Target="{to}"/>' for id, (kind, to) in targets.items())
    return f'<Relationships xmlns="{_SCHEMAS}/package/2006/relationships">{"".join(lines)}</Relationships>'


def _content_types() -> str:
    own = (f'<Override PartName="/{name}" ContentType="{_CONTENT}.{kind}+xml"/>' for name, (kind, _) in _PARTS.items())
    usual = (
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    )
    return f'<Types xmlns="{_SCHEMAS}/package/2006/content-types">{usual}{"".join(own)}</Types>'

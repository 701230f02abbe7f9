"""Workbooks that tests write part by part, so that each fault and each rare form can be had."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def sheet_xml(rows: str, *, before: str = "", after: str = "") -> str:
    """A worksheet part with these rows, in the form that Excel writes."""
    return (
        f'{DECLARATION}<worksheet xmlns="{MAIN}" xmlns:r="{RELATED}">{before}'
        f"<sheetData>{rows}</sheetData>{after}</worksheet>"
    )


def row_xml(number: int, *cells: str) -> str:
    """A row of cells; `{}` in a cell stands for the row's number."""
    return f'<row r="{number}">' + "".join(cell.replace("{}", str(number)) for cell in cells) + "</row>"


def text_cell(address: str, text: str) -> str:
    """A cell with an inline string."""
    return f'<c r="{address}" t="inlineStr"><is><t>{text}</t></is></c>'


def number_cell(address: str, number: float, style: int = 0) -> str:
    """A cell with a number."""
    return f'<c r="{address}" s="{style}"><v>{number}</v></c>'


def table_xml(name: str, ref: str, *columns: str, totals: int = 0) -> str:
    """A formal table's part."""
    inside = "".join(f'<tableColumn id="{i}" name="{column}"/>' for i, column in enumerate(columns, 1))
    start = f'<table xmlns="{MAIN}" displayName="{name}" ref="{ref}" totalsRowCount="{totals}">'
    return f"{start}<tableColumns>{inside}</tableColumns></table>"


def relations_xml(*targets: tuple[str, str]) -> str:
    """A relationships part: pairs of type and target, with ids rId1, rId2 ..."""
    inside = "".join(
        f'<Relationship Id="rId{i}" Type="{RELATED}/{type}" Target="{target}"'
        + (' TargetMode="External"/>' if "://" in target else "/>")
        for i, (type, target) in enumerate(targets, 1)
    )
    return (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inside}</Relationships>'
    )


def workbook(
    *sheets: str,
    names: tuple[str, ...] = (),
    states: tuple[str, ...] = (),
    formats: tuple[str, ...] = (),
    strings: str = "",
    defined: str = "",
    properties: str = "",
    parts: dict[str, str | bytes] | None = None,
) -> bytes:
    """A workbook with these sheets; style 0 is General, style n has the n-th of `formats`."""
    names = names or tuple(f"Sheet{i}" for i, _ in enumerate(sheets, 1))
    states = states or ("visible",) * len(sheets)
    entries = "".join(
        f'<sheet name="{name}" sheetId="{i}" state="{state}" r:id="rId{i}"/>'
        for i, (name, state) in enumerate(zip(names, states, strict=True), 1)
    )
    codes = "".join(f'<numFmt numFmtId="{163 + i}" formatCode="{code}"/>' for i, code in enumerate(formats, 1))
    styles = "".join(f'<xf numFmtId="{163 + i if i else 0}"/>' for i in range(len(formats) + 1))
    targets = [("worksheet", f"worksheets/sheet{i}.xml") for i, _ in enumerate(sheets, 1)]
    written: dict[str, str | bytes] = {
        "_rels/.rels": relations_xml(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}">{properties}<sheets>{entries}</sheets>'
        f"<definedNames>{defined}</definedNames></workbook>",
        "xl/_rels/workbook.xml.rels": relations_xml(*targets, ("styles", "styles.xml")),
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts>{codes}</numFmts><cellXfs>{styles}</cellXfs>'
        f"</styleSheet>",
        **{f"xl/worksheets/sheet{i}.xml": sheet for i, sheet in enumerate(sheets, 1)},
        **({"xl/sharedStrings.xml": strings} if strings else {}),
        **(parts or {}),
    }
    return zipped(written)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A zip package of these parts."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as package:
        for name, content in parts.items():
            # The first part of an OpenDocument file is not compressed.
            package.writestr(name, content, ZIP_STORED if name == "mimetype" else ZIP_DEFLATED)
    return buffer.getvalue()

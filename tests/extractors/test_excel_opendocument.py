"""Spreadsheets of OpenDocument that do not say what they are, or say it by a wrong name."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from assay.model.grid import Grid
from extractors.excel import read_excel
from extractors.sniffing import EXTENSIONS, sniff

CONTENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="One">'
    '<table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>'
    '<table:table-cell office:value-type="float" office:value="2.5"><text:p>2.5</text:p></table:table-cell>'
    "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
)
MANIFEST = (
    '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="/" '
    'm:media-type="{}"/></m:manifest>'
)


def package(media_type: str, *, named: bool) -> bytes:
    """A spreadsheet, with the part `mimetype` or without."""
    target = BytesIO()
    with ZipFile(target, "w") as archive:
        if named:
            archive.writestr("mimetype", media_type)
        archive.writestr("content.xml", CONTENT)
        archive.writestr("META-INF/manifest.xml", MANIFEST.format(media_type))
    return target.getvalue()


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("path", ["a.ods", "a.xlsx", "a"])
def test_a_spreadsheet_is_told_and_read_whatever_its_name(path: str, named: bool):
    data = package(EXTENSIONS["ods"], named=named)
    assert sniff(path, data) == EXTENSIONS["ods"]
    (grid,) = (one.payload for one in read_excel(data).artifacts if isinstance(one.payload, Grid))
    assert (grid.displayed, grid.stored) == (("name", "2.5"), ("name", 2.5))


def test_other_packages_without_a_type_are_what_their_manifest_says():
    assert sniff("a.ods", package(EXTENSIONS["odt"], named=False)) == EXTENSIONS["odt"]
    assert sniff("a.ods", package("text/plain", named=False)) == "application/zip"

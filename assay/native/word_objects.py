"""Things of a Word document taken out: tables, pictures, charts, equations, videos."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256

from assay.markdown import artifact_markdown
from assay.model.artifact import Artifact
from assay.model.grid import Grid
from assay.native.cuts import Cut, Gone, drop_other_branches, paired, place, spoken
from assay.native.names import Element, above, children, chosen, letters, name, remove, stated, within
from assay.native.package import OfficeFile
from assay.native.word_places import Scope
from assay.native.word_words import holder, remove_object


def cut_table(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a table out; a cell keeps the paragraph that it needs."""
    return [partial(_remove_table, one) for one in tables_of(scope, gone, artifact)]


def tables_of(scope: Scope, gone: Gone, artifact: Artifact) -> list[Element]:
    """Return the element of a table."""
    return paired(gone, artifact, list(_tables(scope.element)), spoken, _grid_letters)


def cut_image(file: OfficeFile, scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a picture out with its alternative text."""
    blips = [one for one in chosen(scope.element) if name(one) in ("a:blip", "v:imagedata")]
    found = paired(gone, artifact, blips, lambda one: _shown(file, scope, one), _stored)
    films = [one for one in gone.document.artifacts if one.kind == "video" and place(one.at) == place(artifact.at)]
    cut = _hide_poster if any(one.key not in gone.keys for one in films) else _remove_picture
    return [partial(cut, one) for one in found]


def cut_chart(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a chart out; its part, workbook and styles follow, since nothing names them."""
    charts = [one for one in chosen(scope.element) if name(one).endswith(":chart") and stated(one, "r:id")]
    drawings = [drawing for one in charts if (drawing := holder(one)) is not None]
    return [partial(remove_object, one) for one in paired(gone, artifact, drawings, lambda _: "")]


def cut_equation(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take an equation out."""
    each = [one for one in chosen(scope.element) if name(one) == "m:oMath"]
    outer = [one for one in chosen(scope.element) if name(one) in ("m:oMath", "m:oMathPara")]
    outer = [one for one in outer if above(one, "m:oMathPara", "m:oMath") is None]
    peers = len(gone.peers(artifact))
    found = paired(gone, artifact, outer if len(outer) == peers else each, spoken)
    return [partial(_remove_equation, one) for one in found]


def cut_video(scope: Scope, gone: Gone, artifact: Artifact) -> list[Cut]:
    """Return the cuts that take a video out, its poster with it where that is not to stay."""
    videos = [one for one in chosen(scope.element) if name(one).endswith((":webVideoPr", ":videoFile"))]
    drawings = [drawing for one in videos if (drawing := holder(one)) is not None]
    images = [one for one in gone.document.artifacts if one.kind == "image" and one.at == artifact.at]
    stays = any(one.key not in gone.keys for one in images)
    found = paired(gone, artifact, drawings, lambda _: "")
    return [partial(_remove_film if stays else remove_object, one) for one in found]


def _tables(element: Element) -> Iterator[Element]:
    """Yield tables with those in their cells first, as the reader adds them."""
    for child in element:
        yield from _tables(child)
    if name(element) == "w:tbl":
        yield element


def _grid_letters(artifact: Artifact) -> str:
    grid = artifact.payload
    return letters("".join(grid.displayed)) if isinstance(grid, Grid) else letters(artifact_markdown(artifact))


def _remove_table(table: Element) -> None:
    cell = table.getparent()
    remove(table)
    if cell is not None and name(cell) == "w:tc" and not children(cell, "w:p"):
        tag = str(table.tag).replace("}tbl", "}p")
        cell.append(cell.makeelement(tag))


def _shown(file: OfficeFile, scope: Scope, blip: Element) -> str:
    ids = (stated(blip, name) for name in ("r:embed", "r:id", "o:relid", "r:link"))
    target = next((found for id in ids if id and (found := file.related(scope.part, id))), "")
    data = file.read(target)
    return sha256(data).hexdigest() if data else target


def _stored(artifact: Artifact) -> str:
    return artifact.blob or artifact.text


def _hide_poster(blip: Element) -> None:
    """Leave a film without the picture that stands for it."""
    drop_other_branches(blip)
    for key in [key for key in blip.attrib if str(key).endswith(("}embed", "}link", "}id"))]:
        del blip.attrib[key]


def _remove_picture(blip: Element) -> None:
    drop_other_branches(blip)
    drawing, picture = holder(blip), above(blip, "pic:pic", "v:shape", "v:rect")
    if drawing is None:
        remove(picture if picture is not None else blip)
    elif len(within(drawing, "a:blip", "v:imagedata")) == 1 and not within(drawing, "w:txbxContent"):
        remove_object(drawing)
    elif within(picture if picture is not None else blip, "w:txbxContent"):
        remove(blip)
    else:
        remove(picture if picture is not None else blip)


def _remove_equation(equation: Element) -> None:
    around = above(equation, "m:oMathPara")
    remove(equation)
    if around is not None and not within(around, "m:oMath"):
        remove(around)


def _remove_film(drawing: Element) -> None:
    drop_other_branches(drawing)
    for film in [one for one in drawing.iter() if name(one).endswith((":webVideoPr", ":videoFile"))]:
        extension = above(film, "a:ext")
        remove(extension if extension is not None else film)

"""`assay extract` and `assay score`: what is read in one file, and what its chunks are worth."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.printing import line_of, print_json, print_line, say
from assay.model.errors import UsageError

_VIEWS = "full, text, tables-html, placeholders, combined, values, notes, facts, pandoc or sheet=NAME."


@click.command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option("--json", "as_json", is_flag=True, help="Print the document and its artifacts as JSON.")
@click.option("--view", default="full", show_default=True, help=_VIEWS)
@click.option("--without", "keys", multiple=True, metavar="KEY", help="Take an artifact out with all that rests on it.")
@click.option("--recalculate", is_flag=True, help="Let LibreOffice calculate formulas that have no stored result.")
@click.option(
    "--media",
    type=click.Path(path_type=Path, readable=False),
    help="Write the pictures into this folder and link them; with LibreOffice also those of slides, pages and charts.",
)
def extract(file: Path, as_json: bool, view: str, keys: tuple[str, ...], recalculate: bool, media: Path | None) -> None:
    """Print one file's Markdown, or its document and artifacts."""
    from assay.stages.looking import document_body, read_file, readable, write_media
    from assay.stages.pictures import with_pictures
    from assay.stages.recalculating import with_results
    from assay.stages.viewing import view_of
    from assay.views import without

    extraction = with_results(read_file(file)) if recalculate else read_file(file)
    document = extraction.document
    missing = [key for key in keys if document.artifact(key) is None]
    if document.readable and missing:
        raise UsageError(f"{file} holds no artifact {missing[0]}; `assay extract {file} --json` lists them.")
    document, written = without(document, keys), list[Path]()
    if media is not None and document.readable:
        written += write_media(document, extraction.blobs, media)
        document, drawn = with_pictures(extraction, document, keys, media)
        written += drawn
    if as_json:
        print_json(document_body(document))
    readable(document)
    if not as_json:
        shown, beside = view_of(extraction, keys, view, media)
        written += [path for path in beside if path not in written]
        click.echo(shown, nl=False)
        for warning in document.warnings:
            say(f"warning: {warning}")
    if media is not None:
        say(f"{len(written)} files: {media}")


@click.command()
@click.argument("target", type=click.Path(path_type=Path, readable=False), metavar="FILE-or-OUT")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def score(target: Path, as_json: bool) -> None:
    """Show density features, terms and score of each chunk of a file, or of all documents of an OUT."""
    from assay.config import Chunks
    from assay.stages.looking import read_file, readable, score_body, score_text, scored_file
    from assay.stages.reading_out import stored_chunks, stored_summaries

    whole = target.is_dir()
    told = stored_summaries(target) if whole else {}
    for one in stored_chunks(target) if whole else scored_file(readable(read_file(target).document), Chunks()):
        if as_json:
            print_line(score_body(one, told.get(one.chunk.name)))
        else:
            click.echo(line_of(score_text(one)))

"""Composes the documents of a paper: its plan and an organisation give a draft, a workbook or a deck, rendered."""

from __future__ import annotations

from pathlib import PurePosixPath

from assay.enterprise.blocks import Block, Commented, Draft, Footnoted, Grid, Paragraph
from assay.enterprise.excel import Book, Sheet, excel
from assay.enterprise.layouts import grid
from assay.enterprise.pdf import pdf
from assay.enterprise.placed import Rendered
from assay.enterprise.plans import Line, Paper, Part, SheetPlan, SlidePlan
from assay.enterprise.records import World
from assay.enterprise.sentences import block_of, filled, told
from assay.enterprise.slides import Deck, Slide, slides
from assay.enterprise.text import csv, markdown, plain
from assay.enterprise.web import html
from assay.enterprise.word import word

_NUMBERED = (".docx", ".pdf")


def compose(world: World, paper: Paper) -> Rendered:
    """Return a paper as the file that its name asks for."""
    suffix = PurePosixPath(paper.name).suffix
    if suffix == ".xlsx":
        return excel(_book(world, paper))
    if suffix == ".pptx":
        return slides(_deck(world, paper))
    draft = drafted(world, paper)
    if suffix == ".csv":
        return csv(draft, paper.separator)
    return {".docx": word, ".pdf": pdf, ".html": html, ".md": markdown, ".txt": plain}[suffix](draft)


def path_of(world: World, name: str) -> str:
    """Return where a file of an organisation stands: later organisations have a folder of their own."""
    folder = world.domain.name
    if world.number:
        folder += "/" + "-".join(world.place.name.lower().replace("&", "and").split())
    return f"{folder}/{name}"


def drafted(world: World, paper: Paper) -> Draft:
    """Return a paper of running text with its tables, before it is rendered."""
    return Draft(
        path_of(world, paper.name),
        filled(world, paper.title),
        filled(world, paper.author),
        paper.source_kind,
        _blocks(world, paper),
        filled(world, paper.header),
        filled(world, paper.footer),
        paper.language,
    )


def _blocks(world: World, paper: Paper) -> tuple[Block, ...]:
    blocks: list[Block] = []
    suffix = PurePosixPath(paper.name).suffix
    tables = 0
    for item in paper.body:
        if isinstance(item, Part):
            tables += 1
            blocks.append(_table(world, item, paper.language, suffix, tables))
        elif isinstance(item, Line):
            blocks.append(_line(world, item, paper))
        else:
            assert not isinstance(item, SheetPlan | SlidePlan)
            blocks.append(block_of(world, item))
    return tuple(blocks)


def _table(world: World, part: Part, language: str, suffix: str, number: int) -> Grid:
    bare = suffix == ".csv"
    return grid(world, part, language=language, bare=bare, number=number if suffix in _NUMBERED else 0)


def _line(world: World, line: Line, paper: Paper) -> Block:
    paragraph = told(world, line, paper.language)
    if line.where == "footnote":
        return Footnoted("What was asked most often is answered below.", paragraph)
    if line.where == "comment":
        return Commented("The figures of the last quarter are still being checked.", paragraph, world.people[1])
    return paragraph


def _book(world: World, paper: Paper) -> Book:
    sheets = tuple(_sheet(world, item, paper.language) for item in paper.body if isinstance(item, SheetPlan))
    title, author = filled(world, paper.title), filled(world, paper.author)
    return Book(path_of(world, paper.name), title, author, paper.source_kind, sheets, paper.defined)


def _sheet(world: World, plan: SheetPlan, language: str) -> Sheet:
    grids = tuple(grid(world, part, language=language) for part in plan.parts)
    comment = told(world, plan.comment) if isinstance(plan.comment, Line) else Paragraph(filled(world, plan.comment))
    return Sheet(
        plan.name,
        filled(world, plan.title),
        grids,
        plan.growth,
        plan.formal,
        plan.chart,
        comment,
        plan.hidden,
        plan.shade,
        plan.choices,
        plan.link,
    )


def _deck(world: World, paper: Paper) -> Deck:
    return Deck(
        path_of(world, paper.name),
        filled(world, paper.title),
        filled(world, paper.subtitle),
        filled(world, paper.author),
        paper.source_kind,
        tuple(_slide(world, item) for item in paper.body if isinstance(item, SlidePlan)),
        paper.link,
        filled(world, paper.footer),
    )


def _slide(world: World, plan: SlidePlan) -> Slide:
    return Slide(
        filled(world, plan.title),
        tuple(_said(world, bullet) for bullet in plan.bullets),
        grid(world, plan.table) if plan.table else None,
        grid(world, plan.chart) if plan.chart else None,
        _said(world, plan.note),
        plan.hidden,
        filled(world, plan.box),
        plan.shade,
    )


def _said(world: World, line: Line | str) -> Paragraph:
    return told(world, line) if isinstance(line, Line) else Paragraph(filled(world, line))

"""Plain text, mail, and the encodings of text files."""

import pytest

from assay.model.artifact import Text
from extractors.encoding import decode
from extractors.plain import read_mail, read_plain


def test_paragraphs_part_at_blank_lines_and_keep_their_line():
    found = [(a.text, a.at.line, a.payload) for a in read_plain(b"one\r\ntwo  \r\n\r\n \r\nthree").artifacts]
    assert found == [("one\ntwo", 1, Text()), ("three", 5, Text())]


def test_text_without_blank_lines_is_cut_and_nothing_is_lost():
    lines = [f"line {number}" for number in range(100)]
    found = read_plain("\n".join(lines).encode()).artifacts
    assert "\n".join(artifact.text for artifact in found).split("\n") == lines
    assert [artifact.at.line for artifact in found] == [1, 41, 81]


MAIL = b"""From: Ines <ines@example.org>\r
To: jonas@example.org\r
Subject: =?utf-8?q?Losses_in_=C3=96land?=\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
Content-Type: %s; charset=utf-8\r
\r
%s\r
--b\r
Content-Type: text/csv\r
Content-Disposition: attachment; filename="losses.csv"\r
\r
a,b\r
--b--\r
"""


@pytest.mark.parametrize(
    "body", [(b"text/plain", b"761 GWh\r\n\r\nlost"), (b"text/html", b"<p>761 GWh</p><p>lost</p>")]
)
def test_mail_has_its_headers_its_body_and_the_names_of_its_attachments(body: tuple[bytes, bytes]):
    found = read_mail(MAIL % body)
    assert found.title == "Losses in Öland"
    assert [artifact.text for artifact in found.artifacts if artifact.kind == "text"] == ["761 GWh", "lost"]
    assert "attachment: losses.csv" in [artifact.text for artifact in found.artifacts]
    assert ["losses.csv" in warning for warning in found.warnings] == [True]


def test_mail_of_an_unknown_charset_is_a_record():
    found = read_mail(b"From: a\nContent-Type: text/plain; charset=no-such\n\nbody")
    assert found.problem is not None or [a.text for a in found.artifacts if a.kind == "text"] == ["body"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_unicode_is_known_with_and_without_a_mark(encoding: str):
    assert decode("Größe 1\r\nsecond line".encode(encoding)) == "Größe 1\nsecond line"


def test_an_undeclared_encoding_is_found_by_likelihood_and_a_false_one_is_passed_over():
    russian = "Производство электроэнергии выросло на семь процентов в прошлом году. " * 5
    assert decode(russian.encode("cp1251"), "no-such-encoding") == russian
    assert decode("é".encode("cp1252"), "rot13") != ""

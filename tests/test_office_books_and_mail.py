"""EPUB, ODT and e-mail as text: what is taken and what is left out, worked by hand."""

from __future__ import annotations

import pytest

from office_files import epub, mail, odt
from tamis.documents.formats import UnreadableError, extract, read

HEAD = "From: Åse Fjord <ase@fjord.example>\nTo: buyer@example.com\nDate: 2024-05-02 09:15+02:00\n"


def test_a_book_is_its_pages_in_the_order_of_the_spine():
    """Entities of HTML, tags that end in themselves, a broken page; no list of contents."""
    first = (
        '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml11.dtd">'
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head>'
        '<body><h1>One</h1><p><a id="x"/>caf&eacute;&nbsp;au lait &lt;b&gt;</p>'
        "<table><tr><td>Oslo</td><td>5</td></tr></table></body></html>"
    )
    broken = "<html><body><p>not closed<br>at all</body></html>"
    title, text = extract(epub({"z%20a.xhtml": first, "a.xhtml": broken}), ".epub")
    assert title == "A Book"
    assert text == "# One\n\ncafé au lait <b>\n\nOslo | 5\n\nnot closed\nat all"
    assert extract(epub({"z.xhtml": first}, title=""), ".epub")[0] == "One"


def test_a_text_document():
    """Headings by level, nested lists, rows, spaces, notes in place; nothing that was deleted."""
    body = (
        "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
        '<text:h text:outline-level="2">Suppliers</text:h>'
        '<text:p>Fjord<text:s text:c="2"/>AS<text:note><text:note-citation>1</text:note-citation>'
        "<text:note-body><text:p>Since 1999.</text:p></text:note-body></text:note> is in"
        "<text:tab/>Oslo<office:annotation><text:p>Really?</text:p></office:annotation>.</text:p>"
        "<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item>"
        "<text:p>within</text:p></text:list-item></text:list></text:list-item>"
        "<text:list-item><text:p>two</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>Oslo</text:p>"
        "</table:table-cell><table:table-cell><text:p>5 &lt; 6</text:p></table:table-cell>"
        "</table:table-row></table:table>"
        "<text:p><draw:text-box><text:p>in a box</text:p></draw:text-box></text:p>"
    )
    title, text = extract(odt(body, "Register"), ".odt")
    assert title == "Register"
    assert text == (
        "## Suppliers\n\nFjord AS [Since 1999.] is in Oslo.\n\n"
        "- one\n  - within\n- two\n\nOslo | 5 < 6\n\nin a box"
    )
    assert extract(odt(body), ".odt")[0] == "Suppliers"


def test_a_message_is_its_header_fields_and_its_plain_text():
    """HTML beside it is not taken, attachments are named; encoded words are characters."""
    made = mail(subject="Größe")
    made["Cc"] = "other@example.com"
    made.add_alternative("<p>We deliver on <b>Monday</b>.</p>", subtype="html")
    made.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="préis.pdf")
    made.add_attachment("a,b", subtype="csv", filename="list.csv")
    title, text = extract(made.as_bytes(), ".eml")
    assert title == "Größe"
    assert text == (
        f"{HEAD.replace('Date', 'Cc: other@example.com' + chr(10) + 'Date')}Subject: Größe\n\n"
        "We deliver on Monday.\n\nAttachments, not read: préis.pdf, list.csv"
    )


def test_a_message_of_html_alone_and_one_within_another():
    """HTML is read as a page; a message that was forwarded as a file is read too."""
    made = mail()
    made.set_content("<h1>Offer</h1><ul><li>5 boxes</ul><script>no()</script>", subtype="html")
    outer = mail("See below.", "Fwd")
    outer.add_attachment(made)
    assert extract(outer.as_bytes(), ".eml")[1] == (
        f"{HEAD}Subject: Fwd\n\nSee below.\n\n{HEAD}Subject: Delivery\n\n# Offer\n\n- 5 boxes"
    )


@pytest.mark.parametrize(
    ("charset", "encoded"), [("iso-8859-1", "caf\xe9".encode("latin-1")), ("x", "café".encode())]
)
def test_the_charset_that_a_message_names_is_believed_then_utf_8(charset, encoded):
    """Nothing else is guessed."""
    head = f"Subject: caf\u00e9\nContent-Type: text/plain; charset={charset}\n"
    head = f"{head}Content-Transfer-Encoding: 8bit\n\n"
    assert extract(head.encode() + encoded, ".eml") == ("café", "Subject: café\n\ncafé")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"Just a text.\n", "is no e-mail: it has no From, To, Date or Subject"),
        (b"From: a@b\nContent-Type: multipart/encrypted; boundary=x\n\n--x--\n", "is encrypted"),
        (b"From: a@b\nContent-Type: application/pkcs7-mime\n\nMII", "is encrypted, or signed"),
    ],
)
def test_a_message_that_cannot_be_read_says_why(data, reason):
    """Text alone, and what only its receiver can open."""
    with pytest.raises(UnreadableError, match=f"^{reason}"):
        extract(data, ".eml")


def test_a_mailbox_is_its_messages():
    """Each a document; `>From ` was quoted; a message without readable text is told."""
    box = (
        b"From a@b Thu May  2 09:15:00 2024\nSubject: One\n\n>From here.\nFrom there.\n\n"
        b"From c@d Thu May  2 09:15:00 2024\r\nFrom: c@d\r\n"
        b"Content-Type: text/plain; charset=ascii\r\n\r\n\xff\r\n"
    )
    one, other = read(box, ".mbox")
    assert (one.name, one.title, one.text) == (
        "1", "One", "Subject: One\n\nFrom here.\nFrom there.",
    )  # fmt: skip
    assert (other.name, other.title, other.text) == ("2", "", "From: c@d")
    (lost,) = other.unread
    assert (lost.place, lost.reason) == (
        "message 2", "has text that is not ascii as it says, nor UTF-8",
    )  # fmt: skip
    with pytest.raises(UnreadableError, match=r"^is no mailbox"):
        extract(b"Subject: One\n\ntext", ".mbox")

"""One reader of HTML: for pages of a corpus, parts of e-mail and books, and pages of a wiki.

`tree` parses a page within limits, `walk` goes over it once, `tables` reads its tables. A kind of
page says what is left out of it and which of its tables are no tables: `page` for any page,
`tamis.documents.html.mediawiki` for those of MediaWiki.
"""

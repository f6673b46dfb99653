"""Everything that is shown, as data: words, options, sheets, charts and pages; and the drawing of pages and charts."""

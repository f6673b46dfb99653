"""The documentation site: Sphinx with Furo. `make docs` builds it; development.md explains how to add a page."""

import sys
from pathlib import Path

import charidice

sys.path.insert(0, str(Path(__file__).parent))

project = "Charidice"
author = "The Charidice contributors"
copyright = author
release = version = charidice.__version__
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "extensions.commands",
    "extensions.docstrings",
    "extensions.schemas",
    "extensions.strict_pages",
    "extensions.translations",
]
exclude_patterns = ["extensions", "schemas"]
# Blocks without a language are text, of which Pygments shall not make Python.
highlight_language = "none"

myst_heading_anchors = 4
# Dollars in the pages are prompts, not formulas.
myst_enable_extensions: list[str] = []
# A notebook runs in the build, and fails it if a cell does.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
# However long it takes on a busy machine.
nb_execution_timeout = -1

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
# `name` in a docstring is code, and a link where it can be.
default_role = "py:obj"

html_theme = "furo"
html_title = "Charidice"
html_favicon = "../src/charidice/web/static/icons/icon.svg"
html_static_path = ["static"]
html_css_files = ["charidice.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = html_domain_indices = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

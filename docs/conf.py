"""Sphinx configuration: Markdown pages through MyST, no theme beyond what Sphinx brings."""

from importlib.metadata import version as version_of

project = "yomikiri"
author = "The yomikiri developers"
copyright = "2026, The yomikiri developers"
release = version = version_of("yomikiri")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {"description": "puzzles read out to the very end", "page_width": "64em"}
# Console blocks show what commands print; nothing in them is to be highlighted as an error.
suppress_warnings = ["misc.highlighting_failure"]

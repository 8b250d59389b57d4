"""Sphinx configuration: Markdown pages through MyST, in the theme Furo."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("extensions")))

project = "yomikiri"
author = "The yomikiri developers"
copyright = "2026, The yomikiri developers"
release = version = version_of("yomikiri")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx_copybutton",
    "sphinx_design",
    "program_reference",
]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
# Options begin with two hyphens, and quotes in help texts are those that the program prints.
smartquotes = False
# Console blocks show what commands print; nothing in them is to be highlighted as an error.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"yomikiri {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "../src/yomikiri/web/static/icon.svg"
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f8b", "color-brand-content": "#1f5f8b"},
    "dark_css_variables": {"color-brand-primary": "#7fb8dd", "color-brand-content": "#7fb8dd"},
}
# The button copies commands, never prompts or what was printed.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
# Signatures read as they are imported: `solve`, not `yomikiri.search.solve.solve`.
add_module_names = False
python_maximum_signature_line_length = 88
autodoc_member_order = "bysource"
# Hundreds of names in every page's navigation would take a third of the build; the index has them all.
toc_object_entries = False

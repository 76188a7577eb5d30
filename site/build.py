#!/usr/bin/env python3
"""build.py [FOLDER]: builds the site of the docs in FOLDER (build/site); FOLDER/html/index.html opens from disk."""

import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from api import Reference, page_of
from pages import Pages

SOURCE = Path(__file__).resolve().parent.parent
PYTHON = ["queries", "batches", "shapes", "motions", "worlds", "states", "snapshots", "agents", "features", "scenes", "runs",
          "tables", "clusters.sweeps", "clusters.datasets"]

# Who searches wants to be told of a thing before its details.
BOOSTS = {"how-it-works.md": 3, "words.md": 4, "concepts/[qwap]*.md": 2, "api/**/*.md": 0.5, "numerics/*.md": 0.5,
          "concepts/sources.md": 0.3, "CHANGELOG.md": 0.3, "ARCHITECTURE.md": 0.5}


def first_sentence(text):
    return text.strip().split("\n\n")[0].split(". ")[0].rstrip(".").replace("\n", " ")


def overview(title, text, rows):
    table = "".join(f"| [{name}]({place}) | {what} |\n" for name, place, what in rows)
    return f"# {title}\n\n{text}\n\n| | |\n| --- | --- |\n{table}"


def search_by_words_alone(folder):
    """Takes asterisks out of what is searched: lunr holds them for any letters, and fails at words that begin alike."""
    for path in folder.glob("search_index.*"):
        path.write_text(path.read_text().replace("*", " "))


def label_cells(folder):
    """Tells cells of tables of four columns or more that hold sentences how their column is called, for telephones."""
    for path in folder.rglob("*.html"):
        page = path.read_text()
        labelled = re.sub(r"<table>.*?</table>", labelled_table, page, flags=re.DOTALL)
        if labelled != page:
            path.write_text(labelled)


def labelled_table(match):
    names = [plain(name).replace('"', "&quot;") for name in re.findall(r"<th\b[^>]*>(.*?)</th>", match[0])]
    sentences = any(len(plain(cell)) > 24 for cell in re.findall(r"<td\b[^>]*>(.*?)</td>", match[0]))
    if len(names) < 4 or not sentences:
        return match[0]
    column = itertools.cycle(names)
    cells = re.sub(r"<td\b", lambda _: f'<td data-column="{next(column)}"', match[0])
    return cells.replace("<table>", "<table data-wide>")


def plain(html):
    return re.sub(r"<[^>]*>", "", html)


def headers_of(reference, ending):
    """Rows of an overview: header, page, and the names of what it tells."""
    for header in sorted(name for name in reference.headers if name.endswith(ending)):
        names = dict.fromkeys(item.name for item in reference.headers[header] if item.name)
        yield Path(header).name, Path(page_of(header)).name, ", ".join(f"`{name}`" for name in names)


def module_pages(pages):
    """Pages of the Python package; rows of their overview."""
    for name in PYTHON:
        source = (SOURCE / "python/firsthit" / f"{name.replace('.', '/')}.py").read_text()
        said = source.split('"""')[1]
        place = f"{name.replace('.', '-')}.md"
        what = first_sentence(said)
        (pages / "api/python" / place).write_text(f"# {name}\n\n::: firsthit.{name}\n")
        yield name, place, what


def nav(folder, rows):
    pages = [f'{{"{name}": api/{folder}/{place}}}' for name, place, _ in rows]
    return f"[{', '.join([f'api/{folder}/index.md', *pages])}]"


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else SOURCE / "build/site").resolve()
    shutil.rmtree(folder, ignore_errors=True)
    reference = Reference(SOURCE / "include", folder)
    pages = folder / "pages"
    laid = Pages(SOURCE, pages, reference)
    laid.lay_out()
    for fault in laid.faults:
        print(fault, file=sys.stderr)

    cpp, c = list(headers_of(reference, ".hpp")), list(headers_of(reference, ".h"))
    (pages / "api/python").mkdir(parents=True)
    python = list(module_pages(pages))
    for name, title, text, rows in [
            ("cpp", "C++ reference", "`#include <firsthit/firsthit.hpp>` includes all of these.", cpp),
            ("c", "C reference", "`#include <firsthit/firsthit.h>` includes all of these; [firsthit in C](../../c.md) tells how to use them.", c),
            ("python", "Python reference", "`from firsthit import *` has the names of all of these; [firsthit in Python](../../python.md) tells how to use them.", python)]:
        (pages / "api" / name / "index.md").write_text(overview(title, text, rows))
    for place, boost in BOOSTS.items():
        for path in pages.glob(place):
            path.write_text(f"---\nsearch: {{ boost: {boost} }}\n---\n{path.read_text()}")
    numerics = sorted(path.name for path in (SOURCE / "docs/numerics").glob("*.md") if path.name != "README.md")
    shutil.copy(SOURCE / "site/site.css", pages)
    shutil.copy(SOURCE / "site/node_modules/iframe-worker/shim/index.js", pages / "iframe-worker.js")
    config = (SOURCE / "site/mkdocs.yml").read_text()
    filled = {"python_folder": str(SOURCE / "python"), "cpp_pages": nav("cpp", cpp), "c_pages": nav("c", c),
              "python_pages": nav("python", python),
              "numerics_pages": f"[{', '.join(f'numerics/{name}' for name in ['README.md', *numerics])}]"}
    for key, value in filled.items():
        config = config.replace(f"{{{key}}}", value)
    (folder / "mkdocs.yml").write_text(config)
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", folder / "mkdocs.yml"], check=True,
                   env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    search_by_words_alone(folder / "html/search")
    label_cells(folder / "html")
    return 1 if laid.faults else 0


if __name__ == "__main__":
    sys.exit(main())

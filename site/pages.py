"""The pages of the site, from what stands in the tree: its Markdown, its notebooks, and the sources that these link to."""

import json
import os
import re
from pathlib import Path

# What stands elsewhere than in docs/, and where the site has it.
ELSEWHERE = {"README.md": "index.md", "SECURITY.md": "SECURITY.md", "ARCHITECTURE.md": "ARCHITECTURE.md",
             "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md",
             "wasm/package/README.md": "javascript.md", "web/dist/playground.html": "playground-page.html"}
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".c": "c", ".py": "python", ".toml": "toml", ".rs": "rust", ".go": "go",
             ".mjs": "js", ".txt": "text", ".js": "js", ".jsonl": "json", ".md": "markdown"}
FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()(?![a-z]+:)([^)\s#]*)(#[^)\s]+)?(?=\)| \")")
FRAME = ('<iframe class="playground" src="playground-page.html" title="The playground" loading="lazy"></iframe>\n\n'
         "[Open it on a page of its own](playground-page.html)")


class Pages:
    """Lays pages out in a folder, and notes what they link to until all of that is there as well."""

    def __init__(self, source, into, reference):
        self.source, self.into, self.reference = Path(source), Path(into), reference
        self.wanted = []  # files and folders that pages link to, which are no pages so far
        self.faults = []

    def lay_out(self):
        docs = self.source / "docs"
        for path in sorted(docs.rglob("*")):
            if path.suffix in (".svg", ".png", ".gif"):
                self._write(path.relative_to(docs), path.read_bytes())
            elif path.suffix == ".ipynb":
                self._write(path.relative_to(docs).with_suffix(".md"), self._page(path, notebook(path)))
        for path in [*sorted(docs.rglob("*.md")), *map(self.source.joinpath, ELSEWHERE)]:
            if path.suffix == ".md":
                self._write(self._place(path), self._page(path, path.read_text()))
        for header in self.reference.headers:
            self._write(Path("api") / self._header_page(header), self.reference.page(header))
        done = set()
        while self.wanted:
            path = self.wanted.pop()
            if path not in done:
                done.add(path)
                self._write(self._place(path), self._listing(path) if path.is_dir() else self._whole(path))

    def _write(self, place, content):
        path = self.into / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    @staticmethod
    def _header_page(header):
        return f"{'c' if header.endswith('.h') else 'cpp'}/{Path(header).stem}.md"

    def _place(self, path):
        """Where the site has a file or folder of the tree."""
        name = path.relative_to(self.source).as_posix()
        if name in ELSEWHERE:
            return Path(ELSEWHERE[name])
        header = name.removeprefix("include/")
        if header in self.reference.headers:
            return Path("api") / self._header_page(header)
        if name in ("include/firsthit/firsthit.hpp", "include/firsthit"):
            return Path("api/cpp/index.md")
        if name in ("include/firsthit/firsthit.h", "include/firsthit/c"):
            return Path("api/c/index.md")
        if name.startswith("docs/"):
            place = Path(name.removeprefix("docs/"))
            if place.suffix == ".ipynb":
                return place.with_suffix(".md")
            if place.suffix in (".md", ".svg", ".png", ".gif"):
                return place
        return Path("source") / (f"{name}.md" if path.is_file() else f"{name}/index.md")

    def _page(self, path, text):
        """The Markdown of one of our pages, as the site has it."""
        text = re.sub(r"^<!--.*?-->\n?", "", text, flags=re.MULTILINE | re.DOTALL)
        kept = []

        def keep(found):
            kept.append(found[0])
            return f"\0{len(kept) - 1}\0"

        text = FENCE.sub(keep, text)
        text = re.sub(r"(?<!`)`[^`\n]+`(?!`)", keep, text)
        # A list may follow a line of text at once; in the site's Markdown it may not. Nor is it indented by less than 4.
        text = re.sub(r"^(?! *(?:[-*] |\d+\. )|#|$|\||\t)(.+)\n(?=(?:[-*]|\d+\.) )", r"\1\n\n", text, flags=re.MULTILINE)
        text = re.sub(r"^ {2,3}(?=[-*] )", "    ", text, flags=re.MULTILINE)
        text = LINK.sub(lambda found: self._target(path, found[1], found[2]), text)
        if path.suffix == ".ipynb":
            text = with_formulas(text)
        if path == self.source / "docs/playground.md":
            first, rest = text.split("\n\n![", 1)
            text = f"{first}\n\n{FRAME}\n\n![{rest}"
        while "\0" in text:
            text = re.sub("\0(\\d+)\0", lambda found: kept[int(found[1])], text)
        return text

    def _target(self, page, name, anchor):
        """Where a link leads to on the site; `name` is empty for another place on the page itself."""
        anchor = (anchor or "").removeprefix("#")
        if not name:
            return f"#{anchor}"
        path = Path(os.path.normpath(page.parent / name))
        if not path.exists():
            self.faults.append(f"{page}: {name} is not there")
            return name
        place = self._place(path)
        if place.parts[0] == "source" or place.name == "playground-page.html":
            self.wanted.append(path)
        if anchor and path.suffix not in (".md", ".ipynb"):
            anchor = self._anchor_in(page, path, place, anchor)
        here = self._place(page).parent
        return os.path.relpath(place, here) + (f"#{anchor}" if anchor else "")

    def _anchor_in(self, page, path, place, name):
        """Where on the page of a source file it tells of a name."""
        if place.parts[0] == "api":
            header = path.relative_to(self.source / "include").as_posix()
            if name in self.reference.anchors(header):
                return name
            self.faults.append(f"{page}: {path.name} tells nothing of {name}")
        word = re.compile(rf"\b{re.escape(name)}\b")
        lines = path.read_text().splitlines()
        found = [number for number, line in enumerate(lines, 1)
                 if word.search(line) and not re.match(r"\s*(//|#include|using |return )", line)]
        if not found:
            self.faults.append(f"{page}: {path.name} has no {name}")
            return ""
        # Where it is defined rather than used: a line that begins a type or, at no or little indent, a function.
        definition = re.compile(rf"(struct|class|enum|constexpr|const)\b.*\b{name}\b|^\S.*\b{name}\(|"
                                rf"^  \w.*\b{name}\(.*\{{$")
        defined = [number for number in found if definition.search(lines[number - 1])]
        return f"line-0-{(defined or found)[0]}"

    def _whole(self, path):
        """A file of the tree as a page, or as it is."""
        name = path.relative_to(self.source).as_posix()
        if name in ELSEWHERE:
            return path.read_bytes()
        fence = "`" * 8
        language = LANGUAGES.get(path.suffix, "text")
        return f'{head(name)}{fence} {{ .{language} linenums="1" }}\n{path.read_text()}{fence}\n'

    def _listing(self, folder):
        name = folder.relative_to(self.source).as_posix()
        lines = [head(name)]
        for path in sorted(folder.iterdir()):
            if path.is_dir() or path.suffix not in LANGUAGES:
                continue
            place = self._place(path)
            if place.parts[0] == "source":
                self.wanted.append(path)
            lines.append(f"- [{path.name}]({os.path.relpath(place, self._place(folder).parent)})")
        return "\n".join(lines) + "\n"


def head(name):
    """Of a page that shows a file or a folder: searches are for what tells of it."""
    return f"---\ntitle: {name}\nsearch: {{ exclude: true }}\n---\n# `{name}`\n\n"


def notebook(path):
    """A notebook as Markdown."""
    parts = []
    for cell in json.loads(path.read_text())["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
    source = f"This is the notebook `{path.name}` of the [gallery](README.md)."
    return "\n\n".join([parts[0], source, *parts[1:]]) + "\n"


def with_formulas(text):
    """Formulas between dollars as MathML, which browsers draw themselves."""
    from latex2mathml.converter import convert

    text = re.sub(r"\$\$(.+?)\$\$", lambda found: convert(found[1], display="block"), text, flags=re.DOTALL)
    return re.sub(r"\$(.+?)\$", lambda found: convert(found[1]), text)

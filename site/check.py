#!/usr/bin/env python3
"""check.py [HTML]: does each link of the built site lead to a page of it and a place there, and is it all from disk?

Prints every link that does not, and exits 1; else how many pages and links there are, and the site's size.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MOST_BYTES = 60_000_000


class Page(HTMLParser):
    """The places of a page that can be linked to, and what it links to and loads."""

    def __init__(self, path):
        super().__init__()
        self.places, self.links, self.loads = set(), set(), set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.places.update(filter(None, [given.get("id"), given.get("name") if tag == "a" else None]))
        if tag in ("a", "link") and given.get("rel") != "canonical" and given.get("href"):
            (self.links if tag == "a" else self.loads).add(given["href"])
        elif given.get("src"):
            self.loads.add(given["src"])


def faults_of(root):
    """Yields what is wrong with each link; a page that stands alone, as the playground, is looked at by tests of its own."""
    pages = {path: Page(path) for path in root.rglob("*.html") if path.name not in ("404.html", "playground-page.html")}
    for path, page in pages.items():
        for link in sorted(page.links | page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads and parts.scheme != "data":
                    yield f"{path.relative_to(root)}: loads {link}, from elsewhere"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{path.relative_to(root)}: {link}: no such page"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                yield f"{path.relative_to(root)}: {link}: no such place"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "build/site/html").resolve()
    count = len(list(root.rglob("*.html")))
    if not count:
        sys.exit(f"check: no pages under {root}")
    faults = list(faults_of(root))
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    if size > MOST_BYTES:
        faults.append(f"the site has {size} bytes, more than {MOST_BYTES}")
    print("\n".join(faults) if faults else f"{count} pages, every link leads somewhere; {size / 1e6:.1f} MB")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

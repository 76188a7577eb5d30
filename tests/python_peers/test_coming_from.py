"""The lines on the pages for those who come from elsewhere: theirs and ours run, and have one answer."""

import re
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "docs/coming-from"
# How far from each other; what one page says of itself counts more. pooltool finds roots to some digits.
TOLERANCES = {"ipc-toolkit": 0.25 * 0.5, "pooltool": 1e-9, "pymunk": 0.0, "python-fcl": 1e-6}


def test_every_page_is_listed():
    listed = set(re.findall(r"\]\(([\w-]+)\.md\)", (PAGES / "README.md").read_text()))
    assert listed == {path.stem for path in PAGES.glob("*.md")} - {"README"} == {*TOLERANCES, "dynamo"}


@pytest.mark.parametrize("page", TOLERANCES)
def test_theirs_and_ours_have_one_answer(page):
    theirs, ours = re.findall(r"^```python\n(.*?)^```", (PAGES / f"{page}.md").read_text(), re.MULTILINE | re.DOTALL)
    assert "firsthit" not in theirs and "firsthit" in ours
    names = {}
    exec(theirs, names)
    expected, tolerance = names.pop("answer"), names.pop("tolerance", TOLERANCES[page])
    exec(ours, names)
    assert abs(names["answer"] - expected) <= tolerance and expected > 0

"""The notebooks of the gallery run, hold what they say, and draw."""

import base64
import os
from pathlib import Path

import nbclient
import nbformat
import pytest

GALLERY = Path(__file__).resolve().parents[2] / "docs/gallery"
NOTEBOOKS = sorted(path.stem for path in GALLERY.glob("*.ipynb"))


def test_there_are_six_and_each_is_listed():
    page = (GALLERY / "README.md").read_text()
    assert len(NOTEBOOKS) == 6 and all(f"]({name}.ipynb)" in page for name in NOTEBOOKS)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_it_runs_and_draws(name, tmp_path):
    """Figures are left in the folder FIRSTHIT_FIGURES, if it is given, to be looked at."""
    notebook = nbformat.read(GALLERY / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code), "kept without what it prints"
    assert any("assert " in cell.source for cell in code)
    (tmp_path / "docs/gallery").mkdir(parents=True)
    (tmp_path / "tests").symlink_to(GALLERY.parents[1] / "tests")
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3",
                            resources={"metadata": {"path": str(tmp_path / "docs/gallery")}}).execute()
    figures = [output.data["image/png"] for cell in code for output in cell.outputs if "image/png" in output.get("data", {})]
    assert figures
    if "FIRSTHIT_FIGURES" in os.environ:
        for i, figure in enumerate(figures):
            Path(os.environ["FIRSTHIT_FIGURES"], f"{name}-{i}.png").write_bytes(base64.b64decode(figure))
        Path(os.environ["FIRSTHIT_FIGURES"], f"{name}.ipynb").write_text(nbformat.writes(notebook))

"""Every notebook runs from top to bottom on a tiny run, and carries no old output."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
CONFIG = """# Which bids are made?
game = "ninety_nine"
matches = 20
seed = 3
line_ups = ["steady", "random_legal"]
[rules]
end_mode = "9_hands"
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    (folder / "tiny.toml").write_text(CONFIG)
    command = [str(Path(sys.executable).with_name("simcards")), "run", "tiny.toml", "--quiet"]
    subprocess.run(command, cwd=folder, check=True)
    return folder


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_and_holds_no_output(path, place):
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
            assert "def " not in cell.source  # what is wanted twice belongs in the package
    resources = {"metadata": {"path": str(place)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()

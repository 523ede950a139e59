"""The labs in Jupyter's own hands: executed by nbclient, compared with what the repository holds."""

import nbformat
import pytest
from conftest import REPOSITORY
from labbook import BOOK, check_book, outputs, source
from nbclient import NotebookClient

from frontend import START


@pytest.fixture(scope="module", params=BOOK)
def lab(request, labs):
    """A lab as it is in the repository, and as it is after all its cells ran in a kernel."""
    (path,) = [path for path in labs if path.stem == request.param]
    stored = nbformat.read(path, as_version=4)
    executed = nbformat.read(path, as_version=4)
    for cell in executed.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    # nbclient raises an error if a cell fails.
    NotebookClient(executed, timeout=START, startup_timeout=START, kernel_name="agon").execute(cwd=path.parent)
    return request.param, stored, executed


def test_a_lab_is_a_valid_notebook_for_this_kernel(labs):
    for path in labs:
        notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
        nbformat.validate(notebook)
        assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
        assert notebook.metadata.kernelspec.name == "agon"
        parameters = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
        assert len(parameters) == 1, path.name


def code_cells(path):
    """What is the same in both languages of a lab."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    return [(cell.id, source(cell.source), sorted(cell.metadata.get("tags", []))) for cell in cells]


def test_the_code_of_a_lab_is_the_same_in_both_languages(labs):
    for lab in labs:
        english = lab.parent / "en" / lab.name
        if english.exists():
            assert nbformat.read(english, as_version=4).metadata.lang == "en", english
            assert code_cells(english) == code_cells(lab), f"{lab.name}: the code cells differ"
    chinese = {lab.name for lab in labs}
    assert {path.name for path in (REPOSITORY / "notebooks/en").glob("*.ipynb")} <= chinese, "a lab in English only"


def test_the_labs_check_the_claims_that_the_ledger_gives_them(agon):
    # What is missing is not wrong; what runs in another cell, or comes out in two ways, is.
    result = agon("claims", "--allow-missing", cwd=REPOSITORY)
    assert result.returncode == 0, result.stderr


def test_all_cells_succeed_and_show_what_the_repository_shows(lab):
    name, stored, executed = lab
    stored, executed = outputs(stored), outputs(executed)
    for cell in stored:
        assert executed[cell] == stored[cell], f"{name}.ipynb, cell {cell}"


def test_the_other_engine_shows_the_same(agon):
    # Two labs with what is hard for it: variables whose types have no name, loops, pictures, a conjecture. All 26 take
    # it many minutes (CONTRIBUTING.md).
    labs = [f"notebooks/{name}.ipynb" for name in ("games", "josephus")]
    result = agon("check", "--engine", "evcxr", *labs, cwd=REPOSITORY)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_books_numbers_are_computed(lab):
    name, _, executed = lab
    check_book(name, outputs(executed))

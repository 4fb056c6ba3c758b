"""The mini data of KITAB is what its maker makes of two tables."""

from __future__ import annotations

import shutil

import pytest

from mini.kitab import make
from tamis.types import InputError


@pytest.fixture
def tables(tmp_path):
    """Copies of the two tables, with rows added."""

    def added(name: str, *rows: str):
        for table in (make.AUTHORS, make.BOOKS):
            shutil.copy(make.HERE / table, tmp_path)
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.writelines(f"{row}\n" for row in rows)
        return tmp_path

    return added


def test_the_mini_data_is_what_its_maker_makes(tmp_path):
    """Made again, byte for byte."""
    make.main(tmp_path)
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made] == sorted(p.name for p in make.SHIPPED.glob("*.json"))
    for path in made:
        assert path.read_bytes() == (make.SHIPPED / path.name).read_bytes()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        # The same book twice: deduplication makes one of them.
        (["Iris Murdoch,The Sea the Sea,1979,,,"], "The Sea, the Sea (1978) also The Sea the Sea"),
        (["Iris Murdoch,Дом у реки,1979,,,"], "Дом у реки (1979)"),
    ],
)  # fmt: skip
def test_a_row_that_the_stages_change_is_told(tables, tmp_path, rows, said):
    """Nothing is written then, and the sentence has the row and what became of it."""
    folder = tables(make.BOOKS, *rows)
    with pytest.raises(InputError) as error:
        make.main(folder, folder)
    assert said in str(error.value)
    assert not list(tmp_path.glob("*.json"))


@pytest.mark.parametrize(
    ("name", "row", "said"),
    [
        (make.BOOKS, "Iris Murdoch,Elegies,soon,,,", "line 393: invalid literal.*'soon'"),
        (make.BOOKS, "Iris Murdoch,Elegies,1979", "line 393: not 6 cells; give"),
        (make.BOOKS, "Ann Green,Elegies,1979,,,", "books by 'Ann Green'; add a row"),
        (make.AUTHORS, "Ann Green,1913", "authors.csv, line 22: not 3 cells"),
    ],
)
def test_a_row_that_cannot_be_read_is_told(tables, name, row, said):
    """The table, the line and what is missing."""
    with pytest.raises(InputError, match=said):
        make.read(tables(name, row))

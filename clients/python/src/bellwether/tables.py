"""Tables that come back: files of the service as tables of pandas, Polars or Arrow. DuckDB reads all three in place."""

from __future__ import annotations

import importlib
import io
from typing import TYPE_CHECKING, Any, Callable, Dict, Literal, Mapping, Tuple, Union, get_args

from .errors import BellwetherError, nearest

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: A library whose tables are wanted.
Into = Literal["pandas", "polars", "arrow"]
Table = Union["pandas.DataFrame", "polars.DataFrame", "pyarrow.Table"]

#: Columns that are texts, also where all of them look like numbers.
texts: Tuple[str, ...] = ("person_id", "customer_id", "postcode", "phone")


def module(name: str, purpose: str) -> Any:
    """A package that is not required, such as pandas."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise BellwetherError(f"{purpose} needs {name}: pip install {name.split('.')[0]}.") from error


class Pandas:
    """Tables of pandas. Empty cells are missing; NA and Null are names of people."""

    def __init__(self) -> None:
        self._pandas = module("pandas", "A table (without one, rows() gives dictionaries)")

    def read_csv(self, content: bytes) -> Any:
        return self._pandas.read_csv(
            io.BytesIO(content), dtype=dict.fromkeys(texts, str), keep_default_na=False, na_values=[""]
        )

    def read_parquet(self, content: bytes) -> Any:
        return self._pandas.read_parquet(io.BytesIO(content))

    def map_column(self, table: Any, name: str, change: Callable[[Any], str]) -> Any:
        changed = [None if self._pandas.isna(value) else change(value) for value in table[name]]
        return table.assign(**{name: self._pandas.Series(changed, index=table.index, dtype=table[name].dtype)})


class Polars:
    """Tables of Polars."""

    def __init__(self) -> None:
        self._polars = module("polars", "A table of Polars")

    def read_csv(self, content: bytes) -> Any:
        types = dict.fromkeys(texts, self._polars.String)
        known = self._polars.read_csv(content, n_rows=0).columns
        overrides = {name: of for name, of in types.items() if name in known}
        return self._polars.read_csv(content, schema_overrides=overrides, infer_schema_length=None)

    def read_parquet(self, content: bytes) -> Any:
        return self._polars.read_parquet(content)

    def map_column(self, table: Any, name: str, change: Callable[[Any], str]) -> Any:
        changed = [None if value is None else change(value) for value in table[name]]
        return table.with_columns(self._polars.Series(name, changed, dtype=self._polars.String))


class Arrow:
    """Tables of Arrow."""

    def __init__(self) -> None:
        self._arrow = module("pyarrow", "A table of Arrow")
        self._csv = module("pyarrow.csv", "A table of Arrow")

    def read_csv(self, content: bytes) -> Any:
        types = dict.fromkeys(texts, self._arrow.string())
        options = self._csv.ConvertOptions(column_types=types, null_values=[""], strings_can_be_null=True)
        quoting = self._csv.ParseOptions(newlines_in_values=True)
        return self._csv.read_csv(io.BytesIO(content), convert_options=options, parse_options=quoting)

    def read_parquet(self, content: bytes) -> Any:
        return module("pyarrow.parquet", "A table of Arrow").read_table(io.BytesIO(content))

    def map_column(self, table: Any, name: str, change: Callable[[Any], str]) -> Any:
        changed = [None if value is None else change(value) for value in table[name].to_pylist()]
        column = self._arrow.array(changed, self._arrow.string())
        return table.set_column(table.schema.get_field_index(name), name, column)


Library = Union[Pandas, Polars, Arrow]
libraries: Dict[str, Callable[[], Library]] = {"pandas": Pandas, "polars": Polars, "arrow": Arrow}


def library(into: str) -> Library:
    if into not in libraries:
        known = ", ".join(map(repr, get_args(Into)))
        raise ValueError(f"into is {into!r}, but must be one of {known}.{nearest(into, libraries)}")
    return libraries[into]()


def renamed(content: bytes, names: Mapping[str, str]) -> bytes:
    """The CSV file without a byte-order mark, and with other names of columns, which need no quotes."""
    header, line_end, rows = content.removeprefix(b"\xef\xbb\xbf").partition(b"\n")
    columns = header.decode().rstrip("\r").split(",")
    return ",".join(names.get(column, column) for column in columns).encode() + line_end + rows

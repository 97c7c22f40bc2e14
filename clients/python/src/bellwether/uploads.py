"""Uploads: a table, a file or bytes into an upload directory, in parts that continue where they broke off."""

from __future__ import annotations

import base64
import csv
import io
import os
import re
import shutil
import tempfile
import time
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Mapping, Optional, Pattern, Protocol, Sequence, Tuple, Union, cast

from .errors import NoAnswer, Refused
from .http import Http, passing, segment
from .progress import Progress
from .tables import module
from .types import Upload

if TYPE_CHECKING:
    import pandas
    import polars


class ArrowTable(Protocol):
    """A table that others read in place: of Polars, PyArrow, DuckDB, Ibis and others."""

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...


#: A path, the bytes of a file, a file that is open for reading bytes, rows as dictionaries, or a table.
Data = Union[
    str,
    "os.PathLike[str]",
    bytes,
    BinaryIO,
    Sequence[Mapping[str, object]],
    "pandas.DataFrame",
    "polars.LazyFrame",
    ArrowTable,
]

ending_of_files: Pattern[str] = re.compile(
    r"\.(csv|tsv|txt|jsonl?|ndjson|xlsx|parquet|zip)(\.(gz|bz2|zst))?$", re.IGNORECASE
)
tus: Mapping[str, str] = {"tus-resumable": "1.0.0"}


def slug(text: str) -> str:
    """`Käufe 2025` becomes `kaufe_2025`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_").lower()[:60] or "data"


def opened(data: Data, name: str) -> Tuple[BinaryIO, str]:
    """A file to read bytes from, which its reader closes, and its name."""
    if isinstance(data, bytes):
        return io.BytesIO(data), f"{slug(name)}.csv"
    if isinstance(data, (str, os.PathLike)):
        path = Path(data)
        ending = re.search(
            r"\.(csv|tsv|txt|jsonl?|ndjson|xlsx|parquet|zip)(\.(gz|bz2|zst))?$", path.name, re.IGNORECASE
        )
        if ending is None:
            raise ValueError(
                f"{path.name} cannot be read. Files end in .csv, .tsv, .txt, .json, .jsonl, .ndjson, "
                ".xlsx, .parquet or .zip; texts may be compressed and end in .gz, .bz2 or .zst as well."
            )
        return path.open("rb"), f"{slug(path.name[: ending.start()])}{ending.group(0).lower()}"
    if isinstance(data, io.TextIOBase):
        raise TypeError("The file is open for reading text. Open it for reading bytes: open(path, 'rb').")
    if hasattr(data, "read"):
        return seekable(cast(BinaryIO, data)), f"{slug(name)}.csv"
    return written(data, name)


def seekable(file: BinaryIO) -> BinaryIO:
    """The file, or a copy of one that can be read only once, such as an answer over HTTP."""
    if getattr(file, "seekable", lambda: False)():
        return file
    copy = tempfile.TemporaryFile()  # noqa: SIM115, its reader closes it
    shutil.copyfileobj(file, copy)
    return copy


def written(table: object, name: str) -> Tuple[BinaryIO, str]:
    """The table as a file: of pandas as CSV, of others as Parquet, which they write as they are in memory."""
    file = tempfile.TemporaryFile()  # noqa: SIM115, its reader closes it
    try:
        return file, f"{slug(name)}.{write_table(table, file)}"
    except BaseException:
        file.close()
        raise


def write_table(data: object, file: BinaryIO) -> str:
    """The ending that says what was written."""
    table: Any = data
    if hasattr(table, "to_csv") and hasattr(table, "iloc"):
        table.to_csv(file, mode="wb", index=False, date_format="%Y-%m-%dT%H:%M:%S")
        return "csv"
    if hasattr(table, "sink_parquet"):
        table = table.collect()
    if hasattr(table, "write_parquet") and hasattr(table, "lazy"):
        table.write_parquet(file)
        return "parquet"
    if hasattr(table, "__arrow_c_stream__"):
        write_arrow(table, file)
        return "parquet"
    if isinstance(table, Sequence) and table and all(isinstance(row, Mapping) for row in table):
        write_rows(table, file)
        return "csv"
    raise TypeError(
        f"{short(table)} cannot be uploaded. Give a table (pandas, Polars, Arrow, DuckDB), a list of dictionaries, a "
        "path, the bytes of a file, or a file that is open for reading bytes."
    )


def write_arrow(table: Any, file: BinaryIO) -> None:
    """Batch by batch, so that a table which is larger than memory passes through."""
    arrow, parquet = (module(name, "Uploading this table") for name in ("pyarrow", "pyarrow.parquet"))
    with arrow.RecordBatchReader.from_stream(table) as batches, parquet.ParquetWriter(file, batches.schema) as writer:
        for batch in batches:
            writer.write_batch(batch)


def write_rows(rows: Sequence[Mapping[str, object]], file: BinaryIO) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    columns = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    text.detach()


def short(value: object) -> str:
    """A value as an error shows it: its type, and its beginning."""
    shown = repr(value)
    return f"{type(value).__name__} {shown[:60]}{'…' if len(shown) > 60 else ''}"


def send_file(http: Http, file: BinaryIO, directory: str, filename: str, progress: Progress, part_bytes: int) -> Upload:
    """Small files go in one request, others in parts of `part_bytes`."""
    size = file.seek(0, io.SEEK_END)
    path = f"/uploads/{segment(directory)}/{segment(filename)}"
    if size > part_bytes:
        send_parts(http, file, size, directory, filename, progress, part_bytes)
        found = [each for each in http.get("/uploads") if each["subpath"] == f"{directory}/{filename}"]
        return cast(Upload, found[0])
    progress.show(filename, 0)
    answer = http.send("POST", path, file, {"content-type": "application/octet-stream"}).json()
    progress.show(filename, 1)
    return cast(Upload, answer)


def send_parts(
    http: Http,
    file: BinaryIO,
    size: int,
    directory: str,
    filename: str,
    progress: Progress,
    part_bytes: int,
) -> None:
    """By tus 1.0.0. A part that breaks off continues with the first byte that has not arrived."""
    metadata = ",".join(
        f"{name} {base64.b64encode(value.encode()).decode()}"
        for name, value in (("directory", directory), ("filename", filename))
    )
    announced = http.send(
        "POST", "/resumable_uploads", None, {**tus, "upload-length": str(size), "upload-metadata": metadata}
    ).json()
    path = f"/resumable_uploads/{announced['id']}"
    offset = 0
    failures = 0
    while offset < size:
        progress.show(filename, offset / size)
        file.seek(offset)
        headers = {
            **tus,
            "upload-offset": str(offset),
            "content-type": "application/offset+octet-stream",
        }
        try:
            http.send("PATCH", path, file.read(part_bytes), headers, retry=False).read()
            offset = min(offset + part_bytes, size)
            failures = 0
        except (NoAnswer, Refused) as error:
            failures += 1
            can_pass = isinstance(error, NoAnswer) or error.status in passing | {409, 423}
            if failures > http.retries or not can_pass:
                raise
            pause: Optional[float] = error.retry_after if isinstance(error, Refused) else None
            time.sleep(0.2 * 2**failures if pause is None else pause)
            offset = http.get(path)["upload_offset"]
    progress.show(filename, 1)

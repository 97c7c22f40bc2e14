"""Uploads: a table, a file or bytes into an upload directory, in parts that continue where they broke off."""

from __future__ import annotations

import base64
import io
import os
import re
import tempfile
import time
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Optional, Tuple, Union, cast

from .errors import NoAnswer, Refused
from .http import Http, passing, segment
from .progress import Progress
from .types import Upload

if TYPE_CHECKING:
    import pandas

#: A path, the bytes of a file, a file that is open for reading bytes, or a table.
Data = Union[str, "os.PathLike[str]", bytes, BinaryIO, "pandas.DataFrame"]

tus = {"tus-resumable": "1.0.0"}


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
        ending = re.search(r"\.(csv|tsv|txt|xlsx|parquet|zip)(\.(gz|bz2|zst))?$", path.name, re.IGNORECASE)
        if ending is None:
            raise ValueError(
                f"{path.name} cannot be read. Files end in .csv, .tsv, .txt, .xlsx, .parquet or .zip; "
                "texts may be compressed and end in .gz, .bz2 or .zst as well."
            )
        return path.open("rb"), f"{slug(path.name[: ending.start()])}{ending.group(0).lower()}"
    if not isinstance(data, io.IOBase) and hasattr(data, "to_csv"):
        file = tempfile.TemporaryFile()  # noqa: SIM115, its reader closes it
        data.to_csv(file, mode="wb", index=False, date_format="%Y-%m-%dT%H:%M:%S")
        return file, f"{slug(name)}.csv"
    return data, f"{slug(name)}.csv"


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

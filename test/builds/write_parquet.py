"""Writes the tables on standard input as Parquet, each in all the ways of `ways`, and files that pyarrow alone can write."""

import base64
import json
import sys
from datetime import datetime, timezone
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

#: Types of the columns `at` and `code`, and options of the writer.
ways = {
    "usual": (pa.timestamp("us"), pa.string(), {}),
    "spark": (
        pa.timestamp("ns"),
        pa.string(),
        {
            "use_deprecated_int96_timestamps": True,
            "version": "1.0",
            "compression": "gzip",
            "use_dictionary": False,
            "row_group_size": 3,
        },
    ),
    "zoned": (
        pa.timestamp("ns", tz="UTC"),
        pa.large_string(),
        {"compression": "zstd", "data_page_version": "2.0"},
    ),
    "delta": (
        pa.timestamp("ms", tz="Europe/Berlin"),
        pa.string(),
        {
            "compression": "lz4",
            "use_dictionary": False,
            "column_encoding": {
                "id": "DELTA_BINARY_PACKED",
                "code": "DELTA_BYTE_ARRAY",
                "amount": "BYTE_STREAM_SPLIT",
            },
        },
    ),
    "categories": (
        pa.timestamp("s"),
        pa.dictionary(pa.int32(), pa.string()),
        {"compression": "brotli", "row_group_size": 7},
    ),
    "bytes": (pa.timestamp("us"), pa.binary(), {"compression": "none", "write_statistics": False}),
}


def moment(seconds, type):
    if seconds is None:
        return None
    at = datetime.fromtimestamp(seconds, timezone.utc)
    return at if type.tz else at.replace(tzinfo=None)


def table_of(rows, at, code):
    def column(name, of=lambda value: value):
        return [None if row[name] is None else of(row[name]) for row in rows]

    text = pa.array(column("code"), pa.string())
    return pa.table(
        {
            "id": pa.array(column("id", int), pa.int64()),
            "code": text.dictionary_encode() if pa.types.is_dictionary(code) else text.cast(code),
            "at": pa.array([moment(row["seconds"], at) for row in rows], at),
            "amount": pa.array(column("amount", float), pa.float64()),
            "price": pa.array(column("cents", lambda cents: Decimal(cents) / 100), pa.decimal128(12, 2)),
            "is": pa.array(column("is"), pa.bool_()),
        }
    )


class Keys(pe.KmsClient):
    """The key is written as it is: nobody reads these files."""

    def __init__(self, _):
        super().__init__()

    def wrap_key(self, key, _):
        return base64.b64encode(key)

    def unwrap_key(self, key, _):
        return base64.b64decode(key)


def write_encrypted(path, is_footer_plain):
    factory = pe.CryptoFactory(lambda config: Keys(config))
    config = pe.EncryptionConfiguration(
        footer_key="footer", column_keys={"column": ["id"]}, plaintext_footer=is_footer_plain
    )
    properties = factory.file_encryption_properties(pe.KmsConnectionConfig(), config)
    table = pa.table({"id": [1, 2]})
    with pq.ParquetWriter(path, table.schema, encryption_properties=properties) as writer:
        writer.write_table(table)


directory = sys.argv[1]
for number, rows in enumerate(json.load(sys.stdin)):
    for name, (at, code, options) in ways.items():
        settings = {"row_group_size": None, **options}
        pq.write_table(table_of(rows, at, code), f"{directory}/{number}-{name}.parquet", **settings)

names = ["ID", "id", "Id", "", " note ", "note"]
named = pa.Table.from_arrays([pa.array([i, i + 1]) for i in range(len(names))], names)
pq.write_table(named, f"{directory}/names.parquet")
floats = pa.table({"id": pa.array([1, None, 3], pa.float64()), "note": pa.array(["a", "b", "c"])})
pq.write_table(floats, f"{directory}/floats.parquet")
nested = pa.table({"id": [1], "lines": [[{"sku": "a", "pieces": 2}, {"sku": "b", "pieces": None}]]})
pq.write_table(nested, f"{directory}/nested.parquet")
write_encrypted(f"{directory}/encrypted.parquet", False)
write_encrypted(f"{directory}/encrypted-columns.parquet", True)

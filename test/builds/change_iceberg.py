# Changes of Iceberg tables with PyIceberg, as lines of standard input say, and afterwards what PyIceberg itself reads.

import json
import os
import sys
from datetime import datetime, timezone

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.expressions import EqualTo
from pyiceberg.manifest import DataFile, DataFileContent, FileFormat, ManifestContent, ManifestWriterV2
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table.snapshots import Operation
from pyiceberg.table.update.snapshot import _FastAppendFiles
from pyiceberg.transforms import DayTransform, IdentityTransform
from pyiceberg.typedef import Record
from pyiceberg.types import DoubleType, IntegerType, LongType, NestedField, StringType, TimestamptzType

columns = [
    NestedField(1, "email", StringType()),
    NestedField(2, "ordered_at", TimestamptzType()),
    NestedField(3, "total", DoubleType()),
    NestedField(4, "shop", StringType()),
    NestedField(5, "year", IntegerType()),
]
transforms = {"shop": (4, IdentityTransform()), "year": (5, IdentityTransform()), "day": (2, DayTransform())}


class DeleteWriter(ManifestWriterV2):
    def content(self):
        return ManifestContent.DELETES

    @property
    def _meta(self):
        return {**super()._meta, "content": "deletes"}


class Deletion(_FastAppendFiles):
    """What Spark and Flink write where they merge on read, and PyIceberg only reads."""

    def new_manifest_writer(self, spec):
        schema = self._transaction.table_metadata.schema()
        return DeleteWriter(spec, schema, self.new_manifest_output(), self._snapshot_id, "deflate")


def rows_of(made, rows):
    schema = made.schema().as_arrow()
    given = {
        "email": [r[0] for r in rows],
        "ordered_at": [datetime.fromisoformat(r[1]).replace(tzinfo=timezone.utc) for r in rows],
        "total": [r[2] for r in rows],
        "shop": [r[3] if len(r) > 3 else None for r in rows],
        "year": [r[4] if len(r) > 4 else None for r in rows],
    }
    values = list(given.values())
    # By position, so that a renamed column is filled as before.
    return pa.table([pa.array(values[i] if i < 5 else [i] * len(rows), field.type) for i, field in enumerate(schema)], schema=schema)


def written(made, name, table):
    place = f"{made.location()}/data/{name}.parquet"
    with made.io.new_output(place).create(overwrite=True) as out:
        pq.write_table(table, out)
    return place


def take_away(made, file):
    with made.transaction() as transaction:
        deletion = Deletion(operation=Operation.DELETE, transaction=transaction, io=made.io)
        deletion.append_data_file(file)
        deletion.commit()


def delete_file(made, place, table, content, **more):
    return DataFile.from_args(
        _table_format_version=2, content=content, file_path=place, file_format=FileFormat.PARQUET, partition=Record(),
        record_count=table.num_rows, file_size_in_bytes=len(made.io.new_input(place)), spec_id=made.spec().spec_id, **more,
    )


def ids(*fields):
    return pa.schema([pa.field(name, type, metadata={"PARQUET:field_id": str(id)}) for name, type, id in fields])


def by_position(made, name, totals):
    """Deletes the rows with these totals from each data file, by their positions."""
    paths, positions = [], []
    for task in made.scan().plan_files():
        with made.io.new_input(task.file.file_path).open() as source:
            values = pq.read_table(source)["total"].to_pylist()
        for position, value in enumerate(values):
            if value in totals:
                paths.append(task.file.file_path)
                positions.append(position)
    schema = ids(("file_path", pa.string(), 2147483546), ("pos", pa.int64(), 2147483545))
    table = pa.table([paths, positions], schema=schema)
    take_away(made, delete_file(made, written(made, name, table), table, DataFileContent.POSITION_DELETES))


def by_equality(made, name, emails):
    table = pa.table([emails], schema=ids(("email", pa.string(), 1)))
    file = delete_file(made, written(made, name, table), table, DataFileContent.EQUALITY_DELETES, equality_ids=[1])
    take_away(made, file)


warehouse, name, catalog, options, changes = json.load(sys.stdin)
catalog = SqlCatalog("test", uri=f"sqlite:///{catalog}", warehouse=warehouse, **(options or {}))
catalog.create_namespace_if_not_exists("n")
for change in changes:
    what = change.pop("do")
    if what == "create":
        fields = [
            PartitionField(transforms[by][0], 1000 + i, transforms[by][1], by if by != "day" else "ordered_at_day")
            for i, by in enumerate(change.get("partition_by", []))
        ]
        catalog.create_table(
            ("n", name), Schema(*columns), f"{warehouse}/{name}", PartitionSpec(*fields),
            properties={"format-version": str(change.get("version", 2)), **change.get("properties", {})},
        )
        continue
    made = catalog.load_table(("n", name))
    if what == "append":
        made.append(rows_of(made, change["rows"]))
    if what == "overwrite":
        made.overwrite(rows_of(made, change["rows"]))
    if what == "delete":
        made.delete(EqualTo("total", change["total"]))
    if what == "positions":
        by_position(made, change["name"], change["totals"])
    if what == "equality":
        by_equality(made, change["name"], change["emails"])
    if what == "add column":
        with made.update_schema() as update:
            update.add_column(change["name"], LongType())
    if what == "rename":
        with made.update_schema() as update:
            update.rename_column(change["from"], change["to"])
    if what == "drop":
        with made.update_schema() as update:
            update.delete_column(change["name"])
    if what == "widen":
        with made.update_schema() as update:
            update.update_column("year", LongType())
    if what == "partition":
        with made.update_spec() as update:
            update.add_identity(change["by"])
    if what == "strip":
        # As Hive writes it: columns of the partition are in the names of directories alone.
        for task in made.scan().plan_files():
            place = task.file.file_path.removeprefix("file://")
            pq.write_table(pq.ParquetFile(place).read().drop_columns(change["columns"]), place)
    if what == "add files":
        # As another program writes it: without ids, and without the column that the table is partitioned by.
        table = rows_of(made, change["rows"]).replace_schema_metadata(None)
        plain = pa.table({f.name: table[f.name] for f in table.schema})
        made.add_files([written(made, "foreign", plain)])
made = catalog.load_table(("n", name))
snapshot = made.current_snapshot()
try:
    table = made.scan().to_arrow()
    rows = sorted(table.to_pylist(), key=lambda row: list(row.values())[2])
    files = len(list(made.scan().plan_files()))
except ValueError:  # PyIceberg does not read deletes by equality.
    rows, files = [], 0
print(json.dumps({
    "version": str(snapshot.snapshot_id) if snapshot else None,
    "files": files,
    "columns": [field.name for field in made.schema().fields],
    "totals": [row["total"] for row in rows if "total" in row],
    "manifests": [manifest.manifest_path for manifest in snapshot.manifests(made.io)] if snapshot else [],
    "data": [task.file.file_path for task in made.scan().plan_files()] if files else [],
}), flush=True)
# Threads of pyarrow that are still at work would abort the interpreter at its end.
os._exit(0)

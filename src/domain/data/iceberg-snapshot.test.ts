import { expect, test } from "vitest";
import type { JsonObject } from "../resource/json.js";
import { IcebergSnapshot, manifestsOf, readIcebergMetadata } from "./iceberg-snapshot.js";
import { UnreadableTable } from "./table-version.js";

const location = "s3://lake/shop/orders";
const written = (more: JsonObject = {}): string =>
  JSON.stringify({
    "format-version": 2,
    location,
    "current-schema-id": 1,
    schemas: [
      { "schema-id": 0, fields: [{ id: 1, name: "mail", type: "string" }] },
      {
        "schema-id": 1,
        fields: [
          { id: 1, name: "email", type: "string" },
          { id: 2, name: "at", type: { type: "struct" } },
        ],
      },
    ],
    "partition-specs": [
      { "spec-id": 0, fields: [] },
      {
        "spec-id": 1,
        fields: [
          { "field-id": 1000, "source-id": 1, transform: "identity" },
          { "field-id": 1001, "source-id": 2, transform: "day" },
        ],
      },
    ],
    "current-snapshot-id": 0,
    snapshots: [{ "snapshot-id": 0, "manifest-list": `${location}/metadata/snap.avro` }],
    ...more,
  }).replaceAll('-id":0', '-id":8744736658442914487');

const schema = {
  type: "record",
  fields: [
    {
      name: "data_file",
      type: {
        type: "record",
        fields: [
          {
            name: "partition",
            type: {
              type: "record",
              fields: [
                { name: "p", "field-id": 1000 },
                { name: "q", "field-id": 1001 },
              ],
            },
          },
        ],
      },
    },
  ],
};
const metadata = readIcebergMetadata(written());
const file = (name: string, more: JsonObject = {}) => ({
  status: 1,
  sequence_number: null,
  data_file: { file_path: `${location}/data/${name}`, file_format: "PARQUET", partition: {}, ...more },
});
const snapshot = (...manifests: [sequence: number, specId: number, entries: JsonObject[]][]) => {
  const made = new IcebergSnapshot(metadata);
  for (const [sequence, specId, entries] of manifests)
    made.add({ path: "m", specId, sequence }, entries, schema);
  return Object.fromEntries(
    [...made.parts()].map(([path, { deletes, partition }]) => [
      path.replace("data/", ""),
      [deletes.map((each) => each.path.replace("data/", "")).join(" "), ...partition.values()],
    ]),
  );
};

test("the newest metadata has the columns of today, and an id of a snapshot whose digits all count", () => {
  expect(metadata).toMatchObject({
    snapshotId: "8744736658442914487",
    manifestList: "metadata/snap.avro",
    columns: [
      { id: 1, name: "email", type: "string", otherNames: [] },
      { id: 2, name: "at", type: null },
    ],
  });
  expect(readIcebergMetadata(written({ "current-snapshot-id": -1 })).manifestList).toBeNull();
  const mapping = { "schema.name-mapping.default": JSON.stringify([{ "field-id": 1, names: ["e-mail"] }]) };
  expect(readIcebergMetadata(written({ properties: mapping })).columns[0]!.otherNames).toEqual(["e-mail"]);
});

test("a table that was moved, or is named by another scheme, has its files where it is", () => {
  expect(metadata.below("s3a://lake/shop/orders/data/a b%20.parquet")).toBe("data/a b%20.parquet");
  const local = readIcebergMetadata(written({ location: "file:/lake/orders/", snapshots: [] }));
  expect(local.below("file:///lake/orders/data/1")).toBe("data/1");
  for (const outside of ["s3://lake/shop/orders2/1", "s3://lake/shop/orders/../1", null])
    expect(() => metadata.below(outside)).toThrow("outside of its directory");
});

test("the data files of a snapshot are those of its manifests that are not marked as removed", () => {
  const entries = [file("1"), { ...file("2"), status: 2 }, { ...file("3"), status: 0, sequence_number: 1 }];
  expect(snapshot([5, 0, entries])).toEqual({ 1: [""], 3: [""] });
  const [first] = manifestsOf(
    [{ manifest_path: `${location}/metadata/m.avro`, partition_spec_id: 1, sequence_number: 4 }],
    metadata,
  );
  expect(first).toEqual({ path: "metadata/m.avro", specId: 1, sequence: 4 });
});

test("deletes of positions concern files up to their commit, and those of equal values the files before it", () => {
  const positions = file("p", { content: 1 });
  const equality = file("e", { content: 2, equality_ids: [1] });
  expect(
    snapshot([1, 0, [file("1")]], [2, 0, [file("2"), positions, equality]], [3, 0, [file("3")]]),
  ).toEqual({
    1: ["p e"],
    2: ["p"],
    3: [""],
  });
  const ofOne = file("p", { content: 1, referenced_data_file: `${location}/data/1` });
  expect(snapshot([1, 0, [file("1"), file("2")]], [2, 0, [ofOne]])).toEqual({ 1: ["p"], 2: [""] });
});

test("deletes concern their partition, and those of equal values without one all", () => {
  const inPart = (name: string, p: string, more = {}) => file(name, { partition: { p, q: 20_000 }, ...more });
  expect(
    snapshot(
      [1, 1, [inPart("1", "x"), inPart("2", "y")]],
      [2, 1, [inPart("p", "x", { content: 1 }), inPart("e", "y", { content: 2, equality_ids: [1] })]],
      [3, 0, [file("all", { content: 2, equality_ids: [1] })]],
    ),
  ).toEqual({ 1: ["p all", "x"], 2: ["e all", "y"] });
});

test.each<[string, JsonObject, string]>([
  ["ORC", { file_format: "ORC" }, "format ORC"],
  ["deletion vectors", { content: 1, file_format: "puffin" }, "deletion vectors"],
  ["keys", { key_metadata: Buffer.from("k") }, "encrypted"],
  ["deletes of no columns", { content: 2 }, "names no columns"],
])("files with %s are refused", (_, more, said) => {
  expect(() => snapshot([1, 0, [file("1", more)]])).toThrow(said);
});

test.each<[string, string, string]>([
  ["of version 3", written({ "format-version": 3 }), "version 3"],
  ["without a list of manifests", written({ snapshots: [{ "snapshot-id": 0 }] }), "no list of manifests"],
  [
    "with a mapping that is cut off",
    written({ properties: { "schema.name-mapping.default": "[" } }),
    "no JSON",
  ],
  ["that is cut off", '{"a": "\\', "no JSON"],
])("metadata %s is refused", (_, text, said) => {
  expect(() => readIcebergMetadata(text)).toThrow(UnreadableTable);
  expect(() => readIcebergMetadata(text)).toThrow(said);
});

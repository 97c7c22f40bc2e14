import { expect, test } from "vitest";
import type { JsonObject } from "../resource/json.js";
import { DeltaLog } from "./delta-log.js";
import { UnreadableTable } from "./table-version.js";

const fields = (...names: string[]) =>
  JSON.stringify({
    type: "struct",
    fields: names.map((name) => ({
      name,
      type: "string",
      metadata: { "delta.columnMapping.physicalName": `col-${name}` },
    })),
  });
const metaData = { schemaString: fields("a", "b"), partitionColumns: ["b"], configuration: {} };
const protocol = { minReaderVersion: 1, minWriterVersion: 2 };
const add = (path: string, more: JsonObject = {}) => ({
  add: { path, size: 10, partitionValues: { b: "x" }, ...more },
});
const remove = (path: string) => ({ remove: { path, dataChange: true } });

const stateOf = (...commits: JsonObject[][]) => {
  const log = new DeltaLog();
  for (const commit of [[{ protocol }, { metaData }], ...commits]) log.apply(commit);
  return log.state();
};
const pathsOf = (...commits: JsonObject[][]) => [...stateOf(...commits).parts.keys()].sort();

test("the files of a version are those that were added and not removed since", () => {
  expect(pathsOf([add("1"), add("2")], [remove("1"), add("3")], [remove("3")], [add("3")])).toEqual([
    "2",
    "3",
  ]);
  expect(pathsOf([add("1")], [add("2"), remove("1")])).toEqual(["2"]);
  expect(stateOf([add("b=x%20y/1%3A.parquet", { partitionValues: { b: "" } })]).parts).toEqual(
    new Map([["b=x y/1:.parquet", { path: "b=x y/1:.parquet", bytes: 10, partition: { b: null } }]]),
  );
});

test("columns that are mapped by name have another name in the files", () => {
  const mapped = { ...metaData, configuration: { "delta.columnMapping.mode": "name" } };
  expect(stateOf([{ metaData: mapped }]).columns).toMatchObject([
    { name: "a", stored: "col-a" },
    { name: "b", stored: "col-b" },
  ]);
  expect(stateOf().columns).toMatchObject([
    { name: "a", stored: "a" },
    { name: "b", stored: "b" },
  ]);
});

test.each<[string, JsonObject[], string]>([
  ["has deletion vectors", [add("1", { deletionVector: { storageType: "u" } })], "deletion vectors"],
  ["needs a newer protocol", [{ protocol: { minReaderVersion: 4 } }], "version 4"],
  [
    "uses an unknown feature",
    [{ protocol: { minReaderVersion: 3, readerFeatures: ["deletionVectors", "variantType"] } }],
    "variantType",
  ],
  [
    "maps columns by id",
    [{ metaData: { ...metaData, configuration: { "delta.columnMapping.mode": "id" } } }],
    "by id",
  ],
  ["is a shallow clone", [add("s3://other/1.parquet")], "clones"],
  ["leads out of its directory", [add("a/../../1.parquet")], "clones"],
  ["has a path that is no address", [add("%zz")], "no address"],
])("a table that %s is refused", (_, commit, reason) => {
  expect(() => stateOf(commit)).toThrow(UnreadableTable);
  expect(() => stateOf(commit)).toThrow(reason);
});

test("deletion vectors that are gone, and those without values in a checkpoint, are no obstacle", () => {
  const deleted = add("1", { deletionVector: { storageType: "u" } });
  expect(pathsOf([deleted], [remove("1"), add("2")])).toEqual(["2"]);
  expect(pathsOf([deleted], [remove("1"), add("1")])).toEqual(["1"]);
  expect(pathsOf([add("1", { deletionVector: { storageType: null } })])).toEqual(["1"]);
});

test("a log without its beginning is refused", () => {
  expect(() => new DeltaLog().state()).toThrow("does not begin");
});

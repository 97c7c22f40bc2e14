import { expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { ownColumnsOfDataset, ownColumnsOfStream } from "./own-columns.js";

const emitting = (...names: string[]): DatasetConfig => ({
  identity_sets: {},
  options: { type: "hosted_csv", upload_directory: "shop" },
  output_to_streams: {
    order: { data_map: Object.fromEntries(names.map((name) => [name, { column_name: name }])) },
  },
  output_to_traits: {},
});

test("results are built again where names of a stream's properties differ in case alone, and only there", () => {
  expect(ownColumnsOfDataset(emitting("size", "kind"))).toEqual({});
  expect(ownColumnsOfDataset(emitting("size", "Size"))).toEqual({ ownColumns: 1 });
  expect(ownColumnsOfStream("order", [emitting("size"), emitting("size", "kind")])).toEqual({});
  expect(ownColumnsOfStream("order", [emitting("size"), emitting("Size")])).toEqual({ ownColumns: 1 });
  expect(ownColumnsOfStream("visit", [emitting("size"), emitting("Size")])).toEqual({});
});

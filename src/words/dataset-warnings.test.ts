import { expect, test } from "vitest";
import type { DatasetConfig } from "../domain/dataset.js";
import { mappingWarnings } from "./dataset-warnings.js";

const options = { type: "hosted_csv", upload_directory: "orders" } as const;
const empty: DatasetConfig = { options, identity_sets: {}, output_to_streams: {}, output_to_traits: {} };
const identity_sets = { buyer: { email: "mail" } };
const output_to_streams = { order: { data_map: { datetime: { column_name: "day" } } } };

test("a dataset that maps nothing, or nobody, has a warning", () => {
  expect(mappingWarnings(empty)).toEqual([expect.stringContaining("No column is mapped")]);
  expect(mappingWarnings({ ...empty, output_to_streams })).toEqual([
    expect.stringContaining("No column identifies people"),
  ]);
});

test("previews, lists of people, and datasets with people have none", () => {
  expect(mappingWarnings({ ...empty, preview: true })).toEqual([]);
  expect(mappingWarnings({ ...empty, identity_sets })).toEqual([]);
  expect(mappingWarnings({ ...empty, identity_sets, privacy: "delete" })).toEqual([]);
  expect(mappingWarnings({ ...empty, identity_sets, output_to_streams })).toEqual([]);
});

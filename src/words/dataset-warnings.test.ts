import { expect, test } from "vitest";
import type { DatasetConfig } from "../domain/data/dataset.js";
import type { DatasetResult } from "../domain/proposal/dataset-result.js";
import { datasetWarnings, mappingWarnings } from "./dataset-warnings.js";

const options = { type: "hosted_csv", upload_directory: "orders" } as const;
const empty: DatasetConfig = { options, identity_sets: {}, output_to_streams: {}, output_to_traits: {} };
const identity_sets = { buyer: { email: "mail" } };
const output_to_streams = { order: { data_map: { datetime: { column_name: "day" } } } };

test("orders whose lines name several customers are a warning", () => {
  const counts = { rows: 30, events: 12, without_customer: 0, customers: 9, of_several_customers: 2 };
  const built = {
    streams: { transaction: { counts } },
    rejected_count: 0,
    detected_columns: [],
    funnel: { total: 30 },
  };
  const result = built as unknown as DatasetResult;
  expect(datasetWarnings(result)).toEqual([
    expect.stringContaining(
      "2 events of transaction have rows of several customers: is its event_key reused?",
    ),
  ]);
});

test("amounts without a currency are a warning", () => {
  const by_currency = [{ currency: null, is_unnamed: true, events: 1, value_total: 1300 }];
  const built = {
    streams: { transaction: { counts: { rows: 3, events: 3, by_currency } } },
    rejected_count: 0,
    detected_columns: [],
    funnel: { total: 3 },
  };
  expect(datasetWarnings(built as unknown as DatasetResult)).toEqual([
    "1 event of transaction names no currency, and others do. It counts, and its amount (1,300) is not added. " +
      "If the currency is that of the values, set currency.includes_unnamed of the stream, or choose it in the mapping.",
  ]);
});

test("members of archives that are not read are named", () => {
  const built = {
    streams: {},
    rejected_count: 0,
    detected_columns: [],
    funnel: { total: 30 },
    unread_members: ["a.xlsx", "b.xlsx", "c.pdf", "d.txt"],
  };
  expect(datasetWarnings(built as unknown as DatasetResult)).toEqual([
    "Not read, because archives are searched for .csv, .tsv and .parquet files: a.xlsx, b.xlsx, c.pdf and 1 more. If they hold rows, upload them on their own.",
  ]);
});

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

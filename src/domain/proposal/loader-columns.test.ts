import { expect, test } from "vitest";
import type { DetectedColumn } from "../data/dataset-findings.js";
import { withLoaderColumns, withoutLoaderColumns } from "./loader-columns.js";
import type { DatasetProposal } from "./proposal.js";

const columns = ["id", "created_at", "_sdc_deleted_at", "_sdc_row_hash", "_airbyte_meta"].map(
  (name) => ({ name }) as DetectedColumn,
);
const file = { directory: "shop_orders", filenames: ["a.jsonl.gz"], columns, rows: 3 };
const proposal: DatasetProposal = {
  identity_sets: {},
  output_to_streams: { transaction: { data_map: { datetime: { column_name: "created_at" } } } },
  upsert_columns: ["created_at"],
  columns: [],
  questions: [],
  notes: [],
  unused_columns: ["id"],
};

test("a proposal is made of the columns of the source alone", () => {
  expect(withoutLoaderColumns(file).columns.map(({ name }) => name)).toEqual(["id", "created_at"]);
});

test("a deleted row is no event, and the key that the loader has said is the key", () => {
  const made = withLoaderColumns(proposal, file, ["_sdc_row_hash"]);
  expect(made.output_to_streams.transaction?.conditions).toEqual([
    { column_name: "_sdc_deleted_at", _null: true },
  ]);
  expect(made.upsert_columns).toEqual(["_sdc_row_hash"]);
  expect(made.columns.map(({ name, is }) => [name, is])).toEqual([
    ["_sdc_deleted_at", "condition"],
    ["_sdc_row_hash", "event.key"],
    ["_airbyte_meta", "unused"],
  ]);
  expect(made.unused_columns).toEqual(["id", "_airbyte_meta"]);
});

test("a file without such columns, and without a key, is proposed as it was", () => {
  const own = { ...file, columns: columns.slice(0, 2) };
  expect(withLoaderColumns(proposal, own)).toEqual(proposal);
});

// Steps from an order log to sorted events, and a bare copy of the log beside them.

import { stat } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { dirOf, resultOf, type Steps } from "../program/step-process.js";

const config: DatasetConfig = {
  name: "Orders",
  description: "",
  preview: false,
  options: { type: "hosted_csv", upload_directory: "orders" },
  identity_sets: { customer: { customer_id: "customer_id" } },
  output_to_streams: {
    transaction: {
      data_map: {
        datetime: { column_name: "transaction_date" },
        value: { column_name: "total" },
        category: { column_name: "product_category" },
        channel: { column_name: "channel" },
        discount: { column_name: "discount" },
      },
    },
  },
  output_to_traits: {},
} as unknown as DatasetConfig;

/** Reference: what the engine takes to read the file and write it as Parquet. */
export const copyStep: Steps[string] = ({ file }, { engine, dir }) =>
  engine.writeParquet(sql`select * from read_csv(${file})`, path.join(dir, "copy.parquet"));

const build =
  (of: DatasetConfig): Steps[string] =>
  async ({ file }, tools) => {
    const { buildDataset } = await import("../../src/builds/dataset/step.js");
    const { size: bytes } = await stat(file);
    const files = [{ path: file, filename: "orders.csv", bytes, arrived_at: 1 }];
    return buildDataset({ config: of, files }, tools);
  };

const preview: DatasetConfig = { ...config, preview: true, identity_sets: {}, output_to_streams: {} };

/** Previews of the file: one that proposes a reading, and one that looks for a number of orders that none has. */
export const previewSteps = {
  preview: build(preview),
  search: build({ ...preview, expected: { orders: 4711 } }),
} satisfies Steps;

export const ingestSteps = {
  dataset: build(config),
  people: async (run, tools) => {
    const { buildPeople } = await import("../../src/builds/people/step.js");
    const result = await resultOf(run, "dataset");
    const datasets = [{ id: "orders", dir: dirOf(run, "dataset"), result, privacy: undefined }];
    return buildPeople({ config: {} as never, datasets, previousDir: null }, tools);
  },
  stream: async (run, tools) => {
    const { buildStream } = await import("../../src/builds/stream/step.js");
    const { streams } = await resultOf(run, "dataset");
    const datasets = [{ id: "orders", dir: dirOf(run, "dataset"), summary: streams.transaction! }];
    return buildStream({ name: "transaction", datasets, peopleDir: dirOf(run, "people") }, tools);
  },
} satisfies Steps;

// Conditions on orders of several lines: three orders whose first, last or every line is void.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { ConditionLines } from "../../domain/resource/condition.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { builtDataset, uploadedFiles } from "./fixtures.js";
import { buildDataset } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "condition-lines-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

/** Whether each line of an order is void. */
type Order = readonly boolean[];

const firstIsVoid: Order = [true, false, false];
const lastIsVoid: Order = [false, false, true];
const allAreVoid: Order = [true, true, true];

/** Each line costs 1, and each order has another day and customer. */
const fileOf = (orders: readonly Order[], [isVoid, isNot]: readonly [string, string]): string =>
  [
    "order,day,id,price,void",
    ...orders.flatMap((lines, i) =>
      lines.map((each) => `O${i},2026-01-0${i + 1},${i},1,${each ? isVoid : isNot}`),
    ),
  ].join("\n");

const counted = async (body: string, lines?: ConditionLines) => {
  const config: DatasetConfig = {
    identity_sets: { customer: { customer_id: "id" } },
    options: { type: "hosted_csv", upload_directory: "shop" },
    output_to_streams: {
      transaction: {
        data_map: {
          datetime: { column_name: "day" },
          value: { column_name: "price", aggregate: "sum" },
        },
        event_key: ["order"],
        event_conditions: [{ _nin: ["Yes"] }, { _null: true }].map((test) => ({
          column_name: "void",
          ...test,
          optional: true,
          ...(lines && { lines }),
        })),
      },
    },
    output_to_traits: {},
  };
  const files = await uploadedFiles(root, { "orders.csv": body });
  const { result } = (await builtDataset(engine, root, { config, files }, buildDataset))!;
  const { events, rows, value_total, left_out_by } = result.streams.transaction!.counts;
  const left = left_out_by!.map((each) => `${each.rows} in ${each.events}`).join();
  return `${events} orders, ${rows} lines, ${value_total}; left out: ${left}`;
};
const orders = [firstIsVoid, lastIsVoid, allAreVoid, [false, false]];

test.each([
  [undefined, "3 orders, 6 lines, 6; left out: 5 in 1"],
  ["each", "3 orders, 6 lines, 6; left out: 5 in 1"],
  ["all", "1 orders, 2 lines, 2; left out: 9 in 3"],
  ["event", "2 orders, 5 lines, 5; left out: 6 in 2"],
] as const)("a line that is void leaves out itself or its order: %s", async (lines, truth) => {
  expect(await counted(fileOf(orders, ["Yes", "No"]), lines)).toBe(truth);
});

test("a void first line leaves out itself where other lines say nothing", async () => {
  const body = fileOf([firstIsVoid, firstIsVoid, [false, false]], ["Yes", ""]);
  expect(await counted(body)).toBe("3 orders, 6 lines, 6; left out: 2 in 0");
  expect(await counted(body, "event")).toBe("1 orders, 2 lines, 2; left out: 6 in 2");
});

test("what stands on the first line of many orders alone is about the order", async () => {
  const many = [...Array(9).keys()].map((i) => (i < 6 ? firstIsVoid : ([false, false] as const)));
  expect(await counted(fileOf(many, ["Yes", ""]))).toBe("3 orders, 6 lines, 6; left out: 18 in 6");
  expect(await counted(fileOf(many, ["Yes", ""]), "each")).toBe("9 orders, 18 lines, 18; left out: 6 in 0");
});

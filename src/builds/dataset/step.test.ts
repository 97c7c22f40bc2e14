import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import { bucketTypes, databaseTypes } from "../../domain/data/connections/registry.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { AllRowsNeeded } from "../../warehouse/ingest/read.js";
import { buildRows } from "./build-rows.js";
import { uploadedFiles } from "./fixtures.js";
import type { DatasetInput } from "./input.js";
import type { Strategy } from "./reading/strategy.js";
import { text } from "./reading/text.js";
import { sources } from "./sources/registry.js";
import { buildSource } from "./step.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "dataset-"));
  engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const config: DatasetConfig = {
  identity_sets: { buyer: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {},
  output_to_traits: {},
};
const inputOf = async (rows: string): Promise<DatasetInput> => ({
  config,
  files: await uploadedFiles(root, { "a.csv": `email,city\n${rows}` }),
});
const tools = async () => stepTools(engine, await mkdtemp(path.join(root, "build-")));

test("each type of options has one source", () => {
  const types = ["hosted_csv", "merge", "spark_table", ...bucketTypes, ...databaseTypes];
  expect(sources.flatMap((source) => source.types).sort()).toEqual(types.sort());
});

test("where a strategy cannot read the rows, the next one does, and nothing is left of the first", async () => {
  const tried: string[] = [];
  const strategy = (name: string, read: Strategy["read"]): Strategy => ({
    of: "all",
    read: (...of) => {
      tried.push(name);
      return read(...of);
    },
  });
  const none = strategy("none", async () => null);
  const refused = strategy("refused", async () => {
    throw new AllRowsNeeded();
  });
  const own = await tools();
  const input = await inputOf("ada@example.com,Bern\nbob@example.com,Basel\n");
  expect(await buildRows([none, refused], input, own)).toBeNull();
  expect(existsSync(path.join(own.dir, "scratch"))).toBe(false);
  expect(await buildRows([none, refused, text], input, own)).toMatchObject({ identities: 2 });
  expect(tried).toEqual(["none", "refused", "none", "refused"]);
});

test("a source that has not changed is not read", async () => {
  const unchanged = { identities: 7 } as DatasetResult;
  const refuse = () => Promise.reject(new Error("read"));
  const rows = { unchanged: async () => unchanged, added: refuse, all: refuse };
  expect(await buildSource(rows, await tools())).toEqual({ result: unchanged, read: "nothing" });
});

test("all rows of a source are read where those that were added do not suffice", async () => {
  const input = await inputOf("ada@example.com,Bern\n");
  const rows = { added: async () => input, all: async () => input };
  const { result, read } = await buildSource(rows, await tools());
  expect([read, result.identities]).toEqual(["all", 1]);
});

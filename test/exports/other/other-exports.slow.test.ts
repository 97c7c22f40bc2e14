// Exports of no recognised platform, and of recognised ones in full: what the proposal counts is what the
// made-up shop sold, without a question.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDataset } from "../../../src/builds/dataset/step.js";
import type { DatasetProposal } from "../../../src/domain/proposal/proposal.js";
import { type Engine, openEngine } from "../../../src/warehouse/engine.js";
import { stepTools } from "../../support/step-tools.js";
import type { Layout } from "./layouts.js";
import { bankMarketing, inDoubt, ledgers } from "./ledgers.js";
import { platforms } from "./platforms.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "other-exports-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const now = Date.UTC(2026, 6, 1);

const propose = async ({ directory, filename, body }: Layout): Promise<DatasetProposal> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const file = path.join(dir, "file");
  await writeFile(file, body);
  const config = {
    identity_sets: {},
    output_to_streams: {},
    output_to_traits: {},
    preview: true,
    options: { type: "hosted_csv" as const, upload_directory: directory },
  };
  const files = [{ path: file, filename, bytes: body.length, arrived_at: 1000 }];
  const tools = stepTools(engine, path.join(dir, "out"), { now });
  return (await buildDataset({ config, files }, tools)).proposal!;
};

test.each(Object.entries(inDoubt))("%s: the customer is taken or asked for", async (_, [layout, column]) => {
  const { identity_sets, questions } = await propose(layout);
  const offered = questions.flatMap(({ choices }) => choices.map(({ label = "" }) => label.split(" (")[0]));
  expect([...Object.values(identity_sets).flatMap((set) => set.customer_id ?? []), ...offered]).toContain(
    column,
  );
});

test("rows of a bank without a customer ID are customers, who are like those with an answer", async () => {
  const { identity_sets, options, output_to_traits, questions, notes } = await propose(bankMarketing);
  expect({ identity_sets, options, questions }).toEqual({
    identity_sets: {},
    options: { snapshot: { answer: { column_name: "y", is: ["yes"] }, rows_are_customers: true } },
    questions: [],
  });
  expect(Object.keys(output_to_traits!)).toEqual(
    expect.arrayContaining(["age", "job", "balance", "poutcome"]),
  );
  expect(notes.map(({ code }) => code)).toEqual(["snapshot", "rows_are_customers"]);
});

test.each(Object.entries({ ...platforms, ...ledgers }))("%s", async (_, layout) => {
  const { figures, questions, output_to_streams, identity_sets, recognised } = await propose(layout);
  const found = figures?.[layout.stream ?? "transaction"];
  const mapping = JSON.stringify({ recognised, identity_sets, output_to_streams, questions }, null, 1);
  expect(found, mapping).toMatchObject({
    ...layout.counts,
    ...(layout.counts.value_total !== undefined && {
      value_total: expect.closeTo(layout.counts.value_total, 2),
    }),
  });
  expect(questions, mapping).toEqual([]);
});

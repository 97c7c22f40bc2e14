// Orders and revenue that an owner knows, of files whose true figures are known: the proposal counts them, or
// a reading that the preview finds does.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadedFiles } from "../../src/builds/dataset/fixtures.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { ExpectedFigures } from "../../src/domain/data/expected.js";
import type { DatasetProposal } from "../../src/domain/proposal/proposal.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { needing } from "../run/needs.js";
import { hasPublicData, publicFile } from "../support/public-data.js";
import { stepTools } from "../support/step-tools.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "expected-"));
  engine = await openEngine({ memoryMb: 800, threads: 2, tempDir: root });
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const now = Date.UTC(2026, 11, 1);

const previewed = async (
  bodies: Record<string, Buffer | string>,
  expected: ExpectedFigures,
): Promise<DatasetProposal> => {
  const files = await uploadedFiles(root, bodies);
  const config = {
    identity_sets: {},
    output_to_streams: {},
    output_to_traits: {},
    options: { type: "hosted_csv" as const, upload_directory: "data" },
    preview: true,
    expected,
  };
  const tools = stepTools(engine, await mkdtemp(path.join(root, "build-")), { now });
  return (await buildDataset({ config, files }, tools)).proposal!;
};

interface Case {
  name: string;
  dir: string;
  files: string[];
  expected: ExpectedFigures;
}

const json = (name: string) => JSON.parse(readFileSync(publicFile(name), "utf8"));

interface Truth {
  orders?: number;
  revenue?: string | Record<string, string>;
}
const exported = (): Case[] =>
  !existsSync(publicFile("exports3/truth.json"))
    ? []
    : Object.entries(json("exports3/truth.json").files as Record<string, Truth>).flatMap(
        ([name, { orders, revenue }]) => {
          if (orders === undefined || revenue === undefined) return [];
          const of = typeof revenue === "string" ? [["", revenue] as const] : Object.entries(revenue);
          return of.map(([currency, sum]) => ({
            name: `${name} ${currency}`.trim(),
            dir: "exports3",
            files: [`${name}.csv.gz`],
            expected: { orders, revenue: Number(sum), ...(currency !== "" && { currency }) },
          }));
        },
      );

interface Report {
  files: string[];
  expect?: { events?: number; value_total?: number };
  by_currency?: Record<string, number>;
}
const reported = (): Case[] =>
  !existsSync(publicFile("reports"))
    ? []
    : readdirSync(publicFile("reports"))
        .filter((name) => existsSync(publicFile(`reports/${name}/expected.json`)))
        .flatMap((name) => {
          const { files, expect: known, by_currency } = json(`reports/${name}/expected.json`) as Report;
          if (known?.value_total === undefined && by_currency === undefined) return [];
          const orders = known?.events === undefined ? {} : { orders: known.events };
          const of: ExpectedFigures[] = by_currency
            ? Object.entries(by_currency).map(([currency, revenue]) => ({ ...orders, revenue, currency }))
            : [{ ...orders, revenue: known!.value_total! }];
          return of.map((expected) => ({
            name: `${name} ${expected.currency ?? ""}`.trim(),
            dir: `reports/${name}`,
            files,
            expected,
          }));
        });

/** Share of the files whose figures are exact after no more than one choice. */
const fewestExact = 0.95;

describe("public data", needing("public data", hasPublicData()), () => {
  test("an owner's orders and revenue are found after at most one choice", { timeout: 900_000 }, async () => {
    const missed: string[] = [];
    const cases = [...exported(), ...reported()];
    for (const { name, dir, files, expected } of cases) {
      const bodies = Object.fromEntries(
        files.map((file) => [file, readFileSync(publicFile(`${dir}/${file}`))]),
      );
      const started = Date.now();
      const found = (await previewed(bodies, expected)).expected;
      const isExact = found?.is_met || found?.readings.some(({ misses }) => Object.keys(misses).length === 0);
      if (process.env.SHOW)
        console.log(
          name,
          JSON.stringify(expected),
          Date.now() - started,
          "ms",
          found?.is_met,
          found?.readings.map(({ label }) => label),
        );
      if (!isExact) missed.push(`${name}: ${found?.readings.map(({ label }) => label).join(" | ")}`);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((1 - fewestExact) * cases.length);
  });
});

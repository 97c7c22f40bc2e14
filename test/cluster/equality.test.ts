// Equality of engines: what a cluster makes is what DuckDB makes, value for value and in the same order, so a cluster may come and go.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, openCluster } from "../../src/warehouse/cluster/cluster.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { ident, sql } from "../../src/warehouse/sql/sql.js";
import { compareWorld } from "./equality/compare.js";
import { anyCohort, anyText, anyWorld, setting } from "./equality/worlds.js";
import { sharedSail, sharedSpark } from "./support/shared.js";

describe.each([
  { name: "Sail", start: sharedSail, worlds: 200, texts: 60 },
  { name: "Spark", start: sharedSpark, worlds: 20, texts: 10 },
])("$name", ({ start, worlds, texts }) => {
  let root: string;
  let engine: Engine;
  let cluster: Cluster;

  beforeAll(async () => {
    const { url } = await start();
    root = mkdtempSync(path.join(tmpdir(), "bw-equality-"));
    engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: path.join(root, "spill") });
    const exchangeDir = path.join(root, "exchange");
    cluster = openCluster({ url, session: randomUUID(), exchangeDir, fromEvents: 0 }, engine);
  });

  afterAll(async () => {
    await cluster?.close();
    engine?.close();
    if (root) rmSync(root, { recursive: true });
  });

  test("any texts and names pass through unchanged, and numbers keep their value", async () => {
    const names = fc.uniqueArray(anyText, {
      minLength: 1,
      maxLength: 4,
      selector: (name) => name.toLowerCase(),
    });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.array(anyText, { minLength: 4, maxLength: 4 }),
        number,
        fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }),
        async (columns, values, double, whole) => {
          const fields = columns.map((name, i) => [ident(`p_${name}`), values[i]!] as const);
          const query = sql`select cast(${double} as double) as number, cast(${whole} as bigint) as whole
          ${fields.map(([name, value]) => sql`, ${value} as ${name}`).reduce((all, each) => sql`${all}${each}`, sql``)}`;
          const [row] = await cluster.rows(query);
          const { number: same, whole: entire, ...texts } = row!;
          expect([same === double, BigInt(entire as number)]).toEqual([true, whole]);
          expect(texts).toEqual(Object.fromEntries(columns.map((name, i) => [`p_${name}`, values[i]!])));
        },
      ),
      {
        numRuns: texts,
        examples: [[[setting, "it's"], [setting, "a\\nb", "\\'", "'"], -0.9875760763053003, 2n ** 53n + 1n]],
      },
    );
  });

  test("random worlds: streams, their summaries, members and their history", async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, anyCohort, async (world, cohort) => {
        const dir = await mkdtemp(path.join(root, "world-"));
        await compareWorld({ engine, cluster, dir }, world, cohort);
        await rm(dir, { recursive: true });
      }),
      { numRuns: worlds },
    );
  });
});

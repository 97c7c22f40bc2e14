// Equality of engines: what a cluster makes is what DuckDB makes, value for value and in the same order, so a
// cluster may come and go.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCluster } from "../../src/warehouse/cluster/cluster.js";
import { openEngine } from "../../src/warehouse/engine.js";
import { ident, sql } from "../../src/warehouse/sql/sql.js";
import { compareWorld, type Engines } from "./equality/compare.js";
import { anyCohort, anyText, anyWorld, foldedAsEngine, setting } from "./equality/worlds.js";
import { sharedSail, sharedSpark } from "./support/shared.js";

/** Worlds that are compared at the same time: an engine waits between the parts of a query. */
const atOnce = 4;
const severalWorlds = fc.array(fc.tuple(anyWorld, anyCohort), { minLength: atOnce, maxLength: atOnce });

describe.each([
  { name: "Sail", start: sharedSail, worlds: 200, texts: 60, settings: [] },
  // A world has few rows: more partitions would be more empty tasks.
  {
    name: "Spark",
    start: sharedSpark,
    worlds: 20,
    texts: 10,
    settings: [sql`set spark.sql.shuffle.partitions = 2`],
  },
])("$name", ({ start, worlds, texts, settings }) => {
  let root: string;
  let lanes: Engines[];

  beforeAll(async () => {
    const { url } = await start();
    root = mkdtempSync(path.join(tmpdir(), "bw-equality-"));
    lanes = await Promise.all(
      Array.from({ length: atOnce }, async (_, lane) => {
        const dir = path.join(root, `lane-${lane}`);
        await mkdir(dir);
        const engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: path.join(dir, "spill") });
        const exchangeDir = path.join(dir, "exchange");
        const cluster = openCluster({ url, session: randomUUID(), exchangeDir, fromEvents: 0 }, engine);
        for (const setting of settings) await cluster.run(setting);
        return { engine, cluster, dir };
      }),
    );
  });

  afterAll(async () => {
    for (const { engine, cluster } of lanes ?? []) {
      await cluster.close();
      engine.close();
    }
    if (root) rmSync(root, { recursive: true });
  });

  test("any texts and names pass through unchanged, and numbers keep their value", async () => {
    const names = fc.uniqueArray(anyText, {
      minLength: 1,
      maxLength: 4,
      selector: foldedAsEngine,
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
          const [row] = await lanes[0]!.cluster.rows(query);
          const { number: same, whole: entire, ...texts } = row!;
          expect([same === double, BigInt(entire as number)]).toEqual([true, whole]);
          expect(texts).toEqual(Object.fromEntries(columns.map((name, i) => [`p_${name}`, values[i]!])));
        },
      ),
      {
        numRuns: texts,
        examples: [
          [[setting, "it's"], [setting, "a\\nb", "\\'", "'"], -0.9875760763053003, 2n ** 53n + 1n],
          [["é", "É", "ß", "ẞ"], ["1", "2", "3", "4"], 0.1, 0n],
        ],
      },
    );
  });

  test("random worlds: streams, their summaries, members and their history", async () => {
    await fc.assert(
      fc.asyncProperty(severalWorlds, async (all) => {
        await Promise.all(
          all.map(async ([world, cohort], lane) => {
            const { dir: own, ...engines } = lanes[lane]!;
            const dir = await mkdtemp(path.join(own, "world-"));
            await compareWorld({ ...engines, dir }, world, cohort);
            await rm(dir, { recursive: true });
          }),
        );
      }),
      // Each step towards a smaller counterexample is a minute of an engine: the first one is reported.
      { numRuns: worlds / atOnce, endOnFailure: true },
    );
  });
});

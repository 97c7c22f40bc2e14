import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparisons, patternOf } from "../../domain/people/matching.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { writeProfiles } from "./fixtures.js";
import { matchesAmong, nearAmong } from "./scored-pairs.js";
import { contradictedPairs, nonMatchPairs, pairsWithin, pairsWithinLarge } from "./within-clusters.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "within-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

/** The pairs within components of these sizes, whose nodes are numbered one component after the other. */
const pairsOf = async (...sizes: number[]): Promise<string[]> => {
  const roots = Int32Array.from(sizes.flatMap((size, root) => Array<number>(size).fill(root)));
  const components = await engine.createTableOf("component", {
    node: roots.map((_, node) => node),
    root: roots,
  });
  const one = await writeProfiles(engine, "one", [{ first_name: "ada" }]);
  const profiles = await engine.createTable(
    "profile",
    sql`select p.* replace (c.node as node) from ${one} as p, ${components} as c`,
  );
  const pairs = sql`(${pairsWithin(profiles, components)})`;
  const rows = await engine.rows<{ pair: string }>(
    sql`select p.left_node || '-' || p.right_node as pair from ${pairs} as p order by p.left_node, p.right_node`,
  );
  return rows.map(({ pair }) => pair);
};

test("all pairs within a component are compared, and none across", async () => {
  expect(await pairsOf(3, 2, 1, 3)).toEqual(["0-1", "0-2", "1-2", "3-4", "6-7", "6-8", "7-8"]);
});

test("a component of more than 400 records is not fully compared", async () => {
  expect(await pairsOf(401)).toEqual([]);
  expect(await pairsOf(400)).toHaveLength((400 * 399) / 2);
});

test("nodes without a profile are not compared", async () => {
  const components = await engine.createTableOf("component", {
    node: Int32Array.of(0, 1, 2),
    root: Int32Array.of(0, 0, 0),
  });
  const profiles = await writeProfiles(engine, "profile", [{ first_name: "ada" }, { first_name: "ada" }]);
  expect(await engine.rows(pairsWithin(profiles, components))).toHaveLength(1);
});

test("in a larger cluster, each record is compared with the next fifty and with its linked records", async () => {
  const nodes = Int32Array.from({ length: 1_000 }, (_, node) => node);
  const clusters = await engine.createTableOf("cluster", { node: nodes, root: new Int32Array(1_000) });
  const one = await writeProfiles(engine, "one", [{ first_name: "ada" }]);
  const profiles = await engine.createTable(
    "profile",
    sql`select p.* replace (c.node as node) from ${one} as p, ${clusters} as c`,
  );
  const links = await engine.createTableOf("link", {
    left_node: Int32Array.of(900, 3),
    right_node: Int32Array.of(0, 4),
  });
  const { pairs, linked } = await engine.row<{ pairs: number; linked: number }>(sql`
    select count(*) as pairs, count(*) filter (where left_node = 0 and right_node = 900) as linked
    from (${pairsWithinLarge(profiles, clusters, links)})`);
  expect({ pairs, linked }).toEqual({ pairs: 50 * 950 + (50 * 49) / 2 + 1, linked: 1 });
});

/** All other values are missing. */
const patternOfLevels = (levelsOf: Record<string, string>): number =>
  patternOf(
    comparisons.map(({ name, levels }) => (name in levelsOf ? 1 + levels.indexOf(levelsOf[name]!) : 0)),
  );
const namesakes = { first_name: "is the same", last_name: "is the same", address: "is the same" };

test.each<[Record<string, string>, number, boolean]>([
  [{ ...namesakes, email: "differs" }, -1, true],
  [{ ...namesakes, email: "is the same" }, -1, false],
  [{ ...namesakes, first_name: "is a nickname", email: "differs" }, -1, true],
  [{ ...namesakes, first_name: "differs", email: "differs" }, -1, false],
  [{ ...namesakes, customer_id: "differs" }, -1, true],
  [{ ...namesakes, phone: "differs" }, -1, true],
  [{ ...namesakes, birth_date: "differs" }, -1, false],
  [{ ...namesakes, customer_id: "is the same" }, -1, false],
  [{ customer_id: "differs" }, -1, false],
  [{ birth_date: "is far apart" }, -1, true],
  [{ birth_date: "differs" }, -1, false],
  [{ national_id: "differs" }, -1, true],
  [{ suffix: "differs" }, -1, true],
  [{ phone: "differs" }, -1, false],
  [{ phone: "differs" }, -8, true],
])("of three records, two with %j and log-odds of %d are parted: %s", async (levels, logOdds, areParted) => {
  const components = await engine.createTableOf("component", {
    node: Int32Array.of(0, 1, 2),
    root: Int32Array.of(0, 0, 0),
  });
  const scored = await engine.createTableOf("scored", {
    left_node: Int32Array.of(0),
    right_node: Int32Array.of(1),
    pattern: Int32Array.of(patternOfLevels(levels)),
    log_odds: Float64Array.of(logOdds),
  });
  expect(await engine.rows(nonMatchPairs(scored, components))).toHaveLength(areParted ? 1 : 0);
});

test.each<[Record<string, string>, boolean]>([
  [{ ...namesakes, address: "differs", email: "differs" }, true],
  [{ ...namesakes, address: "differs", birth_date: "is far apart" }, true],
  [{ ...namesakes, address: "differs", birth_date: "is in the same year" }, false],
  [{ ...namesakes, address: "differs", phone: "differs" }, true],
  [{ ...namesakes, address: "differs" }, false],
])("records with %j contradict that somebody moved: %s", async (levels, areContradicted) => {
  const scored = await engine.createTableOf("scored_move", {
    left_node: Int32Array.of(0),
    right_node: Int32Array.of(1),
    pattern: Int32Array.of(patternOfLevels(levels)),
    log_odds: Float64Array.of(-1),
  });
  expect(await engine.rows(contradictedPairs(scored))).toHaveLength(areContradicted ? 1 : 0);
});

test.each<[Record<string, string>, number, boolean]>([
  [{ ...namesakes, last_name: "differs", address: "is in the same street" }, 2, false],
  [{ ...namesakes, last_name: "differs" }, 2, true],
  [{ ...namesakes, last_name: "differs", address: "differs", phone: "is the same" }, 2, true],
  [{ ...namesakes, address: "differs" }, 2, true],
  [{ ...namesakes, address: "differs" }, 1.5, false],
  [{ ...namesakes, address: "differs", phone: "is the same" }, 1.5, true],
])("records with %j and log-odds of %d can be linked: %s", async (levels, logOdds, canBe) => {
  const scored = await engine.createTableOf("scored_link", {
    pattern: Int32Array.of(patternOfLevels(levels)),
    log_odds: Float64Array.of(logOdds),
  });
  const least = { usual: 1, ofMove: 1.6 };
  expect(await engine.rows(matchesAmong(scored, least))).toHaveLength(canBe ? 1 : 0);
  expect(await engine.rows(nearAmong(scored, least))).toHaveLength(canBe || logOdds === 2 ? 0 : 1);
});

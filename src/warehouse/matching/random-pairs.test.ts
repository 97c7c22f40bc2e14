import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparisons, levelsOf } from "../../domain/people/matching.js";
import { type Engine, openEngine, type Row } from "../engine.js";
import type { Relation } from "../sql/sql.js";
import { patternCounts } from "./compare.js";
import { type TestProfile, writeProfiles } from "./fixtures.js";
import { namesakeCounts, randomPairs } from "./random-pairs.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "random-pairs-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const anyTwoOf = async (profiles: Relation): Promise<Row[]> =>
  engine.rows(patternCounts((await randomPairs(engine, profiles)).anyTwo));

test("a small file is sampled as a whole, each pair once", async () => {
  const names = ["ada", "bob", "cleo", "dan"].map((first_name) => ({ first_name }));
  const staged = await writeProfiles(engine, "profile", names);
  expect(await anyTwoOf(staged)).toEqual([{ pattern: expect.any(Number), pairs: 6 }]);
});

/** Pairs of namesakes by the level of their first names. */
const namesakesOf = async (profiles: readonly TestProfile[]): Promise<Record<string, number>> => {
  const staged = await writeProfiles(engine, "profile", profiles);
  const { namesakes } = await randomPairs(engine, staged);
  const rows = await engine.rows<{ pattern: number; pairs: number }>(namesakeCounts(namesakes));
  const first = comparisons.find(({ name }) => name === "first_name")!;
  return Object.fromEntries(
    rows.map(({ pattern, pairs }) => [first.levels[levelsOf(pattern)[0]! - 1]!, pairs]),
  );
};

test("only profiles of one last name are namesakes, each pair once", async () => {
  const names = ["ada lee", "ada lee", "bob lee", "ada hill", "carl hill", "eve"];
  const profiles = names.map((name) => {
    const [first_name, last_name] = name.split(" ");
    return { first_name, last_name };
  });
  expect(await namesakesOf(profiles)).toEqual({ differs: 3, "is the same": 1 });
});

test("of a common last name some pairs stand for all", async () => {
  const common = Array.from({ length: 101 }, (_, i) => ({ first_name: `name${i}`, last_name: "lee" }));
  const rare = Array.from({ length: 2 }, () => ({ first_name: "ada", last_name: "hill" }));
  const { differs, "is the same": same } = await namesakesOf([...common, ...rare]);
  expect(differs! / same!).toBeCloseTo((101 * 100) / 2, 6);
  expect(differs! + same!).toBeCloseTo(4 * 101 - 10 + 1, 6);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ComparisonName,
  comparisons,
  keyWeight,
  levelTexts,
  numberWeight,
  patternOf,
} from "../../domain/people/matching.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { linkWeights } from "./links.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "links-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

test("an equal key weighs more the more alike its records are, and never as much as the owner's number", async () => {
  const links = sql`(
    select * from (values
      (1, 2, 'key', 'certain', null, null), (1, 3, 'key', 'certain', null, null), (1, 3, 'match', null, 0, 7.5),
      (2, 3, 'key', 'certain', null, null), (2, 3, 'match', null, 0, 2.5), (4, 5, 'key', 'number', null, null)
    ) as link(left_node, right_node, kind, strength, pattern, log_odds))`;
  const rows = await engine.rows<{ left_node: number; right_node: number; weight: number }>(sql`
    select own.left_node, own.right_node, own.weight from (${linkWeights(links)}) as own
    order by own.weight desc, own.left_node, own.right_node`);
  expect(rows.map(({ left_node, right_node, weight }) => [left_node, right_node, weight])).toEqual([
    [4, 5, numberWeight],
    [1, 3, keyWeight + 7.5],
    [2, 3, keyWeight + 2.5],
    [1, 2, keyWeight],
    [1, 3, 7.5],
    [2, 3, 2.5],
  ]);
});

test("a mailbox with a name in two scripts weighs as a key does", async () => {
  const patternWith = (levels: Partial<Record<ComparisonName, string>>): number =>
    patternOf(
      comparisons.map((comparison) => levelTexts(comparison).indexOf(levels[comparison.name] ?? "") + 1),
    );
  const inScripts = "is the same in another script";
  const oneMailbox = { first_name: inScripts, last_name: inScripts, email: "is the same" };
  const [same, other, typo] = [
    oneMailbox,
    { ...oneMailbox, email: "differs" },
    { ...oneMailbox, first_name: "differs by a typo" },
  ].map(patternWith);
  const links = sql`(
    select * from (values
      (1, 2, 'match', null, ${same!}, 7.5), (1, 3, 'match', null, ${other!}, 7.5), (1, 4, 'match', null, ${typo!}, 7.5)
    ) as link(left_node, right_node, kind, strength, pattern, log_odds))`;
  const rows = await engine.rows<{ weight: number }>(
    sql`select own.weight from (${linkWeights(links)}) as own order by own.right_node`,
  );
  expect(rows.map(({ weight }) => weight)).toEqual([keyWeight + 7.5, 7.5, 7.5]);
});

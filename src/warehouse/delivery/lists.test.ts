import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { rankedPeople } from "./lists.js";

test("by uplift those come first whom a contact moves most, by chance the likeliest, and nobody without a probability", async () => {
  const tempDir = await mkdtemp(path.join(tmpdir(), "lists-"));
  const engine = await openEngine({ memoryMb: 200, threads: 1, tempDir });
  onTestFinished(async () => {
    engine.close();
    await rm(tempDir, { recursive: true });
  });
  const scores = sql`(select * from (values (1, 0.9, 0.01), (2, 0.5, 0.2), (3, 0.6, 0.2), (4, 0.7, null), (5, null, null))
    as s(person_id, probability_0, uplift))`;
  const orderBy = async (by: "chance" | "uplift") => {
    const rows = await engine.rows<{ person_id: number; people: number }>(
      sql`select * from (${rankedPeople(scores, 0, by)}) as r order by r.rank`,
    );
    expect(new Set(rows.map(({ people }) => people))).toEqual(new Set([4]));
    return rows.map(({ person_id }) => Number(person_id));
  };
  expect(await orderBy("uplift")).toEqual([3, 2, 1, 4]);
  expect(await orderBy("chance")).toEqual([1, 4, 3, 2]);
});

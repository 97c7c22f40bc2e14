import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputsOf, type Log } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { PlaceCondition } from "../../domain/cohort/place.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { cohortMembers } from "./members.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "timeless-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

/**
 * Person 1 is at the shop, 2 near it, 3 far away; 4 is not at it, at an unknown distance; the location of 5
 * is unknown.
 */
const log: Log = {
  people: [1, 2, 3, 4, 5],
  events: [1, 3, 5].map((person) => ({ person, at: 10 })),
  traits: [{ person: 3, trait: "tier", value: "gold" }],
  places: { shop: { 1: 0, 2: 800, 3: 9000, 4: null }, town: { 1: 0, 2: 0, 3: 0 } },
};
const membersOf = async (definition: CohortConfig): Promise<number[]> => {
  const members = cohortMembers(definition, inputsOf(log), 100);
  const rows = await engine.rows<{ person_id: number }>(
    sql`select person_id from (${members}) order by person_id`,
  );
  return rows.map(({ person_id }) => person_id);
};

test.each<[string, PlaceCondition, number[]]>([
  ["without a distance, who is at it", { place_id: "shop" }, [1]],
  ["the distance itself is within", { place_id: "shop", distance: 800 }, [1, 2]],
  ["inverted, who is farther away", { place_id: "shop", distance: 800, invert: true }, [3]],
  [
    "people at another address are not at the place, at whatever distance",
    { place_id: "shop", invert: true },
    [2, 3, 4],
  ],
])("%s", async (_, condition, expected) => {
  expect(await membersOf({ place_conditions: [condition] })).toEqual(expected);
});

test("all conditions on places, traits and events must hold", async () => {
  const inTown = { place_id: "town" };
  const farFromShop = { place_id: "shop", distance: 500, invert: true };
  expect(await membersOf({ place_conditions: [inTown, farFromShop] })).toEqual([2, 3]);
  expect(await membersOf({ stream_name: "purchase", place_conditions: [inTown] })).toEqual([1, 3]);
  expect(
    await membersOf({ traits: [{ name: "tier", _eq: "gold" }], place_conditions: [inTown, farFromShop] }),
  ).toEqual([3]);
});

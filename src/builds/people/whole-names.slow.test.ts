// Whole given names: a name of several words is one name, and its words alone are not.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import type { TestRecord } from "../../warehouse/persons/fixtures.js";
import { groupRecords } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "whole-names-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

/** Two records of one last name at one address, in a town where no other pair is alike. */
const pairs = (
  names: readonly (readonly [string, string, string])[],
  rest: (pair: number, side: number) => TestRecord = () => ({}),
) =>
  names.flatMap(([one, other, last], pair) =>
    [one, other].map(
      (first, side): TestRecord => ({
        person_first_name: first,
        person_last_name: last,
        house_number_and_street: `${pair + 3} ${streets[pair % streets.length]} Street`,
        postcode: String(10_100 + 613 * pair),
        seen: 2 * pair + side,
        ...rest(pair, side),
      }),
    ),
  );
const streets = "Ash Birch Cedar Dogwood Fir Hazel Juniper Larch Maple".split(" ");

const areOne = async (records: readonly TestRecord[]): Promise<boolean[]> => {
  const groups = await groupRecords(engine, root, records, {});
  return records.flatMap((_, i) => (i % 2 === 0 ? [groups[i] === groups[i + 1]] : []));
};

const siblings = [
  ["María José", "María Teresa", "Ortega"],
  ["Jean-Pierre", "Jean-Paul", "Girard"],
  ["Xiao Ming", "Xiao Hua", "Hu"],
  ["Min-jun", "Min-ji", "Yoon"],
  ["Thị Hương", "Thị Lan", "Lê"],
  ["Mohammed Ali", "Mohammed Omar", "Farouk"],
  ["Abdul Rahman", "Abdul Rahim", "Siddiq"],
  ["Mary Ann", "Mary Beth", "Tolliver"],
] as const;

describe("two given names that share a word are two people", () => {
  test("at one address", async () => {
    expect(await areOne(pairs(siblings))).toEqual(siblings.map(() => false));
  });

  test("with one telephone", async () => {
    const records = pairs(siblings, (pair) => ({ phone: `802 863 ${1100 + 37 * pair}` }));
    expect(await areOne(records)).toEqual(siblings.map(() => false));
  });
});

test.each([
  ["Xiao Ming", "Xiaoming", "Zhou"],
  ["Min-jun", "Minjun", "Park"],
  ["María José", "Maria Jose", "Vega"],
  ["James Robert", "James", "Hale"],
  ["James Robert", "James R", "Hale"],
  ["James R.", "James", "Hale"],
  ["James Robert", "Robert", "Hale"],
  ["Jim", "James Robert", "Hale"],
  ["Jean-Luc", "J.-L.", "Moreau"],
  ["Abdul Rahman", "Abdurrahman", "Khan"],
])("%s and %s %s at one address are one person", async (one, other, last) => {
  expect(
    await areOne(
      pairs([
        [one, other, last],
        ["Ada", "Boris", "Castro"],
        ["Emil", "Fay", "Dunn"],
      ]),
    ),
  ).toEqual([true, false, false]);
});

test("a short name counts as the only whole name of its mailbox that it can stand for", async () => {
  const mail = (person_first_name: string): TestRecord => ({
    person_first_name,
    person_last_name: "Ortega",
    email: "o@ortega.es",
  });
  const groups = await groupRecords(engine, root, ["María José", "María", "M", "José"].map(mail), {
    identity_resolution: { mode: "exact" },
  });
  expect(groups).toEqual([0, 0, 0, 0]);
  const two = await groupRecords(engine, root, ["María José", "María Teresa", "María"].map(mail), {
    identity_resolution: { mode: "exact" },
  });
  expect(two).toEqual([0, 1, 2]);
});

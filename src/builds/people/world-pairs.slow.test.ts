// Pairs of names of many languages: two spellings of one person, or two people of one family, at one address.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import type { TestRecord } from "../../warehouse/persons/fixtures.js";
import { groupRecords } from "./fixtures.js";

const folder = path.resolve(process.env.BELLWETHER_TEST_DATA ?? "../shared/data");
const file = path.join(folder, "identity/pairs_of_the_world.csv");

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "pairs-of-the-world-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

interface NamedPair {
  country: string;
  areOne: boolean;
  /** First and last name. */
  names: [string, string][];
}

const readPairs = (): NamedPair[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("name,"))
    .map((line) => {
      const [, country, , same, ...names] = line.replace(/"[^"]*"/, "note").split(",") as string[];
      const [leftFirst, leftLast, rightFirst, rightLast] = names as [string, string, string, string];
      return {
        country: country!,
        areOne: same === "1",
        names: [
          [leftFirst, leftLast],
          [rightFirst, rightLast],
        ],
      };
    });

const recordsOf = (pairs: readonly NamedPair[], hasMore: boolean): TestRecord[] =>
  pairs.flatMap(({ country, areOne, names }, pair) =>
    names.map(
      ([first, last], side): TestRecord => ({
        ...(first !== "" && { person_first_name: first }),
        ...(last !== "" && { person_last_name: last }),
        country,
        house_number_and_street: `${7 + 2 * pair} ${"abcdefghij"[pair % 10]}${"klmnopqrst"[Math.floor(pair / 10)]}weg`,
        postcode: String(31_000 + 37 * pair),
        city: `Ort${pair}`,
        ...(hasMore && { birth_date: `${1960 + (pair % 30) + (areOne ? 0 : 5 * side)}-03-14` }),
        ...(hasMore && !areOne && { email: `q${pair}x${side}w@pair.example` }),
        seen: 2 * pair + side,
      }),
    ),
  );

test.skipIf(!existsSync(file)).each([
  ["by name and address alone", false, 23],
  ["with birth dates and mailboxes", true, 25],
])("%s", async (_, hasMore, minApart) => {
  const pairs = readPairs();
  const groups = await groupRecords(engine, root, recordsOf(pairs, hasMore), {});
  const isRight = pairs.map(
    ({ areOne }, pair) => (groups[2 * pair] === groups[2 * pair + 1] && groups[2 * pair] !== -1) === areOne,
  );
  const wrong = pairs.filter((_, pair) => !isRight[pair]).map(({ names }) => names.flat().join(" "));
  const right = (one: boolean) => pairs.filter(({ areOne }, pair) => areOne === one && isRight[pair]).length;
  expect(right(false), wrong.join("; ")).toBeGreaterThanOrEqual(minApart);
  expect(right(true), wrong.join("; ")).toBeGreaterThanOrEqual(Math.ceil(0.92 * (pairs.length - 25)));
});

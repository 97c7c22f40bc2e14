// Shared values in small files, such as namesakes: such a file says little, and says it many times.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import type { TestRecord } from "../../warehouse/persons/fixtures.js";
import { groupRecords } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "shared-values-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const peopleIn = async (records: readonly TestRecord[]): Promise<number> =>
  new Set(await groupRecords(engine, root, records, {})).size;

const firsts = "Ada Boris Cleo Dora Emil Fay Gus Hana Ivo Jo Karl Lola Mina Nils Olga Paul Quin Rosa".split(
  " ",
);
const lasts = "Abbott Becker Castro Dunn Engel Farr Gray Holt Ivers Jansen Krause Lund Mott".split(" ");

/** Neighbours are unlike: mailboxes that differ in a letter would pass for slips of the pen. */
const mailbox = (i: number): string =>
  `${((i * 7_919 + 11) % 1_000_003).toString(36)}${((i * 104_729 + 7) % 999_983).toString(36)}@mail${i % 9}.example`;

/** Customers with a number and a mailbox of their own; the first ones are namesakes. */
const customers = (all: number, namesakes: number, name: string): TestRecord[] =>
  Array.from({ length: all }, (_, i) => ({
    customer_id: `K${1000 + i}`,
    person_full_name:
      i < namesakes ? name : `${firsts[i % firsts.length]} ${lasts[(i * 5) % lasts.length]}${i}`,
    email: mailbox(i),
    seen: i,
  }));

describe("namesakes with a number and a mailbox of their own are that many people", () => {
  test.each([
    [24, 24, "Anna Meyer"],
    [24, 24, "Anna Maria Meyer"],
    [24, 24, "Anna M Meyer"],
    [24, 6, "Nguyen Thi Lan"],
    [300, 12, "Maria Garcia Lopez"],
    [300, 12, "Maria G. Lopez"],
    [300, 12, "Walk In Customer"],
  ])("among %i customers, %i called %s", async (all, namesakes, name) => {
    expect(await peopleIn(customers(all, namesakes, name))).toBe(all);
  });
});

test("two records of one person with a middle initial are still one", async () => {
  const home = { house_number_and_street: "12 Elm Street", postcode: "05401" };
  const john: TestRecord = { person_first_name: "John R", person_last_name: "Abernathy", ...home };
  const records = [
    john,
    { ...john, person_first_name: "John", email: "john@example.com" },
    ...customers(24, 0, ""),
  ];
  expect(await peopleIn(records)).toBe(25);
});

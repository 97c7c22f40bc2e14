import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { groupRecords, personsIn, resolveDatasets } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "clusters-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const firsts =
  "Ada Boris Cleo Dora Emil Fay Gus Hana Ivo Jo Karl Lola Mina Nell Otto Pia Rolf Suse Tom Vera".split(" ");
const lasts =
  "Abbott Becker Castro Dunn Engel Farr Gray Holt Ivers Jansen Krause Lund Moss Nagy Ortiz Pratt".split(" ");
const streets = "Ash Birch Cedar Dogwood Fir Hazel Juniper Larch Maple".split(" ");

const stranger = (i: number): TestRecord => ({
  person_first_name: firsts[i % 20]!,
  person_last_name: lasts[Math.floor(i / 20) % 16]!,
  house_number_and_street: `${i + 20} ${streets[i % streets.length]} Street`,
  postcode: `${10_000 + 37 * i}`,
  email: `${firsts[i % 20]}${"abcdefghij"[i % 10]}${i * 7919}@example.com`.toLowerCase(),
});
const strangers = Array.from({ length: 1_000 }, (_, i) => stranger(i));
const sizesOf = (groups: readonly number[]): number[] => {
  const size = new Map<number, number>();
  for (const group of groups) size.set(group, (size.get(group) ?? 0) + 1);
  return [...size.values()].sort((a, b) => b - a);
};

/** Three or four of a thousand have one whole name, and one customer number may make them one person. */
const expectNamesakesAtMost = (records: readonly TestRecord[], groups: readonly number[]): void => {
  const nameOf = (record: TestRecord) => `${record.person_first_name} ${record.person_last_name}`;
  groups.forEach((first, i) => {
    const [one, other] = [records[first]!, records[i]!];
    if (one.email && other.email) expect(nameOf(other)).toBe(nameOf(one));
  });
};

test("a thousand strangers with one customer number are split", async () => {
  const joined = strangers.map((record) => ({ ...record, customer_id: "GUEST-1" }));
  const groups = await groupRecords(engine, root, joined, {});
  expect(sizesOf(groups)[0]).toBeLessThan(5);
  expectNamesakesAtMost(joined, groups);
});

test("a thousand strangers are split even if the record that links them has no other value", async () => {
  const joined = [
    { customer_id: "GUEST-1" },
    ...strangers.map((record) => ({ ...record, customer_id: "GUEST-1" })),
  ];
  const groups = await groupRecords(engine, root, joined, {});
  expect(sizesOf(groups)[0]).toBeLessThan(6);
  expectNamesakesAtMost(joined, groups);
});

test("a thousand records of one person stay together", async () => {
  const names = ["Robert", "Bob", "Robert", "Rob"];
  const repeats = Array.from({ length: 1_000 }, (_, i) => ({
    person_first_name: names[i % names.length]!,
    person_last_name: i % 11 ? "Kowalski" : "Kowalksi",
    house_number_and_street: i % 5 ? "12 Oak Street" : "12 Oka Street",
    postcode: "62704",
    customer_id: "C-17",
    email: `kowalski+${i}@example.com`,
    phone: "802-863-1234",
  }));
  const groups = await groupRecords(engine, root, [...repeats, ...strangers.slice(0, 200)], {});
  expect(new Set(groups.slice(0, repeats.length))).toEqual(new Set([0]));
});

test("an incremental build splits strangers as a full build does", async () => {
  const joined = strangers
    .slice(0, 600)
    .map((record, i) => ({ ...record, customer_id: "GUEST-1", seen: i + 1 }));
  const [old, all] = [
    await writeDataset(engine, root, "d", joined.slice(0, 550)),
    await writeDataset(engine, root, "d", joined),
  ];
  const first = await resolveDatasets(engine, root, [old], { minIncremental: 0 });
  const incremental = await resolveDatasets(engine, root, [all], {
    minIncremental: 0,
    previousDir: first.dir,
  });
  const persons = await personsIn(engine, incremental.dir, joined);
  expect(sizesOf(persons.map((person) => persons.indexOf(person)))[0]).toBeLessThan(3);
});

// Probabilistic matching, without an equal key. `step.test.ts` covers the rules of keys.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ResolutionMode, resolutionModes } from "../../domain/matching.js";
import type { Decision, PeopleConfig } from "../../domain/people.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { identityKey, type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { groupRecords, resolveDatasets } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "resolve-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const home = {
  house_number_and_street: "12 Oak Street",
  city: "Springfield",
  state: "IL",
  postcode: "62704",
};
const otherAddress = { house_number_and_street: "9 Elm Road", city: "Dover", state: "DE", postcode: "19901" };
const named = (first: string, last: string, rest: TestRecord = {}): TestRecord => ({
  person_first_name: first,
  person_last_name: last,
  ...rest,
});

const firsts = "Ada Boris Cleo Dora Emil Fay Gus Hana Ivo Jo Karl Lola Mina".split(" ");
const lasts = "Abbott Becker Castro Dunn Engel Farr Gray Holt Ivers Jansen Krause".split(" ");
const streets = "Ash Birch Cedar Dogwood Fir Hazel Juniper Larch Maple".split(" ");

/** Neighbours in all of these tests, so that names and places are as common as in a small shop. */
const neighbours: TestRecord[] = Array.from({ length: 120 }, (_, i) =>
  named(firsts[i % firsts.length]!, `${lasts[i % lasts.length]}${i % 7 ? "" : "son"}`, {
    house_number_and_street: `${i + 20} ${streets[i % streets.length]} Street`,
    city: i % 3 ? "Springfield" : "Dover",
    state: i % 3 ? "IL" : "DE",
    postcode: i % 3 ? "62704" : "19901",
  }),
);
const grouped = async (records: readonly TestRecord[], config: PeopleConfig = {}): Promise<number[]> =>
  (await groupRecords(engine, root, [...records, ...neighbours], config)).slice(0, records.length);

const inMode = (mode: ResolutionMode): PeopleConfig => ({ identity_resolution: { mode } });

test.each<[string, TestRecord, TestRecord]>([
  ["a nickname", named("Robert", "Kowalski", home), named("Bob", "Kowalski", home)],
  ["a typo in the name", named("Margaret", "Kowalski", home), named("Margaret", "Kowalksi", home)],
  [
    "a typo in the street",
    named("Margaret", "Kowalski", home),
    named("Margaret", "Kowalski", { ...home, house_number_and_street: "12 Oka Street" }),
  ],
  ["first and last name swapped", named("Margaret", "Kowalski", home), named("Kowalski", "Margaret", home)],
  [
    "a move, and the same mailbox name at another provider",
    named("Margaret", "Kowalski", { ...home, email: "margaret.kowalski@aol.com" }),
    named("Margaret", "Kowalski", { ...otherAddress, email: "margaret.kowalski@icloud.com" }),
  ],
  [
    "another last name, with the same phone at the same address",
    named("Margaret", "Kowalski", { ...home, phone: "415 555 2671" }),
    named("Margaret", "Abernathy", { ...home, phone: "415 555 2671" }),
  ],
])("one person: %s", async (_, one, other) => {
  expect(await grouped([one, other])).toEqual([0, 0]);
});

test.each<[string, TestRecord, TestRecord]>([
  ["husband and wife", named("Robert", "Kowalski", home), named("Margaret", "Kowalski", home)],
  [
    "a family's e-mail address and phone",
    named("Robert", "Kowalski", { ...home, email: "kowalskis@aol.com", phone: "415 555 2671" }),
    named("Margaret", "Kowalski", { ...home, email: "kowalskis@aol.com", phone: "415 555 2671" }),
  ],
  ["father and son", named("John", "Kowalski Sr", home), named("John", "Kowalski Jr", home)],
  ["a common name in two towns", named("Ada", "Abbott", home), named("Ada", "Abbott", otherAddress)],
])("two people: %s", async (_, one, other) => {
  expect(await grouped([one, other])).toEqual([0, 1]);
});

test("an initial that fits two members of a family does not merge them", async () => {
  const family = ["Boris", "Barbara", "B"].map((first) => named(first, "Kowalski", home));
  const [boris, barbara] = await grouped(family);
  expect(boris).not.toBe(barbara);
});

test("the owner chooses how certain a link must be", async () => {
  const similar = [named("Margaret", "Kowalski", home), named("Margret", "Kowalsky", home)];
  expect(await grouped(similar, inMode("exact"))).toEqual([0, 1]);
  const counts: number[] = [];
  for (const mode of resolutionModes) counts.push(new Set(await grouped(similar, inMode(mode))).size);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
});

test("the owner's decisions override keys and matches, and survive a new file", async () => {
  const one = named("Margaret", "Kowalski", { ...home, customer_id: "1" });
  const same = named("Margaret", "Kowalski", { ...otherAddress, customer_id: "1" });
  const stranger = named("Boris", "Becker", { customer_id: "2" });
  const records = [one, same, stranger];
  const key = async (record: TestRecord): Promise<string> =>
    (await engine.row<{ key: string }>(sql`select cast(${identityKey(record)} as varchar) as key`)).key;
  const decision = async (left: TestRecord, right: TestRecord): Promise<Decision> => ({
    left: await key(left),
    right: await key(right),
    id: "d",
    made_at: 1,
  });
  expect(await grouped(records)).toEqual([0, 0, 2]);
  const decisions = { apart: [await decision(one, same)], together: [await decision(same, stranger)] };
  expect(await grouped(records, { decisions })).toEqual([0, 1, 1]);
  const later = named("Margaret", "Kowalski", { ...home, customer_id: "1", city: "Springfeild" });
  const [a, b, c, d] = await grouped([...records, later], { decisions });
  expect([a, b, c]).toEqual([0, 1, 1]);
  expect(d === a || d === b).toBe(true);
});

test("a link keeps the time of its first build, and has log-odds", async () => {
  const dataset = (records: readonly TestRecord[]) =>
    writeDataset(engine, root, "d", [...records, ...neighbours]);
  const similar = [named("Robert", "Kowalski", home), named("Bob", "Kowalski", home)];
  const first = await resolveDatasets(engine, root, [await dataset(similar)], { now: 1000 });
  const more = [...similar, named("Rob", "Kowalski", { ...home, city: "" })];
  const second = await resolveDatasets(engine, root, [await dataset(more)], {
    now: 2000,
    previousDir: first.dir,
  });
  const links = await engine.rows<{ kind: string; made_at: number; log_odds: number }>(
    sql`select kind, made_at, log_odds from ${relation(peopleFiles(second.dir).matches)} order by made_at`,
  );
  expect(new Set(links.map(({ made_at }) => made_at))).toEqual(new Set([1000, 2000]));
  for (const { kind, log_odds } of links) if (kind === "match") expect(log_odds).toBeGreaterThan(Math.log(4));
});

test("the order of records changes no byte of people and matches", async () => {
  const records = [
    ...neighbours,
    named("Robert", "Kowalski", home),
    named("Bob", "Kowalski", home),
    named("Margaret", "Kowalski", home),
  ];
  const bytes = async (ordered: readonly TestRecord[]) => {
    const { dir } = await resolveDatasets(engine, root, [await writeDataset(engine, root, "d", ordered)]);
    const { persons, matches, matching } = peopleFiles(dir);
    return [persons, matches, matching].map((file) => readFileSync(file).toString("hex"));
  };
  const [one, other] = [await bytes(records), await bytes([...records].reverse())];
  expect(one.every((text, i) => text === other[i])).toBe(true);
});

test("a build that would merge unusually many people is held until its owner accepts it", async () => {
  const customers: TestRecord[] = Array.from({ length: 200 }, (_, i) => ({
    email: `customer-${i}@example.com`,
    customer_id: `c${i}`,
  }));
  const paired = customers.map((record, i) => ({ ...record, customer_id: `pair-${Math.floor(i / 2)}` }));
  const first = await resolveDatasets(engine, root, [await writeDataset(engine, root, "d", customers)]);
  const again = async (config: PeopleConfig) =>
    resolveDatasets(engine, root, [await writeDataset(engine, root, "d", [...customers, ...paired])], {
      previousDir: first.dir,
      previousResult: first.result,
      config,
    });
  await expect(again({})).rejects.toThrow("100 of 200 people would be merged into others");
  const accepted = await again({ identity_resolution: { mode: "standard", most_merged: 0.5 } });
  expect(accepted.result.people_count).toBe(100);
});

test("a phone number without a country code belongs to the account's country", async () => {
  const records = [{ phone: "030 1234567", person_first_name: "Ada" }, { phone: "+49 (0)30 1234567" }];
  expect(await grouped(records)).toEqual([0, 1]);
  expect(await grouped(records, { identity_resolution: { default_country: "DE" } })).toEqual([0, 0]);
});

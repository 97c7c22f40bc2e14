// Probabilistic matching, without an equal key. `step.slow.test.ts` covers the rules of keys.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ResolutionMode, resolutionModes } from "../../domain/people/matching.js";
import type { Decision, PeopleConfig } from "../../domain/people/people.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { identityKey, type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { groupRecords, personsIn, resolveDatasets } from "./fixtures.js";

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
const twin = { ...home, birth_date: "1990-03-04" };
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
  [
    "a new last name after a wedding, with the old mailbox",
    named("Margaret", "Kowalski", { ...home, email: "margaret.k@aol.com" }),
    named("Margaret", "Abernathy", { ...otherAddress, email: "margaret.k@aol.com" }),
  ],
  [
    "a Japanese name in the other order and spelling",
    named("Shōko", "Satō", {
      house_number_and_street: "3-12-5 Honcho",
      postcode: "060-0001",
      country: "Japan",
    }),
    named("Satou", "Shoko", { house_number_and_street: "Honcho 3-12-5", postcode: "600001", country: "JP" }),
  ],
  [
    "a second account at the same address",
    named("Margaret", "Kowalski", { ...home, customer_id: "C1" }),
    named("Margaret", "Kowalski", { ...home, customer_id: "C2" }),
  ],
  [
    "a second account with the same mailbox",
    named("Margaret", "Kowalski", { ...home, customer_id: "C1", email: "margaret.k@aol.com" }),
    named("Maggie", "Kowalski", { ...otherAddress, customer_id: "C2", email: "margaret.k@aol.com" }),
  ],
  [
    "a telephone number as dialled in two countries",
    { ...named("Jörg", "Groß", { phone: "0151 23456789", country: "Deutschland" }) },
    { ...named("Joerg", "Gross", { phone: "+49 151 23456789" }) },
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
  ["twins without contacts", named("Robert", "Kowalski", twin), named("Margaret", "Kowalski", twin)],
  [
    "father and son with customer numbers and telephones of their own",
    named("John", "Kowalski", { ...home, customer_id: "C1", phone: "415 555 2671" }),
    named("John", "Kowalski", { ...home, customer_id: "C2", phone: "415 555 2688" }),
  ],
  [
    "twins",
    named("Robert", "Kowalski", { ...twin, email: "robert.kowalski@aol.com", phone: "415 555 2671" }),
    named("Margaret", "Kowalski", { ...twin, email: "margaret.kowalski@aol.com", phone: "415 555 2688" }),
  ],
  [
    "guests with mailboxes of their own and the telephone of their home",
    { email: "robert.kowalski@aol.com", phone: "415 555 2671" },
    named("Margaret", "Kowalski", { ...home, email: "margaret.kowalski@aol.com", phone: "415 555 2671" }),
  ],
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

const groups = async (records: readonly TestRecord[]): Promise<number[]> =>
  groupRecords(engine, root, [...records], {});

test("in small data, people of similar names with mailboxes of their own stay that many people", async () => {
  const families = ["Huber", "Weber", "Gruber", "Bauer", "Wagner", "Pichler"];
  const people = ["Anna", "Bernd", "Clara", "David", "Emma", "Franz"].flatMap((first) =>
    families.map((last) => named(first, last, { email: `${first}.${last}@mail.ch`.toLowerCase() })),
  );
  expect(new Set(await groups(people)).size).toBe(36);
});

test("equal customer numbers are one person, however much their records differ, and are listed then", async () => {
  const records = [
    named("Ada", "Lee", { ...home, customer_id: "7", birth_date: "1950-01-02" }),
    named("Ada", "Kowalski", { ...otherAddress, customer_id: "7", birth_date: "1985-11-30" }),
    named("Ada", "Lee", { ...home, customer_id: "7", email: "ada.lee@example.com" }),
    named("Ada", "Kowalski", { ...otherAddress, customer_id: "7", phone: "415 555 2671" }),
    named("Boris", "Lee", { ...home, customer_id: "8" }),
    named("Boris", "Becker", { ...otherAddress, customer_id: "8" }),
  ];
  const { dir, result } = await resolveDatasets(engine, root, [
    await writeDataset(engine, root, "d", [...records, ...neighbours]),
  ]);
  const persons = await personsIn(engine, dir, records);
  expect(persons.map((person) => persons.indexOf(person))).toEqual([0, 0, 0, 0, 4, 4]);
  expect(result.resolution?.number_conflicts).toEqual({
    count: 1,
    listed: [{ customer_id: "7", person_id: persons[0], records: 4, differs_in: ["birth_date"] }],
  });
  expect(result.resolution?.held_rates).toEqual([]);
});

test.each<[string, TestRecord, TestRecord]>([
  ["birth dates of two generations", { birth_date: "1950-03-04" }, { birth_date: "1985-10-21" }],
  ["national ids", { national_id: "123-45-6780" }, { national_id: "984-11-2076" }],
])("%s outweigh a key, a name at an address", async (_, one, other) => {
  const [father, son] = [
    named("John", "Kowalski", { ...home, ...one, email: "john@old.example" }),
    named("John", "Kowalski", { ...home, ...other, email: "jk85@new.example" }),
  ];
  expect(await grouped([father, son])).toEqual([0, 1]);
});

test("where a junior lives, a record without a suffix and with other contacts is his father's", async () => {
  const own = { ...home, email: "jk85@new.example", phone: "415 555 2671" };
  const records = [
    named("John", "Kowalski Jr", own),
    named("John", "Kowalski", { ...home, email: "john@old.example" }),
    named("John", "Kowalski", own),
  ];
  expect(await grouped(records)).toEqual([0, 1, 0]);
});

test("where a junior lives, records of his father with nothing but his telephone are still his", async () => {
  const [father, son] = [
    { ...home, phone: "415 555 3390" },
    { ...home, phone: "415 555 2671" },
  ];
  const records = [
    named("John", "Kowalski", { ...father, email: "john@old.example" }),
    named("John", "Kowalski Jr", { ...son, email: "jk85@new.example" }),
    named("John", "Kowalski", father),
    named("Jon", "Kowalski", { ...home, email: "john@old.example" }),
  ];
  expect(await grouped(records)).toEqual([0, 1, 0, 0]);
});

test("namesakes of one house are two people if a mailbox and a telephone or a customer ID differ", async () => {
  const [one, other] = [
    { ...home, email: "anton@old.example", phone: "415 555 3390", customer_id: "K1" },
    { ...home, email: "jk85@new.example", phone: "415 555 2671", customer_id: "K2" },
  ];
  const of = (rest: TestRecord) => named("John", "Smith", rest);
  const withoutPhones = [one, other].map(({ phone: _, ...rest }) => of(rest));
  const withoutNumbers = [one, other].map(({ customer_id: _, ...rest }) => of(rest));
  expect(await grouped(withoutPhones)).toEqual([0, 1]);
  expect(await grouped(withoutNumbers)).toEqual([0, 1]);
  expect(await grouped([of(one), of({ ...one, email: "jk85@new.example" })])).toEqual([0, 0]);
});

test("neighbours in a tower are no family, whatever their flats", async () => {
  const flat = (unit: string) => ({ ...home, house_number_and_street: `12 Oak Street Apt ${unit}` });
  const others = lasts.map((last, i) => named(firsts[i]!, last, flat(`${i}C`)));
  const records = [named("Jeffrey", "Woods", flat("28D")), named("Jeffrey", "Kennedy", flat("107"))];
  expect((await grouped([...records, ...others])).slice(0, 2)).toEqual([0, 1]);
});

test("a guest order is the order of the one person with its mailbox, whatever a guest is called", async () => {
  const written: [guest: string, last: string, first: string, nickname: string][] = [
    ["", "", "Robert", "Bob"],
    ["Guest", "Customer", "William", "Bill"],
    ["guest", "user", "Margaret", "Maggie"],
    ["Invité", "", "James", "Jim"],
    ["ゲスト", "", "Elizabeth", "Liz"],
  ];
  const records = written.flatMap(([guest, guestLast, first, nickname], i) => {
    const own = { ...home, house_number_and_street: `${i + 3}00 Oak Street`, email: `k${i}@example.com` };
    const people = [first, nickname].map((name) => named(name, lasts[i]!, own));
    return [...people, { person_first_name: guest, person_last_name: guestLast, email: own.email }];
  });
  const persons = await grouped(records);
  expect(persons).toEqual(records.map((_, i) => i - (i % 3)));
});

test("a guest order of a family's mailbox is nobody's of them, unless it is shipped to one", async () => {
  const email = "kowalskis@example.com";
  const [robert, margaret] = ["Robert", "Margaret"].map((first) =>
    named(first, "Kowalski", { ...home, email }),
  );
  expect(await grouped([robert!, margaret!, { email }])).toEqual([0, 1, 2]);
  const shipped = { email, phone: "415 555 2671", links: named("Margaret", "Kowalski", home) };
  expect(await grouped([robert!, margaret!, shipped])).toEqual([0, 1, 1]);
});

test("a guest order shipped to somebody else hands no mailbox over", async () => {
  const recipient = named("Margaret", "Kowalski", home);
  const buyer = named("Boris", "Lindqvist", { ...otherAddress, email: "boris@example.com" });
  const gift = { email: "boris@example.com", phone: "415 555 2671", links: recipient };
  expect(await grouped([buyer, recipient, gift])).toEqual([0, 1, 0]);
  const known = named("Margaret", "Kowalski", { ...home, customer_id: "4" });
  const strange = { email: "sunny@example.com", links: recipient };
  expect(await grouped([known, recipient, strange])).toEqual([0, 0, 2]);
});

test("a whole name in a city is somebody, and a last name nobody", async () => {
  const whole = named("Thaddeus", "Quillfeather", { city: "Springfield" });
  expect(await grouped([whole, { person_last_name: "Quillfeather", city: "Springfield" }])).toEqual([0, -1]);
});

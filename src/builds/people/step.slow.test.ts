import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventSummary } from "../../domain/data/dataset-findings.js";
import type { PeopleConfig } from "../../domain/people/people.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { type TestDataset, type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { groupRecords, personsIn, resolveDatasets } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "people-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const dataset = (id: string, records: TestRecord[], streams?: Record<string, EventSummary>) =>
  writeDataset(engine, root, id, records, streams);

const resolve = (datasets: TestDataset[], previousDir: string | null = null, config: PeopleConfig = {}) =>
  resolveDatasets(engine, root, datasets, { previousDir, config });

const personsOf = (dir: string, records: readonly TestRecord[]) => personsIn(engine, dir, records);

/** Groups by keys only; see `groupRecords`. */
const grouped = (...records: TestRecord[]): Promise<number[]> =>
  groupRecords(engine, root, records, { identity_resolution: { mode: "exact" } });

const named = (person_first_name: string, person_last_name: string, rest: TestRecord = {}): TestRecord => ({
  person_first_name,
  person_last_name,
  ...rest,
});
const home = { house_number_and_street: "12 Oak Street", postcode: "62704" };

test("strangers of one street, with a provider each and telephone numbers in a row, stay apart", async () => {
  const strangers = Array.from({ length: 60 }, (_, i) =>
    named(`First${i}`, `Family${i}`, {
      email: `p${i}@mail${i}.example`,
      phone: `+1802863${1000 + i}`,
      house_number_and_street: `${i + 1} Oak Street`,
      postcode: "05401",
    }),
  );
  const { result } = await resolve([await dataset("d", strangers)]);
  expect(result.people_count).toBe(60);
});

test("equal customer numbers are one person, whatever else differs", async () => {
  const records = [
    named("Ann", "Lee", { customer_id: "007" }),
    named("Bob", "Ray", { customer_id: " 007 " }),
  ];
  expect(await grouped(...records, { customer_id: "7" })).toEqual([0, 0, 2]);
});

test("an e-mail address identifies one person in upper or lower case, with any tag, with or without a name", async () => {
  const records = [
    named("Ann", "Lee", { email: "ann.lee@gmail.com" }),
    named("Ann", "Ray", { email: " AnnLee+shop@googlemail.com" }),
    { email: "ann.lee@gmail.com" },
  ];
  expect(await grouped(...records)).toEqual([0, 0, 0]);
});

test("an e-mail address that a family shares is a key only together with the first name", async () => {
  const family = ["Ann", "Bob", "A.", "Bob", ""].map((first, i) =>
    named(first, "Lee", { email: "lee@example.com", city: `City ${i}` }),
  );
  expect(await grouped(...family)).toEqual([0, 1, 0, 1, 4]);
});

test("an initial that fits two members of a family joins neither", async () => {
  const family = ["Ann", "Amy", "A"].map((first) => named(first, "Lee", { email: "lee@example.com" }));
  expect(await grouped(...family)).toEqual([0, 1, 2]);
});

test("father and son with one e-mail address and one street address stay two people", async () => {
  const father = named("John", "Lee Sr.", { email: "lee@example.com", ...home });
  const son = named("John", "Lee, Jr", { email: "lee@example.com", ...home });
  expect(await grouped(father, son, { ...son, city: "Springfield" })).toEqual([0, 1, 1]);
});

test("the hash of an e-mail address equals the address, and an equal hash", async () => {
  const hash = "fb98d44ad7501a959f3f4f4a3f004fe2d9e581ea6207e218c4b02c08a4d75adf";
  const address = "ann@example.com";
  const { digest } = await engine.row<{ digest: string }>(sql`select sha256(${address}) as digest`);
  expect(
    await grouped(
      { email: "Ann+news@example.com" },
      { email_hash: digest.toUpperCase() },
      { email_hash: hash },
      { email_hash: hash, city: "Here" },
    ),
  ).toEqual([0, 0, 2, 2]);
});

test.each([
  ["(415) 555-2671", "+1 415 555 2671", true],
  ["415.555.2671 ext. 12", "14155552671", true],
  ["+44 20 7946 0958", "0044 20 79460958", true],
  ["415 555 2671", "415 555 2672", false],
  ["000-000-0000", "0000000000", false],
  ["1234567890", "123-456-7890", false],
])("telephones %s and %s", async (one, other, areOne) => {
  const [a, b] = await grouped({ customer_id: "a", phone: one }, { customer_id: "b", phone: other });
  expect(a === b).toBe(areOne);
});

test.each<[string, TestRecord, TestRecord, boolean]>([
  ["case and accents", named("José", "Muñoz", home), named("JOSE", "munoz", home), true],
  ["apostrophes and hyphens", named("Ann", "O'Brien-Lee", home), named("Ann", "O’Brien Lee", home), true],
  ["titles and middle initials", named("Dr. Ann M.", "Lee", home), named("Ann", "Lee", home), true],
  [
    "given names with and without a space",
    named("Xiao Ming", "Hu", home),
    named("Xiaoming", "Hu", home),
    true,
  ],
  [
    "two given names with one word",
    named("María José", "Vega", home),
    named("María Luz", "Vega", home),
    false,
  ],
  [
    "a full name",
    { person_full_name: "Ms Ann Q. de la Cruz", ...home },
    named("Ann", "De La Cruz", home),
    true,
  ],
  [
    "a full name with the family name first",
    { person_full_name: "Lee, Dr. Ann", ...home },
    named("Ann", "Lee", home),
    true,
  ],
  [
    "a suffix in a full name",
    { person_full_name: "John Lee, Jr.", ...home },
    named("John", "Lee Junior", home),
    true,
  ],
  ["a suffix on one side", { person_full_name: "John Lee III", ...home }, named("John", "Lee", home), false],
  ["letters of other scripts", named("Анна", "Ли", home), named("АННА", "ЛИ", home), true],
  ["other letters of other scripts", named("Анна", "Ли", home), named("Инна", "Ли", home), false],
  ["another first name", named("Ann", "Lee", home), named("Bob", "Lee", home), false],
  [
    "street words, dwellings and ZIP+4",
    named("Ann", "Lee", { house_number_and_street: "12 North Oak Street, Apt. 4", postcode: "62704-1234" }),
    named("Ann", "Lee", { house_number_and_street: "12 N. OAK ST #4", postcode: "62704" }),
    true,
  ],
  [
    "another dwelling",
    named("Ann", "Lee", { house_number_and_street: "12 Oak St Apt 4", postcode: "62704" }),
    named("Ann", "Lee", { house_number_and_street: "12 Oak St Apt 5", postcode: "62704" }),
    false,
  ],
  [
    "city and state in place of the postcode",
    named("Ann", "Lee", { ...home, city: "Springfield", state: "IL" }),
    named("Ann", "Lee", { house_number_and_street: "12 Oak St.", city: "SPRINGFIELD", state: "il" }),
    true,
  ],
  [
    "postcodes of other countries",
    named("Ann", "Lee", { house_number_and_street: "1 High St", postcode: "sw1a 1aa" }),
    named("Ann", "Lee", { house_number_and_street: "1 High Street", postcode: "SW1A1AA" }),
    true,
  ],
  [
    "an address in one field",
    named("Ann", "Lee", { freeform_address: "1 High Street, London SW1" }),
    named("Ann", "Lee", { freeform_address: "1 HIGH ST LONDON SW1" }),
    true,
  ],
])("name and address: %s", async (_, one, other, areOne) => {
  const [a, b] = await grouped(one, other);
  expect(a).toBe(0);
  expect(b === a).toBe(areOne);
});

test("two records are one person if a third has a key of each", async () => {
  const records = [
    { email: "a@x.org" },
    { email: "a@x.org", phone: "4155552671" },
    { phone: "415-555-2671" },
  ];
  expect(await grouped(...records)).toEqual([0, 0, 0]);
});

test("a nameless record with an e-mail address is whoever has its telephone number, unless they have a mailbox of their own", async () => {
  const phone = "4155552671";
  const nameless = { email: "a@x.org", phone };
  expect(await grouped(named("Ann", "Lee", { phone }), nameless)).toEqual([0, 0]);
  expect(await grouped(named("Ann", "Lee", { phone, email: "ann@x.org" }), nameless)).toEqual([0, 1]);
});

test("placeholder texts are no keys", async () => {
  const junk = { customer_id: "N/A", email: "none@none.com", phone: "0000000000" };
  const records = ["Ann", "Bob"].map((first) => named(first, "Lee", { ...junk, ...home, city: first }));
  expect(await grouped(...records)).toEqual([0, 1]);
});

test("a contact of too many different people joins no one", async () => {
  const crowd = Array.from({ length: 51 }, (_, i) =>
    named("Ann", `Name${i}`, { email: "shop@example.com", customer_id: String(i) }),
  );
  const others = Array.from({ length: 20 }, (_, i) => ({ email: `${i}.other@example.org` }));
  expect(new Set(await grouped(...crowd, ...others)).size).toBe(71);
  expect(new Set(await grouped(...crowd.slice(0, 50), ...others)).size).toBe(21);
});

test("two identities of one row are one person unless their names differ", async () => {
  const gift = { ...named("Bob", "Ray", { email: "bob@x.org" }), links: named("Ann", "Lee", home) };
  const own = { customer_id: "1", links: named("Cy", "May", home) };
  const initial = { ...named("D.", "Dee", { email: "dee@x.org" }), links: named("Dora", "Dee", home) };
  const records = [gift, gift.links, own, own.links, initial, initial.links];
  const { dir } = await resolve([await dataset("d", [gift, own, initial])]);
  const persons = await personsOf(dir, records);
  expect(persons.map((person) => persons.indexOf(person))).toEqual([0, 1, 2, 2, 4, 4]);
});

test("a record without a usable identity belongs to no person, and its rows are counted", async () => {
  const records = [
    { city: "Springfield", rows: 3 },
    { person_last_name: "Lee", city: "Springfield", rows: 2 },
  ];
  const { dir, result } = await resolve([await dataset("d", [...records, named("Ann", "Lee", home)])]);
  expect(await personsOf(dir, records)).toEqual([null, null]);
  expect(result.datasets.d).toEqual({ identified_count: 1, matched_count: 0, unidentified_rows: 5 });
  expect(result.people_count).toBe(1);
});

test("each dataset counts its people and those that another dataset has too", async () => {
  const { result } = await resolve([
    await dataset("shop", [{ customer_id: "1" }, { customer_id: "1", city: "Here" }, { customer_id: "2" }]),
    await dataset("app", [{ customer_id: "2" }, { customer_id: "3" }, { customer_id: "4" }]),
    await dataset("empty", []),
  ]);
  expect(result.people_count).toBe(4);
  expect(result.datasets).toEqual({
    shop: { identified_count: 2, matched_count: 1, unidentified_rows: 0 },
    app: { identified_count: 3, matched_count: 1, unidentified_rows: 0 },
    empty: { identified_count: 0, matched_count: 0, unidentified_rows: 0 },
  });
});

test("a person has the newest value of each field", async () => {
  const { dir } = await resolve([
    await dataset("d", [
      { customer_id: "1", email: "old@x.org", city: "Oldtown", seen: 1 },
      { customer_id: "1", city: "Newtown", seen: 2, rows: 1 },
      { customer_id: "1", city: "Midtown", seen: 2, rows: 9 },
    ]),
  ]);
  const people = await engine.rows(
    sql`select customer_id, email, city, phone from ${relation(peopleFiles(dir).people)}`,
  );
  expect(people).toEqual([{ customer_id: "1", email: "old@x.org", city: "Midtown", phone: null }]);
});

test("a trait has its newest value, and is a number if all values are", async () => {
  const { dir, result } = await resolve([
    await dataset("a", [{ customer_id: "1", traits: { tier: ["gold", 5], size: ["1.5", 1] } }]),
    await dataset("b", [
      { customer_id: "1", city: "Here", traits: { tier: ["silver", 9], size: ["-2", 1] } },
      { customer_id: "2", traits: { tier: ["7", 1], size: ["nan", 0], age: ["30", 1] } },
    ]),
  ]);
  const traits = await engine.rows(
    sql`select trait, value from ${relation(peopleFiles(dir).traits)} order by all`,
  );
  expect(traits).toEqual([
    { trait: "age", value: "30" },
    { trait: "size", value: "-2" },
    { trait: "size", value: "nan" },
    { trait: "tier", value: "7" },
    { trait: "tier", value: "silver" },
  ]);
  expect(result.traits.map(({ name, type }) => ({ name, type }))).toEqual([
    { name: "age", type: "number" },
    { name: "size", type: "text" },
    { name: "tier", type: "text" },
  ]);
});

test("data_through is just after the newest event of the dated streams", async () => {
  const summary = (newest: number | null, isDated = true): EventSummary => ({
    counts: { rows: 1, events: 1, without_customer: 0, customers: 1, repeat_customers: 0 },
    events: 1,
    oldest: 0,
    newest,
    hasValue: false,
    isDated,
    properties: [],
  });
  const one = await dataset("a", [], { buy: summary(100), visit: summary(900, false) });
  const other = await dataset("b", [], { buy: summary(300), leave: summary(null) });
  expect((await resolve([one, other])).result.data_through).toBe(301);
  expect((await resolve([await dataset("c", [])])).result.data_through).toBeNull();
});

test("a new file changes no id, even if its identities sort before the others", async () => {
  const known = Array.from({ length: 20 }, (_, i) => ({ customer_id: String(i), seen: 10 }));
  const first = await resolve([await dataset("d", known)]);
  const added = known.map((record) => ({ ...record, city: "New", seen: 20 }));
  const second = await resolve([await dataset("d", [...added, ...known])], first.dir);
  const third = await resolve([await dataset("e", added), await dataset("d", known)], second.dir);
  const ids = await personsOf(first.dir, known);
  for (const { dir } of [second, third]) {
    expect(await personsOf(dir, known)).toEqual(ids);
    expect(await personsOf(dir, added)).toEqual(ids);
  }
});

test("two merged people keep the earlier id", async () => {
  const records = [
    { customer_id: "1", seen: 2 },
    { email: "a@x.org", seen: 1 },
  ];
  const before = await resolve([await dataset("d", records)]);
  const bridge = { customer_id: "1", email: "a@x.org", seen: 3 };
  const after = await resolve([await dataset("d", [...records, bridge])], before.dir);
  const earlier = (await personsOf(before.dir, records))[1];
  expect(await personsOf(after.dir, [...records, bridge])).toEqual([earlier, earlier, earlier]);
});

test("the order of rows and of datasets changes no byte", async () => {
  const pick = <T>(...values: T[]) => fc.constantFrom(...values);
  const record = fc.record({
    customer_id: pick("1", "2", "3", undefined),
    email: pick("a@x.org", "b@x.org", undefined),
    person_first_name: pick("Ann", "A", "Bob", undefined),
    city: pick("Here", "There", undefined),
    seen: pick(1, 2),
  }) as fc.Arbitrary<TestRecord>;
  const bytes = async (...halves: TestRecord[][]) => {
    const datasets = await Promise.all(halves.map((half, i) => dataset(String(i), half)));
    const { dir } = await resolve(datasets);
    const { persons, people } = peopleFiles(dir);
    return Buffer.concat([await readFile(persons), await readFile(people)]).toString("hex");
  };
  const halves = fc.array(record, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(halves, halves, async (one, other) => {
      expect(await bytes([...other].reverse(), [...one].reverse())).toBe(await bytes(one, other));
    }),
    { numRuns: 5 },
  );
});

test("a person on a suppression list is left out, in every dataset and under every identity", async () => {
  const ada = named("Ada", "Byron", { email: "ada@example.com" });
  const moved: TestRecord = { email: "ada@example.com", customer_id: "7" };
  const bo = named("Bo", "Reed", { email: "bo@example.com" });
  const shop = await dataset("shop", [ada, moved, bo]);
  const list = { ...(await dataset("list", [{ email: "ADA@example.com" }])), privacy: "suppress" as const };
  const { dir, result } = await resolve([shop, list]);
  expect((await personsOf(dir, [ada, moved, bo])).map((person) => person !== null)).toEqual([
    false,
    false,
    true,
  ]);
  expect(result.people_count).toBe(1);
  expect(result.datasets.shop).toEqual({ identified_count: 1, matched_count: 0, unidentified_rows: 2 });
});

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PeopleConfig, PeopleResult } from "../../domain/people/people.js";
import type { PrivacyMode } from "../../domain/people/privacy.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { type TestDataset, type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { personsIn, resolveDatasets } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "privacy-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 500, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const modes: PrivacyMode[] = ["suppress", "delete"];

const dataset = (id: string, records: TestRecord[]) => writeDataset(engine, root, id, records);
const listOf = async (records: TestRecord[], privacy: PrivacyMode = "delete"): Promise<TestDataset> => ({
  ...(await dataset("list", records)),
  privacy,
});

interface Applied {
  dir: string;
  result: PeopleResult;
  /** The people of the records; null for one who is left out. */
  persons: (string | null)[];
}

const applied = async (
  data: TestRecord[],
  list: TestRecord[],
  privacy: PrivacyMode = "delete",
  config: PeopleConfig = {},
): Promise<Applied> => {
  const datasets = [await dataset("orders", data), await listOf(list, privacy)];
  const { dir, result } = await resolveDatasets(engine, root, datasets, { config });
  return { dir, result, persons: await personsIn(engine, dir, data) };
};
/** For each record, whether its person is left out. */
const leftOut = async (...given: Parameters<typeof applied>): Promise<boolean[]> =>
  (await applied(...given)).persons.map((person) => person === null);
const entriesOf = ({ result }: Pick<Applied, "result">) =>
  result.privacy!.list!.entries.map(({ line, people }) => ({ line, people }));

const named = (person_first_name: string, person_last_name: string, rest: TestRecord = {}): TestRecord => ({
  person_first_name,
  person_last_name,
  ...rest,
});
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const peter = named("Peter", "Meier", { email: "meier@example.com" });
const ursula = named("Ursula", "Meier", { email: "meier@example.com" });
const anna = named("Anna", "Keller", { email: "anna@example.com" });

test.each(modes)("everyone who shares a listed e-mail address goes (%s)", async (mode) => {
  expect(await leftOut([peter, ursula, anna], [{ email: "meier@example.com" }], mode)).toEqual([
    true,
    true,
    false,
  ]);
});

test.each(modes)("everyone with an office phone goes, however many names it has (%s)", async (mode) => {
  const office = [...Array(60).keys()].map((i) =>
    named(`First${i}`, `Last${i}`, { phone: "(802) 863-1234" }),
  );
  const result = await leftOut([...office, anna], [{ phone: "802.863.1234" }], mode);
  expect(result).toEqual([...office.map(() => true), false]);
});

test("a listed row takes out whoever has any of its contacts", async () => {
  const byPhone = named("Rita", "Moser", { phone: "+1 802 863 1234" });
  const byEmail = named("Hans", "Moser", { email: "hans@example.com" });
  const list = [{ email: "hans@example.com", phone: "8028631234" }];
  expect(await leftOut([byPhone, byEmail, anna], list)).toEqual([true, true, false]);
});

/** Each with a person of its own. */
const spellings: [name: string, data: TestRecord, list: TestRecord][] = [
  ["case and tag", { email: "Anna.Keller+shop@Example.com" }, { email: "anna.keller@example.com" }],
  ["tag on the list", { email: "b.keller@example.com" }, { email: "B.Keller+x@example.com" }],
  ["dots of Gmail", { email: "ckeller@gmail.com" }, { email: "c.keller@googlemail.com" }],
  ["hash in the data", { email_hash: sha256("d@example.com") }, { email: "D@example.com" }],
  ["hash on the list", { email: "E@example.com" }, { email_hash: sha256("e@example.com").toUpperCase() }],
  ["hash with its tag", { email_hash: sha256("f+a@example.com") }, { email: "f+a@example.com" }],
  ["hash without dots", { email_hash: sha256("gkeller@gmail.com") }, { email: "g.keller@gmail.com" }],
  [
    "hash beside another address",
    { email: "other@example.com", email_hash: sha256("h@example.com") },
    { email: "h@example.com" },
  ],
  ["phone", { phone: "+1 (802) 863-1234" }, { phone: "802 863 1234 ext. 5" }],
  ["phone without its country code", { phone: "+49 151 23456789" }, { phone: "0151 23456789" }],
  ["phone with its country code", { phone: "0151/23456711" }, { phone: "+4915123456711" }],
  ["customer number", { customer_id: " 0042" }, { customer_id: "0042 " }],
  ["national id", { national_id: "856-45-6789" }, { national_id: "856456789" }],
  [
    "name and address",
    named("Anna", "Keller", { house_number_and_street: "12 Oak Street", postcode: "62704-1111" }),
    { person_full_name: "KELLER, Anna", house_number_and_street: "12 oak st", postcode: "62704" },
  ],
  [
    "name and address without the suffix",
    named("Otto", "Moser Jr", { house_number_and_street: "7 Elm Street", postcode: "62704" }),
    named("Otto", "Moser", { house_number_and_street: "7 Elm Street", postcode: "62704" }),
  ],
];

test("a contact is found in other spellings", async () => {
  const strict: PeopleConfig = { identity_resolution: { mode: "exact" } };
  const [data, list] = [spellings.map(([, record]) => record), spellings.map(([, , record]) => record)];
  const { result, persons } = await applied(data, list, "suppress", strict);
  const missed = entriesOf({ result }).filter(({ people }) => people === 0);
  expect(missed.map(({ line }) => spellings[line - 2]![0])).toEqual([]);
  expect(persons).toEqual(data.map(() => null));
});

test("seven digits that two numbers end in are no reason to leave anyone out", async () => {
  const near = named("Rita", "Moser", { phone: "+1 802 863 1234" });
  expect(await leftOut([near], [{ phone: "863-1234" }])).toEqual([false]);
});

test("the ids of everyone else stay", async () => {
  const others = [anna, named("Anna", "Keller", { phone: "+1 802 863 9999", email: "anna@example.com" })];
  const before = await resolveDatasets(engine, root, [await dataset("orders", [peter, ursula, ...others])]);
  const ids = (await personsIn(engine, before.dir, others)) as string[];
  const datasets = [
    await dataset("orders", [peter, ursula, ...others]),
    await listOf([{ email: "meier@example.com", seen: 9 }]),
  ];
  const after = await resolveDatasets(engine, root, datasets, { previousDir: before.dir });
  expect(await personsIn(engine, after.dir, others)).toEqual(ids);
});

test("a list that is there before the data counts for the data", async () => {
  const list = await listOf([{ email: "meier@example.com" }]);
  const early = await resolveDatasets(engine, root, [list]);
  expect(entriesOf(early)).toEqual([{ line: 2, people: 0 }]);
  const datasets = [list, await dataset("orders", [peter, ursula, anna])];
  const late = await resolveDatasets(engine, root, datasets, { previousDir: early.dir });
  expect(await personsIn(engine, late.dir, [peter, ursula])).toEqual([null, null]);
  expect(entriesOf(late)).toEqual([{ line: 2, people: 2 }]);
});

test("a record that arrives after the deletion is found, and those already deleted still count", async () => {
  const list = await listOf([{ email: "meier@example.com" }]);
  const first = await resolveDatasets(engine, root, [await dataset("orders", [peter, ursula, anna]), list]);
  const cleaned = [await dataset("orders", [anna]), list];
  const second = await resolveDatasets(engine, root, cleaned, { previousDir: first.dir });
  expect(second.result.forgotten).toBe(first.result.forgotten);
  expect(second.result.privacy).toEqual(first.result.privacy);
  const klaus = named("Klaus", "Meier", { email: "Meier@example.com", seen: 9 });
  const third = await resolveDatasets(engine, root, [await dataset("orders", [anna, klaus]), list], {
    previousDir: second.dir,
  });
  expect(await personsIn(engine, third.dir, [klaus])).toEqual([null]);
  expect(third.result.forgotten).not.toBe(first.result.forgotten);
  expect(entriesOf(third)).toEqual([{ line: 2, people: 3 }]);
});

test("someone who is taken off the list comes back", async () => {
  const both = await listOf([{ email: "meier@example.com" }, { email: "anna@example.com" }]);
  const first = await resolveDatasets(engine, root, [await dataset("orders", [peter, ursula, anna]), both]);
  const fewer = [await dataset("orders", []), await listOf([{ email: "anna@example.com" }])];
  const second = await resolveDatasets(engine, root, fewer, { previousDir: first.dir });
  const keys = await engine.rows<{ keys: number }>(
    sql`select count(distinct identity_key) as keys from ${relation(peopleFiles(second.dir).forgotten)}`,
  );
  // Anna's record, and the row of the list.
  expect(keys).toEqual([{ keys: 2 }]);
});

test("rows that match nobody, and contacts of many people, are counted by their line", async () => {
  const office = [...Array(5).keys()].map((i) => named(`First${i}`, `Last${i}`, { phone: "802-863-1234" }));
  const list = [
    { email: "nobody@example.com" },
    { phone: "8028631234" },
    { email: "noreply@example.com" },
    { email: "anna@example.com" },
  ];
  const found = await applied([...office, anna, { email: "noreply@example.com", customer_id: "9" }], list);
  expect(found.result.privacy!.list).toMatchObject({ mode: "delete", rows: 4, matched_rows: 2, people: 6 });
  expect(entriesOf(found)).toEqual([
    { line: 2, people: 0 },
    { line: 4, people: 0 },
    { line: 3, people: 5 },
    { line: 5, people: 1 },
  ]);
});

test("an entry names its row by a salted hash of its first contact, and no file repeats the contact", async () => {
  const { result, dir } = await applied([anna], [{ email: "ANNA+x@example.com", phone: "8028631234" }]);
  const [entry] = result.privacy!.list!.entries;
  expect(entry).toEqual({
    file: "list.csv",
    line: 2,
    people: 1,
    hash: sha256("list:email:anna@example.com"),
  });
  const files = peopleFiles(dir);
  for (const file of [files.persons, files.people, files.forgotten, files.matches])
    expect((await readFile(file)).includes("anna@")).toBe(false);
});

test("a listed identity that the data hold word by word goes too", async () => {
  expect(await leftOut([anna], [anna])).toEqual([true]);
});

test("an incremental build leaves out and takes back whoever has a listed contact", async () => {
  const crowd = [...Array(40).keys()].map((i) =>
    named(`First${i}`, `Family${i}`, { email: `p${i}@mail${i}.org` }),
  );
  const hashed: TestRecord = { customer_id: "77", email_hash: sha256("meier@example.com") };
  const data = await dataset("orders", [peter, ursula, hashed, ...crowd]);
  const options = { minIncremental: 40 };
  const before = await resolveDatasets(engine, root, [data, await listOf([], "suppress")], options);
  const withList = [data, await listOf([{ email: "Meier@example.com", seen: 9 }], "suppress")];
  const after = await resolveDatasets(engine, root, withList, { ...options, previousDir: before.dir });
  expect(await personsIn(engine, after.dir, [peter, ursula, hashed])).toEqual([null, null, null]);
  expect(after.result.people_count).toBe(crowd.length);
  const again = [data, await listOf([], "suppress")];
  const back = await resolveDatasets(engine, root, again, { ...options, previousDir: after.dir });
  expect(await personsIn(engine, back.dir, [peter, ursula, hashed])).toEqual(
    await personsIn(engine, before.dir, [peter, ursula, hashed]),
  );
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identityFields } from "../../domain/data/dataset.js";
import { type Engine, openEngine, type Row } from "../engine.js";
import { type TestRecord, valuesOf } from "../persons/fixtures.js";
import { normalise } from "../persons/normalise.js";
import { stagePlaceholderValues } from "../persons/shared-contacts.js";
import { sql } from "../sql/sql.js";
import { stageProfiles } from "./profiles.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "profiles-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const columns = {
  node: sql`integer`,
  ...Object.fromEntries(identityFields.map((field) => [field, sql`varchar`])),
};

/** Profiles by node. */
const profilesOf = async (records: readonly TestRecord[], nodes = records.map((_, node) => node)) => {
  const rows = nodes.map((node) => [node, ...identityFields.map((field) => records[node]![field] ?? null)]);
  const written = await engine.createTable("written", sql`select * from ${valuesOf(columns, rows)}`);
  const normalised = await normalise(engine, written);
  const placeholders = await stagePlaceholderValues(engine, normalised);
  const { profiles } = await stageProfiles(engine, normalised, {
    identified: written,
    placeholderValues: placeholders,
    reference: 1_000_000,
    knownHouses: null,
  });
  return engine.rows(sql`select * exclude (name_bits) from ${profiles} order by node`);
};

/** Fields of one profile, without shares. */
const profileOf = async (record: TestRecord): Promise<Row> => {
  const [profile] = await profilesOf([record]);
  const stated = Object.entries(profile ?? {}).filter(
    ([field, value]) => value !== null && field !== "node" && !field.endsWith("_share"),
  );
  return Object.fromEntries(stated);
};

test("a profile has the normalised fields of a record", async () => {
  expect(
    await profileOf({
      person_first_name: "Dr. Bill Q.",
      person_last_name: "García-López Jr., M.D.",
      house_number_and_street: "12 N. Main Street, Apt. 4",
      city: "Saint Louis",
      state: "Missouri",
      postcode: "63101-1234",
      email: "B.Garcia+shop@Gmail.com",
      phone: "+1 (314) 555-0182",
      birth_date: "5/12/1980",
      national_id: "123-45-6780",
    }),
  ).toEqual({
    first_name: "bill",
    first_canonical: "william",
    first_forms: "latn pil *pl",
    first_names: "bill william",
    middle_name: "q",
    last_name: "garcialopez",
    last_forms: "latn karsialupis *krslps",
    last_start: "garcia",
    last_end: "lopez",
    suffix: "jr",
    house_number: "12",
    street: "main",
    unit: "4",
    city: "st louis",
    state: "mo",
    postcode: "63101",
    email: "bgarcia@gmail.com",
    phone: "3145550182",
    birth_date: "19800512",
    national_id: "123456780",
  });
});

test("a full name and a freeform address give the same profile as their parts", async () => {
  const parts = {
    person_first_name: "Ann Q",
    person_last_name: "de la Cruz",
    house_number_and_street: "12 Main St #4",
    city: "Springfield",
    state: "IL",
    postcode: "62704",
  };
  const whole = {
    person_full_name: "Ms. Ann Q. de la Cruz",
    freeform_address: "12 Main Street, Apt 4\nSpringfield, Illinois 62704-1234, USA",
  };
  expect(await profileOf(whole)).toEqual(await profileOf(parts));
});

test("a freeform address without parts still has street and house number", async () => {
  const { street, house_number } = await profileOf({
    person_full_name: "Ann Lee",
    freeform_address: "12 Main St Springfield 62704",
  });
  expect({ street, house_number }).toEqual({ street: "main", house_number: "12" });
});

test.each<[string, TestRecord, Row]>([
  ["van den Berg", {}, { last_name: "vandenberg", last_end: "berg" }],
  ["de la Cruz Lopez", {}, { last_name: "delacruzlopez", last_start: "delacruz", last_end: "lopez" }],
  ["O'Brien Lee", {}, { last_name: "obrienlee", last_start: "obrien", last_end: "lee" }],
  ["Smith", { person_first_name: "Ann II" }, { last_name: "smith", suffix: "jr" }],
  ["Smith 3rd", {}, { last_name: "smith", suffix: "iii" }],
  ["Smith PhD", {}, { last_name: "smith" }],
  ["Łukasiewicz", {}, { last_name: "lukasiewicz" }],
  ["Weiß", {}, { last_name: "weiss" }],
  ["Иванов", {}, { last_name: "иванов" }],
  ["李", {}, { last_name: "李" }],
])("the family name %s", async (person_last_name, rest, expected) => {
  const record = { person_first_name: "Ann", person_last_name, postcode: "62704", ...rest };
  const { last_name, last_start, last_end, suffix } = await profileOf(record);
  const given = Object.entries({ last_name, last_start, last_end, suffix }).filter(([, value]) => value);
  expect(Object.fromEntries(given)).toEqual(expected);
});

test.each([
  ["Mary Ann", "maryann", "mary ann", undefined],
  ["Mary A.", "mary", undefined, "a"],
  ["Mary A. Beth C.", "marybeth", "mary beth", "a"],
  ["John and Mary", "john", undefined, undefined],
  ["Mr. & Mrs. John", "john", undefined, undefined],
  ["J.", "j", undefined, undefined],
  ["J. Edgar", "jedgar", "j edgar", undefined],
  ["小 明", "小明", "小 明", undefined],
])("the given names %s are %s (%s) and %s", async (person_first_name, first, given, middle) => {
  const profile = await profileOf({ person_first_name, person_last_name: "Lee", postcode: "62704" });
  expect([profile.first_name, profile.given, profile.middle_name]).toEqual([first, given, middle]);
});

test("a nickname of several names is compared by all of them and stands for none", async () => {
  const alex = await profileOf({ person_full_name: "Alex Lee", postcode: "62704" });
  expect(alex.first_canonical).toBe("alex");
  expect(String(alex.first_names).split(" ")).toEqual(
    expect.arrayContaining(["alex", "alexander", "alexandra"]),
  );
});

test("a phone number agrees in national and international format", async () => {
  const lee = { person_full_name: "Ann Lee" };
  const phones = ["+44 (0)20 7946 0018", "0044 20 7946 0018", "020 7946 0018"];
  const profiles = await profilesOf(phones.map((phone) => ({ ...lee, phone })));
  expect(new Set(profiles.map(({ phone }) => phone))).toEqual(new Set(["79460018"]));
});

test("a record with too few fields has no profile", async () => {
  const records = [
    { email: "ann@example.com" },
    { person_full_name: "Lee", state: "IL" },
    { person_first_name: "Ann", state: "IL" },
    { person_first_name: "Ann", house_number_and_street: "12 Main St", postcode: "62704" },
    { person_first_name: "Ann", email: "ann@example.com" },
    { person_full_name: "Ann Lee", birth_date: "1980-05-12" },
  ];
  const profiles = await profilesOf(records);
  expect(profiles.map(({ node, first_names }) => [node, first_names])).toEqual([
    [3, "ann anna"],
    [4, "ann anna"],
    [5, "ann anna"],
  ]);
});

test("placeholder contacts, ids and birth dates are left out", async () => {
  const shared = {
    email: "info@shop.example",
    phone: "(217) 555-0182",
    national_id: "AB000001",
    birth_date: "1970-01-01",
  };
  const crowd = Array.from({ length: 60 }, (_, i) => ({
    ...shared,
    person_full_name: `Ann Family${String.fromCharCode(97 + (i % 26))}${i}`,
    postcode: "62704",
  }));
  const others = Array.from({ length: 60 }, (_, i) => ({
    person_full_name: `Bob Other${i}`,
    birth_date: `19${20 + i}-05-12`,
    postcode: "62704",
  }));
  const profiles = await profilesOf([...crowd, ...others]);
  const present = profiles.map(({ email, phone, national_id, birth_date }) =>
    [email, phone, national_id, birth_date].map((value) => value !== null),
  );
  expect(new Set(present.slice(0, 60).map(String))).toEqual(new Set(["false,false,false,false"]));
  expect(new Set(present.slice(60).map(String))).toEqual(new Set(["false,false,false,true"]));
});

test("a share counts among the profiles with a value", async () => {
  const names = ["Ann Lee", "Ann Lee", "Ann Ray", "Bob Lee"];
  const profiles = await profilesOf([
    ...names.map((person_full_name, i) => ({
      person_full_name,
      email: `${i}@example.com`,
      ...(i < 2 && { postcode: "62704" }),
    })),
    { person_first_name: "Ann" },
  ]);
  expect(
    profiles.map(({ first_name_share, last_name_share, postcode_share }) => [
      first_name_share,
      last_name_share,
      postcode_share,
    ]),
  ).toEqual([
    [0.75, 0.75, 1],
    [0.75, 0.75, 1],
    [0.75, 0.25, null],
    [0.25, 0.75, null],
  ]);
});

test("the order of rows does not matter", async () => {
  const text = fc.constantFrom(
    "Ann",
    "Bob Q",
    "Lee Jr",
    "12 Main St Apt 4",
    "62704",
    "03/04/1980",
    "ann@lee.com",
  );
  const record = fc.record(
    Object.fromEntries(identityFields.map((field) => [field, fc.option(text, { nil: undefined })])),
  );
  const records = fc.sample(record, { numRuns: 60, seed: 3 }) as TestRecord[];
  const forward = records.map((_, node) => node);
  expect(await profilesOf(records, forward.toReversed())).toEqual(await profilesOf(records, forward));
});

test("at a crowded house the flat is part of the house number", async () => {
  const crowd = "Abbott Becker Castro Dunn Engel Farr Gray Holt".split(" ").map((person_last_name, i) => ({
    person_first_name: "Ada",
    person_last_name,
    postcode: "62704",
    house_number_and_street: `12 Main St${i % 2 ? "" : ` Apt ${i}`}`,
  }));
  const found = await profilesOf(crowd);
  expect(found.map(({ house_number, unit }) => [house_number, unit]).slice(0, 3)).toEqual([
    ["12/0", null],
    ["12/", null],
    ["12/2", null],
  ]);
  const family = await profilesOf(crowd.slice(0, 7));
  expect(family.map(({ house_number, unit }) => [house_number, unit]).slice(0, 2)).toEqual([
    ["12", "0"],
    ["12", null],
  ]);
});

test("a record without a suffix may be either's where a namesake at its house has one", async () => {
  const home = { house_number_and_street: "12 Main St", postcode: "62704" };
  const john = { person_first_name: "John", person_last_name: "Lee" };
  const records = [
    { ...john, ...home },
    { ...john, person_last_name: "Lee Jr", ...home },
    { ...john, person_first_name: "Mary", ...home },
    { ...john, ...home, postcode: "62705" },
  ];
  expect((await profilesOf(records)).map(({ suffix }) => suffix)).toEqual(["?", "jr", null, null]);
});

test("but not one with the mailbox or birth date of the one who has the suffix", async () => {
  const john = { person_first_name: "John", house_number_and_street: "12 Main St", postcode: "62704" };
  const [own, others] = [{ email: "jr@example.com" }, { email: "john@example.com" }];
  const records = [
    { ...john, ...own, person_last_name: "Lee Jr", birth_date: "1985-10-21" },
    { ...john, ...own, person_last_name: "Lee" },
    { ...john, ...others, person_last_name: "Lee" },
    { ...john, person_last_name: "Lee", birth_date: "1985-10-21" },
    { ...john, person_first_name: "Lee", person_last_name: "John" },
  ];
  expect((await profilesOf(records)).map(({ suffix }) => suffix)).toEqual(["jr", "jr", "?", "jr", "?"]);
});

test("a contact without a name is no profile", async () => {
  const guest = { email: "lee@example.com", phone: "415 555 2671" };
  expect(await profilesOf([guest])).toEqual([]);
  expect(await profilesOf([{ ...guest, birth_date: "1980-05-12" }])).toHaveLength(1);
});

test("long vowels of Japanese names and German umlauts have one spelling there, and only there", async () => {
  const named = (person_first_name: string, person_last_name: string, country: string) => ({
    person_first_name,
    person_last_name,
    country,
    postcode: "0600001",
  });
  for (const [first, last] of [
    ["Yuko", "Sato"],
    ["Yūko", "Satō"],
    ["Yuuko", "Satoh"],
    ["Yuko", "Satou"],
  ] as const)
    expect(await profileOf(named(first, last, "Japan")), last).toMatchObject({
      first_name: "yuko",
      last_name: "sato",
    });
  for (const [first, last] of [
    ["Jürgen", "Müller"],
    ["Juergen", "Mueller"],
  ] as const)
    expect(await profileOf(named(first, last, "Germany"))).toMatchObject({
      first_name: "jurgen",
      last_name: "muller",
    });
  for (const [first, last, country] of [
    ["Louis", "Moore", "USA"],
    ["Michael", "Bauer", "DE"],
    ["Samuel", "Mueller", "US"],
  ] as const)
    expect(await profileOf(named(first, last, country))).toMatchObject({
      first_name: first.toLowerCase(),
      last_name: last.toLowerCase(),
    });
});

// Normalisation exists in SQL, for files, and in TypeScript, for a single person. Both must give the same result.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { identityFields } from "../../domain/data/dataset.js";
import { addressOf } from "../../domain/people/identity/addresses.js";
import { customerOf, mailboxOf, nationalIdOf } from "../../domain/people/identity/contacts.js";
import { countryIn } from "../../domain/people/identity/countries.js";
import { nameOf } from "../../domain/people/identity/names.js";
import { phoneOf } from "../../domain/people/identity/phones.js";
import { type Engine, openEngine } from "../engine.js";
import { ident, join, type Relation, sql } from "../sql/sql.js";
import { stageCountries } from "./countries.js";
import { type TestRecord, valuesOf } from "./fixtures.js";
import { normalise, stageAddresses, stageBirthDates, stageNames } from "./normalise.js";
import { stagePhones } from "./phones.js";

let engine: Engine;
beforeAll(async () => {
  const tempDir = await mkdtemp(path.join(tmpdir(), "agreement-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir });
});

const first = [
  "Ada",
  "Dr. Ada Mary",
  "Mr",
  "A.",
  "José-Luis",
  "Zoë  B",
  "unknown",
  " ",
  "ØYVIND",
  "Jean d’Arc",
  "李",
  "John Jr.",
  "Guest",
  "Invité",
  "Łucja ẞ",
];
const last = [
  "O'Brien",
  "van den Berg",
  "Smith Jr.",
  "de la Cruz III",
  "Müller-Lüdenscheidt",
  "n/a",
  "Junior",
  "ß",
  "Smith 3rd",
  "García, M.D.",
  "King Sr PhD",
  "Customer",
];
const full = [
  "First Steps Day Care Center, Inc.",
  "Müller & Söhne GmbH",
  "株式会社山田製作所",
  "Charlotte Church",
  "Kim Co",
  ...[
    "Ada Lovelace",
    "ゲスト",
    "guest user",
    "Lovelace, Ada",
    "Lovelace, Ada, Jr.",
    "Dr Ada van der Berg",
    "Lovelace",
    "Smith, John Sr",
  ],
  ...["King III, Martin", "Prof. Mr. X", "Guest", "Mary Ann de la Cruz", ", Ada", "Ada,", "Sammy Davis Jr"],
  ...["Mr. and Mrs. John Smith", "Ada Smith, MD", "Khan, Md", "Ada Smith Jr., Ph.D.", "Smith, M.D."],
];
const street = [
  ...[
    "12 North Main Street, Apt. 4",
    "12 N Main St #4",
    "Apt #4, 12 Elm Avenue",
    "P.O. Box 7",
    "12 Elm, Unit Apt 3",
  ],
  ...["Straße 5", "1 O'Connor Blvd.", "#", "12 MAIN\tSTREET", "Suite Suite 4 Street Street", "none"],
];
const freeform = [
  "12 Main St, Apt 4, Springfield, IL 62704",
  "12 Main St\nSaint Louis, Missouri 63101-1234, USA",
  "12 Main St, Charleston West Virginia 25301",
  "12 Main St, Washington, D.C. 20001",
  "12 Main St, Washington, DC 20001.",
  "12 Main St Springfield IL 62704",
  "PO Box 7, Straße, Fort Worth, tx 761011234 , United States",
  "12 Main St, , Springfield, 62704",
  "12 St Paul Ave #4 St. Paul Minnesota 55101-1234 USA",
  "12 Elm St\tNorth Haven,  CT 06473 ",
  "P.O. Box 7 Coeur d’Alene ID 83814",
  "350 Broadway New York NY 10013",
];
const town = [
  ["Saint Paul", "Minnesota"],
  ["ST. PAUL", "mn"],
  ["Mount Vernon", "New South Wales"],
  ["Fort Knox", "Québec"],
  ["n/a", "unknown"],
];
const postcode = ["05401", "05401-1234", "054011234", "05401 1234", "sw1a 1aa", "12-345", "-", "ａ１"];
const phone = [
  "(802) 555-0182",
  "1-802-555-0182 x12",
  "+44 20 7946 0018",
  "0044 2079460018",
  "#12",
  "555",
  "7777777",
  "123456789",
  "+44 (0)20 7946 0018",
  "(0)20 7946 0018",
  "+44 020 7946 0018",
  "tel: +1 (802) 555-0182;ext=3",
  "555-0100",
  "+",
  "00",
];
const nationalId = [
  "123-45-6780",
  "ab 12 34 56 c",
  "XXX-XX-1234",
  "***-**-6789",
  "12345",
  "000-00-0000",
  "123456789",
];
/** Country, street, postcode and telephone number. */
const abroad = [
  ["Germany", "Haupt Straße 12", "1067", "0351 1234567"],
  ["France", "32 bis r. Victor Hugo", "F-75011", "06 12 34 56 78"],
  ["ES", "C/ Mayor nº 12, 3º B", "8001", "612345678"],
  ["Japan", "Honcho 3-chome 12-ban 5-go", "060-0001", "090-1234-5678"],
  ["日本", "本町3丁目12番5号", "600001", "+81 90 1234 5678"],
  ["USA", "12 North Main Street, Apt. 4", "2134", "(802) 863-1234"],
  ["Atlantis", "C/ Mayor 12", "8001", "0351 1234567"],
];
const email = [
  ...[
    "Ada@Example.com ",
    "a.d.a+shop@GMAIL.com",
    "a.da@googlemail.com",
    "noreply@x.com",
    "test@test.com",
    "@x.com",
  ],
  ...["a@b", "a@b@c.de", "none", "+tag@x.com", "ÄDA@exämple.de"],
];

const table: TestRecord[] = [
  ...first.map((person_first_name, i) => ({ person_first_name, person_last_name: last[i % last.length]! })),
  ...last.map((person_last_name) => ({ person_last_name, person_full_name: "Ada Lovelace" })),
  ...full.map((person_full_name) => ({ person_full_name })),
  ...full.map((person_full_name, i) => ({ person_full_name, person_first_name: first[i % first.length]! })),
  ...street.map((house_number_and_street) => ({
    house_number_and_street,
    freeform_address: house_number_and_street,
  })),
  ...postcode.map((code) => ({ postcode: code, city: "St. John’s", state: "n.y." })),
  ...freeform.map((freeform_address) => ({ freeform_address })),
  ...freeform.map((freeform_address, i) => ({
    freeform_address,
    city: "Here",
    ...(i % 2 && { state: "VT" }),
  })),
  ...town.map(([city, state]) => ({ city: city!, state: state! })),
  ...nationalId.map((national_id) => ({ national_id })),
  ...phone.map((number) => ({ phone: number, customer_id: number })),
  ...email.map((address) => ({ email: address })),
  ...abroad.map(([country, house_number_and_street, postcode, telephone]) => ({
    country: country!,
    house_number_and_street: house_number_and_street!,
    postcode: postcode!,
    phone: telephone!,
  })),
];

const empty = Object.fromEntries(identityFields.map((field) => [field, sql`varchar`]));

/** Each record, normalised in SQL. */
const inSql = async (records: readonly TestRecord[]): Promise<object[]> => {
  const rows = records.map((record, node) => [node, ...identityFields.map((field) => record[field] ?? null)]);
  const written = await engine.createTable(
    "asked",
    sql`select * from ${valuesOf({ node: sql`integer`, ...empty }, rows)}`,
  );
  const {
    names,
    addresses: places,
    customers,
    phones,
    emails,
    nationalIds,
  } = await normalise(engine, written);
  const of = async (relation: Relation) =>
    new Map(
      (await engine.rows<{ node: number }>(sql`select * from ${relation}`)).map((row) => [row.node, row]),
    );
  const found = await Promise.all([names, places, customers, phones, emails, nationalIds].map(of));
  return records.map((_, node) => {
    const [name, place, customer, telephone, mailbox, id] = found.map((rows) => rows.get(node) ?? {});
    const contactOf = (row: object | undefined) => (row as { value?: string }).value ?? null;
    const { first_name, last_name, suffix } = { ...noName, ...name };
    const { node: _place, ...placed } = { ...noAddress, ...place } as Record<string, unknown>;
    return {
      first_name,
      last_name,
      suffix,
      ...placed,
      customer: contactOf(customer),
      phone: contactOf(telephone),
      email: contactOf(mailbox),
      id: contactOf(id),
    };
  });
};
const noName = { first_name: null, last_name: null, suffix: null };
const noAddress = { street: null, postcode: null, city: null, state: null, freeform: null };

const inTypeScript = (record: TestRecord): object => ({
  ...orNull({ ...nameOf(record), ...addressOf(record) }),
  customer: customerOf(record.customer_id) ?? null,
  phone: phoneOf(record.phone, countryIn(record.country)) ?? null,
  email: mailboxOf(record.email)?.value ?? null,
  id: nationalIdOf(record.national_id) ?? null,
});
const orNull = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));

test("SQL and TypeScript agree on a table of awkward spellings", async () => {
  const expected = await inSql(table);
  table.forEach((record, i) => {
    expect({ record, ...inTypeScript(record) }).toEqual({ record, ...expected[i] });
  });
});

test("SQL and TypeScript agree on random texts", async () => {
  const pieces = [
    ...first,
    ...last,
    ...street,
    ...phone,
    ...nationalId,
    "Springfield, IL 62704",
    "@",
    "x.com",
    "Jr",
    ",",
    ".",
    "'",
    "é",
    "É",
    "ﬁ",
    "１",
    "α",
    "Japan",
    "DE",
    "Calle Mayor 12, 3º B",
    "3-chome 12-5",
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(" "));
  const records = fc.record(
    Object.fromEntries(identityFields.map((field) => [field, fc.option(text, { nil: undefined })])),
  );
  const samples = fc.sample(records, { numRuns: 300, seed: 7 }) as TestRecord[];
  const expected = await inSql(samples);
  samples.forEach((record, i) => {
    const { email_hash: _hash, ...written } = record;
    if (record.email_hash === undefined || record.email !== undefined)
      expect({ written, ...inTypeScript(written) }).toMatchObject(withoutHashes(expected[i]!, written));
  });
});

/** SQL falls back to the hash where the address is a placeholder. */
const withoutHashes = (expected: object, { email }: TestRecord): object => {
  const { email: value, ...rest } = expected as { email: string | null };
  return mailboxOf(email) ? { ...rest, email: value } : rest;
};

test.each([
  ["First Steps Day Care Center, Inc.", "firststepsdaycare", "center"],
  ["Müller & Söhne GmbH", "muller", "sohne"],
  ["Barnes and Hope School", "barnesandhope", "school"],
  ["Acme GmbH", undefined, "acme"],
  ["St. Mary's Elementary School", "stmaryselementary", "school"],
  ["株式会社山田製作所", undefined, "山田制作所"],
  ["Charlotte Church", "charlotte", "church"],
  ["Kim Co", "kim", "co"],
])("the name %s has the first name %s and the last name %s", (person_full_name, first_name, last_name) => {
  expect(nameOf({ person_full_name })).toMatchObject({ first_name, last_name });
});

const stages: [string, (written: Relation) => Promise<Relation>][] = [
  ["names", (written) => stageNames(engine, written)],
  ["addresses", (written) => stageAddresses(engine, written)],
  ["phones", (written) => stagePhones(engine, written)],
  ["countries", (written) => stageCountries(engine, "country", written)],
  ["birth dates", async (written) => (await stageBirthDates(engine, written)).birthDates],
  ["orders of dates", async (written) => (await stageBirthDates(engine, written)).dateOrderCounts],
];

test.each(stages)("%s that no record has are no rows of the same columns", async (_, stage) => {
  const written = (value: string | null) =>
    sql`(select cast(0 as integer) as node, ${join(
      identityFields.map((field) => sql`cast(${value} as varchar) as ${ident(field)}`),
    )})`;
  const columns = async (relation: Relation) => [
    await engine.rows(sql`select column_name, column_type from (describe select * from ${relation})`),
    await engine.count(relation),
  ];
  const [present] = await columns(await stage(written("Ada 12/03/1990")));
  expect(await columns(await stage(written(null)))).toEqual([present, 0]);
});

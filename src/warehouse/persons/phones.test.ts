import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Country, phoneOf } from "../../domain/people/identity/phones.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { valuesOf } from "./fixtures.js";
import { stagePhones } from "./phones.js";

let engine: Engine;
beforeAll(async () => {
  const tempDir = await mkdtemp(path.join(tmpdir(), "phones-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir });
});

const inSql = async (
  number: string,
  country: Country,
  ofRecord: string | null = null,
): Promise<string | undefined> => {
  const columns = { node: sql`integer`, phone: sql`varchar`, country: sql`varchar` };
  const row = [0, number, ofRecord];
  const written = await engine.createTable("asked", sql`select * from ${valuesOf(columns, [row])}`);
  const rows = await engine.rows<{ value: string }>(
    sql`select value from ${await stagePhones(engine, written, country)}`,
  );
  return rows[0]?.value;
};

const spelled: [number: string, country: Country, value: string | undefined][] = [
  ["(802) 555-0182", "US", "+18025550182"],
  ["802.555.0182", "CA", "+18025550182"],
  ["1-802-555-0182", "US", "+18025550182"],
  ["+1 802 555 0182", "US", "+18025550182"],
  ["+1 802 555 0182", "DE", "+18025550182"],
  ["001 802 555 0182", "DE", "+18025550182"],
  ["802-555-0182 x12", "US", "+18025550182"],
  ["802-555-0182 ext. 12", "US", "+18025550182"],
  ["(802) 555-0182 #12", "US", "+18025550182"],
  ["tel:+18025550182;ext=12", "US", "+18025550182"],
  ["+44 (0)20 7946 0018", "US", "+442079460018"],
  ["+44 020 7946 0018", "US", "+442079460018"],
  ["0044 20 7946 0018", "US", "+442079460018"],
  ["011 44 20 7946 0018", "US", "+442079460018"],
  ["020 7946 0018", "GB", "+442079460018"],
  ["+39 06 1234 5678", "US", "+390612345678"],
  ["0049 30 1234567", "US", "+49301234567"],
  ["+49 (0) 30 1234567", "DE", "+49301234567"],
  ["030/123 45 67", "DE", "+49301234567"],
  ["0151 23456789", "DE", "+4915123456789"],
  ["01 42 68 53 00", "FR", "+33142685300"],
  ["06.12.34.56.78", "FR", "+33612345678"],
  ["020 7946 0018", "US", "02079460018"],
  ["863-1234", "US", "8631234"],
  ["000-0000", "US", undefined],
  ["(000) 000-0000", "US", undefined],
  ["+1 999 999 9999", "DE", undefined],
  ["1234567890", "US", undefined],
  ["+1 123 456 7890", "US", undefined],
  ["555-0100", "US", undefined],
  ["555-0199", "US", undefined],
  ["555", "US", undefined],
  ["none", "US", undefined],
];

test.each(spelled)("%s in %s is %s", async (number, country, value) => {
  expect(await inSql(number, country)).toBe(value);
  expect(phoneOf(number, country)).toBe(value);
});

test("a number is read by the country of its record, and else by that of the account", async () => {
  expect(await inSql("0151 23456789", "US", "Deutschland")).toBe("+4915123456789");
  expect(await inSql("(802) 555-0182", "DE", "USA")).toBe("+18025550182");
  expect(await inSql("0151 23456789", "DE", "Atlantis")).toBe("+4915123456789");
  expect(await inSql("0151 23456789", "DE")).toBe("+4915123456789");
});

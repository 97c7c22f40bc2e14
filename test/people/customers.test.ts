import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CustomerRecord,
  type CustomersOptions,
  customerRecords,
  writeCustomers,
} from "../../bench/people/customers.js";
import { digitTypo, errorRates, type RecordError, typo } from "../../bench/people/errors.js";
import { drawHousehold } from "../../bench/people/household.js";
import { randomFor } from "../../examples/shop/random.js";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "customers-"));
});
afterAll(() => rm(dir, { recursive: true }));

const options = (changed: Partial<CustomersOptions> = {}): CustomersOptions => ({
  records: 2000,
  seed: 1,
  families: true,
  ...changed,
});
const recordsOf = (changed?: Partial<CustomersOptions>): CustomerRecord[] => [
  ...customerRecords(options(changed)),
];
const rowsIn = async (file: string): Promise<string[]> =>
  (await readFile(file, "utf8")).trimEnd().split("\n").slice(1);

test("the same seed gives the same bytes, another seed other customers", async () => {
  const bytes = async (name: string, seed: number) => {
    const { files, truthFile } = await writeCustomers(path.join(dir, name), options({ seed }), 0.1);
    return Promise.all([...files, truthFile].map((file) => readFile(file, "utf8")));
  };
  const [first, again, other] = [await bytes("a", 1), await bytes("b", 1), await bytes("c", 2)];
  expect(again).toEqual(first);
  expect(other[0]).not.toBe(first[0]);
});

test("every record is in one of the files and has a true person", async () => {
  const { files, truthFile } = await writeCustomers(path.join(dir, "whole"), options(), 0.1);
  const [old, fresh] = await Promise.all(files.map(rowsIn));
  const numbers = [...old!, ...fresh!].map((row) => Number(row.split(",")[0])).sort((a, b) => a - b);
  expect(numbers).toEqual([...Array(2000).keys()]);
  expect(fresh!.length).toBeGreaterThan(150);
  expect(fresh!.length).toBeLessThan(250);
  const truth = await rowsIn(truthFile);
  expect(truth.map((row) => row.split(",")[0])).toEqual([...Array(2000).keys()].map(String));
  expect(truth.every((row) => /^\d+,\d+$/.test(row))).toBe(true);
});

test("a quarter of the records repeat an earlier person", () => {
  const records = recordsOf({ records: 40_000 });
  const people = new Set(records.map(({ person }) => person)).size;
  expect(1 - people / records.length).toBeGreaterThan(0.235);
  expect(1 - people / records.length).toBeLessThan(0.265);
});

test("errors in names and areas occur at their rates", () => {
  const records = recordsOf({ records: 60_000 });
  const errors = records.flatMap((record) => record.errors);
  const later = records.length - new Set(records.map(({ person }) => person)).size;
  const { first_name, last_name, names, address, city, state, postcode } = errorRates;
  const rates: Partial<Record<RecordError, number>> = {
    ...first_name,
    ...last_name,
    ...names,
    ...address,
    ...city,
    ...state,
    ...postcode,
  };
  for (const [error, rate] of Object.entries(rates)) {
    const share = errors.filter((each) => each === error).length / later;
    expect(Math.abs(share - rate), error).toBeLessThan(4 * Math.sqrt(rate / later));
  }
});

test("the first record of a person has no errors", () => {
  const seen = new Set<number>();
  for (const { person, errors } of recordsOf()) {
    if (!seen.has(person)) expect(errors).toEqual([]);
    seen.add(person);
  }
});

test("records of an order log repeat the previous one at the given rate", () => {
  const records = recordsOf({ records: 20_000, repeated: 0.5 });
  const repeats = records.filter((record, i) => i > 0 && record.record === records[i - 1]!.record);
  expect(repeats.length / records.length).toBeGreaterThan(0.48);
  expect(repeats.length / records.length).toBeLessThan(0.52);
});

const households = (families: boolean) =>
  Array.from({ length: 4000 }, (_, house) => drawHousehold(randomFor(1, house), house, families));

test("families share an address, often a phone number, sometimes an e-mail address, and sons their fathers' names", () => {
  const families = households(true).filter((household) => household.length > 1);
  expect(families.length).toBeGreaterThan(2400);
  expect(
    families.every((household) => household.every(({ address }) => address === household[0]!.address)),
  ).toBe(true);
  const sharing = (of: "email" | "phone") =>
    families.filter((household) => household[0]![of] !== null && household[0]![of] === household[1]![of]);
  expect(sharing("phone").length / families.length).toBeGreaterThan(0.1);
  expect(sharing("email").length).toBeGreaterThan(20);
  const juniors = families.flat().filter(({ suffix }) => suffix === "Jr");
  expect(juniors.length).toBeGreaterThan(10);
});

test("only a junior has the full name of another family member", () => {
  for (const household of households(true)) {
    const names = household.map(({ givenName, surname, suffix }) => `${givenName} ${surname} ${suffix}`);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("without families everyone lives alone", () => {
  expect(households(false).every((household) => household.length === 1)).toBe(true);
});

test("a typo is one edit, and a number keeps its length", () => {
  for (let i = 0; i < 500; i++) {
    expect(Math.abs(typo("Margaret", randomFor(1, i)).length - 8)).toBeLessThanOrEqual(1);
    expect(digitTypo("05401", randomFor(2, i))).toMatch(/^\d{5}$/);
  }
  expect(typo("X", randomFor(1))).toBe("X");
});

import { expect, test } from "vitest";
import { countryRows } from "../../bench/people/countries/customers.js";
import { historicalRows } from "../../bench/people/historical.js";
import type { LabelledRow } from "../../bench/people/labelled-set.js";
import { retailRows } from "../../bench/people/retailer/retailer.js";
import { drawHouse } from "../../bench/people/retailer/shoppers.js";

const countsOf = (rows: readonly LabelledRow[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

test("a retailer has records of every kind, the same for the same seed", () => {
  const rows = retailRows(12_000, 1);
  expect(retailRows(12_000, 1)).toEqual(rows);
  const counts = countsOf(rows);
  const kinds =
    "single household father_and_son twins tower office guest gift moved married second_card mailbox_typo placeholder_phone";
  for (const kind of kinds.split(" ")) expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(30);
});

test("a guest leaves a mailbox and no name", () => {
  const guests = retailRows(4000, 2).filter(({ kind }) => kind === "guest");
  for (const { values } of guests) {
    expect(values.email).toContain("@");
    expect(`${values.first_name}${values.last_name}`).toMatch(/^(guest)?(guest|customer|user)?$/i);
  }
});

test("a father and his son have one name and two birth dates, twins two names and one birth date", () => {
  const houses = Array.from({ length: 2000 }, (_, number) => drawHouse(1, number));
  const pairsOf = (kind: string) => houses.filter(([first]) => first?.kind === kind);
  expect(pairsOf("father_and_son").length).toBeGreaterThan(10);
  for (const [father, son] of pairsOf("father_and_son")) {
    expect([father!.given, father!.family]).toEqual([son!.given, son!.family]);
    expect(father!.birthDate < son!.birthDate).toBe(true);
  }
  for (const [one, other] of pairsOf("twins")) {
    expect(one!.given).not.toBe(other!.given);
    expect(one!.birthDate).toBe(other!.birthDate);
  }
});

test("historical people have ten records on average, customers of four countries two", () => {
  const perPerson = (rows: readonly LabelledRow[]) =>
    rows.length / new Set(rows.map(({ person }) => person)).size;
  expect(perPerson(historicalRows(20_000, 1))).toBeGreaterThan(9);
  expect(perPerson(historicalRows(20_000, 1))).toBeLessThan(11);
  expect(perPerson(countryRows(20_000, 1))).toBeGreaterThan(1.8);
  expect(perPerson(countryRows(20_000, 1))).toBeLessThan(2.2);
  expect(countsOf(countryRows(20_000, 1)).size).toBe(4);
});

// Names of twenty languages, in pairs of one person and of two who live together, among the customers of a
// shop in four countries.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { countryIdentity, countryRows } from "../../bench/people/countries/customers.js";
import { personsIn, resolveDatasets } from "../../src/builds/people/fixtures.js";
import { type TestRecord, writeDataset } from "../../src/warehouse/persons/fixtures.js";
import { hasPublicData, publicFile } from "../support/public-data.js";
import { openWorkshop } from "../support/workshop.js";

const workshop = openWorkshop("pairs", 500);

interface NamePair {
  country: string;
  note: string;
  isOne: boolean;
  names: [first: string, last: string][];
}

const namePairs = (): NamePair[] =>
  readFileSync(publicFile("identity/pairs_of_the_world.csv"), "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      line.match(/("[^"]*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, "").replaceAll('"', "")),
    )
    .filter(([section]) => section === "name")
    .map(([, country, note, same, ...cells]) => ({
      country: country!,
      note: note!,
      isOne: same === "1",
      names: [
        [cells[0]!, cells[1]!],
        [cells[2]!, cells[3]!],
      ],
    }));

const background = (): TestRecord[] =>
  countryRows(600, 5).map(({ values }, i) => ({
    ...Object.fromEntries(
      Object.entries(countryIdentity).flatMap(([field, column]) => {
        const value = values[Array.isArray(column) ? column[0]! : (column as string)];
        return value ? [[field, value]] : [];
      }),
    ),
    seen: i,
  }));

/** Details that tell two people apart, or that one person has twice. */
const variants = ["birth date", "mailbox"] as const;

const recordsOf = (
  { country, isOne, names }: NamePair,
  place: number,
  variant: (typeof variants)[number],
): TestRecord[] => {
  return names.map(([first, last], side) => ({
    ...(first && { person_first_name: first }),
    ...(last && { person_last_name: last }),
    country,
    house_number_and_street: `${place + 2} Lindenweg`,
    postcode: String(30_000 + 137 * place),
    city: `Ort${place}`,
    ...(variant === "birth date" && {
      birth_date:
        isOne || side === 0
          ? `19${60 + (place % 25)}-03-${10 + (place % 15)}`
          : `19${62 + (place % 25)}-11-05`,
    }),
    ...(variant === "mailbox" && {
      email: isOne || side === 0 ? `box${7919 * place}@example.org` : `q${104_729 * place}@mail.example`,
    }),
    seen: 1000 + 2 * place + side,
  }));
};

describe.skipIf(!hasPublicData())("the pairs of the world", () => {
  let pairs: NamePair[];
  /** By variant, whether each pair is one person. */
  const found: Record<string, boolean[]> = {};
  beforeAll(async () => {
    pairs = namePairs();
    const { engine, root } = workshop;
    for (const variant of variants) {
      const records = pairs.flatMap((pair, i) => recordsOf(pair, i, variant));
      const dataset = await writeDataset(engine, root, "d", [...background(), ...records]);
      const { dir } = await resolveDatasets(engine, root, [dataset]);
      const persons = await personsIn(engine, dir, records);
      found[variant] = pairs.map((_, i) => persons[2 * i] !== null && persons[2 * i] === persons[2 * i + 1]);
    }
  });

  test.each(variants)("two people are never one where their %s differs", (variant) => {
    const wrong = pairs.filter(({ isOne }, i) => !isOne && found[variant]![i]);
    expect(wrong).toEqual([]);
  });

  test("one person of one birth date is found in four of five pairs", () => {
    const missed = pairs.filter(({ isOne }, i) => isOne && !found["birth date"]![i]);
    const all = pairs.filter(({ isOne }) => isOne).length;
    expect(missed.length, missed.map(({ names }) => names.join(" / ")).join("; ")).toBeLessThan(0.2 * all);
  });
});

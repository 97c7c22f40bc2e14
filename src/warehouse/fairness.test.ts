import fc from "fast-check";
import { expect, test } from "vitest";
import { type Dimension, numberDimension, sensitiveDimension, textDimension } from "../domain/dimensions.js";
import { cells, quartiles, reranked, subpopulations } from "./fairness.js";
import { testEngine, traitsRelation } from "./features/fixtures.js";
import { sql } from "./sql/sql.js";

const engine = testEngine();
const now = Date.UTC(2024, 5, 1) / 1000;

/** What each text is read as, in the order given. */
const valuesOf = async (dimension: Dimension, texts: string[]): Promise<(string | null)[]> => {
  const traits = traitsRelation(texts.map((text, i) => [i + 1, dimension.trait, text]));
  const rows = await engine().rows<{ code_0: number | null }>(
    sql`select s.code_0 from ${subpopulations(traits, [dimension], now)} as s order by s.person_id`,
  );
  return rows.map(({ code_0 }) => (code_0 === null ? null : dimension.values[code_0]!));
};

test("ages fall into bands, and an age that nobody has is not known", async () => {
  const texts = ["20.9", "21", "30.5", "31", "41", "61", "119", "120", "-1", "old"];
  expect(await valuesOf(sensitiveDimension("age", ["age"])!, texts)).toEqual([
    "Teen",
    "Young Adult",
    "Young Adult",
    "Adult",
    "Middle Age",
    "Senior",
    "Senior",
    null,
    null,
    null,
  ]);
});

test("a date of birth is counted in full years up to now", async () => {
  const texts = ["2003-06-02", "2003-06-01", "1983-06-01T00:00:01", "1983-06-01", "once"];
  expect(await valuesOf(sensitiveDimension("age", ["dob"])!, texts)).toEqual([
    "Teen",
    "Young Adult",
    "Adult",
    "Middle Age",
    null,
  ]);
  expect(await valuesOf(sensitiveDimension("age", ["birth_year"])!, ["1960", "2010"])).toEqual([
    "Senior",
    "Teen",
  ]);
});

test("gender is read in usual spellings, another one is other, and one not said is not known", async () => {
  const texts = ["F", " female ", "m", "Male", "nonbinary", "unknown", "prefer not to say"];
  expect(await valuesOf(sensitiveDimension("gender", ["sex"])!, texts)).toEqual([
    "Female",
    "Female",
    "Male",
    "Male",
    "Other",
    null,
    null,
  ]);
});

test("named traits are read as their texts or bands", async () => {
  expect(await valuesOf(textDimension("region", ["north"]), ["north", "moon"])).toEqual([
    "north",
    "All others",
  ]);
  expect(await valuesOf(numberDimension("income", [10, 20]), ["10", "10.5", "21", "much"])).toEqual([
    "up to 10",
    "above 10 to 20",
    "above 20",
    null,
  ]);
  const incomes = traitsRelation(["1", "2", "3", "4", "much"].map((text, i) => [i, "income", text]));
  expect(await engine().row(quartiles(incomes, "income"))).toEqual({
    quartile_0: 1,
    quartile_1: 2,
    quartile_2: 3,
  });
});

test("a cell is one value of each dimension, and who lacks one is in none", async () => {
  const dimensions = [sensitiveDimension("age", ["age"])!, sensitiveDimension("gender", ["gender"])!];
  const traits = traitsRelation([
    [1, "age", "15"],
    [1, "gender", "m"],
    [2, "age", "70"],
    [2, "gender", "f"],
    [3, "gender", "f"],
  ]);
  const people = cells(subpopulations(traits, dimensions, now), dimensions);
  expect(
    await engine().rows(sql`select c.person_id, c.cell from ${people} as c order by c.person_id`),
  ).toEqual([
    { person_id: 1, cell: 1 },
    { person_id: 2, cell: 12 },
  ]);
});

interface Person {
  probability: number;
  /** −1: not known. */
  cell: number;
}

/** The probabilities after mitigation, in the order of the people. */
const deal = async (people: readonly Person[], delays: readonly number[]): Promise<number[]> => {
  const ids = BigInt64Array.from(people.keys(), BigInt);
  const probability = Float64Array.from(people, (person) => person.probability);
  const cell = Int32Array.from(people, (person) => person.cell);
  const given = await engine().createTableOf("given", { person_id: ids, probability });
  const all = await engine().createTableOf("cell_of", { person_id: ids, cell });
  const known = sql`(select a.person_id, a.cell from ${all} as a where a.cell >= 0)`;
  const { columns } = await engine().columns(
    sql`select m.probability from (${reranked(given, known, delays)}) as m order by m.person_id`,
  );
  return [...(columns.probability as Float64Array)];
};

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Of so many first, how many are of each cell. */
const firstByCell = (people: readonly Person[], dealt: readonly number[], first: number): number[] => {
  const order = [...people.keys()].sort((a, b) => dealt[b]! - dealt[a]!).slice(0, first);
  return [0, 1, 2].map((cell) => order.filter((i) => people[i]!.cell === cell).length);
};

/** Cell 0 is foretold most, cell 2 least; 600, 300 and 100 people. */
const biased: Person[] = [600, 300, 100].flatMap((size, cell) =>
  Array.from({ length: size }, (_, i) => ({ cell, probability: (0.6 - 0.2 * cell) * ((i + 0.5) / size) })),
);

test("with equal turns each cell has its share of the first, however many the first are", async () => {
  const dealt = await deal(biased, [1, 1, 1]);
  for (const first of [50, 100, 500]) {
    const shares = firstByCell(biased, dealt, first);
    for (const [cell, size] of [600, 300, 100].entries())
      expect(Math.abs(shares[cell]! - (first * size) / 1000)).toBeLessThanOrEqual(1);
  }
  expect(sum(dealt)).toBeCloseTo(sum(biased.map(({ probability }) => probability)), 9);
});

test("a cell that is delayed twice as long is selected half as often", async () => {
  const shares = firstByCell(biased, await deal(biased, [2, 1, 0.5]), 80);
  expect(shares).toEqual([30 * (80 / 80), 30, 20]);
});

test("nobody changes places within a cell, equals stay equal, the unknown keep theirs, and the sum stays", async () => {
  const person = fc.record({
    probability: fc.constantFrom(0.01, 0.1, 0.2, 0.3, 0.5, 0.9),
    cell: fc.integer({ min: -1, max: 2 }),
  });
  const delays = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 40 }), delays, async (people, turns) => {
      const dealt = await deal(people, turns);
      people.forEach((one, i) => {
        if (one.cell < 0) expect(dealt[i]).toBe(one.probability);
        people.forEach((other, j) => {
          if (one.cell < 0 || one.cell !== other.cell) return;
          if (one.probability === other.probability) expect(dealt[i]).toBe(dealt[j]);
          if (one.probability > other.probability) expect(dealt[i]).toBeGreaterThanOrEqual(dealt[j]!);
        });
      });
      expect(sum(dealt)).toBeCloseTo(sum(people.map(({ probability }) => probability)), 9);
    }),
    { numRuns: 40 },
  );
});

test("a ranking that already agrees is left as it is", async () => {
  const fair: Person[] = Array.from({ length: 100 }, (_, i) => ({
    cell: i % 2,
    probability: (i >> 1) / 100,
  }));
  expect(await deal(fair, [1, 1])).toEqual(fair.map(({ probability }) => probability));
});

test("nobody to mitigate is nobody mitigated", async () => {
  expect(await deal([{ probability: 0.4, cell: -1 }], [1])).toEqual([0.4]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Dimension,
  numberDimension,
  sensitiveDimension,
  textDimension,
} from "../domain/outcome/dimensions.js";
import { cells, quartiles, reranked, subpopulations } from "./fairness.js";
import { testEngine, traitsRelation } from "./features/fixtures.js";
import { sql } from "./sql/sql.js";

const engine = testEngine();
const now = Date.UTC(2024, 5, 1) / 1000;

/** The value read from each text, in order. */
const valuesOf = async (dimension: Dimension, texts: string[]): Promise<(string | null)[]> => {
  const traits = traitsRelation(texts.map((text, i) => [i + 1, dimension.trait, text]));
  const rows = await engine().rows<{ code_0: number | null }>(
    sql`select s.code_0 from ${subpopulations(traits, [dimension], now)} as s order by s.person_id`,
  );
  return rows.map(({ code_0 }) => (code_0 === null ? null : dimension.values[code_0]!));
};

test("ages fall into bands, and impossible ages are unknown", async () => {
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

test("the age from a date of birth is in completed years", async () => {
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

test("gender is read in its usual spellings, others are Other, and missing ones unknown", async () => {
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

test("other traits are read as texts or bands of numbers", async () => {
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

test("a cell is one value of each dimension, and people without a value are in no cell", async () => {
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
  /** −1: unknown. */
  cell: number;
}

/** The probabilities after mitigation, in the order of the people. */
const rerank = async (people: readonly Person[], delays: readonly number[]): Promise<number[]> => {
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

/** People of each cell among the first ones. */
const firstByCell = (people: readonly Person[], after: readonly number[], first: number): number[] => {
  const order = [...people.keys()].sort((a, b) => after[b]! - after[a]!).slice(0, first);
  return [0, 1, 2].map((cell) => order.filter((i) => people[i]!.cell === cell).length);
};

/** Three cells of 600, 300 and 100 people; predictions are highest in cell 0 and lowest in cell 2. */
const biased: Person[] = [600, 300, 100].flatMap((size, cell) =>
  Array.from({ length: size }, (_, i) => ({ cell, probability: (0.6 - 0.2 * cell) * ((i + 0.5) / size) })),
);

test("with equal delays each cell has its share of the first people, however many are selected", async () => {
  const after = await rerank(biased, [1, 1, 1]);
  for (const first of [50, 100, 500]) {
    const shares = firstByCell(biased, after, first);
    for (const [cell, size] of [600, 300, 100].entries())
      expect(Math.abs(shares[cell]! - (first * size) / 1000)).toBeLessThanOrEqual(1);
  }
  expect(sum(after)).toBeCloseTo(sum(biased.map(({ probability }) => probability)), 9);
});

test("a cell that is delayed twice as long is selected half as often", async () => {
  const shares = firstByCell(biased, await rerank(biased, [2, 1, 0.5]), 80);
  expect(shares).toEqual([30 * (80 / 80), 30, 20]);
});

test("order within a cell, ties, probabilities outside the cells and the sum stay the same", async () => {
  const person = fc.record({
    probability: fc.constantFrom(0.01, 0.1, 0.2, 0.3, 0.5, 0.9),
    cell: fc.integer({ min: -1, max: 2 }),
  });
  const delays = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 40 }), delays, async (people, turns) => {
      const after = await rerank(people, turns);
      people.forEach((one, i) => {
        if (one.cell < 0) expect(after[i]).toBe(one.probability);
        people.forEach((other, j) => {
          if (one.cell < 0 || one.cell !== other.cell) return;
          if (one.probability === other.probability) expect(after[i]).toBe(after[j]);
          if (one.probability > other.probability) expect(after[i]).toBeGreaterThanOrEqual(after[j]!);
        });
      });
      expect(sum(after)).toBeCloseTo(sum(people.map(({ probability }) => probability)), 9);
    }),
    { numRuns: 40 },
  );
});

test("the mean of equal probabilities is that probability, to the last bit", async () => {
  const people = [0.2, 0.2, 0.5, 0.2, 0.2].map((probability, i) => ({ probability, cell: i === 3 ? 1 : 0 }));
  expect(await rerank(people, [0.42, 0.1, 0.1])).toEqual([0.2, 0.2, 0.2, 0.5, 0.2]);
});

test("an already even ranking does not change", async () => {
  const fair: Person[] = Array.from({ length: 100 }, (_, i) => ({
    cell: i % 2,
    probability: (i >> 1) / 100,
  }));
  expect(await rerank(fair, [1, 1])).toEqual(fair.map(({ probability }) => probability));
});

test("without people the result is empty", async () => {
  expect(await rerank([{ probability: 0.4, cell: -1 }], [1])).toEqual([0.4]);
});

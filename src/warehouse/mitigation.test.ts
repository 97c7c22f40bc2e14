import fc from "fast-check";
import { expect, test } from "vitest";
import { testEngine } from "./features/fixtures.js";
import { mitigated } from "./mitigation.js";
import { sql } from "./sql/sql.js";

const engine = testEngine();

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
    sql`select m.probability from (${mitigated(given, known, delays)}) as m order by m.person_id`,
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

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeKinds } from "../../bench/people/kinds.js";
import { foundPeople, judgeLinks, linksBetween, scoreOf } from "../../bench/people/score.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { type Relation, sql } from "../../src/warehouse/sql/sql.js";

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "scoring-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: dir });
});
afterAll(async () => {
  engine.close();
  await rm(dir, { recursive: true });
});

const resolved = (found: readonly number[], truth: readonly number[]): Promise<Relation> =>
  engine.createTableOf("resolved", { found: Int32Array.from(found), truth: Int32Array.from(truth) });

/** Counted pair by pair. */
const byBruteForce = (found: readonly number[], truth: readonly number[]) => {
  let [right, foundPairs, truePairs] = [0, 0, 0];
  for (let i = 0; i < found.length; i++)
    for (let j = 0; j < i; j++) {
      const [isFound, isTrue] = [found[i] === found[j], truth[i] === truth[j]];
      if (isFound) foundPairs++;
      if (isTrue) truePairs++;
      if (isFound && isTrue) right++;
    }
  return {
    precision: foundPairs === 0 ? 1 : right / foundPairs,
    recall: truePairs === 0 ? 1 : right / truePairs,
  };
};

/** B-cubed precision by its definition, record by record. */
const purity = (found: readonly number[], truth: readonly number[]): number => {
  const shares = found.map((own, i) => {
    const together = found.flatMap((other, j) => (other === own ? [j] : []));
    return together.filter((j) => truth[j] === truth[i]).length / together.length;
  });
  return shares.reduce((a, b) => a + b, 0) / shares.length;
};

test("precision, recall and B-cubed equal a count of all pairs and records", async () => {
  const record = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }));
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 30 }), async (records) => {
      const [found, truth] = [records.map(([f]) => f), records.map(([, t]) => t)];
      const score = await scoreOf(engine, await resolved(found, truth));
      const expected = byBruteForce(found, truth);
      expect(score.precision).toBeCloseTo(expected.precision, 12);
      expect(score.recall).toBeCloseTo(expected.recall, 12);
      const [pure, whole] = [purity(found, truth), purity(truth, found)];
      expect(score.bcubed).toBeCloseTo((2 * pure * whole) / (pure + whole), 12);
      expect(score.records).toBe(records.length);
      expect(score.people).toBe(new Set(found).size);
      expect(score.truePeople).toBe(new Set(truth).size);
    }),
    { numRuns: 50 },
  );
});

test("a correct resolution scores 1 throughout", async () => {
  const score = await scoreOf(engine, await resolved([7, 7, 8, 9], [1, 1, 2, 3]));
  expect(score).toMatchObject({ precision: 1, recall: 1, f1: 1, bcubed: 1, largest: 2 });
});

test("a merged family costs precision, a split person costs recall", async () => {
  const family = await scoreOf(engine, await resolved([1, 1, 1], [1, 1, 2]));
  expect(family).toMatchObject({ precision: 1 / 3, recall: 1 });
  const torn = await scoreOf(engine, await resolved([1, 1, 2], [1, 1, 1]));
  expect(torn).toMatchObject({ precision: 1, recall: 1 / 3 });
});

test("precision and recall of a kind are those of the pairs of its records", async () => {
  const records = sql`(values (0, 1, 1, 'de|family'), (1, 1, 1, 'de'), (2, 2, 1, 'de'), (3, 3, 3, 'el'), (4, 3, 4, 'el'), (5, 5, 5, 'vi'))`;
  const all = sql`(select * from ${records} as own(record, truth, found, kind))`;
  const kinds = await judgeKinds(engine, all, all);
  const shares = kinds.map(({ kind, precision, recall }) => [kind, precision, recall]);
  expect(Object.fromEntries(shares.map(([kind, ...rest]) => [kind, rest]))).toEqual({
    de: [2 / 6, 1],
    family: [1 / 2, 1],
    el: [null, 0],
    vi: [null, null],
  });
});

/** Records 0 and 1 have one identity, 2 another; 3 is unidentified. */
const stagedPeople = async () => ({
  references: await engine.createTableOf("reference", {
    identity_key: BigInt64Array.from([10n, 10n, 20n]),
    reference: ["0", "1", "2"],
  }),
  persons: await engine.createTableOf("person", {
    identity_key: BigInt64Array.from([10n, 20n]),
    person_id: BigInt64Array.from([10n, 10n]),
  }),
  truth: await engine.createTableOf("truth", {
    record: Int32Array.from([0, 1, 2, 3]),
    person: Int32Array.from([5, 5, 6, 6]),
  }),
});

test("an unidentified record is a person of its own", async () => {
  const { references, persons, truth } = await stagedPeople();
  const score = await scoreOf(engine, foundPeople(references, persons, truth));
  expect(score).toMatchObject({
    records: 4,
    unidentified: 1,
    people: 2,
    largest: 3,
    precision: 1 / 3,
    recall: 1 / 2,
  });
});

test("links are evaluated by predicted probability, without links by keys", async () => {
  const { references, truth } = await stagedPeople();
  const logOdds = (probability: number) => Math.log(probability / (1 - probability));
  const matches = await engine.createTableOf("matched", {
    left_key: BigInt64Array.from([10n, 10n, 10n, 10n]),
    right_key: BigInt64Array.from([20n, 10n, 20n, 20n]),
    kind: ["match", "match", "match", "key"],
    log_odds: Float64Array.from([logOdds(0.92), logOdds(0.94), logOdds(0.55), logOdds(0.92)]),
  });
  const bins = await judgeLinks(engine, matches, references, truth);
  expect(bins.map(({ min, links, observed }) => ({ min, links, observed }))).toEqual([
    { min: 0.5, links: 1, observed: 0 },
    { min: 0.9, links: 2, observed: 0.5 },
  ]);
  expect(bins[1]!.expected).toBeCloseTo(0.93, 12);
  expect(linksBetween(bins, 0.5, 1)).toMatchObject({ links: 3, observed: 1 / 3 });
  expect(linksBetween(bins, 0.95, 1)).toBeNull();
});

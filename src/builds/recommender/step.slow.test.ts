import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepTools } from "../../../test/support/step-tools.js";
import type { StreamPropertySummary } from "../../domain/data/stream.js";
import { maxRanks, type RecommenderResult } from "../../domain/personas/recommender.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { seededRandom } from "../../model/numeric/random.js";
import { type Engine, openEngine, type Row } from "../../warehouse/engine.js";
import { rankColumn } from "../../warehouse/recommend/ranking.js";
import { recommenderFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { verdictText } from "../../words/verdict.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { type Taking, writeTakings } from "./fixtures.js";
import { buildRecommender } from "./step.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "recommender-step-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 2, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const config = { stream_name: "order", stream_property_name: "product" };

interface Built {
  result: RecommenderResult;
  /** Recommendations by person. */
  lists: Map<number, string[]>;
}

const buildIn = async (account: AccountSnapshot): Promise<Built> => {
  const dir = mkdtempSync(path.join(root, "built-"));
  const tools = stepTools(engine, dir);
  const result = await buildRecommender({ config, account }, tools);
  const rows = await engine.rows<Row & { person_id: number }>(
    sql`select * from ${relation(recommenderFiles(dir).recommendations)}`,
  );
  return { result, lists: new Map(rows.map((row) => [row.person_id, listOf(row)])) };
};

const listOf = (row: Row): string[] =>
  Array.from({ length: maxRanks }, (_, i) => row[rankColumn(i + 1)]).filter(
    (name): name is string => name !== null,
  );

const build = async (
  takings: readonly Taking[],
  property: Partial<StreamPropertySummary> = {},
): Promise<Built> => buildIn(await writeTakings(engine, root, takings, property));

const random = seededRandom(5);
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const catalogue = Array.from({ length: 30 }, (_, i) => `item ${String(i).padStart(2, "0")}`);

/**
 * Each of `people` comes every `everyDays` days or so, and takes the item that `choose` picks by their
 * earlier items.
 */
const lives = (people: number, choose: (before: readonly string[], person: number) => string): Taking[] =>
  Array.from({ length: people }, (_, person) => {
    const taken: Taking[] = [];
    for (let day = random() * 20; day < 300; day += 5 + random() * 20)
      taken.push({
        person,
        day,
        item: choose(
          taken.map(({ item }) => item),
          person,
        ),
      });
    return taken;
  }).flat();

const after = (item: string): string =>
  catalogue[(catalogue.indexOf(item) * 7 + 11) % catalogue.length] as string;

test("planted transitions are recovered: the item that usually follows the last one is recommended first", async () => {
  const takings = lives(300, (before) =>
    before.length > 0 && random() < 0.8 ? after(before.at(-1)!) : oneOf(catalogue),
  );
  const { result, lists } = await build(takings);
  expect(["next", "blend"]).toContain(result.used);
  expect(result.verdict).toMatchObject({ decision: "clearly_better" });
  expect(result.candidates[result.used]!.hit_rate_1.value).toBeGreaterThan(0.7);
  const lastOf = new Map(takings.map(({ person, item }) => [person, item]));
  const right = [...lists].filter(([person, [first]]) => first === after(lastOf.get(person)!));
  expect(right.length / lists.size).toBeGreaterThan(0.95);
});
test("people who repeat an item are recommended that item, and the verdict explains it", async () => {
  const { result, lists } = await build(lives(200, (_, person) => catalogue[person % catalogue.length]!));
  expect(result.used).toBe("repeat");
  expect(verdictText(result.verdict)).toMatch(
    /^Recommending what people chose before is clearly better than recommending the most popular to everyone/,
  );
  expect([...lists].every(([person, [first]]) => first === catalogue[person % catalogue.length])).toBe(true);
});

test("if items are random, everyone is recommended the most popular ones", async () => {
  const popular = () => (random() < 0.5 ? catalogue[0]! : oneOf(catalogue));
  const { result, lists } = await build(lives(300, popular));
  expect(result.used).toBe("popularity");
  expect(["no_better", "too_little_data"]).toContain(result.verdict.decision);
  expect(new Set([...lists.values()].map(String)).size).toBe(1);
  expect([...lists.values()][0]).toEqual(result.popular);
});

test("with a handful of people there is no test, and the result says so", async () => {
  const { result } = await build(lives(5, () => oneOf(catalogue)));
  expect(result).toMatchObject({ used: "popularity", verdict: { decision: "too_little_data" } });
  expect(verdictText(result.verdict)).toContain("Too little data: 5 people came back");
});

test("an item with a single event can be recommended, and a returned item cannot", async () => {
  const { result, lists } = await build([
    { person: 1, day: 10, item: "tea" },
    { person: 2, day: 11, item: "cake", value: -5 },
  ]);
  expect(result).toMatchObject({ people_count: 1, item_count: 1, popular: ["tea"], candidates: {} });
  expect(lists.get(1)).toEqual(["tea"]);
});

test("numbers are recommended as they are written, and lists item by item", async () => {
  const numbers = await build(
    [
      { person: 1, day: 1, item: "12" },
      { person: 1, day: 2, item: "7.5" },
    ],
    { type: "number" },
  );
  expect(new Set(numbers.lists.get(1))).toEqual(new Set(["12", "7.5"]));
  const { result } = await build([{ person: 1, day: 1, item: "cake;tea" }], { isList: true });
  expect(result.popular).toEqual(["cake", "tea"]);
});

test("a stream that cannot be used is refused with the reason", async () => {
  const account = await writeTakings(engine, root, [{ person: 1, day: 1, item: "tea", value: -1 }]);
  const refusal = (changed: Partial<typeof config>, of: AccountSnapshot = account) => {
    const tools = stepTools(engine, root);
    return buildRecommender({ config: { ...config, ...changed }, account: of }, tools).catch(
      ({ code }) => code,
    );
  };
  const [stream] = account.streams;
  const undated = { ...account, streams: [{ ...stream!, result: { ...stream!.result, isDated: false } }] };
  expect(await refusal({ stream_name: "visit" })).toBe("stream-unknown");
  expect(await refusal({ stream_property_name: "colour" })).toBe("property-unknown");
  expect(await refusal({}, undated)).toBe("recommender-undated");
  expect(await refusal({})).toBe("recommender-without-values");
});

const smallLives = fc.array(
  fc.record({
    person: fc.integer({ min: 1, max: 6 }),
    day: fc.integer({ min: 0, max: 60 }).map((quarters) => quarters / 4),
    item: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  }),
  { minLength: 1, maxLength: 40 },
);

test("no event at or after the cutoff changes a recommendation", async () => {
  await fc.assert(
    fc.asyncProperty(smallLives, smallLives, async (past, future) => {
      const account = await writeTakings(engine, root, past);
      const cutoffDay = account.dataThrough / secondsPerDay;
      const later = future.map((taking) => ({
        ...taking,
        day: cutoffDay + taking.day,
        item: `0${taking.item}`,
      }));
      const both = await writeTakings(engine, root, [...past, ...later]);
      const before = await buildIn(account);
      const after = await buildIn({ ...both, dataThrough: account.dataThrough });
      expect(after.lists).toEqual(before.lists);
      expect(after.result).toEqual(before.result);
    }),
    { numRuns: 15 },
  );
});

test("events after the test's cutoff do not change the test's predictions", async () => {
  const takings = lives(60, () => oneOf(catalogue));
  const { result } = await build(takings);
  const cutoffDay = result.test.cutoff / secondsPerDay;
  const nextDay = (person: number) =>
    Math.min(
      ...takings
        .filter((taking) => taking.person === person && taking.day >= cutoffDay)
        .map(({ day }) => day),
    );
  const visited = takings.filter(({ person, day }) => day < cutoffDay || day < nextDay(person) + 1);
  const replaced = takings
    .filter(({ person, day }) => day >= cutoffDay && day >= nextDay(person) + 2)
    .map((taking) => ({ ...taking, item: catalogue[0]! }));
  const end = takings.reduce((last, taking) => (taking.day > last.day ? taking : last));
  const changed = await build([...visited, ...replaced, end]);
  expect(changed.result.test.cutoff).toBe(result.test.cutoff);
  expect(changed.result.candidates).toEqual(result.candidates);
});

test("the same events in another order give the same bytes", async () => {
  const takings = lives(40, () => oneOf(catalogue));
  const first = await build(takings);
  const second = await build([...takings].reverse());
  expect(second).toEqual(first);
});

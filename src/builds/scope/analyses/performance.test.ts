import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  type Event,
  historyStart,
  simulatedEvents,
  writeAccountUntil,
} from "../../../../test/support/small-account.js";
import { openWorkshop } from "../../../../test/support/workshop.js";
import { windowEnd } from "../../../domain/outcome/label-window.js";
import type {
  PerformanceHistory,
  ScoreSnapshot,
  SnapshotValues,
} from "../../../domain/pipeline/observed-performance.js";
import { secondsPerDay } from "../../../domain/resource/resource.js";
import { logLossOf } from "../../../model/evaluation/metrics.js";
import { sumInterval } from "../../../model/value/expected-sum.js";
import { valueVariance } from "../../../model/value/model.js";
import { peopleFiles, relation, scopeFiles } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import { buysAgain, scoresByPosition } from "../fixtures.js";
import { type NewScores, trackPerformance } from "./performance.js";

const horizonDays = 30;
const events = simulatedEvents(200);
const people = [...new Set(events.map(({ person }) => person))];

const workshop = openWorkshop("follow-up", 256, 1);

const scores = scoresByPosition(people);

const accountUntil = (day: number, known = events) => writeAccountUntil(day, known, workshop);

interface Built {
  dir: string;
  performance: Record<string, PerformanceHistory>;
}

/** One build of the pipeline on the events before the day, after a previous build if there is one. */
const build = async (
  day: number,
  previous: Built | null,
  spec = buysAgain,
  given: Partial<NewScores> & Pick<NewScores, "scores"> = { scores },
  known = events,
): Promise<Built> => {
  const dir = path.join(await mkdtemp(path.join(workshop.root, "scope-")), "output");
  await mkdir(dir);
  const performance = await trackPerformance(
    {
      outcomeId: "o",
      horizon: { horizon_days: horizonDays },
      levelMargin: 0.1,
      auc: { expected: 0.7, low: 0.6, high: 0.8 },
      ...given,
    },
    { specs: { o: { ...spec, fingerprint: `model-${day}` } }, previous },
    await accountUntil(day, known),
    { ...workshop, dir },
  );
  return { dir, performance: { o: performance } };
};
const bytesOf = ({ dir, performance }: Built, place = 0): Promise<Buffer> =>
  readFile(scopeFiles(dir).snapshot("o", performance.o!.waiting[place]!.cutoff));
const attainedFrom = (cutoff: number, until = cutoff + horizonDays * secondsPerDay): Set<bigint> => {
  const isIn = ({ time }: Event) => time >= cutoff && time < until;
  return new Set(events.filter(isIn).map(({ person }) => person));
};

test("a snapshot stays the same to the byte in every build that copies it, whatever happens in between", async () => {
  const first = await build(200, null);
  const bytes = await bytesOf(first);
  let last = first;
  for (const day of [201, 206, 215, 224]) {
    const next = await build(day, last);
    await rm(last.dir, { recursive: true });
    expect(next.performance.o!.waiting[0]).toEqual(first.performance.o!.waiting[0]);
    expect((await bytesOf(next)).equals(bytes)).toBe(true);
    last = next;
  }
  const files = await readdir(path.join(last.dir, "snapshots"));
  expect(files).toHaveLength(last.performance.o!.waiting.length);
});

test("a challenger's probabilities are kept beside the scores, and what happened judges both", async () => {
  const probabilities = sql`(select s.person_id, 1 - s.probability as probability_of_rule from ${scores} as s)`;
  const challengers = { kept: [{ role: "rule" as const, name: "recency" }], probabilities };
  const first = await build(200, null, buysAgain, { scores, challengers });
  const [{ cutoff, challengers: kept }] = first.performance.o!.waiting as [ScoreSnapshot];
  expect(kept).toEqual([{ role: "rule", name: "recency" }]);
  const [observed] = (await build(240, first)).performance.o!.observed;
  const attained = attainedFrom(cutoff);
  const known = new Set((await peopleIn(await accountUntil(240))).map(String));
  const judged = people.flatMap((id, i) =>
    known.has(String(id)) ? [{ p: (i + 0.5) / people.length, label: attained.has(id) ? 1 : 0 }] : [],
  );
  const gains = judged.map(({ p, label }) => logLossOf(1 - p, label) - logLossOf(p, label));
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const [challenger] = observed!.challengers!;
  expect(challenger).toMatchObject({ role: "rule", name: "recency" });
  expect(challenger!.expected).toBeCloseTo(observed!.people - observed!.expected, 9);
  expect(challenger!.auc).toBeCloseTo(1 - observed!.ranking!.auc, 9);
  expect(challenger!.gain.value).toBeCloseTo(mean, 9);
  const spread = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length;
  expect(challenger!.gain.high - mean).toBeCloseTo(1.959964 * Math.sqrt(spread / gains.length), 9);
});

test("when the horizon ends, observed figures appear with the expected ones, and one horizon later the scores of people are deleted", async () => {
  const first = await build(200, null);
  const { cutoff } = first.performance.o!.waiting[0]!;
  const second = await build(240, first);
  const { performance } = second;
  const [observed] = performance.o!.observed;
  const known = new Set((await peopleIn(await accountUntil(240))).map(String));
  const judged = people.filter((id) => known.has(String(id)));
  expect(observed).toMatchObject({ cutoff, horizon_days: horizonDays, model: "model-200" });
  expect(observed!.people + observed!.left_out).toBe(people.length);
  expect(observed!.people).toBe(judged.length);
  expect(observed!.attained).toBe(judged.filter((id) => attainedFrom(cutoff).has(id)).length);
  const total = (of: "people" | "expected" | "attained") =>
    observed!.deciles.reduce((sum, decile) => sum + decile[of], 0);
  expect(total("people")).toBe(observed!.people);
  expect(total("attained")).toBe(observed!.attained);
  expect(total("expected")).toBeCloseTo(observed!.expected, 9);
  expect(observed!.deciles).toHaveLength(10);
  expect(performance.o!.waiting.map((snapshot) => snapshot.cutoff)).not.toContain(cutoff);
  expect(performance.o!.settling!.map((snapshot) => snapshot.cutoff)).toEqual([cutoff]);
  await readFile(scopeFiles(second.dir).snapshot("o", cutoff));
  const last = await build(265, second);
  expect(last.performance.o!.settling!.map((snapshot) => snapshot.cutoff)).not.toContain(cutoff);
  await expect(readFile(scopeFiles(last.dir).snapshot("o", cutoff))).rejects.toThrow("ENOENT");
});

test("scores through the end of next month are judged once it is over, by what happened until then", async () => {
  const monthly = { ...buysAgain, config: { ...buysAgain.config, horizon_through: "next_month" as const } };
  const given = { scores, horizon: { horizon_days: 1, horizon_through: "next_month" as const } };
  const first = await build(200, null, monthly, given);
  const { cutoff } = first.performance.o!.waiting[0]!;
  const end = windowEnd(cutoff, { through: "next_month" });
  const dayOf = (time: number) => Math.floor((time - historyStart) / secondsPerDay);
  const early = await build(dayOf(end) - 2, first, monthly, given);
  expect(early.performance.o!.observed).toEqual([]);
  const { observed } = (await build(dayOf(end) + 2, early, monthly, given)).performance.o!;
  const found = observed.find((each) => each.cutoff === cutoff);
  expect(found).toMatchObject({ horizon_through: "next_month" });
  const known = new Set((await peopleIn(await accountUntil(dayOf(end) + 2))).map(String));
  const attained = attainedFrom(cutoff, end);
  expect(found!.attained).toBe(people.filter((id) => known.has(String(id)) && attained.has(id)).length);
  // Another horizon is another question.
  const changed = await build(dayOf(end) - 2, first, buysAgain);
  expect(changed.performance.o!.waiting.map((each) => each.cutoff)).not.toContain(cutoff);
});

test("the ranking of a list is measured by those who attained", async () => {
  const first = await build(200, null);
  const { cutoff, auc } = first.performance.o!.waiting[0]!;
  expect(auc).toEqual({ expected: 0.7, low: 0.6, high: 0.8 });
  const { ranking } = (await build(240, first)).performance.o!.observed[0]!;
  const known = new Set((await peopleIn(await accountUntil(240))).map(String));
  const judged = people.map((id, i) => ({ id, score: i })).filter(({ id }) => known.has(String(id)));
  const attained = attainedFrom(cutoff);
  const [won, lost] = [true, false].map((is) => judged.filter(({ id }) => attained.has(id) === is));
  const pairs = won!.flatMap((a) => lost!.map((b): number => (a.score > b.score ? 1 : 0)));
  expect(ranking!.auc).toBeCloseTo(pairs.reduce((a, b) => a + b, 0) / pairs.length, 9);
  expect(ranking!.interval.low).toBeLessThan(ranking!.auc);
  expect(ranking!.interval.high).toBeGreaterThan(ranking!.auc);
});

test("events that arrive late change the figures for one more horizon, and then they stay", async () => {
  const first = await build(200, null);
  const { cutoff } = first.performance.o!.waiting[0]!;
  const late = events.filter(
    ({ time }) => time >= cutoff + 20 * secondsPerDay && time < cutoff + 30 * secondsPerDay,
  );
  const before = await build(
    240,
    first,
    buysAgain,
    { scores },
    events.filter((event) => !late.includes(event)),
  );
  const after = await build(250, before);
  const counted = (built: Built) => built.performance.o!.observed[0]!.attained;
  expect(counted(after)).toBeGreaterThan(counted(before));
  expect(counted(after)).toBe(counted(await build(240, first)));
  const settled = await build(262, after);
  const stays = await build(
    290,
    settled,
    buysAgain,
    { scores },
    events.filter((event) => !late.includes(event)),
  );
  expect(stays.performance.o!.observed[0]).toEqual(settled.performance.o!.observed[0]);
});

test("a changed outcome starts a new history, and a new model of the same outcome does not", async () => {
  const first = await build(200, null);
  const sameOutcome = { ...buysAgain, config: { ...buysAgain.config, feature_blocklist: ["recency"] } };
  expect((await build(240, first, sameOutcome)).performance.o!.observed).toHaveLength(1);
  for (const other of [
    { ...buysAgain, attainment: { stream_name: "transaction", min_count: 2 } },
    { ...buysAgain, config: { ...buysAgain.config, horizon_days: 60 } },
  ]) {
    const { performance } = await build(240, first, other);
    expect(performance.o).toMatchObject({ observed: [], waiting: [{ model: "model-240" }] });
  }
});

test("expected amounts and counts are compared with what people had, in total and by decile", async () => {
  const values: SnapshotValues = {
    measures: { amount: { square: 1.5, level_margin: 0.2 }, count: { square: 1.2, level_margin: 0.1 } },
    discount_rate: 0.1,
  };
  const valued = sql`(select s.*, 40 * s.probability as expected_amount, 2 * s.probability as expected_count from ${scores} as s)`;
  const first = await build(200, null, buysAgain, { scores: valued, values });
  const { cutoff } = first.performance.o!.waiting[0]!;
  const { performance } = await build(240, first);
  const [observed] = performance.o!.observed;
  const until = cutoff + horizonDays * secondsPerDay;
  const inWindow = events.filter(({ time }) => time >= cutoff && time < until);
  const discounted = ({ value, time }: Event) => value / 1.1 ** ((time - cutoff) / (365 * secondsPerDay));
  const known = await peopleIn(await accountUntil(240));
  const scored = new Set(people);
  const judged = new Set(known.filter((id) => scored.has(id)));
  const own = inWindow.filter(({ person }) => judged.has(person));
  const { amount, count } = observed!.values!;
  expect(amount!.observed).toBeCloseTo(
    own.reduce((sum, event) => sum + discounted(event), 0),
    3,
  );
  expect(count!.observed).toBe(own.length);
  const chances = people.flatMap((id, i) => (judged.has(id) ? [(i + 0.5) / people.length] : []));
  const expected = chances.reduce((sum, p) => sum + 40 * p, 0);
  const variance = chances.reduce(
    (sum, p) => sum + valueVariance(p, 40, { square: 1.5, below: [], quantiles: [] }),
    0,
  );
  expect(amount!.expected).toBeCloseTo(expected, 6);
  const interval = sumInterval({ expected, variance }, 0.2);
  expect(amount!.expected_interval.low).toBeCloseTo(interval.low, 4);
  expect(amount!.expected_interval.high).toBeCloseTo(interval.high, 4);
  expect(amount!.deciles).toHaveLength(10);
  const sum = (of: "people" | "expected" | "observed") =>
    amount!.deciles.reduce((total, decile) => total + decile[of], 0);
  expect([sum("people"), sum("expected"), sum("observed")]).toEqual([
    observed!.people,
    expect.closeTo(amount!.expected, 6),
    expect.closeTo(amount!.observed, 6),
  ]);
  expect(amount!.deciles[0]!.expected).toBeGreaterThan(amount!.deciles[9]!.expected);
});

const peopleIn = async ({ peopleDir }: AccountSnapshot): Promise<bigint[]> => {
  const known = relation(peopleFiles(peopleDir).people);
  const { columns } = await workshop.engine.columns(sql`select p.person_id from ${known} as p`);
  return [...(columns.person_id as BigInt64Array)];
};

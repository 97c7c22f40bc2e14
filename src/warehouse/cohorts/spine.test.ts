import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inputsOf, type Log } from "../../../test/support/event-log.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { seededRandom } from "../../model/numeric/random.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { type Objective, sampleInputs, undatedReason } from "./inputs.js";
import { spine } from "./spine.js";

let engine: Engine;
const dir = mkdtempSync(path.join(tmpdir(), "spine-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

const day = secondsPerDay;
const landmark = 100 * day;
const horizon = 30 * day;
const customers: CohortConfig = { stream_name: "purchase" };
const repeaters: CohortConfig = { stream_name: "purchase", min_count: 2 };
const churned: CohortConfig = { stream_name: "cancellation" };
const repurchase: Objective = {
  attainment: repeaters,
  eligible: customers,
  attrition: null,
  undecided: "not_attained",
  recurring: false,
};
const buy = (person: number, onDay: number, value?: number) => ({
  person,
  at: onDay * day,
  ...(value !== undefined && { value }),
});
const cancel = (person: number, onDay: number) => ({ ...buy(person, onDay), stream: "cancellation" });

const logOf = (...events: Log["events"]): Log => ({ people: [1, 2, 3, 4, 5], events });

/** Each person of the spine with their label. */
const labelsOf = async (objective: Partial<Objective>, log: Log): Promise<Record<number, number>> => {
  const relation = spine({ ...repurchase, ...objective }, inputsOf(log), landmark, landmark + horizon);
  const rows = await engine.rows<{ person_id: number; label: number }>(relation);
  return Object.fromEntries(rows.map(({ person_id, label }) => [person_id, label]));
};

test("only people who buy again within the horizon have label 1", async () => {
  const log = logOf(
    ...[buy(1, 50), buy(1, 100)],
    ...[buy(2, 50), buy(2, 129)],
    ...[buy(3, 50), buy(3, 130)],
    buy(4, 50),
    ...[buy(5, 50), buy(5, 99), buy(5, 110)],
  );
  expect(await labelsOf({}, log)).toEqual({ 1: 1, 2: 1, 3: 0, 4: 0 });
});

test("people who cancel within the horizon have label 1, people who cancelled earlier are left out", async () => {
  const log = logOf(buy(1, 50), cancel(1, 120), buy(2, 50), cancel(2, 60), buy(3, 50), cancel(4, 10));
  expect(await labelsOf({ attainment: churned }, log)).toEqual({ 1: 1, 3: 0 });
});

describe("of active people", () => {
  const retired: CohortConfig = {
    stream_name: "purchase",
    stream_conditions: [{ property: "kind", _eq: "retired" }],
  };
  const objective = { attainment: retired, active: customers, recurring: true };
  const race = (person: number, onDay: number, kind = "finished") => ({ ...buy(person, onDay), kind });

  test("only who has such an event in the window has a label, and everyone is scored", async () => {
    const log = logOf(
      ...[race(1, 50), race(1, 100, "retired")],
      ...[race(2, 50, "retired"), race(2, 129)],
      ...[race(3, 50), race(3, 130, "retired")],
      race(4, 99, "retired"),
      race(5, 129, "retired"),
    );
    expect(await labelsOf(objective, log)).toEqual({ 1: 1, 2: 0 });
    const scored = spine({ ...repurchase, ...objective }, inputsOf(log), landmark, null);
    const rows = await engine.rows<{ person_id: number }>(scored);
    expect(rows.map(({ person_id }) => person_id).sort()).toEqual([1, 2, 3, 4]);
  });

  test("events at the end of the window or later, and those before it, make nobody active", async () => {
    const random = seededRandom(3);
    for (let i = 0; i < 10; i++) {
      const inWindow = Array.from({ length: 6 }, () =>
        race(1 + Math.floor(5 * random()), 50 + Math.floor(80 * random())),
      );
      const later = Array.from({ length: 6 }, () =>
        race(1 + Math.floor(5 * random()), 130 + Math.floor(9 * random()), "retired"),
      );
      expect(await labelsOf(objective, logOf(...inWindow, ...later))).toEqual(
        await labelsOf(objective, logOf(...inWindow)),
      );
    }
  });

  test("a bound of two events asks for two in the window", async () => {
    const twice = { ...objective, active: { ...customers, min_count: 2 } };
    const log = logOf(race(1, 50), race(1, 101), race(2, 50), race(2, 101), race(2, 102));
    expect(await labelsOf(twice, log)).toEqual({ 2: 0 });
  });
});

test("of one stream, each value of a property is a goal of its own", async () => {
  const log = logOf(
    ...[buy(1, 50, 5), buy(1, 110, 5)],
    ...[buy(2, 50, 5), buy(2, 110, 5), buy(2, 120, 9)],
    ...[buy(3, 50, 9), buy(3, 120, 9)],
    ...[buy(4, 50, 9), buy(4, 130, 9)],
  );
  const goal = (value: number): CohortConfig => ({
    ...customers,
    stream_conditions: [{ property: "value", _eq: value }],
  });
  const labels = (value: number) =>
    labelsOf({ attainment: goal(value), eligible: customers, recurring: true }, log);
  expect(await labels(5)).toEqual({ 1: 1, 2: 1, 3: 0, 4: 0 });
  expect(await labels(9)).toEqual({ 1: 0, 2: 1, 3: 1, 4: 0 });
});

test("people before their first event are not known, even if eligibility needs no event", async () => {
  const log = logOf(buy(1, 110), cancel(2, 90), buy(2, 110), cancel(3, 90));
  const prospects: CohortConfig = { stream_name: "purchase", min_count: 0, max_count: 0 };
  expect(await labelsOf({ eligible: prospects, attainment: customers }, log)).toEqual({ 2: 1, 3: 0 });
  expect(await labelsOf({ eligible: null, attainment: customers }, log)).toEqual({ 2: 1, 3: 0 });
});

test("a moment of membership is enough: one-time purchasers may buy a second time", async () => {
  const log = logOf(cancel(1, 90), buy(1, 110), buy(1, 120), cancel(2, 90), buy(2, 110), buy(2, 110));
  const oneTime: CohortConfig = { ...customers, max_count: 1 };
  expect(await labelsOf({ eligible: null, attainment: oneTime }, log)).toEqual({ 1: 1, 2: 0 });
});

test("a sum that was too high and falls into the bounds is an entry", async () => {
  const log = logOf(buy(1, 50, 100), buy(1, 110, -60), buy(2, 50, 100), buy(2, 110, -20));
  const attainment: CohortConfig = { ...customers, max_value: 50 };
  expect(await labelsOf({ attainment }, log)).toEqual({ 1: 1, 2: 0 });
});

test("people who return before the end of the horizon have not churned", async () => {
  const log = logOf(buy(1, 95), buy(2, 75), buy(2, 129), buy(3, 95), buy(3, 110), buy(4, 10));
  const away: CohortConfig = { ...customers, recency: { occurrence: "last", min_days: 30 } };
  expect(await labelsOf({ attainment: away }, log)).toEqual({ 1: 1, 2: 0, 3: 0 });
});

test("for a recurring outcome people stay eligible after a conversion, and only events in the window count", async () => {
  const log = logOf(
    ...[buy(1, 10), buy(1, 20), buy(1, 110)],
    ...[buy(2, 50), buy(2, 110), buy(2, 120)],
    ...[buy(3, 10), buy(3, 20)],
  );
  const buysAgain = { attainment: customers, recurring: true };
  expect(await labelsOf(buysAgain, log)).toEqual({ 1: 1, 2: 1, 3: 0 });
  expect(await labelsOf({ attainment: repeaters, recurring: true }, log)).toEqual({ 1: 0, 2: 1, 3: 0 });
});

test("attrited people are left out, and people who attrite within the horizon have not converted", async () => {
  const log = logOf(
    ...[buy(1, 50), cancel(1, 60), buy(1, 110)],
    ...[buy(2, 50), cancel(2, 110)],
    ...[buy(3, 50), cancel(3, 110), buy(3, 120)],
    ...[buy(4, 50), buy(4, 110)],
    buy(5, 50),
  );
  expect(await labelsOf({ attrition: churned }, log)).toEqual({ 2: 0, 3: 1, 4: 1, 5: 0 });
  expect(await labelsOf({ attrition: churned, undecided: "left_out" }, log)).toEqual({ 2: 0, 3: 1, 4: 1 });
});

test("attrition by recency is evaluated at the end of the horizon", async () => {
  const log = logOf(buy(1, 40), buy(2, 65), buy(3, 65), buy(3, 120), buy(4, 95));
  const away: CohortConfig = { ...customers, recency: { occurrence: "last", min_days: 60 } };
  const question = { attainment: churned, attrition: away, undecided: "left_out" as const };
  expect(await labelsOf(question, log)).toEqual({ 2: 0 });
});

test("without a horizon there is no label", async () => {
  const objective: Objective = { ...repurchase, eligible: null };
  const relation = spine(objective, inputsOf(logOf(buy(1, 50))), landmark, null);
  expect(await engine.rows(relation)).toEqual([{ person_id: 1, landmark, label: null }]);
});

test("a sample is the share of people with the lowest ids", async () => {
  const people = [0.05, 0.3, 0.6, 0.95].map((share) => Math.floor(share * 2 ** 52) * 2 ** 11);
  const log: Log = { people, events: people.map((person) => buy(person, 50)) };
  const objective: Objective = { ...repurchase, eligible: null };
  const count = async (share: number) => {
    const relation = spine(objective, sampleInputs(inputsOf(log), share), landmark, null);
    return (await engine.row<{ n: number }>(sql`select count(*) as n from (${relation})`)).n;
  };
  expect(await Promise.all([0, 0.1, 0.5, 0.9, 1].map(count))).toEqual([0, 1, 2, 3, 4]);
});

test("an objective without dates is static, and the reason names what lacks them", () => {
  const inputs = inputsOf({ ...logOf(), undatedStreams: ["cancellation"] });
  expect(undatedReason(repurchase, inputs)).toBeNull();
  expect(undatedReason({ ...repurchase, eligible: null }, inputs)).toBeNull();
  for (const part of ["attainment", "eligible", "attrition"])
    expect(undatedReason({ ...repurchase, [part]: churned }, inputs)).toContain("Stream cancellation");
  expect(undatedReason({ ...repurchase, attainment: { traits: [] } }, inputs)).toContain(
    "attainment cohort is defined by traits",
  );
  expect(undatedReason({ ...repurchase, attrition: { traits: [] } }, inputs)).toContain(
    "attrition cohort is defined by traits",
  );
});

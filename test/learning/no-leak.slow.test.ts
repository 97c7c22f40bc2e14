// Events at or after the present do not change a model or a score, and no signal is found where there is none.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import { featureRelations } from "../../src/builds/kind/relations.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import type { StepInput } from "../../src/builds/kinds.js";
import { evaluationOf, importantFeatures, trainingLandmarks } from "../../src/builds/outcome/evaluation.js";
import { predictionTask } from "../../src/builds/outcome/prediction-task.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildScope } from "../../src/builds/scope/step.js";
import { reportPage } from "../../src/delivery/report/page.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import { planFeatures, rfmFeatures } from "../../src/domain/outcome/features/plan.js";
import type { Frame } from "../../src/domain/outcome/frame.js";
import { windowEnd } from "../../src/domain/outcome/label-window.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { seededRandom } from "../../src/model/numeric/random.js";
import { trainPropensity } from "../../src/model/propensity/train.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { readFrames } from "../../src/warehouse/frame.js";
import { outcomeFiles, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { verdictText } from "../../src/words/verdict.js";
import {
  type Event,
  historyStart,
  personIdOf,
  simulatedEvents,
  writeAccount,
} from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers: CohortConfig = { stream_name: "transaction" };
const config = { attainment_cohort_id: "a", recurring: true, horizon_days: 30 };
const inputIn = (account: AccountSnapshot): StepInput<"outcomes"> => ({
  config,
  attainment: customers,
  eligible: customers,
  attrition: null,
  account,
});
const now = historyStart + 300 * secondsPerDay;
const known = simulatedEvents(600).filter(({ time }) => time < now);

let root: string;
let engine: Engine;
let account: AccountSnapshot;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "no-leak-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  account = await writeAccount(engine, path.join(root, "known"), known);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const tools = (name: string) => stepTools(engine, path.join(root, name));

/** The outcome's result, and the bytes of its model and of all scores. */
const scored = async (name: string, snapshot: AccountSnapshot) => {
  const dir = (part: string) => path.join(root, `${name}-${part}`);
  const result = await buildOutcome(inputIn(snapshot), tools(`${name}-outcome`));
  await buildCohort({ config: customers, account: snapshot }, tools(`${name}-customers`));
  const outcome = {
    id: "o",
    name: "Again",
    dir: dir("outcome"),
    config,
    result,
    attainmentDir: dir("customers"),
    eligibleDir: dir("customers"),
    attritionDir: null,
  };
  const scope = {
    config: { population: { cohort_ids: ["c"] }, payload: { outcome_ids: ["o"] }, preview: false },
    includeDirs: [dir("customers")],
    excludeDirs: [],
    outcomes: [outcome],
    account: snapshot,
    tracking: null,
  };
  await buildScope(scope, tools(`${name}-scope`));
  return {
    result,
    model: await readFile(outcomeFiles(dir("outcome")).model, "utf8"),
    scores: (await readFile(scopeFiles(dir("scope")).scores)).toString("base64"),
  };
};

/** At the present and later, of known and of new customers, many and of high value. */
const planted = (dataThrough: number): Event[] =>
  [0, 1, 3_600, secondsPerDay, 40 * secondsPerDay].flatMap((after, i) =>
    Array.from({ length: 200 }, (_, p) => ({
      person: personIdOf(7 * p + i),
      time: dataThrough + after,
      value: 9_999,
    })),
  );

test("events at or after the present change no figure of the report, no byte of the model and no score", async () => {
  const events = [...known, ...planted(account.dataThrough)];
  const future = await writeAccount(engine, path.join(root, "future"), events);
  const files = { ...account, peopleDir: future.peopleDir };
  const streams = account.streams.map((stream, i) => ({ ...stream, dir: future.streams[i]!.dir }));
  const [before, after] = [await scored("before", account), await scored("after", { ...files, streams })];
  expect(after.result).toEqual(before.result);
  expect(after.model === before.model, "the models differ").toBe(true);
  expect(after.scores === before.scores, "the scores differ").toBe(true);
});

test("events on max_observation_date or later, which give every answer away, change no byte of the model", async () => {
  const day = historyStart + 220 * secondsPerDay;
  const max_observation_date = new Date(day * 1000).toISOString().slice(0, 10);
  const modelOf = async (name: string, snapshot: AccountSnapshot, predictors = {}) => {
    await buildOutcome({ ...inputIn(snapshot), config: { ...config, predictors } }, tools(name));
    return readFile(outcomeFiles(path.join(root, name)).model, "utf8");
  };
  const events = [...known.filter(({ time }) => time < day), ...planted(day)];
  const leaking = await writeAccount(engine, path.join(root, "leaking"), events);
  const streams = account.streams.map((stream, i) => ({ ...stream, dir: leaking.streams[i]!.dir }));
  const other = { ...account, peopleDir: leaking.peopleDir, streams };
  const until = { max_observation_date };
  expect(await modelOf("as-of", account, until)).toBe(await modelOf("as-of-leaking", other, until));
  expect(await modelOf("today", account)).not.toBe(await modelOf("today-leaking", other));
});

test.each([{ horizon_months: 1 }, { horizon_through: "this_month" as const }])(
  "events at or after the end of a calendar window change no label: %o",
  async (horizon) => {
    const calendar = { attainment_cohort_id: "a", recurring: true, ...horizon };
    const taskOf = (of: AccountSnapshot) => predictionTask({ ...inputIn(of), config: calendar }, engine);
    const whole = await taskOf(account);
    const labelsAt = (landmark: number, task: typeof whole) =>
      engine.rows(sql`select s.person_id, s.label from (${task.spine(landmark)}) as s order by s.person_id`);
    for (const [i, landmark] of whole.landmarks.entries()) {
      const end = windowEnd(landmark, whole.horizon);
      expect(end).toBeLessThanOrEqual(account.dataThrough);
      const dir = path.join(root, `until-${i}-${Object.keys(horizon)[0]}`);
      const until = await writeAccount(
        engine,
        dir,
        known.filter(({ time }) => time < end),
      );
      // The task of the whole history, with the events of the shorter one.
      const streams = account.streams.map((stream, s) => ({ ...stream, dir: until.streams[s]!.dir }));
      const cut = await taskOf({ ...account, streams });
      expect(await labelsAt(landmark, cut)).toEqual(await labelsAt(landmark, whole));
    }
  },
);

const frameOf = async () => {
  const task = await predictionTask(inputIn(account), engine);
  const plan = planFeatures(account.streams, [], {
    blocklist: [],
    blockedProviders: [],
    excludeStreams: [],
    landmarkSpanDays: 200,
  });
  const spines = task.landmarks.map((cutoff) => ({ cutoff, people: task.spine(cutoff) }));
  return { task, plan, frame: await readFrames(engine, plan, featureRelations(account), spines) };
};

/** Labels shuffled among the people of each landmark. */
const shuffledByLandmark = ({ landmark, label }: Frame): Uint8Array => {
  const random = seededRandom(5);
  const shuffled = label!.slice();
  for (const at of new Set(landmark)) {
    const rows = [...landmark.keys()].filter((row) => landmark[row] === at);
    const order = rows.map((row) => ({ row, by: random() })).sort((a, b) => a.by - b.by);
    rows.forEach((row, i) => {
      shuffled[row] = label![order[i]!.row]!;
    });
  }
  return shuffled;
};

test("shuffled labels leave no signal, and the report says so", async () => {
  const { task, plan, frame } = await frameOf();
  const shuffled = { ...frame, label: shuffledByLandmark(frame) };
  const trained = trainPropensity(shuffled, {
    horizonSeconds: 30 * secondsPerDay,
    seed: 1,
    rfmFeatures: rfmFeatures(plan, "transaction"),
  });
  const found = evaluationOf(plan, trained, ["transaction"], {
    seed: 1,
    horizonSeconds: 30 * secondsPerDay,
  });
  const page = reportPage({
    name: "Shuffled",
    attainment: "Customers",
    eligible: null,
    attrition: null,
    undecided: "not_attained",
    builtAt: null,
    dataThrough: null,
    currency: undefined,
    now: 0,
    broken: null,
    changes: [],
    pipelines: [],
    result: {
      ...trained.report,
      ...found,
      mode: "point_in_time",
      static_reason: null,
      horizon_days: 30,
      horizon_chosen_from_data: false,
      landmarks: task.landmarks,
      quiet_periods: [],
      learned_through: null,
      refit_at: null,
      training_people: 0,
      features: importantFeatures(plan, trained),
      training: trainingLandmarks(shuffled),
      warnings: [],
    },
  });
  expect(verdictText(found.verdict)).toMatch(/^A simple rule works as well/);
  expect(page).toContain("No signal in this data");
  expect(Math.abs(trained.report.roc_auc - 0.5)).toBeLessThan(0.1);
});

import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import type { StepInput } from "../../src/builds/kinds.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildScope } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import { lastRefit } from "../../src/domain/outcome/refit.js";
import type { ScopeResult } from "../../src/domain/pipeline/scope.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { outcomeFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { verdictText } from "../../src/words/verdict.js";
import { historyDays, simulatedEvents, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers: CohortConfig = { stream_name: "transaction" };
const once: CohortConfig = { stream_name: "transaction", max_count: 1 };
const repeat: CohortConfig = { stream_name: "transaction", min_count: 2 };

let root: string;
let engine: Engine;
let account: AccountSnapshot;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "outcome-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  account = await writeAccount(engine, path.join(root, "account"), simulatedEvents(1_200));
});
afterAll(() => engine.close());

const tools = (name: string) => stepTools(engine, path.join(root, name));

const learn = async (
  name: string,
  config: Partial<StepInput<"outcomes">["config"]>,
  attainment: CohortConfig,
  snapshot = account,
) => {
  const input = {
    config: { attainment_cohort_id: "a", ...config },
    attainment,
    eligible: customers,
    attrition: null,
    account: snapshot,
  };
  return buildOutcome(input, tools(name));
};

describe("an outcome", () => {
  test("that recurs is predicted better than by recency or a constant, for unseen people and dates", async () => {
    const result = await learn("again", { recurring: true, horizon_days: 30 }, customers);
    const { model, candidates } = result.performance;
    expect(result.tested_on).toBe("later dates");
    expect(model.auc).toBeGreaterThan(0.65);
    expect(model.log_loss).toBeLessThan(candidates.constant!.log_loss);
    expect(model.log_loss).toBeLessThanOrEqual(candidates.recency!.log_loss + 0.002);
    expect(model.ece).toBeLessThan(0.05);
    expect(result.landmarks.at(-1)).toBe(
      lastRefit(account.dataThrough, 30 * secondsPerDay) - 30 * secondsPerDay,
    );
    const total = result.features.reduce((sum, { importance }) => sum + importance, 0);
    expect(total).toBeCloseTo(1, 6);
  });

  test("has intervals, directions of features, counts of training rows and a verdict", async () => {
    const result = await learn("evaluated", { recurring: true, horizon_days: 30 }, customers);
    const { model } = result.performance;
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
    expect(sum(result.deciles.map(({ people }) => people))).toBe(model.people);
    expect(sum(result.training.map(({ rows }) => rows))).toBe(result.training_rows);
    expect(sum(result.training.map(({ attained }) => attained))).toBe(result.training_attained);
    expect(result.training.map(({ landmark }) => landmark)).toEqual(result.landmarks);
    const { low, high } = result.intervals.model!.auc;
    expect(low).toBeLessThan(model.auc);
    expect(high).toBeGreaterThan(model.auc);
    expect(verdictText(result.verdict)).toContain("simple rule");
    expect(result.tenures.length).toBeGreaterThan(0);
    expect(result.features[0]!.directionality.length).toBeGreaterThan(1);
    expect(result.tenure_features!.map(({ tenure_start }) => tenure_start)).toEqual(
      result.tenures.map(({ tenure_start }) => tenure_start),
    );
    for (const { features } of result.tenure_features!)
      expect(sum(features.map(({ importance }) => importance))).toBeGreaterThan(0.5);
    expect(result.warnings).toEqual([]);
  });

  test("without a horizon gets one from the data, and the result says so", async () => {
    const result = await learn("chosen", {}, repeat);
    expect(result.horizon_chosen_from_data).toBe(true);
    expect(result.horizon_days).toBeGreaterThanOrEqual(7);
    expect(result.horizon_days).toBeLessThanOrEqual(historyDays / 4);
  });

  test("has the same bytes for the same data", async () => {
    const [one, two] = [
      await learn("same-1", { horizon_days: 30 }, repeat),
      await learn("same-2", { horizon_days: 30 }, repeat),
    ];
    expect(two).toEqual(one);
    const model = (name: string) => readFile(outcomeFiles(path.join(root, name)).model, "utf8");
    expect(await model("same-2")).toBe(await model("same-1"));
  });

  test("with too few labels is refused", async () => {
    const few = await writeAccount(engine, path.join(root, "few"), simulatedEvents(15));
    await expect(learn("few", { horizon_days: 30 }, repeat, few)).rejects.toMatchObject({
      code: "too-little-to-learn",
    });
  });

  test("with a horizon longer than the history is refused", async () => {
    await expect(learn("long", { horizon_days: 390 }, repeat)).rejects.toThrow(/390 days/);
  });
});

describe("a pipeline", () => {
  const dir = (name: string) => path.join(root, name);
  let input: StepInput<"scopes">;
  let all: ScopeResult;

  beforeAll(async () => {
    const small: CohortConfig = { stream_name: "transaction", max_value: 40 };
    for (const [name, config] of Object.entries({ customers, once, repeat, small }))
      await buildCohort({ config, account }, tools(name));
    const again = {
      id: "o",
      name: "Again",
      dir: dir("churn"),
      config: { attainment_cohort_id: "a" },
      result: await learn("churn", { horizon_days: 30 }, repeat),
      attainmentDir: dir("repeat"),
      eligibleDir: dir("once"),
      attritionDir: null,
    };
    input = {
      config: { population: { cohort_ids: ["c"] }, payload: { outcome_ids: ["o"] }, preview: true },
      includeDirs: [dir("customers")],
      excludeDirs: [],
      outcomes: [again],
      account,
      tracking: null,
    };
    all = await buildScope(input, tools("scope"));
  });

  test("scores the eligible people, and has a status for all others", async () => {
    const counts = all.outcomes.o!;
    expect(all.population_count).toBe(account.people.people_count);
    expect(counts.scored + counts.attained + counts.not_eligible).toBe(all.population_count);
    expect(counts.attained).toBeGreaterThan(0);
    const scores = relation(scopeFiles(dir("scope")).scores);
    const row = await engine.row<{ n: number; bad: number; low: number; high: number }>(sql`
      select cast(count(*) as integer) as n,
        cast(count(*) filter (where (status_0 = 'scored') <> (probability_0 is not null and percentile_0 is not null)) as integer) as bad,
        min(percentile_0) as low, max(percentile_0) as high
      from ${scores}`);
    expect(row.bad).toBe(0);
    expect(row.low).toBeGreaterThanOrEqual(1);
    expect(row.high).toBeLessThanOrEqual(100);
    const sum = await engine.row<{ total: number }>(sql`select sum(probability_0) as total from ${scores}`);
    expect(sum.total).toBeCloseTo(counts.expected, 6);
  });

  test("shows the distribution of eligible people outside its population", async () => {
    const { outcomes } = await buildScope({ ...input, excludeDirs: [dir("small")] }, tools("some"));
    const [own, everyone] = [outcomes.o!, all.outcomes.o!];
    const { people, histogram } = own.outside!;
    expect(people).toBeGreaterThan(0);
    expect(own.scored + people).toBe(everyone.scored);
    expect(own.histogram!.map((count, bin) => count + histogram[bin]!)).toEqual(everyone.histogram);
    expect(everyone.outside!.people).toBe(0);
  });
});

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
import type { OutcomeConfig, OutcomeResult } from "../../src/domain/outcome/outcome.js";
import type { ScopeResult } from "../../src/domain/pipeline/scope.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { outcomeFiles, relation, scopeFiles, streamFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { simulatedEvents, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers: CohortConfig = { stream_name: "transaction" };
const again = { attainment_cohort_id: "a", recurring: true, horizon_days: 30 } satisfies OutcomeConfig;

let root: string;
let engine: Engine;
let account: AccountSnapshot;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "value-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  account = await writeAccount(engine, path.join(root, "account"), simulatedEvents(700));
});
afterAll(() => engine.close());

const tools = (name: string) => stepTools(engine, path.join(root, name));

const learn = async (
  name: string,
  config: OutcomeConfig,
  attainment = customers,
  snapshot = account,
): Promise<OutcomeResult> =>
  buildOutcome({ config, attainment, eligible: customers, attrition: null, account: snapshot }, tools(name));

const modelOf = (name: string) => readFile(outcomeFiles(path.join(root, name)).model, "utf8");

describe("an outcome with a value", () => {
  let result: OutcomeResult;
  beforeAll(async () => {
    result = await learn("valued", { ...again, value: {} });
  });

  test("tests amounts and counts on the people and the date of its test, beside simple rules", () => {
    const { amount, count } = result.value!;
    expect(Object.keys(amount!.rules)).toEqual(["purchase_model", "last_period", "last_year"]);
    for (const { model, deciles, origins, expected_interval, range } of [amount!, count!]) {
      expect(model.people).toBe(result.performance.model.people);
      expect(model.gini).toBeGreaterThan(0.2);
      expect(model.expected / model.observed).toBeGreaterThan(0.7);
      expect(model.expected / model.observed).toBeLessThan(1.4);
      expect(deciles.reduce((sum, { people }) => sum + people, 0)).toBe(model.people);
      expect(origins.at(-1)!.landmark).toBe(result.test_landmark);
      expect(expected_interval.low).toBeLessThan(model.expected);
      expect(expected_interval.high).toBeGreaterThan(model.expected);
      expect(range.held / range.people).toBeGreaterThan(0.65);
    }
    expect(count!.model.observed).toBeGreaterThanOrEqual(result.performance.model.attained);
  });

  test("has the probabilities, and all else, of one without", async () => {
    const { value: _, ...others } = result;
    expect(others).toEqual(await learn("plain", again));
    const { value, ...stored } = JSON.parse(await modelOf("valued")) as { value: object };
    expect(Object.keys(value)).toEqual(["amount", "count"]);
    expect(JSON.stringify(stored)).toBe(await modelOf("plain"));
  });

  test("has the same bytes for the same data", async () => {
    await learn("valued-again", { ...again, value: {} });
    expect(await modelOf("valued-again")).toBe(await modelOf("valued"));
  });

  test("predicts the measures that it is asked for, and later money counts less at a discount", async () => {
    const counted = await learn("counted", { ...again, value: { measures: ["count"] } });
    expect(Object.keys(counted.value!)).toEqual(["count"]);
    const later = await learn("later", { ...again, value: { measures: ["amount"], discount_rate: 1 } });
    const share = later.value!.amount!.model.observed / result.value!.amount!.model.observed;
    expect(share).toBeGreaterThan(0.94);
    expect(share).toBeLessThan(0.99);
  });
});

describe("values are refused", () => {
  test("for a goal that people reach by staying away", async () => {
    const gone = { ...customers, recency: { occurrence: "last" as const, min_days: 30 } };
    const config = { attainment_cohort_id: "a", horizon_days: 30, value: {} };
    await expect(learn("gone", config, gone)).rejects.toMatchObject({ code: "value-without-events" });
  });

  test("for a static prediction", async () => {
    const config: OutcomeConfig = { attainment_cohort_id: "a", prediction_mode: "static", value: {} };
    await expect(learn("static", config)).rejects.toMatchObject({ code: "value-without-events" });
  });

  test("for amounts of a stream without values, and counts are not", async () => {
    const streams = account.streams.map((stream) => ({
      ...stream,
      result: { ...stream.result, hasValue: false },
    }));
    const valueless = { ...account, streams };
    const missing = learn("missing", { ...again, value: {} }, customers, valueless);
    await expect(missing).rejects.toMatchObject({ code: "value-missing" });
    const counted = await learn(
      "only-counts",
      { ...again, value: { measures: ["count"] } },
      customers,
      valueless,
    );
    expect(counted.value!.count).toBeDefined();
  });
});

describe("a pipeline with a value", () => {
  let scoped: ScopeResult;
  let input: StepInput<"scopes">;
  const dir = (name: string) => path.join(root, name);

  beforeAll(async () => {
    await buildCohort({ config: customers, account }, tools("customers"));
    const config: OutcomeConfig = { ...again, value: {} };
    const outcome = {
      id: "o",
      name: "Again",
      config,
      attainment: customers,
      dir: dir("valued"),
      result: await learn("valued", config),
      attainmentDir: dir("customers"),
      eligibleDir: dir("customers"),
      attritionDir: null,
    };
    input = {
      config: { population: { cohort_ids: [] }, payload: { outcome_ids: ["o"] }, preview: true },
      includeDirs: [],
      excludeDirs: [],
      outcomes: [outcome],
      account,
      tracking: null,
    };
    scoped = await buildScope(input, tools("scope"));
  });

  test("has columns of each person, whose sums are the totals", async () => {
    const scores = relation(scopeFiles(dir("scope")).scores);
    const row = await engine.row<Record<string, number>>(sql`
      select sum(s.expected_amount_0) as amount, sum(s.expected_count_0) as events,
        sum(s.lifetime_value_0 - s.expected_amount_0) as spent,
        cast(count(*) filter (where s.amount_low_0 > s.amount_high_0) as integer) as inverted,
        cast(count(*) filter (where (s.expected_amount_0 is null) <> (s.probability_0 is null)) as integer) as missing
      from ${scores} as s`);
    const { amount, count, spent } = scoped.outcomes.o!.value!;
    expect(row.amount).toBeCloseTo(amount!.expected, 3);
    expect(row.events).toBeCloseTo(count!.expected, 3);
    expect(row.spent).toBeCloseTo(spent!, 2);
    expect([row.inverted, row.missing]).toEqual([0, 0]);
    expect(amount!.interval.low).toBeLessThan(amount!.expected);
  });

  test("spent so far is the sum of all values", async () => {
    const { total } = await engine.row<{ total: number }>(sql`
      select sum(e.value) as total from ${relation(streamFiles(account.streams[0]!.dir).events)} as e`);
    expect(scoped.outcomes.o!.value!.spent).toBeCloseTo(total, 2);
  });

  test("has the same scores without it, and no further columns", async () => {
    const [outcome] = input.outcomes;
    const { value: _, ...config } = outcome!.config;
    const plain = { ...outcome!, config, dir: dir("plain"), result: await learn("plain", again) };
    const without = await buildScope({ ...input, outcomes: [plain] }, tools("plain-scope"));
    const [valued, own] = ["scope", "plain-scope"].map((name) => relation(scopeFiles(dir(name)).scores));
    const { differing } = await engine.row<{ differing: number }>(sql`
      select cast(count(*) as integer) as differing from (
        (select person_id, status_0, probability_0, percentile_0 from ${valued!}) except (from ${own!}))`);
    expect(differing).toBe(0);
    expect(without.outcomes.o!.value).toBeUndefined();
  });
});

import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildScope } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import type { OutcomeConfig, OutcomeResult } from "../../src/domain/outcome/outcome.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { outcomeFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { simulatedEvents, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers: CohortConfig = { stream_name: "transaction" };
const again = { attainment_cohort_id: "a", recurring: true, horizon_days: 30 } satisfies OutcomeConfig;

let root: string;
let engine: Engine;
let account: AccountSnapshot;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "horizons-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  account = await writeAccount(engine, path.join(root, "account"), simulatedEvents(200));
});
afterAll(() => engine.close());

const tools = (name: string) => stepTools(engine, path.join(root, name));

const learn = async (name: string, config: OutcomeConfig, attainment = customers): Promise<OutcomeResult> =>
  buildOutcome({ config, attainment, eligible: customers, attrition: null, account }, tools(name));

const modelOf = (name: string) => readFile(outcomeFiles(path.join(root, name)).model, "utf8");

describe("an outcome with horizons", () => {
  let result: OutcomeResult;
  beforeAll(async () => {
    result = await learn("several", { ...again, horizons: [90, 7, 3650, 30] });
  });

  test("tests each, says which the history is too short for, and is the same otherwise", async () => {
    const { horizons, dates } = result.horizons!;
    expect(horizons.map(({ days, tested_on }) => [days, tested_on])).toEqual([
      ...[7, 30, 90].map((days) => [days, "later dates"]),
      [3650, "not predicted"],
    ]);
    const [, own] = horizons;
    expect(own!.scores).toEqual(result.performance.model);
    expect(dates!.within_days).toBe(90);
    const codes = result.warnings.map(({ code }) => code);
    expect(codes).toContain("horizons_not_predicted");
    expect(codes).not.toContain("horizons_not_tested");

    const { horizons: _, warnings, ...others } = result;
    const { warnings: usual, ...plain } = await learn("plain", again);
    expect(others).toEqual(plain);
    expect(warnings.filter(({ code }) => code !== "horizons_not_predicted")).toEqual(usual);
    const { horizons: model, ...stored } = JSON.parse(await modelOf("several")) as { horizons: object };
    expect(Object.keys(model)).toEqual(["model", "days"]);
    expect(JSON.stringify(stored)).toBe(await modelOf("plain"));
  });

  test("gives a pipeline rising probabilities and dates of each person, whose sums are the totals", async () => {
    await buildCohort({ config: customers, account }, tools("customers"));
    const dir = (name: string) => path.join(root, name);
    const outcome = {
      id: "o",
      name: "Again",
      config: { ...again, horizons: [7, 30, 90, 3650] },
      result,
      dir: dir("several"),
      attainmentDir: dir("customers"),
      eligibleDir: dir("customers"),
      attritionDir: null,
    };
    const scoped = await buildScope(
      {
        config: { population: { cohort_ids: [] }, payload: { outcome_ids: ["o"] }, preview: true },
        includeDirs: [],
        excludeDirs: [],
        outcomes: [outcome],
        account,
        tracking: null,
      },
      tools("scope"),
    );
    const row = await engine.row<Record<string, number>>(sql`
      select cast(count(*) filter (where not (s.probability_7d_0 <= s.probability_30d_0
          and s.probability_30d_0 <= s.probability_90d_0)) as integer) as falling,
        cast(count(*) filter (where s.probability_30d_0 <> s.probability_0) as integer) as moved,
        cast(count(s.probability_3650d_0) as integer) as unknown,
        cast(count(*) filter (where (s.expected_date_0 is null) <> (s.probability_90d_0 < 0.5)) as integer) as undated,
        cast(count(*) filter (where not (s.date_low_0 <= s.expected_date_0
          and s.expected_date_0 <= coalesce(s.date_high_0, '9'))) as integer) as disordered,
        cast(count(*) filter (where (s.date_status_0 = 'expected') <> (s.expected_date_0 is not null)) as integer) as misnamed,
        sum(s.probability_90d_0) as expected, cast(count(s.expected_date_0) as integer) as dated
      from ${relation(scopeFiles(dir("scope")).scores)} as s`);
    const none = { falling: 0, moved: 0, unknown: 0, undated: 0, disordered: 0, misnamed: 0 };
    expect(row).toMatchObject(none);
    const { horizons, within_days, dated } = scoped.outcomes.o!.horizons!;
    expect(horizons.map(({ days }) => days)).toEqual([7, 30, 90, 3650]);
    expect(horizons[2]!.expected).toBeCloseTo(row.expected!, 6);
    expect(horizons[3]!.expected).toBeNull();
    expect([within_days, dated]).toEqual([90, row.dated]);
  });
});

test.each<[string, OutcomeConfig, CohortConfig]>([
  ["staying away", again, { ...customers, recency: { occurrence: "last", min_days: 30 } }],
  ["a goal that can be left again", again, { ...customers, max_count: 3 }],
  ["a prediction without dates", { ...again, prediction_mode: "static" }, customers],
])("horizons are refused for %s", async (name, { recurring, horizon_days, ...config }, attainment) => {
  const isAway = attainment.recency !== undefined || config.prediction_mode === "static";
  const wanted = { ...config, ...(!isAway && { recurring, horizon_days }), horizons: [7, 90] };
  await expect(learn(name, wanted, attainment)).rejects.toMatchObject({ code: "horizons-without-events" });
});

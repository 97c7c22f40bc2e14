// The contract of analyses, by one that exists in this test alone: a new one is one file and one line.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import type { Analysis } from "../../src/builds/scope/analyses/analysis.js";
import { analyses } from "../../src/builds/scope/analyses/registry.js";
import type { ScopeInput } from "../../src/builds/scope/input.js";
import { scopeWith } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { relation, scopeFiles } from "../../src/warehouse/relations.js";
import { type Sql, sql } from "../../src/warehouse/sql/sql.js";
import { simulatedEvents, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const customers: CohortConfig = { stream_name: "transaction" };

/** The odds of each person, whether they are better than even, and how many are. */
const odds: Analysis = {
  name: "odds",
  isRequested: ({ config }) => config.payload.outcome_ids.length > 0,
  predict: (_, __, probability) => ({ odds: probability.map((p) => p / (1 - p)) }),
  ofOutcome: async ({ scores, probabilities }) => ({
    scores: sql`(
      select s.*, p.odds from ${scores} as s left join ${probabilities} as p on p.person_id = s.person_id)`,
    columns: ["odds"],
    warnings: [{ kind: "question", about: "odds", code: "attributes_unavailable", figures: { names: "" } }],
  }),
  ofRows: async (rows: Sql) => ({ rows: sql`select r.*, r.odds_0 > 1 as is_likely from (${rows}) as r` }),
  async ofFile({ tools: { engine, dir } }) {
    const written = relation(scopeFiles(dir).scores);
    const found: object = await engine.row(
      sql`select cast(count(*) filter (where w.is_likely) as integer) as likely from ${written} as w`,
    );
    return found;
  },
};

let root: string;
let engine: Engine;
let input: ScopeInput;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "analyses-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  const account = await writeAccount(engine, path.join(root, "account"), simulatedEvents(500));
  await buildCohort({ config: customers, account }, tools("customers"));
  const config = { attainment_cohort_id: "customers", recurring: true, horizon_days: 30 };
  const learning = { config, attainment: customers, eligible: null, attrition: null, account };
  const result = await buildOutcome(learning, tools("outcome"));
  const payload = { outcome_ids: ["again"] };
  input = {
    config: { population: { cohort_ids: [] }, payload, preview: true } as ScopeInput["config"],
    includeDirs: [],
    excludeDirs: [],
    account,
    tracking: null,
    outcomes: [
      {
        id: "again",
        name: "Buys again",
        config,
        result,
        dir: dirOf("outcome"),
        attainmentDir: dirOf("customers"),
        eligibleDir: null,
        attritionDir: null,
      },
    ],
  };
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const dirOf = (name: string) => path.join(root, name);
const tools = (name: string) => stepTools(engine, dirOf(name));

test("an analysis adds its columns, its part of the result and its warnings, and changes nothing else", async () => {
  const [plain, more] = [
    await scopeWith(analyses, input, tools("plain")),
    await scopeWith([...analyses, odds], input, tools("more")),
  ];
  const { likely, warnings, ...rest } = more as typeof more & { likely: number };
  expect({ ...rest, warnings: plain.warnings }).toEqual(plain);
  expect(warnings).toEqual([
    ...plain.warnings!,
    expect.objectContaining({ outcome_id: "again", about: "odds" }),
  ]);
  expect(likely).toBeGreaterThan(0);
  const [before, after] = [
    relation(scopeFiles(dirOf("plain")).scores),
    relation(scopeFiles(dirOf("more")).scores),
  ];
  const found = await engine.row<Record<"people" | "same" | "likely", number>>(sql`
    select cast(count(*) as integer) as people, cast(count(*) filter (where a.probability_0 = b.probability_0
        and abs(b.odds_0 - b.probability_0 / (1 - b.probability_0)) < 1e-9) as integer) as same,
      cast(count(*) filter (where b.is_likely) as integer) as likely
    from ${before} as a join ${after} as b on b.person_id = a.person_id`);
  expect(found).toEqual({ people: plain.population_count, same: plain.population_count, likely });
});

test("one that is not asked for costs nothing", async () => {
  const fails = () => {
    throw new Error("asked");
  };
  const unasked: Analysis = { name: "unasked", isRequested: () => false, predict: fails, ofOutcome: fails };
  expect(await scopeWith([...analyses, unasked], input, tools("again"))).toMatchObject({
    population_count: input.account.people.people_count,
  });
});

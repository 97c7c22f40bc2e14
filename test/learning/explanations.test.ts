import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import { featureRelations } from "../../src/builds/kind/relations.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import type { StoredModel } from "../../src/builds/outcome/stored-model.js";
import { buildScope } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import { familyOf } from "../../src/domain/outcome/features/feature.js";
import type { Frame } from "../../src/domain/outcome/frame.js";
import { explainerOf } from "../../src/model/explain/explainer.js";
import { logit } from "../../src/model/numeric/special-functions.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { readFrame } from "../../src/warehouse/frame.js";
import { outcomeFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { simulatedEvents, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

interface Reason {
  feature: string;
  reason: string;
  value: number | null;
  effect: number;
  direction: string;
}
type Explained = { person_id: number | bigint; probability: number; reasons: Reason[] };

const repeat: CohortConfig = { stream_name: "transaction", min_count: 2 };
const customers: CohortConfig = { stream_name: "transaction" };
const again = { attainment_cohort_id: "customers", eligible_cohort_id: "repeat", recurring: true };

let root: string;
let engine: Engine;
let account: AccountSnapshot;
let stored: StoredModel;
/** Features and explanations of all scored people, in order of person. */
let frame: Frame;
let explained: Explained[];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "explanations-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  account = await writeAccount(engine, path.join(root, "account"), simulatedEvents(1_000));
  for (const [name, config] of Object.entries({ repeat, customers }))
    await buildCohort({ config, account }, tools(name));
  const input = {
    config: { ...again, horizon_days: 30 },
    attainment: customers,
    eligible: repeat,
    attrition: null,
    account,
  };
  const result = await buildOutcome(input, tools("outcome"));
  stored = JSON.parse(await readFile(outcomeFiles(dirOf("outcome")).model, "utf8"));
  await buildScores("explained", { explainability: true }, result);
  await buildScores("plain", {}, result);
  frame = await readFrame(
    engine,
    stored.plan,
    featureRelations(account),
    sql`select s.person_id, 0::bigint as landmark from ${scoresOf("explained")} as s where s.status_0 = 'scored'`,
    account.dataThrough,
  );
  explained = await readExplained();
});
afterAll(() => engine.close());

const dirOf = (name: string) => path.join(root, name);
const scoresOf = (name: string) => relation(scopeFiles(dirOf(name)).scores);

const tools = (name: string) => stepTools(engine, dirOf(name));

const buildScores = async (
  name: string,
  payload: { explainability?: boolean },
  result: Awaited<ReturnType<typeof buildOutcome>>,
) => {
  const outcome = {
    id: "o",
    name: "Again",
    dir: dirOf("outcome"),
    config: again,
    result,
    attainmentDir: dirOf("customers"),
    eligibleDir: dirOf("repeat"),
    attritionDir: null,
  };
  const config = {
    population: { cohort_ids: ["c"] },
    payload: { outcome_ids: ["o"], ...payload },
    preview: true,
  };
  const includeDirs = [dirOf("customers")];
  const input = { config, includeDirs, excludeDirs: [], outcomes: [outcome], account, tracking: null };
  return buildScope(input, tools(name));
};

const readExplained = async (): Promise<Explained[]> => {
  const rows = await engine.rows<{
    person_id: number | bigint;
    probability: number;
    explanation: string;
  }>(sql`
    select s.person_id, s.probability_0 as probability, s.explanation_0 as explanation
    from ${scoresOf("explained")} as s where s.status_0 = 'scored' order by s.person_id`);
  return rows.map(({ explanation, ...row }) => ({ ...row, reasons: JSON.parse(explanation) as Reason[] }));
};

test("all scored people have explanations, and no others do", async () => {
  const { wrong } = await engine.row<{ wrong: number }>(sql`
    select cast(count(*) as integer) as wrong from ${scoresOf("explained")} as s
    where (s.status_0 = 'scored') <> (s.explanation_0 is not null)`);
  expect(wrong).toBe(0);
  expect(explained.length).toBe(frame.rows);
  expect(explained.filter(({ reasons }) => reasons.length > 0).length).toBeGreaterThan(frame.rows / 2);
});

test("reasons contain the values of the person", () => {
  explained.forEach(({ reasons }, row) => {
    for (const { feature, value, reason } of reasons) {
      const own = frame.columns[frame.names.indexOf(feature)]![row]!;
      expect(value).toBe(Number.isNaN(own) ? null : Number(own.toPrecision(6)));
      if (feature === "days_since_last_transaction" && own >= 1 && own < 59.5)
        expect(reason).toMatch(`last transaction ${Math.round(own)} day`);
    }
  });
});

test("effects are those of the stored model by family, and sum to the person's log-odds", () => {
  const { base, effects } = explainerOf(stored.model, frame);
  const values = effects(frame);
  const families = stored.plan.features.map(familyOf);
  explained.forEach(({ reasons, probability }, row) => {
    const ofPerson = values.subarray(row * families.length, (row + 1) * families.length);
    const total = ofPerson.reduce((sum, effect) => sum + effect, base);
    expect(Math.abs(total - logit(probability))).toBeLessThan(1e-6);
    for (const { feature, effect } of reasons) {
      const family = families[frame.names.indexOf(feature)];
      const familyEffect = ofPerson.filter((_, f) => families[f] === family).reduce((sum, e) => sum + e, 0);
      expect(Math.abs(effect - familyEffect)).toBeLessThan(1e-4);
    }
  });
});

test("there are at most three reasons per direction, the strongest first, each of a different family", () => {
  const families = new Map(stored.plan.features.map((feature) => [feature.name, familyOf(feature)]));
  for (const { reasons } of explained) {
    const sizes = reasons.map(({ effect }) => Math.abs(effect));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    for (const [direction, sign] of [["for", 1] as const, ["against", -1] as const]) {
      const ofDirection = reasons.filter((reason) => reason.direction === direction);
      expect(ofDirection.length).toBeLessThanOrEqual(3);
      expect(ofDirection.every(({ effect }) => Math.sign(effect) === sign)).toBe(true);
    }
    expect(new Set(reasons.map(({ feature }) => families.get(feature))).size).toBe(reasons.length);
  }
});

test("scores are the same with and without explanations", async () => {
  const plain = sql`select * from ${scoresOf("plain")}`;
  const same = sql`select s.* exclude (explanation_0) from ${scoresOf("explained")} as s`;
  expect(await engine.rows(sql`(${plain}) except (${same})`)).toEqual([]);
  expect(await engine.rows(sql`(${same}) except (${plain})`)).toEqual([]);
});

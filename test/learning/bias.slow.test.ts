// Women buy less often in this shop. The model learns it from their past purchases, with or without gender as
// a feature.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCohort } from "../../src/builds/cohort/step.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import type { StepInput } from "../../src/builds/kinds.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import type { StoredModel } from "../../src/builds/outcome/stored-model.js";
import { buildScope } from "../../src/builds/scope/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import type { OutcomeConfig, OutcomeResult } from "../../src/domain/outcome/outcome.js";
import { found } from "../../src/domain/people/fixtures.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { outcomeFiles, peopleFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { join, sql } from "../../src/warehouse/sql/sql.js";
import { findingText } from "../../src/words/fairness.js";
import { personIdOf, simulatedEvents, writeAccount } from "../support/small-account.js";
import { stepTools } from "../support/step-tools.js";

const people = 700;
const customers: CohortConfig = { stream_name: "transaction" };

/** Every tenth person has no gender. */
const genderOf = (i: number): string | null => (i % 10 === 9 ? null : i % 2 === 0 ? "female" : "male");
const ageOf = (i: number): number => 18 + ((i * 7) % 60);

let root: string;
let engine: Engine;
let account: AccountSnapshot;
let plain: OutcomeResult;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "bias-"));
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
  const women = new Set(
    Array.from({ length: people }, (_, i) => i)
      .filter((i) => i % 2 === 0)
      .map(personIdOf),
  );
  const events = simulatedEvents(people).filter(({ person, time }) => !women.has(person) || time % 5 > 2);
  const written = await writeAccount(engine, path.join(root, "account"), events);
  await writeTraits(written.peopleDir);
  const traits = [
    { name: "age", type: "number" as const, found },
    { name: "gender", type: "text" as const, found },
    { name: "region", type: "text" as const, found },
  ];
  account = { ...written, people: { ...written.people, traits } };
  plain = await learn("plain");
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const writeTraits = async (peopleDir: string): Promise<void> => {
  const rows = Array.from({ length: people }, (_, i) => i).flatMap((i) => [
    sql`(${personIdOf(i)}::bigint, 'age', ${String(ageOf(i))})`,
    sql`(${personIdOf(i)}::bigint, 'region', ${i % 3 === 0 ? "north" : "south"})`,
    ...(genderOf(i) === null ? [] : [sql`(${personIdOf(i)}::bigint, 'gender', ${genderOf(i)})`]),
  ]);
  await engine.writeParquet(
    sql`select * from (values ${join(rows)}) as t(person_id, trait, value) order by person_id, trait`,
    peopleFiles(peopleDir).traits,
  );
};

const tools = (name: string) => stepTools(engine, path.join(root, name));

const learn = async (
  name: string,
  config: Partial<OutcomeConfig> = {},
  snapshot = account,
): Promise<OutcomeResult> => {
  const input: StepInput<"outcomes"> = {
    config: { attainment_cohort_id: "a", recurring: true, horizon_days: 45, ...config },
    attainment: customers,
    eligible: customers,
    attrition: null,
    account: snapshot,
  };
  return buildOutcome(input, tools(name));
};

const stored = async (name: string): Promise<StoredModel> =>
  JSON.parse(await readFile(outcomeFiles(path.join(root, name)).model, "utf8"));

const ratioOf = ({ bias }: OutcomeResult, name: string): number =>
  bias!.subpopulations.find((group) => group.name === name)!.selection_ratio.value;

/**
 * Among people of known gender: the share of women in the top 10 %, the number of people there, and the share
 * of women overall.
 */
const womenOnTop = async (scores: string): Promise<{ top: number; people: number; all: number }> => {
  const file = relation(scopeFiles(path.join(root, scores)).scores);
  return engine.row(sql`
    with known as (
      select cast(t.value = 'female' as integer) as is_female,
        row_number() over (order by s.probability_0 desc, s.person_id) as rank, count(*) over () as people
      from ${file} as s join ${relation(peopleFiles(account.peopleDir).traits)} as t
        on t.person_id = s.person_id and t.trait = 'gender'
      where s.status_0 = 'scored')
    select avg(k.is_female) filter (where k.rank <= k.people / 10.0) as top,
      count(*) filter (where k.rank <= k.people / 10.0) as people, avg(k.is_female) as all
    from known as k`);
};

const scored = async (name: string, result: OutcomeResult, config: Partial<OutcomeConfig>) => {
  await buildCohort({ config: customers, account }, tools("customers"));
  await buildScope(
    {
      config: { population: { cohort_ids: ["c"] }, payload: { outcome_ids: ["o"] }, preview: true },
      includeDirs: [path.join(root, "customers")],
      excludeDirs: [],
      outcomes: [
        {
          id: "o",
          name: "Again",
          dir: path.join(root, name),
          config: { attainment_cohort_id: "a", recurring: true, ...config },
          result,
          attainmentDir: path.join(root, "customers"),
          eligibleDir: path.join(root, "customers"),
          attritionDir: null,
        },
      ],
      account,
      tracking: null,
    },
    tools(`${name}-scores`),
  );
  return womenOnTop(`${name}-scores`);
};

test("bias through a proxy is reported without being requested", async () => {
  const result = plain;
  expect(ratioOf(result, "gender Female")).toBeLessThan(0.8);
  expect(result.bias!.findings.map((finding) => findingText(finding)).join("\n")).toMatch(
    /gender Male: selected 1\.\d+ times as often as its share/,
  );
  expect(result.bias!.data.map(({ dimension }) => dimension)).toEqual(["age", "gender"]);
  expect(result.bias!.subpopulations.at(-1)!.dimensions).toEqual({ age: "Senior", gender: "Male" });
  expect(result.bias!.mitigation).toBeNull();
});

test("a named trait and the mitigation none do not change a byte of the model", async () => {
  const config = { bias_mitigation: { age: "none", gender: "none" }, bias_traits: ["region"] } as const;
  const result = await learn("none", { ...config, bias_traits: [...config.bias_traits] });
  for (const file of ["model", "test"] as const) {
    const read = (name: string) => readFile(outcomeFiles(path.join(root, name))[file]);
    expect((await read("none")).equals(await read("plain"))).toBe(true);
  }
  expect(result.bias!.data.at(-1)!.candidates.map(({ value }) => value)).toEqual([
    "south",
    "north",
    "All others",
    "Unknown",
  ]);
});

test("equality selects women as often as men, does not use gender, and reports its cost", async () => {
  const config = { bias_mitigation: { gender: "equality" as const } };
  const result = await learn("equality", config);
  expect(result.features.map(({ name }) => name).filter((name) => name.includes("gender"))).toEqual([]);
  expect(ratioOf(result, "gender Female")).toBeGreaterThan(0.9);
  const cost = result.bias!.mitigation!;
  expect(cost.with).toEqual(result.performance.model);
  expect(cost.without.log_loss).toBeLessThan(cost.with.log_loss);
  expect(cost.selection_ratios.map(({ name }) => name)).toEqual(["gender Female", "gender Male"]);
  expect((await stored("equality")).mitigation).toMatchObject({ strategy: "equality", delays: [1, 1, 1] });

  const women = await scored("equality", result, config);
  expect(Math.abs(women.top - women.all) * women.people).toBeLessThanOrEqual(1);
  const before = await scored("plain", plain, {});
  expect(before.top).toBeLessThan(before.all - 0.05);
});

test("equity inverts the bias", async () => {
  const config = { bias_mitigation: { gender: "equity" as const } };
  const result = await learn("equity", config);
  const [female, male] = (await stored("equity")).mitigation!.delays;
  expect(female).toBeLessThan(1);
  expect(male).toBeGreaterThan(1);
  const women = await scored("equity", result, config);
  const inverted = women.all / female! / (women.all / female! + (1 - women.all) / male!);
  expect(Math.abs(women.top - inverted) * women.people).toBeLessThanOrEqual(1);
});

test("an unknown trait is refused, and so is a mitigation without a trait for it", async () => {
  await expect(learn("refused", { bias_traits: ["shoe_size"] })).rejects.toMatchObject({
    code: "trait-unknown",
  });
  const ageless = { ...account, people: { ...account.people, traits: [] } };
  await expect(learn("refused", { bias_mitigation: { age: "equity" } }, ageless)).rejects.toMatchObject({
    code: "bias-trait-missing",
  });
});

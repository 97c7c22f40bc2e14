// Peers at dates for which no predictions are at hand: XGBoost and simple rules, fitted to the service's
// features at plain landmarks. Peers know nothing of how the service chooses and weighs.

import { cohortInputs } from "../../src/builds/kind/relations.js";
import { objectiveOf } from "../../src/builds/outcome/prediction-task.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { sigmoid } from "../../src/model/numeric/special-functions.js";
import { fitCandidate, scoreCandidate } from "../../src/model/propensity/candidates/registry.js";
import { spine } from "../../src/warehouse/cohorts/spine.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import type { Account, TaskSpec } from "./account.js";
import { definition, plainFrames } from "./plain-frames.js";
import type { LabelledPerson } from "./public-data.js";
import { predictWithXgboost } from "./xgboost.js";

/** More rows make XGBoost slower and hardly better. */
const maxRows = 120_000;

/** Simple rules of the service by their names on the scoreboard. */
const rules = { rfm_logistic: "rfm", recency: "recency", constant: "constant" } as const;

/**
 * People who are eligible at the account's now, with the peers' probabilities and the labels that a `later`
 * account has. Without a Python that has XGBoost, null, there are only the simple rules.
 */
export const peersAt = async (
  account: Account,
  later: Account,
  spec: TaskSpec,
  python: string | null,
): Promise<LabelledPerson[]> => {
  const { training, scored, options } = await plainFrames(account, spec, maxRows);
  const probability: Record<string, Float64Array> = {};
  if (python !== null) probability.xgboost = await predictWithXgboost(python, training, scored, account.dir);
  for (const [name, rule] of Object.entries(rules)) {
    const fitted = fitCandidate(rule, training, options, 0);
    probability[name] = scoreCandidate(fitted, scored.columns, scored.rows).map(sigmoid);
  }
  const customers = await customersOf(account);
  const labels = await labelsOf(later, spec, account.account.dataThrough);
  return Array.from(scored.personId, (person, row) => ({
    person: customers.get(String(person))!,
    peers: Object.fromEntries(Object.entries(probability).map(([name, all]) => [name, all[row]!])),
  })).flatMap((one) => {
    const label = labels.get(one.person);
    return label === undefined ? [] : [{ ...one, label }];
  });
};

/** By the text of the person's key. */
export const customersOf = async ({ engine, account }: Account): Promise<Map<string, string>> => {
  const people = relation(peopleFiles(account.peopleDir).people);
  const rows = await engine.rows<{ person: string; customer: string }>(sql`
    select cast(p.person_id as varchar) as person, p.customer_id as customer from ${people} as p`);
  return new Map(rows.map(({ person, customer }) => [person, customer]));
};

/** By customer: whether those who were eligible at a past date converted within the horizon. */
const labelsOf = async (
  { engine, account }: Account,
  spec: TaskSpec,
  landmark: number,
): Promise<Map<string, number>> => {
  const seconds = spec.outcome.horizon_days! * secondsPerDay;
  const people = relation(peopleFiles(account.peopleDir).people);
  const rows = await engine.rows<{ customer: string; label: number }>(sql`
    select p.customer_id as customer, s.label
    from (${spine(objectiveOf(definition(spec)), cohortInputs(account), landmark, landmark + seconds)}) as s
    join ${people} as p on p.person_id = s.person_id`);
  return new Map(rows.map(({ customer, label }) => [customer, Number(label)]));
};

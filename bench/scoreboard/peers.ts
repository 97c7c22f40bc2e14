// Peers at dates for which no predictions are at hand: XGBoost and simple rules, fitted to the service's features at plain landmarks, a third of
// a horizon apart as far as the log goes. Peers know nothing of how the service chooses and weighs.

import { cohortInputs, featureRelations } from "../../src/builds/kind/relations.js";
import { objectiveOf, predictionTask } from "../../src/builds/outcome/prediction-task.js";
import { planFeatures, rfmFeatures } from "../../src/domain/features/plan.js";
import { appendFrames, type Frame } from "../../src/domain/frame.js";
import { stepDays } from "../../src/domain/landmarks.js";
import { secondsPerDay } from "../../src/domain/resource.js";
import { sigmoid } from "../../src/model/numeric/special-functions.js";
import type { CandidateOptions } from "../../src/model/propensity/candidates/candidate.js";
import { fitCandidate, scoreCandidate } from "../../src/model/propensity/candidates/registry.js";
import { type LabelledFrame, labelled, samplePeople } from "../../src/model/propensity/rows.js";
import { spine } from "../../src/warehouse/cohorts/spine.js";
import { summarizeTraits } from "../../src/warehouse/features/traits.js";
import { readFrame } from "../../src/warehouse/frame.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import type { Account, TaskSpec } from "./account.js";
import type { LabelledPerson } from "./public-data.js";
import { predictWithXgboost } from "./xgboost.js";

/** More rows make XGBoost slower and hardly better. */
const maxRows = 120_000;
const warmUpDays = 30;

/** Simple rules of the service by their names on the scoreboard. */
const rules = { rfm_logistic: "rfm", recency: "recency", constant: "constant" } as const;

/**
 * People who are eligible at the account's now, with the peers' probabilities and the labels that a `later` account has. Without a Python that
 * has XGBoost, null, there are only the simple rules.
 */
export const peersAt = async (
  account: Account,
  later: Account,
  spec: TaskSpec,
  python: string | null,
): Promise<LabelledPerson[]> => {
  const { training, scored, options } = await framesOf(account, spec);
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

interface PeerFrames {
  training: LabelledFrame;
  /** The eligible people at the account's now. */
  scored: Frame;
  options: CandidateOptions;
}

const framesOf = async ({ engine, account }: Account, spec: TaskSpec): Promise<PeerFrames> => {
  const input = { ...definition(spec), account };
  const task = await predictionTask(input, engine);
  const past = plainLandmarks(input, task.horizonDays);
  const traits = relation(peopleFiles(account.peopleDir).traits);
  const plan = planFeatures(
    account.streams,
    await summarizeTraits(engine, traits, account.people.traits, account.traitConfigs),
    {
      blocklist: task.excludeTraits,
      blockedProviders: [],
      excludeStreams: task.excludeStreams,
      landmarkSpanDays: (past.at(-1)! - past[0]!) / secondsPerDay,
    },
  );
  const frameAt = async (landmark: number): Promise<Frame> => {
    const people = await engine.createTable("spine", task.spine(landmark));
    return readFrame(engine, plan, featureRelations(account), sql`select * from ${people}`, landmark);
  };
  const frames: Frame[] = [];
  for (const landmark of past) frames.push(await frameAt(landmark));
  const scored = await frameAt(account.dataThrough);
  const rfm = rfmFeatures(plan, spec.eligible.stream_name!).map((name) => scored.names.indexOf(name));
  const options = { rfm, visits: [], horizonDays: task.horizonDays, seed: 1 };
  return { training: samplePeople(labelled(appendFrames(frames)), maxRows, 1), scored, options };
};

const definition = ({ attainment, eligible, outcome }: TaskSpec) => ({
  config: { attainment_cohort_id: "attainment", ...outcome },
  attainment,
  eligible,
  attrition: null,
});

/** Ascending. */
const plainLandmarks = (
  { account, attainment, eligible }: ReturnType<typeof definition> & Pick<Account, "account">,
  horizonDays: number,
): number[] => {
  const defining = [attainment.stream_name, eligible.stream_name];
  const oldest = account.streams
    .filter(({ name, result }) => defining.includes(name) && result.oldest !== null)
    .map(({ result }) => result.oldest!);
  const first = Math.max(...oldest) + Math.max(warmUpDays, horizonDays / 2) * secondsPerDay;
  const found: number[] = [];
  const step = stepDays(horizonDays * secondsPerDay) * secondsPerDay;
  for (let at = account.dataThrough - horizonDays * secondsPerDay; at >= first; at -= step) found.unshift(at);
  return found;
};

/** By the text of the person's key. */
const customersOf = async ({ engine, account }: Account): Promise<Map<string, string>> => {
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
    from (${spine(objectiveOf(definition(spec)), cohortInputs(account), landmark, seconds)}) as s
    join ${people} as p on p.person_id = s.person_id`);
  return new Map(rows.map(({ customer, label }) => [customer, Number(label)]));
};

// Expected amounts at one day by the service's own parts, with what people spent afterwards, which a later
// account knows.

import { cohortInputs, featureRelations } from "../../src/builds/kind/relations.js";
import { featuresFor } from "../../src/builds/outcome/feature-plan.js";
import {
  objectiveOf,
  type PredictionTask,
  predictionTask,
} from "../../src/builds/outcome/prediction-task.js";
import { readValues, readValuesFrom } from "../../src/builds/outcome/values.js";
import { type FeaturePlan, rfmFeatures, visitFeatures } from "../../src/domain/outcome/features/plan.js";
import type { Frame } from "../../src/domain/outcome/frame.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { hasRepeatBuyers } from "../../src/model/propensity/candidates/bg-nbd.js";
import type { TaskThreads } from "../../src/model/propensity/fit-tasks.js";
import { predictPropensity } from "../../src/model/propensity/model.js";
import { labelled } from "../../src/model/propensity/rows.js";
import {
  type TrainedPropensity,
  type TrainingOptions,
  trainPropensity,
} from "../../src/model/propensity/train.js";
import { givenGoal, type ValueModel } from "../../src/model/value/model.js";
import { trainValue } from "../../src/model/value/train.js";
import type { CohortInputs, Objective } from "../../src/warehouse/cohorts/inputs.js";
import { spine } from "../../src/warehouse/cohorts/spine.js";
import { readFrames } from "../../src/warehouse/frame.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import type { Account } from "../scoreboard/account.js";
import { definition } from "../scoreboard/plain-frames.js";

export interface Predicted {
  /** The rows that were learned from, with their values. */
  training: Frame;
  value: Float64Array;
  scored: Frame;
  /** By row of `scored`. */
  customers: string[];
  probability: Float64Array;
  given: Float64Array;
  observed: Float64Array;
  lastPeriod: Float64Array;
  model: ValueModel;
  blend: string[];
}

const stream_name = "transaction";

/** A prediction of the next purchase, learned at the account's now, and the people whom it scores. */
export interface LearnedTask {
  objective: Objective;
  inputs: CohortInputs;
  plan: FeaturePlan;
  task: PredictionTask;
  training: Frame;
  options: TrainingOptions;
  learned: TrainedPropensity;
  scored: Frame;
  /** By row of `scored`. */
  probability: Float64Array;
}

/** Refuses what the step of an outcome refuses of its history. */
export const learnAt = async (
  { engine, account }: Account,
  horizonDays: number,
  threads: TaskThreads,
): Promise<LearnedTask> => {
  const spec = { attainment: { stream_name }, eligible: { stream_name } };
  const input = {
    ...definition({ ...spec, outcome: { horizon_days: horizonDays, recurring: true } }),
    account,
  };
  const task = await predictionTask(input, engine);
  const { plan } = await featuresFor(task, input, engine);
  const relations = featureRelations(account);
  const training = await readFrames(
    engine,
    plan,
    relations,
    task.landmarks.map((cutoff) => ({ cutoff, people: task.spine(cutoff) })),
  );
  const now = account.dataThrough;
  const objective = objectiveOf(input);
  const inputs = cohortInputs(account);
  const people = sql`select s.person_id, s.landmark from (${spine(objective, inputs, now, null)}) as s`;
  const scored = await readFrames(engine, plan, relations, [{ cutoff: now, people }]);
  const options = {
    horizonSeconds: horizonDays * secondsPerDay,
    seed: 1,
    threads,
    learnedThrough: task.learnedThrough!,
    rfmFeatures: rfmFeatures(plan, stream_name),
    visitFeatures: visitFeatures(plan, stream_name),
  };
  const learned = trainPropensity(training, options);
  const probability = predictPropensity(learned.model, scored);
  return { objective, inputs, plan, task, training, options, learned, scored, probability };
};

export const predictAt = async (
  { engine, account }: Account,
  later: Account,
  horizonDays: number,
  threads: TaskThreads,
): Promise<Predicted> => {
  const own = { engine, account, dir: "" };
  const task = await learnAt(own, horizonDays, threads);
  const { plan, training, learned, scored, probability, inputs } = task;
  const { horizonSeconds } = task.options;
  const hasAmounts = account.streams[0]!.result.hasValue;
  const measure = hasAmounts ? ("amount" as const) : ("count" as const);
  const valued = { attainment: { stream_name }, inputs, horizon: horizonSeconds };
  const value = (await readValues(training, valued, engine))[measure];
  const places = (names: string[]) => names.map((name) => training.names.indexOf(name));
  const visits = places(visitFeatures(plan, stream_name));
  const [, count, , mean] = places(rfmFeatures(plan, stream_name));
  const trained = trainValue(training, value, learned, {
    horizonSeconds,
    seed: 1,
    threads,
    visits: hasRepeatBuyers(labelled(training), visits) ? visits : [],
    purchases: hasAmounts ? [count!, mean!] : [count!],
  });
  const laterValues = await laterValuesOf(scored, own, later, valued);
  const before = await readValuesFrom(scored, valued, engine, (landmark) => landmark - horizonSeconds);
  return {
    training,
    value,
    scored,
    probability,
    customers: await customersOf(scored, own),
    given: givenGoal(trained.model, scored.columns, scored.rows),
    observed: laterValues[measure],
    lastPeriod: before[measure],
    model: trained.model,
    blend: Object.keys(trained.blend),
  };
};

const laterValuesOf = async (
  scored: Frame,
  own: Account,
  later: Account,
  valued: Parameters<typeof readValues>[1],
) => {
  const { frame, inOrder } = await inLater(scored, own, later);
  const laterTask = { ...valued, inputs: cohortInputs(later.account) };
  const found = await readValuesFrom(frame, laterTask, later.engine, (at) => at);
  return { amount: inOrder(found.amount), count: inOrder(found.count) };
};

/**
 * The rows under the ids that their people have in the later account, in order of these; people are the same
 * customers. `inOrder` brings what was found for them into the order of the scored rows.
 */
export const inLater = async (scored: Frame, own: Account, later: Account) => {
  const customers = await customersOf(scored, own);
  const ids = new Map((await peopleOf(later)).map(({ person, customer }) => [customer, BigInt(person)]));
  const order = Int32Array.from(customers.keys()).sort((a, b) =>
    ids.get(customers[a]!)! < ids.get(customers[b]!)! ? -1 : 1,
  );
  const frame = {
    rows: scored.rows,
    personId: BigInt64Array.from(order, (row) => ids.get(customers[row]!)!),
    landmark: scored.landmark,
  };
  const inOrder = (values: Float64Array): Float64Array => {
    const own = new Float64Array(values.length);
    order.forEach((row, i) => {
      own[row] = values[i]!;
    });
    return own;
  };
  return { frame, inOrder };
};

const customersOf = async ({ personId }: Frame, account: Account): Promise<string[]> => {
  const names = new Map((await peopleOf(account)).map(({ person, customer }) => [person, customer]));
  return Array.from(personId, (person) => names.get(String(person))!);
};

const peopleOf = ({ engine, account }: Account) =>
  engine.rows<{ person: string; customer: string }>(sql`
    select cast(p.person_id as varchar) as person, p.customer_id as customer
    from ${relation(peopleFiles(account.peopleDir).people)} as p`);

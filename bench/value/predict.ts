// Expected amounts at one day by the service's own parts, with what people spent afterwards, which a later account knows.

import { cohortInputs, featureRelations } from "../../src/builds/kind/relations.js";
import { featuresFor } from "../../src/builds/outcome/feature-plan.js";
import { objectiveOf, predictionTask } from "../../src/builds/outcome/prediction-task.js";
import { readValues, readValuesFrom } from "../../src/builds/outcome/values.js";
import { rfmFeatures, visitFeatures } from "../../src/domain/features/plan.js";
import type { Frame } from "../../src/domain/frame.js";
import { secondsPerDay } from "../../src/domain/resource.js";
import { hasRepeatBuyers } from "../../src/model/propensity/candidates/bg-nbd.js";
import type { TaskThreads } from "../../src/model/propensity/fit-tasks.js";
import { predictPropensity } from "../../src/model/propensity/model.js";
import { labelled } from "../../src/model/propensity/rows.js";
import { trainPropensity } from "../../src/model/propensity/train.js";
import { givenGoal, type ValueModel } from "../../src/model/value/model.js";
import { trainValue } from "../../src/model/value/train.js";
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

export const predictAt = async (
  { engine, account }: Account,
  later: Account,
  horizonDays: number,
  threads: TaskThreads,
): Promise<Predicted> => {
  const horizonSeconds = horizonDays * secondsPerDay;
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
  const eligible = spine(objectiveOf(input), cohortInputs(account), now, null);
  const people = sql`select s.person_id, s.landmark from (${eligible}) as s`;
  const scored = await readFrames(engine, plan, relations, [{ cutoff: now, people }]);

  const hasAmounts = account.streams[0]!.result.hasValue;
  const measure = hasAmounts ? ("amount" as const) : ("count" as const);
  const valued = { attainment: spec.attainment, inputs: cohortInputs(account), horizonSeconds };
  const value = (await readValues(training, valued, engine))[measure];
  const learned = trainPropensity(training, {
    ...{ horizonSeconds, seed: 1, threads, learnedThrough: task.learnedThrough! },
    rfmFeatures: rfmFeatures(plan, stream_name),
    visitFeatures: visitFeatures(plan, stream_name),
  });
  const places = (names: string[]) => names.map((name) => training.names.indexOf(name));
  const visits = places(visitFeatures(plan, stream_name));
  const [, count, , mean] = places(rfmFeatures(plan, stream_name));
  const trained = trainValue(training, value, learned, {
    ...{ horizonSeconds, seed: 1, threads },
    visits: hasRepeatBuyers(labelled(training), visits) ? visits : [],
    purchases: hasAmounts ? [count!, mean!] : [count!],
  });
  const laterValues = await laterValuesOf(scored, { engine, account, dir: "" }, later, valued);
  const before = await readValuesFrom(scored, valued, engine, (landmark) => landmark - horizonSeconds);
  return {
    ...{ training, value, scored },
    customers: await customersOf(scored, { engine, account, dir: "" }),
    probability: predictPropensity(learned.model, scored),
    given: givenGoal(trained.model, scored.columns, scored.rows),
    observed: laterValues[measure],
    lastPeriod: before[measure],
    model: trained.model,
    blend: Object.keys(trained.blend),
  };
};

/** People have other ids in the later account, so both are named by their customers. */
const laterValuesOf = async (
  scored: Frame,
  own: Account,
  later: Account,
  valued: Parameters<typeof readValues>[1],
) => {
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
  const found = await readValuesFrom(
    frame,
    { ...valued, inputs: cohortInputs(later.account) },
    later.engine,
    (at) => at,
  );
  const inOrder = (values: Float64Array) => {
    const own = new Float64Array(values.length);
    order.forEach((row, i) => {
      own[row] = values[i]!;
    });
    return own;
  };
  return { amount: inOrder(found.amount), count: inOrder(found.count) };
};

const customersOf = async ({ personId }: Frame, account: Account): Promise<string[]> => {
  const names = new Map((await peopleOf(account)).map(({ person, customer }) => [person, customer]));
  return Array.from(personId, (person) => names.get(String(person))!);
};

const peopleOf = ({ engine, account }: Account) =>
  engine.rows<{ person: string; customer: string }>(sql`
    select cast(p.person_id as varchar) as person, p.customer_id as customer
    from ${relation(peopleFiles(account.peopleDir).people)} as p`);

// Value of an outcome: the models of amounts and counts that are stored with it, and their test beside simple rules.

import type { FeaturePlan } from "../../domain/features/plan.js";
import { rfmFeatures, visitFeatures } from "../../domain/features/plan.js";
import type { Frame } from "../../domain/frame.js";
import { secondsPerDay } from "../../domain/resource.js";
import { measuresOf, type OutcomeValue, type ValueConfig, type ValueMeasure } from "../../domain/value.js";
import { refuse } from "../../errors/refusal.js";
import { hasRepeatBuyers } from "../../model/propensity/candidates/bg-nbd.js";
import type { TaskThreads } from "../../model/propensity/fit-tasks.js";
import { labelled, rowsAtNewest } from "../../model/propensity/rows.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";
import { evaluateValue } from "../../model/value/evaluation.js";
import { trainValue, type ValueTraining } from "../../model/value/train.js";
import type { Engine } from "../../warehouse/engine.js";
import type { OutcomeInput, PredictionTask } from "./prediction-task.js";
import type { StoredValue } from "./stored-model.js";
import { readValues, readValuesFrom, type Values } from "./values.js";

interface LearnedValue {
  models: StoredValue;
  evaluation: OutcomeValue;
}

interface Learning {
  frame: Frame;
  plan: FeaturePlan;
  learned: TrainedPropensity;
  seed: number;
  threads: TaskThreads;
}

/** Null for an outcome that asks for the probability alone. */
export const learnValue = async (
  input: OutcomeInput,
  task: PredictionTask,
  learning: Learning,
  engine: Engine,
): Promise<LearnedValue | null> => {
  const { value } = input.config;
  if (!value) return null;
  const horizonSeconds = task.horizonDays * secondsPerDay;
  const { attainment } = input;
  const valued = { attainment, inputs: task.inputs, horizonSeconds, discountRate: value.discount_rate };
  const values = await readValues(learning.frame, valued, engine);
  const tested = rowsAtNewest(learning.frame);
  const earlier = (days: number) =>
    readValuesFrom(tested, valued, engine, (landmark) => landmark - days * secondsPerDay);
  const rules = { last_period: await earlier(task.horizonDays), last_year: await earlier(365) };
  const found: LearnedValue = { models: {}, evaluation: {} };
  for (const measure of measuresOf(value)) {
    const training = trainingFor(measure, input, learning, horizonSeconds);
    const trained = trainValue(learning.frame, values[measure], learning.learned, training);
    found.models[measure] = trained.model;
    found.evaluation[measure] = evaluateValue(trained, rulesFor(measure, rules));
  }
  return found;
};

const rulesFor = (
  measure: ValueMeasure,
  rules: Record<"last_period" | "last_year", Values>,
): Record<string, Float64Array> => ({
  last_period: rules.last_period[measure],
  last_year: rules.last_year[measure],
});

/** BG/NBD takes histories of purchases, and for amounts the mean of their values. */
const trainingFor = (
  measure: ValueMeasure,
  { attainment }: OutcomeInput,
  { frame, plan, seed, threads }: Learning,
  horizonSeconds: number,
): ValueTraining => {
  const stream = attainment.stream_name!;
  const places = (names: readonly string[]) => names.map((name) => frame.names.indexOf(name));
  const visits = places(visitFeatures(plan, stream));
  const [, count, , mean] = rfmFeatures(plan, stream);
  const purchases = (measure === "amount" ? [count, mean] : [count]).filter((name) => name !== undefined);
  const isWhole = purchases.length === (measure === "amount" ? 2 : 1);
  return {
    ...{ horizonSeconds, seed, threads },
    visits: isWhole && hasRepeatBuyers(labelled(frame), visits) ? visits : [],
    purchases: isWhole ? places(purchases) : [],
  };
};

/** Refuses `value-missing` and `value-without-events`. */
export const refuseWithoutValues = (
  { config, attainment, account }: OutcomeInput,
  task: Pick<PredictionTask, "staticReason">,
): void => {
  if (!config.value) return;
  const cause = whyNoEvents(config, attainment, task);
  if (cause !== null) throw refuse("value-without-events", { cause });
  const stream = attainment.stream_name!;
  const hasValue = account.streams.find(({ name }) => name === stream)?.result.hasValue ?? false;
  if (asksForAmount(config.value) && !hasValue) throw refuse("value-missing", { stream });
};

const asksForAmount = (value: ValueConfig): boolean => measuresOf(value).includes("amount");

const whyNoEvents = (
  { recurring }: OutcomeInput["config"],
  { recency }: OutcomeInput["attainment"],
  { staticReason }: Pick<PredictionTask, "staticReason">,
): string | null => {
  if (staticReason !== null) return staticReason;
  if (recency && !recurring) return "people enter the attainment cohort as time passes, by its recency.";
  return null;
};

// Value of an outcome: the models of amounts and counts that are stored with it, and their test beside simple rules.

import { rfmFeatures, visitFeatures } from "../../../domain/outcome/features/plan.js";
import { windowEnd } from "../../../domain/outcome/label-window.js";
import {
  measuresOf,
  type OutcomeValue,
  type ValueConfig,
  type ValueMeasure,
} from "../../../domain/outcome/value.js";
import { type EpochSeconds, secondsPerDay } from "../../../domain/resource/resource.js";
import { refuse } from "../../../errors/refusal.js";
import { hasRepeatBuyers } from "../../../model/propensity/candidates/bg-nbd.js";
import { labelled, rowsAtNewest } from "../../../model/propensity/rows.js";
import { evaluateValue } from "../../../model/value/evaluation.js";
import { trainValue, type ValueTraining } from "../../../model/value/train.js";
import type { OutcomeInput, PredictionTask } from "../prediction-task.js";
import type { StoredValue } from "../stored-model.js";
import { readValues, readValuesFrom, type Values } from "../values.js";
import type { Learning, OutcomeAnalysis } from "./analysis.js";

export const value: OutcomeAnalysis = {
  name: "value",
  doing: "Learning amounts and counts",
  isRequested: ({ value: config }) => config !== undefined && measuresOf(config).length > 0,
  check: (input, task) => refuseWithoutValues(input, task),
  async learn(learning, engine) {
    const { input, task, frame, learned } = learning;
    const config = input.config.value!;
    const { attainment } = input;
    const valued = {
      attainment,
      inputs: task.inputs,
      horizon: task.horizon,
      discountRate: config.discount_rate,
    };
    const values = await readValues(frame, valued, engine);
    const tested = rowsAtNewest(frame);
    const from = (startOf: (landmark: EpochSeconds) => EpochSeconds) =>
      readValuesFrom(tested, valued, engine, startOf);
    const rules = {
      last_period: await from((landmark) => 2 * landmark - windowEnd(landmark, task.horizon)),
      last_year: await from((landmark) => landmark - 365 * secondsPerDay),
    };
    const models: StoredValue = {};
    const evaluation: OutcomeValue = {};
    for (const measure of measuresOf(config)) {
      const trained = trainValue(frame, values[measure], learned, trainingFor(measure, learning));
      models[measure] = trained.model;
      evaluation[measure] = evaluateValue(trained, rulesFor(measure, rules));
    }
    return { stored: { value: models }, result: { value: evaluation } };
  },
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
  { input: { attainment }, frame, plan, training: { horizonSeconds, calendar, seed, threads } }: Learning,
): ValueTraining => {
  const stream = attainment.stream_name!;
  const places = (names: readonly string[]) => names.map((name) => frame.names.indexOf(name));
  const visits = places(visitFeatures(plan, stream));
  const [, count, , mean] = rfmFeatures(plan, stream);
  const purchases = (measure === "amount" ? [count, mean] : [count]).filter((name) => name !== undefined);
  const isWhole = purchases.length === (measure === "amount" ? 2 : 1);
  return {
    horizonSeconds,
    calendar,
    seed,
    threads,
    visits: isWhole && hasRepeatBuyers(labelled(frame), visits) ? visits : [],
    purchases: isWhole ? places(purchases) : [],
  };
};

/** Refuses `value-missing` and `value-without-events`. */
const refuseWithoutValues = (
  { config, attainment, account }: OutcomeInput,
  task: Pick<PredictionTask, "staticReason">,
): void => {
  if (!config.value) return;
  refuseWithoutEvents({ config, attainment }, task);
  const stream = attainment.stream_name!;
  const hasValue = account.streams.find(({ name }) => name === stream)?.result.hasValue ?? false;
  if (asksForAmount(config.value) && !hasValue) throw refuse("value-missing", { stream });
};

/** Refuses `value-without-events`. */
export const refuseWithoutEvents = (
  { config, attainment }: Pick<OutcomeInput, "config" | "attainment">,
  task: Pick<PredictionTask, "staticReason">,
): void => {
  const cause = whyNoEvents(config, attainment, task);
  if (cause !== null) throw refuse("value-without-events", { cause });
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

// Active value of an outcome: the model of the mean, minimum, maximum or last value of a property that people
// have if they are active, and its test beside their own past mean.

import type { ActiveFigure } from "../../../domain/outcome/active-value.js";
import type { FeaturePlan } from "../../../domain/outcome/features/plan.js";
import type { Frame } from "../../../domain/outcome/frame.js";
import { nearLandmarksFor } from "../../../domain/outcome/landmarks.js";
import { activeFigureOf } from "../../../domain/outcome/value.js";
import { refuse } from "../../../errors/refusal.js";
import { isGain } from "../../../model/propensity/group-gains.js";
import { trainActiveValue, valueGroupGains } from "../../../model/value/active-train.js";
import {
  type OwnPastColumn,
  ownPastColumns,
  ownPastMeans,
} from "../../../warehouse/cohorts/active-values.js";
import type { Engine } from "../../../warehouse/engine.js";
import { readFrames } from "../../../warehouse/frame.js";
import { featureRelations } from "../../kind/relations.js";
import { readActiveValues, readOwnPast } from "../active-values.js";
import { groupsIn, placesWithout, withoutColumns } from "../groups.js";
import { type OutcomeInput, type PredictionTask, predictionTask } from "../prediction-task.js";
import type { OutcomeAnalysis } from "./analysis.js";
import { refuseWithoutEvents } from "./value.js";

export const activeValue: OutcomeAnalysis = {
  name: "active value",
  doing: "Learning values of active people",
  isRequested: (config) => activeFigureOf(config.value) !== undefined,
  check: (input, task) => refuseWithoutNumbers(input, task),
  async learn({ input, task, plan, groups, training: { seed, threads } }, engine) {
    const ofProbability = groups.read;
    const figure = activeFigureOf(input.config.value)!;
    const active = { attainment: input.attainment, figure, horizon: task.horizon };
    const known = await readActiveValues(ofProbability, active, task.inputs, engine);
    if (known.every(Number.isNaN)) throw refuse("value-property-empty", namesOf(figure, input));
    const more = await readMore(input, task, plan, known, engine);
    const frame = more ?? ofProbability;
    const value = more ? await readActiveValues(more, active, task.inputs, engine) : known;
    const own = await readOwnPast(frame, active, task.inputs, engine);
    const place = (name: OwnPastColumn) => frame.columns.length + ownPastColumns.indexOf(name);
    const columns = [...frame.columns, ...own];
    const names = [...frame.names, ...ownPastColumns];
    const ownMeans = ownPastMeans.map(({ count, mean, most }) => ({
      count: place(count),
      mean: place(mean),
      most,
    }));
    const training = { horizon: task.horizon, seed, threads, own: ownMeans };
    const whole = { ...frame, names, columns };
    const found = groupsIn(plan, []).map((group) => ({
      ...group,
      own: [...group.own, ...ownMeans.map(({ mean }) => mean)],
    }));
    const helps = valueGroupGains(whole, value, found, training).map(isGain);
    const chosen = withoutColumns(whole, placesWithout(found, helps));
    const { model, evaluation } = trainActiveValue(chosen, value, training);
    const evidence = groups.evidence.map((one, i) => ({ ...one, helps_values: helps[i]! }));
    return {
      stored: { activeValue: { ...active, model } },
      result: {
        value: { if_active: { ...figure, ...evaluation } },
        ...(evidence.length > 0 && { groups: evidence }),
      },
    };
  },
};

/**
 * Rows of active people alone, at more landmarks than those of the probability; null where these have enough of
 * them.
 */
const readMore = async (
  input: OutcomeInput,
  task: PredictionTask,
  plan: FeaturePlan,
  known: Float64Array,
  engine: Engine,
): Promise<Frame | null> => {
  const active = known.filter((value) => !Number.isNaN(value)).length;
  if (task.isPooled || nearLandmarksFor(active / task.landmarks.length) <= nearLandmarksFor(known.length))
    return null;
  const { landmarks, spine } = await predictionTask({ ...input, active: input.attainment }, engine);
  const spines = landmarks.map((cutoff) => ({ cutoff, people: spine(cutoff) }));
  return readFrames(engine, plan, featureRelations(input.account), spines);
};

const namesOf = ({ property }: ActiveFigure, { attainment }: OutcomeInput) => ({
  property: property ?? "value",
  stream: attainment.stream_name!,
});

/** Refuses `value-without-events`, `value-missing` and `value-property-missing`. */
const refuseWithoutNumbers = (input: OutcomeInput, task: Pick<PredictionTask, "staticReason">): void => {
  refuseWithoutEvents(input, task);
  const figure = activeFigureOf(input.config.value)!;
  const { property, stream } = namesOf(figure, input);
  const known = input.account.streams.find(({ name }) => name === stream)?.result;
  if (figure.property === null) {
    if (!known?.hasValue) throw refuse("value-missing", { stream });
    return;
  }
  const properties = Object.entries(known?.properties ?? {});
  const numbers = properties.flatMap(([name, { type, isList }]) =>
    type === "number" && !isList ? [name] : [],
  );
  if (!numbers.includes(property))
    throw refuse("value-property-missing", { property, stream, numbers: numbers.join(", ") || "none" });
};

// Active value of an outcome: the model of the mean, minimum, maximum or last value of a property that people
// have if they are active, and its test beside their own past mean.

import type { ActiveFigure } from "../../../domain/outcome/active-value.js";
import { activeFigureOf } from "../../../domain/outcome/value.js";
import { refuse } from "../../../errors/refusal.js";
import { trainActiveValue } from "../../../model/value/active-train.js";
import { ownPastColumns } from "../../../warehouse/cohorts/active-values.js";
import { readActiveValues, readOwnPast } from "../active-values.js";
import type { OutcomeInput, PredictionTask } from "../prediction-task.js";
import type { OutcomeAnalysis } from "./analysis.js";
import { refuseWithoutEvents } from "./value.js";

export const activeValue: OutcomeAnalysis = {
  name: "active value",
  doing: "Learning values of active people",
  isRequested: (config) => activeFigureOf(config.value) !== undefined,
  check: (input, task) => refuseWithoutNumbers(input, task),
  async learn({ input, task, frame, training: { seed, threads } }, engine) {
    const figure = activeFigureOf(input.config.value)!;
    const active = { attainment: input.attainment, figure, horizon: task.horizon };
    const value = await readActiveValues(frame, active, task.inputs, engine);
    if (value.every(Number.isNaN)) throw refuse("value-property-empty", namesOf(figure, input));
    const own = await readOwnPast(frame, active, task.inputs, engine);
    const place = (name: (typeof ownPastColumns)[number]) =>
      frame.columns.length + ownPastColumns.indexOf(name);
    const columns = [...frame.columns, ...own];
    const names = [...frame.names, ...ownPastColumns];
    const { model, evaluation } = trainActiveValue({ ...frame, names, columns }, value, {
      horizon: task.horizon,
      seed,
      threads,
      own: { windows: place("windows"), mean: place("own_mean") },
    });
    return {
      stored: { activeValue: { ...active, model } },
      result: { value: { if_active: { ...figure, ...evaluation } } },
    };
  },
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

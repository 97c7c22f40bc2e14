// Direction of a feature: whether higher values go with a higher or a lower probability.

import { english, type Formatter } from "./format.js";

export type DirectionValues =
  | { data_type: "number"; min: number; max: number; impact: number }
  | { data_type: "boolean"; value: boolean; impact: number };

/** up: the higher the value, the higher the probability. both: it depends on the value. none: no difference. */
export type Direction = "up" | "down" | "both" | "none";

/** A smaller share of the whole range counts as flat. */
const flat = 0.05;

export const directionOf = (bins: readonly { impact: number }[]): Direction => {
  const impacts = bins.map(({ impact }) => impact);
  const range = Math.max(...impacts) - Math.min(...impacts);
  if (bins.length < 2 || range <= 0) return "none";
  const steps = impacts.slice(1).map((impact, i) => impact - impacts[i]!);
  const rises = steps.some((step) => step > flat * range);
  const falls = steps.some((step) => step < -flat * range);
  return rises && falls ? "both" : rises ? "up" : "down";
};

export const directionLabels: Readonly<Record<Direction, string>> = {
  up: "higher values, higher probability",
  down: "higher values, lower probability",
  both: "depends on the value",
  none: "no difference",
};

/** "0 to 12", "yes" */
export const binLabel = (bin: DirectionValues, { value: show }: Formatter = english): string => {
  if (bin.data_type === "boolean") return bin.value ? "yes" : "no";
  const [min, max] = [show(bin.min), show(bin.max)];
  return min === max ? min : `${min} to ${max}`;
};

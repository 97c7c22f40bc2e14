// In which direction a feature speaks, from its low values to its high ones.

import { formatNumber } from "../../../ui/format.js";
import type { Feature } from "./analysis.js";

export type Bin = Feature["directionality"][number];
export type Direction = "up" | "down" | "both" | "none";

/** A step that is less than this part of the whole range is none. */
const flat = 0.05;

/** Up: the higher the value, the likelier. Both: it depends. None: all of its values say the same. */
export const directionOf = (bins: readonly Bin[]): Direction => {
  const impacts = bins.map(({ impact }) => impact);
  const range = Math.max(...impacts) - Math.min(...impacts);
  if (bins.length < 2 || range <= 0) return "none";
  const steps = impacts.slice(1).map((impact, i) => impact - impacts[i]!);
  const rises = steps.some((step) => step > flat * range);
  const falls = steps.some((step) => step < -flat * range);
  return rises && falls ? "both" : rises ? "up" : "down";
};

export const directionWords: Record<Direction, string> = {
  up: "higher is likelier",
  down: "higher is less likely",
  both: "it depends on the value",
  none: "the same for all",
};

export const valuesOf = (bin: Bin): string => {
  if (bin.data_type === "boolean") return bin.value ? "yes" : "no";
  const [min, max] = [formatNumber(bin.min), formatNumber(bin.max)];
  return min === max ? min : `${min} to ${max}`;
};

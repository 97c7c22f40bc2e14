// Labels of the API's bins of values.

import { formatDay, formatNumber } from "../ui/format.js";
import type { Part } from "./share-bars.js";

export interface Bin {
  data_type: "number" | "date" | "boolean" | "text";
  min?: number | string;
  max?: number | string;
  value?: boolean | string;
  count: number;
  /** Share of all bins, 0 to 100. */
  percent: number;
}

export const partsOf = (bins: readonly Bin[], shown: (value: string) => string = (value) => value): Part[] =>
  bins.map((bin) => ({ label: labelOf(bin, shown), count: bin.count, share: bin.percent / 100 }));

/** Bins of numbers and dates are half-open: "97 to 183" includes 97 and excludes 183. */
const labelOf = ({ data_type, min, max, value }: Bin, shown: (value: string) => string): string => {
  if (data_type === "text") return shown(String(value));
  if (data_type === "boolean") return value === undefined ? "unknown" : value ? "yes" : "no";
  const show = (bound: number | string) =>
    typeof bound === "number" ? formatNumber(bound) : formatDay(bound);
  if (max === undefined) return `${show(min!)} or more`;
  return `${show(min!)} to ${show(max)}`;
};

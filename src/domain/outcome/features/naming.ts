// Names of features: a machine name (`transaction_count_90d`) and a display name (`transactions in the last 90 days`).

import { machineName } from "../../data/stream.js";
import type { DayFeature, DayMeasure, Days, EventFeature, EventMeasure } from "./feature.js";

/** A stream with the nouns for one and several of its events. */
export interface StreamWords {
  name: string;
  one: string;
  many: string;
}

export const streamWords = (stream: string): StreamWords => {
  const one = literate(stream);
  return { name: stream, one, many: plural(one) };
};

/** `repeat_purchase` → `repeat purchase`. Letters of every script stay. */
export const literate = (machine: string): string =>
  machine
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

const plural = (singular: string): string => {
  if (singular.endsWith("s")) return singular;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
};

export const suffix = (days: Days): string => (days === null ? "" : `_${days}d`);
export const span = (days: Days): string => (days === null ? "so far" : `in the last ${days} days`);

/** A value as part of a machine name; `value` where no character of it remains. */
export const slug = (value: string): string => machineName(value) || "value";

/** The windows shorter than the history, then all of the past, which longer windows would duplicate. */
export const windowsWithin = (historyDays: number, windows: readonly number[]): Days[] => [
  ...windows.filter((days) => days < historyDays),
  null,
];

export const eventFeature = (
  { name: provider }: StreamWords,
  measure: EventMeasure,
  name: string,
  literate: string,
): EventFeature => ({ name, literate, provider, type: "number", over: "events", measure });

export const dayFeature = (
  { name: provider }: StreamWords,
  measure: DayMeasure,
  name: string,
  literate: string,
): DayFeature => ({ name, literate, provider, type: "number", over: "days", measure });

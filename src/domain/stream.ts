// A stream is events of one kind, of all people, from every dataset that outputs to it.

import type { EpochSeconds } from "./resource.js";

/** What a stream holds is configured by the datasets that output to it. */
export interface StreamConfig {
  /** Absent: made from the machine name. */
  display_name?: string;
}

export interface StreamPropertySummary {
  type: "number" | "text";
  /** A text that lists several values; its categories are those. */
  isList?: true;
  statistical_type: "continuous" | "categorical";
  breaks: number[];
  categories: { name: string; count: number }[];
  emitted_by_datasets: string[];
}

export interface StreamResult {
  event_count: number;
  people_count: number;
  oldest: EpochSeconds | null;
  newest: EpochSeconds | null;
  hasValue: boolean;
  /** False where some dataset maps no datetime: then nothing can be learned point-in-time from this stream. */
  isDated: boolean;
  properties: Record<string, StreamPropertySummary>;
  event_contribution_by_dataset: Record<string, number>;
  /** Months (yyyy-mm, UTC) with events, oldest first. Results of older versions are without. */
  events_by_month?: { month: string; event_count: number; people_count: number }[];
}

/** `Repeat Purchase` → `repeat_purchase`: how a stream is written in configurations, whatever was typed. */
export const machineName = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

/** `repeat_purchase` → `Repeat Purchase`: how a stream is shown unless its owner says otherwise. */
export const displayName = (machine: string): string =>
  machine.replace(
    /(^|_)([a-z0-9])/g,
    (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase(),
  );

export const shownName = ({ name, config }: { name: string; config: StreamConfig }): string =>
  config.display_name ?? displayName(name);

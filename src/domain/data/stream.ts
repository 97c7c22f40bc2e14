// Streams: the events of one kind, of all people, from every dataset that outputs to them.

import type { EpochSeconds } from "../resource/resource.js";

/** The contents of a stream are configured by the datasets that output to it. */
export interface StreamConfig {
  /** Absent: derived from the machine name. */
  display_name?: string;
}

export interface StreamPropertySummary {
  type: "number" | "text";
  /** The property is a list; its categories are the items. */
  isList?: true;
  /** See `StreamProperty`. */
  column?: string;
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
  /** False if a dataset maps no datetime. Such a stream cannot be used as of a past date. */
  isDated: boolean;
  /** Absent: the stream is undated. */
  isSummarised?: true;
  /** Values are paid again and again; see `recurringProperties`, which are not among `properties`. */
  isRecurring?: true;
  properties: Record<string, StreamPropertySummary>;
  event_contribution_by_dataset: Record<string, number>;
  /** Months (yyyy-mm, UTC) with events, oldest first. */
  events_by_month: { month: string; event_count: number; people_count: number }[];
}

/** `Repeat Purchase` → `repeat_purchase`: the spelling of a stream in configurations. */
export const machineName = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

/** `repeat_purchase` → `Repeat Purchase`: the default display name of a stream. */
export const displayName = (machine: string): string =>
  machine.replace(
    /(^|_)([a-z0-9])/g,
    (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase(),
  );

export const shownName = ({ name, config }: { name: string; config: StreamConfig }): string =>
  config.display_name ?? displayName(name);

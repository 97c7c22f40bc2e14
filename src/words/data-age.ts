// Age of the data that a number rests on, as a sentence: predictions start on the last day of the data, so
// that their horizon may be over by the day on which somebody reads them.

import { english, type Formatter, type Moment } from "./format.js";

const msPerDay = 86_400_000;
/** Younger data are not called old, whatever the horizon; nor are those that have lost less than this share of it. */
const youngDays = 7;
const tolerableShare = 0.25;
/** Without a horizon. */
const oldDays = 30;

export interface AgedFigures {
  /** The cutoff, just after the newest event; absent without dates. */
  data_through?: Moment | undefined;
  /** Absent: the number is of no prediction. */
  horizon_days?: number | undefined;
}

const ageDays = (through: Moment, now: number): number =>
  Math.floor((now - new Date(through).getTime()) / msPerDay);

/** Whether the days that a prediction is for are over. */
export const isHorizonOver = (
  { data_through: through, horizon_days: horizon }: AgedFigures,
  now: number,
): boolean => through !== undefined && horizon !== undefined && ageDays(through, now) >= horizon;

/**
 * "The data end on 30 May 2026, 181 days ago: the time of the prediction, 60 days, is over. Upload newer
 * files."; empty for young data.
 */
export const dataAgeSentence = (
  figures: AgedFigures,
  now: number,
  { day, days }: Formatter = english,
): string => {
  const { data_through: through, horizon_days: horizon } = figures;
  if (through === undefined) return "";
  const age = ageDays(through, now);
  const tolerated = horizon === undefined ? oldDays : Math.max(youngDays, tolerableShare * horizon);
  const isOver = isHorizonOver(figures, now);
  if (!isOver && age <= tolerated) return "";
  // The cutoff may lie in the next day.
  const end = `The data end on ${day(new Date(through).getTime() - 1000)}, ${days(age)} ago`;
  if (horizon === undefined) return `${end}.`;
  if (!isOver) return `${end}: ${horizon - age} of ${days(horizon)} are left.`;
  return `${end}: the time of the prediction, ${days(horizon)}, is over. Upload newer files.`;
};

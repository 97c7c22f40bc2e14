// Gains by features of groups: whether what the others in a person's group did tells more of them than a few
// features of their own do, at earlier dates. A small model with the features of a group is compared with the
// same model without them, fitted to rows that had ended by each date. So it costs little, and groups that are
// noise give no inputs to the model.

import type { Horizon } from "../../domain/outcome/label-window.js";
import { fitLogistic, predictLogistic } from "../numeric/logistic.js";
import { penalty } from "./candidates/logistic.js";
import { type OriginRows, originRows } from "./origins.js";
import { type LabelledFrame, newestLandmark, samplePeople } from "./rows.js";
import { atBaseRate, logLosses } from "./validation.js";

/** Places among a frame's columns. */
export interface GroupColumns {
  /** Of the person alone. */
  own: readonly number[];
  /** Of the others in the group. */
  group: readonly number[];
}

/** How much lower the loss of a row is on average; the error is that of people, who are in several rows. */
export interface GroupGain {
  mean: number;
  error: number;
}

/** In standard errors: what chance reaches once in forty times. */
const significant = 2;

export const isGain = ({ mean, error }: GroupGain): boolean => mean > significant * error;

const maxRows = 10_000;

/** Gains in log loss, of each of the groups. 0 without an earlier date. */
export const groupGains = (
  frame: LabelledFrame,
  groups: readonly GroupColumns[],
  { horizon, seed, isPooled }: { horizon: Horizon; seed: number; isPooled: boolean },
): GroupGain[] => {
  const sample = samplePeople(frame, maxRows, seed + 4);
  const dates = originRows(sample, horizon, seed, isPooled);
  return gainsOf(earlierDates(dates, newestLandmark(frame)), groups, logLossesOf);
};

const logLossesOf: Losses = ({ training, scored }, places) => {
  const columns = ({ columns }: LabelledFrame) => places.map((place) => columns[place]!);
  const model = fitLogistic(columns(training), training.label, penalty);
  return logLosses(atBaseRate(predictLogistic(model, columns(scored)), scored.label), scored.label);
};

/** The newest is kept for the test. */
export const earlierDates = <D extends { landmark: number }>(dates: readonly D[], newest: number): D[] =>
  dates.filter(({ landmark }) => landmark < newest);

/** Losses of the scored rows by a model of the training rows with these columns. */
export type Losses = (rows: OriginRows, places: readonly number[]) => Float64Array;

export const gainsOf = (
  dates: readonly OriginRows[],
  groups: readonly GroupColumns[],
  lossesOf: Losses,
): GroupGain[] =>
  groups.map(({ own, group }) => {
    const ofPeople = new Map<bigint, number>();
    let rows = 0;
    for (const date of dates) {
      const [without, having] = [lossesOf(date, own), lossesOf(date, [...own, ...group])];
      const { personId } = date.scored;
      rows += personId.length;
      personId.forEach((person, row) => {
        ofPeople.set(person, (ofPeople.get(person) ?? 0) + without[row]! - having[row]!);
      });
    }
    if (rows === 0) return { mean: 0, error: 0 };
    const gains = [...ofPeople.values()];
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0);
    return { mean: (mean * gains.length) / rows, error: Math.sqrt(squares) / rows };
  });

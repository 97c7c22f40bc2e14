// Bars of the scoreboard: what the product promises over all tasks and dates.

import type { Scores } from "../../src/domain/outcome/evaluation.js";
import { type DateScore, ownDate, type TaskScore } from "./measure.js";

const minAuc = 0.7542;
const maxLogLoss = 0.4;
const maxEce = 0.02;
const maxOverXgboost = 0.002;
/** Calibration error beyond what chance leaves. */
const maxOverChance = 0.004;

export interface Bar {
  text: string;
  isMet: boolean;
}

export const barsOf = (tasks: readonly TaskScore[]): Bar[] => {
  const own = tasks.map((task) => [ownDate(task)]);
  const all = tasks.map(({ dates }) => dates);
  const isEarlierJudged = all.some((dates) => dates.length > 1);
  return [
    ...meanBars("own dates", own),
    ...(isEarlierJudged ? meanBars("all dates", all) : []),
    overXgboost(all),
    overChance(all),
  ];
};

/** A task counts as much as another, however many dates it has. */
const meanBars = (which: string, tasks: readonly DateScore[][]): Bar[] => {
  const auc = meanOver(tasks, ({ ours }) => ours.auc);
  const logLoss = meanOver(tasks, ({ ours }) => ours.log_loss);
  const ece = meanOver(tasks, ({ ours }) => ours.ece);
  const chance = meanOver(tasks, ({ eceByChance }) => eceByChance).toFixed(4);
  const xgboost = (of: (date: DateScore) => number) =>
    tasks.flat().every(({ peers }) => peers.xgboost) ? `, XGBoost ${meanOver(tasks, of).toFixed(4)}` : "";
  return [
    {
      text: `mean AUC ≥ ${minAuc}, ${which}: ${auc.toFixed(4)}${xgboost(({ peers }) => peers.xgboost!.auc)}`,
      isMet: auc >= minAuc,
    },
    {
      text: `mean log loss ≤ ${maxLogLoss.toFixed(4)}, ${which}: ${logLoss.toFixed(4)}${xgboost(({ peers }) => peers.xgboost!.log_loss)}`,
      isMet: logLoss <= maxLogLoss,
    },
    {
      text: `mean ECE < ${maxEce.toFixed(3)}, ${which}: ${ece.toFixed(4)}${xgboost(({ peers }) => peers.xgboost!.ece)}; by chance alone ${chance}`,
      isMet: ece < maxEce,
    },
  ];
};

const meanOver = <D>(tasks: readonly D[][], of: (date: D) => number): number =>
  mean(tasks.map((dates) => mean(dates.map(of))));

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** In the mean of a task's dates. Single dates differ by chance; the tables have them. */
const overXgboost = (tasks: readonly DateScore[][]): Bar => {
  const excess = tasks.map((dates) =>
    mean(dates.flatMap(({ ours, peers }) => (peers.xgboost ? [ours.log_loss - peers.xgboost.log_loss] : []))),
  );
  const most = Math.max(...excess);
  const above = excess.filter((one) => one > maxOverXgboost).length;
  return {
    text: `each task's log loss ≤ XGBoost's + ${maxOverXgboost}: most ${most >= 0 ? "+" : "−"}${Math.abs(most).toFixed(4)}, ${above} of ${tasks.length} above`,
    isMet: above === 0,
  };
};

/** With few people chance leaves much of an ECE, so what counts is the rest. */
export const overChance = (tasks: readonly { ours: Pick<Scores, "ece">; eceByChance: number }[][]): Bar => {
  const dates = tasks.flat();
  const within = dates.filter(({ ours, eceByChance }) => ours.ece - eceByChance <= maxOverChance).length;
  const beyond = meanOver(tasks, ({ ours, eceByChance }) => ours.ece - eceByChance);
  return {
    text: `mean ECE within ${maxOverChance} of what chance leaves, all dates: ${beyond.toFixed(4)} beyond it; within it at ${within} of ${dates.length} dates`,
    isMet: beyond <= maxOverChance,
  };
};

/** Sentences on how often the claims made beforehand held, and on what their intervals cost. */
export const claimsText = (tasks: readonly TaskScore[]): string[] => {
  const dates = tasks.flatMap((task) => task.dates);
  const ofAuc = dates.map(({ claimedAuc, ours }) => ({ ...claimedAuc, observed: ours.auc }));
  const ofCounts = dates.flatMap(({ count }) => (count ? [relative(count)] : []));
  return [
    `95 % intervals held: AUC ${heldText(ofAuc)}, expected numbers ${heldText(ofCounts)}.`,
    `Interval score, which is the width and forty times what lies outside (lower is better): AUC ${scoreText(ofAuc)}, expected numbers, as a share of those who converted, ${scoreText(ofCounts)}.`,
  ];
};

interface Claim {
  low: number;
  high: number;
  observed: number;
}

/** Numbers of people as a share of those who converted. */
export const relative = ({ low, high, converted }: NonNullable<DateScore["count"]>): Claim => {
  const one = Math.max(1, converted);
  return { low: low / one, high: high / one, observed: converted / one };
};

/** Share of tests that 95 % intervals may miss. */
const missed = 0.05;

/** Interval score of Gneiting and Raftery (2007), in the unit of the claim: it rewards neither wide intervals nor bold ones. */
export const intervalScore = ({ low, high, observed }: Claim): number =>
  high - low + (2 / missed) * (Math.max(0, low - observed) + Math.max(0, observed - high));

const heldText = (claims: readonly Claim[]): string => {
  const held = claims.filter(({ low, high, observed }) => low <= observed && observed <= high).length;
  return `${held} of ${claims.length} times${claims.length === 0 ? "" : ` (${((100 * held) / claims.length).toFixed(0)} %)`}`;
};

const scoreText = (claims: readonly Claim[]): string =>
  claims.length === 0
    ? "–"
    : `${mean(claims.map(intervalScore)).toFixed(3)}, of which width ${mean(claims.map(({ low, high }) => high - low)).toFixed(3)}`;

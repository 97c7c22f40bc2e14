// Bars of the scoreboard: what the product promises over all tasks and dates.

import { type DateScore, ownDate, type TaskScore } from "./measure.js";

const minAuc = 0.7542;
const maxLogLoss = 0.4;
const maxEce = 0.02;
const maxOverXgboost = 0.002;

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

const meanOver = (tasks: readonly DateScore[][], of: (date: DateScore) => number): number =>
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

/** Sentences on how often the claims made beforehand held. */
export const claimsText = (tasks: readonly TaskScore[]): string => {
  const dates = tasks.flatMap((task) => task.dates);
  const counts = dates.flatMap(({ count }) => (count ? [count] : []));
  const held = counts.filter(({ low, high, converted }) => low <= converted && converted <= high).length;
  const inside = dates.filter(({ claimedAuc: { low, high }, ours }) => low <= ours.auc && ours.auc <= high);
  return `95 % intervals held: AUC ${inside.length} of ${dates.length} times, expected numbers ${held} of ${counts.length} times.`;
};

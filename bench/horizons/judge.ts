// Judgement of horizons: their log loss and calibration beside predictions of one horizon each, and how often
// expected dates hold.

import { score } from "../../src/model/evaluation/metrics.js";
import type { HorizonsModel } from "../../src/model/horizons/model.js";
import { expectedDays } from "../../src/model/horizons/model.js";

export interface Predicted {
  model: HorizonsModel;
  /** Per interval of the model, probabilities of the people. */
  curves: Float64Array[];
  /** Days until the people bought; infinite where they did not within the longest horizon. */
  wait: Float64Array;
  /** By days: probabilities by a prediction of this horizon alone; absent where its history is too short. */
  alone: Map<number, Float64Array>;
  blend: string[];
}

interface JudgedHorizon {
  days: number;
  /** The outcome's own horizon, whose probability is delivered as it is. */
  isOwn: boolean;
  people: number;
  loss: number;
  ece: number;
  ratio: number;
  auc: number;
  alone: { loss: number; ece: number; ratio: number; auc: number } | null;
}

export interface Judged {
  log: string;
  day: string;
  blend: string[];
  follows: number;
  horizons: JudgedHorizon[];
  /** Horizons at which a probability is below that of the horizon before. */
  violations: number;
  dates: { dated: number; held: number; before: number; after: number; unlikely: number; reached: number };
}

export const judge = (
  log: string,
  day: string,
  predicted: Predicted,
  horizons: readonly number[],
): Judged => {
  const { model, curves, wait, alone, blend } = predicted;
  const judged = horizons.flatMap((days) => {
    const interval = model.bounds.indexOf(days);
    if (interval < 0) return [];
    const label = Uint8Array.from(wait, (waited) => (waited < days ? 1 : 0));
    const other = alone.get(days);
    return [
      {
        days,
        isOwn: interval === model.main,
        people: label.length,
        ...figuresOf(curves[interval]!, label),
        alone: other ? figuresOf(other, label) : null,
      },
    ];
  });
  let violations = 0;
  const dates = { dated: 0, held: 0, before: 0, after: 0, unlikely: 0, reached: 0 };
  const last = model.bounds.at(-1)!;
  wait.forEach((waited, row) => {
    const curve = curves.map((probability) => probability[row]!);
    violations += curve.filter((p, k) => k > 0 && p < curve[k - 1]!).length;
    const { median, low, high } = expectedDays(model, curve);
    if (Number.isNaN(median)) {
      dates.unlikely++;
      if (waited < last) dates.reached++;
      return;
    }
    dates.dated++;
    if (Math.floor(waited) < low) dates.before++;
    else if (!Number.isNaN(high) && Math.floor(waited) > high) dates.after++;
    else dates.held++;
  });
  return { log, day, blend, follows: model.follows, horizons: judged, violations, dates };
};

const figuresOf = (probability: Float64Array, label: Uint8Array) => {
  const { log_loss: loss, ece, attained, auc } = score(probability, label);
  return { loss, ece, auc, ratio: probability.reduce((sum, p) => sum + p, 0) / attained };
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export const judgedText = ({ log, day, blend, follows, horizons, violations, dates }: Judged): string =>
  [
    `${log} ${day}, ${blend.join(" + ")}, later intervals follow by ${follows}`,
    ...horizons.map(
      ({ days, isOwn, loss, ece, ratio, auc, alone }) =>
        `  ${days} days: log loss ${loss.toFixed(4)}, ECE ${ece.toFixed(4)}, expected/actual ${ratio.toFixed(2)}, AUC ${auc.toFixed(3)}` +
        (alone
          ? `; alone ${alone.loss.toFixed(4)} (${percent(loss / alone.loss - 1)}), ${alone.ece.toFixed(4)}, ${alone.ratio.toFixed(2)}, ${alone.auc.toFixed(3)}`
          : isOwn
            ? "; the outcome's own"
            : "; alone: the history is too short"),
    ),
    `  ${violations} probabilities below that of a shorter horizon`,
    `  dates: ${percent(dates.held / Math.max(1, dates.dated))} of ${dates.dated} within their range, ${dates.before} before, ${dates.after} after; ` +
      `of ${dates.unlikely} unlikely people ${percent(dates.reached / Math.max(1, dates.unlikely))} bought`,
  ].join("\n");

/** Means over all logs, days and horizons that both predict, beside the requirements. */
export const summaryText = (judged: readonly Judged[]): string[] => {
  const all = judged.flatMap(({ horizons }) => horizons);
  const both = all.flatMap(({ alone, ...own }) => (alone ? [{ own, alone }] : []));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const [own, alone] = [mean(both.map((one) => one.own.loss)), mean(both.map((one) => one.alone.loss))];
  const violations = judged.reduce((sum, one) => sum + one.violations, 0);
  const dated = judged.reduce((sum, { dates }) => sum + dates.dated, 0);
  const held = judged.reduce((sum, { dates }) => sum + dates.held, 0);
  const coverage = mean(
    judged.filter(({ dates }) => dates.dated > 0).map(({ dates }) => dates.held / dates.dated),
  );
  const isMet = (is: boolean) => (is ? "met" : "MISSED");
  const tooLong = all.filter(({ alone, isOwn }) => alone === null && !isOwn).length;
  return [
    `Means of ${both.length} horizons that both predict; ${tooLong} more are too long for a prediction of their own:`,
    `  one fit     log loss ${own.toFixed(4)}, ECE ${mean(both.map((one) => one.own.ece)).toFixed(4)}, AUC ${mean(both.map((one) => one.own.auc)).toFixed(4)}`,
    `  one by one  log loss ${alone.toFixed(4)}, ECE ${mean(both.map((one) => one.alone.ece)).toFixed(4)}, AUC ${mean(both.map((one) => one.alone.auc)).toFixed(4)}`,
    `${isMet(own <= 1.01 * alone)}: log loss within 1 % of predictions of one horizon each: ${percent(own / alone - 1)}`,
    `${isMet(violations === 0)}: no probability below that of a shorter horizon: ${violations}`,
    `${isMet(coverage >= 0.75 && coverage <= 0.85)}: 75 to 85 % of expected dates within their range: ${percent(coverage)} (${held} of ${dated} people: ${percent(held / Math.max(1, dated))})`,
  ];
};

// Judgement of expected amounts: their metrics beside those of the peers, and how often their ranges and totals hold.

import type { ValueScores } from "../../src/domain/outcome/value.js";
import { sumInterval } from "../../src/model/value/expected-sum.js";
import { valueScores } from "../../src/model/value/metrics.js";
import { rangeOf, valueVariance } from "../../src/model/value/model.js";
import type { Peers } from "./peers.js";
import type { Predicted } from "./predict.js";

export interface Judged {
  log: string;
  day: string;
  blend: string[];
  /** By method. */
  scores: Record<string, ValueScores>;
  /** Share of people in their 80 % range: of all, and of those whose range is more than 0 alone. */
  held: { all: number; ranged: number; people: number };
  isTotalHeld: boolean;
}

export const judge = (log: string, day: string, predicted: Predicted, peers: Peers): Judged => {
  const { probability, given, observed, lastPeriod, model, blend } = predicted;
  const expected = probability.map((p, i) => p * given[i]!);
  const methods = { bellwether: expected, ...peers, last_period: lastPeriod };
  let variance = 0;
  const held = { all: 0, ranged: 0, people: 0 };
  probability.forEach((p, i) => {
    variance += valueVariance(p, given[i]!, model.spread);
    const { low, high } = rangeOf(p, given[i]!, model.spread);
    const isHeld = low <= observed[i]! && observed[i]! <= high ? 1 : 0;
    held.all += isHeld / probability.length;
    if (high <= 0) return;
    held.people++;
    held.ranged += isHeld;
  });
  const scores = Object.fromEntries(
    Object.entries(methods).map(([name, values]) => [name, valueScores(values, observed)]),
  );
  const own = scores.bellwether!;
  const { low, high } = sumInterval({ expected: own.expected, variance }, model.levelMargin);
  return {
    log,
    day,
    blend,
    scores,
    held: { ...held, ranged: held.ranged / Math.max(1, held.people) },
    isTotalHeld: low <= own.observed && own.observed <= high,
  };
};

const totalError = ({ expected, observed }: ValueScores): number => Math.abs(expected / observed - 1);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export const judgedText = ({ log, day, blend, scores, held, isTotalHeld }: Judged): string => {
  const of = (name: string, one: ValueScores) =>
    `${name} ${one.gini.toFixed(3)} / ${percent(one.expected / one.observed - 1)} / ${percent(one.decile_error)}`;
  return [
    `${log} ${day} (Gini / total / deciles), ${blend.join(" + ")}`,
    ...Object.entries(scores).map(([name, one]) => `  ${of(name, one)}`),
    `  in their 80 % range: ${percent(held.ranged)} of ${held.people} people with one, ${percent(held.all)} of all`,
    `  total ${isTotalHeld ? "within" : "OUTSIDE"} its interval`,
  ].join("\n");
};

/** Means over all logs and days, beside the requirements. */
export const summaryText = (judged: readonly Judged[]): string[] => {
  const meanOf = (of: (one: Judged) => number) =>
    judged.reduce((sum, one) => sum + of(one), 0) / judged.length;
  const means = Object.keys(judged[0]?.scores ?? {}).map((name) => ({
    name,
    gini: meanOf(({ scores }) => scores[name]!.gini),
    total: meanOf(({ scores }) => totalError(scores[name]!)),
    deciles: meanOf(({ scores }) => scores[name]!.decile_error),
  }));
  const [own, ...peers] = means;
  if (own === undefined) return [];
  const ranged = meanOf(({ held }) => held.ranged);
  const isMet = (is: boolean) => (is ? "met" : "MISSED");
  return [
    "Means:",
    ...means.map(
      ({ name, gini, total, deciles }) =>
        `  ${name.padEnd(12)} Gini ${gini.toFixed(4)}, total off by ${percent(total)}, deciles off by ${percent(deciles)}`,
    ),
    `${isMet(peers.every(({ gini }) => own.gini >= gini))}: Gini at least as high as all others'`,
    `${isMet(peers.slice(0, 2).every(({ total }) => own.total <= total))}: total at least as near as LightGBM's and lifetimes'`,
    `${isMet(peers.every(({ deciles }) => own.deciles < deciles))}: deciles nearer than all others'`,
    `${isMet(ranged >= 0.75 && ranged <= 0.85)}: 75 to 85 % of people with a range lie in it: ${percent(ranged)}`,
    `Totals within their 95 % interval: ${judged.filter(({ isTotalHeld }) => isTotalHeld).length} of ${judged.length}`,
  ];
};

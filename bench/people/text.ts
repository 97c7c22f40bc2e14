// The bench in tables for the screen.

import { table } from "../../src/cli/table.js";
import { type Bar, isMet } from "./bars.js";
import type { JudgedRun, JudgedSet } from "./judge.js";
import type { StepCost } from "./resolve.js";
import type { Scaled } from "./scale.js";
import type { JudgedLinks, Score } from "./score.js";

const scoreHead = ["precision", "recall", "F1", "B-cubed", "people", "largest", "nobody"];
const tookHead = ["cpu s", "wall s", "peak MB"];

export const setText = (title: string, { runs, links, mistakes }: JudgedSet): string[] => [
  `${title}: ${whole(runs[0]!.score.records)} records of ${whole(runs[0]!.score.truePeople)} people`,
  ...table(["mode", ...scoreHead, ...tookHead], runs.map(runRow)),
  ...(links.length > 0 ? table(["links from", "links", "expected", "right"], links.map(linkRow)) : []),
  ...pairsText("missed", mistakes.missed),
  ...pairsText("wrong", mistakes.wrong),
  "",
];

const pairsText = (what: string, pairs: readonly [string, string][]): string[] =>
  pairs.flatMap(([left, right]) => [`  ${what}: ${left}`, `  ${" ".repeat(what.length)}  ${right}`]);

export const scaleText = ({ builds, score, costRatio, agreement }: Scaled): string[] => [
  ...table(
    ["build", ...tookHead],
    builds.map(({ what, took }) => [what, ...tookRow(took)]),
  ),
  ...table(scoreHead, [scoreRow(score)]),
  `  Going on costs ${(100 * costRatio).toFixed(1)} % of starting anew and agrees with it by F1 ${agreement.toFixed(5)}.`,
  "",
];

/** Nothing where nothing was to be reached. */
export const barsText = (bars: readonly Bar[]): string[] =>
  bars.length === 0
    ? []
    : table(
        ["bar", "asked", "found", ""],
        bars.map((bar) => [bar.what, askedText(bar), figure(bar.found), isMet(bar) ? "met" : "missed"]),
      );

const askedText = ({ least, most }: Bar): string =>
  least === undefined ? `at most ${most}` : `at least ${least}`;

const runRow = ({ mode, score, took }: JudgedRun): string[] => [mode, ...scoreRow(score), ...tookRow(took)];

const scoreRow = ({
  precision,
  recall,
  f1,
  bcubed,
  people,
  largest,
  unidentified: nobody,
}: Score): string[] => [
  ...[precision, recall, f1, bcubed].map(four),
  whole(people),
  whole(largest),
  whole(nobody),
];

const tookRow = ({ cpuSeconds, wallSeconds, peakMb }: StepCost): string[] => [
  cpuSeconds.toFixed(1),
  wallSeconds.toFixed(1),
  whole(peakMb),
];

const linkRow = ({ min: least, links, expected, observed: realised }: JudgedLinks): string[] => [
  least.toFixed(3),
  whole(links),
  four(expected),
  four(realised),
];

const figure = (x: number): string => (x >= 10 ? whole(Math.round(x)) : four(x));
const whole = (x: number): string => x.toLocaleString("en-US");
const four = (x: number): string => x.toFixed(4);

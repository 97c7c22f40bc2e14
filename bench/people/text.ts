// Benchmark results as tables.

import { table } from "../../src/cli/table.js";
import { type Bar, isMet } from "./bars.js";
import type { JudgedRun, JudgedSet } from "./judge.js";
import type { JudgedKind } from "./kinds.js";
import type { StepCost } from "./resolve.js";
import type { Scaled } from "./scale.js";
import type { JudgedLinks, Score } from "./score.js";

const scoreHead = ["precision", "recall", "F1", "B-cubed", "people", "largest", "mixed %", "unidentified"];
const tookHead = ["cpu s", "wall s", "peak MB"];

export const setText = (title: string, { runs, links, mistakes, kinds }: JudgedSet): string[] => [
  `${title}: ${whole(runs[0]!.score.records)} records of ${whole(runs[0]!.score.truePeople)} people`,
  ...table(["mode", ...scoreHead, ...tookHead], runs.map(runRow)),
  ...(links.length > 0 ? table(["links from", "links", "expected", "right"], links.map(linkRow)) : []),
  ...(kinds.length > 0
    ? table(["kind", "records", "found", "wrong %", "precision", "recall"], kinds.map(kindRow))
    : []),
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
  `  An incremental build costs ${(100 * costRatio).toFixed(1)} % of a full one and agrees with it by F1 ${agreement.toFixed(5)}.`,
  "",
];

/** Empty without requirements. */
export const barsText = (bars: readonly Bar[]): string[] =>
  bars.length === 0
    ? []
    : table(
        ["bar", "required", "found", ""],
        bars.map((bar) => [bar.what, requirementText(bar), figure(bar.found), isMet(bar) ? "met" : "missed"]),
      );

const requirementText = ({ min, max }: Bar): string =>
  min === undefined ? `at most ${max}` : `at least ${min}`;

const runRow = ({ mode, score, took }: JudgedRun): string[] => [mode, ...scoreRow(score), ...tookRow(took)];

const scoreRow = ({
  precision,
  recall,
  f1,
  bcubed,
  people,
  largest,
  mixed,
  unidentified,
}: Score): string[] => [
  ...[precision, recall, f1, bcubed].map(four),
  whole(people),
  whole(largest),
  (100 * mixed).toFixed(2),
  whole(unidentified),
];

const tookRow = ({ cpuSeconds, wallSeconds, peakMb }: StepCost): string[] => [
  cpuSeconds.toFixed(1),
  wallSeconds.toFixed(1),
  whole(peakMb),
];

const linkRow = ({ min, links, expected, observed }: JudgedLinks): string[] => [
  min.toFixed(3),
  whole(links),
  four(expected),
  four(observed),
];

const kindRow = ({ kind, records, found, wrong, precision, recall }: JudgedKind): string[] => [
  kind,
  whole(records),
  share(found),
  (100 * wrong).toFixed(2),
  share(precision),
  share(recall),
];

const share = (x: number | null): string => (x === null ? "" : four(x));

const figure = (x: number): string => (x >= 10 ? whole(Math.round(x)) : four(x));
const whole = (x: number): string => x.toLocaleString("en-US");
const four = (x: number): string => x.toFixed(4);

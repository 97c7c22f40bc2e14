// The scoreboard in words and tables: lines for the screen, Markdown for docs/scoreboard.md.

import { table } from "../../src/cli/table.js";
import type { Decision, Scores } from "../../src/domain/evaluation.js";
import type { Interval } from "./compare.js";
import { shortfalls, type TaskScore } from "./measure.js";

export interface ShopScore {
  what: string;
  customers: number;
  people: number;
  /** Expected AUC of the model, of the best that the events allow, and of the true probabilities. */
  auc: number;
  optimalAuc: number;
  trueAuc: number;
  meanPredicted: number;
  meanTrue: number;
}

export interface NullScore {
  people: number;
  lowest: number;
  highest: number;
  blend: Record<string, number>;
  verdict: Decision;
}

export const taskText = (task: TaskScore): string[] => [
  `${task.name}: ${task.ours.people} people, ${task.ours.attained} attained; ${blendText(task.blend)}; ${task.seconds.toFixed(0)} s`,
  ...table(head, rowsOf(task)),
  `  ${differenceText(task)}`,
  ...shortfalls(task).map((said) => `  falls short: ${said}`),
  "",
];

const shopHead = [
  "shop",
  "people",
  "AUC",
  "best that the events allow",
  "share of it",
  "true probabilities",
  "mean",
  "true mean",
];

const shopRow = (score: ShopScore): string[] => [
  `${score.customers}, ${score.what}`,
  String(score.people),
  three(score.auc),
  three(score.optimalAuc),
  percent(score.auc / score.optimalAuc),
  three(score.trueAuc),
  percent(score.meanPredicted),
  percent(score.meanTrue),
];

export const shopText = (scores: readonly ShopScore[]): string[] => [
  ...table(shopHead, scores.map(shopRow)),
  "",
];

export const nullText = ({ people, lowest, highest, blend, verdict }: NullScore): string =>
  `shop without a signal: probabilities from ${three(lowest)} to ${three(highest)} for ${people} people; ${blendText(blend)};` +
  ` verdict ${verdict.replaceAll("_", " ")}${verdict === "no_better" ? "" : " (falls short: no better is true)"}`;

export const meansText = (tasks: readonly TaskScore[]): string => {
  const mean = (of: (task: TaskScore) => number) =>
    tasks.reduce((sum, task) => sum + of(task), 0) / tasks.length;
  const figures = (name: string, of: (task: TaskScore) => Scores) =>
    `${name} ${four(mean((t) => of(t).auc))} / ${four(mean((t) => of(t).log_loss))}`;
  const peer = (name: string) => figures(name, ({ peers }) => peers[name]!);
  return `Mean AUC / log loss over ${tasks.length} tasks: ${[figures("Bellwether", (t) => t.ours), peer("xgboost"), peer("blend"), peer("rfm_logistic")].join(", ")}.`;
};

export const scoreboardPage = (
  tasks: readonly TaskScore[],
  shop: readonly ShopScore[],
  nothing: NullScore,
): string =>
  [
    "# Scoreboard",
    "",
    "Written by `npm run scoreboard`; do not edit. Nine tasks on public logs, each asked of the service as its user would ask",
    "it, with the events up to a day, and judged by what happened after that day. The other methods' probabilities are for the",
    "same people, so differences are paired; intervals are 95 %, by bootstrap over people. *Same window* was learned from the",
    "answers themselves: no method can know it, and whoever does much better has seen the future. What a task falls short of",
    "is said below its table.",
    "",
    tasks.length === 0 ? "The public logs were not there." : meansText(tasks),
    "",
    ...tasks.flatMap(taskMarkdown),
    "## The sample shop",
    "",
    "People's futures hang on traits that nobody sees, so no method reaches the AUC of the true probabilities. *The best that",
    "the events allow* is reached by who knows how the shop was made, and infers each person's traits from their events.",
    "",
    ...markdownTable(shopHead, shop.map(shopRow)),
    "",
    `A ${nullText(nothing)}.`,
    "",
  ].join("\n");

const head = ["", "AUC", "log loss", "Brier", "ECE", "top-tenth lift"];

const rowsOf = ({ ours, peers, sameWindow: reference }: TaskScore): string[][] => [
  ...Object.entries({ Bellwether: ours, ...peers }).map(([name, s]) => [
    name,
    ...[s.auc, s.log_loss, s.brier, s.ece].map(four),
    s.top_decile_lift.toFixed(2),
  ]),
  ["same window", four(reference.auc), four(reference.logloss), "", four(reference.ece), ""],
];

const taskMarkdown = (task: TaskScore): string[] => [
  `## ${task.name}`,
  "",
  `${task.ours.people} people, ${percent(task.ours.base_rate)} attained; made of ${blendText(task.blend)}.`,
  "",
  ...markdownTable(head, rowsOf(task)),
  "",
  [differenceText(task), ...shortfalls(task).map((said) => `Falls short: ${said}.`)].join(" "),
  "",
];

const markdownTable = (head: readonly string[], rows: readonly string[][]): string[] => [
  `| ${head.join(" | ")} |`,
  `|---|${"---:|".repeat(head.length - 1)}`,
  ...rows.map((row) => `| ${row.join(" | ")} |`),
];

const differenceText = ({ difference, rule }: TaskScore): string =>
  `Beside XGBoost: AUC ${intervalText(difference.auc)}, log loss ${intervalText(difference.logLoss)}.` +
  ` Beside the best simple rule, ${rule.name}: log loss ${intervalText(rule.logLoss)}.`;

const intervalText = ({ low, high }: Interval): string => `${signed(low)} to ${signed(high)}`;

const blendText = (blend: Record<string, number>): string =>
  Object.entries(blend)
    .map(([name, weight]) => `${name} ${percent(weight)}`)
    .join(", ");

const three = (x: number): string => x.toFixed(3);
const four = (x: number): string => x.toFixed(4);
const signed = (x: number): string => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(4)}`;
const percent = (x: number): string => `${(100 * x).toFixed(1)} %`;

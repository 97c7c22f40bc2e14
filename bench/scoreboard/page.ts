// Scoreboard as text: lines for the terminal, Markdown for docs/scoreboard.md.

import { table } from "../../src/cli/table.js";
import type { Decision, Scores } from "../../src/domain/evaluation.js";
import type { Interval } from "./compare.js";
import { shortfalls, type TaskScore } from "./measure.js";

export interface ShopScore {
  event: string;
  customers: number;
  people: number;
  /** Expected AUC of the model, of Bayes-optimal predictions, and of the true probabilities. */
  auc: number;
  optimalAuc: number;
  trueAuc: number;
  meanPredicted: number;
  meanTrue: number;
}

export interface NullScore {
  people: number;
  min: number;
  max: number;
  blend: Record<string, number>;
  verdict: Decision;
}

export const taskText = (task: TaskScore): string[] => [
  `${task.name}: ${task.ours.people} people, ${task.ours.attained} converted; ${blendText(task.blend)}; ${task.seconds.toFixed(0)} s`,
  ...table(head, rowsOf(task)),
  `  ${differenceText(task)}`,
  ...shortfalls(task).map((text) => `  falls short: ${text}`),
  "",
];

const shopHead = [
  "shop",
  "people",
  "AUC",
  "Bayes-optimal",
  "share of optimal",
  "true probabilities",
  "mean",
  "true mean",
];

const shopRow = (score: ShopScore): string[] => [
  `${score.customers}, ${score.event}`,
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

export const nullText = ({ people, min, max, blend, verdict }: NullScore): string =>
  `shop without a signal: probabilities from ${three(min)} to ${three(max)} for ${people} people; ${blendText(blend)};` +
  ` verdict ${verdict.replaceAll("_", " ")}${verdict === "no_better" ? "" : " (falls short: it should be “no better”)"}`;

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
  nullScore: NullScore,
): string =>
  [
    "# Scoreboard",
    "",
    "Written by `npm run scoreboard`; do not edit. Nine tasks on public logs. For each, the service predicts from the events up",
    "to a day, as it would for a user, and is judged by what happened after that day. The other methods predict the same people,",
    "so differences are paired; intervals are 95 %, by bootstrap over people. *Same window* is a model trained on the labels of",
    "the test window itself: no forecast can have these, and a method with a much better result has seen the future. Missed",
    "requirements are listed below a task's table.",
    "",
    tasks.length === 0 ? "The public logs were missing." : meansText(tasks),
    "",
    ...tasks.flatMap(taskMarkdown),
    "## The sample shop",
    "",
    "What customers do depends on hidden traits, so no method reaches the AUC of the true probabilities. *Bayes-optimal*",
    "predictions know how the shop works and infer each customer's traits from their events.",
    "",
    ...markdownTable(shopHead, shop.map(shopRow)),
    "",
    `A ${nullText(nullScore)}.`,
    "",
  ].join("\n");

const head = ["", "AUC", "log loss", "Brier", "ECE", "top-decile lift"];

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
  `${task.ours.people} people, ${percent(task.ours.base_rate)} converted; blend: ${blendText(task.blend)}.`,
  "",
  ...markdownTable(head, rowsOf(task)),
  "",
  [differenceText(task), ...shortfalls(task).map((text) => `Falls short: ${text}.`)].join(" "),
  "",
];

const markdownTable = (head: readonly string[], rows: readonly string[][]): string[] => [
  `| ${head.join(" | ")} |`,
  `|---|${"---:|".repeat(head.length - 1)}`,
  ...rows.map((row) => `| ${row.join(" | ")} |`),
];

const differenceText = ({ difference, rule }: TaskScore): string =>
  `Compared with XGBoost: AUC ${intervalText(difference.auc)}, log loss ${intervalText(difference.logLoss)}.` +
  ` Compared with the best simple rule, ${rule.name}: log loss ${intervalText(rule.logLoss)}.`;

const intervalText = ({ low, high }: Interval): string => `${signed(low)} to ${signed(high)}`;

const blendText = (blend: Record<string, number>): string =>
  Object.entries(blend)
    .map(([name, weight]) => `${name} ${percent(weight)}`)
    .join(", ");

const three = (x: number): string => x.toFixed(3);
const four = (x: number): string => x.toFixed(4);
const signed = (x: number): string => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(4)}`;
const percent = (x: number): string => `${(100 * x).toFixed(1)} %`;

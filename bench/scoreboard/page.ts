// Scoreboard as text: lines for the terminal, Markdown for docs/scoreboard.md.

import { table } from "../../src/cli/table.js";
import type { Decision } from "../../src/domain/outcome/evaluation.js";
import { barsOf, claimsText, intervalScore, relative } from "./bars.js";
import type { Interval } from "./compare.js";
import { type DateScore, ownDate, shortfalls, type TaskScore } from "./measure.js";
import type { RaceScores } from "./races.js";

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
  `${task.name}: ${summary(ownDate(task))}; ${ownDate(task).seconds.toFixed(0)} s`,
  ...table(head, rowsOf(task)),
  `  ${differenceText(task)}`,
  ...shortfalls(task).map((text) => `  falls short: ${text}`),
  ...table(dateHead, task.dates.map(dateRow)),
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

export const barsText = (tasks: readonly TaskScore[]): string[] => [
  ...barsOf(tasks).map(({ text, isMet }) => `${isMet ? "met" : "MISSED"}: ${text}`),
  ...claimsText(tasks),
];

export const racesText = ({ chances, places }: RaceScores): string[] => [
  ...table(raceHead, chances.flatMap(raceRows)),
  ...table(placeHead, places.map(placeRow)),
  "",
];

const raceHead = ["races", "history", "dates", "drivers", "", "AUC", "log loss", "ECE"];

const raceRows = ({ task, rule, dates, ours, lastTen }: RaceScores["chances"][number]): string[][] =>
  Object.entries({ Bellwether: ours, "last ten": lastTen }).map(([name, s]) => [
    task,
    rule,
    String(dates),
    String(s.people),
    name,
    ...[s.auc, s.log_loss, s.ece].map(four),
  ]);

const placeHead = ["average place", "dates", "drivers", "mean absolute error", "last ten"];

const placeRow = ({ rule, dates, people, ours, lastTen }: RaceScores["places"][number]): string[] => [
  rule,
  String(dates),
  String(people),
  three(ours),
  three(lastTen),
];

const racesMarkdown = (races: RaceScores): string[] => [
  "## Races",
  "",
  "The drivers of a public log who take part within thirty days (rel-f1, its validation labels): who does not finish, who is among",
  "the first three of a qualifying session, and at which place they finish on average. *Rolling*, the history goes up to each date;",
  "*frozen*, it ends before the first, and one prediction is judged at all dates. *Last ten* is what a driver's last ten races say,",
  `drawn to the average by one more race. Drivers who had not raced before have no prediction: ${races.chances[0]!.newcomers} of the first task.`,
  "",
  ...markdownTable(raceHead, races.chances.flatMap(raceRows)),
  "",
  ...markdownTable(placeHead, races.places.map(placeRow)),
  "",
];

export const scoreboardPage = (
  tasks: readonly TaskScore[],
  races: RaceScores | null,
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
    "Each task is judged at its own date and at two dates one and two horizons earlier, where the log reaches so far back. Predictions",
    "of other methods at hand are for the own date; at earlier dates, XGBoost and the simple rules are fitted to the service's features",
    "at plain landmarks, a third of a horizon apart. *By chance* is the ECE that remains on average if everyone converts with",
    "exactly the probability that they were given: with few people it is far from 0. *Interval score* is that of the expected number's",
    "95 % interval, as a share of those who converted: its width, and forty times what lies outside of it.",
    "",
    ...(tasks.length === 0 ? ["The public logs were missing."] : barsText(tasks).map((line) => `- ${line}`)),
    "",
    ...tasks.flatMap(taskMarkdown),
    ...(races === null ? [] : racesMarkdown(races)),
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

const rowsOf = (task: TaskScore): string[][] => {
  const { ours, peers } = ownDate(task);
  const { sameWindow: reference } = task;
  return [
    ...Object.entries({ Bellwether: ours, ...peers }).map(([name, s]) => [
      name,
      ...[s.auc, s.log_loss, s.brier, s.ece].map(four),
      s.top_decile_lift.toFixed(2),
    ]),
    ["same window", four(reference.auc), four(reference.logloss), "", four(reference.ece), ""],
  ];
};

const dateHead = [
  "date",
  "people",
  "AUC",
  "claimed",
  "xgboost",
  "log loss",
  "xgboost",
  "rfm_logistic",
  "ECE",
  "by chance",
  "xgboost",
  "expected",
  "converted",
  "interval score",
  "blend",
  "verdict",
  "warnings",
];

const dateRow = (date: DateScore): string[] => {
  const { ours, peers, claimedAuc, count } = date;
  const of = (name: string, metric: "auc" | "log_loss" | "ece") =>
    peers[name] ? four(peers[name][metric]) : "–";
  return [
    date.day,
    String(ours.people),
    four(ours.auc),
    `${three(claimedAuc.low)}–${three(claimedAuc.high)}`,
    of("xgboost", "auc"),
    four(ours.log_loss),
    of("xgboost", "log_loss"),
    of("rfm_logistic", "log_loss"),
    four(ours.ece),
    four(date.eceByChance),
    of("xgboost", "ece"),
    count ? `${count.expected.toFixed(0)} (${count.low.toFixed(0)}–${count.high.toFixed(0)})` : "–",
    String(ours.attained),
    count ? intervalScore(relative(count)).toFixed(2) : "–",
    Object.keys(date.blend).join(", "),
    date.verdict.replaceAll("_", " "),
    date.warnings.join(", "),
  ];
};

const summary = ({ ours, blend }: DateScore): string =>
  `${ours.people} people, ${percent(ours.base_rate)} converted; blend: ${blendText(blend)}`;

const taskMarkdown = (task: TaskScore): string[] => [
  `## ${task.name}`,
  "",
  `${summary(ownDate(task))}.`,
  "",
  ...markdownTable(head, rowsOf(task)),
  "",
  [differenceText(task), ...shortfalls(task).map((text) => `Falls short: ${text}.`)].join(" "),
  "",
  ...markdownTable(dateHead, task.dates.map(dateRow)),
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

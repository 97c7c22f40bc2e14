// Changes of a score in words: a sentence for each cause, "2 new orders", "7 days passed without an order".
// The causes are those of `domain/pipeline/score-change.ts`.

import {
  type ChangeCause,
  type ChangePart,
  type ChangeTotals,
  changeBands,
} from "../domain/pipeline/score-change.js";
import { english, type Formatter } from "./format.js";
import { counted, listed, withArticle } from "./plural.js";
import { nouns } from "./reasons.js";

export interface StreamCount {
  stream: string;
  count: number;
}

/** Change of one person's probability between two builds. */
export interface ChangeFacts {
  /** Events before the earlier cutoff that the person has besides those of then; negative where they are fewer. */
  earlier: StreamCount[];
  /** Events that the earlier build did not know, with those that arrived late. */
  added: StreamCount[];
  late: StreamCount[];
  /** The stream of the goal; null without one. */
  stream: string | null;
  daysPassed: number;
  /** Since the last event of that stream; null without any. */
  quietDays: number | null;
  /** In epoch seconds; null without dates. */
  learnedThrough: number | null;
  isRedefined: boolean;
}

/** Starts with a capital, ends without a full stop. */
export const changeSentence = (cause: ChangeCause, facts: ChangeFacts): string => {
  switch (cause) {
    case "merged":
      return `Merged with another customer${facts.earlier.length > 0 ? ` (${countsOf(facts.earlier)})` : ""}`;
    case "corrected":
      return correctedSentence(facts.earlier);
    case "time":
      return timeSentence(facts);
    case "events":
      return eventsSentence(facts);
    case "model":
      return modelSentence(facts);
    case "adjustment":
      return "Another place in the ranking that reduces bias";
  }
};

const correctedSentence = (earlier: readonly StreamCount[]): string => {
  const gone = earlier
    .filter(({ count }) => count < 0)
    .map(({ stream, count }) => ({ stream, count: -count }));
  const more = earlier.filter(({ count }) => count > 0);
  const changes = [
    ...(gone.length > 0 ? [`${countsOf(gone)} fewer`] : []),
    ...(more.length > 0 ? [`${countsOf(more)} more`] : []),
  ];
  return changes.length === 0
    ? "Attributes or earlier events were corrected"
    : `Earlier events were corrected: ${listed(changes)}`;
};

const timeSentence = ({ daysPassed, quietDays, stream, added }: ChangeFacts): string => {
  const passed = `${counted(daysPassed, "day")} passed`;
  const isQuiet = stream !== null && !added.some((each) => each.stream === stream);
  if (!isQuiet || quietDays === null) return passed;
  const without = `${passed} without ${withArticle(nouns(stream).one)}`;
  return quietDays > daysPassed ? `${without} (${counted(quietDays, "day")} in all)` : without;
};

const eventsSentence = ({ added, late }: ChangeFacts): string => {
  const news = added.filter(({ count }) => count > 0);
  if (news.length === 0) return "Later events were corrected";
  const sum = (counts: readonly StreamCount[]) => counts.reduce((total, { count }) => total + count, 0);
  const [all, arrivedLate] = [sum(news), sum(late)];
  if (arrivedLate === 0) return countsOf(news, "new ");
  if (arrivedLate >= all) return `${countsOf(news)} that arrived late`;
  return `${countsOf(news, "new ")}, ${english.count(arrivedLate)} of them late`;
};

const modelSentence = ({ learnedThrough, isRedefined }: ChangeFacts): string => {
  if (isRedefined) return "The prediction was defined differently";
  return learnedThrough === null
    ? "The model was fitted again"
    : `The model was fitted again, on data before ${english.day(1000 * learnedThrough)}`;
};

const countsOf = (counts: readonly StreamCount[], adjective = ""): string =>
  listed(
    counts.map(({ stream, count }) => {
      const { one, many } = nouns(stream);
      return counted(count, `${adjective}${one}`, `${adjective}${many}`);
    }),
  );

/** Labels for everyone's changes together. */
export const causeLabels: Record<ChangeCause, string> = {
  merged: "Customers merged",
  corrected: "Corrected data",
  time: "Time passed",
  events: "New events",
  model: "Model fitted again",
  adjustment: "Bias reduction",
};

/** "up by 20 points or more", for each band of `ChangeTotals`. */
export const bandLabels = (format: Pick<Formatter, "number"> = english): string[] => {
  const points = changeBands.map((bound) => format.number(100 * bound));
  const between = points.slice(0, -1).map((point, i) => `by ${point} to ${points[i + 1]} points`);
  const last = `by ${points.at(-1)} points or more`;
  const up = [...between, last].map((text) => `Up ${text}`);
  const down = [...between, last].map((text) => `Down ${text}`);
  return [...down.reverse(), `Within ${points[0]} ${points[0] === "1" ? "point" : "points"}`, ...up];
};

/** Headline on how the probabilities of all people changed. `bands` are those of `ChangeTotals`. */
export const changeHeadline = (
  { people, bands, mean_from, mean_to }: Pick<ChangeTotals, "people" | "bands" | "mean_from" | "mean_to">,
  format: Pick<Formatter, "count" | "percent"> = english,
): string => {
  if (people === 0) return "Nobody has a probability in both builds.";
  const half = changeBands.length;
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
  const [fell, rose] = [sum(bands.slice(0, half)), sum(bands.slice(half + 1))].map(format.count);
  const [from, to] = [mean_from, mean_to].map((share) => format.percent(share));
  const mean = from === to ? `stayed at ${to}` : `went from ${from} to ${to}`;
  return (
    `Of ${counted(people, "customer", "customers", format)} with a probability in both builds, ${rose} rose and ${fell} fell by a point or more. ` +
    `The average ${mean}.`
  );
};

export const noEarlierBuild =
  "There is no earlier build to compare with. Changes are known once the pipeline is built again with newer data.";

/** "+0.9", "−0.4" */
export const signedLogOdds = (
  { log_odds }: Pick<ChangePart, "log_odds">,
  format: Pick<Formatter, "fixed"> = english,
): string => `${log_odds > 0 ? "+" : ""}${format.fixed(log_odds, 2)}`;

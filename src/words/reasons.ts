// Reasons of a score: a feature and its value as a phrase, in two voices. The exact voice is for the analysis,
// "last order 12 days ago", "orders on 4 days in the last 30 days"; the plain voice for people who read a list,
// without terms of the model, "Last order 12 days ago", "Orders on 4 days in the last month". A missing value
// has a phrase of its own, because it usually means that something has not happened yet.

import type {
  DayMeasure,
  Days,
  EventMeasure,
  Feature,
  GoalFeature,
  GroupFeature,
  OrderFeature,
  TraitFeature,
} from "../domain/outcome/features/feature.js";
import { literate, type StreamWords, streamWords } from "../domain/outcome/features/naming.js";
import { english } from "./format.js";
import { capitalized, counted, howMany, withArticle } from "./plural.js";

/** `value` is NaN where it is missing. */
export const exactReason = (feature: Feature, value: number): string => reasonIn("exact", feature, value);

/** `value` is NaN where it is missing. Starts with a capital, ends without a full stop. */
export const plainReason = (feature: Feature, value: number): string =>
  capitalized(reasonIn("plain", feature, value));

/** Without repetitions: the first purchase of a one-time purchaser is also the last. */
export const distinctReasons = (reasons: readonly string[]): string[] => {
  const saying = (reason: string) => reason.replace(/^(First|Last) /, "");
  return reasons.filter((reason, i) => reasons.findIndex((other) => saying(other) === saying(reason)) === i);
};

const reasonIn = (name: VoiceName, feature: Feature, value: number): string => {
  switch (feature.over) {
    case "events":
    case "days":
      return streamReason(feature.measure.of, feature.measure, name, voices[name](feature.provider), value);
    case "order":
      return orderReason(name, feature, value);
    case "goal":
      return goalReason(voices[name](feature.provider), feature, value);
    case "group":
      return groupReason(name, feature, value);
    case "traits":
      return traitReason(name, feature, value);
    case "calendar":
      return name === "exact" ? "the time of year" : "time of year";
  }
};

type VoiceName = "exact" | "plain";

/** The words in which a voice says what both say, with the nouns of a stream's events. */
interface Voice extends Pick<StreamWords, "one" | "many"> {
  /** A day with events. */
  visit: string;
  /** The value of an event. */
  amount: string;
  /** Sum of the values within a window or a day: "nothing spent", "spent 120". */
  spent: (value: number) => string;
  quiet: string;
  /** Said where there are too few events for a gap, and for gaps to compare. */
  noGap: string;
  noRhythm: string;
  /** "no orders", "3 orders" */
  howMany: (value: number) => string;
  days: (value: number) => string;
  shareOf: (share: number) => string;
  duration: (days: number) => string;
  ago: (days: number) => string;
  within: (days: Days) => string;
}

type Say<Measure> = (voice: Voice, value: number, measure: Measure) => string;
type InTwoVoices<Measure> = Record<VoiceName, Say<Measure>>;
/** A single function says `both` where the voices differ in their words alone. */
type Phrases<Measure> = ({ both: Say<Measure> } | InTwoVoices<Measure>) & { missing: Say<Measure> };

type Measures = { [Measure in EventMeasure | DayMeasure as Measure["of"]]: Measure };

const streamReason = <Of extends keyof Measures>(
  of: Of,
  measure: Measures[Of],
  name: VoiceName,
  voice: Voice,
  value: number,
): string => {
  const row: Phrases<Measures[Of]> = phrases[of];
  const say = Number.isNaN(value) ? row.missing : "both" in row ? row.both : row[name];
  return say(voice, value, measure);
};

const notYet: Say<unknown> = ({ one }) => `no ${one} yet`;
const noAmountYet: Say<unknown> = ({ one, amount }) => `no ${one} with ${withArticle(amount)} yet`;
const noPropertyYet: Say<{ property: string }> = ({ one }, _, { property }) =>
  `no ${one} with ${literate(property)} yet`;
const usualGap: InTwoVoices<unknown> = {
  exact: ({ one }, value) => `last ${one} ${times(value)} the usual gap ago`,
  plain: ({ one }, value) =>
    value > 1.5
      ? `next ${one} is overdue (${english.number(value, 2)} times the usual gap)`
      : value < 0.7
        ? `next ${one} is not due yet`
        : `next ${one} is due about now`,
};
const everyGap: Say<unknown> = ({ many, duration }, value) =>
  value < 1.5 ? `${many} about every day` : `${many} about every ${duration(value)}`;

const phrases: { [Of in keyof Measures]: Phrases<Measures[Of]> } = {
  count: {
    both: ({ howMany, within }, value, { days }) => `${howMany(value)} ${within(days)}`,
    missing: notYet,
  },
  value_sum: {
    exact: ({ spent, within }, value, { days }) => `${spent(value)} ${within(days)}`,
    plain: ({ spent, within }, value, { days }) => `${spent(value)} ${within(days)}`,
    missing: notYet,
  },
  decayed_count: {
    exact: ({ one, many }, value, { halfLifeDays }) =>
      `${show(value)} recent ${value === 1 ? one : many} (${halfLifeDays}-day decay)`,
    plain: ({ one, many }, value) =>
      value < 0.5
        ? `hardly any recent ${many}`
        : `about ${counted(Math.round(value), `recent ${one}`, `recent ${many}`)}`,
    missing: notYet,
  },
  recency: { both: ({ one, ago }, value) => `last ${one} ${ago(value)}`, missing: notYet },
  tenure: { both: ({ one, ago }, value) => `first ${one} ${ago(value)}`, missing: notYet },
  rate: {
    exact: ({ many }, value) => `${show(value)} ${many} per 30 days since the first`,
    plain: ({ one, many }, value) => often(value, one, many),
    missing: notYet,
  },
  recency_over_tenure: {
    both: ({ one, quiet }, value) =>
      value === 1
        ? `no other ${one} since the first`
        : `${quiet} for ${english.percent(value)} of the time since the first ${one}`,
    missing: notYet,
  },
  trend: {
    exact: ({ shareOf, within }, value, { days }) =>
      `${shareOf(value)} ${within(2 * days)} were in the last ${days}`,
    plain: ({ many }, value) =>
      value > 0.6
        ? `more ${many} lately than before`
        : value < 0.4
          ? `fewer ${many} lately than before`
          : `${many} as often as before`,
    missing: ({ many, within }, _, { days }) => `no ${many} ${within(2 * days)}`,
  },
  season: {
    exact: ({ howMany }, value, { days }) => `${howMany(value)} in the same ${days} days last year`,
    plain: ({ howMany }, value) => `${howMany(value)} at this time last year`,
    missing: notYet,
  },
  value_mean: {
    exact: ({ one }, value) => `average ${one} value ${show(value)}`,
    plain: ({ one }, value) => `${show(value)} per ${one} on average`,
    missing: noAmountYet,
  },
  value_max: {
    exact: ({ one }, value) => `largest ${one} value ${show(value)}`,
    plain: ({ one }, value) => `largest ${one}: ${show(value)}`,
    missing: noAmountYet,
  },
  value_negative_share: {
    exact: ({ shareOf }, value) => `${shareOf(value)} with a negative value`,
    plain: ({ many }, value) =>
      value === 0 ? "no returns" : `${english.percent(value)} of ${many} were returns`,
    missing: noAmountYet,
  },
  value_trend: {
    exact: ({ one, within }, value, { days }) =>
      `average ${one} value ${within(days)} ${times(value)} the usual`,
    plain: ({ one }, value) =>
      value > 1.1
        ? `spends more per ${one} than usual`
        : value < 0.9
          ? `spends less per ${one} than usual`
          : `spends as much per ${one} as usual`,
    missing: ({ one, amount, within }, _, { days }) =>
      `no ${one} with ${withArticle(amount)} ${within(days)}`,
  },
  property_share: {
    both: ({ shareOf }, share, { property, value }) => `${shareOf(share)} with ${category(property, value)}`,
    missing: noPropertyYet,
  },
  property_count: {
    both: ({ howMany, within }, count, { property, value, days }) =>
      `${howMany(count)} with ${category(property, value)} ${within(days)}`,
    missing: notYet,
  },
  property_mean: {
    exact: ({ one }, value, { property }) => `average ${literate(property)} per ${one} ${show(value)}`,
    plain: ({ one, many }, value, { property }) =>
      value === 0
        ? `no ${literate(property)} on ${many}`
        : `average ${literate(property)} per ${one}: ${show(value)}`,
    missing: noPropertyYet,
  },
  active_days: {
    both: ({ many, days, within }, value, measure) =>
      `${value === 0 ? `no ${many}` : `${many} on ${days(value)}`} ${within(measure.days)}`,
    missing: notYet,
  },
  gap_mean: {
    exact: ({ many, duration }, value) => `${duration(value)} between ${many} on average`,
    plain: everyGap,
    missing: ({ noGap }) => noGap,
  },
  gap_spread: {
    exact: ({ many, duration }, value) =>
      value === 0 ? `evenly spaced ${many}` : `time between ${many} varies by ${duration(value)}`,
    plain: ({ many, duration }, value) =>
      value < 1 ? `${many} at regular intervals` : `time between ${many} varies by ${duration(value)}`,
    missing: ({ noRhythm }) => noRhythm,
  },
  gap_last_over_mean: {
    exact: ({ many }, value) => `last gap between ${many} ${times(value)} the usual gap`,
    plain: ({ one }, value) =>
      value > 1.1
        ? `came back later than usual for the last ${one}`
        : value < 0.9
          ? `came back sooner than usual for the last ${one}`
          : `came back as usual for the last ${one}`,
    missing: ({ noGap }) => noGap,
  },
  gap_median: {
    exact: ({ many, duration }, value) => `usually ${duration(value)} between ${many}`,
    plain: everyGap,
    missing: ({ noGap }) => noGap,
  },
  gap_max: {
    exact: ({ many, duration }, value) => `at most ${duration(value)} between ${many}`,
    plain: ({ many, duration }, value) => `never more than ${duration(value)} between ${many}`,
    missing: ({ noGap }) => noGap,
  },
  overdue: { ...usualGap, missing: ({ noGap }) => noGap },
  overdue_median: { ...usualGap, missing: ({ noGap }) => noGap },
  overdue_max: {
    exact: ({ one }, value) => `last ${one} ${times(value)} the longest gap ago`,
    plain: ({ many }, value) =>
      value > 1
        ? `quiet for longer than ever between ${many}`
        : `quiet for ${english.percent(value)} of the longest time between ${many}`,
    missing: ({ noGap }) => noGap,
  },
  overdue_last: {
    exact: ({ one }, value) => `last ${one} ${times(value)} the last gap ago`,
    plain: ({ one }, value) =>
      value > 1
        ? `quiet for longer than before the last ${one}`
        : `quiet for ${english.percent(value)} of the time before the last ${one}`,
    missing: ({ noGap }) => noGap,
  },
  value_first: {
    exact: ({ many }, value) => `${many} worth ${show(value)} on the first day`,
    plain: ({ spent }, value) => `${spent(value)} on the first day`,
    missing: ({ amount, visit }) => `${amount} of the first ${visit} not known`,
  },
  value_last: {
    exact: ({ many }, value) => `${many} worth ${show(value)} on the last day`,
    plain: ({ spent }, value) => `${spent(value)} on the last day`,
    missing: ({ amount, visit }) => `${amount} of the last ${visit} not known`,
  },
  property_last: {
    exact: ({ many }, value, { property }) =>
      `average ${literate(property)} ${show(value)} on the last day with ${many}`,
    plain: ({ one }, value, { property }) =>
      `average ${literate(property)} of the last ${one}: ${show(value)}`,
    missing: ({ visit }, _, { property }) => `${literate(property)} of the last ${visit} not known`,
  },
};

const orderReason = (name: VoiceName, { provider, until }: OrderFeature, value: number): string => {
  const [{ one, many, duration }, to] = [voices[name](provider), voices[name](until)];
  const isExact = name === "exact";
  if (Number.isNaN(value))
    return isExact
      ? `not yet both ${withArticle(one)} and ${withArticle(to.one)}`
      : `not both ${many} and ${to.many} yet`;
  if (!isExact && Math.abs(value) < 1) return `last ${to.one} on the day of the last ${one}`;
  const side = value < 0 ? "before" : "after";
  return `last ${to.one} ${duration(Math.abs(value))} ${side} ${isExact ? "" : "the "}last ${one}`;
};

const goalReason = ({ one, many }: Voice, { measure }: GoalFeature, value: number): string => {
  if (Number.isNaN(value)) return `no ${one} yet`;
  const last = `the last ${measure.moments} ${many}`;
  return value === 0
    ? `goal reached at none of ${last}`
    : `goal reached at ${value === 1 ? "all" : english.percent(value)} of ${last}`;
};

const groupReason = (name: VoiceName, { provider, measure }: GroupFeature, value: number): string => {
  const { many, within } = voices[name](provider);
  const same = `others with the same ${literate(measure.key.name)}`;
  const others = `${many} of ${same}`;
  if (Number.isNaN(value)) return `nothing known of ${same}`;
  switch (measure.of) {
    case "group_goal_share":
      return `goal reached at ${english.percent(value)} of the ${others} ${within(measure.days)}`;
    case "group_reached_share":
      return `goal reached within ${measure.horizonDays} days of ${english.percent(value)} of the ${others}`;
    case "group_mean": {
      const number = measure.number === null ? "value" : literate(measure.number);
      return `average ${number} ${show(value)} of the ${others} ${within(measure.days)}`;
    }
    case "group_count":
      return `${value === 0 ? "no" : show(value)} ${others} ${within(measure.days)}`;
  }
};

const traitReason = (name: VoiceName, { measure }: TraitFeature, value: number): string => {
  const { trait, value: compared, said = {} } = measure;
  const noun = said.trait ?? literate(trait);
  if (Number.isNaN(value)) return `${noun} not known`;
  if (compared !== null) return `${noun} is ${value > 0 ? "" : "not "}“${said.value ?? compared}”`;
  return `${noun}${name === "exact" ? "" : ":"} ${show(value)}${said.unit === undefined ? "" : ` ${said.unit}`}`;
};

const category = (property: string, value: string): string => `${literate(property)} “${value}”`;

const show = english.value;
const times = (ratio: number): string => `${show(ratio)} times`;

/** `perMonth` counts events in 30 days. */
const often = (perMonth: number, one: string, many: string): string => {
  if (perMonth >= 0.75) return `about ${counted(Math.round(perMonth), one, many)} a month`;
  const months = Math.round(1 / Math.max(perMonth, 1 / 120));
  return months >= 12
    ? `less than one ${one} a year`
    : `about one ${one} every ${months === 1 ? "month" : `${months} months`}`;
};

/** The usual name of a stream of purchases is not a word of the trade. */
const plainNames: Readonly<Record<string, string>> = { transaction: "purchase", transactions: "purchase" };
export const nouns = (stream: string): StreamWords => streamWords(plainNames[stream] ?? stream);

/** Its value is the price of what begins, which is paid again without another event. */
const paidAgain = /\b(subscription|membership|contract|policy|plan)$/;

const exactVoice = (stream: string): Voice => {
  const { one, many } = streamWords(stream);
  const count = (value: number, one: string, many: string) => counted(value, one, many, { count: show });
  return {
    one,
    many,
    visit: `day with ${many}`,
    amount: "value",
    spent: (value) => (value === 0 ? `no value of ${many}` : `${many} worth ${show(value)}`),
    quiet: "inactive",
    noGap: `fewer than two days with ${many}`,
    noRhythm: `fewer than three days with ${many}`,
    howMany: (value) => (Number.isInteger(value) ? howMany(value, one, many) : count(value, one, many)),
    days: (value) => count(value, "day", "days"),
    shareOf: (share) =>
      share === 0
        ? `none of the ${many}`
        : share === 1
          ? `all ${many}`
          : `${english.percent(share)} of the ${many}`,
    duration: exactDuration,
    ago: (days) => `${exactDuration(days)} ago`,
    within: (days) => (days === null ? "so far" : `in the last ${days} days`),
  };
};

const plainVoice = (stream: string): Voice => {
  const { one, many } = nouns(stream);
  return {
    one,
    many,
    visit: one,
    amount: "amount",
    spent: (value) => {
      if (!paidAgain.test(one)) return value === 0 ? "nothing spent" : `spent ${show(value)}`;
      return value === 0 ? `no new ${one}` : `new ${many} at ${show(value)}`;
    },
    quiet: "quiet",
    noGap: `only one ${one} so far`,
    noRhythm: `too few ${many} to see a rhythm`,
    howMany: (value) => howMany(Math.round(value), one, many),
    days: (value) => counted(Math.round(value), "day"),
    shareOf: (share) =>
      share === 0 ? `no ${many}` : share === 1 ? `all ${many}` : `${english.percent(share)} of ${many}`,
    duration: plainDuration,
    ago: (days) => (days < 1 ? "less than a day ago" : `${plainDuration(days)} ago`),
    within: plainWindow,
  };
};

const voices = { exact: exactVoice, plain: plainVoice };

/** In the unit that leaves two digits or fewer: "less than a day", "12 days", "14 months", "3 years". */
const exactDuration = (days: number): string => {
  if (days < 1) return "less than a day";
  return days < 60 ? counted(Math.round(days), "day") : monthsOrYears(days);
};

/** "12 days", "6 weeks", "14 months", "3 years": two digits or fewer. */
const plainDuration = (days: number): string => {
  if (days < 21) return counted(Math.max(1, Math.round(days)), "day");
  return days < 60 ? counted(Math.round(days / 7), "week") : monthsOrYears(days);
};

const monthsOrYears = (days: number): string =>
  days < 730 ? counted(Math.round(days / 30.4375), "month") : counted(Math.round(days / 365.25), "year");

/** "in the last 6 weeks", "in the last 3 months"; all of the past is "so far". */
const plainWindow = (days: Days): string => {
  if (days === null) return "so far";
  const unit = days % 365 === 0 ? 365 : days % 30 === 0 ? 30 : days % 7 === 0 ? 7 : 1;
  const noun = { 365: "year", 30: "month", 7: "week", 1: "day" }[unit];
  return `in the last ${days === unit ? noun : `${days / unit} ${noun}s`}`;
};

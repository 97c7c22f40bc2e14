// Reasons of a score for people who read a list: short sentences without terms of the model, "Last order 12
// days ago", "3 orders in the last 6 weeks". `reasons.ts` has the exact phrases of the analysis.

import type {
  DayFeature,
  Days,
  EventFeature,
  Feature,
  OrderFeature,
  TraitFeature,
} from "../domain/outcome/features/feature.js";
import { literate, type StreamWords, streamWords } from "../domain/outcome/features/naming.js";
import { english } from "./format.js";
import { capitalized, counted, howMany } from "./plural.js";
import { reasonText } from "./reasons.js";

/** Without repetitions: the first purchase of a one-time purchaser is also the last. */
export const distinctReasons = (reasons: readonly string[]): string[] => {
  const saying = (reason: string) => reason.replace(/^(First|Last) /, "");
  return reasons.filter((reason, i) => reasons.findIndex((other) => saying(other) === saying(reason)) === i);
};

/** `value` is NaN where it is missing. Starts with a capital, ends without a full stop. */
export const plainReason = (feature: Feature, value: number): string =>
  capitalized(Number.isNaN(value) ? missing(feature) : known(feature, value));

const known = (feature: Feature, value: number): string => {
  switch (feature.over) {
    case "events":
      return eventsReason(feature, value);
    case "days":
      return daysReason(feature, value);
    case "order":
      return orderReason(feature, value);
    case "traits":
      return traitReason(feature, value);
    case "calendar":
      return "time of year";
  }
};

/** What a missing value means: mostly, that something has not happened yet. */
const missing = (feature: Feature): string => {
  if (feature.over === "order")
    return `not both ${nounsOf(feature).many} and ${nouns(feature.until).many} yet`;
  if (feature.over !== "events" && feature.over !== "days") return reasonText(feature, Number.NaN);
  const { one, many } = nounsOf(feature);
  const { measure } = feature;
  switch (measure.of) {
    case "trend":
      return `no ${many} ${within(2 * measure.days)}`;
    case "value_trend":
      return `no ${one} with an amount ${within(measure.days)}`;
    case "value_mean":
    case "value_max":
    case "value_negative_share":
      return `no ${one} with an amount yet`;
    case "property_share":
    case "property_mean":
      return `no ${one} with ${literate(measure.property)} yet`;
    case "gap_mean":
    case "gap_last_over_mean":
    case "gap_median":
    case "gap_max":
    case "overdue":
    case "overdue_median":
    case "overdue_max":
    case "overdue_last":
      return `only one ${one} so far`;
    case "gap_spread":
      return `too few ${many} to see a rhythm`;
    case "value_first":
      return `amount of the first ${one} not known`;
    case "value_last":
      return `amount of the last ${one} not known`;
    case "property_last":
      return `${literate(measure.property)} of the last ${one} not known`;
    default:
      return `no ${one} yet`;
  }
};

const eventsReason = (feature: EventFeature, value: number): string => {
  const { one, many } = nounsOf(feature);
  const { measure } = feature;
  switch (measure.of) {
    case "count":
      return `${numberOf(value, one, many)} ${within(measure.days)}`;
    case "value_sum":
      return value === 0
        ? `nothing spent ${within(measure.days)}`
        : `spent ${show(value)} ${within(measure.days)}`;
    case "decayed_count":
      return value < 0.5
        ? `hardly any recent ${many}`
        : `about ${counted(Math.round(value), `recent ${one}`, `recent ${many}`)}`;
    case "recency":
      return `last ${one} ${ago(value)}`;
    case "tenure":
      return `first ${one} ${ago(value)}`;
    case "rate":
      return often(value, one, many);
    case "recency_over_tenure":
      return value === 1
        ? `no other ${one} since the first`
        : `quiet for ${english.percent(value)} of the time since the first ${one}`;
    case "trend":
      return value > 0.6
        ? `more ${many} lately than before`
        : value < 0.4
          ? `fewer ${many} lately than before`
          : `${many} as often as before`;
    case "season":
      return `${numberOf(value, one, many)} at this time last year`;
    case "value_mean":
      return `${show(value)} per ${one} on average`;
    case "value_max":
      return `largest ${one}: ${show(value)}`;
    case "value_negative_share":
      return value === 0 ? "no returns" : `${english.percent(value)} of ${many} were returns`;
    case "value_trend":
      return value > 1.1
        ? `spends more per ${one} than usual`
        : value < 0.9
          ? `spends less per ${one} than usual`
          : `spends as much per ${one} as usual`;
    case "property_share":
      return `${shareOf(value, many)} with ${category(measure)}`;
    case "property_count":
      return `${numberOf(value, one, many)} with ${category(measure)} ${within(measure.days)}`;
    case "property_mean":
      return value === 0
        ? `no ${literate(measure.property)} on ${many}`
        : `average ${literate(measure.property)} per ${one}: ${show(value)}`;
  }
};

const daysReason = (feature: DayFeature, value: number): string => {
  const { one, many } = nounsOf(feature);
  const { measure } = feature;
  switch (measure.of) {
    case "active_days":
      return value === 0
        ? `no ${many} ${within(measure.days)}`
        : `${many} on ${counted(Math.round(value), "day")} ${within(measure.days)}`;
    case "gap_mean":
    case "gap_median":
      return value < 1.5 ? `${many} about every day` : `${many} about every ${duration(value)}`;
    case "gap_spread":
      return value < 1 ? `${many} at regular intervals` : `time between ${many} varies by ${duration(value)}`;
    case "gap_last_over_mean":
      return value > 1.1
        ? `came back later than usual for the last ${one}`
        : value < 0.9
          ? `came back sooner than usual for the last ${one}`
          : `came back as usual for the last ${one}`;
    case "gap_max":
      return `never more than ${duration(value)} between ${many}`;
    case "overdue_max":
      return value > 1
        ? `quiet for longer than ever between ${many}`
        : `quiet for ${english.percent(value)} of the longest time between ${many}`;
    case "overdue_last":
      return value > 1
        ? `quiet for longer than before the last ${one}`
        : `quiet for ${english.percent(value)} of the time before the last ${one}`;
    case "overdue":
    case "overdue_median":
      return value > 1.5
        ? `next ${one} is overdue (${english.number(value, 2)} times the usual gap)`
        : value < 0.7
          ? `next ${one} is not due yet`
          : `next ${one} is due about now`;
    case "value_first":
      return `spent ${show(value)} on the first day`;
    case "value_last":
      return `spent ${show(value)} on the last day`;
    case "property_last":
      return `average ${literate(measure.property)} of the last ${one}: ${show(value)}`;
  }
};

const orderReason = (feature: OrderFeature, value: number): string => {
  const [from, to] = [nounsOf(feature).one, nouns(feature.until).one];
  if (Math.abs(value) < 1) return `last ${to} on the day of the last ${from}`;
  return `last ${to} ${duration(Math.abs(value))} ${value < 0 ? "before" : "after"} the last ${from}`;
};

const traitReason = ({ measure }: TraitFeature, value: number): string => {
  const { trait, value: compared, said = {} } = measure;
  const name = said.trait ?? literate(trait);
  if (compared === null) return `${name}: ${show(value)}${said.unit === undefined ? "" : ` ${said.unit}`}`;
  return `${name} is ${value > 0 ? "" : "not "}“${said.value ?? compared}”`;
};

/** The usual name of a stream of purchases is not a word of the trade. */
const plainNames: Readonly<Record<string, string>> = { transaction: "purchase", transactions: "purchase" };
export const nouns = (stream: string): StreamWords => streamWords(plainNames[stream] ?? stream);
const nounsOf = ({ provider }: { provider: string }) => nouns(provider);

const category = ({ property, value }: { property: string; value: string }): string =>
  `${literate(property)} “${value}”`;

const show = english.value;

const numberOf = (value: number, one: string, many: string): string => howMany(Math.round(value), one, many);

const shareOf = (share: number, many: string): string => {
  if (share === 0) return `no ${many}`;
  return share === 1 ? `all ${many}` : `${english.percent(share)} of ${many}`;
};

/** `perMonth` counts events in 30 days. */
const often = (perMonth: number, one: string, many: string): string => {
  if (perMonth >= 0.75) return `about ${counted(Math.round(perMonth), one, many)} a month`;
  const months = Math.round(1 / Math.max(perMonth, 1 / 120));
  return months >= 12
    ? `less than one ${one} a year`
    : `about one ${one} every ${months === 1 ? "month" : `${months} months`}`;
};

const ago = (days: number): string => (days < 1 ? "less than a day ago" : `${duration(days)} ago`);

/** "12 days", "6 weeks", "14 months", "3 years": two digits or fewer. */
const duration = (days: number): string => {
  if (days < 21) return counted(Math.max(1, Math.round(days)), "day");
  if (days < 60) return counted(Math.round(days / 7), "week");
  if (days < 730) return counted(Math.round(days / 30.4375), "month");
  return counted(Math.round(days / 365.25), "year");
};

/** "in the last 6 weeks", "in the last 3 months"; all of the past is "so far". */
const within = (days: Days): string => {
  if (days === null) return "so far";
  const [count, unit] = windowIn(days);
  return `in the last ${count === 1 ? unit : `${count} ${unit}s`}`;
};

const windowIn = (days: number): [number, string] => {
  if (days % 365 === 0) return [days / 365, "year"];
  if (days % 30 === 0) return [days / 30, "month"];
  return days % 7 === 0 ? [days / 7, "week"] : [days, "day"];
};

// Reasons of a score: a feature and its value as a phrase, "last order 12 days ago". A missing value has a
// phrase of its own, because it usually means that something has not happened yet.

import type {
  DayFeature,
  Days,
  EventFeature,
  Feature,
  OrderFeature,
  TraitFeature,
} from "../domain/outcome/features/feature.js";
import { literate, streamWords } from "../domain/outcome/features/naming.js";
import { english } from "./format.js";
import { counted, howMany, withArticle } from "./plural.js";

/** `value` is NaN where it is missing. */
export const reasonText = (feature: Feature, value: number): string => {
  const isKnown = !Number.isNaN(value);
  switch (feature.over) {
    case "events":
      return isKnown ? eventsReason(feature, value) : missingEvents(feature);
    case "days":
      return isKnown ? daysReason(feature, value) : missingDays(feature);
    case "order":
      return isKnown ? orderReason(feature, value) : missingOrder(feature);
    case "traits":
      return traitReason(feature, value);
    case "calendar":
      return "the time of year";
  }
};

const eventsReason = ({ provider, measure }: EventFeature, value: number): string => {
  const { one, many } = streamWords(provider);
  switch (measure.of) {
    case "count":
      return `${numberOf(value, one, many)} ${window(measure.days)}`;
    case "value_sum":
      return `${value === 0 ? `no value of ${many}` : `${many} worth ${show(value)}`} ${window(measure.days)}`;
    case "decayed_count":
      return `${show(value)} recent ${value === 1 ? one : many} (${measure.halfLifeDays}-day decay)`;
    case "recency":
      return `last ${one} ${durationText(value)} ago`;
    case "tenure":
      return `first ${one} ${durationText(value)} ago`;
    case "rate":
      return `${show(value)} ${many} per 30 days since the first`;
    case "recency_over_tenure":
      return value === 1
        ? `no other ${one} since the first`
        : `inactive for ${english.percent(value)} of the time since the first ${one}`;
    case "trend":
      return `${shareOf(value, many)} ${window(2 * measure.days)} were in the last ${measure.days}`;
    case "season":
      return `${numberOf(value, one, many)} in the same ${measure.days} days last year`;
    case "value_mean":
      return `average ${one} value ${show(value)}`;
    case "value_max":
      return `largest ${one} value ${show(value)}`;
    case "value_negative_share":
      return `${shareOf(value, many)} with a negative value`;
    case "value_trend":
      return `average ${one} value ${window(measure.days)} ${times(value)} the usual`;
    case "property_share":
      return `${shareOf(value, many)} with ${category(measure)}`;
    case "property_count":
      return `${numberOf(value, one, many)} with ${category(measure)} ${window(measure.days)}`;
    case "property_mean":
      return `average ${literate(measure.property)} per ${one} ${show(value)}`;
  }
};

const missingEvents = ({ provider, measure }: EventFeature): string => {
  const { one, many } = streamWords(provider);
  switch (measure.of) {
    case "trend":
      return `no ${many} ${window(2 * measure.days)}`;
    case "value_mean":
    case "value_max":
    case "value_negative_share":
      return `no ${one} with a value yet`;
    case "value_trend":
      return `no ${one} with a value ${window(measure.days)}`;
    case "property_share":
    case "property_mean":
      return `no ${one} with ${literate(measure.property)} yet`;
    case "count":
    case "value_sum":
    case "decayed_count":
    case "recency":
    case "tenure":
    case "rate":
    case "recency_over_tenure":
    case "season":
    case "property_count":
      return `no ${one} yet`;
  }
};

const daysReason = ({ provider, measure }: DayFeature, value: number): string => {
  const { one, many } = streamWords(provider);
  switch (measure.of) {
    case "active_days":
      return value === 0
        ? `no ${many} ${window(measure.days)}`
        : `${many} on ${count(value, "day", "days")} ${window(measure.days)}`;
    case "gap_mean":
      return `${durationText(value)} between ${many} on average`;
    case "gap_spread":
      return value === 0 ? `evenly spaced ${many}` : `time between ${many} varies by ${durationText(value)}`;
    case "gap_last_over_mean":
      return `last gap between ${many} ${times(value)} the usual gap`;
    case "gap_median":
      return `usually ${durationText(value)} between ${many}`;
    case "gap_max":
      return `at most ${durationText(value)} between ${many}`;
    case "overdue":
    case "overdue_median":
      return `last ${one} ${times(value)} the usual gap ago`;
    case "overdue_max":
      return `last ${one} ${times(value)} the longest gap ago`;
    case "overdue_last":
      return `last ${one} ${times(value)} the last gap ago`;
    case "value_first":
      return `${many} worth ${show(value)} on the first day`;
    case "value_last":
      return `${many} worth ${show(value)} on the last day`;
    case "property_last":
      return `average ${literate(measure.property)} ${show(value)} on the last day with ${many}`;
  }
};

const missingDays = ({ provider, measure }: DayFeature): string => {
  const { one, many } = streamWords(provider);
  switch (measure.of) {
    case "active_days":
      return `no ${one} yet`;
    case "gap_mean":
    case "gap_last_over_mean":
    case "gap_median":
    case "gap_max":
    case "overdue":
    case "overdue_median":
    case "overdue_max":
    case "overdue_last":
      return `fewer than two days with ${many}`;
    case "gap_spread":
      return `fewer than three days with ${many}`;
    case "value_first":
      return `value of the first day with ${many} not known`;
    case "value_last":
      return `value of the last day with ${many} not known`;
    case "property_last":
      return `${literate(measure.property)} of the last day with ${many} not known`;
  }
};

const orderReason = ({ provider, until }: OrderFeature, value: number): string => {
  const [from, to] = [streamWords(provider).one, streamWords(until).one];
  return `last ${to} ${durationText(Math.abs(value))} ${value < 0 ? "before" : "after"} last ${from}`;
};

const missingOrder = ({ provider, until }: OrderFeature): string =>
  `not yet both ${withArticle(streamWords(provider).one)} and ${withArticle(streamWords(until).one)}`;

const traitReason = ({ measure }: TraitFeature, value: number): string => {
  const { trait, value: compared, said: words = {} } = measure;
  const name = words.trait ?? literate(trait);
  if (Number.isNaN(value)) return `${name} not known`;
  if (compared === null) return `${name} ${show(value)}${words.unit === undefined ? "" : ` ${words.unit}`}`;
  return `${name} is ${value > 0 ? "" : "not "}“${words.value ?? compared}”`;
};

const category = ({ property, value }: { property: string; value: string }): string =>
  `${literate(property)} “${value}”`;

const show = english.value;
const times = (ratio: number): string => `${show(ratio)} times`;
const numberOf = (value: number, one: string, many: string): string =>
  Number.isInteger(value) ? howMany(value, one, many) : count(value, one, many);
const count = (value: number, one: string, many: string): string =>
  counted(value, one, many, { count: show });

const shareOf = (share: number, many: string): string => {
  if (share === 0) return `none of the ${many}`;
  return share === 1 ? `all ${many}` : `${english.percent(share)} of the ${many}`;
};

/** In the unit that leaves two digits or fewer: "less than a day", "12 days", "14 months", "3 years". */
const durationText = (days: number): string => {
  if (days < 1) return "less than a day";
  if (days < 60) return counted(Math.round(days), "day");
  if (days < 730) return counted(Math.round(days / 30.4375), "month");
  return counted(Math.round(days / 365.25), "year");
};

const window = (days: Days): string => (days === null ? "so far" : `in the last ${days} days`);

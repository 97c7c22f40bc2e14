// A feature and its value, as a reason that anybody understands. A value that is not known has words of its own, because most
// often it says that something has not happened yet.

import type {
  DayFeature,
  EventFeature,
  Feature,
  OrderFeature,
  TraitFeature,
} from "../../domain/features/feature.js";
import { literate, streamWords } from "../../domain/features/naming.js";
import { percent, value as said } from "../report/format.js";
import { counted, howLong, howMany, shareOf, times, window } from "./amounts.js";

/** `value` is NaN where it is not known. */
export const inWords = (feature: Feature, value: number): string => {
  const isKnown = !Number.isNaN(value);
  switch (feature.over) {
    case "events":
      return isKnown ? ofEvents(feature, value) : withoutEvents(feature);
    case "days":
      return isKnown ? ofDays(feature, value) : withoutDays(feature);
    case "order":
      return isKnown ? ofOrder(feature, value) : withoutOrder(feature);
    case "traits":
      return ofTrait(feature, value);
    case "calendar":
      return "the time of year";
  }
};

const ofEvents = ({ provider, measure }: EventFeature, value: number): string => {
  const stream = streamWords(provider);
  const { one, many } = stream;
  switch (measure.of) {
    case "count":
      return `${howMany(value, stream)} ${window(measure.days)}`;
    case "value_sum":
      return `${value === 0 ? `no ${many} worth anything` : `${many} worth ${said(value)}`} ${window(measure.days)}`;
    case "decayed_count":
      return `${said(value)} ${many}, each counting half with every ${measure.halfLifeDays} days of age`;
    case "recency":
      return `last ${one} ${howLong(value)} ago`;
    case "tenure":
      return `first ${one} ${howLong(value)} ago`;
    case "rate":
      return `${said(value)} ${many} per 30 days since the first`;
    case "recency_over_tenure":
      return value === 1
        ? `quiet since the first ${one}`
        : `quiet for ${percent(value, 0)} of the time since the first ${one}`;
    case "trend":
      return `${shareOf(value)} the ${many} ${window(2 * measure.days)} were in the last ${measure.days}`;
    case "season":
      return `${howMany(value, stream)} in the ${measure.days} days that began a year ago`;
    case "value_mean":
      return `mean value of a ${one} ${said(value)}`;
    case "value_max":
      return `largest ${one} worth ${said(value)}`;
    case "value_negative_share":
      return `negative value in ${shareOf(value)} the ${many}`;
    case "value_trend":
      return `${many} ${window(measure.days)} worth ${times(value)} the usual`;
    case "property_share":
      return `${category(measure)} in ${shareOf(value)} the ${many}`;
    case "property_count":
      return `${howMany(value, stream)} with ${category(measure)} ${window(measure.days)}`;
    case "property_mean":
      return `mean ${literate(measure.property)} of a ${one} ${said(value)}`;
  }
};

const withoutEvents = ({ provider, measure }: EventFeature): string => {
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
      return `no ${one} with ${literate(measure.property)} known yet`;
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

const ofDays = ({ provider, measure }: DayFeature, value: number): string => {
  const { one, many } = streamWords(provider);
  switch (measure.of) {
    case "active_days":
      return value === 0
        ? `no ${many} ${window(measure.days)}`
        : `${many} on ${counted(value, "day", "days")} ${window(measure.days)}`;
    case "gap_mean":
      return `${howLong(value)} between ${many} on average`;
    case "gap_spread":
      return value === 0
        ? `${many} always equally far apart`
        : `time between ${many} varies by ${howLong(value)}`;
    case "gap_last_over_mean":
      return `last gap between ${many} ${times(value)} the usual gap`;
    case "overdue":
      return `last ${one} ${times(value)} the usual gap ago`;
    case "value_first":
      return `first day with ${many} worth ${said(value)}`;
    case "value_last":
      return `last day with ${many} worth ${said(value)}`;
    case "property_last":
      return `mean ${literate(measure.property)} ${said(value)} on the last day with ${many}`;
  }
};

const withoutDays = ({ provider, measure }: DayFeature): string => {
  const { one, many } = streamWords(provider);
  switch (measure.of) {
    case "active_days":
      return `no ${one} yet`;
    case "gap_mean":
    case "gap_last_over_mean":
    case "overdue":
      return `not yet two days with ${many}`;
    case "gap_spread":
      return `not yet three days with ${many}`;
    case "value_first":
      return `value of the first day with ${many} not known`;
    case "value_last":
      return `value of the last day with ${many} not known`;
    case "property_last":
      return `${literate(measure.property)} of the last day with ${many} not known`;
  }
};

const ofOrder = ({ provider, until }: OrderFeature, value: number): string => {
  const [from, to] = [streamWords(provider).one, streamWords(until).one];
  return `last ${to} ${howLong(Math.abs(value))} ${value < 0 ? "before" : "after"} last ${from}`;
};

const withoutOrder = ({ provider, until }: OrderFeature): string =>
  `not yet both a ${streamWords(provider).one} and a ${streamWords(until).one}`;

const ofTrait = ({ measure }: TraitFeature, value: number): string => {
  const { trait, value: asked, said: words = {} } = measure;
  const name = words.trait ?? literate(trait);
  if (Number.isNaN(value)) return `${name} not known`;
  if (asked === null) return `${name} ${said(value)}${words.unit === undefined ? "" : ` ${words.unit}`}`;
  return `${name} is ${value > 0 ? "" : "not "}“${words.value ?? asked}”`;
};

const category = ({ property, value }: { property: string; value: string }): string =>
  `${literate(property)} “${value}”`;

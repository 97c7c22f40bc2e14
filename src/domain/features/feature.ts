// A feature is a measure of one person as of a cutoff, written as data. It only knows durations before the cutoff and never
// a date, because a model that sees dates learns which campaign somebody came with instead of what people do next.

/** Trailing days `[cutoff − days, cutoff)`; null is all of the past. */
export type Days = number | null;

/** Measures over the events of one person in one stream. */
export type EventMeasure =
  | { of: "count"; days: Days }
  | { of: "value_sum"; days: Days }
  /** Events, each of which counts half with every half-life of age. */
  | { of: "decayed_count"; halfLifeDays: number }
  | { of: "recency" }
  | { of: "tenure" }
  /** Events per 30 days since the first, of which there are at least 30. */
  | { of: "rate" }
  | { of: "recency_over_tenure" }
  /** Share of the newer half in the events of the last `2 × days`. */
  | { of: "trend"; days: number }
  /** Events in the `days` that began a year before the cutoff: last year's counterpart of what comes now. */
  | { of: "season"; days: number }
  | { of: "value_mean" }
  | { of: "value_max" }
  /** Of the events with a value, the share in which it is below zero: what was brought back. */
  | { of: "value_negative_share" }
  /** Mean value in the last days over the mean of all. */
  | { of: "value_trend"; days: number }
  | { of: "property_share"; property: string; value: string; isList?: true }
  | { of: "property_count"; property: string; value: string; isList?: true; days: number }
  | { of: "property_mean"; property: string };

/** Measures over the days on which a person had events: several events of a day are one visit, not a gap of nothing. */
export type DayMeasure =
  | { of: "active_days"; days: Days }
  | { of: "gap_mean" }
  | { of: "gap_spread" }
  | { of: "gap_last_over_mean" }
  /** Days since the last event over the mean gap. */
  | { of: "overdue" }
  | { of: "value_first" }
  | { of: "value_last" }
  | { of: "property_last"; property: string };

/** Measures over a person's traits, which have no time: `value` null reads the trait as a number, otherwise is it `value`? */
export interface TraitMeasure {
  trait: string;
  value: string | null;
  /** Of a list: is `value` one of its items? */
  isList?: true;
  /** How the owner speaks of them; absent: by their own names. */
  said?: { trait?: string; value?: string; unit?: string };
}

/** Where in the year the cutoff lies, as a point on the circle. */
export interface CalendarMeasure {
  of: "year_sin" | "year_cos";
}

interface Described {
  /** Unique in its plan, snake_case: `transaction_count_90d`. */
  name: string;
  /** For people: `transactions in the last 90 days`. */
  literate: string;
  /** A stream's name, `traits` or `calendar`. */
  provider: string;
  type: "number" | "boolean";
}

export type EventFeature = Described & { over: "events"; measure: EventMeasure };
export type DayFeature = Described & { over: "days"; measure: DayMeasure };
/** Days from the last event of `provider` to the last event of `until`; negative where that came earlier. */
export type OrderFeature = Described & { over: "order"; until: string };
export type TraitFeature = Described & { over: "traits"; measure: TraitMeasure };
export type CalendarFeature = Described & { over: "calendar"; measure: CalendarMeasure };
export type Feature = EventFeature | DayFeature | OrderFeature | TraitFeature | CalendarFeature;

/** What a model looks at, in the order of its columns. Stored with the model: scoring asks what training asked. */
export interface FeaturePlan {
  features: Feature[];
}

// Features of one family say the same thing of a person in several ways: over windows of different lengths, beside each other's
// values, or as a duration and a ratio. To people they are one reason.

/** Equal for features of one family. */
export const familyOf = (feature: Feature): string => {
  switch (feature.over) {
    case "events":
    case "days":
      return `${feature.provider} ${topicOf(feature.measure)}`;
    case "order":
      return `${feature.provider} before ${feature.until}`;
    case "traits":
      return `trait ${feature.measure.trait}`;
    case "calendar":
      return "calendar";
  }
};

const topicOf = (measure: EventMeasure | DayMeasure): string => {
  switch (measure.of) {
    case "count":
    case "decayed_count":
    case "active_days":
    case "rate":
    case "value_sum":
      return "volume";
    case "recency":
    case "recency_over_tenure":
    case "overdue":
      return "recency";
    case "gap_mean":
    case "gap_spread":
    case "gap_last_over_mean":
      return "rhythm";
    case "value_mean":
    case "value_max":
    case "value_first":
    case "value_last":
      return "value";
    case "property_share":
    case "property_count":
    case "property_mean":
    case "property_last":
      return `property ${measure.property}`;
    case "tenure":
    case "trend":
    case "season":
    case "value_trend":
    case "value_negative_share":
      return measure.of;
  }
};

// Features: measures of one person as of a cutoff, described as data. They use durations before the cutoff
// and never dates, because a model that sees dates learns which campaign a person came from instead of what
// people do next.

import type { PropertyCondition } from "../../resource/condition.js";

/** Trailing days `[cutoff − days, cutoff)`; null is all of the past. */
export type Days = number | null;

/** Measures of one person's events in one stream. */
export type EventMeasure =
  | { of: "count"; days: Days }
  | { of: "value_sum"; days: Days }
  /** Events, each with weight 0.5 to the power of its age in half-lives. */
  | { of: "decayed_count"; halfLifeDays: number }
  | { of: "recency" }
  | { of: "tenure" }
  /** Events per 30 days since the first event, but at least 30 days. */
  | { of: "rate" }
  | { of: "recency_over_tenure" }
  /** Share of the events of the last `2 × days` that are in the newer half. */
  | { of: "trend"; days: number }
  /** Events in the `days` that began a year before the cutoff: the same season last year. */
  | { of: "season"; days: number }
  | { of: "value_mean" }
  | { of: "value_max" }
  /** Share of the events with a value whose value is negative: returns. */
  | { of: "value_negative_share" }
  /** Mean value in the last days divided by the overall mean. */
  | { of: "value_trend"; days: number }
  | { of: "property_share"; property: string; value: string; isList?: true }
  | { of: "property_count"; property: string; value: string; isList?: true; days: number }
  | { of: "property_mean"; property: string };

/**
 * Measures of a person's visits, the days with events: several events of one day are one visit and not a gap
 * of zero.
 */
export type DayMeasure =
  | { of: "active_days"; days: Days }
  | { of: "gap_mean" }
  | { of: "gap_spread" }
  | { of: "gap_last_over_mean" }
  /** Days since the last event divided by the mean gap. */
  | { of: "overdue" }
  | { of: "gap_median" }
  | { of: "gap_max" }
  /**
   * Days since the last event divided by the median, the longest or the last gap: a person's own rhythm, of
   * which one long pause says little.
   */
  | { of: "overdue_median" }
  | { of: "overdue_max" }
  | { of: "overdue_last" }
  | { of: "value_first" }
  | { of: "value_last" }
  | { of: "property_last"; property: string };

/** Measure of a trait. With `value` null it is the trait as a number, otherwise whether the trait equals `value`. */
export interface TraitMeasure {
  trait: string;
  value: string | null;
  /** The trait is a list, and the measure is whether `value` is one of its items. */
  isList?: true;
  /** The owner's display names; absent: those of the data. Stored with models under this key. */
  said?: { trait?: string; value?: string; unit?: string };
}

/** Events of a stream that meet its conditions; all of its events without any. */
export interface ChosenEvents {
  stream: string;
  conditions: readonly PropertyCondition[];
}

/**
 * Share of a person's last moments with a chosen event of the provider, whenever they were, at which an event of
 * the goal was, or came before the next moment. Events of one instant are one moment.
 */
export interface GoalShareMeasure {
  of: "goal_share";
  /** Conditions on the provider's events. */
  conditions: readonly PropertyCondition[];
  goal: ChosenEvents;
  /** At most so many moments. */
  moments: number;
}

/** A property of a stream, or a trait, each value of which is a group: of its events, or of those of its people. */
export interface GroupKey {
  stream: string;
  /** Name of the property or trait. */
  name: string;
  isTrait?: true;
}

/**
 * Measures of the other members of a person's group, the group of their latest event before the cutoff: of the
 * group's events in the trailing days without the person's own. Days are whole ones that end at the last
 * boundary before the cutoff.
 */
export type GroupMeasure =
  | { of: "group_count"; key: GroupKey; days: number }
  /** Share of the events that reach the goal. */
  | { of: "group_goal_share"; key: GroupKey; days: number; goal: ChosenEvents }
  /**
   * Share of the events after which their person reached the goal within the horizon, of events that were a
   * horizon ago or longer.
   */
  | { of: "group_reached_share"; key: GroupKey; days: number; goal: ChosenEvents; horizonDays: number }
  /** Mean of a property, or of the value if null. */
  | { of: "group_mean"; key: GroupKey; days: number; number: string | null };

/** The cutoff's position in the year, as a point on a circle. */
export interface CalendarMeasure {
  of: "year_sin" | "year_cos";
}

interface Described {
  /** Unique in its plan, snake_case: `transaction_count_90d`. */
  name: string;
  /** Display name: `transactions in the last 90 days`. */
  literate: string;
  /** A stream's name, `traits` or `calendar`. */
  provider: string;
  type: "number" | "boolean";
}

export type EventFeature = Described & { over: "events"; measure: EventMeasure };
export type DayFeature = Described & { over: "days"; measure: DayMeasure };
/** Days from the last event of `provider` to the last event of `until`; negative where the latter was earlier. */
export type OrderFeature = Described & { over: "order"; until: string };
export type TraitFeature = Described & { over: "traits"; measure: TraitMeasure };
export type CalendarFeature = Described & { over: "calendar"; measure: CalendarMeasure };
export type GoalFeature = Described & { over: "goal"; measure: GoalShareMeasure };
export type GroupFeature = Described & { over: "group"; measure: GroupMeasure };
export type Feature =
  | EventFeature
  | DayFeature
  | OrderFeature
  | GoalFeature
  | GroupFeature
  | TraitFeature
  | CalendarFeature;

/**
 * The features of a model, in the order of its columns. Stored with the model, so that scoring uses the
 * features of training.
 */
export interface FeaturePlan {
  features: Feature[];
}

/**
 * Equal for features of one family: those that express the same thing over different windows, for different
 * values, or as a duration and a ratio. People see a family as one reason.
 */
export const familyOf = (feature: Feature): string => {
  switch (feature.over) {
    case "events":
    case "days":
      return `${feature.provider} ${topicOf(feature.measure)}`;
    case "order":
      return `${feature.provider} before ${feature.until}`;
    case "goal":
      return `${feature.provider} goal`;
    case "group":
      return `${feature.provider} group ${feature.measure.key.name}`;
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
    case "overdue_median":
    case "overdue_max":
    case "overdue_last":
      return "recency";
    case "gap_mean":
    case "gap_median":
    case "gap_max":
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

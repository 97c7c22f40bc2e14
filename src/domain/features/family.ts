// Features of one family say the same thing of a person in several ways: over windows of different lengths, beside each other's
// values, or as a duration and a ratio. To people they are one reason.

import type { DayMeasure, EventMeasure, Feature } from "./feature.js";

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

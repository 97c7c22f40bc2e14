// From a measure to the aggregate that takes it: one family to a file, and this is where they meet.

import type { DayMeasure, EventMeasure } from "../../domain/features/feature.js";
import type { EpochSeconds } from "../../domain/resource.js";
import type { Sql } from "../sql/sql.js";
import * as activity from "./activity.js";
import * as property from "./property.js";
import * as recency from "./recency.js";
import * as value from "./value.js";
import * as visits from "./visits.js";

/** An aggregate over `e`, the past events of one person. */
export const eventAggregate = (measure: EventMeasure, cutoff: EpochSeconds): Sql => {
  switch (measure.of) {
    case "count":
      return activity.count(measure.days, cutoff);
    case "decayed_count":
      return activity.decayedCount(measure.halfLifeDays, cutoff);
    case "trend":
      return activity.trend(measure.days, cutoff);
    case "season":
      return activity.season(measure.days, cutoff);
    case "recency":
      return recency.recency(cutoff);
    case "tenure":
      return recency.tenure(cutoff);
    case "rate":
      return recency.rate(cutoff);
    case "recency_over_tenure":
      return recency.recencyOverTenure(cutoff);
    case "value_sum":
      return value.valueSum(measure.days, cutoff);
    case "value_mean":
      return value.valueMean(null, cutoff);
    case "value_max":
      return value.valueMax();
    case "value_negative_share":
      return value.valueNegativeShare();
    case "value_trend":
      return value.valueTrend(measure.days, cutoff);
    case "property_share":
      return property.propertyShare(measure);
    case "property_count":
      return property.propertyCount(measure, measure.days, cutoff);
    case "property_mean":
      return property.propertyMean(measure.property);
  }
};

/** An aggregate over `v`, the visits of one person. */
export const dayAggregate = (measure: DayMeasure, cutoff: EpochSeconds): Sql => {
  switch (measure.of) {
    case "active_days":
      return visits.activeDays(measure.days, cutoff);
    case "gap_mean":
      return visits.gapMean();
    case "gap_spread":
      return visits.gapSpread();
    case "gap_last_over_mean":
      return visits.gapLastOverMean();
    case "overdue":
      return visits.overdue(cutoff);
    case "value_first":
      return value.valueFirst();
    case "value_last":
      return value.valueLast();
    case "property_last":
      return property.propertyLast(measure.property);
  }
};

const additive = new Set(["count", "value_sum", "decayed_count", "season", "property_count", "active_days"]);

/** Nobody's events are counted as zero; nobody's last event is not known. */
export const isZeroWithoutEvents = ({ of }: EventMeasure | DayMeasure): boolean => additive.has(of);

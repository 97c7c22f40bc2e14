// Cohorts: groups of people as of a cutoff. Membership depends on the definition and the cutoff alone, so one
// definition answers for today and for any past day. The conditions select events; count, value and recency
// are computed over the selected events before the cutoff.

import { type Static, Type } from "@sinclair/typebox";
import { propertyCondition, traitCondition } from "../resource/condition.js";
import { limits } from "../resource/limits.js";
import type { EpochSeconds } from "../resource/resource.js";
import { closed, described, nameOf, oneOf, optional } from "../resource/schema.js";
import type { SpanName } from "./calendar.js";
import { locationCondition } from "./locations-condition.js";
import { placeCondition } from "./place.js";

const days = (description: string) => Type.Integer({ minimum: 0, description });

const recency = closed(
  {
    occurrence: oneOf(["first", "last"], "Which of the selected events counts."),
    min_days: optional(days("Minimum number of days from that event to the cutoff, inclusive.")),
    max_days: optional(days("Maximum number of days from that event to the cutoff, inclusive.")),
  },
  "Recency",
);

export const cohortConfig = closed({
  stream_name: optional(
    nameOf(
      "Name of a stream, in any case. Absent: traits and places alone define the cohort.",
      "transaction",
    ),
  ),
  min_count: optional(Type.Integer({ minimum: 0, description: "Minimum number of selected events." })),
  max_count: optional(Type.Integer({ minimum: 0, description: "Maximum number of selected events." })),
  min_value: optional(Type.Number({ description: "Minimum sum of the selected events' value, inclusive." })),
  max_value: optional(Type.Number({ description: "Maximum sum of the selected events' value, inclusive." })),
  recency: optional(described("Time since the first or last selected event.", recency)),
  not_followed_by: optional(
    Type.Array(nameOf("Name of a stream, in any case. All of its events must have dates.", "cancellation"), {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description:
        "Streams without an event of the person after the last selected one: whoever subscribed, and has not cancelled since.",
    }),
  ),
  stream_conditions: optional(
    Type.Array(propertyCondition, {
      maxItems: limits.conditions.is,
      description: "Conditions that select the stream's events.",
    }),
  ),
  traits: optional(
    Type.Array(traitCondition, {
      maxItems: limits.conditions.is,
      description: "Conditions on the traits of members.",
    }),
  ),
  place_conditions: optional(
    Type.Array(placeCondition, {
      maxItems: 100,
      description:
        "Conditions on where members are; all of them must hold. A person's location is their traits latitude and longitude, or else " +
        "that of records with the same street or postcode that have these traits. People without a known location match no " +
        "condition, inverted or not.",
    }),
  ),
  location_conditions: optional(
    Type.Array(locationCondition, {
      minItems: 1,
      maxItems: 20,
      description:
        "Conditions on the nearest location of atlases, such as your stores; all of them must hold. A person's location is as for place_conditions.",
    }),
  ),
  explore: optional(Type.Boolean({ description: "Accepted without effect: there is no map." })),
});
/** Streams are kept by their machine names. */
export type CohortConfig = Static<typeof cohortConfig>;

/** The atlases that its conditions name, each once. */
export const atlasIds = ({ location_conditions: conditions = [] }: CohortConfig): string[] => [
  ...new Set(conditions.flatMap(({ locations }) => locations.atlas_ids)),
];

/** Number of members at the end of each period. */
export type Membership = Record<SpanName, { start: EpochSeconds; count: number }[]>;

export interface CohortResult {
  population_count: number;
  membership: Membership;
}

// Nearest location in a pipeline's payload: the locations that count, by their atlas, their key, their properties and
// their distance from the person.

import { Type } from "@sinclair/typebox";
import { locationPart } from "../cohort/location-part.js";
import { closed, described, id, oneOf, optional } from "../resource/schema.js";

const metres = (description: string, example: number) =>
  Type.Number({ minimum: 0, description, examples: [example] });

export const payloadLocation = closed(
  {
    conditions: described(
      "Locations that count. All conditions must hold.",
      closed(
        {
          atlas_ids: Type.Array(id("an atlas"), {
            minItems: 1,
            maxItems: 20,
            uniqueItems: true,
            description: "IDs of the atlases whose locations count.",
          }),
          ...locationPart.properties,
          max_distance: optional(
            metres("Maximum distance from the person in meters. Farther locations do not count.", 50_000),
          ),
          min_distance: optional(
            metres("Minimum distance from the person in meters. Nearer locations do not count.", 0),
          ),
        },
        "ScopePayloadLocationConditions",
      ),
    ),
    select: optional(
      oneOf(
        ["nearest"],
        "The nearest of the locations that count. A person has one row, so not all of them.",
      ),
    ),
  },
  "ScopePayloadLocation",
);

/** Columns about the nearest location. The distance is in whole meters. */
export const locationColumns = [
  "location_name",
  "location_reference_key",
  "location_atlas_id",
  "location_distance",
] as const;
export type LocationColumn = (typeof locationColumns)[number];

// Nearest location in a pipeline's payload: the locations that count, by their atlas, their key, their properties and
// their distance from the person.

import { type Static, Type } from "@sinclair/typebox";
import type { AtlasConfig } from "../data/atlas.js";
import { locationPropertyCondition } from "../resource/condition.js";
import { limits } from "../resource/limits.js";
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
          location_reference_keys: optional(
            Type.Array(Type.String({ maxLength: limits.valueCharacters.is, examples: ["17"] }), {
              minItems: 1,
              maxItems: limits.conditionValues.is,
              uniqueItems: true,
              description: "Your own IDs of the locations that count. Absent: all.",
            }),
          ),
          property_conditions: optional(
            Type.Array(locationPropertyCondition, {
              minItems: 1,
              maxItems: limits.conditions.is,
              description: "Conditions on the properties of the locations that count.",
            }),
          ),
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
export type PayloadLocation = Static<typeof payloadLocation>;
export type PayloadLocationConditions = PayloadLocation["conditions"];

/** What is delivered of the nearest location. The distance is in whole meters. */
export const locationColumns = [
  "location_name",
  "location_reference_key",
  "location_atlas_id",
  "location_distance",
] as const;
export type LocationColumn = (typeof locationColumns)[number];

/** A property of the conditions that no location of the atlases has, and those that there are; null: all are known. */
export const unknownLocationProperty = (
  { property_conditions: conditions = [] }: PayloadLocationConditions,
  atlases: readonly Pick<AtlasConfig, "output_to_locations">[],
): { property: string; place: number; known: string[] } | null => {
  const known = [
    ...new Set(
      atlases.flatMap(({ output_to_locations: { properties = [] } }) => properties.map(({ name }) => name)),
    ),
  ];
  const place = conditions.findIndex(({ property }) => !known.includes(property));
  return place < 0 ? null : { property: conditions[place]!.property, place, known };
};

// Part of atlases: some of their locations, by your own IDs of them and by their properties.

import { type Static, Type } from "@sinclair/typebox";
import { refuse } from "../../errors/refusal.js";
import { locationPropertyCondition } from "../resource/condition.js";
import { limits } from "../resource/limits.js";
import { closed, optional } from "../resource/schema.js";
import { unknownName } from "../resource/unknown-name.js";

export const locationPart = closed({
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
});
export type LocationPart = Static<typeof locationPart>;

export const isPart = ({ location_reference_keys, property_conditions }: LocationPart): boolean =>
  location_reference_keys !== undefined || property_conditions !== undefined;

/** Refuses `location-property-unknown`. `path` is that of the part; `properties` are those of its atlases. */
export const checkLocationProperties = (
  { property_conditions: conditions = [] }: LocationPart,
  properties: readonly string[],
  path: string,
): void => {
  const known = [...new Set(properties)];
  const place = conditions.findIndex(({ property }) => !known.includes(property));
  if (place < 0) return;
  const { property } = conditions[place]!;
  throw refuse("location-property-unknown", { property, properties: known.join(", ") || "none" }, [
    unknownName(`${path}.property_conditions[${place}].property`, property, "property", known),
  ]);
};

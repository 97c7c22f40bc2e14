// A cohort's condition on the locations of atlases: the distance of the nearest one.

import { type Static, Type } from "@sinclair/typebox";
import { closed, described, id, optional } from "../resource/schema.js";
import { locationPart } from "./location-part.js";

export const locationCondition = closed(
  {
    locations: described(
      "Locations that the distance is measured to.",
      closed({
        atlas_ids: Type.Array(id("an atlas"), {
          minItems: 1,
          maxItems: 20,
          uniqueItems: true,
          description: "IDs of atlases. The nearest location of any of them counts.",
        }),
        ...locationPart.properties,
      }),
    ),
    distance: Type.Number({
      minimum: 0,
      description: "Maximum distance from the nearest location in meters.",
      examples: [5000],
    }),
    invert: optional(Type.Boolean({ description: "true: people farther away than that." })),
  },
  "CohortLocationCondition",
);
export type LocationCondition = Static<typeof locationCondition>;

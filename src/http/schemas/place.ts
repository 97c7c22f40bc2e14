// Places in requests and answers.

import { Type } from "@sinclair/typebox";
import { placeConfig } from "../../domain/cohort/place.js";
import { closed, count, described, named, oneOf, optional } from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";
import { oneOfTwo, stating } from "./rules.js";

export const placePost = stating(oneOfTwo("geojson", "addresses"), named(placeConfig, "PlacePost"));
export const placePatch = mergePatchOf(placePost, "PlaceMergePatch");

const location = closed(
  {
    longitude: Type.Number({ description: "Longitude in degrees." }),
    latitude: Type.Number({ description: "Latitude in degrees." }),
    located_by: oneOf(["street", "postcode"], "Precision: coordinates of the street, or of the postcode."),
  },
  "PlaceLocation",
);

export const placeRecord = Type.Object(
  {
    ...recordFields,
    ...placePost.properties,
    located_count: optional(described("People with a known distance from the place.", count)),
    locations: optional(
      Type.Array(Type.Union([location, Type.Null()]), {
        description:
          "Location of each address, in the order of addresses. null: no record has coordinates for it.",
      }),
    ),
  },
  { title: "Place" },
);

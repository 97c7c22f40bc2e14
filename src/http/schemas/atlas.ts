// Atlases and their locations in requests and answers.

import { Type } from "@sinclair/typebox";
import { atlasConfig, atlasCounts } from "../../domain/data/atlas.js";
import { byName, count, described, exampleId, named, optional } from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

export const atlasPost = named(atlasConfig, "AtlasPost");
export const atlasPatch = mergePatchOf(atlasPost, "AtlasMergePatch");

export const atlasRecord = Type.Object(
  {
    ...recordFields,
    ...atlasPost.properties,
    counts: optional(described("Rows of the last build.", atlasCounts)),
    located_count: optional(described("People with a known distance from a location.", count, 4812)),
  },
  { title: "Atlas" },
);

const text = (description: string, example: string) =>
  optional(Type.String({ description, examples: [example] }));

export const locationRecord = Type.Object(
  {
    atlas_id: Type.String({ description: "ID of the atlas.", examples: [exampleId] }),
    latitude: Type.Number({ description: "Latitude in degrees.", examples: [44.4759] }),
    longitude: Type.Number({ description: "Longitude in degrees.", examples: [-73.2121] }),
    name: text("Name.", "Church Street"),
    reference_key: text("Your own ID.", "store-17"),
    house_number_and_street: optional(
      Type.Array(Type.String(), { description: "House number and street.", examples: [["12 Church St"]] }),
    ),
    city: text("City.", "Burlington"),
    state: text("State.", "VT"),
    postcode: text("Postcode.", "05401"),
    properties: byName(Type.Union([Type.String(), Type.Null()]), {
      description: "Further values, by name. null: the row has none.",
      examples: [{ region: "north" }],
    }),
  },
  { title: "Location" },
);

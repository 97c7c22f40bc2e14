// A place, as it is written and kept (there is one spelling), and as it is read. That a geometry is one is checked in
// `parse/place.ts`, where the position at fault can be named.

import { Type } from "@sinclair/typebox";
import { type Geometry, geometryTypes } from "../../domain/geojson.js";
import type { PlaceAddress } from "../../domain/place.js";
import { closed, count, described, name, oneOf, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const geojson = Type.Unsafe<Geometry>({
  type: "object",
  title: "Geometry",
  description:
    "A GeoJSON geometry (RFC 7946) in degrees of WGS84, longitude first. Edges are straight in degrees, and a boundary belongs to " +
    "its area. What crosses the antimeridian is to be cut there into two, as a MultiPolygon or MultiLineString.",
  required: ["type"],
  properties: {
    type: oneOf(
      [...geometryTypes, "Feature", "FeatureCollection"],
      "A geometry's; of a Feature, send its geometry.",
    ),
    coordinates: { type: "array", description: "Of all but a GeometryCollection.", items: {} },
    geometries: { type: "array", description: "Of a GeometryCollection.", items: { type: "object" } },
  },
  examples: [{ type: "Point", coordinates: [-73.2121, 44.4759] }],
});

const part = (description: string, example: string) =>
  optional(Type.String({ maxLength: 300, description, examples: [example] }));
const address = closed(
  {
    house_number_and_street: part("House number and street.", "12 Elm St"),
    unit_number: part("Number of the dwelling in the house.", "4"),
    city: part("The city.", "Burlington"),
    state: part("The state.", "VT"),
    postcode: part("The postcode. Alone, it is everybody there.", "05401"),
  },
  "AddressInfo",
);

export const placePost = closed(
  {
    name,
    geojson: optional(geojson),
    addresses: optional(
      Type.Array(address, {
        minItems: 1,
        maxItems: 10_000,
        description:
          "Each with a postcode, or with a street and a city. At one of them is who has the same address; how far others are is known " +
          "where records of that street or postcode have the traits latitude and longitude.",
      }),
    ),
  },
  "PlacePost",
);
export const placePatch = mergePatchOf(placePost, "PlaceMergePatch");
export const placeConfig = closed({
  name,
  geojson: optional(Type.Unsafe<Geometry>({})),
  addresses: optional(Type.Unsafe<PlaceAddress[]>({})),
});

const location = closed(
  {
    longitude: Type.Number({ description: "In degrees." }),
    latitude: Type.Number({ description: "In degrees." }),
    located_by: oneOf(
      ["street", "postcode"],
      "Whose coordinates these are: the street's, or else the postcode's.",
    ),
  },
  "PlaceLocation",
);

export const placeRecord = Type.Object(
  {
    ...recordFields,
    ...placePost.properties,
    located_count: optional(described("People of whom it is known how far from the place they are.", count)),
    locations: optional(
      Type.Array(Type.Union([location, Type.Null()]), {
        description:
          "Where each of the addresses was found to be, in their order; null where no record tells.",
      }),
    ),
  },
  { title: "Place" },
);

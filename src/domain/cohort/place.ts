// Places: areas of the earth, or sets of addresses, to which cohorts compare distances. A place's result
// holds the distance of everyone with a known location, so that cohorts with different distances share it.

import { type Static, Type } from "@sinclair/typebox";
import { closed, id, oneOf, optional } from "../resource/schema.js";
import { type Geometry, geometryTypes } from "./geojson.js";

/** `domain/cohort/geojson.ts` checks that it is a valid geometry, because it can name the position at fault. */
const geojson = Type.Unsafe<Geometry>({
  type: "object",
  title: "Geometry",
  description:
    "GeoJSON geometry (RFC 7946) in WGS84 degrees, longitude first. Edges are straight lines in degrees, and a boundary belongs to " +
    "its area. Split a shape that crosses the antimeridian into two parts of a MultiPolygon or MultiLineString.",
  required: ["type"],
  properties: {
    type: oneOf(
      [...geometryTypes, "Feature", "FeatureCollection"],
      "Type of the geometry. A Feature is refused: send its geometry instead.",
    ),
    coordinates: { type: "array", description: "For every type except GeometryCollection.", items: {} },
    geometries: { type: "array", description: "For a GeometryCollection.", items: { type: "object" } },
  },
  examples: [{ type: "Point", coordinates: [-73.2121, 44.4759] }],
});

const part = (description: string, example: string) =>
  optional(Type.String({ maxLength: 300, description, examples: [example] }));
const address = closed(
  {
    house_number_and_street: part("House number and street.", "12 Elm St"),
    unit_number: part("Apartment or unit number.", "4"),
    city: part("City.", "Burlington"),
    state: part("State.", "VT"),
    postcode: part("Postcode. On its own it covers everyone there.", "05401"),
  },
  "AddressInfo",
);
export type PlaceAddress = Static<typeof address>;

/** Either a geometry or addresses. */
export const placeConfig = closed({
  geojson: optional(geojson),
  addresses: optional(
    Type.Array(address, {
      minItems: 1,
      maxItems: 10_000,
      description:
        "Addresses, each with a postcode, or with a street and a city. People with the same address are at the place. The distance of " +
        "others is known where records of that street or postcode have the traits latitude and longitude.",
    }),
  ),
});
export type PlaceConfig = Static<typeof placeConfig>;

/** A cohort's condition on a place. */
export const placeCondition = closed(
  {
    place_id: id("the place"),
    distance: optional(
      Type.Number({
        minimum: 0,
        description: "Maximum distance from the place in meters. Absent: 0, at or inside the place.",
        examples: [5000],
      }),
    ),
    invert: optional(Type.Boolean({ description: "true: people farther away than that." })),
  },
  "CohortPlaceCondition",
);
export type PlaceCondition = Static<typeof placeCondition>;

/** Location of an address, from the coordinates of records at that street, or else of its postcode. */
export interface PlaceLocation {
  longitude: number;
  latitude: number;
  located_by: "street" | "postcode";
}

export interface PlaceResult {
  /** People with a known distance from the place. */
  located_count: number;
  /** For each address, in order; null where no record has its coordinates. Empty for a geometry. */
  locations: (PlaceLocation | null)[];
}

/** The traits with the coordinates of a person, address or postcode, in decimal degrees. */
export const coordinateTraits = { longitude: "longitude", latitude: "latitude" } as const;

export const isLocatable = ({ house_number_and_street, city, postcode }: PlaceAddress): boolean =>
  Boolean(postcode?.trim()) || (Boolean(house_number_and_street?.trim()) && Boolean(city?.trim()));

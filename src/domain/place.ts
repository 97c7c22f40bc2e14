// A place is an area of the earth, or a set of addresses, that cohorts ask the distance to. Its result says of each person whose
// location is known how far away they are, so that cohorts with different distances share it.

import type { Geometry } from "./geojson.js";

/** Parts of an address, as written. It says enough with a postcode, or with a street and a city. */
export interface PlaceAddress {
  house_number_and_street?: string;
  unit_number?: string;
  city?: string;
  state?: string;
  postcode?: string;
}

/** One of the two. */
export interface PlaceConfig {
  geojson?: Geometry;
  addresses?: PlaceAddress[];
}

/** A cohort's: people within `distance` metres of the place (absent: 0, at or in it), or who are not. */
export interface PlaceCondition {
  place_id: string;
  distance?: number;
  invert?: boolean;
}

/** Where an address was found to be: by the coordinates of records at that street, or else of its postcode. */
export interface PlaceLocation {
  longitude: number;
  latitude: number;
  located_by: "street" | "postcode";
}

export interface PlaceResult {
  /** People of whom it is known how far from the place they are. */
  located_count: number;
  /** Of each address, in order; null where no record tells its coordinates. Empty for a geometry. */
  locations: (PlaceLocation | null)[];
}

/** The traits that tell where a person, an address or a postcode is, in decimal degrees. */
export const coordinateTraits = { longitude: "longitude", latitude: "latitude" } as const;

export const isLocatable = ({ house_number_and_street, city, postcode }: PlaceAddress): boolean =>
  Boolean(postcode?.trim()) || (Boolean(house_number_and_street?.trim()) && Boolean(city?.trim()));

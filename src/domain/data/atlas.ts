// Atlases: lists of locations, such as stores, of which each is a row of an uploaded file with its coordinates. An
// atlas's result holds everyone's nearest location and its distance, for conditions of cohorts.

import { type Static, Type } from "@sinclair/typebox";
import { closed, column, count, described, nameOf, oneOf, optional } from "../resource/schema.js";
import { hostedCsvOptions } from "./dataset-options.js";

const { upload_directory, encoding, delimiter, header_row, sheet, replace_all_with_latest_file } =
  hostedCsvOptions.properties;

/** As a dataset reads them. */
const atlasOptions = closed(
  {
    type: oneOf(["hosted_csv"], "Uploaded files."),
    upload_directory,
    encoding,
    delimiter,
    header_row,
    sheet,
    replace_all_with_latest_file,
  },
  "AtlasOptions",
);

const columnOf = (description: string, example: string) => described(description, column, example);

const locationProperty = closed({
  name: nameOf("Name of the property.", "region"),
  column: optional(columnOf("Column of its value. Absent: value.", "region")),
  value: optional(
    Type.String({ maxLength: 300, description: "The same value for all locations.", examples: ["outlet"] }),
  ),
});

export const outputToLocations = closed(
  {
    latitude: columnOf("Column of the latitude in degrees.", "lat"),
    longitude: columnOf("Column of the longitude in degrees.", "lon"),
    name: optional(columnOf("Column of the name.", "store")),
    reference_key: optional(columnOf("Column of your own ID of the location.", "store_id")),
    house_number_and_street: optional(
      Type.Array(columnOf("A column, in the order of the address.", "street"), {
        minItems: 1,
        maxItems: 5,
        description: "Columns of house number and street.",
      }),
    ),
    city: optional(columnOf("Column of the city.", "city")),
    state: optional(columnOf("Column of the state.", "state")),
    postcode: optional(columnOf("Column of the postcode.", "zip")),
    properties: optional(
      Type.Array(locationProperty, { maxItems: 50, description: "Further values of the locations." }),
    ),
  },
  "OutputToLocations",
);
export type OutputToLocations = Static<typeof outputToLocations>;

export const atlasConfig = closed({
  options: described("The files to read.", atlasOptions),
  output_to_locations: described("Columns of the file.", outputToLocations),
});
export type AtlasConfig = Static<typeof atlasConfig>;

/** Names of the properties of its locations. */
export const locationProperties = ({ output_to_locations: { properties = [] } }: AtlasConfig): string[] =>
  properties.map(({ name }) => name);

export const atlasCounts = Type.Object(
  {
    rows: described("Rows of the files.", count, 212),
    locatable: described("Rows with coordinates: the locations.", count, 210),
    empty_geometry: described("Rows without coordinates.", count, 1),
    unreadable_geometry: described("Rows whose coordinates are no numbers of degrees.", count, 1),
  },
  { title: "AtlasCounts" },
);

export interface AtlasResult {
  counts: Static<typeof atlasCounts>;
  /** People whose distance from a location is known. */
  located_count: number;
}

/** A location as a row of the file has it. */
export interface AtlasLocation {
  latitude: number;
  longitude: number;
  name: string | null;
  reference_key: string | null;
  house_number_and_street: string[];
  city: string | null;
  state: string | null;
  postcode: string | null;
  properties: Record<string, string | null>;
}

export interface NumberedLocation extends AtlasLocation {
  /** From 0, as the rows of the files have them. */
  number: number;
}

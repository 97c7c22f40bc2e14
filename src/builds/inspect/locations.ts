// Locations of an atlas, read from its file when they are asked for.

import type { NumberedLocation } from "../../domain/data/atlas.js";
import type { InspectionInput } from "../../domain/kinds/inspection.js";
import type { Engine } from "../../warehouse/engine.js";
import { locationsAfter } from "../../warehouse/places/atlas.js";
import { atlasFiles, relation } from "../../warehouse/relations.js";

export interface LocationSources {
  atlasDir: string;
}

/** With a list and an object as JSON texts. */
type Row = Omit<NumberedLocation, "house_number_and_street" | "properties"> &
  Record<"house_number_and_street" | "properties", string>;

export const locationsOf = async (
  { after, most }: InspectionInput<"locations">,
  engine: Engine,
  { atlasDir }: LocationSources,
): Promise<NumberedLocation[]> => {
  const rows = await engine.rows<Row>(locationsAfter(relation(atlasFiles(atlasDir).locations), after, most));
  return rows.map((row) => ({
    ...row,
    house_number_and_street: JSON.parse(row.house_number_and_street) as string[],
    properties: JSON.parse(row.properties) as Record<string, string | null>,
  }));
};

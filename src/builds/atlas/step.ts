// The step of an atlas: its locations, as the rows of its files have them, and each person's nearest. The nearest is
// searched once per distinct position.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { AtlasConfig, OutputToLocations } from "../../domain/data/atlas.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { fileReader, setUpReading } from "../../warehouse/ingest/read.js";
import { type LocationColumns, locationCounts, locations } from "../../warehouse/places/atlas.js";
import { locatedCount } from "../../warehouse/places/distances.js";
import { atlasFiles, relation } from "../../warehouse/relations.js";
import { orderedBy, resultOf } from "../../warehouse/rows.js";
import type { UploadedFile } from "../dataset/input.js";
import type { Step } from "../kind/kind.js";
import { mapPeople } from "../place/step.js";
import { findNearest } from "./nearest.js";

export interface AtlasInput {
  config: AtlasConfig;
  files: UploadedFile[];
  peopleDir: string;
  datasetDirs: string[];
}

/** Writes `locations.parquet` and `nearest.parquet`. Refuses `column-unknown`, `locations-missing`, `locations-too-many`. */
export const buildAtlas: Step<AtlasInput, ResultOf<"atlases">> = async (input, { engine, dir, progress }) => {
  const files = atlasFiles(dir);
  progress(0, "Reading locations");
  await setUpReading(engine);
  const scratch = path.join(dir, "scratch");
  await mkdir(scratch);
  const { options, output_to_locations: output } = input.config;
  const reading = await fileReader(engine, { files: input.files, options }, scratch, () => {});
  const columns = columnsOf(output, reading.names);
  const { records } = await reading.read({});
  const counts = (await engine.row(
    locationCounts(records.relation, columns),
  )) as ResultOf<"atlases">["counts"];
  const { locatable } = counts;
  if (locatable === 0) throw refuse("locations-missing", { ...counts });
  if (locatable > limits.atlasLocations.is)
    throw refuse("locations-too-many", { locations: locatable, most: limits.atlasLocations.is });
  await engine.writeParquet(resultOf(locations(records.relation, columns)), files.locations);
  await rm(scratch, { recursive: true });

  progress(0.3, "Locating people");
  const { coordinates } = await mapPeople(engine, input.peopleDir, input.datasetDirs);
  progress(0.6, "Finding the nearest location of each person");
  const nearest = await findNearest(engine, coordinates, relation(files.locations));
  await engine.writeParquet(orderedBy("person_id", resultOf(nearest)), files.nearest);
  const { people } = await engine.row<{ people: number }>(locatedCount(relation(files.nearest)));
  return { counts, located_count: people };
};

/** Places of the columns among those of the files. Refuses `column-unknown`. */
const columnsOf = (output: OutputToLocations, names: readonly string[]): LocationColumns => {
  const place = (column: string, used_by: string): number => {
    const found = names.indexOf(column);
    if (found < 0)
      throw refuse("column-unknown", {
        column,
        used_by: `output_to_locations.${used_by}`,
        columns: names.join(", "),
      });
    return found;
  };
  const one = (field: "name" | "reference_key" | "city" | "state" | "postcode"): number | null =>
    output[field] === undefined ? null : place(output[field], field);
  return {
    latitude: place(output.latitude, "latitude"),
    longitude: place(output.longitude, "longitude"),
    name: one("name"),
    reference_key: one("reference_key"),
    city: one("city"),
    state: one("state"),
    postcode: one("postcode"),
    house_number_and_street: (output.house_number_and_street ?? []).map((column) =>
      place(column, "house_number_and_street"),
    ),
    properties: (output.properties ?? []).map(({ name, column, value }) => ({
      name,
      of: column === undefined ? { value: value ?? null } : { column: place(column, "properties") },
    })),
  };
};

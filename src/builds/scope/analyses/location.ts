// Nearest location of each person, of the atlases in the pipeline's payload.

import { checkLocationProperties } from "../../../domain/cohort/location-part.js";
import { assert } from "../../../errors/refusal.js";
import { checkPatterns } from "../../../warehouse/conditions.js";
import {
  countedLocations,
  locatedAmong,
  locatedPeople,
  withLocations,
} from "../../../warehouse/places/atlas.js";
import { atlasFiles, relation, scopeFiles } from "../../../warehouse/relations.js";
import { resultOf } from "../../../warehouse/rows.js";
import { findNearest } from "../../atlas/nearest.js";
import type { Analysis } from "./analysis.js";

/** Refuses `location-property-unknown` and `condition-invalid`. */
export const location: Analysis = {
  name: "location",
  isRequested: ({ config }) => config.payload.location !== undefined,
  async ofRows(rows, { input: { config, atlases = [] }, people, tools: { engine } }) {
    const { conditions } = config.payload.location!;
    assert(atlases.length > 0, "the payload's atlases are not among the inputs");
    const properties = atlases.flatMap((atlas) => atlas.properties);
    checkLocationProperties(conditions, properties, "payload.location.conditions");
    await checkPatterns(conditions.property_conditions ?? [], engine);
    const files = atlases.map(({ id, dir }) => ({ id, ...atlasFiles(dir) }));
    const counted = await engine.createTable(
      "counted_location",
      countedLocations(
        files.map(({ id, locations }) => ({ id, locations: relation(locations) })),
        conditions,
      ),
    );
    // Every atlas has the same coordinates of people.
    const located = resultOf(locatedPeople(relation(files[0]!.nearest), people));
    const nearest = await findNearest(engine, located, counted, {
      min: conditions.min_distance,
      max: conditions.max_distance,
    });
    const found = await engine.createTable("nearest_location", nearest);
    return { rows: withLocations(rows, found, counted) };
  },
  async ofFile({ tools: { engine, dir } }) {
    const { people } = await engine.row<{ people: number }>(locatedAmong(relation(scopeFiles(dir).scores)));
    return { location: { located: people } };
  },
};

// Resolution state: the files of a people build with which the next one resolves only changes.

import path from "node:path";
import { withAdded, withReplaced } from "../layers.js";
import { parquet } from "../sql/sql.js";

/**
 * Files of the state. A node is the number of an identity; nodes stay the same from build to build.
 *
 * `identities.parquet`  see `identitiesToStore`
 * `normalised.parquet`  their normalised fields, see `normalisedIdentities`
 * `values.parquet`      see `keyValues`
 * `profiles.parquet`    see `storedProfiles`
 * `houses.parquet`      see `knownHouses`
 * `edges.parquet`       edges by a value, see `stageEdges`; layered by `about`
 * `row-edges.parquet`   edges of a row
 * `matched-pairs.parquet`  one row per matched pair, see `createScoredPairs`
 * `clusters.parquet`    see `persons.ts`
 * `sizes.parquet`       see `personSizes`
 * `registry.parquet`    see `registry.ts`
 * `placeholders.parquet`  see `stagePlaceholderValues`
 * `date-orders.parquet` see `dateOrderCounts`
 */
export const stateFiles = (dir: string) => {
  const at = (name: string) => path.join(dir, "state", name);
  return {
    facts: at("facts.json"),
    identities: at("identities.parquet"),
    normalised: at("normalised.parquet"),
    values: at("values.parquet"),
    profiles: at("profiles.parquet"),
    houses: at("houses.parquet"),
    edges: at("edges.parquet"),
    rowEdges: at("row-edges.parquet"),
    matches: at("matched-pairs.parquet"),
    clusters: at("clusters.parquet"),
    sizes: at("sizes.parquet"),
    registry: at("registry.parquet"),
    placeholders: at("placeholders.parquet"),
    dateOrderCounts: at("date-orders.parquet"),
  };
};

export type StateFiles = ReturnType<typeof stateFiles>;

/** The current rows of these files, as they are now: a file that is written later may have another layer. */
export const stateRelations = (dir: string) => {
  const files = stateFiles(dir);
  return {
    identities: withReplaced(files.identities, "node"),
    normalised: withAdded(files.normalised),
    values: withAdded(files.values),
    profiles: withAdded(files.profiles),
    houses: parquet(files.houses),
    edges: withReplaced(files.edges, "about"),
    rowEdges: parquet(files.rowEdges),
    matches: withAdded(files.matches),
    clusters: parquet(files.clusters),
    sizes: withReplaced(files.sizes, "person_id"),
    registry: parquet(files.registry),
    placeholders: parquet(files.placeholders),
    dateOrderCounts: parquet(files.dateOrderCounts),
  };
};

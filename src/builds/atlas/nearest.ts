// Nearest location of each person, searched once per distinct position.

import { nearestOf } from "../../model/geometry/nearest.js";
import type { Engine } from "../../warehouse/engine.js";
import { coordinatesOf, nearestLocations } from "../../warehouse/places/atlas.js";
import { positions, positionsAt } from "../../warehouse/places/distances.js";
import type { Relation } from "../../warehouse/sql/sql.js";

interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

/**
 * One row per person with a location within the bounds in metres: person_id, metres, number, longitude, latitude.
 * `people` have coordinates; `of` has the locations, numbered from 0.
 */
export const findNearest = async (
  engine: Engine,
  people: Relation,
  of: Relation,
  { min = 0, max = Number.POSITIVE_INFINITY }: Bounds = {},
): Promise<Relation> => {
  const { columns } = await engine.columns(coordinatesOf(of));
  const spots = columns as Record<"longitude" | "latitude", Float64Array>;
  const search = nearestOf(spots.longitude, spots.latitude, min);
  const numbered = await engine.createTable("position", positions(people));
  const count = await engine.count(numbered);
  const none = new Float64Array();
  const found = await engine.createTableOf("found", {
    longitude: none,
    latitude: none,
    metres: none,
    number: new Int32Array(),
  });
  for (let from = 0; from < count; from += positionsAtOnce) {
    const { columns } = await engine.columns(positionsAt(numbered, from, from + positionsAtOnce));
    const { longitude, latitude } = columns as Record<"longitude" | "latitude", Float64Array>;
    const near = [...longitude.keys()].flatMap((i) => {
      const nearest = search(longitude[i]!, latitude[i]!);
      return nearest && nearest.metres <= max ? [{ i, ...nearest }] : [];
    });
    await engine.appendColumns("found", {
      longitude: Float64Array.from(near, ({ i }) => longitude[i]!),
      latitude: Float64Array.from(near, ({ i }) => latitude[i]!),
      metres: Float64Array.from(near, ({ metres }) => metres),
      number: Int32Array.from(near, ({ index }) => index),
    });
  }
  return nearestLocations(people, found);
};

/** Bounds the memory: the engine has room on disk for the others. */
const positionsAtOnce = 250_000;

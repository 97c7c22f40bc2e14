// Distance to a geometry: 0 inside its polygons, otherwise that to its nearest point, line or ring.

import type { Geometry, Position, SimpleGeometry } from "../../domain/cohort/geojson.js";
import { Area } from "./area.js";
import { Outline } from "./outline.js";

export type Distance = (longitude: number, latitude: number) => number;

/** Metres on the ground, rounded to the millimetre, so that a position on a boundary has distance 0. */
export const distanceTo = (geometry: Geometry): Distance => {
  const simple = geometry.type === "GeometryCollection" ? geometry.geometries : [geometry];
  const polygons = simple.flatMap(polygonsOf);
  const areas = polygons.map((rings) => new Area(rings));
  const outline = new Outline([...simple.flatMap(linesOf), ...polygons.flat()]);
  return (longitude, latitude) =>
    areas.some((area) => area.contains(longitude, latitude))
      ? 0
      : Math.round(outline.metresTo(longitude, latitude) * 1000) / 1000;
};

const polygonsOf = (geometry: SimpleGeometry): Position[][][] => {
  switch (geometry.type) {
    case "Polygon":
      return [geometry.coordinates];
    case "MultiPolygon":
      return geometry.coordinates;
    default:
      return [];
  }
};

const linesOf = (geometry: SimpleGeometry): Position[][] => {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]];
    case "MultiPoint":
      return geometry.coordinates.map((position) => [position]);
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
      return geometry.coordinates;
    default:
      return [];
  }
};

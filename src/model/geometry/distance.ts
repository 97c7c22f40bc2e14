// How far it is to a geometry: nothing inside its polygons, else the way to the nearest of its points, lines and rings.

import type { Geometry, Position, SimpleGeometry } from "../../domain/geojson.js";
import { Area } from "./area.js";
import { Outline } from "./outline.js";

export type Distance = (longitude: number, latitude: number) => number;

/** Metres on the ground, to the millimetre, so that what lies on a boundary is at no distance from it. */
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

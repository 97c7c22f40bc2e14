// Area of a polygon. A position is inside if a ray from it to the east crosses the rings an odd number of
// times. Holes are rings like any other, and the direction of a ring does not matter. On the boundary either
// result is possible. Edges are indexed by bands of latitude, so that a ray is tested against few of them.

import type { Position } from "../../domain/cohort/geojson.js";

type Edge = readonly [from: Position, to: Position];

const maxBands = 256;
const edgesPerBand = 8;

export class Area {
  private readonly south: number;
  private readonly bandsPerDegree: number;
  private readonly bands: Edge[][];

  /** The rings of one polygon, each closed. */
  constructor(rings: readonly (readonly Position[])[]) {
    const edges = rings.flatMap((ring) => ring.slice(1).map((to, i): Edge => [ring[i]!, to]));
    const latitudes = edges.map(([, [, latitude]]) => latitude);
    const [south, north] = latitudes.reduce(
      ([min, max], latitude) => [Math.min(min, latitude), Math.max(max, latitude)] as const,
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
    );
    const count = Math.min(maxBands, Math.ceil(edges.length / edgesPerBand));
    this.south = south;
    this.bandsPerDegree = north > south ? count / (north - south) : 0;
    this.bands = Array.from({ length: count + 1 }, () => []);
    for (const edge of edges) this.put(edge);
  }

  contains(longitude: number, latitude: number): boolean {
    const edges = this.bands[this.bandOf(latitude)] ?? [];
    return edges.reduce((isInside, edge) => isInside !== isCrossed(edge, longitude, latitude), false);
  }

  private put(edge: Edge): void {
    const [one, other] = [this.bandOf(edge[0][1]), this.bandOf(edge[1][1])];
    for (let band = Math.min(one, other); band <= Math.max(one, other); band++) this.bands[band]!.push(edge);
  }

  private bandOf(latitude: number): number {
    return Math.floor((latitude - this.south) * this.bandsPerDegree);
  }
}

/** A corner belongs to the edge above it, so that a ray through it crosses once. */
const isCrossed = ([[east, north], [east2, north2]]: Edge, longitude: number, latitude: number): boolean =>
  north > latitude !== north2 > latitude &&
  longitude < east + ((latitude - north) / (north2 - north)) * (east2 - east);

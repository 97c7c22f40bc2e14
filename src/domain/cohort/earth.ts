// Positions on the ellipsoid as points in space, and the distances between them: chords through the earth, which
// order points as arcs do.

export type SpacePoint = readonly [x: number, y: number, z: number];

/** Radius of the equator in metres, by WGS84. */
export const equatorRadius = 6_378_137;
const flattening = 1 / 298.257223563;
export const eccentricity2 = flattening * (2 - flattening);
const meanRadius = 6_371_008.8;
const radiansPerDegree = Math.PI / 180;

/** Coordinates in metres from the earth's centre, on the ellipsoid's surface. */
export const inSpace = (longitude: number, latitude: number): SpacePoint => {
  const [east, north] = [longitude * radiansPerDegree, latitude * radiansPerDegree];
  const curvature = equatorRadius / Math.sqrt(1 - eccentricity2 * Math.sin(north) ** 2);
  const fromAxis = curvature * Math.cos(north);
  return [
    fromAxis * Math.cos(east),
    fromAxis * Math.sin(east),
    curvature * (1 - eccentricity2) * Math.sin(north),
  ];
};

/** Metres on the ground for a chord of metres through the earth. */
export const onGround = (chord: number): number =>
  2 * meanRadius * Math.asin(Math.min(1, chord / (2 * meanRadius)));

/** Metres through the earth, for metres on the ground; infinite beyond the antipode. */
export const throughEarth = (metres: number): number =>
  metres > Math.PI * meanRadius
    ? Number.POSITIVE_INFINITY
    : 2 * meanRadius * Math.sin(metres / (2 * meanRadius));

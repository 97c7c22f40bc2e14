// GeoJSON geometries (RFC 7946) and their validation. Longitude comes first, both are decimal degrees of
// WGS84, and a line between two positions is straight in degrees. So a shape across the antimeridian must be
// split there, as the standard requires.

/** Longitude, latitude and, ignored, altitude. */
export type Position = readonly [longitude: number, latitude: number, altitude?: number];

export type SimpleGeometry =
  | { type: "Point"; coordinates: Position }
  | { type: "MultiPoint" | "LineString"; coordinates: Position[] }
  | { type: "MultiLineString" | "Polygon"; coordinates: Position[][] }
  | { type: "MultiPolygon"; coordinates: Position[][][] };
export type Geometry = SimpleGeometry | { type: "GeometryCollection"; geometries: SimpleGeometry[] };

export const geometryTypes = [
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
] as const satisfies readonly Geometry["type"][];

export interface GeometryFault {
  /** Such as `geojson.coordinates[0][3]`. */
  path: string;
  message: string;
}

/** The path is made for a fault only: a geometry has many positions. */
type Path = () => string;
type Check = (value: unknown, path: Path) => readonly GeometryFault[];

/** The faults of a geometry, in order of its positions, at most 20; empty for a valid one. */
export const geometryFaults = (value: unknown, path: string): readonly GeometryFault[] =>
  geometry(value, () => path).slice(0, maxFaults);

const maxFaults = 20;
const none: readonly GeometryFault[] = [];

const geometry: Check = (value, path) => {
  const { type, geometries } = asObject(value);
  if (type !== "GeometryCollection") return simpleGeometry(value, path);
  return someOf(simpleGeometry, 1, "geometries")(geometries, () => `${path()}.geometries`);
};

const simpleGeometry: Check = (value, path) => {
  const { type, coordinates, crs } = asObject(value);
  if (crs !== undefined)
    return fault(
      () => `${path()}.crs`,
      "is not supported: coordinates are longitudes and latitudes of WGS84",
    );
  const check = checks.get(type as string);
  return check
    ? check(coordinates, () => `${path()}.coordinates`)
    : fault(() => `${path()}.type`, adviceOn(type));
};

const position: Check = (value, path) => {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3 || !value.every(Number.isFinite))
    return fault(path, "must be a position: longitude, then latitude, as numbers");
  const [longitude, latitude] = value as number[];
  if (Math.abs(longitude!) <= 180 && Math.abs(latitude!) <= 90) return none;
  return [
    ...within(longitude!, 180, () => `${path()}[0]`, "longitude, which comes first"),
    ...within(latitude!, 90, () => `${path()}[1]`, "latitude, which comes second"),
  ];
};

const within = (degrees: number, max: number, path: Path, what: string): readonly GeometryFault[] =>
  Math.abs(degrees) <= max ? none : fault(path, `must be a ${what}: from -${max} to ${max} degrees`);

const someOf =
  (check: Check, min: number, what: string): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return fault(path, `must be a list of ${what}`);
    if (value.length < min)
      return fault(path, min === 1 ? "must not be empty" : `must have at least ${min} ${what}`);
    const faults: GeometryFault[] = [];
    for (let i = 0; i < value.length && faults.length < maxFaults; i++)
      faults.push(...check(value[i], () => `${path()}[${i}]`));
    return faults;
  };

const ring: Check = (value, path) => {
  const faults = someOf(position, 4, "positions")(value, path);
  if (faults.length > 0) return faults;
  const positions = value as Position[];
  const [first, last] = [positions[0]!, positions.at(-1)!];
  const isClosed = first[0] === last[0] && first[1] === last[1];
  return isClosed ? none : fault(path, "must be closed: its last position must equal its first");
};

const line = someOf(position, 2, "positions");
const polygon = someOf(ring, 1, "rings");
const checks = new Map<string, Check>([
  ["Point", position],
  ["MultiPoint", someOf(position, 1, "positions")],
  ["LineString", line],
  ["MultiLineString", someOf(line, 1, "lines")],
  ["Polygon", polygon],
  ["MultiPolygon", someOf(polygon, 1, "polygons")],
] satisfies [SimpleGeometry["type"], Check][]);

const adviceOn = (type: unknown): string => {
  if (type === "Feature" || type === "FeatureCollection")
    return `is ${type}; send the geometry that is inside it`;
  if (type === "GeometryCollection") return "must not be a collection inside a collection";
  return `must be one of ${geometryTypes.join(", ")}`;
};

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const fault = (path: Path, message: string): readonly GeometryFault[] => [{ path: path(), message }];

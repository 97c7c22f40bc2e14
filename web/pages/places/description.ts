// A short description of a place.

import type { Schemas } from "../../api/client.js";
import { formatCounted, formatNumber } from "../../ui/format.js";

type Address = Schemas["AddressInfo"];
type Geometry = { type: string; coordinates?: unknown; geometries?: readonly unknown[] };

interface Located {
  geojson?: unknown;
  addresses?: readonly Address[];
}

export const placeDescription = ({ geojson, addresses }: Located): string => {
  const parts = [
    geojson ? geometryInWords(geojson as Geometry) : "",
    addresses && addresses.length === 1 ? addressLine(addresses[0]!) : "",
    addresses && addresses.length > 1 ? formatCounted(addresses.length, "address", "addresses") : "",
  ];
  return parts.filter(Boolean).join(" and ");
};

export const addressLine = (address: Address): string =>
  [
    [address.house_number_and_street, address.unit_number].filter(Boolean).join(", unit "),
    address.city,
    [address.state, address.postcode].filter(Boolean).join(" "),
  ]
    .filter(Boolean)
    .join(", ");

const geometryInWords = ({ type, coordinates, geometries }: Geometry): string => {
  if (type === "Point") {
    const [longitude, latitude] = coordinates as [number, number];
    return `the point ${latitudeInWords(latitude)}, ${longitudeInWords(longitude)}`;
  }
  if (type === "GeometryCollection") return formatCounted(geometries?.length ?? 0, "shape");
  const count = Array.isArray(coordinates) ? coordinates.length : 0;
  return severalOf[type]?.(count) ?? type;
};

const severalOf: Readonly<Record<string, (count: number) => string>> = {
  MultiPoint: (count) => formatCounted(count, "point"),
  LineString: (count) => `a line of ${formatCounted(count, "position")}`,
  MultiLineString: (count) => formatCounted(count, "line"),
  Polygon: () => "an area",
  MultiPolygon: (count) => formatCounted(count, "area"),
};

const latitudeInWords = (degrees: number) =>
  `${formatNumber(Math.abs(degrees), 7)}° ${degrees < 0 ? "S" : "N"}`;
const longitudeInWords = (degrees: number) =>
  `${formatNumber(Math.abs(degrees), 7)}° ${degrees < 0 ? "W" : "E"}`;

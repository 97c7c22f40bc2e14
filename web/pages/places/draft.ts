// Draft of a place: a point, a GeoJSON shape, or addresses.

import type { Schemas } from "../../api/client.js";

export type Way = "point" | "addresses" | "shape";

export interface PlaceDraft {
  way: Way;
  latitude: string;
  longitude: string;
  /** GeoJSON: a geometry, or a feature with one. */
  shape: string;
  addresses: readonly Schemas["AddressInfo"][];
}

export const emptyDraft: PlaceDraft = {
  way: "point",
  latitude: "",
  longitude: "",
  shape: "",
  addresses: [{}],
};

type Checked = { at: "right"; body: object } | { at: "wrong"; problem: string };

/** The body to send, or what to correct first. */
export const checkPlace = (draft: PlaceDraft): Checked => {
  if (draft.way === "point") return checkPoint(draft);
  return draft.way === "shape" ? checkShape(draft.shape) : checkAddresses(draft.addresses);
};

const checkPoint = ({ latitude, longitude }: PlaceDraft): Checked => {
  const [north, east] = [Number(latitude), Number(longitude)];
  if (latitude.trim() === "" || !(Math.abs(north) <= 90)) return wrong("Enter a latitude from −90 to 90.");
  if (longitude.trim() === "" || !(Math.abs(east) <= 180))
    return wrong("Enter a longitude from −180 to 180.");
  return { at: "right", body: { geojson: { type: "Point", coordinates: [east, north] } } };
};

const checkShape = (text: string): Checked => {
  try {
    const read = geometryOf(JSON.parse(text));
    return read
      ? { at: "right", body: { geojson: read } }
      : wrong("This GeoJSON has no geometry. Add one with a type.");
  } catch {
    return wrong("This is not valid JSON. Paste the whole content of a .geojson file.");
  }
};

type Json = { type?: string; geometry?: Json; features?: Json[] };

/** Files mostly hold features; the service accepts geometries. */
const geometryOf = (json: Json): Json | undefined => {
  if (json?.type === "Feature") return json.geometry;
  if (json?.type !== "FeatureCollection") return json?.type ? json : undefined;
  const geometries = (json.features ?? []).flatMap(({ geometry }) => geometry ?? []);
  return geometries.length === 1
    ? geometries[0]
    : ({ type: "GeometryCollection", geometries } as unknown as Json);
};

const checkAddresses = (written: PlaceDraft["addresses"]): Checked => {
  const addresses = written
    .map((address) => Object.fromEntries(Object.entries(address).filter(([, text]) => text?.trim())))
    .filter((address) => Object.keys(address).length > 0);
  if (addresses.length === 0) return wrong("Enter at least one address. A postcode alone is enough.");
  const isIncomplete = ({ postcode, house_number_and_street: street, city }: Schemas["AddressInfo"]) =>
    !postcode && !(street && city);
  return addresses.some(isIncomplete)
    ? wrong("Enter a postcode, or a street and a city, for each address.")
    : { at: "right", body: { addresses } };
};

const wrong = (problem: string): Checked => ({ at: "wrong", problem });

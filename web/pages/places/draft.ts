// A place while it is being written: a point, a shape in GeoJSON, or addresses line by line.

import type { Schemas } from "../../api/client.js";

export type Way = "point" | "addresses" | "shape";

export interface PlaceDraft {
  way: Way;
  latitude: string;
  longitude: string;
  /** As GeoJSON is written: a geometry, or a feature that has one. */
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

/** What is sent, or what is to be put right first. */
export const checkPlace = (draft: PlaceDraft): Checked => {
  if (draft.way === "point") return checkPoint(draft);
  return draft.way === "shape" ? checkShape(draft.shape) : checkAddresses(draft.addresses);
};

const checkPoint = ({ latitude, longitude }: PlaceDraft): Checked => {
  const [north, east] = [Number(latitude), Number(longitude)];
  if (latitude.trim() === "" || !(Math.abs(north) <= 90))
    return wrong("The latitude is a number from −90 to 90.");
  if (longitude.trim() === "" || !(Math.abs(east) <= 180))
    return wrong("The longitude is a number from −180 to 180.");
  return { at: "right", body: { geojson: { type: "Point", coordinates: [east, north] } } };
};

const checkShape = (text: string): Checked => {
  try {
    const read = geometryOf(JSON.parse(text));
    return read
      ? { at: "right", body: { geojson: read } }
      : wrong("There is no geometry in it: it needs a type.");
  } catch {
    return wrong("This is not JSON. Paste the whole content of a .geojson file.");
  }
};

type Json = { type?: string; geometry?: Json; features?: Json[] };

/** Files mostly hold features; the service takes geometries. */
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
  if (addresses.length === 0) return wrong("Give at least one address. A postcode alone is enough.");
  const isVague = ({ postcode, house_number_and_street: street, city }: Schemas["AddressInfo"]) =>
    !postcode && !(street && city);
  return addresses.some(isVague)
    ? wrong("Each address needs a postcode, or a street and a city.")
    : { at: "right", body: { addresses } };
};

const wrong = (problem: string): Checked => ({ at: "wrong", problem });

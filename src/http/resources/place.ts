// Places on the way in and out.

import { geometryFaults } from "../../domain/cohort/geojson.js";
import { isLocatable, type PlaceConfig } from "../../domain/cohort/place.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import type { Draft } from "../kind.js";
import { placePost } from "../schemas/place.js";
import { conform } from "../validation.js";
import { recordOf } from "./record.js";

export const renderPlace = (place: Resource<"places">): JsonObject =>
  recordOf(place, {
    ...place.config,
    located_count: place.result?.located_count,
    locations: place.config.addresses && place.result?.locations,
  });

/**
 * A merge patch replaces the whole geometry: merging would mix the coordinates of one geometry with the
 * geometries of another. A bounding box is ignored.
 */
export const respellPlace = (body: JsonObject): JsonObject => {
  const { geojson } = body;
  if (!isObject(geojson)) return body;
  const { type, coordinates = null, geometries = null, crs = null } = geojson;
  return { ...body, geojson: { type, coordinates, geometries, crs } };
};

/** Throws `place-shape-needed`, `geojson-invalid` or `address-vague`. */
export const parsePlace = (body: JsonObject): Draft<"places"> => {
  const { name, ...config } = conform(placePost, body);
  checkShape(config);
  checkGeometry(config);
  checkAddresses(config);
  return { name, config };
};

const checkShape = ({ geojson, addresses }: PlaceConfig): void => {
  if (geojson !== undefined && addresses !== undefined) throw refuse("place-shape-needed", { sent: "both" });
  if (geojson === undefined && addresses === undefined)
    throw refuse("place-shape-needed", { sent: "neither" });
};

const checkGeometry = ({ geojson }: PlaceConfig): void => {
  const faults = geojson === undefined ? [] : geometryFaults(geojson, "geojson");
  if (!faults[0]) return;
  const details = faults.map((fault) => ({ ...fault, context: { errorType: "invalid_geometry" } }));
  throw refuse("geojson-invalid", { ...faults[0] }, details);
};

const checkAddresses = ({ addresses = [] }: PlaceConfig): void => {
  const vague = addresses.flatMap((address, i) => (isLocatable(address) ? [] : [`addresses[${i}]`]));
  if (!vague[0]) return;
  const message = "must have a postcode, or a street and a city";
  throw refuse(
    "address-vague",
    { path: vague[0] },
    vague.slice(0, 20).map((path) => ({ path, message, context: { errorType: "vague_address" } })),
  );
};

// The check of a cohort's definition: streams, properties, traits and places that it names must exist.
// Otherwise the cohort would be empty without a reason.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { PlaceCondition } from "../../domain/cohort/place.js";
import { unknownName } from "../../domain/resource/unknown-name.js";
import { assert, refuse } from "../../errors/refusal.js";
import type { AccountSnapshot, BuiltPlace, BuiltStream } from "../kind/snapshot.js";

/**
 * Refuses `stream-unknown`, `property-unknown`, `value-missing`, `recency-undated`, `trait-unknown` and
 * `place-not-located`, each with the name that was probably meant.
 */
export const checkCohort = (config: CohortConfig, account: AccountSnapshot): void => {
  if (config.stream_name !== undefined) checkStream(config, streamNamed(config.stream_name, account.streams));
  for (const [i, name] of (config.not_followed_by ?? []).entries()) {
    const { result } = streamNamed(name, account.streams, `not_followed_by.${i}`);
    if (!result.isDated) throw refuse("recency-undated", { stream: name });
  }
  const traits = account.people.traits.map(({ name }) => name);
  for (const [i, { name }] of (config.traits ?? []).entries())
    if (!traits.includes(name))
      throw refuse("trait-unknown", { trait: name, traits: listed(traits) }, [
        unknownName(`traits.${i}.name`, name, "trait", traits),
      ]);
  for (const condition of config.place_conditions ?? []) checkPlace(condition, account.places);
};

/** People at an address are found by its text. People near it are found by coordinates only. */
const checkPlace = ({ place_id, distance = 0 }: PlaceCondition, places: readonly BuiltPlace[]): void => {
  const place = places.find(({ id }) => id === place_id);
  assert(place, `place ${place_id} is not in the account`);
  const lost = place.result.locations.filter((found) => found === null).length;
  if (distance > 0 && lost > 0)
    throw refuse("place-not-located", { place: place.name, lost, addresses: place.result.locations.length });
};

const streamNamed = (name: string, streams: readonly BuiltStream[], path = "stream_name"): BuiltStream => {
  const stream = streams.find((built) => built.name === name);
  const names = streams.map((built) => built.name);
  if (!stream)
    throw refuse("stream-unknown", { name, streams: listed(names) }, [
      unknownName(path, name, "stream", names),
    ]);
  return stream;
};

const checkStream = (config: CohortConfig, { name: stream, result }: BuiltStream): void => {
  const reserved = [...(result.hasValue ? ["value"] : []), ...(result.isDated ? ["datetime"] : [])];
  const properties = [...Object.keys(result.properties), ...reserved];
  for (const [i, { property }] of (config.stream_conditions ?? []).entries())
    if (!properties.includes(property))
      throw refuse("property-unknown", { stream, property, properties: listed(properties) }, [
        unknownName(`stream_conditions.${i}.property`, property, "property", properties),
      ]);
  if (hasValueBounds(config) && !result.hasValue) throw refuse("value-missing", { stream });
  if ((config.recency || config.not_followed_by) && !result.isDated)
    throw refuse("recency-undated", { stream });
};

const hasValueBounds = ({ min_value, max_value }: CohortConfig): boolean =>
  min_value !== undefined || max_value !== undefined;

const listed = (names: readonly string[]): string => (names.length > 0 ? names.join(", ") : "none");

// Fields of every record, and alternative spellings of fields in requests.

import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../domain/resource/json.js";
import type { ResourceType } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { present } from "../json.js";
import type { ReferencedResources } from "../referenced.js";
import { ownershipOf } from "./ownership.js";

export const recordOf = (resource: Resource, own: JsonObject): JsonObject =>
  present({
    id: resource.id,
    resource_type: resource.type,
    name: resource.name,
    ...own,
    status: resource.status,
    status_error: resource.statusError,
    waiting_for: resource.waitingFor,
    status_changed_at: isoMs(resource.statusChangedAt),
    progress: resource.progress,
    progress_text: resource.progressText,
    created_at: isoMs(resource.createdAt),
    updated_at: isoMs(resource.updatedAt),
    ...ownershipOf(resource),
    last_read_input_at: isoMs(resource.lastReadInputAt),
    last_updated_config_at: isoMs(resource.lastUpdatedConfigAt),
    last_updated_output_at: isoMs(resource.lastUpdatedOutputAt),
    archived_at: isoMs(resource.archivedAt),
  });

/** Epoch milliseconds as ISO 8601. */
export const isoMs = (ms: number | null | undefined): string | undefined =>
  ms === null || ms === undefined ? undefined : new Date(ms).toISOString();

/** Epoch seconds, the unit of event times, as ISO 8601. */
export const isoSeconds = (seconds: number | null | undefined): string | undefined =>
  seconds === null || seconds === undefined ? undefined : isoMs(seconds * 1000);

/** Cutoff of the account: just after its newest event. */
export const dataThrough = (referenced: ReferencedResources): string | undefined =>
  isoSeconds(referenced.all("people")[0]?.result?.data_through);

export const nameOf = (referenced: ReferencedResources, type: ResourceType, id: string | undefined) =>
  referenced.find(type, id)?.name;

/**
 * Renames the field `alias` to `canonical`, the stored spelling; refuses both with different values. Works on
 * parts of a record, so that merge patches can use either spelling; nulls pass through. `at` is the path of
 * the object, for the message.
 */
export const oneSpelling = (object: JsonObject, canonical: string, alias: string, at = ""): JsonObject => {
  if (!(alias in object)) return object;
  const { [alias]: value, ...rest } = object;
  if (canonical in rest && !isDeepStrictEqual(rest[canonical], value))
    throw refuse("spelling-conflict", { first: at + alias, second: at + canonical });
  return { ...rest, [canonical]: value };
};

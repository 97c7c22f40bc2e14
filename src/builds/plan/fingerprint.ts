// A fingerprint is the hash of everything a result was made from: the step's version, its specification and the
// fingerprints of its inputs. Equal fingerprints mean equal results, so what is recorded need not be built again.

import { createHash } from "node:crypto";
import type { BuiltType } from "../../domain/resource.js";

/** Raise a number when a step would make another result from the same inputs. */
export const stepVersions: Record<BuiltType, number> = {
  connections: 1,
  datasets: 4,
  people: 6,
  streams: 2,
  places: 1,
  cohorts: 2,
  outcomes: 5,
  persona_sets: 1,
  recommenders: 1,
  scopes: 3,
  targets: 2,
};

/** 32 hex digits over the step's version and its inputs; the order of object keys does not matter. */
export const fingerprint = (type: BuiltType, inputs: unknown): string =>
  createHash("sha256")
    .update(canonicalJson([type, stepVersions[type], inputs]))
    .digest("hex")
    .slice(0, 32);

const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
};

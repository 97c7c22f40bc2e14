// A fingerprint is the hash of everything that a result was made from: the kind with its version, the
// specification and the fingerprints of what it reads. Equal fingerprints mean equal results, so a recorded
// result need not be built again.

import { createHash } from "node:crypto";
import type { BuiltType } from "../../domain/resource/resource.js";

/** 32 hex digits; the order of object keys does not matter. */
export const fingerprint = (type: BuiltType, version: number, inputs: unknown): string =>
  createHash("sha256")
    .update(canonicalJson([type, version, inputs]))
    .digest("hex")
    .slice(0, 32);

const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
};

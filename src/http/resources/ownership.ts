// Makers of resources and notes on them, on the way out.

import type { JsonObject } from "../../domain/resource/json.js";
import type { Note } from "../../domain/resource/ownership.js";
import type { Resource } from "../../store/resources.js";

export const renderNote = ({ text, by, at }: Note): JsonObject => ({
  text,
  by,
  at: new Date(at).toISOString(),
});

export const ownershipOf = ({ madeBy, note }: Pick<Resource, "madeBy" | "note">): JsonObject => ({
  ...(madeBy && { created_by: { ...madeBy } }),
  ...(note && { note: renderNote(note) }),
});

// Configurations refer to others by id; people call them by name. Wherever a body has the one, it can have the other.

import { isObject, type JsonObject } from "../../http/json.js";
import { mapText } from "./paths.js";
import { type Type, typeAt } from "./types.js";

/** A copy of the body with every reference replaced. `map` is told of which type it is and where in the body. */
export const mapReferences = (
  { references }: Type,
  body: JsonObject,
  map: (written: string, type: Type, at: string) => string,
): JsonObject =>
  Object.entries(references).reduce<JsonObject>((mapped, [path, typePath]) => {
    const type = typeAt(typePath);
    const next = mapText(mapped, path, (written, at) => map(written, type, at));
    return isObject(next) ? next : mapped;
  }, body);

/** The types that a body of this type refers to anywhere. */
export const referredTypes = (type: Type, body: JsonObject): Type[] => {
  const found = new Set<Type>();
  mapReferences(type, body, (written, referred) => {
    found.add(referred);
    return written;
  });
  return [...found];
};

// References between resources: the API uses ids, people use names. A body may have either.

import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { mapText } from "./paths.js";
import { type Type, typeAt } from "./types.js";

/** A copy of the body with every reference replaced. `map` gets the reference, its type and its path in the body. */
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

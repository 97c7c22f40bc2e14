// The service's OpenAPI document: the types that it has, and the schema of each.

import { isObject, type JsonObject } from "../../domain/resource/json.js";
import type { Client } from "../client.js";
import { get } from "./paths.js";
import { type Type, types } from "./types.js";

/** The used part of an OpenAPI document. */
export interface ApiDocument {
  paths: Readonly<Record<string, unknown>>;
  components?: unknown;
}

export const readApi = (client: Client): Promise<ApiDocument> => client.get("/openapi.json");

export const isServed = ({ paths }: ApiDocument, { path }: Type): boolean => Object.hasOwn(paths, `/${path}`);

export const servedTypes = async (client: Client): Promise<Type[]> => {
  const api = await readApi(client);
  return types.filter((type) => isServed(api, type));
};

/** The schema of POST's body; undefined if the type cannot be created by POST. */
export const createSchema = ({ paths }: ApiDocument, { path }: Type): JsonObject | undefined => {
  const post = get(paths[`/${path}`], "post.requestBody.content");
  const json = isObject(post) ? post["application/json"] : undefined;
  const schema = isObject(json) ? json.schema : undefined;
  return isObject(schema) ? schema : undefined;
};

/** Follows a reference to its schema. */
export const resolved = (api: ApiDocument, schema: JsonObject): JsonObject => {
  const name =
    typeof schema.$ref === "string" ? /^#\/components\/schemas\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const found = name === undefined ? undefined : get(api.components, `schemas.${name}`);
  return isObject(found) ? found : schema;
};

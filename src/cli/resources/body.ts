// The body of a create or update: JSON on the command line, a JSON or YAML file, or flags, which override the
// others. It may refer to other resources by name.

import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import type { Client } from "../client.js";
import { UsageError } from "../exit.js";
import { findAmong, listRecords } from "./find.js";
import { bodyOf } from "./flags.js";
import { mapReferences, referredTypes } from "./references.js";
import type { Type } from "./types.js";

export interface BodySource {
  /** JSON from the command line. */
  text?: string | undefined;
  file?: string | undefined;
  /** Values by the names of the type's flags. */
  values: Readonly<Record<string, unknown>>;
}

/** Throws `UsageError` if the body is missing or not an object. */
export const readBody = async (
  { flags, noun }: Type,
  { text, file, values }: BodySource,
): Promise<JsonObject> => {
  const parts = [
    ...(file === undefined ? [] : [asObject(await contentOf(file), file)]),
    ...(text === undefined ? [] : [asObject(text, "the command line")]),
  ];
  const body = bodyOf(flags, values, Object.assign({}, ...parts));
  if (parts.length === 0 && Object.keys(body).length === 0)
    throw new UsageError(`The ${noun} is not described. Use flags, --json '{…}' or --file FILE.`);
  return body;
};

const contentOf = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

/** JSON is YAML. */
const asObject = (text: string, where: string): JsonObject => {
  const value = parsed(text, where);
  if (!isObject(value)) throw new UsageError(`Expected one object in ${where}.`);
  return value;
};

const parsed = (text: string, where: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${where}: ${(error as Error).message}`, { cause: error });
  }
};

/** Replaces names by ids. */
export const withIds = async (client: Client, type: Type, body: JsonObject): Promise<JsonObject> => {
  const known = new Map(
    await Promise.all(
      referredTypes(type, body).map(async (each) => [each, await listRecords(client, each)] as const),
    ),
  );
  return mapReferences(
    type,
    body,
    (written, referred) => findAmong(referred, known.get(referred)!, written).id,
  );
};

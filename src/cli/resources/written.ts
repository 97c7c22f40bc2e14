// The body of a create or an update: written out as JSON, in a file of JSON or YAML, or by flags, which go before what the
// others say. Others may be referred to by their names.

import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { isObject, type JsonObject, mergePatch } from "../../http/json.js";
import type { Client } from "../client.js";
import { Misuse } from "../exit.js";
import { choose, listRecords } from "./find.js";
import { bodyOf } from "./flags.js";
import { mapReferences, referredTypes } from "./references.js";
import type { Type } from "./types.js";

export interface Writing {
  /** JSON as it was typed. */
  text?: string | undefined;
  file?: string | undefined;
  /** By the names of the type's flags. */
  values: Readonly<Record<string, unknown>>;
}

/** Throws `Misuse` where nothing is written, or nothing that is an object. */
export const readBody = async (
  { flags, noun }: Type,
  { text, file, values }: Writing,
): Promise<JsonObject> => {
  const parts = [
    ...(file === undefined ? [] : [asObject(await contentOf(file), file)]),
    ...(text === undefined ? [] : [asObject(text, "the command line")]),
  ];
  const flagged = bodyOf(flags, values);
  if (parts.length === 0 && Object.keys(flagged).length === 0)
    throw new Misuse(`Say what the ${noun} is to be: by flags, --json '{…}' or --file FILE.`);
  return mergePatch(Object.assign({}, ...parts), flagged);
};

const contentOf = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

/** JSON is YAML. */
const asObject = (text: string, where: string): JsonObject => {
  const value = parsed(text, where);
  if (!isObject(value)) throw new Misuse(`There must be one object in ${where}.`);
  return value;
};

const parsed = (text: string, where: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    throw new Misuse(`${where}: ${(error as Error).message}`, { cause: error });
  }
};

/** With ids in the place of names. */
export const withIds = async (client: Client, type: Type, body: JsonObject): Promise<JsonObject> => {
  const known = new Map(
    await Promise.all(
      referredTypes(type, body).map(async (each) => [each, await listRecords(client, each)] as const),
    ),
  );
  return mapReferences(type, body, (written, referred) => choose(referred, known.get(referred)!, written).id);
};

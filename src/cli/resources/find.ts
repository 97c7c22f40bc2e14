// Lookup of a resource by what the user typed: its id or, if that finds none, its name, which must be unique.

import type { JsonObject } from "../../domain/resource/json.js";
import { nearest } from "../../domain/resource/nearest.js";
import type { Client } from "../client.js";
import { UsageError } from "../exit.js";
import { readPages } from "../pages.js";
import type { BuildRecord } from "../waiting.js";
import { displayName, type Type } from "./types.js";

export type ServerRecord = JsonObject & Pick<BuildRecord, "id" | "status"> & Partial<BuildRecord>;

export const listRecords = (client: Client, { path }: Type): Promise<ServerRecord[]> =>
  readPages(client, `/${path}`);

export const find = async (client: Client, type: Type, typed: string): Promise<ServerRecord> =>
  findAmong(type, await listRecords(client, type), typed);

/** Throws `UsageError` if no resource has the id or name, or several have the name. */
export const findAmong = (type: Type, records: readonly ServerRecord[], typed: string): ServerRecord => {
  const byId = records.find(({ id }) => id === typed);
  const byName = records.filter((record) => namesOf(type, record).includes(typed.toLowerCase()));
  const found = byId ?? byName[0];
  if (!found) throw new UsageError(notFound(type, records, typed));
  if (!byId && byName.length > 1)
    throw new UsageError(`${byName.length} ${type.path} have the name ${typed}. Use the id: ${ids(byName)}.`);
  return found;
};

/** Streams have two names. */
const namesOf = (type: Type, record: ServerRecord): string[] =>
  [displayName(type, record), record.stream_name].filter((name) => typeof name === "string").map(lower);

const notFound = (type: Type, records: readonly ServerRecord[], typed: string): string => {
  const meant = nearest(
    typed,
    records.map((record) => displayName(type, record)),
  );
  return `There is no ${type.noun} ${typed}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
};

const ids = (records: readonly ServerRecord[]): string => records.map(({ id }) => id).join(", ");
const lower = (text: string): string => text.toLowerCase();

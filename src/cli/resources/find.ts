// What a person types may be an id or a name. Ids go before names, and a name that several have is nobody's.

import { nearest } from "../../domain/nearest.js";
import type { JsonObject } from "../../http/json.js";
import type { BuildRecord } from "../builds.js";
import type { Client } from "../client.js";
import { Misuse } from "../exit.js";
import { calledBy, type Type } from "./types.js";

export type ServerRecord = JsonObject & Pick<BuildRecord, "id" | "status"> & Partial<BuildRecord>;

export const listRecords = (client: Client, { path }: Type): Promise<ServerRecord[]> =>
  client.get(`/${path}`);

export const find = async (client: Client, type: Type, typed: string): Promise<ServerRecord> =>
  choose(type, await listRecords(client, type), typed);

/** Throws `Misuse` for what is nobody's id or name, or several ones' name. */
export const choose = (type: Type, records: readonly ServerRecord[], typed: string): ServerRecord => {
  const byId = records.find(({ id }) => id === typed);
  const byName = records.filter((record) => namesOf(type, record).includes(typed.toLowerCase()));
  const found = byId ?? byName[0];
  if (!found) throw new Misuse(nobody(type, records, typed));
  if (!byId && byName.length > 1)
    throw new Misuse(`${byName.length} of the ${type.path} are called ${typed}. Say which: ${ids(byName)}.`);
  return found;
};

/** Streams go by two names. */
const namesOf = (type: Type, record: ServerRecord): string[] =>
  [calledBy(type, record), record.stream_name].filter((name) => typeof name === "string").map(lower);

const nobody = (type: Type, records: readonly ServerRecord[], typed: string): string => {
  const meant = nearest(
    typed,
    records.map((record) => calledBy(type, record)),
  );
  return `There is no ${type.noun} ${typed}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
};

const ids = (records: readonly ServerRecord[]): string => records.map(({ id }) => id).join(", ");
const lower = (text: string): string => text.toLowerCase();

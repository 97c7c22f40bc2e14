// Clients of OAuth: programs that ask people for access. Anybody may register one, so nothing is stored of them. The ID
// of a client holds its name and its addresses, under the service's MAC: no stranger fills a list, and none has to be
// emptied of those that were never used.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { secretNamed } from "../store/secrets.js";

export interface AssistantClient {
  name: string;
  redirectUris: string[];
}

const macKey = (db: Kysely<Database>): Promise<string> => secretNamed(db, "assistant-clients");

export const clientIdOf = async (
  db: Kysely<Database>,
  { name, redirectUris }: AssistantClient,
): Promise<string> => {
  const content = Buffer.from(JSON.stringify([name, ...redirectUris])).toString("base64url");
  return `${content}.${macOf(await macKey(db), content)}`;
};

/** Undefined if the service has not made the ID. */
export const clientOf = async (db: Kysely<Database>, id: string): Promise<AssistantClient | undefined> => {
  const [, content, mac] = /^([\w-]+)\.([\w-]{43})$/.exec(id) ?? [];
  if (content === undefined || mac === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(await macKey(db), content)))) return undefined;
  const [name = "", ...redirectUris] = JSON.parse(Buffer.from(content, "base64url").toString()) as string[];
  return { name, redirectUris };
};

const macOf = (key: string, content: string): string =>
  createHmac("sha256", key).update(content).digest("base64url");

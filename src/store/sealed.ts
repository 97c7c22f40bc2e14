// Sealed secrets in the store: passwords and keys of connections, secrets of identity providers and of authenticator apps. They
// are sealed again when the key is replaced.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { newestKey, seal, unseal } from "./secrets.js";

export interface Resealed {
  /** Secrets that were sealed under an older key. */
  resealed: number;
  /** Where secrets are that no key opens. */
  lost: string[];
}

/**
 * Seals all secrets under the first of the keys. Each is one write, which happens only if nobody has changed the secret
 * meanwhile, so the service may be running.
 */
export const resealAll = async (db: Kysely<Database>, key: Buffer): Promise<Resealed> => {
  const found: Resealed = { resealed: 0, lost: [] };
  for (const { place, sealed, replace } of await sealedSecrets(db)) {
    const fresh = resealed(key, sealed);
    if (fresh === null) found.lost.push(place);
    else if (fresh !== sealed) {
      await replace(fresh);
      found.resealed++;
    }
  }
  return found;
};

/** The same where it is sealed under the newest key already; null: no key opens it. */
const resealed = (key: Buffer, sealed: string): string | null => {
  if (isOpenedBy(newestKey(key), sealed)) return sealed;
  return isOpenedBy(key, sealed) ? seal(key, unseal(key, sealed)) : null;
};

const isOpenedBy = (key: Buffer, sealed: string): boolean => {
  try {
    unseal(key, sealed);
    return true;
  } catch {
    return false;
  }
};

interface Sealed {
  place: string;
  sealed: string;
  replace(sealed: string): Promise<unknown>;
}

const sealedSecrets = async (db: Kysely<Database>): Promise<Sealed[]> => [
  ...(await ofConnections(db)),
  ...(await ofProviders(db)),
  ...(await ofFactors(db)),
];

const ofConnections = async (db: Kysely<Database>): Promise<Sealed[]> => {
  const rows = await db
    .selectFrom("resource")
    .select(["id", "config"])
    .where("type", "=", "connections")
    .execute();
  return rows.flatMap(({ id, config }) => {
    const { sealed_password: sealed } = JSON.parse(config).options as { sealed_password?: string };
    if (!sealed) return [];
    const replace = (fresh: string) =>
      db
        .updateTable("resource")
        .set({ config: config.replace(JSON.stringify(sealed), () => JSON.stringify(fresh)) })
        .where("id", "=", id)
        .where("config", "=", config)
        .execute();
    return [{ place: `connection ${id}`, sealed, replace }];
  });
};

const ofProviders = async (db: Kysely<Database>): Promise<Sealed[]> => {
  const rows = await db.selectFrom("sso_provider").select(["id", "sealed_secret"]).execute();
  return rows.flatMap(({ id, sealed_secret: sealed }) => {
    if (sealed === null) return [];
    const replace = (fresh: string) =>
      db
        .updateTable("sso_provider")
        .set({ sealed_secret: fresh })
        .where("id", "=", id)
        .where("sealed_secret", "=", sealed)
        .execute();
    return [{ place: `identity provider ${id}`, sealed, replace }];
  });
};

const ofFactors = async (db: Kysely<Database>): Promise<Sealed[]> => {
  const rows = await db.selectFrom("second_factor").select(["user_id", "sealed_secret"]).execute();
  return rows.map(({ user_id: id, sealed_secret: sealed }) => {
    const replace = (fresh: string) =>
      db
        .updateTable("second_factor")
        .set({ sealed_secret: fresh })
        .where("user_id", "=", id)
        .where("sealed_secret", "=", sealed)
        .execute();
    return { place: `second factor of user ${id}`, sealed, replace };
  });
};

// Identity providers of accounts, and the e-mail domains that accounts have shown to be theirs. Of a domain that several
// accounts name, only the one that shows it first has it.

import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { Database, SsoProviderTable } from "../db/schema.js";
import { isUniqueViolation } from "../db/transaction.js";
import type { SsoProvider, SsoRules } from "../domain/account/single-sign-on.js";
import { limits } from "../domain/resource/limits.js";
import type { EpochMs } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { endSessionsOfProvider } from "./sessions.js";

/** A provider of an account. Its secret is sealed. */
export interface StoredProvider extends Omit<SsoProvider, "clientSecret" | "accountId" | "joinsAccountId"> {
  accountId: string;
  sealedSecret: string | null;
  createdAt: EpochMs;
  updatedAt: EpochMs;
}

export type ProviderDraft = Pick<StoredProvider, "name" | "issuer" | "clientId" | "sealedSecret"> & SsoRules;

/** Oldest first. */
export const listProviders = async (db: Kysely<Database>, accountId: string): Promise<StoredProvider[]> => {
  const rows = await db
    .selectFrom("sso_provider")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toProvider);
};

export const findProvider = async (db: Kysely<Database>, id: string): Promise<StoredProvider | undefined> => {
  const row = await db.selectFrom("sso_provider").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toProvider(row);
};

/** In a transaction that has locked the account. Refuses `sso-providers-too-many`. */
export const insertProvider = async (
  db: Kysely<Database>,
  accountId: string,
  draft: ProviderDraft,
  now: EpochMs,
): Promise<StoredProvider> => {
  const { is: most } = limits.ssoProviders;
  if ((await listProviders(db, accountId)).length >= most) throw refuse("sso-providers-too-many", { most });
  const row = {
    id: randomUUID(),
    account_id: accountId,
    ...columnsOf(draft),
    created_at: now,
    updated_at: now,
  };
  await db.insertInto("sso_provider").values(row).execute();
  await nameDomains(db, accountId, draft.domains, now);
  return toProvider(row);
};

/** In a transaction. Who signed in by another issuer or client is asked again. */
export const updateProvider = async (
  db: Kysely<Database>,
  before: StoredProvider,
  draft: ProviderDraft,
  now: EpochMs,
): Promise<StoredProvider> => {
  const row = await db
    .updateTable("sso_provider")
    .set({ ...columnsOf(draft), updated_at: now })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw refuse("resource-unknown", { type: "identity provider", id: before.id });
  await nameDomains(db, before.accountId, draft.domains, now);
  const isOther = before.issuer !== draft.issuer || before.clientId !== draft.clientId;
  if (isOther) await forgetProvider(db, before.id);
  await removeUnusedDomains(db, before.accountId);
  return toProvider(row);
};

/** In a transaction: its sessions end. */
export const removeProvider = async (
  db: Kysely<Database>,
  { id, accountId }: StoredProvider,
): Promise<void> => {
  await db.deleteFrom("sso_provider").where("id", "=", id).execute();
  await forgetProvider(db, id);
  await removeUnusedDomains(db, accountId);
};

const forgetProvider = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom("sso_identity").where("provider_id", "=", id).execute();
  await endSessionsOfProvider(db, id);
};

const columnsOf = ({ name, issuer, clientId, sealedSecret, ...rules }: ProviderDraft) => {
  const { domains, trustsEmail, defaultRole, groupsClaim, groupRoles, scope } = rules;
  const config: SsoRules = { domains, trustsEmail, defaultRole, groupsClaim, groupRoles, scope };
  return {
    name,
    issuer,
    client_id: clientId,
    sealed_secret: sealedSecret,
    config: JSON.stringify(config),
  };
};

const toProvider = (row: Selectable<SsoProviderTable>): StoredProvider => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  sealedSecret: row.sealed_secret,
  ...(JSON.parse(row.config) as SsoRules),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export interface SsoDomain {
  domain: string;
  token: string;
  verifiedAt: EpochMs | null;
}

/** By name. */
export const listDomains = async (db: Kysely<Database>, accountId: string): Promise<SsoDomain[]> => {
  const rows = await db
    .selectFrom("sso_domain")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("domain")
    .execute();
  return rows.map(({ domain, token, verified_at }) => ({ domain, token, verifiedAt: verified_at }));
};

export const verifiedDomains = async (db: Kysely<Database>, accountId: string): Promise<string[]> =>
  (await listDomains(db, accountId))
    .filter(({ verifiedAt }) => verifiedAt !== null)
    .map(({ domain }) => domain);

/** The account that has shown that the domain is theirs. */
export const accountOfDomain = async (db: Kysely<Database>, domain: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("sso_domain")
    .select("account_id")
    .where("domain", "=", domain)
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  return row?.account_id;
};

/** Each gets a token, which it keeps. */
export const nameDomains = async (
  db: Kysely<Database>,
  accountId: string,
  domains: readonly string[],
  now: EpochMs,
): Promise<void> => {
  for (const domain of domains)
    await db
      .insertInto("sso_domain")
      .values({
        account_id: accountId,
        domain,
        token: randomBytes(16).toString("hex"),
        verified_at: null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(["account_id", "domain"]).doNothing())
      .execute();
};

/** Refuses `sso-domain-taken`. */
export const verifyDomain = async (
  db: Kysely<Database>,
  accountId: string,
  domain: string,
  now: EpochMs,
): Promise<void> => {
  try {
    await db
      .updateTable("sso_domain")
      .set({ verified_at: now })
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .where("verified_at", "is", null)
      .execute();
  } catch (error) {
    throw isUniqueViolation(error) ? refuse("sso-domain-taken", { domain }) : error;
  }
};

/** Whoever has verified the domain has to do so again. */
export const releaseDomain = async (db: Kysely<Database>, domain: string): Promise<void> => {
  await db.updateTable("sso_domain").set({ verified_at: null }).where("domain", "=", domain).execute();
};

/** A domain that no provider names any more is shown again when it comes back. */
const removeUnusedDomains = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  const used = (await listProviders(db, accountId)).flatMap(({ domains }) => domains);
  await db
    .deleteFrom("sso_domain")
    .where("account_id", "=", accountId)
    .$if(used.length > 0, (query) => query.where("domain", "not in", used))
    .execute();
};

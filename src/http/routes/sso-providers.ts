// Identity providers of an account: registered by the owner, tried, and believed for e-mail domains that are verified.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { lockAccount } from "../../db/transaction.js";
import { isPrivateAddress } from "../../domain/machine/private-address.js";
import { changedFields } from "../../domain/resource/changed-fields.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { hostOf } from "../../domain/resource/url-host.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import { missingProof, recordName, recordText } from "../../sso/domain-proof.js";
import { tryProvider } from "../../sso/openid.js";
import { updateAccount } from "../../store/accounts.js";
import { seal, sealingKey, unseal } from "../../store/secrets.js";
import {
  findProvider,
  insertProvider,
  listDomains,
  listProviders,
  type ProviderDraft,
  removeProvider,
  type StoredProvider,
  updateProvider,
  verifyDomain,
} from "../../store/sso-providers.js";
import { audit } from "../audit.js";
import { mergePatch, present } from "../json.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { renderProvider } from "../resources/sso.js";
import { idParams } from "../schemas/common.js";
import {
  ssoProviderConfig,
  ssoProviderPatch,
  ssoProviderPost,
  ssoProviderRecord,
  ssoTest,
} from "../schemas/sso.js";
import { conform } from "../validation.js";

type ById = { Params: { id: string } };

const tags = ["sso_providers"];
const path = "/sso_providers";

export const ssoProviderRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock, dataDir } = options;
  const dnsServers = options.sso?.dnsServers ?? [];

  const shown = async (trx: Kysely<Database>, provider: StoredProvider): Promise<JsonObject> =>
    renderProvider(provider, await listDomains(trx, provider.accountId));

  /** Refuses `sso-address-forbidden` for private addresses. Host names are checked with each request. */
  const parse = (body: JsonObject, before?: StoredProvider): ProviderDraft => {
    const wanted = conform(ssoProviderConfig, body);
    const { issuer } = wanted;
    const isForbidden = isPrivateAddress(hostOf(issuer)) || !issuer.startsWith("https:");
    if (!options.webhooks.privateAddresses && isForbidden) throw refuse("sso-address-forbidden", { issuer });
    return {
      name: wanted.name,
      issuer,
      clientId: wanted.client_id,
      sealedSecret: sealedIn(wanted, before),
      domains: wanted.domains,
      trustsEmail: wanted.trusts_email,
      defaultRole: wanted.default_role === "nobody" ? null : wanted.default_role,
      groupsClaim: wanted.groups_claim,
      groupRoles: wanted.group_roles,
      scope: wanted.scope,
    };
  };

  /** A secret is for its issuer: another one does not get it. */
  const sealedIn = (
    { client_secret, issuer }: Static<typeof ssoProviderConfig>,
    before?: StoredProvider,
  ): string | null => {
    if (client_secret === undefined) return null;
    if (client_secret !== kept) return seal(sealingKey(dataDir), client_secret);
    return before?.issuer === issuer ? before.sealedSecret : null;
  };

  app.post<{ Body: JsonObject }>(
    path,
    {
      config: { permission: "own" },
      schema: {
        operationId: "createSsoProvider",
        summary: "Register an identity provider",
        description:
          "People of its verified e-mail domains sign in through it, with OpenID Connect. Register redirect_path there, after the address of this service.",
        tags,
        body: ssoProviderPost,
        refuses: ["sso-address-forbidden", "sso-providers-too-many"],
        response: { 201: ssoProviderRecord },
      },
    },
    async (request, reply) => {
      const { account, body } = request;
      const draft = parse(mergePatch({}, body));
      const record = await db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        const made = await insertProvider(trx, account.id, draft, clock());
        const done = {
          action: "create",
          subject: subjectOf(made),
          changes: [`issuer ${made.issuer}`],
        } as const;
        await audit(trx, request as FastifyRequest, done, clock());
        return shown(trx, made);
      });
      return reply.code(201).send(record);
    },
  );

  app.get(
    path,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "listSsoProviders",
        summary: "List identity providers",
        description: "Those of the account, oldest first, without their secrets.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(ssoProviderRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.account;
      const [all, domains] = [await listProviders(db.kysely, id), await listDomains(db.kysely, id)];
      return pageOf(request, reply, all, (each) => ({ id: each.id })).map((each) =>
        renderProvider(each, domains),
      );
    },
  );

  app.get<ById>(
    `${path}/:id`,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "getSsoProvider",
        summary: "Read an identity provider",
        description: "With its domains, and the records in the DNS that verify them.",
        tags,
        params: idParams,
        response: { 200: ssoProviderRecord },
      },
    },
    async (request) => shown(db.kysely, await requireProvider(db.kysely, request)),
  );

  app.patch<ById & { Body: JsonObject }>(
    `${path}/:id`,
    {
      config: { permission: "own" },
      schema: {
        operationId: "updateSsoProvider",
        summary: "Change an identity provider",
        description:
          "JSON merge patch. Another issuer or client ID ends the sessions that began there, takes the secret away, and links people again by their address.",
        tags,
        params: idParams,
        body: ssoProviderPatch,
        refuses: ["sso-address-forbidden"],
        response: { 200: ssoProviderRecord },
      },
    },
    async (request) => {
      const { account, body } = request;
      return db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        const before = await requireProvider(trx, request);
        const draft = parse(mergePatch(writtenAs(before), body), before);
        const after = await updateProvider(trx, before, draft, clock());
        const changes = changedFields(writtenAs(before), writtenAs(after));
        if (before.sealedSecret !== after.sealedSecret && !changes.includes("client_secret"))
          changes.push("client_secret");
        await audit(
          trx,
          request as FastifyRequest,
          { action: "update", subject: subjectOf(after), changes },
          clock(),
        );
        return shown(trx, after);
      });
    },
  );

  app.delete<ById>(
    `${path}/:id`,
    {
      config: { permission: "own" },
      schema: {
        operationId: "deleteSsoProvider",
        summary: "Remove an identity provider",
        description:
          "Sessions that began there end. Members stay. With the last one, passwords are taken again.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await db.transaction(async (trx) => {
        await lockAccount(trx, request.account.id);
        const provider = await requireProvider(trx, request);
        await removeProvider(trx, provider);
        const isLast = (await listProviders(trx, provider.accountId)).length === 0;
        if (isLast && (options.sso?.providers ?? []).length === 0)
          await updateAccount(trx, provider.accountId, { ssoOnly: false }, clock());
        await audit(
          trx,
          request as FastifyRequest,
          { action: "delete", subject: subjectOf(provider) },
          clock(),
        );
      });
      return reply.code(204).send();
    },
  );

  app.post<ById>(
    `${path}/:id/test`,
    {
      config: { permission: "own" },
      schema: {
        operationId: "testSsoProvider",
        summary: "Test an identity provider",
        description: "Reads its document and its keys.",
        tags,
        params: idParams,
        response: { 200: ssoTest },
      },
    },
    async (request) => {
      const provider = await requireProvider(db.kysely, request);
      const { privateAddresses } = options.webhooks;
      await audit(
        db.kysely,
        request as FastifyRequest,
        { action: "test", subject: subjectOf(provider) },
        clock(),
      );
      try {
        const clientSecret = secretOf(provider, dataDir);
        await tryProvider({ ...provider, clientSecret }, { privateAddresses, now: clock() });
        return { works: true };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { works: false, problem: error.message };
      }
    },
  );

  app.post<ById>(
    `${path}/:id/verify_domains`,
    {
      config: { permission: "own" },
      schema: {
        operationId: "verifySsoDomains",
        summary: "Verify the domains of an identity provider",
        description:
          "Looks for the TXT record of each domain that is not verified yet. Without one it refuses, and keeps what was verified.",
        tags,
        params: idParams,
        refuses: ["sso-domain-unproven", "sso-domain-taken"],
        response: { 200: ssoProviderRecord },
      },
    },
    async (request) => {
      const provider = await requireProvider(db.kysely, request);
      const open = (await listDomains(db.kysely, provider.accountId)).filter(
        ({ domain, verifiedAt }) => verifiedAt === null && provider.domains.includes(domain),
      );
      const verified = (domain: string | undefined) => ({
        action: "verify_domain" as const,
        subject: subjectOf(provider),
        changes: domain === undefined ? [] : [domain],
      });
      if (open.length === 0) await audit(db.kysely, request as FastifyRequest, verified(undefined), clock());
      for (const each of open) {
        const { domain, token } = each;
        const detail = await missingProof(each, dnsServers);
        const [record, text] = [recordName(domain), recordText(token)];
        if (detail !== undefined) throw refuse("sso-domain-unproven", { domain, detail, record, text });
        await db.transaction(async (trx) => {
          await verifyDomain(trx, provider.accountId, domain, clock());
          await audit(trx, request as FastifyRequest, verified(domain), clock());
        });
      }
      return shown(db.kysely, provider);
    },
  );
};

/** In place of a secret that is there and not changed. */
const kept = "\u0000kept";

export const secretOf = (
  { sealedSecret }: Pick<StoredProvider, "sealedSecret">,
  dataDir: string,
): string | undefined => (sealedSecret === null ? undefined : unseal(sealingKey(dataDir), sealedSecret));

const writtenAs = (provider: StoredProvider): JsonObject =>
  present({
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.sealedSecret === null ? undefined : kept,
    domains: provider.domains,
    trusts_email: provider.trustsEmail,
    default_role: provider.defaultRole ?? "nobody",
    groups_claim: provider.groupsClaim,
    group_roles: provider.groupRoles.map(({ group, role }) => ({ group, role })),
    scope: provider.scope,
  });

/** Throws `resource-unknown`, also for a provider of another account. */
const requireProvider = async (
  db: Kysely<Database>,
  { account, params }: Pick<FastifyRequest<ById>, "account" | "params">,
): Promise<StoredProvider> => {
  const provider = await findProvider(db, params.id);
  if (provider?.accountId !== account.id)
    throw refuse("resource-unknown", { type: "identity provider", id: params.id });
  return provider;
};

const subjectOf = ({ id, name }: StoredProvider) => ({ type: "sso_providers", id, name });

// Accounts, their usage and e-mails. A request sees only the account it is made for, whatever ID it names.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { AuditActor } from "../../domain/account/audit.js";
import { may } from "../../domain/account/role.js";
import type { PeopleConfig } from "../../domain/people/people.js";
import { changedFields } from "../../domain/resource/changed-fields.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import { firstOfMonth } from "../../domain/resource/months.js";
import { type EpochMs, msPerDay, type ResourceType, resourceTypes } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import {
  type Account,
  createAccount,
  findAccount,
  isAnyAccount,
  revokeAllLinks,
  scheduleDeletion,
  subAccountsOf,
  updateAccount,
} from "../../store/accounts.js";
import { endAssistantsWithoutFactor } from "../../store/assistants.js";
import { countLookups } from "../../store/audit.js";
import { issueKey } from "../../store/keys.js";
import { listMailPositions, listMails } from "../../store/outbox.js";
import { configurePeople, findPeople } from "../../store/people.js";
import { insertResource, listConfigured, type NewResource, type Resource } from "../../store/resources.js";
import { endSessionsByPassword, startSession } from "../../store/sessions.js";
import { isKnownAt } from "../../store/sso-identities.js";
import { listProviders } from "../../store/sso-providers.js";
import { listUploads } from "../../store/uploads.js";
import { ownerOf, setOwnersPassword, signInByNewEmail } from "../../store/users.js";
import { audit } from "../audit.js";
import { authenticate, bearerKey, refuseCrossOrigin, setSessionCookie } from "../auth.js";
import { change } from "../change.js";
import { askToConfirm } from "../confirmation.js";
import { interfaceHeaders, readsNewest } from "../interface-version.js";
import { mergePatch, present } from "../json.js";
import { rememberBrowser } from "../known-browser.js";
import { madeInPieces } from "../list-turns.js";
import { hashNewPassword } from "../new-password.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery, rowPosition } from "../pages.js";
import { limitSignUps } from "../request-limits.js";
import { renderAccount, renderMail } from "../resources/account.js";
import { isoMs } from "../resources/record.js";
import { roleInsufficient } from "../role.js";
import {
  accountBilling,
  accountConfig,
  accountPatch,
  accountRecord,
  accountUsage,
  accountUsageSummary,
  outboxRecord,
  signUpPost,
} from "../schemas/account.js";
import { idParams } from "../schemas/common.js";
import { tablesOf } from "../table-access.js";
import { conform } from "../validation.js";

/** Each account has one resource of type people from the start. */
const peopleOf = (accountId: string, config: PeopleConfig): NewResource<"people"> => ({
  accountId,
  type: "people",
  name: "people",
  config,
  upstreamIds: [],
  uniqueName: false,
});

type ById = { Params: { id: string } };
type Written = Static<typeof accountConfig>;
const tags = ["accounts"];

export const accountRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;
  const takeSignUp = limitSignUps(options);
  const shown = async (account: Account): Promise<JsonObject> =>
    renderAccount(account, await findPeople(db.kysely, account.id), {
      tables: tablesOf(options, account.id),
    });
  const maker = async (request: FastifyRequest): Promise<Account> => {
    request.account = await authenticate(request, options);
    return request.account;
  };

  app.post<{ Body: Static<typeof signUpPost> }>(
    "/accounts",
    {
      config: { isPublic: true, permission: "own" },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        summary: "Sign up, or create a sub-account",
        description:
          "Creates an account. With a key of the role owner it is a sub-account: it has keys and data of its own, which the account of the key cannot read, and that account can list, read, delete and restore it. The answer contains the first API key, which is shown only once. With a password, it also signs in by cookie.",
        tags,
        body: signUpPost,
        refuses: [
          "sign-up-closed",
          "sign-ups-too-many",
          "email-taken",
          "password-needs-email",
          "password-guessable",
          "request-cross-origin",
          "key-malformed",
          "key-unknown",
          "key-expired",
          "token-elsewhere",
          "key-scope-insufficient",
          "role-insufficient",
        ],
        response: { 201: accountRecord },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      refuseCrossOrigin(request, options);
      takeSignUp(request.clientAddress);
      const parent = bearerKey(asker) === undefined ? null : await maker(asker);
      const { name, email = "", emails, password } = request.body;
      const hash = password === undefined ? undefined : await hashNewPassword(password, [email, name]);
      const now = clock();
      const signedUp = await db.transaction(async (trx) => {
        if (!parent && options.signUp === "first" && (await isAnyAccount(trx)))
          throw refuse("sign-up-closed");
        const account = await createAccount(trx, { name, email, emails, parentId: parent?.id ?? null }, now);
        const people = await insertResource(trx, peopleOf(account.id, resolution(request.body)), now);
        const actor = signingUp(asker.actor, email);
        const key = await issueKey(trx, account.id, { name: "first key", issuedBy: actor.name }, now);
        const signUp = {
          accountId: account.id,
          action: "sign_up",
          subject: accountSubject(account),
        } as const;
        await audit(trx, { ...asker, actor }, signUp, now);
        await askToConfirm(trx, options, account, now);
        const made = { account, people, key };
        if (hash === undefined) return made;
        const mayWait = options.confirmation.isRequired;
        const user = await setOwnersPassword(trx, { ...account, mayWait }, hash, now);
        if (parent) return made;
        const token = await startSession(trx, account.id, { userId: user.id }, now);
        return { ...made, signedIn: { token, userId: user.id } };
      });
      const { account, people, key } = signedUp;
      if ("signedIn" in signedUp) {
        const { token, userId } = signedUp.signedIn;
        setSessionCookie(reply, options, token);
        await rememberBrowser(reply, userId, db, options, clock());
      }
      return reply.code(201).send(renderAccount(account, people, { api_key: key.key }));
    },
  );

  app.get(
    "/accounts",
    {
      config: { permission: "look" },
      schema: {
        summary: "List accounts",
        description: "Returns the account of the key, then its sub-accounts, newest first.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(accountRecord) },
      },
    },
    async (request, reply) => {
      const { account } = request;
      const listed = [account, ...(await subAccountsOf(db.kysely, account.id))];
      return Promise.all(pageOf(request, reply, listed, ({ id }) => ({ id })).map(shown));
    },
  );

  app.get<ById>(
    "/accounts/:id",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read an account",
        description:
          "Use the ID `current` for the account of the key; other IDs are those of its sub-accounts.",
        tags,
        params: idParams,
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      return shown(await ownOrSub(db.kysely, request));
    },
  );

  app.patch<ById & { Body: JsonObject }>(
    "/accounts/:id",
    {
      config: { permission: "administer" },
      schema: {
        summary: "Change an account",
        description:
          "JSON merge patch: absent fields keep their value, null clears a field. The e-mail address is the owner's, who signs in with it: only the owner changes it. sso_only ends the sessions that began with a password, and needs_second_factor the access of assistants of members without one.",
        tags,
        params: idParams,
        body: accountPatch,
        refuses: ["email-taken", "password-needs-email", "sso-only-untried"],
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      checkOwn(request);
      const { id, name, email, emails, needsSecondFactor, ssoOnly } = request.account;
      return change(options, id, async (trx, now) => {
        const { identity_resolution } = (await findPeople(trx, id)).config;
        const kept = present({
          name,
          email: email || undefined,
          emails,
          identity_resolution,
          needs_second_factor: needsSecondFactor,
          sso_only: ssoOnly,
        });
        const wanted = conform(accountConfig, mergePatch(kept, request.body));
        const people = await configurePeople(
          trx,
          id,
          ({ identity_resolution: _, ...config }) => ({ ...resolution(wanted), ...config }),
          now,
        );
        const { name: newName, email: newEmail = "" } = wanted;
        const { needs_second_factor: needsFactor = false, sso_only: isSsoOnly = false } = wanted;
        const isOwners = newEmail !== email || needsFactor !== needsSecondFactor || isSsoOnly !== ssoOnly;
        if (isOwners && !may(request.role, "own"))
          throw roleInsufficient(request as FastifyRequest, request.role, "own");
        const written = {
          name: newName,
          email: newEmail,
          emails: wanted.emails ?? null,
          needsSecondFactor: needsFactor,
          ssoOnly: isSsoOnly,
        };
        if (isSsoOnly && !ssoOnly) await refusePasswords(trx, id);
        if (needsFactor && !needsSecondFactor) await endAssistantsWithoutFactor(trx, id);
        const account = found(id, await updateAccount(trx, id, written, now));
        await signInByNewEmail(trx, { ...account, mayWait: options.confirmation.isRequired }, email);
        if (newEmail !== email) await askToConfirm(trx, options, account, now);
        const changes = changedFields(kept, wanted);
        await audit(
          trx,
          request as FastifyRequest,
          { action: "update", subject: accountSubject(account), changes },
          now,
        );
        return renderAccount(account, people);
      });
    },
  );

  /** Whoever could not sign in again would be locked out. Refuses `sso-only-untried`. */
  const refusePasswords = async (trx: Kysely<Database>, id: string): Promise<void> => {
    const owner = (await ownerOf(trx, id))?.user;
    const providers = [...(await listProviders(trx, id)), ...(options.sso?.providers ?? [])];
    const ids = providers.map((provider) => provider.id);
    if (!owner || !(await isKnownAt(trx, owner.id, ids))) throw refuse("sso-only-untried");
    await endSessionsByPassword(trx, id);
  };

  app.delete<ById>(
    "/accounts/:id",
    {
      config: { permission: "own" },
      schema: {
        summary: "Delete an account after a delay",
        description:
          "Schedules the deletion of the account and everything it owns. Until `delete_at` it works as before, and POST /accounts/{id}/restore cancels the deletion.",
        tags,
        params: idParams,
        response: { 202: accountRecord },
      },
    },
    async (request, reply) => {
      const { id, deleteAt } = await ownOrSub(db.kysely, request);
      const due = deleteAt ?? clock() + options.accountDeletionDays * msPerDay;
      const account = await schedule(request, id, "delete", due);
      return reply.code(202).send(renderAccount(account, await findPeople(db.kysely, id)));
    },
  );

  app.post<ById>(
    "/accounts/:id/restore",
    {
      config: { permission: "own" },
      schema: {
        summary: "Cancel the deletion of an account",
        description: "Possible until delete_at.",
        tags,
        params: idParams,
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      const { id } = await ownOrSub(db.kysely, request);
      const account = await schedule(request, id, "restore", null);
      return renderAccount(account, await findPeople(db.kysely, id));
    },
  );

  const schedule = (
    request: FastifyRequest<ById>,
    id: string,
    action: "delete" | "restore",
    due: EpochMs | null,
  ) =>
    db.transaction(async (trx) => {
      const account = found(id, await scheduleDeletion(trx, id, due));
      await audit(trx, request as FastifyRequest, { action, subject: accountSubject(account) }, clock());
      return account;
    });

  app.post<ById>(
    "/accounts/:id/revoke_links",
    {
      config: { permission: "administer" },
      schema: {
        summary: "Revoke all links of an account",
        description:
          "Signed links to files and reports that were given out, also standing ones, stop working now. Read the records to get new ones.",
        tags,
        params: idParams,
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      checkOwn(request);
      const { id } = request.account;
      const account = await db.transaction(async (trx) => {
        const revoked = found(id, await revokeAllLinks(trx, id));
        const subject = accountSubject(revoked);
        await audit(trx, request as FastifyRequest, { action: "revoke_links", subject }, clock());
        return revoked;
      });
      return renderAccount(account, await findPeople(db.kysely, id));
    },
  );

  app.get(
    "/accounts/current/outbox",
    {
      config: { permission: "administer" },
      schema: {
        summary: "List e-mails",
        description: "E-mails to the account's owner of the last 30 days, sent or not, newest first.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(outboxRecord) },
      },
    },
    async (request, reply) => {
      const accountId = request.account.id;
      const all = await listMailPositions(db.kysely, accountId);
      const ids = pageOf(request, reply, all, rowPosition).map(({ id }) => id);
      return madeInPieces({ db, accountId, reply }, ids, async (piece) =>
        piece.length === 0 ? [] : (await listMails(db.kysely, piece)).map(renderMail),
      );
    },
  );
};

const accountSubject = ({ id, name }: Account) => ({ type: "accounts", id, name });

/** Absent settings are not stored. */
const resolution = ({ identity_resolution }: Pick<Written, "identity_resolution">): PeopleConfig =>
  identity_resolution ? { identity_resolution } : {};

const checkOwn = ({ account, params }: FastifyRequest<ById>): void => {
  if (params.id !== "current" && params.id !== account.id) throw unknown(params.id);
};

/** The account of the key, or a sub-account of it. Refuses `resource-unknown`. */
const ownOrSub = async (
  db: Kysely<Database>,
  { account, params }: FastifyRequest<ById>,
): Promise<Account> => {
  if (params.id === "current" || params.id === account.id) return account;
  const found = await findAccount(db, params.id);
  if (found?.parentId !== account.id) throw unknown(params.id);
  return found;
};

/** Refuses `resource-unknown`: the account may have been deleted since its key was checked. */
const found = (id: string, account: Account | undefined): Account => {
  if (!account) throw unknown(id);
  return account;
};

const unknown = (id: string) => refuse("resource-unknown", { type: "account", id });

export const usageRoutes = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  app.get<ById>(
    "/accounts/:id/billing",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read an account's billing",
        description: "The usage of the account. There are no invoices and no payments.",
        tags,
        params: idParams,
        response: { 200: accountBilling },
      },
    },
    async (request) => {
      const { id } = await ownOrSub(db.kysely, request);
      return { invoices: [], payments: [], usages: await usagesOf(db.kysely, id) };
    },
  );

  const usage = {
    summary: "Read the account's usage",
    description:
      "Uploaded files and bytes, people, events, delivered rows, and resources of each type. Nothing is limited.",
    tags,
  };
  app.get(
    "/usages",
    { config: { permission: "look" }, schema: { ...usage, response: { 200: Type.Array(accountUsage) } } },
    ({ account }) => usagesOf(db.kysely, account.id),
  );
  app.get(
    "/accounts/current/usage",
    {
      config: { permission: "look" },
      schema: {
        ...usage,
        description: `${usage.description} With the header Bellwether-Interface 0.16, the present month in the form of GET /accounts/current/usage/all.`,
        headers: interfaceHeaders,
        response: { 200: Type.Union([Type.Array(accountUsage), accountUsageSummary]) },
      },
    },
    async (request, reply) => {
      const { id } = request.account;
      return readsNewest(request, reply)
        ? (await monthsOf(db.kysely, id, clock(), 1))[0]
        : usagesOf(db.kysely, id);
    },
  );
  app.get(
    "/accounts/current/usage/all",
    {
      config: { permission: "look" },
      schema: {
        operationId: "listMonthlyUsage",
        summary: "Read the account's usage month by month",
        description: "The present month and the eleven before it, newest first, from the audit log.",
        tags,
        response: { 200: Type.Array(accountUsageSummary) },
      },
    },
    ({ account }) => monthsOf(db.kysely, account.id, clock(), 12),
  );
  app.get<ById>(
    "/accounts/:id/usage",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read the usage of an account or sub-account",
        description: "The present month, as GET /accounts/current/usage/all has it.",
        tags,
        params: idParams,
        response: { 200: accountUsageSummary },
      },
    },
    async (request) => {
      const { id } = await ownOrSub(db.kysely, request);
      await app.waitingAudit.settle();
      return (await monthsOf(db.kysely, id, clock(), 1))[0]!;
    },
  );
};

/** The newest months, each with the look-ups of the one before. */
const monthsOf = async (
  db: Kysely<Database>,
  accountId: string,
  now: EpochMs,
  months: number,
): Promise<JsonObject[]> => {
  const starts = Array.from({ length: months + 2 }, (_, ago) => 1000 * firstOfMonth(now / 1000, 1 - ago));
  const counts = await countLookups(db, accountId, starts.toReversed());
  const countOf = (ago: number) => ({ count: counts[counts.length - 1 - ago] ?? 0 });
  return Array.from({ length: months }, (_, ago) => ({
    id: `${accountId}-${isoMs(starts[ago + 1])!.slice(0, 7)}`,
    started_at: isoMs(starts[ago + 1]),
    finished_at: isoMs(Math.min(now, starts[ago]!)),
    lookup_api_requests: { requests: { month_to_date: countOf(ago), last_month: countOf(ago + 1) } },
  }));
};

const usagesOf = async (db: Kysely<Database>, accountId: string): Promise<JsonObject[]> => {
  const uploads = await listUploads(db, accountId);
  const resources = await listConfigured(db, accountId, ["people", "streams", "targets"]);
  return [
    { description: "uploaded files", usage: uploads.length },
    { description: "uploaded bytes", usage: sum(uploads.map(({ bytes }) => bytes)) },
    ...usageOf(resources.filter(({ archivedAt }) => archivedAt === null)),
  ];
};

const usageOf = (resources: readonly Resource[]): JsonObject[] => {
  const ofType = <T extends ResourceType>(type: T) =>
    resources.filter((resource): resource is Extract<Resource, { type: T }> => resource.type === type);
  return [
    { description: "people known", usage: ofType("people")[0]?.result?.people_count ?? 0 },
    {
      description: "events",
      usage: sum(ofType("streams").map(({ result }) => result?.event_count ?? 0)),
    },
    { description: "delivered rows", usage: sum(ofType("targets").map(({ result }) => result?.rows ?? 0)) },
    ...resourceTypes
      .filter((type) => type !== "people")
      .map((type) => ({ description: type, usage: ofType(type).length })),
  ];
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Whoever creates an account without a key is called by its e-mail address. */
const signingUp = (actor: AuditActor, email: string): AuditActor =>
  actor.type === "nobody" && email !== "" ? { ...actor, name: email } : actor;

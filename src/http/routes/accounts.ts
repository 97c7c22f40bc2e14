// Accounts: signing up, and looking after one's own. There is no account but the key's own, whatever id is asked for.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../../errors/refusal.js";
import { type Account, createAccount, scheduleDeletion, updateAccount } from "../../store/accounts.js";
import { issueKey } from "../../store/keys.js";
import { listOutbox } from "../../store/outbox.js";
import { insertResource, type NewResource } from "../../store/resources.js";
import type { JsonObject } from "../json.js";
import { mergePatch } from "../merge-patch.js";
import { readNeighbours } from "../neighbours.js";
import type { AppOptions } from "../options.js";
import { renderAccount, renderMail } from "../render/account.js";
import { dataThrough } from "../render/record.js";
import { accountPatch, accountRecord, accountWritten, outboxRecord } from "../schemas/account.js";
import { idParams } from "../schemas/common.js";
import { conform } from "../validation.js";

/** Who its records turn out to be: one for each account, from the start. */
const peopleOf = (accountId: string): NewResource<"people"> => ({
  accountId,
  type: "people",
  name: "people",
  config: {},
  upstreamIds: [],
  uniqueName: false,
});

type ById = { Params: { id: string } };
const msPerDay = 86_400_000;
const tags = ["accounts"];

export const accountRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;

  app.post<{ Body: { name: string; email?: string } }>(
    "/accounts",
    {
      config: { isPublic: true },
      schema: {
        summary: "Sign up",
        description: "The answer holds the first API key, which is shown this once.",
        tags,
        body: accountWritten,
        response: { 201: accountRecord },
      },
    },
    async ({ body }, reply) => {
      const now = clock();
      const signedUp = await db.transaction(async (trx) => {
        const account = await createAccount(trx, { name: body.name, email: body.email ?? "" }, now);
        await insertResource(trx, peopleOf(account.id), now);
        return { account, key: await issueKey(trx, account.id, "first key", now) };
      });
      return reply.code(201).send(renderAccount(signedUp.account, { api_key: signedUp.key.key }));
    },
  );

  app.get(
    "/accounts",
    {
      schema: {
        summary: "List accounts: the key's own",
        description: "There is one: a key sees no other account.",
        tags,
        response: { 200: Type.Array(accountRecord) },
      },
    },
    async ({ account }) => [renderAccount(account)],
  );

  app.get<ById>(
    "/accounts/:id",
    {
      schema: {
        summary: "Read an account",
        description: "The id `current` is the key's own account.",
        tags,
        params: idParams,
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      checkOwn(request);
      const people = await readNeighbours(db.kysely, request.account.id, ["people"]);
      return renderAccount(request.account, { data_through: dataThrough(people) });
    },
  );

  app.patch<ById & { Body: JsonObject }>(
    "/accounts/:id",
    {
      schema: {
        summary: "Change an account",
        description: "A JSON merge patch: what is absent stays, null clears.",
        tags,
        params: idParams,
        body: accountPatch,
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      checkOwn(request);
      const { id, name, email } = request.account;
      const kept = { name, ...(email && { email }) };
      const wanted = conform(accountWritten, mergePatch(kept, request.body));
      const change = { name: wanted.name, email: wanted.email ?? "" };
      return renderAccount(found(id, await updateAccount(db.kysely, id, change, clock())));
    },
  );

  app.delete<ById>(
    "/accounts/:id",
    {
      schema: {
        summary: "Delete an account with everything it owns, after a delay",
        description:
          "Until `delete_at` everything goes on as before, and POST /accounts/{id}/restore takes it back.",
        tags,
        params: idParams,
        response: { 202: accountRecord },
      },
    },
    async (request, reply) => {
      checkOwn(request);
      const { id, deleteAt } = request.account;
      const due = deleteAt ?? clock() + options.accountDeletionDays * msPerDay;
      return reply.code(202).send(renderAccount(found(id, await scheduleDeletion(db.kysely, id, due))));
    },
  );

  app.post<ById>(
    "/accounts/:id/restore",
    {
      schema: {
        summary: "Take back the deletion of an account",
        description: "Until delete_at; afterwards there is nothing left.",
        tags,
        params: idParams,
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      checkOwn(request);
      const { id } = request.account;
      return renderAccount(found(id, await scheduleDeletion(db.kysely, id, null)));
    },
  );

  app.get(
    "/accounts/current/outbox",
    {
      schema: {
        summary: "E-mails, sent or not",
        description: "What was written to the account's owner, newest first.",
        tags,
        response: { 200: Type.Array(outboxRecord) },
      },
    },
    async ({ account }) => (await listOutbox(db.kysely, account.id)).map(renderMail),
  );
};

const checkOwn = ({ account, params }: FastifyRequest<ById>): void => {
  if (params.id !== "current" && params.id !== account.id) throw unknown(params.id);
};

/** It may have been deleted since its key was checked. */
const found = (id: string, account: Account | undefined): Account => {
  if (!account) throw unknown(id);
  return account;
};

const unknown = (id: string) => refuse("resource-unknown", { type: "account", id });

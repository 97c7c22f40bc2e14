// Knowledge base: what people of an account write about what their predictions are for. Texts are kept with all their
// revisions; a change names the one that it was made to, so that nobody overwrites what they have not read.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { lockAccount } from "../../db/transaction.js";
import type { AuditAction } from "../../domain/account/audit.js";
import type { UseCaseText } from "../../domain/account/knowledgebase.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import {
  addRevision,
  archiveUseCase,
  findRevision,
  insertUseCase,
  listRevisions,
  listUseCases,
  newestRevision,
  newestTexts,
  overviewOf,
  type Revision,
  removeUseCase,
  textOf,
  type UseCase,
} from "../../store/knowledgebase.js";
import { listResources } from "../../store/resources.js";
import { audit } from "../audit.js";
import type { AppOptions } from "../options.js";
import { type PageQuery, pageOf, pageQuery } from "../pages.js";
import {
  renderOverview,
  renderRevisionSummary,
  renderUseCase,
  renderUseCaseRevision,
  renderUseCaseSummary,
} from "../resources/knowledgebase.js";
import { idParams, listQuery } from "../schemas/common.js";
import {
  overviewPatch,
  overviewRecord,
  revisionParams,
  revisionSummary,
  useCasePatch,
  useCasePost,
  useCaseRecord,
  useCaseRevision,
  useCaseRevisionParams,
  useCaseSummary,
} from "../schemas/knowledgebase.js";

type ById = { Params: { id: string } };
type ByRevision = { Params: { revision_id: string } };
type Asker = Pick<FastifyRequest, "account">;

const tags = ["knowledgebase"];
const overviewPath = "/knowledgebase/overview";
const casesPath = "/knowledgebase/use_cases";

export const knowledgebaseRoutes = (app: FastifyInstance, options: AppOptions): void => {
  overviewRoutes(app, options);
  useCaseRoutes(app, options);
};

const overviewRoutes = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  app.get(
    overviewPath,
    {
      schema: {
        operationId: "getKnowledgebaseOverview",
        summary: "Read the overview",
        description: "The newest revision of what the account has written about itself.",
        tags,
        response: { 200: overviewRecord },
      },
    },
    async ({ account }) => renderOverview(await newestRevision(db.kysely, overviewOf(account.id))),
  );

  app.patch<{ Body: Static<typeof overviewPatch> }>(
    overviewPath,
    {
      schema: {
        operationId: "updateKnowledgebaseOverview",
        summary: "Write the overview",
        description: "Saves a new revision.",
        tags,
        refuses: ["changed-meanwhile"],
        body: overviewPatch,
        response: { 200: overviewRecord },
      },
    },
    async (request) => {
      const { account, body } = request;
      const { content, revision_id } = body;
      const saved = await db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        const subject = overviewOf(account.id);
        requireBase(await newestRevision(trx, subject), revision_id);
        const made = await addRevision(trx, subject, { content }, clock());
        const named = { type: "knowledgebase", id: "overview", name: "overview" } as const;
        await audit(trx, request as FastifyRequest, { action: "update", subject: named }, clock());
        return made;
      });
      return renderOverview(saved);
    },
  );

  app.get<{ Querystring: PageQuery }>(
    `${overviewPath}/revisions`,
    {
      schema: {
        operationId: "listKnowledgebaseOverviewRevisions",
        summary: "List the revisions of the overview",
        description: "Newest first.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(revisionSummary) },
      },
    },
    async (request, reply) => {
      const all = await listRevisions(db.kysely, overviewOf(request.account.id));
      return pageOf(request as FastifyRequest, reply, all, ({ id, createdAt: at }) => ({ id, at })).map(
        renderRevisionSummary,
      );
    },
  );

  app.get<ByRevision>(
    `${overviewPath}/revisions/:revision_id`,
    {
      schema: {
        operationId: "getKnowledgebaseOverviewRevision",
        summary: "Read a revision of the overview",
        description: "As it was saved.",
        tags,
        params: revisionParams,
        response: { 200: overviewRecord },
      },
    },
    async ({ account, params }) => {
      const { revision_id: id } = params;
      return renderOverview(known(await findRevision(db.kysely, overviewOf(account.id), id), "revision", id));
    },
  );
};

const useCaseRoutes = (app: FastifyInstance, { db, clock }: AppOptions): void => {
  const shown = async (trx: Kysely<Database>, { account }: Asker, useCase: UseCase): Promise<JsonObject> =>
    renderUseCase(useCase, await newestOf(trx, account.id, useCase), await listResources(trx, account.id));

  /** Changes a use case in a transaction, and answers with what it is then. */
  const changed = (
    request: FastifyRequest<ById>,
    action: AuditAction,
    work: (trx: Kysely<Database>, useCase: UseCase) => Promise<void>,
  ): Promise<JsonObject> => {
    const { account, params } = request;
    return db.transaction(async (trx) => {
      await lockAccount(trx, account.id);
      const before = await requireUseCase(trx, account.id, params.id);
      await work(trx, before);
      const after = await requireUseCase(trx, account.id, params.id);
      const { text } = await newestOf(trx, account.id, after);
      await audit(trx, request as FastifyRequest, { action, subject: named(after, text) }, clock());
      return shown(trx, request, after);
    });
  };

  app.post<{ Body: Static<typeof useCasePost> }>(
    casesPath,
    {
      schema: {
        operationId: "createUseCase",
        summary: "Create a use case",
        description: "Saves its first revision.",
        tags,
        refuses: ["use-cases-too-many"],
        body: useCasePost,
        response: { 201: useCaseRecord },
      },
    },
    async (request, reply) => {
      const { account, body } = request;
      const { preface = {}, ...rest } = body;
      const record = await db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        const made = await insertUseCase(trx, account.id, clock());
        const { text } = await addRevision(trx, textOf(account.id, made), { ...rest, preface }, clock());
        const subject = named(made, text);
        await audit(trx, request as FastifyRequest, { action: "create", subject }, clock());
        return shown(trx, request, made);
      });
      return reply.code(201).send(record);
    },
  );

  app.get<{ Querystring: PageQuery & { ids?: string[] } }>(
    casesPath,
    {
      schema: {
        operationId: "listUseCases",
        summary: "List use cases",
        description: "Their titles, newest first, including archived ones.",
        tags,
        querystring: listQuery,
        response: { 200: Type.Array(useCaseSummary) },
      },
    },
    async (request, reply) => {
      const { id } = request.account;
      const all = await listUseCases(db.kysely, id, request.query.ids);
      const page = pageOf(request as FastifyRequest, reply, all, ({ id, createdAt: at }) => ({ id, at }));
      const texts = await newestTexts(db.kysely, id);
      return page.flatMap((each) => {
        const text = texts.get(each.id);
        return text ? [renderUseCaseSummary(each, text)] : [];
      });
    },
  );

  app.get<ById>(
    `${casesPath}/:id`,
    {
      schema: {
        operationId: "getUseCase",
        summary: "Read a use case",
        description: "Its newest revision, and the resources that it names.",
        tags,
        params: idParams,
        response: { 200: useCaseRecord },
      },
    },
    async (request) =>
      shown(db.kysely, request, await requireUseCase(db.kysely, request.account.id, request.params.id)),
  );

  app.patch<ById & { Body: Static<typeof useCasePatch> }>(
    `${casesPath}/:id`,
    {
      schema: {
        operationId: "updateUseCase",
        summary: "Change a use case",
        description: "Saves a new revision. Absent fields keep their text; a preface is replaced whole.",
        tags,
        params: idParams,
        refuses: ["changed-meanwhile"],
        body: useCasePatch,
        response: { 200: useCaseRecord },
      },
    },
    (request) => {
      const { account, body } = request;
      const { revision_id, ...changes } = body;
      return changed(request as FastifyRequest<ById>, "update", async (trx, useCase) => {
        const before = await newestOf(trx, account.id, useCase);
        requireBase(before, revision_id);
        await addRevision(trx, textOf(account.id, useCase), { ...before.text, ...changes }, clock());
      });
    },
  );

  app.delete<ById>(
    `${casesPath}/:id`,
    {
      schema: {
        operationId: "deleteUseCase",
        summary: "Delete a use case",
        description: "With all its revisions.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        const useCase = await requireUseCase(trx, account.id, params.id);
        const { text } = await newestOf(trx, account.id, useCase);
        await removeUseCase(trx, useCase.id);
        await audit(trx, request, { action: "delete", subject: named(useCase, text) }, clock());
      });
      return reply.code(204).send();
    },
  );

  for (const verb of ["archive", "unarchive"] as const)
    app.post<ById>(
      `${casesPath}/:id/${verb}`,
      {
        schema: {
          operationId: `${verb}UseCase`,
          summary: verb === "archive" ? "Archive a use case" : "Unarchive a use case",
          description: "Nothing depends on it.",
          tags,
          params: idParams,
          response: { 200: useCaseRecord },
        },
      },
      (request) =>
        changed(request, verb, (trx, { id }) => archiveUseCase(trx, id, verb === "archive" ? clock() : null)),
    );

  app.get<ById & { Querystring: PageQuery }>(
    `${casesPath}/:id/revisions`,
    {
      schema: {
        operationId: "listUseCaseRevisions",
        summary: "List the revisions of a use case",
        description: "Newest first.",
        tags,
        params: idParams,
        querystring: pageQuery,
        response: { 200: Type.Array(revisionSummary) },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const useCase = await requireUseCase(db.kysely, account.id, params.id);
      const all = await listRevisions(db.kysely, textOf(account.id, useCase));
      return pageOf(request as FastifyRequest, reply, all, ({ id, createdAt: at }) => ({ id, at })).map(
        renderRevisionSummary,
      );
    },
  );

  app.get<{ Params: { id: string; revision_id: string } }>(
    `${casesPath}/:id/revisions/:revision_id`,
    {
      schema: {
        operationId: "getUseCaseRevision",
        summary: "Read a revision of a use case",
        description: "As it was saved.",
        tags,
        params: useCaseRevisionParams,
        response: { 200: useCaseRevision },
      },
    },
    async ({ account, params }) => {
      const useCase = await requireUseCase(db.kysely, account.id, params.id);
      const { revision_id: id } = params;
      const revision = await findRevision(db.kysely, textOf(account.id, useCase), id);
      return renderUseCaseRevision(useCase, known(revision, "revision", id));
    },
  );
};

const known = <T>(found: T | undefined, type: string, id: string): T => {
  if (found === undefined) throw refuse("resource-unknown", { type, id });
  return found;
};

const requireUseCase = async (db: Kysely<Database>, accountId: string, id: string): Promise<UseCase> =>
  known((await listUseCases(db, accountId, [id]))[0], "use case", id);

/** Each use case has a text from the start. */
const newestOf = async (
  db: Kysely<Database>,
  accountId: string,
  useCase: UseCase,
): Promise<Revision<UseCaseText>> =>
  known(await newestRevision(db, textOf(accountId, useCase)), "use case", useCase.id);

/** Refuses `changed-meanwhile`. */
const requireBase = (newest: { id: string } | undefined, base: string | undefined): void => {
  if (newest?.id !== base) throw refuse("changed-meanwhile");
};

const named = ({ id }: UseCase, { title }: UseCaseText) => ({ type: "use_cases", id, name: title }) as const;

// Notes on resources, requests to look at them, and the list of those who downloaded their files.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { type EpochMs, msPerDay, secondsPerDay } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { listAudit } from "../../store/audit.js";
import { type Member, requireMember } from "../../store/members.js";
import { setNote } from "../../store/notes.js";
import { mailsSince, queueMail } from "../../store/outbox.js";
import { findResources, type Resource } from "../../store/resources.js";
import { findUser } from "../../store/users.js";
import { consolePaths } from "../../words/console-paths.js";
import { resourceLabels } from "../../words/labels.js";
import { audit } from "../audit.js";
import { present } from "../json.js";
import type { AppOptions } from "../options.js";
import { renderNote } from "../resources/ownership.js";
import { isoMs } from "../resources/record.js";
import { idParams } from "../schemas/common.js";
import { downloadRecord, lookPost, lookRecord, notePut, noteRecord } from "../schemas/ownership.js";
import { subjectOf } from "./resource.js";

type ById = { Params: { id: string } };

const path = "/resources/:id";
const tags = ["accounts"];
const mostDownloads = 200;

/** Requests to look at something that one address gets in a day. */
export const mostLooks = 20;

export const ownershipRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;

  app.put<ById & { Body: Static<typeof notePut> }>(
    `${path}/note`,
    {
      config: { permission: "edit" },
      schema: {
        operationId: "writeNote",
        summary: "Write a note on a resource",
        description:
          "Of any type, by its ID. It takes the place of the note before, is in the resource's record and on its page in the console, and builds nothing.",
        tags,
        params: idParams,
        body: notePut,
        response: { 200: noteRecord },
      },
    },
    async (request) => {
      const asker = request as FastifyRequest;
      const now = clock();
      const note = { text: request.body.text, by: nameOf(asker), at: now };
      await db.transaction(async (trx) => {
        const resource = await requireAny(trx, asker);
        await setNote(trx, resource.id, note);
        await audit(trx, asker, { action: "note", subject: subjectOf(resource) }, now);
      });
      return renderNote(note);
    },
  );

  app.delete<ById>(
    `${path}/note`,
    {
      config: { permission: "edit" },
      schema: {
        operationId: "deleteNote",
        summary: "Delete the note on a resource",
        description: "Nothing happens where there is none.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      await db.transaction(async (trx) => {
        const resource = await requireAny(trx, asker);
        await setNote(trx, resource.id, null);
        await audit(
          trx,
          asker,
          { action: "note", subject: subjectOf(resource), changes: ["deleted"] },
          clock(),
        );
      });
      return reply.code(204).send();
    },
  );

  app.post<ById & { Body: Static<typeof lookPost> }>(
    `${path}/ask_for_look`,
    {
      config: { permission: "look" },
      schema: {
        operationId: "askForLook",
        summary: "Ask a member to look at a resource",
        description: `By an e-mail with the link to its page, which shows what their role may see. At most ${mostLooks} a day go to one address.`,
        tags,
        params: idParams,
        body: lookPost,
        refuses: ["looks-too-many"],
        response: { 202: lookRecord },
      },
    },
    async (request, reply) => {
      const asker = request as FastifyRequest;
      const { user_id, message } = request.body;
      const { account } = request;
      const sent = await db.transaction(async (trx) => {
        const resource = await requireAny(trx, asker);
        const member = await requireMember(trx, account.id, user_id);
        const url = `${options.publicUrl ?? ""}${pageOf(resource)}`;
        const inquiry = { resource, member, url, message, by: nameOf(asker), accountId: account.id };
        const isMailed = await mailLook(trx, inquiry, clock());
        const changes = [member.email];
        await audit(trx, asker, { action: "ask_for_look", subject: subjectOf(resource), changes }, clock());
        return { email: member.email, url, is_mailed: isMailed };
      });
      return reply.code(202).send(sent);
    },
  );

  app.get<ById>(
    `${path}/downloads`,
    {
      config: { permission: "read" },
      schema: {
        operationId: "listDownloads",
        summary: "List who downloaded the files of a resource",
        description: `The newest ${mostDownloads} downloads of its files, newest first, as long as the audit log keeps them.`,
        tags,
        params: idParams,
        response: { 200: Type.Array(downloadRecord) },
      },
    },
    async (request) => {
      const { id, accountId } = await requireAny(db.kysely, request as FastifyRequest);
      const filter = { action: "download", resource: id } as const;
      const { entries } = await listAudit(db.kysely, accountId, filter, { limit: mostDownloads });
      return entries.map(({ at, times, lastAt, actor: { type, name } }) => ({
        at: isoMs(at),
        times,
        last_at: isoMs(lastAt),
        by: present({ type, name }),
      }));
    },
  );

  /** False where the service sends no e-mails, or the address is not confirmed. Refuses `looks-too-many`. */
  const mailLook = async (
    trx: Kysely<Database>,
    { resource, member, url, message, by, accountId }: Inquiry,
    now: EpochMs,
  ): Promise<boolean> => {
    const { enqueue, isRequired } = options.confirmation;
    const { email: recipient } = member;
    const isConfirmed = (await findUser(trx, member.userId))?.emailConfirmedAt !== null;
    if (!enqueue || (isRequired && !isConfirmed)) return false;
    if ((await mailsSince(trx, "look", recipient, now - msPerDay)) >= mostLooks)
      throw refuse("looks-too-many", { limit: mostLooks, seconds: secondsPerDay });
    const what = `${resourceLabels[resource.type].one} “${resource.name}”`;
    const body = `${by} asks you to look at ${what} in Bellwether.
${message === undefined ? "" : `\n${message}\n`}
${options.publicUrl === undefined ? `Open ${url} on your Bellwether service.` : url}

You see there what your role allows.
`;
    const subject = `Please look at ${what}`;
    const mailId = await queueMail(trx, { accountId, recipient, kind: "look", subject, body }, now);
    await enqueue(trx, { accountId, kind: "mail", payload: { mailId } });
    return true;
  };
};

interface Inquiry {
  resource: Resource;
  member: Member;
  url: string;
  message: string | undefined;
  by: string;
  accountId: string;
}

const nameOf = ({ actor, account }: FastifyRequest): string => actor.name ?? account.name;

/** A resource of any type. Refuses `resource-unknown`, also for one of another account. */
const requireAny = async (
  db: Kysely<Database>,
  { account, params }: Pick<FastifyRequest, "account" | "params">,
): Promise<Resource> => {
  const { id } = params as ById["Params"];
  const [resource] = await findResources(db, account.id, [id]);
  if (!resource) throw refuse("resource-unknown", { type: "resource", id });
  return resource;
};

const pageOf = (resource: Resource): string => {
  const { type, id } = resource;
  if (type === "people") return "/console/people";
  if (type === "replays") return `/console/pipelines/${resource.config.scope_id}/replays`;
  return `/console/${consolePaths[type]}/${id}`;
};

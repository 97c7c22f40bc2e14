// Members of an account: who they are, their roles, and who owns it.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { findAccount } from "../../store/accounts.js";
import {
  changeRole,
  listMembers,
  type Member,
  makeOwner,
  removeMember,
  requireMember,
  requireNotAbove,
} from "../../store/members.js";
import { endSessionsOfMember } from "../../store/sessions.js";
import { audit } from "../audit.js";
import { clearSessionCookie } from "../auth.js";
import { askToConfirm } from "../confirmation.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { renderMember } from "../resources/member.js";
import { memberParams, memberPatch, memberRecord } from "../schemas/member.js";

const tags = ["members"];
type ByUser = { Params: { user_id: string } };

export const memberRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;

  app.get(
    "/members",
    {
      config: { permission: "look" },
      schema: {
        summary: "List the members of the account",
        description: "Whoever signs in to the account, with their role, in order of their coming.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(memberRecord) },
      },
    },
    async (request, reply) => {
      const members = await listMembers(db.kysely, request.account.id);
      return pageOf(request, reply, members, ({ userId }) => ({ id: userId })).map(renderMember);
    },
  );

  app.patch<ByUser & { Body: Static<typeof memberPatch> }>(
    "/members/:user_id",
    {
      config: { permission: "administer" },
      schema: {
        summary: "Change the role of a member",
        description:
          "Holds from the member's next request on, in sessions that are open too. Nobody gives or takes a role above their own. The owner's role changes when the account is handed over.",
        tags,
        params: memberParams,
        body: memberPatch,
        refuses: ["role-above-own", "owner-stays"],
        response: { 200: memberRecord },
      },
    },
    async (request) => {
      const { account, params, body, role: by } = request;
      const { role } = body;
      return db.transaction(async (trx) => {
        const change = { accountId: account.id, userId: params.user_id, by, role };
        const before = await changeRole(trx, change);
        const changes = [`role ${role}`];
        await audit(
          trx,
          request as FastifyRequest,
          { action: "update", subject: subjectOf(before), changes },
          clock(),
        );
        return renderMember({ ...before, role });
      });
    },
  );

  app.delete<ByUser>(
    "/members/:user_id",
    {
      config: { permission: "administer", isOwnConcern: "by user_id" },
      schema: {
        summary: "Remove a member, or leave",
        description:
          "Ends their sessions in this account. A user who is in no other account is deleted. With one's own ID: leaves the account. API keys that they issued keep working. The owner hands the account over first.",
        tags,
        params: memberParams,
        refuses: ["role-above-own", "owner-stays"],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params, session } = request;
      const isOwn = session?.user?.id === params.user_id;
      await db.transaction(async (trx) => {
        const { role } = await requireMember(trx, account.id, params.user_id);
        if (!isOwn && role !== "owner") requireNotAbove(request.role, role);
        const removed = await removeMember(trx, account.id, params.user_id);
        const action = isOwn ? "leave" : "delete";
        await audit(trx, request as FastifyRequest, { action, subject: subjectOf(removed) }, clock());
      });
      if (isOwn) clearSessionCookie(reply, options);
      return reply.code(204).send();
    },
  );

  app.delete<ByUser>(
    "/members/:user_id/sessions",
    {
      config: { permission: "administer" },
      schema: {
        operationId: "signOutMember",
        summary: "Sign a member out",
        description:
          "Ends their sessions in this account, in every browser. They stay a member and may sign in again. Sessions in other accounts go on.",
        tags,
        params: memberParams,
        refuses: ["role-above-own"],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await db.transaction(async (trx) => {
        const member = await requireMember(trx, account.id, params.user_id);
        requireNotAbove(request.role, member.role);
        await endSessionsOfMember(trx, account.id, member.userId);
        const done = { action: "sign_out", subject: subjectOf(member) } as const;
        await audit(trx, request as FastifyRequest, done, clock());
      });
      return reply.code(204).send();
    },
  );

  app.post<ByUser>(
    "/members/:user_id/make_owner",
    {
      config: { permission: "own" },
      schema: {
        operationId: "makeOwner",
        summary: "Hand the account over to a member",
        description:
          "The member owns the account from then on, and its e-mails go to their address. The owner of before becomes an administrator. API keys with the role owner keep working.",
        tags,
        params: memberParams,
        response: { 200: memberRecord },
      },
    },
    async (request) => {
      const { account, params } = request;
      const now = clock();
      return db.transaction(async (trx) => {
        const before = await makeOwner(trx, account.id, params.user_id, now);
        const owned = await findAccount(trx, account.id);
        if (owned) await askToConfirm(trx, options, owned, now);
        const subject = subjectOf(before);
        await audit(trx, request as FastifyRequest, { action: "hand_over", subject }, now);
        return renderMember({ ...before, role: "owner" });
      });
    },
  );
};

const subjectOf = ({ userId, email }: Member) => ({ type: "members", id: userId, name: email });

// Invitations of people to an account. Whoever has the link of a mail reads the mail of the address, so that it
// also confirms the address. A link that was passed on to another address's session is refused.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { lockAccount } from "../../db/transaction.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { type Account, findAccount } from "../../store/accounts.js";
import {
  createInvitation,
  type Invitation,
  listInvitations,
  removeInvitation,
  requireInvitation,
} from "../../store/invitations.js";
import { addMember, listMembers, requireNotAbove } from "../../store/members.js";
import { resumeSession, type Session, startSession, switchSession } from "../../store/sessions.js";
import { createUser, findUserByEmail, keyOfEmail, proveEmail, type User } from "../../store/users.js";
import { audit } from "../audit.js";
import {
  actorOf,
  isFactorMet,
  refuseCrossOrigin,
  requireEntry,
  requireSameOrigin,
  sessionToken,
  setSessionCookie,
} from "../auth.js";
import { acceptUrl, mailInvitation } from "../invitation-mail.js";
import { rememberBrowser } from "../known-browser.js";
import { hashNewPassword } from "../new-password.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { limitSignUps } from "../request-limits.js";
import { renderInvitation } from "../resources/member.js";
import { idParams } from "../schemas/common.js";
import {
  acceptPost,
  invitationPost,
  invitationRecord,
  invitationShown,
  invitationToken,
} from "../schemas/member.js";
import { sessionRecord } from "../schemas/session.js";
import { describeSession } from "../session-record.js";

const tags = ["members"];
const path = "/members/invitations";

export const invitationRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock, confirmation, publicUrl } = options;
  const isMailed = confirmation.enqueue !== null;
  const takeSignUp = limitSignUps(options);

  app.post<{ Body: Static<typeof invitationPost> }>(
    path,
    {
      config: { permission: "administer", answersSecret: true },
      schema: {
        operationId: "createInvitation",
        summary: "Invite somebody to the account",
        description:
          "Sends a link to the address, which is good once, for seven days. Where the service sends no e-mails, the answer has the link, to pass on. Another invitation to the same address takes the place of the one before. Nobody gives a role above their own.",
        tags,
        body: invitationPost,
        refuses: [
          "role-above-own",
          "member-already",
          "members-too-many",
          "invitations-too-many",
          "invitation-mails-too-many",
          "invitation-unconfirmed",
        ],
        response: { 201: invitationRecord },
      },
    },
    async (request, reply) => {
      const { account, role: by } = request;
      const { email, role } = request.body;
      requireNotAbove(by, role);
      if (confirmation.isRequired && account.emailConfirmedAt === null)
        throw refuse("invitation-unconfirmed");
      const now = clock();
      const { invitation, token } = await db.transaction(async (trx) => {
        await lockAccount(trx, account.id);
        await checkRoom(trx, account.id, email);
        const invitedBy = request.actor.name ?? account.name;
        const made = await createInvitation(
          trx,
          { accountId: account.id, email, role, isMailed, invitedBy },
          now,
        );
        if (isMailed) await mailInvitation(trx, options, made.invitation, made.token, now);
        const subject = subjectOf(made.invitation);
        await audit(
          trx,
          request as FastifyRequest,
          { action: "invite", subject, changes: [`role ${role}`] },
          now,
        );
        return made;
      });
      const extra = isMailed ? {} : { accept_url: acceptUrl(token, publicUrl) };
      return reply.code(201).send(renderInvitation(invitation, extra));
    },
  );

  app.get(
    path,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "listInvitations",
        summary: "List open invitations",
        description: "Those that can still be accepted, newest first.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(invitationRecord) },
      },
    },
    async (request, reply) => {
      const open = await listInvitations(db.kysely, request.account.id, clock());
      const page = pageOf(request, reply, open, ({ id, createdAt: at }) => ({ id, at }));
      return page.map((invitation) => renderInvitation(invitation));
    },
  );

  app.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    {
      config: { permission: "administer" },
      schema: {
        operationId: "deleteInvitation",
        summary: "Withdraw an invitation",
        description: "Its link stops working.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await db.transaction(async (trx) => {
        const removed = await removeInvitation(trx, request.account.id, id);
        if (!removed) throw refuse("resource-unknown", { type: "invitation", id });
        await audit(
          trx,
          request as FastifyRequest,
          { action: "delete", subject: subjectOf(removed) },
          clock(),
        );
      });
      return reply.code(204).send();
    },
  );

  app.post<{ Body: Static<typeof invitationToken> }>(
    "/invitations/show",
    {
      config: { isPublic: true },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        operationId: "showInvitation",
        summary: "Read an invitation",
        description:
          "By the token of its link: whose account it is, and whether it takes a sign-in or a new password.",
        tags,
        body: invitationToken,
        refuses: ["invitation-invalid"],
        response: { 200: invitationShown },
      },
    },
    async (request) => {
      const invitation = await requireInvitation(db.kysely, request.body.token, clock());
      const { name } = await requireAccount(invitation);
      const { email, role } = invitation;
      return { account_name: name, email, role, has_user: await hasUser(db.kysely, invitation) };
    },
  );

  app.post<{ Body: Static<typeof acceptPost> }>(
    "/invitations/accept",
    {
      config: { isPublic: true },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        operationId: "acceptInvitation",
        summary: "Accept an invitation",
        description:
          "By the token of its link, once. In a session, its user becomes a member if the invitation is for their address, and the session is in the account from then on. Without one, a password makes a new user, who is signed in.",
        tags,
        body: acceptPost,
        refuses: [
          "invitation-invalid",
          "invitation-other-address",
          "invitation-needs-sign-in",
          "invitation-needs-password",
          "member-already",
          "members-too-many",
          "accounts-of-user-too-many",
          "email-taken",
          "password-guessable",
          "sign-ups-too-many",
          "sso-required",
          "sso-other-account",
          "request-cross-origin",
        ],
        response: { 201: sessionRecord },
      },
    },
    async (request, reply) => {
      refuseCrossOrigin(request, options);
      const { token, password } = request.body;
      const invitation = await requireInvitation(db.kysely, token, clock());
      const account = await requireAccount(invitation);
      const asker = request as FastifyRequest;
      const session = await sessionOf(asker, reply);
      if (session) requireEntry(session, account);
      else if (account.ssoOnly) throw refuse("sso-required");
      const user = session?.user
        ? await accept(asker, invitation, (trx) => asUser(trx, session.user!, invitation), session)
        : await signUp(asker, reply, invitation, password);
      const asking = {
        account,
        role: invitation.role,
        user,
        hasSecondFactor: session?.hasSecondFactor ?? false,
        isFactorMet: session !== undefined && isFactorMet(session),
      };
      return reply.code(201).send(await describeSession(options, asking));
    },
  );

  /** The session of the cookie; undefined without one that is valid. */
  const sessionOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Session | undefined> => {
    const token = sessionToken(request, options);
    if (token === undefined) return undefined;
    requireSameOrigin(request, options);
    const session = await resumeSession(db.kysely, token, clock());
    if (session?.renewed) setSessionCookie(reply, options, session.renewed);
    return session;
  };

  const signUp = async (
    request: FastifyRequest,
    reply: FastifyReply,
    invitation: Invitation,
    password: string | undefined,
  ): Promise<User> => {
    if (await hasUser(db.kysely, invitation)) throw refuse("invitation-needs-sign-in");
    if (password === undefined) throw refuse("invitation-needs-password");
    takeSignUp(request.clientAddress);
    const { email, isMailed: isProven } = invitation;
    const hash = await hashNewPassword(password, [email]);
    const user = await accept(request, invitation, (trx) =>
      createUser(trx, { email, hash, isProven }, clock()),
    );
    const token = await startSession(db.kysely, invitation.accountId, { userId: user.id }, clock());
    setSessionCookie(reply, options, token);
    await rememberBrowser(reply, user.id, db, options, clock());
    return user;
  };

  const asUser = async (trx: Kysely<Database>, user: User, invitation: Invitation): Promise<User> => {
    const isAddressed = keyOfEmail(user.email) === keyOfEmail(invitation.email);
    if (!isAddressed) throw refuse("invitation-other-address", { email: user.email });
    if (invitation.isMailed) return proveEmail(trx, user, clock());
    // Somebody else may hold the address that the user only claims.
    const holder = await findUserByEmail(trx, invitation.email);
    if (holder?.user.id !== user.id) throw refuse("invitation-other-address", { email: user.email });
    return user;
  };

  /** The invitation is used up exactly if its user becomes a member. */
  const accept = (
    request: FastifyRequest,
    { id, accountId, role }: Invitation,
    userOf: (trx: Kysely<Database>) => Promise<User>,
    session?: Session,
  ): Promise<User> =>
    db.transaction(async (trx) => {
      const now = clock();
      await lockAccount(trx, accountId);
      const invitation = await removeInvitation(trx, accountId, id);
      if (!invitation) throw refuse("invitation-invalid");
      const user = await userOf(trx);
      await addMember(trx, { accountId, userId: user.id, role }, now);
      if (session) await switchSession(trx, { ...session, user }, accountId, now);
      const actor = session
        ? { ...actorOf(session), address: request.clientAddress }
        : { ...request.actor, name: user.email };
      const asker = { actor, account: request.account };
      await audit(trx, asker, { accountId, action: "accept", subject: subjectOf(invitation) }, now);
      return user;
    });

  const requireAccount = async ({ accountId }: Invitation): Promise<Account> => {
    const account = await findAccount(db.kysely, accountId);
    if (!account) throw refuse("invitation-invalid");
    return account;
  };
};

/** Whether somebody holds the address, and has to sign in. Whoever only claims it gives way to the one who reads its mail. */
const hasUser = async (
  db: Kysely<Database>,
  { email, isMailed }: Pick<Invitation, "email" | "isMailed">,
): Promise<boolean> => {
  const holder = (await findUserByEmail(db, email))?.user;
  return holder !== undefined && (holder.emailConfirmedAt !== null || !isMailed);
};

/** Refuses `member-already` and `members-too-many`. */
const checkRoom = async (trx: Kysely<Database>, accountId: string, email: string): Promise<void> => {
  const members = await listMembers(trx, accountId);
  if (members.some((member) => keyOfEmail(member.email) === keyOfEmail(email)))
    throw refuse("member-already");
  if (members.length >= limits.members.is) throw refuse("members-too-many", { most: limits.members.is });
};

const subjectOf = ({ id, email }: Invitation) => ({ type: "invitations", id, name: email });

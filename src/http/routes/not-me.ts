// Answer of a user to the mail about a sign-in or a change that was not theirs: by its link, it ends their
// sessions and the password of before, and takes a new one.

import type { Static } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { accountsOf } from "../../store/members.js";
import { removePasskey } from "../../store/passkeys.js";
import { findFactor, removeFactor } from "../../store/second-factors.js";
import {
  removeSecurityLinks,
  requireSecurityLink,
  type SecurityLink,
  securityLinkDays,
} from "../../store/security-links.js";
import { endSessionsOfKeys, endSessionsOfUser } from "../../store/sessions.js";
import { changePassword, findUser, type User } from "../../store/users.js";
import { audit } from "../audit.js";
import { refuseCrossOrigin } from "../auth.js";
import { hashNewPassword } from "../new-password.js";
import type { AppOptions } from "../options.js";
import { notMePost, notMeRecord } from "../schemas/session.js";

export const notMeRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;

  app.post<{ Body: Static<typeof notMePost> }>(
    "/sessions/not_me",
    {
      config: { isPublic: true },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        operationId: "disownSessions",
        summary: "Say that a sign-in or a change was not yours",
        description:
          "By the token of an e-mail about it, within a week. Ends all sessions of the user, and the password of before no longer works. A second factor or a passkey that the e-mail reports is removed. With `password`, sets a new password, and the links of all such e-mails are used up. API keys keep working: revoke those that you do not know.",
        tags: ["sessions"],
        body: notMePost,
        refuses: ["security-link-invalid", "password-guessable", "request-cross-origin"],
        response: { 200: notMeRecord },
      },
    },
    async (request) => {
      refuseCrossOrigin(request, options);
      const { token, password } = request.body;
      const link = await requireSecurityLink(db.kysely, token, clock());
      const user = await findUser(db.kysely, link.userId);
      if (!user) throw refuse("security-link-invalid", { days: securityLinkDays });
      const isNew = password !== undefined && link.hasPassword;
      const hash = isNew ? await hashNewPassword(password, [user.email]) : null;
      await db.transaction(async (trx) => {
        // Another request may have used it up since.
        await requireSecurityLink(trx, token, clock());
        if (link.hasPassword) await changePassword(trx, user.id, hash);
        await disown(trx, request as FastifyRequest, user, link, isNew);
        if (isNew) await removeSecurityLinks(trx, user.id);
      });
      return { email: user.email, needs_password: link.hasPassword && !isNew };
    },
  );

  /** Each of the user's accounts has it in its log. */
  const disown = async (
    trx: Kysely<Database>,
    request: FastifyRequest,
    user: User,
    { factorSince, passkeyId }: SecurityLink,
    hasNewPassword: boolean,
  ): Promise<void> => {
    await endSessionsOfUser(trx, user.id);
    const factor = factorSince === null ? undefined : await findFactor(trx, user.id);
    const isTakenBack = factor?.confirmedAt === factorSince && (await removeFactor(trx, user.id));
    const isKeyGone = passkeyId !== null && (await removePasskey(trx, user.id, passkeyId));
    const changes = [
      ...(hasNewPassword ? ["password"] : []),
      ...(isTakenBack ? ["second factor"] : []),
      ...(isKeyGone ? ["passkey"] : []),
    ];
    const actor = { type: "nobody", name: user.email, address: request.clientAddress } as const;
    const asker = { actor, account: request.account };
    const subject = { type: "sessions", name: "all" };
    for (const { id, role } of await accountsOf(trx, user.id)) {
      if (role === "owner") await endSessionsOfKeys(trx, id);
      await audit(trx, asker, { accountId: id, action: "disown", subject, changes }, clock());
    }
  };
};

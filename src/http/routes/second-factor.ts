// Second factor of the user of a session: set up with an authenticator app, confirmed by its code, and removed.

import { randomBytes } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { appAddress, base32, secretBytes, stepOfCode } from "../../domain/account/totp.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import {
  beginFactor,
  confirmFactor,
  findFactor,
  removeFactor,
  type SecondFactor,
  spendRecoveryCode,
  spendStep,
} from "../../store/second-factors.js";
import { seal, sealingKey, unseal } from "../../store/secrets.js";
import { endSessionsOfUser, type Session } from "../../store/sessions.js";
import { passwordOf, type StoredUser, type User } from "../../store/users.js";
import { audit } from "../audit.js";
import type { AppOptions } from "../options.js";
import {
  recoveryCodes,
  secondFactorBegun,
  secondFactorDelete,
  secondFactorPost,
  secondFactorPut,
} from "../schemas/second-factor.js";
import { mailSecurityEvent } from "../security-mail.js";

/** Whether the code is one of the app or a recovery code, which is used up by this. */
export const isCodeOf = async (
  db: Kysely<Database>,
  { userId, sealedSecret, lastStep }: SecondFactor,
  key: Buffer,
  code: string,
  now: EpochMs,
): Promise<boolean> => {
  const step = stepOfCode(Buffer.from(unseal(key, sealedSecret), "base64"), code, now, lastStep);
  return step === undefined ? spendRecoveryCode(db, userId, code) : spendStep(db, userId, step);
};

export const codeWrong = () =>
  refuse("second-factor-wrong", {}, [
    { path: "code", message: "is not the code", context: { errorType: "wrong" } },
  ]);

/** Throws `current-password-wrong`, and after too many of them `sign-ins-too-many`. */
type CheckCurrent = (
  request: FastifyRequest,
  session: Session,
  user: StoredUser,
  password?: string,
) => Promise<void>;

/** The user of the session, whose password is right if it is given. Refuses `second-factor-of-user` besides. */
export type CheckUser = (
  request: FastifyRequest,
  password?: string,
) => Promise<{ session: Session; user: User }>;

export const userChecker =
  ({ db }: Pick<AppOptions, "db">, checkCurrent: CheckCurrent): CheckUser =>
  async (request, password) => {
    const { session } = request;
    const user = session?.user;
    if (!session || !user) throw refuse("second-factor-of-user");
    if (password !== undefined) {
      const hash = (await passwordOf(db.kysely, user.id)) ?? null;
      await checkCurrent(request, session, { user, hash }, password);
    }
    return { session, user };
  };

export const secondFactorRoutes = (app: FastifyInstance, options: AppOptions, asker: CheckUser): void => {
  const { db, clock, dataDir } = options;
  const path = "/sessions/current/second_factor";
  const config = { permission: "own", isOwnConcern: "always" } as const;
  const tags = ["sessions"];
  const key = () => sealingKey(dataDir);

  const noted = async (
    trx: Kysely<Database>,
    request: FastifyRequest,
    event: "begin_factor" | "add_factor" | "remove_factor",
    user: User,
  ): Promise<void> => {
    const subject = { type: "sessions", name: user.email };
    await audit(trx, request, { action: event, subject }, clock());
    if (event === "begin_factor") return;
    const { account, clientAddress: address } = request;
    await mailSecurityEvent(trx, options, { accountId: account.id, user, event, address }, clock());
  };

  app.post<{ Body: Static<typeof secondFactorPost> }>(
    path,
    {
      config: { ...config, answersSecret: true },
      schema: {
        operationId: "beginSecondFactor",
        summary: "Begin to set up a second factor",
        description:
          "For the user of the session: a secret for an authenticator app. It counts once PUT with a code of the app has confirmed it.",
        tags,
        body: secondFactorPost,
        refuses: [
          "second-factor-of-user",
          "second-factor-there",
          "current-password-wrong",
          "sign-ins-too-many",
        ],
        response: { 201: secondFactorBegun },
      },
    },
    async (request, reply) => {
      const { user } = await asker(request as FastifyRequest, request.body.current_password);
      const secret = randomBytes(secretBytes);
      const sealed = seal(key(), secret.toString("base64"));
      await db.transaction(async (trx) => {
        if (!(await beginFactor(trx, user.id, sealed, clock()))) throw refuse("second-factor-there");
        await noted(trx, request as FastifyRequest, "begin_factor", user);
      });
      return reply.code(201).send({ secret: base32(secret), app_address: appAddress(secret, user.email) });
    },
  );

  app.put<{ Body: Static<typeof secondFactorPut> }>(
    path,
    {
      config: { ...config, answersSecret: true },
      schema: {
        operationId: "confirmSecondFactor",
        summary: "Confirm a second factor",
        description:
          "From now on, the user signs in with a code of the app besides the password. Ends all other sessions of the user. The recovery codes are shown only here, and each is good once in place of a code.",
        tags,
        body: secondFactorPut,
        refuses: [
          "second-factor-of-user",
          "second-factor-missing",
          "second-factor-there",
          "second-factor-wrong",
        ],
        response: { 200: recoveryCodes },
      },
    },
    async (request) => {
      const { session, user } = await asker(request as FastifyRequest);
      const factor = await findFactor(db.kysely, user.id);
      if (!factor) throw refuse("second-factor-missing");
      if (factor.confirmedAt !== null) throw refuse("second-factor-there");
      const secret = Buffer.from(unseal(key(), factor.sealedSecret), "base64");
      const step = stepOfCode(secret, request.body.code, clock(), factor.lastStep);
      if (step === undefined) throw codeWrong();
      return db.transaction(async (trx) => {
        const codes = await confirmFactor(trx, user.id, step, clock());
        await endSessionsOfUser(trx, user.id, session.id);
        await noted(trx, request as FastifyRequest, "add_factor", user);
        return { recovery_codes: codes };
      });
    },
  );

  app.delete<{ Body: Static<typeof secondFactorDelete> }>(
    path,
    {
      config,
      schema: {
        operationId: "removeSecondFactor",
        summary: "Remove the second factor",
        description:
          "The password alone signs in again. Lost the app and all recovery codes? See docs/teams.md.",
        tags,
        body: secondFactorDelete,
        refuses: [
          "second-factor-of-user",
          "second-factor-missing",
          "current-password-wrong",
          "sign-ins-too-many",
        ],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { user } = await asker(request as FastifyRequest, request.body.current_password);
      await db.transaction(async (trx) => {
        if (!(await removeFactor(trx, user.id))) throw refuse("second-factor-missing");
        await noted(trx, request as FastifyRequest, "remove_factor", user);
      });
      return reply.code(204).send();
    },
  );
};

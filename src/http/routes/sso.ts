// Signing in through an identity provider. What a browser has to bring back, such as the verifier of PKCE, is sealed in a
// cookie of its own, so that a sign-in ends in the browser in which it began, and the store holds nothing for those that
// nobody finishes. The page to which the provider leads back sends the answer on: session cookies stay strict.
//
//   begun ──▶ back, once, within ten minutes ──▶ signed in
//                                            └─▶ waits for the code of the second factor ──▶ signed in

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  domainOfEmail,
  judgeEmail,
  roleByGroups,
  type SsoProvider,
} from "../../domain/account/single-sign-on.js";
import { Turns } from "../../domain/machine/turns.js";
import { limits } from "../../domain/resource/limits.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import { type Begun, beginAt, finishAt, reasonOf } from "../../sso/openid.js";
import { provisioned } from "../../store/scim.js";
import { findFactor } from "../../store/second-factors.js";
import { sealingKey } from "../../store/secrets.js";
import { startSession } from "../../store/sessions.js";
import { type Admitted, type Arrival, admit, FactorMissing } from "../../store/sso-admission.js";
import { spendState } from "../../store/sso-identities.js";
import {
  accountOfDomain,
  findProvider,
  listProviders,
  type StoredProvider,
  verifiedDomains,
} from "../../store/sso-providers.js";
import { keyOfEmail } from "../../store/users.js";
import { audit } from "../audit.js";
import { refuseCrossOrigin, setSessionCookie } from "../auth.js";
import { knownBrowser, rememberBrowser } from "../known-browser.js";
import type { AppOptions } from "../options.js";
import { redirectPath } from "../resources/sso.js";
import { sessionRecord } from "../schemas/session.js";
import { ssoFinish, ssoOffer, ssoSearch, ssoStart, ssoStarted } from "../schemas/sso.js";
import { sealedCookie } from "../sealed-cookie.js";
import { mailSecurityEvent } from "../security-mail.js";
import { describeSession } from "../session-record.js";
import { SignInThrottle } from "../sign-in-throttle.js";
import { codeWrong, isCodeOf } from "./second-factor.js";
import { secretOf } from "./sso-providers.js";

const tags = ["sessions"];
const bodyLimit = 16_000;

/** What the cookie holds, sealed. */
type Kept = { for: "sso"; providerId: string; until: number } & (
  | ({ at: "begun"; redirectUri: string } & Begun)
  | { at: "code"; userId: string; email: string; arrival: Arrival }
);

/** Requests to providers at the same time: each may take as long as the provider lets it. */
const turns = new Turns({ running: 8, waiting: 50, waitingOfAccount: 10 });

export const ssoRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock, dataDir } = options;
  const throttle = new SignInThrottle(db);
  const ofInstallation = options.sso?.providers ?? [];
  const validMs = limits.ssoMinutes.is * 60_000;

  const usable = (stored: StoredProvider): SsoProvider => ({
    ...stored,
    joinsAccountId: stored.accountId,
    clientSecret: secretOf(stored, dataDir),
  });

  /** Refuses `resource-unknown`. */
  const providerOf = async (id: string): Promise<SsoProvider> => {
    const own = ofInstallation.find((provider) => provider.id === id);
    if (own) return own;
    const stored = await findProvider(db.kysely, id);
    if (!stored) throw refuse("resource-unknown", { type: "identity provider", id });
    return usable(stored);
  };

  /** The operator's providers may be anywhere. */
  const reachOf = ({ accountId }: SsoProvider) => ({
    privateAddresses: accountId === null || options.webhooks.privateAddresses,
    now: clock(),
  });

  const inTurn = async <T>({ id }: SsoProvider, work: () => Promise<T>): Promise<T> => {
    const leave = await turns.take(id);
    if (!leave) throw refuse("sign-ins-too-many", { seconds: 5 });
    return work().finally(leave);
  };

  const cookie = sealedCookie<Kept>(options, "bellwether_sso", "sso");
  const keep = (reply: FastifyReply, kept: Kept): void => cookie.keep(reply, kept, validMs);

  /** Refuses `sso-expired`. */
  const keptIn = (request: FastifyRequest): Kept => {
    const kept = cookie.read(request);
    if (!kept || kept.until <= clock()) throw refuse("sso-expired");
    return kept;
  };

  /** As URLs are written, which both requests to the provider have to agree on. */
  const redirectUriOf = ({ protocol, host }: FastifyRequest): string =>
    new URL(`${options.publicUrl ?? `${protocol}://${host}`}${redirectPath}`).href;

  app.post<{ Body: Static<typeof ssoSearch> }>(
    "/sessions/sso/providers",
    {
      config: { isPublic: true },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        operationId: "findSsoProviders",
        summary: "Find identity providers to sign in through",
        description:
          "Those of the installation, and of the account that has verified the domain of the e-mail address.",
        tags,
        body: ssoSearch,
        response: { 200: Type.Array(ssoOffer) },
      },
    },
    async ({ body: { email } }) => {
      const domain = email === undefined ? undefined : domainOfEmail(email);
      const accountId = domain && (await accountOfDomain(db.kysely, domain));
      const own = accountId ? await listProviders(db.kysely, accountId) : [];
      return [...own.filter(({ domains }) => domains.includes(domain!)), ...ofInstallation].map(
        ({ id, name }) => ({ id, name }),
      );
    },
  );

  app.post<{ Body: Static<typeof ssoStart> }>(
    "/sessions/sso/start",
    {
      config: { isPublic: true },
      bodyLimit: limits.publicBodyBytes.is,
      schema: {
        operationId: "startSso",
        summary: "Begin to sign in through an identity provider",
        description:
          "For a browser: the answer has where it goes, and a cookie that it brings back within ten minutes.",
        tags,
        body: ssoStart,
        refuses: [
          "resource-unknown",
          "sso-provider-unreachable",
          "sign-ins-too-many",
          "request-cross-origin",
        ],
        response: { 200: ssoStarted },
      },
    },
    async (request, reply) => {
      refuseCrossOrigin(request, options);
      const { provider_id, email: loginHint } = request.body;
      const provider = await providerOf(provider_id);
      const redirectUri = redirectUriOf(request as FastifyRequest);
      const { url, begun } = await inTurn(provider, () =>
        beginAt(provider, redirectUri, reachOf(provider), { loginHint }),
      );
      const until = clock() + validMs;
      keep(reply, { for: "sso", at: "begun", providerId: provider.id, redirectUri, until, ...begun });
      return { url };
    },
  );

  app.post<{ Body: Static<typeof ssoFinish> }>(
    "/sessions/sso",
    {
      config: { isPublic: true },
      bodyLimit,
      schema: {
        operationId: "signInBySso",
        summary: "Sign in through an identity provider",
        description:
          "With the query that the provider sent the browser back with, once, in the browser in which the sign-in began. A user with a second factor sends its code afterwards, unless the provider has asked for one.",
        tags,
        body: ssoFinish,
        refuses: [
          "sso-expired",
          "sso-refused",
          "sso-provider-unreachable",
          "sso-email-missing",
          "sso-email-unverified",
          "sso-domain-foreign",
          "sso-subject-other",
          "sso-user-unconfirmed",
          "sso-not-member",
          "sso-deactivated",
          "second-factor-needed",
          "second-factor-wrong",
          "sign-ins-too-many",
          "members-too-many",
          "accounts-of-user-too-many",
          "request-cross-origin",
        ],
        response: { 201: sessionRecord },
      },
    },
    async (request, reply) => {
      refuseCrossOrigin(request, options);
      const { body } = request;
      const asker = request as FastifyRequest;
      const kept = keptIn(asker);
      const provider = await providerOf(kept.providerId);
      try {
        const arrival =
          "query" in body
            ? await arrivalBy(body.query, kept, provider)
            : await arrivalByCode(body.code, kept, asker);
        const signedIn = await enter(asker, provider, arrival);
        setSessionCookie(reply, options, signedIn.token);
        cookie.forget(reply);
        await rememberBrowser(reply, signedIn.user.id, db, options, clock());
        const { account, user, role } = signedIn;
        const factor = await findFactor(db.kysely, user.id);
        const hasSecondFactor = factor !== undefined && factor.confirmedAt !== null;
        const isFactorMet = hasSecondFactor || arrival.hasFactor;
        return reply
          .code(201)
          .send(await describeSession(options, { account, user, role, hasSecondFactor, isFactorMet }));
      } catch (error) {
        if (error instanceof Waiting) {
          keep(reply, { for: "sso", ...error.kept, at: "code", providerId: provider.id, until: kept.until });
          throw refuse("second-factor-needed", {}, [
            { path: "code", message: "is needed", context: { errorType: "missing" } },
          ]);
        }
        if (error instanceof Refusal) await noteFailure(asker, provider, kept, error);
        throw error;
      }
    },
  );

  /** What the provider says of whoever came back. Refuses `sso-expired` and `sso-refused`. */
  const arrivalBy = async (query: string, kept: Kept, provider: SsoProvider): Promise<Arrival> => {
    const now = clock();
    if (kept.at !== "begun") throw refuse("sso-expired");
    if (!(await spendState(db.kysely, kept.state, { now, until: kept.until }))) throw refuse("sso-expired");
    const { redirectUri } = kept;
    const claims = await inTurn(provider, () =>
      finishAt(provider, { redirectUri, query, begun: kept }, reachOf(provider)),
    ).catch((error) => {
      if (error instanceof Refusal) throw error;
      throw refuse("sso-refused", { issuer: provider.issuer, detail: reasonOf(error) });
    });
    const { accountId, domains } = provider;
    const verified = accountId === null ? domains : await verifiedDomains(db.kysely, accountId);
    const email = judgeEmail(claims, provider, verified);
    const { joinsAccountId: joins } = provider;
    const known =
      joins !== null && "email" in email ? await provisioned(db.kysely, joins, email.email) : undefined;
    if (known?.isInactive) throw refuse("sso-deactivated");
    return {
      issuer: claims.issuer,
      subject: claims.subject,
      email,
      role: roleByGroups(provider, [...claims.groups, ...(known?.groups ?? [])]),
      hasFactor: claims.hasFactor,
    };
  };

  /** Refuses `sso-expired`, `second-factor-wrong` and `sign-ins-too-many`. */
  const arrivalByCode = async (
    code: string,
    kept: Kept,
    { clientAddress: address }: FastifyRequest,
  ): Promise<Arrival & { code: true }> => {
    if (kept.at !== "code") throw refuse("sso-expired");
    await throttle.attempt({ emailKey: keyOfEmail(kept.email), address }, clock(), async () => {
      const factor = await findFactor(db.kysely, kept.userId);
      if (!factor || !(await isCodeOf(db.kysely, factor, sealingKey(dataDir), code, clock())))
        throw codeWrong();
    });
    return { ...kept.arrival, hasFactor: true, code: true };
  };

  /** Throws `Waiting`. Refuses as `admit` does. */
  const enter = async (asker: FastifyRequest, provider: SsoProvider, arrival: Arrival & { code?: true }) => {
    const now = clock();
    try {
      return await db.transaction(async (trx) => {
        const admitted = await admit(trx, provider, arrival, now);
        const { account, user } = admitted;
        const hasFactor = arrival.hasFactor && arrival.code === undefined;
        const by = {
          userId: user.id,
          provider: { id: provider.id, accountId: provider.accountId, hasFactor },
        };
        const token = await startSession(trx, account.id, by, now);
        await noteEntry(trx, asker, provider, admitted);
        if ((await knownBrowser(asker, user.id, db, options, now)) === undefined) {
          const { clientAddress: address } = asker;
          const happened = { accountId: account.id, user, event: "sign_in", address } as const;
          if (!admitted.joined) await mailSecurityEvent(trx, options, happened, now);
        }
        return { ...admitted, token };
      });
    } catch (error) {
      if (!(error instanceof FactorMissing)) throw error;
      const { id: userId, email } = error.user;
      throw new Waiting({ userId, email, arrival });
    }
  };

  const noteEntry = async (
    trx: Parameters<typeof audit>[0],
    asker: FastifyRequest,
    { issuer, name, joinsAccountId }: SsoProvider,
    { user, account, role, joined, roleBefore }: Admitted,
  ): Promise<void> => {
    const subject = { type: "members", id: user.id, name: user.email };
    const actor = { type: "service", name, address: asker.clientAddress } as const;
    const changed = joined ? "create" : roleBefore === undefined ? undefined : "update";
    if (changed && joinsAccountId !== null)
      await audit(
        trx,
        { ...asker, actor },
        { accountId: joinsAccountId, action: changed, subject, changes: [`role ${role}`] },
        clock(),
      );
    const signIn = {
      accountId: account.id,
      action: "sign_in",
      subject: { type: "sessions", name: user.email },
      changes: [`SSO ${issuer}`],
    } as const;
    await audit(trx, asker, signIn, clock());
  };

  /** In the log of the account whose people sign in there, if there is one. */
  const noteFailure = async (
    asker: FastifyRequest,
    { issuer, name, accountId, joinsAccountId }: SsoProvider,
    kept: Kept,
    { code }: Refusal,
  ): Promise<void> => {
    const of = accountId ?? joinsAccountId;
    asker.log.info({ issuer, refusal: code }, "a sign-in through an identity provider failed");
    if (of === null) return;
    const subject = { type: "sessions", name: kept.at === "code" ? kept.email : name };
    const changes = [`SSO ${issuer}`, code];
    await audit(db.kysely, asker, { accountId: of, action: "sign_in_failed", subject, changes }, clock());
  };
};

/** The code of the second factor is missing, and what was said until now is kept for it. */
class Waiting extends Error {
  constructor(readonly kept: { userId: string; email: string; arrival: Arrival }) {
    super("the code of the second factor is missing");
  }
}

// Confirmation of an account's e-mail address. The link in the mail opens a page with a button: programs that
// only follow links, such as scanners of mail, confirm nothing.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { html } from "../../delivery/report/html.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { closed } from "../../domain/resource/schema.js";
import { refuse } from "../../errors/refusal.js";
import { findAccount } from "../../store/accounts.js";
import { findPeople } from "../../store/people.js";
import { secretNamed } from "../../store/secrets.js";
import { confirmEmail } from "../../store/users.js";
import { audit } from "../audit.js";
import { accountOfConfirmation, askToConfirm, isConfirmation, mostPerDay } from "../confirmation.js";
import { messagePage } from "../message-page.js";
import type { AppOptions } from "../options.js";
import { renderAccount } from "../resources/account.js";
import { accountRecord } from "../schemas/account.js";

const tags = ["accounts"];
const query = closed({
  token: Type.String({ maxLength: 200, description: "Token from the mail.", examples: ["3f8a2c1e….1769…"] }),
});
const page = { content: { "text/html": { schema: Type.String(), example: "<!doctype html>…" } } };
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};
type WithToken = { Querystring: { token: string } };

/** Needs a Fastify scope of its own: the body of the page's form is empty. */
export const confirmationRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;
  app.addContentTypeParser("application/x-www-form-urlencoded", (_request, body, done) => {
    body.resume();
    done(null, undefined);
  });

  const requireOwner = async (token: string) => {
    const account = await findAccount(db.kysely, accountOfConfirmation(token));
    const secret = await secretNamed(db.kysely, "email-confirmation");
    if (!account || !isConfirmation(secret, account, token, clock())) throw refuse("confirmation-invalid");
    return account;
  };

  app.get<WithToken>(
    "/confirm_email",
    {
      config: { isPublic: true },
      schema: {
        operationId: "showConfirmation",
        summary: "Show the page that confirms an e-mail address",
        description: "The link in the confirmation e-mail. It changes nothing; the button on the page does.",
        tags,
        querystring: query,
        refuses: ["confirmation-invalid"],
        response: { 200: page },
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      const { email } = await requireOwner(token);
      return reply.headers(headers).send(confirmPage(email, token));
    },
  );

  app.post<WithToken>(
    "/confirm_email",
    {
      config: { isPublic: true },
      schema: {
        operationId: "confirmEmail",
        summary: "Confirm an e-mail address",
        description: "By the token from the mail. From then on e-mails about builds are sent to the address.",
        tags,
        querystring: query,
        refuses: ["confirmation-invalid", "email-taken"],
        response: { 200: page },
      },
    },
    async (request, reply) => {
      const account = await requireOwner(request.query.token);
      const subject = { type: "accounts", id: account.id, name: account.name };
      await db.transaction(async (trx) => {
        await confirmEmail(trx, account, clock());
        const done = { accountId: account.id, action: "confirm_email", subject } as const;
        await audit(trx, request as FastifyRequest, done, clock());
      });
      return reply.headers(headers).send(confirmedPage);
    },
  );

  app.post(
    "/accounts/current/send_confirmation",
    {
      config: { permission: "administer" },
      schema: {
        operationId: "sendConfirmation",
        summary: "Send the confirmation e-mail again",
        description: `At most ${mostPerDay} a day to one address. Nothing is sent if the address is confirmed, or if confirmation is not asked for.`,
        tags,
        refuses: ["confirmations-too-many", "email-missing"],
        response: { 200: accountRecord },
      },
    },
    async (request) => {
      const { account } = request;
      if (account.email === "") throw refuse("email-missing");
      await db.transaction(async (trx) => {
        if (!(await askToConfirm(trx, options, account, clock())))
          throw refuse("confirmations-too-many", { limit: mostPerDay, seconds: secondsPerDay });
        const subject = { type: "accounts", id: account.id, name: account.name };
        await audit(trx, request, { action: "send_confirmation", subject }, clock());
      });
      return renderAccount(account, await findPeople(db.kysely, account.id));
    },
  );
};

const confirmPage = (email: string, token: string): string =>
  messagePage(
    "Confirm your e-mail address",
    html`<p>Someone signed up for Bellwether with <b>${email}</b>. If it was you, confirm the address: we then e-mail you when a build
finishes or needs attention.</p>
<form method="post" action="confirm_email?token=${token}"><button>Confirm address</button></form>
<p class="soft">If it was not you, close this page. Nothing else is sent to this address.</p>`,
  );

const confirmedPage = messagePage(
  "Your e-mail address is confirmed",
  html`<p>You can close this page, or <a href="/console">open the console</a>.</p>`,
);

// Page for people whose link to a file or a report does not work: what happened, and where to get a new one.
// Programs get a Problem.

import type { FastifyRequest } from "fastify";
import { html } from "../delivery/report/html.js";
import type { Refusal } from "../errors/refusal.js";
import { messagePage } from "./message-page.js";

const linkCodes = ["link-invalid", "link-expired", "link-ended"];

/** Undefined for other errors, and for programs. */
export const linkPageFor = ({ code, message }: Refusal, { headers }: FastifyRequest): string | undefined =>
  linkCodes.includes(code) && headers.accept?.includes("text/html") ? page(message) : undefined;

export const linkPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

const page = (message: string): string =>
  messagePage(
    "This link does not work",
    html`<p>${message}</p>
<p>If you have an account here, <a href="/console">sign in</a> and open the deployment or prediction: its page has the link. If
someone sent you this link, ask them for a new one.</p>`,
  );

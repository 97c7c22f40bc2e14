// Page for people whose link to a file or a report does not work: what happened, and where to get a new one. Programs get a Problem.

import type { FastifyRequest } from "fastify";
import { html, verbatim } from "../delivery/report/html.js";
import type { Refusal } from "../errors/refusal.js";

const linkCodes = ["link-invalid", "link-outdated", "link-expired", "link-ended"];

/** Undefined for other errors, and for programs. */
export const linkPageFor = ({ code, message }: Refusal, { headers }: FastifyRequest): string | undefined =>
  linkCodes.includes(code) && headers.accept?.includes("text/html") ? page(message) : undefined;

/** The page is self-contained and runs nothing. */
export const linkPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

const page = (message: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This link does not work</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>This link does not work</h1>
<p>${message}</p>
<p>If you have an account here, <a href="/console">sign in</a> and open the deployment or prediction: its page has the link. If
someone sent you this link, ask them for a new one.</p>
</main>
</body>
</html>
`.text;

const style = verbatim(`
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22252a; --link: #2a6192; }
@media (prefers-color-scheme: dark) { :root { --paper: #17191d; --ink: #e4e2dc; --link: #7fb2e0; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 ui-sans-serif, system-ui, sans-serif; }
main { max-width: 36rem; margin: 12vh auto; padding: 0 1.5rem; }
h1 { font: 600 1.7rem/1.2 Charter, Georgia, serif; } a { color: var(--link); }
`);

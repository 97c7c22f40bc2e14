// The page of the console, as it is sent to a browser: with links to the files that its route needs, and with the answers
// that it shows first. The links go out at once, so that the browser loads code while the answers are made. An answer that
// takes long is left out, and the page asks for it. Whoever is signed in is the session's owner in both, since each answer
// is made by a request of its own with the browser's cookie.

import { readFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sessionToken } from "./auth.js";
import { takesCoding } from "./compression.js";
import type { ServiceAddress } from "./cookies.js";
import { type FirstReads, firstReads } from "./first-reads.js";

/** Written by the build: each route with the files that its page needs besides those of every page. */
export const filesOfPages = "pages.json";

interface Page {
  route: string;
  pattern: RegExp;
  files: readonly string[];
}

export interface ConsolePage {
  /** Up to the end of the head. */
  head: string;
  /** Up to the end of the body. */
  body: string;
  end: string;
  pages: readonly Page[];
}

/** Of the console built in `dir`. */
export const readConsolePage = (dir: string, html: string): ConsolePage => {
  const [head = "", body = "", end = ""] = html.split(/(?=<\/head>)|(?=<\/body>)/);
  const pages = JSON.parse(readFileSync(path.join(dir, filesOfPages), "utf8")) as [string, string[]][];
  return {
    head,
    body,
    end,
    pages: pages.map(([route, files]) => ({ route, pattern: patternOf(route), files })),
  };
};

/** `/predictions/:id/list` */
const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replaceAll(/:(\w+)/g, "(?<$1>[\\w.~-]+)")}/?$`);

type Answer = readonly [key: readonly unknown[], body: unknown];

/** Milliseconds that a page waits for answers; those that come later are left out. */
const mostMs = 1_000;
/** Characters of one answer; a longer one would hold up the code, so the browser asks for it beside. */
const mostCharacters = 200_000;

/**
 * Whether the page can say who is signed in. A browser that comes from another site sends no cookie, though it may
 * have one.
 */
export const knowsSession = (request: FastifyRequest, reached: ServiceAddress): boolean =>
  request.method === "GET" &&
  (sessionToken(request, reached) !== undefined ||
    ["same-origin", "none"].includes(String(request.headers["sec-fetch-site"])));

export const sendConsolePage = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  page: ConsolePage,
  reached: ServiceAddress,
): Promise<FastifyReply> => {
  const first = new PageAnswers(app, request);
  const session = await first.session();
  // A session that has ended, or one that the store cannot say anything about.
  const isUnknown = !session || (session.account === null && sessionToken(request, reached) !== undefined);
  if (first.renewed !== undefined) reply.header("set-cookie", first.renewed);
  const parts = isUnknown
    ? [page.head, page.body, page.end]
    : partsOf(page, first, session.account === null ? undefined : request.originalUrl);
  reply.header("cache-control", "private, no-store").type("text/html; charset=utf-8");
  const text = Readable.from(parts);
  if (!takesCoding(request, "gzip")) return reply.send(text);
  // Each part goes out as soon as it is there.
  const zipped = createGzip({ level: 3, flush: constants.Z_SYNC_FLUSH });
  text.on("error", (error) => zipped.destroy(error));
  return reply.header("content-encoding", "gzip").send(text.pipe(zipped));
};

/** `url`: of the page; undefined for one without a session. */
async function* partsOf(
  page: ConsolePage,
  first: PageAnswers,
  url: string | undefined,
): AsyncGenerator<string> {
  const found = url === undefined ? undefined : routeAt(page.pages, url);
  yield page.head + (found?.files ?? []).map(linkTo).join("") + page.body;
  if (found) {
    const reads = Promise.resolve(firstReads[found.route]?.(first, found.params)).catch(() => undefined);
    await Promise.race([reads, sleep(mostMs)]);
  }
  const sent = { ...(found && { route: found.route }), answers: first.taken() };
  yield `${first.links()}<script type="application/json" id="first">${inScript(sent)}</script>${page.end}`;
}

const routeAt = (pages: readonly Page[], url: string) => {
  const { pathname } = new URL(url, "http://localhost");
  const address = pathname.replace(/^\/console(?=\/|$)/, "") || "/";
  for (const { route, pattern, files } of pages) {
    const match = pattern.exec(address);
    if (match) return { route, files, params: { ...match.groups } };
  }
  return undefined;
};

const linkTo = (file: string): string =>
  file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** JSON that cannot end the element that it stands in. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

interface SessionAnswer {
  account: object | null;
}

/** Headers that a page passes on to its reads: who asks, and from where. */
const passedOn = ["cookie", "host", "origin", "user-agent", "x-forwarded-for", "x-forwarded-proto"];

class PageAnswers implements FirstReads {
  /** The cookie that replaces the browser's. */
  renewed: string | undefined;
  private cookie: string | undefined;
  private readonly answers: Answer[] = [];
  private readonly begun: string[] = [];

  constructor(
    private readonly app: FastifyInstance,
    private readonly request: FastifyRequest,
  ) {
    this.cookie = request.headers.cookie;
  }

  /** Read before all others, because it may renew the cookie. */
  async session(): Promise<SessionAnswer | undefined> {
    const { statusCode, headers, body } = await this.get("/sessions/current");
    if (statusCode !== 200) return undefined;
    const [renewed] = [headers["set-cookie"] ?? []].flat();
    if (renewed !== undefined) {
      this.renewed = renewed;
      this.cookie = renewed.split(";")[0];
    }
    const session = JSON.parse(body) as SessionAnswer;
    this.answers.push([["session"], session]);
    return session;
  }

  async read<T>(
    key: readonly unknown[],
    url: string,
    of: (body: T) => unknown = (body) => body,
  ): Promise<T | undefined> {
    const { statusCode, headers, body } = await this.get(url);
    // Of a list in several pages the console reads all.
    if (statusCode !== 200 || headers.link !== undefined) return undefined;
    const value = JSON.parse(body) as T;
    const shown = of(value);
    if (body.length > mostCharacters && JSON.stringify(shown).length > mostCharacters) {
      this.ask(url);
      return undefined;
    }
    this.answers.push([key, shown]);
    return value;
  }

  ask(url: string): void {
    this.begun.push(url);
  }

  /** The answers until now. */
  taken(): readonly Answer[] {
    return [...this.answers];
  }

  links(): string {
    return this.begun
      .map((url) => `<link rel="preload" as="fetch" crossorigin href="/v1${url.replaceAll("&", "&amp;")}">`)
      .join("");
  }

  private get(url: string) {
    const { headers, socket } = this.request.raw;
    const kept = Object.fromEntries(
      passedOn.map((name) => [name, headers[name]]).filter(([, value]) => value),
    );
    return this.app.inject({
      url: `/v1${url}`,
      headers: { ...kept, ...(this.cookie !== undefined && { cookie: this.cookie }) },
      remoteAddress: socket.remoteAddress ?? "127.0.0.1",
    });
  }
}

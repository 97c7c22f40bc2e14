// Files of the console: a page with its scripts and styles, read into memory at startup. The build has
// compressed scripts and styles by Brotli; everything else is compressed by gzip when it is first asked for.
// All addresses below /console serve the page, which decides by its address what to show, and which brings what it needs
// first (console-page.ts). The files that it loads have a hash in their name and never change.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takesCoding } from "./compression.js";
import { filesOfPages, knowsSession, readConsolePage, sendConsolePage } from "./console-page.js";
import type { ServiceAddress } from "./cookies.js";
import { matchesEtag } from "./etag.js";
import { pageHeaders } from "./page-headers.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A page for people, or a file of one: not an operation of the API. */
    isPage?: boolean;
  }
}

const page = "index.html";
const brotliEnding = ".br";
const pageUrls = ["/", "/console", "/console/*"];

/** Serves the console built in `dir`; nothing if it has not been built. */
export const serveConsole = (
  app: FastifyInstance,
  dir: string | undefined,
  reached: ServiceAddress = { publicUrl: undefined },
): void => {
  if (dir === undefined || !existsSync(path.join(dir, page))) return;
  for (const name of filesIn(dir)) {
    const file = readConsoleFile(dir, name);
    if (name === page) servePage(app, dir, file, reached);
    else app.get(`/${name}`, isFile, (request, reply) => send(request, reply, file));
  }
};

const isPage = { config: { isPublic: true, isPage: true } };
/** The browser asks for a page's files while the service makes the page's first answers, which have turns of their own. */
const isFile = { config: { ...isPage.config, isInMemory: true } };

const servePage = (app: FastifyInstance, dir: string, file: ConsoleFile, reached: ServiceAddress): void => {
  const built = existsSync(path.join(dir, filesOfPages))
    ? readConsolePage(dir, file.plain.content.toString())
    : undefined;
  for (const url of pageUrls)
    app.get(url, isPage, (request, reply) => {
      if (!built || isOfApi(request) || !knowsSession(request, reached)) return send(request, reply, file);
      return sendConsolePage(app, request, reply.headers(headers), built, reached);
    });
};

/** An unknown path of the API must not return the page. */
const isOfApi = ({ originalUrl }: FastifyRequest): boolean => /^\/v1(?![^/?])/.test(originalUrl);

/** Paths relative to `dir`, with slashes as in URLs. */
const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(({ name }) => !name.endsWith(brotliEnding) && name !== filesOfPages)
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();

interface Encoded {
  content: Buffer;
  etag: string;
}

interface ConsoleFile {
  type: string;
  cacheControl: string;
  plain: Encoded;
  brotli: Encoded | null;
  /** Undefined until it is asked for; null if compression does not make it smaller. */
  gzip?: Encoded | null;
}

const readConsoleFile = (dir: string, name: string): ConsoleFile => {
  const content = readFileSync(path.join(dir, name));
  const brotli = path.join(dir, name + brotliEnding);
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return {
    type: types[path.extname(name)] ?? "application/octet-stream",
    cacheControl: name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    plain: { content, etag: `"${hash}"` },
    brotli: existsSync(brotli) ? { content: readFileSync(brotli), etag: `"${hash}.br"` } : null,
  };
};

const zippedOnce = (file: ConsoleFile): Encoded | null => {
  if (file.gzip === undefined) file.gzip = zipped(file.plain);
  return file.gzip;
};

const zipped = ({ content, etag }: Encoded): Encoded | null => {
  const smaller = gzipSync(content, { level: 9 });
  return smaller.length < content.length ? { content: smaller, etag: etag.replace(/"$/, '.gz"') } : null;
};

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

const headers = {
  ...pageHeaders({
    "img-src": "'self' data: blob:",
    "manifest-src": "'self'",
    "form-action": "'self'",
  }),
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  vary: "accept-encoding",
};

const send = (request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply => {
  if (isOfApi(request)) {
    reply.callNotFound();
    return reply;
  }
  const { content, etag, coding } = encodedFor(request, file);
  reply.headers({ ...headers, "cache-control": file.cacheControl, etag });
  if (matchesEtag(request, etag)) return reply.code(304).send();
  if (coding) reply.header("content-encoding", coding);
  return reply.type(file.type).send(content);
};

/** The smallest form that the client takes. */
const encodedFor = (request: FastifyRequest, file: ConsoleFile): Encoded & { coding?: string } => {
  if (file.brotli && takesCoding(request, "br")) return { ...file.brotli, coding: "br" };
  const gzip = takesCoding(request, "gzip") ? zippedOnce(file) : null;
  return gzip ? { ...gzip, coding: "gzip" } : file.plain;
};

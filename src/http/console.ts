// Files of the console: a page with its scripts and styles, read into memory at startup. The build has
// compressed scripts and styles by Brotli; everything else is compressed by gzip when it is first asked for.
// All addresses below /console serve the page, which decides by its address what to show. The files that it
// loads have a hash in their name and never change.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takesCoding } from "./compression.js";
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
export const serveConsole = (app: FastifyInstance, dir: string | undefined): void => {
  if (dir === undefined || !existsSync(path.join(dir, page))) return;
  for (const name of filesIn(dir)) {
    const file = readConsoleFile(dir, name);
    for (const url of name === page ? pageUrls : [`/${name}`])
      app.get(url, { config: { isPublic: true, isPage: true } }, (request, reply) =>
        send(request, reply, file),
      );
  }
};

/** Paths relative to `dir`, with slashes as in URLs. */
const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(brotliEnding))
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
  // An unknown path of the API must not return the page.
  if (/^\/v1(?![^/?])/.test(request.originalUrl)) {
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

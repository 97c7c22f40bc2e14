// The console: a page, its scripts and styles, which the service sends to browsers itself. The files are read once, when the
// service starts. The page looks at its own address to know what to show, so all addresses below /console are the page;
// what it loads has a hash in its name and never changes under it.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "./etag.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A file of the console, and no operation of the API. */
    isConsole?: boolean;
  }
}

const page = "index.html";
const pageUrls = ["/", "/console", "/console/*"];

/** `dir` is what the console was built into. Where that is not, nothing is served. */
export const serveConsole = (app: FastifyInstance, dir: string | undefined): void => {
  if (dir === undefined || !existsSync(path.join(dir, page))) return;
  for (const name of filesIn(dir)) {
    const file = readConsoleFile(dir, name);
    for (const url of name === page ? pageUrls : [`/${name}`])
      app.get(url, { config: { isPublic: true, isConsole: true } }, (request, reply) =>
        send(request, reply, file),
      );
  }
};

/** Relative, with slashes, as in URLs. */
const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
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
  /** Undefined where it would be no smaller. */
  gzip: Encoded | undefined;
}

const readConsoleFile = (dir: string, name: string): ConsoleFile => {
  const content = readFileSync(path.join(dir, name));
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  const zipped = gzipSync(content, { level: 9 });
  return {
    type: types[path.extname(name)] ?? "application/octet-stream",
    cacheControl: name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    plain: { content, etag: `"${hash}"` },
    gzip: zipped.length < content.length ? { content: zipped, etag: `"${hash}.gz"` } : undefined,
  };
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

/** The page loads what is its own and nothing else, talks to nobody but this service, and is shown in no other page. */
const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  vary: "accept-encoding",
};

const send = (request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply => {
  // Whoever asks the API for what it does not have is not to be given a page.
  if (/^\/v1(?![^/?])/.test(request.originalUrl)) {
    reply.callNotFound();
    return reply;
  }
  const zipped = takesGzip(request) ? file.gzip : undefined;
  const { content, etag } = zipped ?? file.plain;
  reply.headers({ ...headers, "cache-control": file.cacheControl, etag });
  if (matchesEtag(request, etag)) return reply.code(304).send();
  if (zipped) reply.header("content-encoding", "gzip");
  return reply.type(file.type).send(content);
};

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  [headers["accept-encoding"] ?? []]
    .flat()
    .join(",")
    .split(",")
    .some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));

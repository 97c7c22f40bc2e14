// Requests that Node's parser refuses before any route sees them: too large headers, two lengths of one body,
// headers that never end. They are answered as Problems like any other, and the connection ends.

import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { type Refusal, refuse } from "../errors/refusal.js";

interface ParserError extends Error {
  code?: string;
}

/** For Fastify's `clientErrorHandler`. `publicUrl` is the prefix of the link to the error's page. */
export const answerUnparsed =
  (log: () => FastifyBaseLogger, publicUrl = "") =>
  (error: ParserError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error);
    const id = randomUUID();
    log().info({ code: refusal.code, request: id, parser: error.code }, refusal.message);
    socket.end(responseText(refusal, id, publicUrl));
  };

const refusalOf = ({ code = "" }: ParserError): Refusal => {
  if (code === "HPE_HEADER_OVERFLOW") return refuse("headers-too-large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return refuse("request-too-slow");
  return refuse("request-malformed", { detail: `it is not valid HTTP (${code || "no reason given"})` });
};

const responseText = ({ entry, code, message }: Refusal, id: string, publicUrl: string): string => {
  const { status, error } = entry;
  const body = JSON.stringify({ error, id, note: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Link: <${publicUrl}/docs/errors/${code}>; rel="help"`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
};

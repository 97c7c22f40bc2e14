// Events in the body of a request: one object, an array, or JSON Lines of any length. They are found while the
// body arrives, so that memory holds some hundred of them. A line that cannot be read is named; the others count.

import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyRequest } from "fastify";
import { limits } from "../../domain/resource/limits.js";
import { type Refusal, refuse } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import { BrokenJson, JsonScanner } from "../../files/json-records.js";
import { chunksOf, uploadError } from "../uploads/receive.js";

/** `line`: the line of the body, or the place in an array; both from 1. */
export type BodyEvent = { line: number; sent: unknown } | { line: number; note: string };

/** A body of at most so many bytes may be one object on several lines. */
const wholeBytes = 1 << 20;
const eventsAtOnce = 500;

/**
 * The events, some hundred at a time. Refuses `body-missing`, `body-not-json`, `payload-too-large` and
 * `upload-incomplete`.
 */
export async function* eventsInBody(
  body: Readable,
  { isGzip, limitBytes }: { isGzip: boolean; limitBytes: number },
): AsyncGenerator<BodyEvent[]> {
  const chunks = bounded(unpacked(body, isGzip), limitBytes);
  const first: Buffer[] = [];
  let bytes = 0;
  let isWhole = true;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    first.push(next.value);
    bytes += next.value.length;
    if (bytes <= wholeBytes) continue;
    isWhole = false;
    break;
  }
  const beginning = Buffer.concat(first);
  if (isWhole) yield* inTurns(wholeBody(beginning));
  else if (/^\s*\[/.test(beginning.subarray(0, 100).toString("latin1"))) yield* inArray(beginning, chunks);
  else yield* inLines(beginning, chunks);
}

/** A small body, as it is once unpacked. Refuses `payload-too-large` and `upload-incomplete`. */
export const smallBody = async (request: FastifyRequest, limitBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const whole = unpacked(request.body as Readable, isGzip(request));
  for await (const chunk of bounded(whole, limitBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Whether the body of a request is compressed; other encodings are refused before. */
export const isGzip = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  headers["content-encoding"]?.toLowerCase() === "gzip";

const unpacked = (body: Readable, isGzip: boolean): AsyncIterable<Buffer> => {
  if (!isGzip) return chunksOf(body);
  const gunzip = createGunzip();
  body.on("error", (error) => gunzip.destroy(error));
  return body.pipe(gunzip);
};

async function* bounded(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit) throw refuse("payload-too-large", { limit });
      yield chunk;
    }
  } catch (error) {
    throw bodyError(error as NodeJS.ErrnoException);
  }
}

const bodyError = (error: NodeJS.ErrnoException): Error | Refusal =>
  error.code?.startsWith("Z_")
    ? refuse("body-unusable", { detail: "it says Content-Encoding: gzip and is not compressed with gzip" })
    : (worldTrouble(error) ?? uploadError(error));

function* inTurns(events: readonly BodyEvent[]): Generator<BodyEvent[]> {
  for (let start = 0; start < events.length; start += eventsAtOnce)
    yield events.slice(start, start + eventsAtOnce);
}

const wholeBody = (bytes: Buffer): BodyEvent[] => {
  const text = bytes.toString().trim();
  if (text === "") throw refuse("body-missing");
  if (!text.startsWith("[") && text.includes("\n")) {
    const firstLine = text.slice(0, text.indexOf("\n"));
    const whole = parsed(firstLine) === undefined ? parsed(text) : undefined;
    return whole === undefined
      ? linesOf(bytes).flatMap((line, i) => eventOn(line, i + 1))
      : [sized(whole, 1)];
  }
  if (!isUtf8(bytes)) throw refuse("body-unusable", { detail: "it is not valid UTF-8" });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse("body-not-json", { detail: (error as Error).message });
  }
  return (Array.isArray(value) ? value : [value]).map((sent, i) =>
    bytes.length > limits.eventBytes.is ? sized(sent, i + 1) : { line: i + 1, sent },
  );
};

const sized = (sent: unknown, line: number): BodyEvent =>
  isTooLong(sent) ? { line, note: tooLong } : { line, sent };

const isTooLong = (sent: unknown): boolean => {
  try {
    return Buffer.byteLength(JSON.stringify(sent)) > limits.eventBytes.is;
  } catch {
    // It has thousands of levels.
    return true;
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const lineFeed = 10;

const linesOf = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
};

const tooLong = `The event has more than ${limits.eventBytes.is} bytes. Send fewer properties.`;

/** Nothing for an empty line. */
const eventOn = (bytes: Buffer, line: number): BodyEvent[] => {
  if (bytes.length > limits.eventBytes.is) return [{ line, note: tooLong }];
  const text = bytes.toString().trim();
  if (text === "") return [];
  if (!isUtf8(bytes)) return [{ line, note: "The line is not valid UTF-8." }];
  const sent = parsed(text);
  return [sent === undefined ? { line, note: "The line is not valid JSON." } : { line, sent }];
};

async function* inLines(beginning: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<BodyEvent[]> {
  let rest = Buffer.alloc(0);
  let line = 1;
  let found: BodyEvent[] = [];
  for (let chunk: Buffer | undefined = beginning; chunk; chunk = (await chunks.next()).value) {
    const lines = linesOf(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk);
    const last = lines.pop()!;
    for (const each of lines) {
      found.push(...eventOn(each, line++));
      if (found.length < eventsAtOnce) continue;
      yield found;
      found = [];
    }
    // One byte more than is allowed says that a line is too long; its end is looked for, and it is not kept.
    rest = Buffer.from(last.subarray(0, limits.eventBytes.is + 1));
  }
  found.push(...eventOn(rest, line));
  if (found.length > 0) yield found;
}

async function* inArray(beginning: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<BodyEvent[]> {
  const scanner = JsonScanner.strict(1);
  let place = 0;
  try {
    for (let chunk: Buffer | undefined = beginning; chunk; chunk = (await chunks.next()).value)
      yield* inTurns(scanner.push(chunk).map(({ record }) => sized(record, ++place)));
    scanner.end();
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    const note = `Nothing is read from here on: ${error.message}, on line ${error.line} of the body.`;
    yield [{ line: place + 1, note }];
  }
}

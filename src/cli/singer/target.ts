// Target of Singer's protocol: records of a tap go to a sink, and a STATE goes back once all records before it are
// durable. A tap that is started from that state repeats what may be missing, and nothing else.
//
//   reading ──▶ due: much waits, or it has waited for long, or the tap has ended
//     ▲           └──▶ flushed: uploaded, the newest STATE is written
//     └──────────────────┘

import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { type Receiver, receiveLines } from "./message-batches.js";
import { LineCutter, LineRefused, parseLine } from "./message-lines.js";
import type { RecordSink } from "./record-sink.js";

export interface TargetOptions {
  input: AsyncIterable<Buffer>;
  sink: RecordSink;
  writeState(line: string): void;
  /** Rows wait for at most so long, and so many characters of them. */
  batch: { ms: number; characters: number };
}

/** Reads until the tap ends. Throws `LineRefused` for what is no message, once everything before it is durable. */
export const receiveMessages = async ({ input, sink, writeState, batch }: TargetOptions): Promise<void> => {
  let state: string | null = null;
  const flush = async () => {
    await sink.flush();
    if (state !== null) writeState(state);
    state = null;
  };
  const receiver: Receiver = {
    take(text, line) {
      const message = messageOf(text, line);
      if (message.type !== "STATE") return receive(sink, message, line);
      state = JSON.stringify(message.value ?? {});
      return undefined;
    },
    drain: () => sink.drain(),
    hasWaiting: () => state !== null || sink.hasWaiting(),
    isFull: () => sink.isFull(batch.characters),
    flush,
  };
  await receiveLines(input, receiver, batch.ms);
  await flush();
};

const messageOf = (text: string, line: number): JsonObject => {
  const message = parseLine(text, line);
  if (isObject(message) && typeof message.type === "string") return message;
  throw new LineRefused(
    line,
    "it has no type. A tap writes messages such as SCHEMA, RECORD and STATE, and nothing else.",
  );
};

const receive = (sink: RecordSink, message: JsonObject, line: number): Promise<void> | undefined => {
  const { type, stream } = message;
  if (typeof stream !== "string" || stream === "")
    throw new LineRefused(line, `this ${type} names no stream.`);
  try {
    if (type === "RECORD") sink.add(stream, recordOf(message), versionOf(message));
    else if (type === "SCHEMA") sink.describe(stream, schemaOf(message), keysOf(message));
    else if (type === "ACTIVATE_VERSION") sink.activate(stream, versionOf(message) ?? 0);
    else if (type === "BATCH") return receiveBatch(sink, stream, message, line);
    else
      throw new Error(`there is no message ${type}. Known: SCHEMA, RECORD, STATE, ACTIVATE_VERSION, BATCH.`);
  } catch (error) {
    throw refused(error, line);
  }
  return undefined;
};

const refused = (error: unknown, line: number): LineRefused =>
  error instanceof LineRefused ? error : new LineRefused(line, (error as Error).message);

const recordOf = ({ record, stream }: JsonObject): JsonObject => {
  if (isObject(record)) return record;
  throw new Error(`the RECORD of ${stream} has no record.`);
};

/** Versions are whole numbers; taps take the milliseconds of their start. */
const versionOf = ({ version }: JsonObject): number | undefined => {
  if (version === undefined || version === null) return undefined;
  if (Number.isSafeInteger(version) && (version as number) > 0) return version as number;
  throw new Error(`its version is ${JSON.stringify(version)}, which is no whole number.`);
};

const schemaOf = ({ schema, stream }: JsonObject): JsonObject => {
  if (isObject(schema)) return schema;
  throw new Error(`the SCHEMA of ${stream} has no schema.`);
};

const keysOf = ({ key_properties: keys, stream }: JsonObject): string[] => {
  if (keys === undefined || keys === null) return [];
  if (Array.isArray(keys) && keys.every((key) => typeof key === "string")) return keys;
  throw new Error(`the key_properties of ${stream} are no list of names.`);
};

/** Records in files of this machine, as taps of Meltano's kit write them for large tables. */
const receiveBatch = async (
  sink: RecordSink,
  stream: string,
  { encoding, manifest }: JsonObject,
  line: number,
): Promise<void> => {
  const { format, compression = "none" } = isObject(encoding) ? encoding : {};
  if (format !== "jsonl" || !["none", "gzip"].includes(String(compression)))
    throw new LineRefused(
      line,
      "its encoding is unknown. Set format jsonl, and compression gzip or none, in the tap's batch_config.",
    );
  const files = Array.isArray(manifest) ? manifest : [];
  for (const file of files) {
    if (typeof file !== "string" || !file.startsWith("file://"))
      throw new LineRefused(
        line,
        `it names ${JSON.stringify(file)}. Set a directory of this machine (file://) as root in the tap's batch_config.`,
      );
    const bytes = createReadStream(fileURLToPath(file));
    const read = compression === "gzip" ? bytes.pipe(createGunzip()) : bytes;
    bytes.on("error", (cause) => read.destroy(cause));
    const cutter = new LineCutter();
    const add = (lines: Iterable<{ text: string; number: number }>) => {
      for (const { text, number } of lines) {
        const record = parseLine(text, number);
        if (!isObject(record)) throw new Error(`line ${number} of ${file} is no record.`);
        sink.add(stream, record);
      }
    };
    try {
      for await (const chunk of read) {
        add(cutter.push(chunk as Buffer));
        await sink.drain();
      }
      add(cutter.end());
    } catch (error) {
      throw refused(error, line);
    }
  }
};

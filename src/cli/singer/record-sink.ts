// Sink of records: rows of streams become files of upload directories, one for each stream. Rows wait in files of this
// machine until `flush` has uploaded them, and only then does a source hear that they have arrived.
//
// Nothing is doubled, however often a source repeats what had no answer: rows are known by their key (or else by all
// that they say), the newest of a key counts, and a file that is sent again replaces itself.
//
//   version of a stream: a source that sends a whole table gives its rows a version, and says at the end that only this
//   one counts. It is part of the file's name, and `activate` has the files of other versions deleted.

import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { type Client, RequestRefused } from "../client.js";
import { insistently } from "../insistent.js";
import { columnsOf, type RecordColumns, type Schema } from "./record-columns.js";
import { RecordFile } from "./record-file.js";

/** Column of what distinguishes rows that have no key: the hash of all that they say. */
export const rowHashColumn = "_sdc_row_hash";

export interface SinkOptions {
  client: Client;
  /** Before the names of directories. */
  prefix: string;
  signal: AbortSignal;
}

export interface SinkStream {
  name: string;
  directory: string;
  keys: readonly string[];
  /** Rows and files that were uploaded. */
  rows: number;
  files: number;
}

interface OpenStream extends SinkStream {
  columns: RecordColumns;
  /** Rows of a version that wait; 0: without a version. */
  waiting: Map<number, RecordFile>;
  /** The version that alone counts, once what waits is uploaded, and those whose rows came after it was said. */
  active?: { version: number; later: Set<number> };
}

const mostStreams = 1_000;
/** A row may wait for so long, unless a flush comes before. */
const mostFilesOfStream = 8;

export class RecordSink {
  private readonly streams = new Map<string, OpenStream>();
  private readonly drained = new Set<RecordFile>();

  constructor(private readonly options: SinkOptions) {}

  /** Says what rows of a stream are; again when that changes. Throws a sentence. */
  describe(name: string, schema: Schema, keys: readonly string[]): void {
    const columns = columnsOf(schema);
    const known = this.streams.get(name);
    if (known) {
      Object.assign(known, { columns, keys });
      return;
    }
    if (this.streams.size >= mostStreams)
      throw new Error(`there are more than ${mostStreams} streams. Select fewer in the catalog.`);
    const directory = directoryOf(this.options.prefix, name);
    const other = this.list().find((stream) => stream.directory === directory);
    if (other)
      throw new Error(
        `the streams ${other.name} and ${name} would both be stored in ${directory}. Rename one.`,
      );
    this.streams.set(name, { name, directory, keys, rows: 0, files: 0, columns, waiting: new Map() });
  }

  list(): SinkStream[] {
    return [...this.streams.values()];
  }

  /** Adds a row, without waiting. Throws a sentence. */
  add(name: string, record: Readonly<Record<string, unknown>>, version = 0): void {
    const stream = this.require(name);
    const { keys, columns, waiting, active } = stream;
    const row = columns.flatten(record);
    for (const key of keys)
      if (row[key] === undefined || row[key] === null || row[key] === "")
        throw new Error(`the record of ${name} has no ${key}, which is its key.`);
    if (keys.length === 0) row[rowHashColumn] = hashOf(row);
    let file = waiting.get(version);
    if (!file) {
      file = new RecordFile();
      waiting.set(version, file);
    }
    file.add(row);
    this.drained.add(file);
    if (active && version !== active.version) active.later.add(version);
  }

  /** Only rows of the version count. */
  activate(name: string, version: number): void {
    this.require(name).active = { version, later: new Set() };
  }

  /** Writes to the disk what is much in memory. */
  async drain(): Promise<void> {
    for (const file of this.drained) await file.drain();
    this.drained.clear();
  }

  /** Whether so much waits that it should be flushed. */
  isFull(characters: number): boolean {
    let sum = 0;
    for (const { waiting } of this.streams.values()) {
      if (waiting.size > mostFilesOfStream) return true;
      for (const file of waiting.values()) sum += file.characters;
    }
    return sum >= characters;
  }

  hasWaiting(): boolean {
    return this.list().some((stream) => {
      const { waiting, active } = stream as OpenStream;
      return waiting.size > 0 || active !== undefined;
    });
  }

  /** All that was added is durable in the service when it returns. */
  async flush(): Promise<void> {
    await this.drain();
    for (const stream of this.streams.values()) {
      for (const [version, file] of stream.waiting) {
        await this.upload(stream, version, file);
        stream.waiting.delete(version);
      }
      if (stream.active) await this.removeOthers(stream, stream.active);
      delete stream.active;
    }
  }

  async discard(): Promise<void> {
    for (const { waiting } of this.streams.values()) {
      for (const file of waiting.values()) await file.discard();
      waiting.clear();
    }
  }

  private require(name: string): OpenStream {
    const stream = this.streams.get(name);
    if (!stream)
      throw new Error(
        `nothing has said yet what the stream ${name} is. A SCHEMA message must come before its records.`,
      );
    return stream;
  }

  private async upload(stream: OpenStream, version: number, file: RecordFile): Promise<void> {
    const { client, signal } = this.options;
    await file.finish(({ name, body }) =>
      insistently(
        () =>
          client.send("POST", `/uploads/${stream.directory}/${version === 0 ? "" : `v${version}-`}${name}`, {
            headers: { "content-type": "application/octet-stream" },
            body: Readable.toWeb(body()) as ReadableStream,
          }),
        signal,
      ),
    );
    stream.rows += file.rows;
    stream.files++;
  }

  private async removeOthers(
    { directory }: OpenStream,
    { version, later }: NonNullable<OpenStream["active"]>,
  ): Promise<void> {
    const { client, signal } = this.options;
    const files = await insistently(
      () => client.get<{ subpath: string }[]>(`/uploads?directory=${directory}`),
      signal,
    );
    for (const { subpath } of files) {
      const found = versionOf(subpath.slice(directory.length + 1));
      if (found === null || found === version || later.has(found)) continue;
      await insistently(() => client.delete(`/uploads/${subpath}`), signal).catch((error: unknown) => {
        if (!(error instanceof RequestRefused && error.status === 404)) throw error;
      });
    }
  }
}

/** 0 for a file of rows without a version; null for one that is not of a sink. */
const versionOf = (filename: string): number | null => {
  const found = /^(?:v(\d+)-)?[0-9a-f]{24}\.jsonl\.gz$/.exec(filename);
  return found && Number(found[1] ?? 0);
};

const directoryOf = (prefix: string, stream: string): string => {
  const name = `${prefix}_${stream}`.normalize("NFKD").replace(/[^A-Za-z0-9_-]+/g, "_");
  return name.replace(/^[-_]+/, "").slice(0, 150) || "stream";
};

/** When a tap read the row, or saw that it is gone, does not make it another one. */
const isOfReading = (name: string): boolean => /^_sdc_(\w+_at|sequence|table_version)$/.test(name);

const hashOf = (row: object): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(row).filter(([name]) => !isOfReading(name))))
    .digest("hex")
    .slice(0, 24);

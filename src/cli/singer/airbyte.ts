// Destination of Airbyte's protocol: records of a source go to a sink. Every state comes back in its order, once all
// records before it are durable, with their number.

import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { UsageError } from "../exit.js";
import { type Receiver, receiveLines } from "./message-batches.js";
import { LineRefused, parseLine } from "./message-lines.js";
import type { RecordSink } from "./record-sink.js";

/** A stream of a configured catalog. */
export interface ConfiguredStream {
  /** With its namespace. */
  name: string;
  schema: JsonObject;
  keys: string[];
  /** Rows of other versions go once the stream is complete; absent where rows are added. */
  version?: number;
}

/** Throws `UsageError` for what is no catalog. `now`: the version of platforms that give none. */
export const configuredStreams = (catalog: JsonObject, file: string, now: number): ConfiguredStream[] => {
  if (!Array.isArray(catalog.streams)) throw new UsageError(`The catalog ${file} has no streams.`);
  return catalog.streams.map((entry: unknown) => {
    const { stream, primary_key, destination_sync_mode, generation_id } = isObject(entry) ? entry : {};
    if (!isObject(stream) || typeof stream.name !== "string")
      throw new UsageError(`A stream of the catalog ${file} has no name.`);
    const isAdded = destination_sync_mode === "append";
    const version = typeof generation_id === "number" && generation_id > 0 ? generation_id : now;
    return {
      name: nameOf(stream.name, stream.namespace),
      schema: isObject(stream.json_schema) ? stream.json_schema : {},
      keys: isAdded ? [] : keysOf(primary_key),
      ...(destination_sync_mode === "overwrite" && { version }),
    };
  });
};

const nameOf = (name: unknown, namespace: unknown): string =>
  typeof namespace === "string" && namespace !== "" ? `${namespace}_${name}` : String(name);

/** Paths of fields; one within another has the name of its column. */
const keysOf = (paths: unknown): string[] =>
  Array.isArray(paths) ? paths.filter(Array.isArray).map((path) => path.join(".")) : [];

export interface DestinationOptions {
  input: AsyncIterable<Buffer>;
  streams: readonly ConfiguredStream[];
  sink: RecordSink;
  write(message: object): void;
  batch: { ms: number; characters: number };
}

const mostWaitingStates = 1_000;

/** Reads until the source ends. Throws `LineRefused`, once everything before it is durable. */
export const writeRecords = async ({ input, streams, sink, write, batch }: DestinationOptions) => {
  for (const { name, schema, keys } of streams) sink.describe(name, schema, keys);
  const versions = new Map(streams.map(({ name, version }) => [name, version]));
  const complete = new Set<string>();
  let states: { state: JsonObject; records: number }[] = [];
  let records = 0;
  const flush = async () => {
    await sink.flush();
    for (const { state, records: recordCount } of states)
      write({ type: "STATE", state: { ...state, destinationStats: { recordCount } } });
    states = [];
  };
  const take = (text: string, line: number): undefined => {
    const message = parseLine(text, line);
    if (!isObject(message)) throw new LineRefused(line, "it is no message of Airbyte's protocol.");
    const { type, record, state, trace } = message;
    if (type === "RECORD" && isObject(record)) {
      const name = nameOf(record.stream, record.namespace);
      if (!isObject(record.data)) throw new LineRefused(line, `the record of ${name} has no data.`);
      try {
        sink.add(name, record.data, versions.get(name));
      } catch (error) {
        throw new LineRefused(line, (error as Error).message);
      }
      records++;
    } else if (type === "STATE" && isObject(state)) {
      states.push({ state, records });
      records = 0;
    } else if (type === "TRACE" && isObject(trace)) {
      const name = completedStream(trace);
      if (name !== null) complete.add(name);
    }
  };
  const receiver: Receiver = {
    take,
    drain: () => sink.drain(),
    hasWaiting: () => states.length > 0 || sink.hasWaiting(),
    isFull: () => sink.isFull(batch.characters) || states.length >= mostWaitingStates,
    flush,
  };
  await receiveLines(input, receiver, batch.ms);
  // A source that broke off has not said that the stream is complete: then rows of both versions count, by their keys.
  for (const [name, version] of versions)
    if (version !== undefined && complete.has(name)) sink.activate(name, version);
  await flush();
};

const completedStream = ({ type, stream_status: status }: JsonObject): string | null => {
  if (type !== "STREAM_STATUS" || !isObject(status) || status.status !== "COMPLETE") return null;
  const of = isObject(status.stream_descriptor) ? status.stream_descriptor : {};
  return nameOf(of.name, of.namespace);
};

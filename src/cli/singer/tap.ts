// Tap of Singer's protocol: streams of the account as SCHEMA, RECORD and STATE. Of a deployment that tracks changes come
// those since the build that the state names. Of others comes the whole file, with a version, if it is a newer
// one, and nothing otherwise. A state comes after everything that it covers.

import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { type Client, RequestRefused } from "../client.js";
import { UsageError } from "../exit.js";
import { isNumberColumn, openRows, type Rows, type TapStream } from "./tap-streams.js";

/** Mark of a row that is gone, for targets that keep it. */
const deletedAt = "_sdc_deleted_at";

export interface TapOptions {
  client: Client;
  /** Throws when nobody reads it any more. */
  write(message: object): Promise<void>;
  say(line: string): void;
  clock(): number;
}

type Bookmarks = Record<string, { build?: string; sha256?: string }>;

export const catalogOf = async (client: Client, streams: readonly TapStream[]) => ({
  streams: (await Promise.all(streams.map((stream) => entryOf(client, stream)))).flat(),
});

/** Empty for a stream that has no file yet. */
const entryOf = async (client: Client, stream: TapStream) => {
  const opened = await openReady(client, stream.path);
  if (!opened) return [];
  await opened.rows.return(undefined);
  const columns = Object.keys(propertiesOf(stream, opened.header));
  const isIncremental = stream.changes !== undefined;
  const table = {
    inclusion: "available",
    selected: true,
    "table-key-properties": stream.keys,
    "forced-replication-method": isIncremental ? "INCREMENTAL" : "FULL_TABLE",
  };
  return [
    {
      tap_stream_id: stream.name,
      stream: stream.name,
      key_properties: stream.keys,
      replication_method: isIncremental ? "INCREMENTAL" : "FULL_TABLE",
      schema: { type: "object", properties: propertiesOf(stream, opened.header) },
      metadata: [
        { breadcrumb: [], metadata: table },
        ...columns.map((name) => ({
          breadcrumb: ["properties", name],
          metadata: { inclusion: stream.keys.includes(name) ? "automatic" : "available" },
        })),
      ],
    },
  ];
};

/** Streams that a catalog selects, and fields that it leaves out. */
export interface Selection {
  has(stream: string): boolean;
  leavesOut(stream: string, column: string): boolean;
}

export const everything: Selection = { has: () => true, leavesOut: () => false };

/** Throws `UsageError` for what is no catalog. */
export const selectionOf = (catalog: JsonObject, file: string): Selection => {
  if (!Array.isArray(catalog.streams)) throw new UsageError(`The catalog ${file} has no streams.`);
  const streams = new Map<string, Map<string, unknown>>();
  for (const entry of catalog.streams.filter(isObject)) {
    const fields = new Map<string, unknown>([["", entry.selected]]);
    for (const each of Array.isArray(entry.metadata) ? entry.metadata.filter(isObject) : []) {
      const [kind, name] = Array.isArray(each.breadcrumb) ? each.breadcrumb : [];
      const chosen = isObject(each.metadata) ? each.metadata.selected : undefined;
      if (kind === undefined && chosen !== undefined) fields.set("", chosen);
      if (kind === "properties" && typeof name === "string") fields.set(name, chosen);
    }
    streams.set(String(entry.tap_stream_id ?? entry.stream), fields);
  }
  return {
    has: (stream) => streams.get(stream)?.get("") === true,
    leavesOut: (stream, column) => streams.get(stream)?.get(column) === false,
  };
};

export const runTap = async (
  streams: readonly TapStream[],
  selection: Selection,
  state: JsonObject,
  options: TapOptions,
): Promise<void> => {
  const bookmarks: Bookmarks = isObject(state.bookmarks) ? { ...(state.bookmarks as Bookmarks) } : {};
  for (const stream of streams.filter(({ name }) => selection.has(name))) {
    const mark = await sendStream(stream, selection, bookmarks[stream.name] ?? {}, options);
    if (mark) bookmarks[stream.name] = mark;
    await options.write({ type: "STATE", value: { bookmarks } });
  }
};

/** The new bookmark; undefined where there is nothing to read. */
const sendStream = async (
  stream: TapStream,
  selection: Selection,
  mark: Bookmarks[string],
  options: TapOptions,
): Promise<Bookmarks[string] | undefined> => {
  const { client, say } = options;
  if (stream.changes === undefined) return sendWhole(stream, selection, mark, options);
  if (mark.build !== undefined) {
    const opened = await openSince(client, stream.changes, mark.build);
    if (opened) return sendRows(stream, selection, opened, options);
    say(`${stream.name}: the build of the state is gone, so all rows are sent`);
  }
  const opened = await openReady(client, stream.changes);
  if (!opened) return nothingYet(stream, say);
  return sendRows(stream, selection, opened, options, options.clock());
};

const sendWhole = async (
  stream: TapStream,
  selection: Selection,
  mark: Bookmarks[string],
  options: TapOptions,
): Promise<Bookmarks[string] | undefined> => {
  if (mark.sha256 !== undefined && (await hashOf(options.client, stream.path)) === mark.sha256) return mark;
  const opened = await openReady(options.client, stream.path);
  if (!opened) return nothingYet(stream, options.say);
  return sendRows(stream, selection, opened, options, options.clock());
};

const nothingYet = ({ name }: TapStream, say: TapOptions["say"]): undefined => {
  say(`${name}: nothing is built yet`);
};

/** `version`: all rows that count are sent. */
const sendRows = async (
  stream: TapStream,
  selection: Selection,
  { header, rows, build, sha256 }: Rows,
  { write, clock }: TapOptions,
  version?: number,
): Promise<Bookmarks[string]> => {
  const { name, keys } = stream;
  const kept = header.map((column) => keys.includes(column) || !selection.leavesOut(name, column));
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(stream, header)).filter(
      ([column]) => column === deletedAt || kept[header.indexOf(column)],
    ),
  );
  await write({ type: "SCHEMA", stream: name, schema: { type: "object", properties }, key_properties: keys });
  const of = { stream: name, ...(version !== undefined && { version }) };
  const change = stream.changes === undefined ? -1 : header.indexOf("change");
  const now = new Date(clock()).toISOString();
  for await (const fields of rows) {
    const record: JsonObject = {};
    for (const [i, column] of header.entries())
      if (kept[i] && i !== change) record[column] = cellOf(fields[i] ?? "", isNumberColumn(column, stream));
    if (change >= 0) record[deletedAt] = fields[change] === "removed" ? now : null;
    await write({ type: "RECORD", ...of, record, time_extracted: now });
  }
  if (version !== undefined) await write({ type: "ACTIVATE_VERSION", ...of });
  return build === null ? { sha256: sha256() } : { build };
};

const propertiesOf = (stream: TapStream, header: readonly string[]): Record<string, object> => ({
  ...Object.fromEntries(
    header
      .filter((name) => stream.changes === undefined || name !== "change")
      .map((name) => [name, { type: ["null", isNumberColumn(name, stream) ? "number" : "string"] }]),
  ),
  ...(stream.changes !== undefined && {
    [deletedAt]: { type: ["null", "string"], format: "date-time" },
  }),
});

const cellOf = (text: string, isNumber: boolean): string | number | null =>
  text === "" ? null : isNumber ? Number(text) : text;

const hashOf = async (client: Client, path: string): Promise<string | null> => {
  const opened = await openRows(client, path).catch(ignoring(404, 409));
  if (!opened) return null;
  for await (const _ of opened.rows);
  return opened.sha256();
};

/** Null where a build has not made it yet. */
const openReady = (client: Client, path: string): Promise<Rows | null> =>
  openRows(client, path).catch(ignoring(404, 409));

/** Null where the build is too old. */
const openSince = (client: Client, path: string, build: string): Promise<Rows | null> =>
  openRows(client, `${path}?since=${encodeURIComponent(build)}`).catch(ignoring(404, 409));

const ignoring =
  (...statuses: number[]) =>
  (error: unknown): null => {
    if (error instanceof RequestRefused && statuses.includes(error.status)) return null;
    throw error;
  };

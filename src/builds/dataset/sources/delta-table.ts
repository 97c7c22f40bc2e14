// Delta table in a storage of the owner: its newest version is the files that its log says, read by nobody else's
// program. The log is listed before the files, because a writer stores files before the commit that names them.

import { createReadStream } from "node:fs";
import path from "node:path";
import { DeltaLog, type TableState } from "../../../domain/data/delta-log.js";
import { objectEndings } from "../../../domain/data/file-format.js";
import { UnreadableTable } from "../../../domain/data/table-version.js";
import type { JsonObject } from "../../../domain/resource/json.js";
import { limits } from "../../../domain/resource/limits.js";
import { refuse, retryLater } from "../../../errors/refusal.js";
import { JsonLineScanner } from "../../../files/json-lines.js";
import type { Engine } from "../../../warehouse/engine.js";
import { checkpointActions } from "../../../warehouse/ingest/table-parts.js";
import { allFilesAt } from "../../connection/storage/files.js";
import type { OwnedStorage, StorageFile } from "../../connection/storage/storage.js";

export interface DeltaTable extends TableState {
  /** Directory of the table, with a slash at its end unless it is that of the connection. */
  directory: string;
  version: number;
  /** The files of the version, in the order in which they came. */
  files: StorageFile[];
}

interface Tools {
  engine: Engine;
  /** Where the log is put for as long as it is read. */
  scratch: string;
}

/** Refuses `delta-unreadable`, `bucket-files-too-many`, and what the storage refuses. */
export const readDeltaTable = async (
  storage: OwnedStorage,
  directory: string,
  tools: Tools,
): Promise<DeltaTable> => {
  const place = directory.replace(/\/+$/, "");
  const below = place === "" ? "" : `${place}/`;
  try {
    const log = await allFilesAt(storage, `${below}_delta_log`);
    const { version, ...state } = await readLog(storage, log, tools);
    const { parts } = state;
    const listed = new Map((await allFilesAt(storage, place)).map((file) => [file.name, file]));
    const files = [...parts.keys()].map((part) => {
      const file = listed.get(`${below}${part}`);
      // A newer version may have let it go, and somebody may have vacuumed it.
      if (!file) throw retryLater("bucket-file-changed", { file: `${below}${part}` });
      return file;
    });
    if (files.length === 0)
      throw refuse("bucket-empty", { place: storage.shown(place), endings: objectEndings });
    files.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1));
    return { ...state, directory: below, version, files };
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    throw refuse("delta-unreadable", { place: storage.shown(place), reason: error.message });
  }
};

const commitName = /(?:^|\/)_delta_log\/(\d{20})\.json$/;
const checkpointName = /(?:^|\/)_delta_log\/(\d{20})\.checkpoint(?:\.(\d{10})\.(\d{10}))?\.parquet$/;

const readLog = async (storage: OwnedStorage, log: readonly StorageFile[], tools: Tools) => {
  const commits = new Map<number, StorageFile>();
  const checkpoints = new Map<number, StorageFile[]>();
  for (const file of log) {
    const [, commit] = commitName.exec(file.name) ?? [];
    if (commit !== undefined) commits.set(Number(commit), file);
    const [, at, , of = "1"] = checkpointName.exec(file.name) ?? [];
    if (at !== undefined) put(checkpoints, Number(at), file, Number(of));
  }
  const whole = [...checkpoints].filter(([, files]) => files.length === partsOf(files[0]!));
  const from = Math.max(-1, ...whole.map(([version]) => version));
  const version = Math.max(from, ...commits.keys());
  if (version < 0) throw new UnreadableTable("there is no _delta_log with commits in it");
  const state = new DeltaLog();
  const files = checkpoints.get(from) ?? [];
  let [bytes, number] = [0, 0];
  const fetched = async (file: StorageFile): Promise<string> => {
    bytes += file.bytes;
    if (bytes > limits.tableLogBytes.is)
      throw new UnreadableTable(`its log has more than ${limits.tableLogBytes.is} bytes. Write a checkpoint`);
    const to = path.join(tools.scratch, `log-${number++}`);
    await storage.download(file, to);
    return to;
  };
  for (const file of files)
    for await (const actions of checkpointActions(tools.engine, await fetched(file))) apply(state, actions);
  for (let at = from + 1; at <= version; at++) {
    const commit = commits.get(at);
    if (!commit) throw new UnreadableTable(`commit ${at} of its log is missing`);
    apply(state, await actionsOf(await fetched(commit), at));
  }
  return { version, ...state.state() };
};

/** Actions of a commit belong together, and those of a checkpoint do not contradict each other. */
const apply = (state: DeltaLog, actions: readonly JsonObject[]): void => {
  state.apply(actions);
  const { is: limit } = limits.bucketFiles;
  if (state.size > limit) throw refuse("bucket-files-too-many", { limit, place: "the Delta table" });
};

const partsOf = ({ name }: StorageFile): number => Number(checkpointName.exec(name)?.[3] ?? 1);

/** A checkpoint of one part, or of as many as the newest name says. */
const put = (checkpoints: Map<number, StorageFile[]>, at: number, file: StorageFile, of: number): void => {
  const known = checkpoints.get(at);
  if (known && partsOf(known[0]!) === of) known.push(file);
  else if (!known || of === 1) checkpoints.set(at, [file]);
};

const actionsOf = async (file: string, version: number): Promise<JsonObject[]> => {
  const scanner = new JsonLineScanner();
  const found = [];
  for await (const chunk of createReadStream(file)) found.push(...scanner.push(chunk as Buffer));
  found.push(...scanner.end());
  return found.map((line) => {
    if ("reason" in line)
      throw new UnreadableTable(`commit ${version} of its log is damaged at line ${line.line}`);
    return line.record;
  });
};

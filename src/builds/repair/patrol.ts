// The patrol: reads every stored file once in a number of days, slowly, and compares it with what it was. It
// finds what no reader would for a long time: disks that decay, files that were changed by hand.

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../db/connection.js";
import type { FileHash } from "../../domain/machine/stored-file.js";
import { msPerDay } from "../../domain/resource/resource.js";
import { worldTrouble } from "../../errors/world.js";
import { type FileFault, faultIn } from "../../integrity/file-checker.js";
import type { DamagedFile, NamedFile } from "../../integrity/file-guard.js";
import type { HashFile } from "../../integrity/hasher.js";
import type { Bucket } from "../../objects/bucket.js";
import { listStoredResults, listStoredUploads, type StoredResult } from "../../store/stored-files.js";
import { fileOfUpload, filesOfResult } from "./named-files.js";
import { patrolObjects } from "./object-patrol.js";

export interface PatrolOptions {
  db: Db;
  dataDir: string;
  /** Absent: all files are in the data directory. */
  bucket?: Bucket | undefined;
  hash: HashFile;
  report(damaged: readonly DamagedFile[]): Promise<void>;
  /** Whether this process patrols now, and not another one on the store. */
  isKeeper(): boolean;
  /** An upload that was damaged has its bytes again. */
  mended(upload: NamedFile): Promise<void>;
  log: Record<"info" | "warn" | "error", (fields: object, text: string) => void>;
}

export interface PatrolRound {
  files: number;
  bytes: number;
  damaged: number;
}

/** At least this fast; faster if a round would take longer than its time. */
const minBytesPerSecond = 4_000_000;
const firstRoundMs = 5_000;
const afterTroubleMs = 60_000;

/** A round begins soon after the start, and then every so many days; 0: never. The returned function stops it. */
export const startPatrol = (options: PatrolOptions, days: number): (() => Promise<void>) => {
  if (days === 0) return async () => {};
  const stopping = new AbortController();
  const rounds = patrolForever(options, days, stopping.signal);
  return async () => {
    stopping.abort();
    await rounds;
  };
};

const patrolForever = async (options: PatrolOptions, days: number, signal: AbortSignal): Promise<void> => {
  for (let pauseMs = firstRoundMs; await pause(pauseMs, signal); ) {
    if (!options.isKeeper()) continue;
    try {
      const round = await patrol(options, days, signal);
      if (signal.aborted) return;
      options.log.info({ ...round }, `The patrol read ${round.files} files; ${round.damaged} are damaged.`);
      pauseMs = days * msPerDay;
    } catch (error) {
      if (signal.aborted) return;
      const level = worldTrouble(error) ? "warn" : "error";
      options.log[level]({ err: error }, "The patrol was interrupted, and goes on in a minute.");
      pauseMs = afterTroubleMs;
    }
  }
};

/** One round. */
export const patrol = async (
  options: PatrolOptions,
  days: number,
  signal: AbortSignal,
): Promise<PatrolRound> => {
  const { db, bucket } = options;
  if (bucket) return patrolObjects(options, bucket, signal);
  const results = await listStoredResults(db.kysely);
  const uploads = await listStoredUploads(db.kysely);
  const round: PatrolRound = { files: 0, bytes: 0, damaged: 0 };
  const rate = rateFor([...results.flatMap(({ resultFiles }) => resultFiles), ...uploads], days);
  for (const upload of uploads) {
    if (signal.aborted) return round;
    const file = fileOfUpload(upload.account_id, upload);
    const fault = await inspect(file, rate, round, options);
    if (fault) await options.report([{ file, fault }]);
    else if (upload.damaged_at !== null) await options.mended(file);
  }
  for (const result of results) {
    if (signal.aborted) return round;
    await inspectResult(result, rate, round, options, signal);
  }
  return round;
};

const inspectResult = async (
  result: StoredResult,
  rate: number,
  round: PatrolRound,
  options: PatrolOptions,
  signal: AbortSignal,
): Promise<void> => {
  const damaged: DamagedFile[] = [];
  for (const file of filesOfResult(result)) {
    if (signal.aborted) return;
    const fault = await inspect(file, rate, round, options);
    if (fault) damaged.push({ file, fault });
  }
  // A result that was replaced meanwhile is not marked: the report compares its directory.
  if (damaged.length > 0) await options.report(damaged);
};

const inspect = async (
  { path: file, expected }: NamedFile,
  rate: number,
  round: PatrolRound,
  { dataDir, hash }: PatrolOptions,
): Promise<FileFault | null> => {
  const fault = await faultOf(path.join(dataDir, file), expected, (full) => hash(full, rate));
  round.files++;
  round.bytes += expected.bytes;
  if (fault) round.damaged++;
  return fault;
};

/** Reads the whole file, whatever is known of it. */
export const faultOf = async (
  file: string,
  expected: FileHash,
  hash: HashFile,
): Promise<FileFault | null> => {
  try {
    const found = await hash(file);
    if (found.bytes !== expected.bytes) return "size";
    return found.sha256 === expected.sha256 ? null : "content";
  } catch (error) {
    return faultIn(error);
  }
};

const rateFor = (files: readonly { bytes: number }[], days: number): number => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return Math.max(minBytesPerSecond, (2 * bytes) / (days * (msPerDay / 1000)));
};

/** False if it was stopped. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  // A timer holds at most 2^31 ms, about 24 days.
  sleep(Math.min(ms, 2 ** 31 - 1), true, { signal, ref: false }).catch(() => false);

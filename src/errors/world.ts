// Troubles of the world: errors of the disk, the metadata store and the limits of the process, as refusals
// that can be tried again. An error is recognised wherever it surfaces: as an errno of Node, a result code of
// SQLite, a SQLSTATE of PostgreSQL, or a text of DuckDB.

import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import type { ErrorCode } from "./catalogue.js";
import { Refusal } from "./refusal.js";

export type WorldCode =
  | "store-unavailable"
  | "files-unavailable"
  | "disk-full"
  | "disk-failing"
  | "files-too-many"
  | "processes-too-many"
  | "disk-split";

/** Pause before a request is repeated. Space is freed by people, so it takes longer. */
const retrySeconds: Record<WorldCode, number> = {
  "store-unavailable": 5,
  "files-unavailable": 5,
  "disk-full": 60,
  "disk-failing": 60,
  "files-too-many": 10,
  "processes-too-many": 10,
  "disk-split": 60,
};

/** Sentences for operators about object storage and limits of the process, in `GET /ready`. */
export const operatorNotes = {
  "files-unavailable":
    "The object storage of BELLWETHER_FILES cannot be used; `bellwether doctor` and the log say why. Until it can, builds wait, and uploads, and downloads of files that have no copy on this machine, are answered with 503.",
  "files-too-many":
    "The service has too many files and connections open. Until there are fewer, new connections may be closed, requests may be answered with 503, and builds may wait. If it lasts, raise the limit of open files (`ulimit -n`) or lower BELLWETHER_MAX_CONNECTIONS.",
  "processes-too-many":
    "The service cannot start another process, so builds wait. If it lasts, raise the limit of processes (`ulimit -u`, or that of the container) or lower BELLWETHER_PARALLEL_BUILDS.",
};

/**
 * The refusal for an error that the world caused, with that error as its cause; undefined for every other
 * error. A refusal of fault `world` is its own. Looks at causes too. Connections of others, such as a mail
 * server's, are explained by whoever made them: a broken connection says here nothing about the store (see
 * `lostStore`).
 */
export const worldTrouble = (error: unknown): Refusal | undefined => {
  for (const each of causesOf(error)) {
    if (each instanceof Refusal) return each.entry.fault === "world" ? each : undefined;
    const code = codeOf(each);
    if (code) return worldRefusal(code, error);
  }
  return undefined;
};

/** Likewise for errors of the metadata store's own connection, where a broken connection is an unavailable store. */
export const lostStore = (error: unknown): Refusal | undefined =>
  worldTrouble(error) ??
  (causesOf(error).some(isBrokenConnection) ? worldRefusal("store-unavailable", error) : undefined);

export const worldRefusal = (code: WorldCode, cause?: unknown): Refusal =>
  new Refusal(code satisfies ErrorCode, { seconds: retrySeconds[code] }, [], cause);

const codeOf = (error: Error): WorldCode | undefined =>
  ofErrno(error) ?? ofSqlite(error) ?? ofPostgres(error) ?? ofText(error.message);

type Coded = Error & { code?: unknown; errcode?: unknown; syscall?: unknown };

const errnos: Record<string, WorldCode> = {
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  EIO: "disk-failing",
  EROFS: "disk-failing",
  EMFILE: "files-too-many",
  ENFILE: "files-too-many",
  EXDEV: "disk-split",
};

/** `EAGAIN` says of a process or thread that there are too many, and of everything else that it was not ready. */
const ofErrno = ({ code, syscall }: Coded): WorldCode | undefined => {
  if (code === "EAGAIN" && String(syscall).startsWith("spawn")) return "processes-too-many";
  return typeof code === "string" && Object.hasOwn(errnos, code) ? errnos[code] : undefined;
};

/** Primary result codes of https://www.sqlite.org/rescode.html. */
const sqliteCodes: Record<number, WorldCode> = {
  5: "store-unavailable", // BUSY: another process writes for longer than we wait
  6: "store-unavailable", // LOCKED
  8: "disk-failing", // READONLY
  10: "disk-failing", // IOERR
  13: "disk-full", // FULL
};

/** CANTOPEN, which does not say why. */
const sqliteCantOpen = 14;

/** The shared-memory index of the log cannot be extended; the code means nothing but a full disk. */
const sqliteShmSize = 4874;

const ofSqlite = ({ code, errcode }: Coded): WorldCode | undefined => {
  if (code !== "ERR_SQLITE_ERROR" || typeof errcode !== "number") return undefined;
  if (errcode === sqliteShmSize) return "disk-full";
  if ((errcode & 0xff) === sqliteCantOpen) return canOpenFiles() ? "disk-failing" : "files-too-many";
  return sqliteCodes[errcode & 0xff];
};

/** Whether this process may open so many more files at this moment. */
export const canOpenFiles = (count = 1): boolean => {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const file of opened) closeSync(file);
  }
};

/**
 * Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection exceptions,
 * shutdowns, statements and locks that time out, deadlocks, a server in recovery, and resources that it
 * lacks.
 */
const postgresAway = /^(08...|57P0[1-5]|57014|55P03|40001|40P01|25006|25P0[34]|53[023]00|58000)$/;

const ofPostgres = (error: Coded): WorldCode | undefined => {
  const { code } = error;
  if (typeof code !== "string" || !("severity" in error)) return undefined;
  if (code === "53100") return "disk-full";
  if (code === "58030") return "disk-failing";
  return postgresAway.test(code) ? "store-unavailable" : undefined;
};

/** Texts of DuckDB, of children that pass on no code, and of SQLite where its driver passes on none. */
const texts: [RegExp, WorldCode][] = [
  [/no space left on device|database or disk is full|disk quota exceeded/i, "disk-full"],
  // DuckDB limits its spill to the room that it found when it began.
  [/limit was set by the 'max_temp_directory_size' setting/, "disk-full"],
  [/too many open files|\bE[MN]FILE\b/i, "files-too-many"],
  // Node says so of threads, and engines of theirs.
  [/Worker initialization failure: EAGAIN|resource temporarily unavailable/i, "processes-too-many"],
  [/invalid cross-device link|cross-device link not permitted/i, "disk-split"],
  [/input\/output error|\bi\/o error|read-only file system/i, "disk-failing"],
];

const ofText = (message: string): WorldCode | undefined => texts.find(([text]) => text.test(message))?.[1];

const brokenErrnos = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Sentences of the driver `pg`, which gives them no code. */
const brokenTexts =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed)/;

const isBrokenConnection = ({ code, message }: Coded): boolean =>
  brokenErrnos.has(String(code)) || brokenTexts.test(message);

/** The error, its cause, the cause of that, and so on; the first of several attempts to connect. */
const causesOf = (error: unknown): Error[] => {
  const found: Error[] = [];
  for (let each = error; each instanceof Error && !found.includes(each); each = each.cause) {
    found.push(each);
    if (each instanceof AggregateError) found.push(...each.errors.filter((one) => one instanceof Error));
  }
  return found;
};

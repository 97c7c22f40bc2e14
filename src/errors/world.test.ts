import { expect, test } from "vitest";
import { refuse, retryLater } from "./refusal.js";
import { lostStore, worldTrouble } from "./world.js";

const withCode = (message: string, fields: object) => Object.assign(new Error(message), fields);
const ofSqlite = (errcode: number) => withCode("SQLite", { code: "ERR_SQLITE_ERROR", errcode });
const ofPostgres = (code: string) => withCode("PostgreSQL", { code, severity: "FATAL" });

test.each([
  ["ENOSPC of Node", withCode("write", { code: "ENOSPC" }), "disk-full", 507],
  ["a quota", withCode("write", { code: "EDQUOT" }), "disk-full", 507],
  ["EIO", withCode("read", { code: "EIO" }), "disk-failing", 503],
  ["a read-only file system", withCode("open", { code: "EROFS" }), "disk-failing", 503],
  ["EMFILE", withCode("open", { code: "EMFILE" }), "files-too-many", 503],
  [
    "a process that cannot start",
    withCode("spawn node EAGAIN", { code: "EAGAIN", syscall: "spawn node" }),
    "processes-too-many",
    503,
  ],
  ["a thread without files", new Error("Worker initialization failure: EMFILE"), "files-too-many", 503],
  ["SQLITE_CANTOPEN with room for files", ofSqlite(14), "disk-failing", 503],
  ["EXDEV", withCode("rename", { code: "EXDEV" }), "disk-split", 503],
  ["SQLITE_FULL", ofSqlite(13), "disk-full", 507],
  ["SQLITE_IOERR_SHMSIZE", ofSqlite(4874), "disk-full", 507],
  ["SQLITE_IOERR_FSYNC", ofSqlite(1034), "disk-failing", 503],
  ["SQLITE_BUSY", ofSqlite(5), "store-unavailable", 503],
  ["pg_terminate_backend", ofPostgres("57P01"), "store-unavailable", 503],
  ["a server that starts", ofPostgres("57P03"), "store-unavailable", 503],
  ["too many connections", ofPostgres("53300"), "store-unavailable", 503],
  ["a full disk of PostgreSQL", ofPostgres("53100"), "disk-full", 507],
  ["DuckDB", new Error("IO Error: Could not write file: No space left on device"), "disk-full", 507],
  ["EIO of a child", new Error("Error: EIO: i/o error, read"), "disk-failing", 503],
  [
    "spilling without room",
    new Error("failed to offload data block. This limit was set by the 'max_temp_directory_size' setting."),
    "disk-full",
    507,
  ],
])("%s is a trouble of the world", (_name, error, code, status) => {
  const trouble = worldTrouble(error)!;
  expect(trouble).toMatchObject({ code, cause: error, entry: { status, fault: "world" } });
  expect(trouble.message).not.toContain("?");
});

test("a trouble is found in the causes of an error", () => {
  const error = new Error("the build failed", { cause: withCode("write", { code: "ENOSPC" }) });
  expect(worldTrouble(error)).toMatchObject({ code: "disk-full", cause: error });
});

test("a refusal of the world is its own trouble, and a caller's refusal is none", () => {
  const unreachable = retryLater("database-unreachable", { detail: "refused" });
  expect(worldTrouble(unreachable)).toBe(unreachable);
  const cause = withCode("write", { code: "ENOSPC" });
  expect(worldTrouble(Object.assign(refuse("upload-incomplete"), { cause }))).toBeUndefined();
});

test.each([
  ["a bug", new TypeError("x is not a function")],
  ["a broken rule of the store", ofSqlite(19)],
  ["a wrong password", ofPostgres("28P01")],
  ["a connection of somebody else", withCode("connect", { code: "ECONNREFUSED" })],
  ["no error", "ENOSPC"],
])("%s is none", (_name, error) => expect(worldTrouble(error)).toBeUndefined());

test.each([
  ["a refused connection", withCode("connect", { code: "ECONNREFUSED" })],
  ["both addresses refused", new AggregateError([withCode("connect", { code: "ECONNREFUSED" })])],
  ["an ended connection", new Error("Connection terminated unexpectedly")],
  ["a silent server", new Error("Query read timeout")],
  ["a crash of the server", ofPostgres("57P02")],
])("%s of the store means that it is unavailable", (_name, error) =>
  expect(lostStore(error)).toMatchObject({ code: "store-unavailable" }),
);

test("a full disk of the store is not an unavailable store", () =>
  expect(lostStore(ofSqlite(13))).toMatchObject({ code: "disk-full" }));

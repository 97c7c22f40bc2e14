// A session with an owner's MySQL or MariaDB server. Wrong settings are refused; a server that cannot be
// reached is tried again later.

import { existsSync } from "node:fs";
import { connect as connectTo, isIP, type Socket } from "node:net";
import path from "node:path";
import type { Readable } from "node:stream";
import mysql, { type Connection, type RowDataPacket } from "mysql2/promise";
import { isSocket, type MysqlOptions } from "../../../domain/data/connection.js";
import { Refusal, refuse, retryLater } from "../../../errors/refusal.js";
import type { Row } from "../../../warehouse/engine.js";
import { backticked, dialectWithoutFiles, duckdb } from "../../../warehouse/sql/dialect.js";
import { render, type Sql, sql } from "../../../warehouse/sql/sql.js";
import { addressOf, type ConnectionAccess, secretOf } from "../access.js";
import type { TableRow } from "../dialect.js";
import { wordsOf } from "../server-words.js";
import { Silence, type SilenceLimits } from "../silence.js";

export type MysqlAccess = ConnectionAccess<MysqlOptions>;

export interface MysqlSession {
  /** The rows of a statement, all at once; none for one that gives none. */
  rows<R extends Row>(statement: Sql): Promise<R[]>;
  /** Executes a statement that has a `?` for each value. */
  execute(statement: Sql, values: Row[string][]): Promise<void>;
  /** Rows as they arrive, no faster than they are taken, with every value as text. */
  stream(statement: Sql): AsyncIterable<TableRow>;
  /** Does work whose statements may compute for longer before they answer. */
  whileComputing<T>(work: () => Promise<T>): Promise<T>;
}

const connectMs = 15_000;

/**
 * Runs `work` in a new session. Refuses `connection-failed`, `connection-address-forbidden` and
 * `database-unreachable`.
 */
export const withMysql = async <T>(
  access: MysqlAccess,
  work: (session: MysqlSession) => Promise<T>,
  mostSilence?: SilenceLimits,
): Promise<T> => {
  const connection = await connect(access).catch((error) => {
    if (error instanceof Refusal) throw error;
    throw isSocket(access.options.host) ? ofSocket(error, access.options) : refusalOf(error);
  });
  const losses: Fault[] = [];
  // From the beginning: a connection that breaks while nobody listens ends the process.
  connection.on("error", (error) => losses.push(error));
  const silence = silenceOf(connection, access.options.host, mostSilence);
  try {
    const session = sessionOf(connection, silence);
    for (const setting of settings) await session.rows(setting);
    const result = await work(session);
    await connection.end().catch(() => {});
    return result;
  } catch (error) {
    // Rows that nobody wants any more would have to be read before an orderly end.
    connection.destroy();
    if (losses[0] && !(error instanceof Refusal)) throw unreachable(losses[0]);
    throw isOfTheServer(error) ? refusalOf(error) : error;
  } finally {
    silence.end();
  }
};

/** Parts of the driver (3.24) that its types leave out. */
interface Driver {
  stream: Socket;
  /** The command that the server is to answer. */
  _command?: object | null;
  handlePacket(packet: unknown): void;
}

/** Whatever the server sends during a session is of an answer. */
const silenceOf = (connection: Connection, host: string, most?: SilenceLimits): Silence => {
  const { connection: driver } = connection as unknown as { connection: Driver };
  const silence = new Silence(driver.stream, host, () => Boolean(driver._command), most);
  const handle = driver.handlePacket;
  driver.handlePacket = (packet) => {
    silence.heard();
    handle.call(driver, packet);
  };
  return silence;
};

const connect = async (access: MysqlAccess): Promise<Connection> => {
  const { host, sslmode } = access.options;
  // The driver (3.24) would compare the certificate of an address with the name localhost.
  if (sslmode === "verify-full" && isIP(host))
    throw refuse("connection-failed", { detail: "sslmode verify-full needs the name of the host" });
  const address = await addressOf(host, access.privateAddresses);
  const open = (encrypted: boolean) => {
    const isVerified = sslmode === "verify-full";
    const ssl = { rejectUnauthorized: isVerified, verifyIdentity: isVerified };
    return mysql.createConnection({ ...optionsOf(access, address), ...(encrypted && { ssl }) });
  };
  try {
    return await open(sslmode !== "disable");
  } catch (error) {
    if (sslmode === "prefer" && (error as Fault).code === "HANDSHAKE_NO_SSL_SUPPORT") return open(false);
    throw error;
  }
};

/** A certificate is that of the host; the socket leads to the address that was checked. */
const optionsOf = (access: MysqlAccess, address: string): mysql.ConnectionOptions => {
  const { host, port, database, user } = access.options;
  const place = isSocket(host)
    ? { socketPath: host }
    : { host, port, stream: () => connectTo({ host: address, port, keepAlive: true, noDelay: true }) };
  return {
    ...place,
    database,
    user,
    password: secretOf(access),
    connectTimeout: connectMs,
    connectAttributes: { program_name: "bellwether" },
    // A server must not ask for files, and its answers must not become code.
    flags: ["-LOCAL_FILES"],
    disableEval: true,
  };
};

/** Nothing depends on the server's settings, and no lock is waited for without end. */
const settings = [
  sql`set names utf8mb4`,
  sql`set session sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES', time_zone = '+00:00'`,
  sql`set session lock_wait_timeout = 60, innodb_lock_wait_timeout = 60`,
  sql`set session transaction isolation level repeatable read`,
];

/** Spelling of names and values: the mode of the session has NO_BACKSLASH_ESCAPES. */
export const writing = dialectWithoutFiles({
  name: (path) => path.map(backticked).join("."),
  literal: duckdb.literal,
});

const textOf = (statement: Sql): string => render(statement, writing)!;

const sessionOf = (connection: Connection, silence: Silence): MysqlSession => ({
  rows: async <R extends Row>(statement: Sql) => {
    const [rows] = await connection.query<RowDataPacket[]>(textOf(statement));
    return (Array.isArray(rows) ? rows : []) as unknown as R[];
  },
  execute: async (statement, values) => {
    await connection.execute(textOf(statement), values.map(bound));
  },
  stream: (statement) => streamOf(connection, textOf(statement)),
  whileComputing: (work) => silence.whileComputing(work),
});

const bound = (value: Row[string]) => {
  if (typeof value === "bigint") return String(value);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
};

/** A lost connection is an event of the connection alone, so it is passed on. */
const streamOf = (connection: Connection, text: string): Readable => {
  const { connection: core } = connection as unknown as { connection: import("mysql2").Connection };
  const rows = core
    .query({ sql: text, rowsAsArray: true, typeCast: (field) => field.string("utf8") })
    .stream({ highWaterMark: 1_000 });
  core.once("error", (error: Error) => rows.destroy(error));
  return rows;
};

type Fault = Error & { code?: string; errno?: number; fatal?: boolean };

const network = /^(ECONN|ETIMEDOUT|EAI_AGAIN|EHOST|ENETUNREACH|ENETDOWN|EPIPE|PROTOCOL_CONNECTION_LOST)/;

/**
 * No room or no time: connections, memory, disk, locks; starting, shutting down, cut off; a table that is
 * being changed.
 */
const temporary = new Set([
  ...[1021, 1037, 1040, 1041, 1047, 1053, 1077, 1114, 1152, 1158, 1159, 1160, 1161, 1203, 1205, 1213, 1226],
  ...[1317, 1412, 1927, 1969, 3024, 3169, 4031],
]);

/** True for faults of the server and of the network. Other errors during the session are not the server's. */
const isOfTheServer = (error: unknown): error is Fault =>
  error instanceof Error && ("sqlState" in error || "fatal" in error || isTemporary(error));

const isTemporary = ({ code = "", errno = 0 }: Fault): boolean => network.test(code) || temporary.has(errno);

/**
 * A server on this machine that is stopped may take its socket away, and leaves the directory. The system's
 * own text names the path.
 */
const ofSocket = (error: Fault, { host }: MysqlOptions): Refusal => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return refusalOf(error);
  const detail = `no server answers at its socket (${code})`;
  return isTemporary(error) || (code === "ENOENT" && existsSync(path.dirname(host)))
    ? unreachable(error, detail)
    : refuse("connection-failed", { detail });
};

const refusalOf = (error: Fault): Refusal =>
  isTemporary(error) ? unreachable(error) : refuse("connection-failed", { detail: wordsOf(error) });

const unreachable = (error: Fault, detail = wordsOf(error)): Refusal =>
  retryLater("database-unreachable", { detail }, error);

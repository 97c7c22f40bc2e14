// A session with an owner's PostgreSQL server, or Redshift, which speaks its protocol. Wrong settings are
// refused; a server that cannot be reached is tried again later.

import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import pg from "pg";
import { isSocket, type PostgresOptions, type RedshiftOptions } from "../../../domain/data/connection.js";
import { Refusal, refuse, retryLater } from "../../../errors/refusal.js";
import type { Sql } from "../../../warehouse/sql/sql.js";
import { addressOf, type ConnectionAccess, secretOf } from "../access.js";
import { wordsOf } from "../server-words.js";
import { Silence, type SilenceLimits } from "../silence.js";

type PostgresAccess = ConnectionAccess<PostgresOptions | RedshiftOptions>;

const connectMs = 15_000;

/** A client whose server may not stay silent. */
export class PostgresClient extends pg.Client {
  private silence: Silence | undefined;

  /** Begins the watch over a connected client: its session ends when the server is silent. */
  endSilence(host: string, most?: SilenceLimits): void {
    const { connection } = this as unknown as Driver;
    this.silence = new Silence(connection.stream, host, () => this.isOwed(), most);
    connection.on("message", ({ name }) => {
      if (!unasked.has(name)) this.silence?.heard();
    });
  }

  /** Does work whose statements may compute for longer before they answer. */
  whileComputing<T>(work: () => Promise<T>): Promise<T> {
    return this.silence ? this.silence.whileComputing(work) : work();
  }

  /** The rows of a statement, all at once. */
  async rows<R extends pg.QueryResultRow>({ text }: Sql): Promise<R[]> {
    return (await this.query<R>(text)).rows;
  }

  private isOwed(): boolean {
    const { _ending, _getActiveQuery } = this as unknown as Driver;
    return _ending || Boolean(_getActiveQuery.call(this));
  }
}

/** Parts of the driver (8.23) that its types leave out. */
interface Driver {
  connection: { stream: Socket; on(event: "message", listener: (message: { name: string }) => void): void };
  /** A server may leave the session open at its end. */
  _ending: boolean;
  _getActiveQuery(): object | null | undefined;
}

/** Names of the messages that a server may send at any time. */
const unasked = new Set(["notice", "notification", "parameterStatus"]);

/** Runs `work` in a new session. Refuses `connection-failed` and `database-unreachable`. */
export const withPostgres = async <T>(
  access: PostgresAccess,
  work: (client: PostgresClient) => Promise<T>,
  silence?: SilenceLimits,
): Promise<T> => {
  const { client, losses } = await connect(access).catch((error) => {
    if (error instanceof Refusal) throw error;
    throw isSocket(access.options.host) ? ofSocket(error, access.options) : refusalOf(error);
  });
  client.endSilence(access.options.host, silence);
  try {
    return await work(client);
  } catch (error) {
    if (losses[0] && !(error instanceof Refusal)) throw unreachable(losses[0]);
    throw isOfTheServer(error) ? refusalOf(error) : error;
  } finally {
    await client.end().catch(() => {});
  }
};

interface Session {
  client: PostgresClient;
  /** Why the connection broke, if it did: queries after that fail without a reason. */
  losses: Fault[];
}

const connect = async (access: PostgresAccess): Promise<Session> => {
  const { host, sslmode } = access.options;
  const address = await addressOf(host, access.privateAddresses);
  const open = async (encrypted: boolean) => {
    const client = new PostgresClient({
      ...sessionOf(access, address),
      ssl: encrypted && { rejectUnauthorized: sslmode === "verify-full", servername: host },
    });
    const losses: Fault[] = [];
    // From the beginning: a connection that breaks while nobody listens ends the process.
    client.on("error", (error) => losses.push(error));
    await client.connect();
    return { client, losses };
  };
  try {
    return await open(sslmode !== "disable");
  } catch (error) {
    if (sslmode === "prefer" && (error as Error).message === noEncryption) return open(false);
    throw error;
  }
};

/** The message of `pg` when the server does not encrypt. */
const noEncryption = "The server does not support SSL connections";

const sessionOf = (access: PostgresAccess, host: string): pg.ClientConfig => ({
  host,
  port: access.options.port,
  database: access.options.database,
  user: access.options.user,
  password: secretOf(access),
  connectionTimeoutMillis: connectMs,
  application_name: "bellwether",
  ...(access.options.type === "postgres" && {
    options: "-c datestyle=ISO -c timezone=UTC -c extra_float_digits=1",
  }),
});

/**
 * Temporary faults: classes of SQLSTATE and codes of the network for no connection, no room, shutting down,
 * starting up.
 */
const temporary = /^(08|40|53|57|58|ECONN|ETIMEDOUT|EAI_AGAIN|EHOST|ENETUNREACH|ENETDOWN|EPIPE)/;

type Fault = Error & { code?: string };

/** True for faults of the server and of the network. Other errors during the session are not the server's. */
const isOfTheServer = (error: unknown): error is Fault =>
  error instanceof pg.DatabaseError ||
  (error instanceof Error && (isTemporary(error) || error.message.startsWith("Connection terminated")));

const isTemporary = ({ code = "" }: Fault): boolean => temporary.test(code);

/**
 * A server on this machine that is stopped takes its socket away and leaves the directory. The system's own
 * text names the path.
 */
const ofSocket = (error: Fault, { host }: { host: string }): Refusal => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return refusalOf(error);
  const detail = `no server answers at its socket (${code})`;
  return isTemporary(error) || (code === "ENOENT" && existsSync(host))
    ? unreachable(error, detail)
    : refuse("connection-failed", { detail });
};

const refusalOf = (error: Fault): Refusal =>
  isTemporary(error) || /timeout|terminated|error establishing an SSL connection/i.test(error.message)
    ? unreachable(error)
    : refuse("connection-failed", { detail: wordsOf(error) });

const unreachable = (error: Fault, detail = wordsOf(error)): Refusal =>
  retryLater("database-unreachable", { detail }, error);

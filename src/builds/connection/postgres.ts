// One session with an owner's PostgreSQL server. Where private addresses are forbidden it goes to the very address that was looked
// up and judged. Trouble with what the owner said is the owner's; a server that cannot be reached now may be later.

import { lookup } from "node:dns/promises";
import pg from "pg";
import { isSocket, type PostgresOptions } from "../../domain/connection.js";
import { isPrivateAddress } from "../../domain/private-address.js";
import { Refusal, refuse, retryLater } from "../../errors/refusal.js";
import { sealingKey, unseal } from "../../store/secrets.js";

/** Everything that a step needs to open a connection. The password is still sealed. */
export interface PostgresAccess {
  options: PostgresOptions;
  /** Where the key lies. */
  dataDir: string;
  /** Whether it may be on this machine or its network. */
  privateAddresses: boolean;
}

const connectMs = 15_000;

/** Opens a session, works in it and ends it. Refuses `connection-failed` and `database-unreachable`. */
export const withPostgres = async <T>(
  access: PostgresAccess,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = await connect(access).catch((error) => {
    throw error instanceof Refusal ? error : troubleOf(error);
  });
  // A session that breaks while nothing is asked would end the process; what is asked next says so instead.
  client.on("error", () => {});
  try {
    return await work(client);
  } catch (error) {
    throw isOfTheServer(error) ? troubleOf(error) : error;
  } finally {
    await client.end().catch(() => {});
  }
};

const connect = async (access: PostgresAccess): Promise<pg.Client> => {
  const { host, sslmode } = access.options;
  const address = await addressOf(host, access.privateAddresses);
  const open = async (encrypted: boolean) => {
    const client = new pg.Client({
      ...sessionOf(access, address),
      ssl: encrypted && { rejectUnauthorized: sslmode === "verify-full", servername: host },
    });
    await client.connect();
    return client;
  };
  try {
    return await open(sslmode !== "disable");
  } catch (error) {
    if (sslmode === "prefer" && (error as Error).message === noEncryption) return open(false);
    throw error;
  }
};

/** What `pg` says where the server answers that it does not encrypt. */
const noEncryption = "The server does not support SSL connections";

const sessionOf = ({ options, dataDir }: PostgresAccess, host: string): pg.ClientConfig => ({
  host,
  port: options.port,
  database: options.database,
  user: options.user,
  password: unseal(sealingKey(dataDir), options.sealed_password),
  connectionTimeoutMillis: connectMs,
  application_name: "bellwether",
  options: "-c datestyle=ISO -c timezone=UTC -c extra_float_digits=1",
});

const addressOf = async (host: string, privateAddresses: boolean): Promise<string> => {
  if (privateAddresses) return host;
  if (isSocket(host)) throw refuse("connection-address-forbidden", { host });
  const found = await lookup(host, { all: true });
  const open = found.find(({ address }) => !isPrivateAddress(address));
  if (!open) throw refuse("connection-address-forbidden", { host });
  return open.address;
};

/** Classes of SQLSTATE, and codes of the network, that pass: no connection, no room, no longer or not yet there. */
const passing = /^(08|40|53|57|58|ECONN|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)/;

type Trouble = Error & { code?: string };

/** Said by the server, or by the way to it; anything else that goes wrong meanwhile is none of its business. */
const isOfTheServer = (error: unknown): error is Trouble =>
  error instanceof pg.DatabaseError ||
  (error instanceof Error && (isPassing(error) || error.message.startsWith("Connection terminated")));

const isPassing = ({ code = "" }: Trouble): boolean => passing.test(code);

const troubleOf = (error: Trouble): Refusal => {
  const detail = error.message || error.code || "no reason given";
  return isPassing(error) || /timeout|terminated/i.test(detail)
    ? retryLater("database-unreachable", { detail }, error)
    : refuse("connection-failed", { detail });
};

// A connection is how to reach a database of the owner's, from which datasets are read and to which targets are written. Its result
// says what is there.

export const supportedConnections = ["postgres"] as const;

/** As libpq names them; `prefer` encrypts where the server can. */
export const sslModes = ["disable", "prefer", "require", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

export interface PostgresOptions {
  type: "postgres";
  /** A name, an address, or the directory of a socket. */
  host: string;
  port: number;
  database: string;
  schema: string;
  user: string;
  /** The password, sealed: see `store/sealed.ts`. */
  sealed_password: string;
  sslmode: SslMode;
}

export interface ConnectionConfig {
  options: PostgresOptions;
}

export interface ConnectionResult {
  /** Tables and views of the schema that the user may read, in order. */
  tables: string[];
}

/** A socket is on this machine, whatever it is called. */
export const isSocket = (host: string): boolean => host.startsWith("/");

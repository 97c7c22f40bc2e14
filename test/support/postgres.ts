// Temporary PostgreSQL server for tests: a cluster in a temporary directory, reached through a socket there.
// The server refuses to run as root, so as root it runs as the user `postgres`; it ends when the process that
// started it does.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { hangMs } from "./eventually.js";
import { ended, endsWithParent, isRoot, ready, userId } from "./server-process.js";

export interface Postgres {
  /** A store of its own on this server, empty when first opened. */
  url(schema: string): string;
  /** Path of the socket that it listens on. */
  socket: string;
  /** kill -9 of the server, which drops all connections. Nothing that it has committed is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** Ends all connections from within; returns their number. */
  cut(): Promise<number>;
  /**
   * Lets the server and its connections fall silent, as a network that drops every packet does; the returned
   * function wakes them.
   */
  freeze(): () => void;
  stop(): Promise<void>;
}

const installations = "/usr/lib/postgresql";

/** The folder of the newest installed server's programs; undefined if no server can be started. */
export const postgresBin = (): string | undefined => {
  if (!existsSync(installations) || (isRoot && userId("postgres") === undefined)) return undefined;
  const versions = readdirSync(installations).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => path.join(installations, version, "bin")).find(hasServer);
};

/** `settings`: such as `autovacuum=off`. */
export const startPostgres = async (
  bin: string,
  below = tmpdir(),
  settings: readonly string[] = [],
): Promise<Postgres> => {
  const dir = mkdtempSync(path.join(below, "bw-postgres-"));
  if (isRoot) chownSync(dir, userId("postgres")!, -1);
  const [initdb, ...initArgs] = [...asServerUser, path.join(bin, "initdb")];
  const cluster = path.join(dir, "data");
  execFileSync(
    initdb!,
    [...initArgs, "-D", cluster, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
    {
      env: { ...process.env, LC_ALL: "C" },
    },
  );
  const [postgres, ...args] = [...asServerUser, path.join(bin, "postgres")];
  const serverArgs = [
    ...args,
    "-D",
    cluster,
    "-k",
    dir,
    "-h",
    "",
    "-F",
    ...settings.flatMap((each) => ["-c", each]),
  ];
  let server = await begin(postgres!, serverArgs);
  const url = (schema: string) => {
    const options = encodeURIComponent(`-c search_path=${schema}`);
    return `postgresql://postgres@${encodeURIComponent(dir)}/postgres?options=${options}`;
  };
  return {
    url,
    socket: path.join(dir, ".s.PGSQL.5432"),
    async kill() {
      const backends = childrenOf(server.pid!);
      server.kill("SIGKILL");
      await ended(server);
      for (const pid of backends) await goneAfterKill(pid);
    },
    async start() {
      server = await begin(postgres!, serverArgs);
    },
    cut: () => cutAll(url("public")),
    freeze: () => freeze(server.pid!),
    async stop() {
      server.kill("SIGQUIT");
      await ended(server);
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** Repeats a start that finds connections of a killed server, which end a moment later. */
const begin = async (program: string, args: string[]): Promise<ChildProcess> => {
  for (const until = Date.now() + hangMs; ; await sleep(100)) {
    const server = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    const said = await ready(server, "ready to accept connections");
    if (said === null) return server;
    if (!/still in use|already running|lock file/.test(said) || Date.now() > until)
      throw new Error(`PostgreSQL did not start:\n${said}`);
  }
};

/** A connection's process notices the end of its server a moment later, and may answer one more query until then. */
const goneAfterKill = async (pid: number): Promise<void> => {
  for (const until = Date.now() + hangMs; Date.now() < until && kill(pid); ) await sleep(5);
};

/** False if the process has ended. */
const kill = (pid: number): boolean => {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
};

const cutAll = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
};

const freeze = (pid: number): (() => void) => {
  const pids = [pid, ...childrenOf(pid)];
  const signalAll = (signal: NodeJS.Signals) => {
    for (const each of pids)
      try {
        process.kill(each, signal);
      } catch {
        // It has ended meanwhile.
      }
  };
  signalAll("SIGSTOP");
  return () => signalAll("SIGCONT");
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

const hasServer = (bin: string) =>
  existsSync(path.join(bin, "initdb")) && existsSync(path.join(bin, "postgres"));

const asServerUser = [
  ...endsWithParent("QUIT"),
  ...(isRoot ? ["--reuid=postgres", "--regid=postgres", "--clear-groups"] : []),
];

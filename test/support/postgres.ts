// Temporary PostgreSQL server for tests: a cluster in a temporary directory, reached through a socket there. The server refuses to
// run as root, so as root it runs as the user `postgres`; it ends when the process that started it does.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

export interface Postgres {
  /** A store of its own on this server, empty when first opened. */
  url(schema: string): string;
  stop(): Promise<void>;
}

const installations = "/usr/lib/postgresql";
const isRoot = process.getuid?.() === 0;

/** The folder of the newest installed server's programs; undefined if no server can be started. */
export const postgresBin = (): string | undefined => {
  if (!existsSync(installations) || (isRoot && userId("postgres") === undefined)) return undefined;
  const versions = readdirSync(installations).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => path.join(installations, version, "bin")).find(hasServer);
};

export const startPostgres = async (bin: string): Promise<Postgres> => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-postgres-"));
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
  const server = spawn(postgres!, [...args, "-D", cluster, "-k", dir, "-h", "", "-F"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await ready(server);
  return {
    url: (schema) => {
      const options = encodeURIComponent(`-c search_path=${schema}`);
      return `postgresql://postgres@${encodeURIComponent(dir)}/postgres?options=${options}`;
    },
    async stop() {
      server.kill("SIGQUIT");
      await once(server, "exit");
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

const hasServer = (bin: string) =>
  existsSync(path.join(bin, "initdb")) && existsSync(path.join(bin, "postgres"));

const userId = (name: string): number | undefined => {
  try {
    return Number(execFileSync("id", ["-u", name], { stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return undefined;
  }
};

const asServerUser = [
  "setpriv",
  "--pdeathsig=QUIT",
  ...(isRoot ? ["--reuid=postgres", "--regid=postgres", "--clear-groups"] : []),
];

const ready = async (server: ChildProcess): Promise<void> => {
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr! })) {
    said.push(line);
    if (line.includes("ready to accept connections")) return void server.stderr!.resume();
  }
  throw new Error(`PostgreSQL did not start:\n${said.join("\n")}`);
};

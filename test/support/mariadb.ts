// Temporary MariaDB server for tests, in a temporary directory. It ends when the process that started it does.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./ports.js";
import { ended, endsWithParent, isRoot, ready } from "./server-process.js";

export interface Mariadb {
  /** Path of the socket that it listens on. */
  socket: string;
  /** On 127.0.0.1. */
  port: number;
  /** kill -9 of the server, which drops all connections. Nothing that it has committed is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const server = "/usr/sbin/mariadbd";
const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Debian's package mariadb-server. */
export const isMariadbInstalled = isExecutable(server) && isExecutable("/usr/bin/mariadb-install-db");

/** The user root has no password. `options` are those of the server. */
export const startMariadb = async (...options: string[]): Promise<Mariadb> => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-mariadb-"));
  const [socket, data, port] = [path.join(dir, "socket"), path.join(dir, "data"), await freePort()];
  // A server that starts deletes temporary tables in its directory, also those of one that runs.
  const common = [
    ...["--no-defaults", `--datadir=${data}`, `--tmpdir=${dir}`, "--skip-name-resolve"],
    ...["--innodb-flush-method=nosync", "--innodb-log-file-size=8M", ...(isRoot ? ["--user=root"] : [])],
  ];
  execFileSync(
    "/usr/bin/mariadb-install-db",
    [...common, "--auth-root-authentication-method=normal", "--skip-test-db"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const [program, ...args] = [...endsWithParent("TERM"), server, ...common, ...options];
  const begin = async (): Promise<ChildProcess> => {
    const place = [`--socket=${socket}`, `--port=${port}`, "--bind-address=127.0.0.1"];
    const started = spawn(program!, [...args, ...place], { stdio: ["ignore", "ignore", "pipe"] });
    const said = await ready(started, "ready for connections");
    if (said !== null) throw new Error(`MariaDB did not start:\n${said}`);
    return started;
  };
  let running = await begin();
  return {
    socket,
    port,
    async kill() {
      running.kill("SIGKILL");
      await ended(running);
    },
    async start() {
      running = await begin();
    },
    async stop() {
      running.kill("SIGTERM");
      await ended(running);
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

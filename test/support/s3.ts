// S3 server for tests: versitygw, which checks signatures and checksums, on a temporary directory.
// `test/objects/server.sh` builds it; where it was not built, tests of object storage are skipped.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { eventually } from "./eventually.js";
import { freePort } from "./ports.js";

const version = "v1.8.0";

const accessKey = "bellwether-tests";
const secretKey = "not-a-secret-of-anybody";

/** Undefined if it was not built. */
export const s3Program = (): string | undefined => {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
  const program = path.join(cache, "bellwether", `versitygw-${version}`, "versitygw");
  return existsSync(program) ? program : undefined;
};

export interface S3Server {
  endpoint: string;
  bucket: string;
  /** Directory of the objects, as files. */
  objects: string;
  /** Settings of a service that keeps its files here. */
  env: Record<string, string>;
  /** kill -9. Nothing that it has acknowledged is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same objects and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const startS3 = async (program: string): Promise<S3Server> => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-s3-"));
  const bucket = "files";
  for (const each of [bucket, ".sidecar"]) mkdirSync(path.join(dir, "root", each), { recursive: true });
  mkdirSync(path.join(dir, "sidecar"));
  const port = await freePort();
  const args = ["--port", `127.0.0.1:${port}`, "--access", accessKey, "--secret", secretKey, "--quiet"];
  const backend = ["posix", "--sidecar", path.join(dir, "sidecar"), path.join(dir, "root")];
  const begin = async (): Promise<ChildProcess> => {
    const server = spawn(program, [...args, ...backend], { stdio: "ignore" });
    await eventually("the S3 server listens", async () => (await isOpen(port)) || undefined);
    return server;
  };
  let server = await begin();
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    objects: path.join(dir, "root", bucket),
    env: {
      BELLWETHER_FILES: `s3://${bucket}/bellwether`,
      BELLWETHER_FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
      AWS_EC2_METADATA_DISABLED: "true",
    },
    kill,
    async start() {
      server = await begin();
    },
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.end() && true));
    socket.on("error", () => resolve(false));
  });

// A server of SFTP for tests: OpenSSH's own, on a free port, with keys of its own and the user of this process. As root,
// with a private view of the users, a user with a password as well.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { StorageAccess } from "../../src/builds/connection/storage/storage.js";
import type { SftpOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import { freePort } from "./ports.js";
import { ended, endsWithParent, isRoot, ready } from "./server-process.js";

const program = "/usr/sbin/sshd";
export const isSftpInstalled = existsSync(program);

const kinds = ["ed25519", "ecdsa", "rsa"] as const;
type Kind = (typeof kinds)[number];

/** A user with a password, who is there for the server alone. */
export const passwordUser = { name: "bellwether-tests", password: "not-a-secret-of-anybody" };

export interface SftpInTests {
  /** Where users are after signing in. */
  files: () => string;
  port: () => number;
  /** A private key that the server lets in. */
  key: () => string;
  /** A line of `known_hosts` without the name of the host. */
  hostKey(kind?: Kind): string;
  fingerprint(kind?: Kind): string;
  access(options?: Partial<SftpOptions>, secret?: string): StorageAccess<SftpOptions>;
  kill(): Promise<void>;
  start(): Promise<void>;
}

const newKey = (file: string, ...args: string[]): void => {
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file, ...args]);
};

const configOf = (dir: string, port: number): string =>
  [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    ...kinds.map((kind) => `HostKey ${dir}/host-${kind}`),
    `AuthorizedKeysFile ${dir}/user.pub`,
    "StrictModes no",
    "UsePAM no",
    "PidFile none",
    "PermitRootLogin yes",
    "PasswordAuthentication yes",
    "Subsystem sftp internal-sftp",
    `ForceCommand internal-sftp -d ${dir}/files`,
    "",
  ].join("\n");

/** `unshare` gives the server users of its own, so that no file of the machine changes. */
const commandOf = (dir: string): [string, string[]] => {
  const server = `exec ${program} -D -e -f ${dir}/config`;
  if (!isRoot) return ["sh", ["-c", server]];
  const { name, password } = passwordUser;
  const hash = execFileSync("openssl", ["passwd", "-6", password], { encoding: "utf8" }).trim();
  const added = { passwd: `${name}:x:65534:65534::/:/bin/sh`, shadow: `${name}:${hash}:20000:0:99999:7:::` };
  const mounts = Object.entries(added).map(([file, line]) => {
    writeFileSync(path.join(dir, file), `${readFileSync(`/etc/${file}`, "utf8").trimEnd()}\n${line}\n`);
    return `mount --bind ${dir}/${file} /etc/${file}`;
  });
  mkdirSync("/run/sshd", { recursive: true });
  return ["unshare", ["--mount", "sh", "-c", `${mounts.join(" && ")}; ${server}`]];
};

/** Starts before the tests of a file and stops after them. */
export const sftpInTests = (): SftpInTests => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-sftp-"));
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-sftp-key-"));
  let server: ChildProcess;
  let port: number;
  const read = (file: string) => readFileSync(path.join(dir, file), "utf8");
  const start = async () => {
    const [program, args] = commandOf(dir);
    const [first, ...rest] = [...endsWithParent("TERM"), program, ...args] as [string, ...string[]];
    server = spawn(first, rest, { stdio: ["ignore", "ignore", "pipe"], detached: true });
    const said = await ready(server, "Server listening");
    if (said !== null) throw new Error(`sshd: ${said}`);
  };
  const kill = async () => {
    // Sessions are processes of their own.
    if (server.exitCode === null && server.signalCode === null) process.kill(-server.pid!, "SIGKILL");
    await ended(server);
  };
  beforeAll(async () => {
    chmodSync(dir, 0o755);
    mkdirSync(path.join(dir, "files"));
    chmodSync(path.join(dir, "files"), 0o777);
    for (const kind of kinds) newKey(path.join(dir, `host-${kind}`), "-t", kind);
    newKey(path.join(dir, "user"));
    port = await freePort();
    writeFileSync(path.join(dir, "config"), configOf(dir, port));
    await start();
  });
  afterAll(async () => {
    await kill();
    for (const each of [dir, dataDir]) rmSync(each, { recursive: true, force: true });
  });
  const fingerprint: SftpInTests["fingerprint"] = (kind = "ed25519") =>
    execFileSync("ssh-keygen", ["-l", "-f", path.join(dir, `host-${kind}.pub`)], { encoding: "utf8" }).split(
      " ",
    )[1]!;
  return {
    files: () => path.join(dir, "files"),
    port: () => port,
    key: () => read("user"),
    hostKey: (kind = "ed25519") => read(`host-${kind}.pub`).trim(),
    fingerprint,
    access: (options = {}, secret = read("user")) => ({
      dataDir,
      privateAddresses: true,
      options: {
        type: "sftp",
        host: "127.0.0.1",
        port,
        host_key: fingerprint(),
        user: userInfo().username,
        sealed_password: seal(sealingKey(dataDir), secret),
        ...options,
      },
    }),
    kill,
    start,
  };
};

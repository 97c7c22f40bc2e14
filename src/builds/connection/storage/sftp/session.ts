// A session with a server of SFTP. The server proves that it has the key of the connection before it gets any secret.
// Wrong settings are refused in words that say what to change; a server that cannot be reached is tried again later.

import { createHash } from "node:crypto";
import { Client, type ConnectConfig, type ServerHostKeyAlgorithm, type SFTPWrapper, utils } from "ssh2";
import type { SftpOptions } from "../../../../domain/data/connection.js";
import { limits } from "../../../../domain/resource/limits.js";
import { Refusal, refuse, retryLater } from "../../../../errors/refusal.js";
import { worldTrouble } from "../../../../errors/world.js";
import { addressOf, secretOf } from "../../access.js";
import { wordsOf } from "../../server-words.js";
import type { StorageAccess } from "../storage.js";

const connectMs = 15_000;

type Done<T> = (error: Error | null | undefined, value: T) => void;

export interface SftpSession {
  sftp: SFTPWrapper;
  /**
   * The answer to a question. `heard`: the server has sent a part of it; one that sends nothing for long is given up.
   */
  ask<T = void>(start: (done: Done<T>, heard: () => void) => void): Promise<T>;
}

/** Runs `work`. Refuses `connection-failed`, `connection-address-forbidden` and `bucket-unreachable`. */
export const withSftp = async <T>(
  access: StorageAccess<SftpOptions>,
  work: (session: SftpSession) => Promise<T>,
  silentMs = limits.serverSilence.is * 1_000,
): Promise<T> => {
  const { options } = access;
  let client: Client | undefined;
  try {
    client = await connect(access);
    return await work(await open(client, silentMs));
  } catch (error) {
    throw sftpRefusal(error, options);
  } finally {
    client?.destroy();
  }
};

const families: readonly (readonly ServerHostKeyAlgorithm[])[] = [
  ["ssh-ed25519"],
  ["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"],
  ["rsa-sha2-512", "rsa-sha2-256"],
];

/** The server has another key than the connection. */
class OtherHostKey extends Error {
  constructor(readonly fingerprint: string) {
    super(`the key of the server is ${fingerprint}`);
  }
}

/** A server has a key of each of some kinds, and shows one of the kind that it is asked for. */
const connect = async (access: StorageAccess<SftpOptions>): Promise<Client> => {
  const { host, port, user: username, host_key } = access.options;
  const secret = secretOf(access);
  const address = await addressOf(host, access.privateAddresses);
  const pinned = fingerprintOf(host_key);
  const signIn = { host: address, port, username, ...credentialsOf(secret) };
  const shown: string[] = [];
  for (const serverHostKey of families.filter((family) => mayBeOf(family, host_key))) {
    const client = await connectBy(
      { ...signIn, algorithms: { serverHostKey: [...serverHostKey] } },
      pinned,
    ).catch((error: Error) => {
      if (error instanceof OtherHostKey) shown.push(error.fingerprint);
      else if (!/no matching host key/i.test(error.message)) throw error;
      return null;
    });
    if (client) return client;
  }
  const found = shown.length > 0 ? shown.join(" or ") : "of another kind";
  const detail = `the host key of ${host} is ${found}, and not the one of the connection. If the server has a new key, give the connection that key`;
  throw refuse("connection-failed", { detail });
};

const credentialsOf = (secret: string): Pick<ConnectConfig, "password" | "privateKey"> => {
  if (!secret.includes("-----BEGIN")) return { password: secret };
  const key = utils.parseKey(secret);
  if (key instanceof Error) throw refuse("connection-failed", { detail: "the private key cannot be read" });
  return { privateKey: secret };
};

const fingerprintOf = (hostKey: string): string => {
  const [, pinned] = /^(SHA256:[A-Za-z0-9+/]{43})/.exec(hostKey) ?? [];
  return pinned ?? fingerprint(Buffer.from(keyPartsOf(hostKey)[1]!, "base64"));
};

const fingerprint = (key: Buffer): string =>
  `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;

/** Kind and key of a line as `known_hosts` has it, with or without the name of the host before. */
const keyPartsOf = (line: string): [kind: string, key: string] => {
  const parts = line.split(/\s+/);
  const at = parts.findIndex((part) => /^(ssh-|ecdsa-)/.test(part));
  return [parts[at]!, parts[at + 1]!];
};

const mayBeOf = (family: readonly string[], hostKey: string): boolean => {
  if (hostKey.startsWith("SHA256:")) return true;
  const [kind] = keyPartsOf(hostKey);
  return kind === "ssh-rsa" ? family.includes("rsa-sha2-512") : family.includes(kind);
};

const connectBy = (config: ConnectConfig, pinned: string): Promise<Client> =>
  new Promise((resolve, reject) => {
    const client = new Client();
    const { password } = config;
    let other: OtherHostKey | undefined;
    client.once("ready", () => resolve(client));
    client.on("error", (error) => {
      client.destroy();
      reject(other ?? error);
    });
    client.on("close", () => reject(other ?? new Error("Connection closed")));
    client.on("keyboard-interactive", (_name, _text, _language, prompts, answer) =>
      answer(prompts.map(() => password ?? "")),
    );
    const hostVerifier = (key: Buffer): boolean => {
      const found = fingerprint(key);
      if (found !== pinned) other = new OtherHostKey(found);
      return other === undefined;
    };
    const hears = { keepaliveInterval: 10_000, keepaliveCountMax: 3 };
    client.connect({
      ...config,
      ...hears,
      tryKeyboard: password !== undefined,
      readyTimeout: connectMs,
      hostVerifier,
    });
  });

const open = async (client: Client, silentMs: number): Promise<SftpSession> => {
  let lost: Error | undefined;
  const lose = (error: Error) => {
    lost ??= error;
    for (const fail of waiting) fail(lost);
  };
  const waiting = new Set<(error: Error) => void>();
  client.on("error", lose);
  client.on("close", () => lose(new Error("Connection closed")));
  const ask: SftpSession["ask"] = (start) =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost);
      const timer = setTimeout(() => {
        lose(new Error(`Timed out: no answer for ${silentMs / 1_000} s`));
        client.destroy();
      }, silentMs);
      const end = () => {
        clearTimeout(timer);
        waiting.delete(fail);
      };
      const fail = (error: Error) => {
        end();
        reject(error);
      };
      waiting.add(fail);
      const done: Parameters<typeof start>[0] = (error, value) => {
        if (error) return fail(error);
        end();
        resolve(value);
      };
      try {
        start(done, () => timer.refresh());
      } catch (error) {
        fail(error as Error);
      }
    });
  const sftp = await ask<SFTPWrapper>((done) => client.sftp(done));
  return { sftp, ask };
};

/** Codes of answers of the protocol. */
export const status = {
  endOfFile: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  unsupported: 8,
} as const;

/** The code of an answer; undefined for every other error. */
export const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as Fault;
  return typeof code === "number" ? code : undefined;
};

interface Fault extends Error {
  level?: string;
  code?: unknown;
}

const temporaryCodes = /^(ECONN|ETIMEDOUT|EAI_AGAIN|EHOST|ENETUNREACH|ENETDOWN|EPIPE)/;

/** Refusal for an error of the server or of the network. Every other error stays what it is. */
const sftpRefusal = (error: unknown, { user, host }: SftpOptions): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const { level, code, message } = error as Fault;
  if (level === "client-authentication") {
    const detail = `${host} does not let ${user} in with this password or key`;
    return refuse("connection-failed", { detail });
  }
  const isLost = /^(Connection (closed|lost)|Timed out|No response)|Keepalive|Not connected/i.test(message);
  if (isLost || level === "client-timeout" || temporaryCodes.test(String(code)))
    return retryLater("bucket-unreachable", { detail: wordsOf(error) }, error);
  if (statusOf(error) !== undefined)
    return refuse("connection-failed", { detail: `${host} refuses it: ${wordsOf(error)}` });
  if (worldTrouble(error)) return error;
  if (level !== undefined || code === "ENOTFOUND")
    return refuse("connection-failed", { detail: wordsOf(error) });
  return error;
};

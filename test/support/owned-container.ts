// A container of an account's owner for tests, on Azurite, Microsoft's emulator of Azure Blob Storage, which checks
// signatures; and the access that steps get to it.

import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import { sharedKey } from "../../src/builds/connection/storage/azure/shared-key.js";
import type { AzureBlobsOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import { eventually } from "./eventually.js";
import { npmPackages } from "./npm-packages.js";
import { freePort } from "./ports.js";

/** It ignores what requests ask of it that it does not know, but not who asks. */
const azurite = await npmPackages("azurite", ["azurite@3.37.0"]);
export const isAzuriteInstalled = azurite !== undefined;

export const account = "shopexports";
export const accountKey = Buffer.from("a key of nobody's account, for tests").toString("base64");
const container = "files";

export interface ContainerInTests {
  access(options?: Partial<AzureBlobsOptions>, secret?: string): ConnectionAccess<AzureBlobsOptions>;
  /** A request that the storage itself has signed for; `place` below the account. */
  send(method: string, place: string, body?: string, headers?: Record<string, string>): Promise<Response>;
  put(name: string, text: string): Promise<void>;
  /** A shared access signature of the container with these permissions. */
  signature(permissions: string): string;
}

/** Starts before the tests of a file and stops after them. */
export const containerInTests = (): ContainerInTests => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-azurite-"));
  let server: ChildProcess;
  let endpoint: string;
  const send: ContainerInTests["send"] = (method, place, body = "", more = {}) => {
    const url = new URL(`${endpoint}/${place}`);
    const headers: Record<string, string> = {
      "x-ms-version": "2023-11-03",
      "x-ms-date": new Date().toUTCString(),
      "content-type": "text/plain",
      ...(method === "PUT" && { "content-length": String(Buffer.byteLength(body)) }),
      ...more,
    };
    headers.authorization = sharedKey({ method, url, headers }, account, accountKey);
    return fetch(url, { method, headers, ...(method === "PUT" && { body }) });
  };
  beforeAll(async () => {
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}/${account}`;
    const program = path.join(azurite!, "node_modules", ".bin", "azurite-blob");
    const options = ["--blobPort", String(port), "--location", path.join(dataDir, "blobs"), "--silent"];
    const env = { ...process.env, AZURITE_ACCOUNTS: `${account}:${accountKey}` };
    server = spawn(program, [...options, "--skipApiVersionCheck", "--disableTelemetry"], {
      env,
      stdio: "ignore",
    });
    await eventually("Azurite has a container", async () => {
      const made = await send("PUT", `${container}?restype=container`).catch(() => null);
      return made?.status === 201 || made?.status === 409 || undefined;
    });
  });
  afterAll(async () => {
    server.kill();
    await once(server, "exit");
    rmSync(dataDir, { recursive: true });
  });
  return {
    send,
    access: (options = {}, secret = accountKey) => ({
      dataDir,
      privateAddresses: true,
      endpoint: { url: endpoint, pauseScale: 0.01 },
      options: {
        type: "azure_blobs",
        account,
        container,
        endpoint,
        sealed_password: seal(sealingKey(dataDir), secret),
        ...options,
      },
    }),
    async put(name, text) {
      const { status } = await send("PUT", `${container}/${name}`, text, { "x-ms-blob-type": "BlockBlob" });
      if (status !== 201) throw new Error(`Azurite answers ${status}`);
    },
    signature: (permissions) => {
      const expiry = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, "");
      const version = "2022-11-02";
      const fields = [
        permissions,
        "",
        expiry,
        `/blob/${account}/${container}`,
        "",
        "",
        "",
        version,
        "c",
        "",
        "",
        ...Array(5).fill(""),
      ];
      const sig = createHmac("sha256", Buffer.from(accountKey, "base64"))
        .update(fields.join("\n"))
        .digest("base64");
      return String(new URLSearchParams({ sv: version, sr: "c", sp: permissions, se: expiry, sig }));
    },
  };
};

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ConnectionOptions } from "../../domain/data/connection.js";
import { seal, sealingKey } from "../../store/secrets.js";
import { secretOf } from "./access.js";

test("where TLS is required, the secret of a connection that is older than the rule goes to no server", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bw-access-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const access = (sslmode: string, isTlsRequired: boolean, host = "db.example.com") => ({
    options: {
      type: "postgres",
      host,
      sslmode,
      sealed_password: seal(sealingKey(dataDir), "secret"),
    } as ConnectionOptions,
    dataDir,
    privateAddresses: true,
    isTlsRequired,
  });
  expect(() => secretOf(access("require", true))).toThrow("BELLWETHER_TLS");
  for (const allowed of [
    access("verify-full", true),
    access("prefer", false),
    access("prefer", true, "/run/postgresql"),
  ])
    expect(secretOf(allowed)).toBe("secret");
});

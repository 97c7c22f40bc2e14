import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { seal, sealingKey, sealingKeyFile, unseal } from "./secrets.js";

const root = mkdtempSync(path.join(tmpdir(), "sealed-"));
afterAll(() => rmSync(root, { recursive: true }));
const key = sealingKey(root);

test("a sealed secret can be opened, and is different every time", () => {
  const [first, second] = [seal(key, "pässword"), seal(key, "pässword")];
  expect([unseal(key, first), unseal(key, second)]).toEqual(["pässword", "pässword"]);
  expect(first).not.toBe(second);
  expect(Buffer.from(first, "base64").toString("latin1")).not.toContain("ssword");
});

test("a modified secret, or one sealed under another key, cannot be opened", () => {
  const other = sealingKey(mkdtempSync(path.join(root, "other-")));
  expect(() => unseal(other, seal(key, "secret"))).toThrow();
  const bytes = Buffer.from(seal(key, "secret"), "base64");
  bytes[bytes.length - 1]! ^= 1;
  expect(() => unseal(key, bytes.toString("base64"))).toThrow();
});

test("the key is stable, readable by its owner only, and leaves no temporary files", () => {
  expect(sealingKey(root)).toEqual(key);
  expect(statSync(sealingKeyFile(root)).mode & 0o777).toBe(0o600);
  expect(readdirSync(root).filter((name) => name.startsWith("sealing"))).toEqual(["sealing.key"]);
});

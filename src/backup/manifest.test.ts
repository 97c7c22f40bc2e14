import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findBackup, type Manifest, readManifest, writeManifest } from "./manifest.js";

let backup: string;
beforeEach(() => {
  backup = mkdtempSync(path.join(tmpdir(), "bw-manifest-"));
});
afterEach(() => rmSync(backup, { recursive: true }));

const manifestOf = (files: number): Manifest => ({
  program: "1.2.3",
  created_at: "2026-01-01T00:00:00.000Z",
  files: Array.from({ length: files }, (_, i) => ({
    path: `uploads/a/orders/${i}\n.csv`,
    bytes: i,
    sha256: "0".repeat(64),
  })),
  damaged: ["uploads/a/orders/damaged.csv"],
});
const file = () => path.join(backup, "manifest.jsonl");

test.each([0, 1, 999, 1_000, 10_000])("a manifest of %i files is read as it was written", async (files) => {
  await writeManifest(backup, manifestOf(files));
  expect(await readManifest(backup)).toEqual(manifestOf(files));
  expect(
    Math.max(
      ...readFileSync(file(), "utf8")
        .split("\n")
        .map(({ length }) => length),
    ),
  ).toBeLessThan(200);
});

test("a manifest of another format is refused, and says so", async () => {
  await writeManifest(backup, manifestOf(1));
  const text = readFileSync(file(), "utf8");
  writeFileSync(file(), text.replace('"format":2', '"format":3'));
  await expect(readManifest(backup)).rejects.toThrow(
    'is not of format 2, the one that this version reads: {"format":3',
  );
  renameSync(file(), path.join(backup, "manifest.json"));
  expect(await findBackup(backup)).toBe(backup);
  await expect(readManifest(backup)).rejects.toThrow("is manifest.json, which an earlier version made");
});

test("a manifest that is cut off or damaged is refused", async () => {
  await writeManifest(backup, manifestOf(3));
  const text = readFileSync(file(), "utf8");
  writeFileSync(file(), text.split("\n").slice(0, 3).join("\n"));
  await expect(readManifest(backup)).rejects.toThrow("is cut off");
  writeFileSync(file(), "");
  await expect(readManifest(backup)).rejects.toThrow("is cut off");
  writeFileSync(file(), text);
  appendFileSync(file(), "{\n");
  await expect(readManifest(backup)).rejects.toThrow("is damaged: line 7 cannot be read");
});

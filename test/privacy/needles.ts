// A search for texts in every byte of a data directory: of files as they are, of packed files unpacked, and
// of Parquet decoded by the engine.

import { readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { readBytes } from "../../src/files/bytes.js";
import { openEngine } from "../../src/warehouse/engine.js";
import { sql } from "../../src/warehouse/sql/sql.js";

/** Paths of the files that hold any of the texts, whatever their case, relative to the directory. */
export const filesWith = async (dir: string, texts: readonly string[]): Promise<string[]> => {
  const wanted = texts.map((text) => text.toLowerCase());
  const engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: tmpdir() });
  const found: string[] = [];
  try {
    for (const file of await filesBelow(dir)) {
      const bytes = await readFile(file);
      const forms = [bytes.toString("latin1"), bytes.toString("utf8"), ...(await unpacked(file, bytes))];
      if (file.endsWith(".parquet")) {
        const rows = await engine.rows<{ row: string }>(
          sql`select cast(own as varchar) as row from read_parquet(${file}) as own`,
        );
        forms.push(rows.map(({ row }) => row).join("\n"));
      }
      const lower = forms.map((form) => form.toLowerCase());
      if (wanted.some((text) => lower.some((form) => form.includes(text))))
        found.push(path.relative(dir, file));
    }
  } finally {
    engine.close();
  }
  return found.sort();
};

const unpacked = async (file: string, bytes: Buffer): Promise<string[]> => {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [gunzipSync(bytes).toString("utf8")];
  if (!file.endsWith(".zst")) return [];
  const parts: Uint8Array[] = [];
  for await (const part of readBytes({ path: file }, "zstd")) parts.push(part);
  return [Buffer.concat(parts).toString("utf8")];
};

/** Files and directories that anyone but their owner may read, relative to the directory. */
export const openToOthers = async (dir: string): Promise<string[]> => {
  const open: string[] = [];
  for (const entry of [dir, ...(await entriesBelow(dir))]) {
    const found = await stat(entry).catch(() => null);
    if (found && (found.mode & 0o077) !== 0) open.push(path.relative(dir, entry));
  }
  return open;
};

const filesBelow = async (dir: string): Promise<string[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

const entriesBelow = async (dir: string): Promise<string[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.map((entry) => path.join(entry.parentPath, entry.name));
};

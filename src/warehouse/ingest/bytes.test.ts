import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { ArchiveTooLarge, BrokenArchive } from "./archive.js";
import { type Compression, readBytes, readCompression, readSample } from "./bytes.js";

const dir = mkdtempSync(path.join(tmpdir(), "bytes-"));
afterAll(() => rmSync(dir, { recursive: true }));

const text = "customer,day\nann,2024-01-01\nbob,2024-01-02\n";
const bzip2 =
  "QlpoOTFBWSZTWa0CjcsAAA9ZgAAQAAZ0AD4DniAgACEqCbU0/UE9TahTCaaA0xIs20/SJ+AwgRMoLT0LPXO9c+iIb8XckU4UJCtAo3LA";
const zstd = "KLUv/QRYRQEAFAJjdXN0b21lcixkYXkKYW5uLDIwMjQtMDEtMDEKYm9iMgoBAMs2nY3XAw0=";
const packed: [Compression, Buffer][] = [
  ["none", Buffer.from(text)],
  ["gzip", gzipSync(text)],
  ["bzip2", Buffer.from(bzip2, "base64")],
  ["zstd", Buffer.from(zstd, "base64")],
];

const written = (name: string, bytes: Uint8Array): string => {
  const file = path.join(dir, name);
  writeFileSync(file, bytes);
  return file;
};

const wholeOf = async (file: string): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of readBytes({ path: file }, await readCompression(file))) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

test.each(packed)(
  "%s is detected by content and decompressed, whatever the file is called",
  async (compression, bytes) => {
    const file = written("any.csv", bytes);
    expect(await readCompression(file)).toBe(compression);
    expect(await wholeOf(file)).toBe(text);
  },
);

test.each(packed.slice(1))("a truncated %s archive is reported", async (_, bytes) => {
  await expect(wholeOf(written("short", bytes.subarray(0, -6)))).rejects.toThrow(BrokenArchive);
});

test("a large archive is read in pieces, and a sample of it without the remainder", async () => {
  const engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
  const file = path.join(dir, "large.zst");
  await engine.run(
    sql`copy (select md5(i::varchar) as id from range(200000) as t(i)) to ${file} (format csv, compression zstd)`,
  );
  engine.close();
  expect((await wholeOf(file)).split("\n")).toHaveLength(200_002);
  const { bytes, isWhole } = await readSample({ path: file }, "zstd", 1000);
  expect({ isWhole, size: bytes.length }).toEqual({ isWhole: false, size: 1000 });
});

test("concatenated archives are one file", async () => {
  for (const [, bytes] of packed)
    expect(await wholeOf(written("two", Buffer.concat([bytes, bytes])))).toBe(text + text);
});

test("an archive that unpacks to too much is given up on the way, not afterwards", async () => {
  const bomb = written("bomb.gz", gzipSync(Buffer.alloc(110_000_000, "a,b\n")));
  const most = async (limit?: number) => {
    let bytes = 0;
    const read = async () => {
      for await (const chunk of readBytes({ path: bomb }, "gzip", limit)) bytes += chunk.length;
    };
    await expect(read()).rejects.toThrow(ArchiveTooLarge);
    return bytes;
  };
  expect(await most(5_000_000)).toBeLessThanOrEqual(5_000_000);
  expect(await most()).toBeLessThanOrEqual(101_000_000);
});

test("a missing file is not reported as a broken archive", async () => {
  const missing = readBytes({ path: path.join(dir, "missing") }, "gzip");
  await expect(missing.next()).rejects.toThrow("ENOENT");
});

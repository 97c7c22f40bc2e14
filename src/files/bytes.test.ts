import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../warehouse/engine.js";
import { sql } from "../warehouse/sql/sql.js";
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

/** A frame of Zstandard: blocks that repeat a byte this many times each. */
const repeated = (blocks: number, bytes: number, windowLog: number): Buffer => {
  const block = (isLast: boolean) => [...littleEndian(Number(isLast) | (1 << 1) | (bytes << 3)), 0x78];
  const frame = [0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3];
  for (let at = 1; at <= blocks; at++) frame.push(...block(at === blocks));
  return Buffer.from(frame);
};

const littleEndian = (number: number): number[] => [0, 8, 16].map((bits) => (number >> bits) & 0xff);

/** 100 MB of one letter, in blocks of 5 MB. */
const repeatedBzip2 = gunzipSync(
  Buffer.from(
    [
      "H4sIAAAAAAACA3OKyjA0dIxUC44MWH43joGXpaGhwYGBQ4FBYQmHyQotQy2uvqSmTT7LNi3037WHQYqTkZGhgUHAgcHRQyAzICQp",
      "RFTmKGvKTN9Up/mlFQwmQkxMjAwMCg0MTRMULi1YcWSFlmUX10mjWada7V59YMhQYWFhYmBwZGBkVXBc6hjYGRBSLCI6KdV0Klft",
      "1QcMFzw4OFgYGJoYmLgcmr2aFgstWPFMQ1vlVLaWyO/VBxgXTBAQ4GBgZGFgEWlkm8rqpuoYeCYgzHPKtRDN7+ENzI4KCgoCDEwc",
      "DByaTLxaXD1AA2YsWDNZc82K4HfrGdiaHBwcFBhYBBgEglikQkQlprK6j3qbRt4+/7nziQHDvissIkwMEI+3JfgG+0xkurVIIU7v",
      "SVfBQsUlesuKADVxr357AgAA",
    ].join(""),
    "base64",
  ),
);

const tinyArchives: [Compression, Buffer][] = [
  ["bzip2", repeatedBzip2],
  ["zstd", repeated(4000, 131_072, 17)],
];

test.each(tinyArchives)(
  "a tiny %s archive is unpacked a few blocks at a time",
  async (compression, bytes) => {
    const file = written("repeated", bytes);
    const before = process.memoryUsage().arrayBuffers;
    const chunks = readBytes({ path: file }, compression);
    const { value } = await chunks.next();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
    expect((value as Buffer).length).toBeLessThan(10_000_000);
    await chunks.return(undefined);
  },
);

test("blocks of a byte each are read as one piece", async () => {
  const file = written("crumbs.zst", repeated(100_000, 1, 17));
  const chunks: Buffer[] = [];
  for await (const chunk of readBytes({ path: file }, "zstd")) chunks.push(chunk);
  expect(chunks.map(({ length }) => length)).toEqual([100_000]);
});

test("very many tiny blocks take as long as they are many, however large the window", async () => {
  const crumbs = written("crumbs.zst", repeated(200_000, 1, 27));
  expect((await wholeOf(crumbs)).length).toBe(200_000);
  const frames = written("frames.zst", Buffer.concat(Array(2_000).fill(repeated(1, 1, 27))));
  expect((await wholeOf(frames)).length).toBe(2_000);
}, 20_000);

test("blocks of Zstandard refer to others far before them", async () => {
  const engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
  const file = path.join(dir, "far.zst");
  const lines = sql`select md5((i % 40000)::varchar) as id from range(400000) as t(i) order by i`;
  await engine.run(sql`copy (${lines}) to ${file} (format csv, compression zstd)`);
  const plain = path.join(dir, "far.csv");
  await engine.run(sql`copy (${lines}) to ${plain} (format csv)`);
  engine.close();
  expect(statSync(file).size).toBeLessThan(statSync(plain).size / 4);
  expect(await wholeOf(file)).toBe(readFileSync(plain, "utf8"));
});

test("a Zstandard file may refer to at most 128 MB before a place, in each of its parts", async () => {
  await expect(wholeOf(written("near.zst", repeated(1, 10, 27)))).resolves.toBe("xxxxxxxxxx");
  await expect(wholeOf(written("far.zst", repeated(1, 10, 30)))).rejects.toThrow(ArchiveTooLarge);
  const second = Buffer.concat([repeated(1, 10, 17), repeated(1, 10, 28)]);
  await expect(wholeOf(written("far.zst", second))).rejects.toThrow(ArchiveTooLarge);
});

test("what stands between two parts of a Zstandard file is passed over", async () => {
  const between = Buffer.concat([Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), Buffer.from("abc")]);
  const frames = Array.from({ length: 20_000 }, () => [repeated(1, 1, 17), between]).flat();
  expect(await wholeOf(written("parts.zst", Buffer.concat(frames)))).toBe("x".repeat(20_000));
});

test("a missing file is not reported as a broken archive", async () => {
  const missing = readBytes({ path: path.join(dir, "missing") }, "gzip");
  await expect(missing.next()).rejects.toThrow("ENOENT");
});

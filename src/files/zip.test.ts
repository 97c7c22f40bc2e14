import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { zipOf } from "../../test/support/zip.js";
import { limits } from "../domain/resource/limits.js";
import { ArchiveTooLarge, BrokenArchive } from "./archive.js";
import { readMember, readMembers } from "./zip.js";

const dir = mkdtempSync(path.join(tmpdir(), "zip-"));
afterAll(() => rmSync(dir, { recursive: true }));

const written = (name: string, bytes: Buffer): string => {
  const file = path.join(dir, name);
  writeFileSync(file, bytes);
  return file;
};

const contents = async (file: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const member of await readMembers(file)) {
    const chunks: Buffer[] = [];
    for await (const chunk of readMember(file, member)) chunks.push(chunk);
    found[member.name] = Buffer.concat(chunks).toString();
  }
  return found;
};

const parts = { "a.csv": "id\n1\n", "sub/b.csv": "", "é.csv": "x".repeat(3_000_000) };

test("members are read by the directory at the end", async () => {
  expect(await contents(written("plain.zip", zipOf(parts)))).toEqual(parts);
});

test("bytes after an archive are ignored", async () => {
  const archive = zipOf(parts);
  const longer = Buffer.concat([archive, Buffer.from("made by hand")]);
  expect(await contents(written("longer.zip", longer))).toEqual(parts);
});

test(
  "archives of another program are read: streamed, stored and with numbers of 64 bits",
  needing("Python 3", existsSync("/usr/bin/python3")),
  async () => {
    const file = path.join(dir, "python.zip");
    const script = [
      "import sys, zipfile",
      "z = zipfile.ZipFile(open(sys.argv[1], 'wb'), 'w', zipfile.ZIP_DEFLATED)",
      "with z.open('streamed.csv', 'w', force_zip64=True) as f: f.write(b'id\\n' * 1000)",
      "z.writestr(zipfile.ZipInfo('stored.csv'), 'id\\n7\\n')",
      "z.close()",
    ];
    execFileSync("/usr/bin/python3", ["-c", script.join("\n"), file]);
    expect(await contents(file)).toEqual({ "streamed.csv": "id\n".repeat(1000), "stored.csv": "id\n7\n" });
  },
);

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["cut short", (bytes) => bytes.subarray(0, -30)],
  ["without its beginning", (bytes) => bytes.subarray(40)],
  ["with a flipped bit", (bytes) => Buffer.from(bytes.map((byte, i) => (i === 45 ? byte ^ 1 : byte)))],
  ["of nothing but its first bytes", () => Buffer.from("PK\x03\x04")],
])("an archive %s is reported as broken", async (_, damaged) => {
  const archive = written("broken.zip", damaged(zipOf({ "a.csv": "id\n".repeat(500) })));
  await expect(contents(archive)).rejects.toThrow(BrokenArchive);
});

test("a member that unpacks to more than its entry says is given up", async () => {
  const liar = { bytes: Buffer.alloc(5_000_000), declaredBytes: 100 };
  await expect(contents(written("liar.zip", zipOf({ "a.csv": liar })))).rejects.toThrow(BrokenArchive);
});

test("a directory of more files than an archive may have is given up on the way", async () => {
  const entry = Buffer.alloc(47);
  entry.writeUInt32LE(0x02014b50);
  entry.writeUInt16LE(1, 28);
  entry.write("a", 46);
  const directoryOf = (members: number) => Buffer.alloc(47 * members, entry);
  const archive = (members: number) => {
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50);
    end.writeUInt32LE(47 * members, 12);
    return written("many.zip", Buffer.concat([directoryOf(members), end]));
  };
  const { is: most } = limits.archiveMembers;
  for (const members of [most + 1, 7 * most])
    await expect(readMembers(archive(members))).rejects.toThrow(
      new ArchiveTooLarge("an archive of more than 100000 files"),
    );
});

test("members count together for the size of an archive once it is unpacked", async () => {
  const bytes = Buffer.alloc(60_000_000);
  const bomb = written("bomb.zip", zipOf({ "a.csv": bytes, "b.csv": bytes }));
  await expect(readMembers(bomb)).rejects.toThrow(ArchiveTooLarge);
  const small = written("small.zip", zipOf(parts));
  await expect(readMembers(small, 1_000_000)).rejects.toThrow(ArchiveTooLarge);
});

// Archives that are damaged or grow: cut, with a wrong checksum, a gigabyte of zeros, thousands of members,
// and members that share their bytes. Whoever unpacks before asking for the size fills the memory or the
// disk.

import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { zipOf } from "../../../test/support/zip.js";
import type { Attack } from "../attack.js";
import { openDataset, ordersOf } from "../file-attack.js";

const archivesOf = (): { name: string; file: string; bytes: Buffer }[] => {
  const packed = gzipSync(ordersOf(5_000));
  const zip = zipOf({ "a.csv": ordersOf(5_000) });
  const wrongSum = Buffer.from(packed);
  wrongSum.fill(0, wrongSum.length - 8, wrongSum.length - 4);
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${i}.csv`, ordersOf(1)]));
  return [
    { name: "cut", file: "a.csv.gz", bytes: packed.subarray(0, -2_000) },
    { name: "wrong-sum", file: "a.csv.gz", bytes: wrongSum },
    { name: "zeros", file: "a.csv.gz", bytes: zeros(1_024) },
    { name: "cut-zip", file: "a.zip", bytes: zip.subarray(0, -100) },
    { name: "members", file: "a.zip", bytes: zipOf(members) },
    { name: "shared-bytes", file: "a.zip", bytes: sharedBytes(2_000) },
    { name: "nested", file: "a.zip", bytes: zipOf({ "inner.zip": zip }) },
  ];
};

/** So many mebibytes, packed one by one: parts of gzip may follow one another. */
const zeros = (mebibytes: number): Buffer =>
  Buffer.concat(Array(mebibytes).fill(gzipSync(Buffer.alloc(2 ** 20))));

/** A ZIP whose members are all the same bytes of the archive, so that it grows with their number. */
const sharedBytes = (members: number): Buffer => {
  const content = Buffer.from(ordersOf(200_000));
  const bytes = deflateRawSync(content);
  const name = Buffer.from("a.csv");
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(bytes.length, 14);
  shared.writeUInt32LE(content.length, 18);
  const ofMember = (i: number): Buffer => {
    const own = Buffer.from(`a${i}.csv`);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    shared.copy(entry, 6);
    entry.writeUInt16LE(own.length, 28);
    return Buffer.concat([entry, own]);
  };
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  shared.copy(head, 4);
  head.writeUInt16LE(name.length, 26);
  const directory = Buffer.concat(Array.from({ length: members }, (_, i) => ofMember(i)));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members, 8);
  end.writeUInt16LE(members, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(head.length + name.length + bytes.length, 16);
  return Buffer.concat([head, name, bytes, directory, end]);
};

export const archives: Attack = {
  name: "archives",
  hasAccount: true,
  everyMs: 3_000,
  begin: async (target) => {
    const all = archivesOf();
    const senders = await Promise.all(all.map(({ name }) => openDataset(target, `archives-${name}`)));
    return (number) => {
      const { file, bytes } = all[number % all.length]!;
      return senders[number % all.length]!(file, bytes);
    };
  },
};

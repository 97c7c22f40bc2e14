// Directory of a server as a storage. A file is written beside its place and renamed, so that readers see the one of
// before or the new one. Its marks are a hidden file beside it. The content of a file is known by its size and its
// second of change, because the protocol tells nothing else.

import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Attributes, FileEntryWithStats, Stats } from "ssh2";
import type { SftpOptions } from "../../../../domain/data/connection.js";
import { literalBeginning } from "../../../../domain/data/object-names.js";
import type { FileHash } from "../../../../domain/machine/stored-file.js";
import { refuse, retryLater } from "../../../../errors/refusal.js";
import {
  type FoundMarks,
  mostEntries,
  type OpenStorage,
  type OwnedStorage,
  type StorageFile,
} from "../storage.js";
import { type SftpSession, status, statusOf, withSftp } from "./session.js";

export const withSftpStorage: OpenStorage<SftpOptions> = (access, work) =>
  withSftp(access, async (session) => work(await sftpStorage(session, access.options)));

const sftpStorage = async (session: SftpSession, options: SftpOptions): Promise<OwnedStorage> => {
  const { host, port, user, directory = "" } = options;
  const { sftp, ask } = session;
  const root = await rootOf(session, directory);
  if ((await statsOf(session, root)) === null)
    throw refuse("connection-failed", { detail: `there is no directory ${directory} on ${host}` });
  const at = (name: string) => `${root}${within(name)}`;
  return {
    identity: ["sftp", host, String(port), user, directory],
    shown: (place) => `sftp://${host}/${directory === "" ? "" : `${directory}/`}${place}`,
    async contents() {
      const entries: string[] = [];
      for await (const batch of entriesOf(session, root)) {
        entries.push(
          ...batch.map(({ filename, attrs }) => (attrs.isDirectory() ? `${filename}/` : filename)),
        );
        if (entries.length > mostEntries) break;
      }
      return entries.slice(0, mostEntries).sort();
    },
    pages: (place) => filesBelow(session, root, within(place)),
    download: (file, to) => download(session, at(file.name), file, to),
    async marksOf(key) {
      const [stats, marks] = [await statsOf(session, at(key)), await readMarks(session, marksPath(at(key)))];
      // Files are often taken away by whoever reads them; the name stays the target's.
      if (stats === null) return marks.targetId === undefined ? null : { ...marks, sha256: undefined };
      return marks;
    },
    async write(key, file, { targetId, sha256 }) {
      await makeDirectories(session, root, within(key));
      const target = at(key);
      const beside = besidePath(target, "part");
      await ask((done, heard) => sftp.fastPut(file, beside, { step: heard }, done as () => void));
      // The owner is known before there is a file, and the hash after: a write that is cut off is made again.
      await writeMarks(session, target, { targetId });
      await putInPlace(session, beside, target);
      await writeMarks(session, target, { targetId, sha256 });
    },
  };
};

/** Bytes that are asked for in one message, and messages that are on their way at the same time. */
const [chunkBytes, chunksAtOnce] = [32 << 10, 32];

/** The file of the list, which has its tag before and after it is read. */
const download = async (
  session: SftpSession,
  path: string,
  { name, tag, bytes }: StorageFile,
  to: string,
): Promise<FileHash> => {
  const { sftp, ask } = session;
  const changed = (cause?: unknown) => retryLater("bucket-file-changed", { file: name }, cause);
  const hash = createHash("sha256");
  const local = await open(to, "w");
  try {
    const handle = await ask<Buffer>((done) => sftp.open(path, "r", done));
    try {
      const isSame = async () => tagOf(await ask<Stats>((done) => sftp.fstat(handle, done))) === tag;
      if (!(await isSame())) throw changed();
      for (let at = 0; at < bytes; at += chunkBytes * chunksAtOnce) {
        const part = Buffer.alloc(Math.min(chunkBytes * chunksAtOnce, bytes - at));
        const starts = Array.from({ length: Math.ceil(part.length / chunkBytes) }, (_, i) => i * chunkBytes);
        await Promise.all(
          starts.map((start) =>
            readWhole(session, handle, part.subarray(start, start + chunkBytes), at + start),
          ),
        );
        await local.writeFile(part);
        hash.update(part);
      }
      if (!(await isSame())) throw changed();
    } finally {
      await ask((done) => sftp.close(handle, done as () => void)).catch(() => {});
    }
    const now = await statsOf(session, path);
    if (now === null || tagOf(now) !== tag) throw changed();
    return { bytes, sha256: hash.digest("hex") };
  } catch (error) {
    throw isGone(error) || statusOf(error) === status.endOfFile ? changed(error) : error;
  } finally {
    await local.close();
  }
};

/** A server may answer with less than it was asked for, and at the end of the file with that. */
const readWhole = async (
  { sftp, ask }: SftpSession,
  handle: Buffer,
  part: Buffer,
  position: number,
): Promise<void> => {
  for (let read = 0; read < part.length; ) {
    const left = part.length - read;
    const found = await ask<number>((done) => sftp.read(handle, part, read, left, position + read, done));
    if (found === 0) throw Object.assign(new Error("End of file"), { code: status.endOfFile });
    read += found;
  }
};

/** A name without parts that lead out of the directory. */
const within = (name: string): string => {
  if (name.split("/").some((part) => part === ".." || part === "."))
    throw refuse("connection-failed", { detail: `${name} is no name below the directory of the connection` });
  return name;
};

/** The directory of the connection, with a slash at its end. */
const rootOf = async ({ sftp, ask }: SftpSession, directory: string): Promise<string> => {
  if (directory.startsWith("/")) return `${directory}/`;
  const home = await ask<string>((done) => sftp.realpath(".", done));
  return [home.replace(/\/$/, ""), directory]
    .filter((part, i) => i === 0 || part !== "")
    .join("/")
    .concat("/");
};

/** Entries of a directory as the server sends them, some at a time. */
async function* entriesOf(
  { sftp, ask }: SftpSession,
  directory: string,
): AsyncGenerator<FileEntryWithStats[]> {
  const handle = await ask<Buffer>((done) => sftp.opendir(directory, done));
  try {
    for (;;) {
      const batch = await ask<FileEntryWithStats[] | null>((done) =>
        sftp.readdir(handle, (error, entries) =>
          statusOf(error) === status.endOfFile ? done(null, null) : done(error, entries),
        ),
      );
      if (batch === null) return;
      yield batch.filter(({ filename }) => ![".", ".."].includes(filename) && !filename.includes("/"));
    }
  } finally {
    await ask((done) => sftp.close(handle, done as () => void)).catch(() => {});
  }
}

const mostDepth = 32;

/** Directories are entered where names of the place may be below them. */
async function* filesBelow(session: SftpSession, root: string, place: string): AsyncGenerator<StorageFile[]> {
  const beginning = literalBeginning(place);
  const isPattern = place.includes("*") && !place.includes("**");
  const deepest = isPattern ? place.split("/").length - 1 : mostDepth;
  const left = [""];
  for (let directory = left.pop(); directory !== undefined; directory = left.pop()) {
    try {
      for await (const batch of entriesOf(session, `${root}${directory}`)) {
        const page: StorageFile[] = [];
        for (const { filename, attrs } of batch) {
          const name = `${directory}${filename}`;
          const isBelow = name.startsWith(beginning) || beginning.startsWith(`${name}/`);
          // Of hidden names those alone that the place has.
          if (!isBelow || (/^[._]/.test(filename) && !beginning.startsWith(name))) continue;
          if (attrs.isDirectory() && directory.split("/").length <= deepest) left.push(`${name}/`);
          const file = attrs.isSymbolicLink() ? await statsOf(session, `${root}${name}`) : attrs;
          page.push(file?.isFile() ? fileOf(name, file) : { name, tag: "", bytes: 0, modifiedMs: 0 });
        }
        yield page;
      }
    } catch (error) {
      // Somebody has taken it away meanwhile.
      if (directory !== "" && isGone(error)) continue;
      throw error;
    }
  }
}

const fileOf = (name: string, attrs: Attributes): StorageFile => ({
  name,
  tag: tagOf(attrs),
  bytes: attrs.size,
  modifiedMs: attrs.mtime * 1_000,
});

const tagOf = ({ size, mtime }: Attributes): string => `${mtime}-${size}`;

const isGone = (error: unknown): boolean => statusOf(error) === status.noSuchFile;

/** Null where there is nothing. */
const statsOf = async ({ sftp, ask }: SftpSession, path: string): Promise<Stats | null> => {
  try {
    return await ask<Stats>((done) => sftp.stat(path, done));
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
};

const besidePath = (path: string, ending: string): string => {
  const name = path.lastIndexOf("/") + 1;
  return `${path.slice(0, name)}.${path.slice(name)}.bellwether-${ending}`;
};

const marksPath = (path: string): string => besidePath(path, "target");

const mostMarksBytes = 1_000;

const readMarks = async ({ sftp, ask }: SftpSession, path: string): Promise<FoundMarks> => {
  const none = { targetId: undefined, sha256: undefined };
  try {
    const handle = await ask<Buffer>((done) => sftp.open(path, "r", done));
    try {
      const bytes = Buffer.alloc(mostMarksBytes);
      const length = await ask<number>((done) => sftp.read(handle, bytes, 0, bytes.length, 0, done));
      const [targetId, sha256] = bytes.toString("utf8", 0, length).split("\n");
      return { targetId, sha256: sha256 || undefined };
    } finally {
      await ask((done) => sftp.close(handle, done as () => void)).catch(() => {});
    }
  } catch (error) {
    if (isGone(error) || statusOf(error) === status.endOfFile) return none;
    throw error;
  }
};

const writeMarks = async (
  session: SftpSession,
  target: string,
  { targetId, sha256 = "" }: { targetId: string; sha256?: string },
): Promise<void> => {
  const { sftp, ask } = session;
  const beside = besidePath(target, "marks");
  await ask((done) => sftp.writeFile(beside, `${targetId}\n${sha256}\n`, done as () => void));
  await putInPlace(session, beside, marksPath(target));
};

/**
 * Renames a file over another in one step, as OpenSSH and most servers can. For others the file of before is deleted
 * first, because the protocol itself renames to free names alone.
 */
const putInPlace = async ({ sftp, ask }: SftpSession, from: string, to: string): Promise<void> => {
  try {
    return await ask((done) => sftp.ext_openssh_rename(from, to, done as () => void));
  } catch (error) {
    if (statusOf(error) !== undefined && statusOf(error) !== status.unsupported) throw error;
    if (statusOf(error) === undefined && !/does not support/i.test((error as Error).message)) throw error;
  }
  await ask((done) => sftp.unlink(to, done as () => void)).catch((error) => {
    if (!isGone(error)) throw error;
  });
  await ask((done) => sftp.rename(from, to, done as () => void));
};

const makeDirectories = async (session: SftpSession, root: string, key: string): Promise<void> => {
  const { sftp, ask } = session;
  const parts = key.split("/").slice(0, -1);
  for (let i = 1; i <= parts.length; i++) {
    const directory = `${root}${parts.slice(0, i).join("/")}`;
    if ((await statsOf(session, directory)) === null)
      await ask((done) => sftp.mkdir(directory, done as () => void));
  }
};

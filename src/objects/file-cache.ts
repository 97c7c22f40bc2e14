// Cache of files of a bucket: copies below the working directory of this node, at the paths that the files
// have in a data directory, so that steps and readers find them there. Files never change, and each is
// compared with its hash when it arrives, so a copy is right or is fetched again. Those that were not used
// for longest make room for others; those in use stay.

import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { link, lstat, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import type { FileHash } from "../domain/machine/stored-file.js";
import type { FileChecker, FileFault } from "../integrity/file-checker.js";
import type { FileSource } from "../integrity/file-guard.js";
import type { Bucket } from "./bucket.js";

export interface FileCacheOptions {
  bucket: Bucket;
  /** Where the copies are. */
  dir: string;
  /** Where files are until they are whole; cleared at each start. On the disk of `dir`. */
  tempDir: string;
  maxBytes: number;
  checker: FileChecker;
  /** Whether running work uses a file, or the result with it, by its path relative to `dir`. */
  isHeld(name: string): boolean;
  monotonicMs?(): number;
}

interface Wanted {
  path: string;
  expected: FileHash;
}

const fetchedAtOnce = 4;

/** Whoever asked for a file opens it soon, if not at once. */
const openedWithinMs = 5 * 60_000;

const entryDepth = 4;

/** Room is made for more than one file at a time. */
const keptShare = 0.9;

const roots = ["uploads", "relations"] as const;

export class FileCache implements FileSource {
  private readonly fetching = new Map<string, Promise<FileFault | null>>();
  /** Where copies of an object are that several results share. */
  private readonly homes = new Map<string, string>();
  private readonly usedAtMs = new Map<string, number>();
  private readonly firstUnnamedMs = new Map<string, number>();
  private bytes: number | undefined;
  private makingRoom: Promise<void> = Promise.resolve();
  private readonly nowMs: () => number;

  readonly bucket: Bucket;

  constructor(private readonly options: FileCacheOptions) {
    this.bucket = options.bucket;
    this.nowMs = options.monotonicMs ?? (() => performance.now());
  }

  /**
   * Sees to it that there are copies of all; returns the faults of those whose objects are missing or
   * damaged, by path.
   */
  async fetch(files: readonly Wanted[]): Promise<Map<string, FileFault>> {
    const faults = new Map<string, FileFault>();
    const left = [...files];
    const fetchNext = async (): Promise<void> => {
      for (let file = left.pop(); file; file = left.pop()) {
        const fault = await this.fetchOnce(file.path, file.expected);
        if (fault) faults.set(file.path, fault);
      }
    };
    await Promise.all(Array.from({ length: fetchedAtOnce }, fetchNext));
    return faults;
  }

  /** Stores a file in the bucket. */
  put(name: string, file: string, signal?: AbortSignal): Promise<void> {
    return this.bucket.put(name, file, signal);
  }

  /** Files were put into the cache that are in the bucket already. */
  async noteAdded(bytes: number): Promise<void> {
    if (this.bytes !== undefined) this.bytes += bytes;
    await this.makeRoom(0);
  }

  /**
   * Removes copies of what the store does not name any more, by paths of uploads and results, and has not for
   * a while, and forgets what is known of copies that are gone.
   */
  async removeUnnamed(named: ReadonlySet<string>, afterMs: number): Promise<void> {
    const entries = await this.entries();
    await this.forgetOthers(new Set(entries));
    for (const name of entries) {
      const isGone = !named.has(name) && !this.options.isHeld(name);
      const since = this.firstUnnamedMs.get(name) ?? this.nowMs();
      if (isGone) this.firstUnnamedMs.set(name, since);
      else this.firstUnnamedMs.delete(name);
      if (!isGone || this.nowMs() - since < afterMs) continue;
      await this.remove(name);
      this.firstUnnamedMs.delete(name);
    }
  }

  /** Forgets entries that are gone; those that have come since they were listed stay known. */
  private async forgetOthers(entries: ReadonlySet<string>): Promise<void> {
    const isGone = async (name: string) =>
      !entries.has(entryOf(name)) && !(await lstat(this.at(name)).catch(() => null));
    for (const [object, home] of this.homes) if (await isGone(home)) this.homes.delete(object);
    for (const name of this.usedAtMs.keys())
      if (!this.fetching.has(name) && (await isGone(name))) this.usedAtMs.delete(name);
    for (const name of this.firstUnnamedMs.keys()) if (!entries.has(name)) this.firstUnnamedMs.delete(name);
  }

  /** Number of copies of which something is known. */
  get known(): number {
    return new Set([...this.homes.values(), ...this.usedAtMs.keys()]).size;
  }

  /** A file, or a directory with all that is in it. */
  async remove(name: string): Promise<void> {
    await rm(this.at(name), { recursive: true, force: true, maxRetries: 4 });
    this.usedAtMs.delete(name);
    this.bytes = undefined;
  }

  private fetchOnce(name: string, expected: FileHash): Promise<FileFault | null> {
    this.usedAtMs.set(name, this.nowMs());
    const running =
      this.fetching.get(name) ??
      this.fetchFile(name, expected).finally(() => {
        this.fetching.delete(name);
        this.usedAtMs.set(name, this.nowMs());
      });
    this.fetching.set(name, running);
    return running;
  }

  private async fetchFile(name: string, expected: FileHash): Promise<FileFault | null> {
    const object = expected.object ?? name;
    const { checker } = this.options;
    if ((await checker.faultOf(this.at(name), expected)) === null) return null;
    await mkdir(path.dirname(this.at(name)), { recursive: true });
    if (await this.linkHome(object, name, expected)) return null;
    await this.makeRoom(expected.bytes);
    const fault = await this.download(object, name, expected);
    if (fault === null) this.homes.set(object, name);
    return fault;
  }

  /** Copies of one object are one file: steps compare whether two results share one. False if there is no copy. */
  private async linkHome(object: string, name: string, expected: FileHash): Promise<boolean> {
    const { checker } = this.options;
    for (const home of [this.homes.get(object), object]) {
      if (home === undefined || home === name) continue;
      if ((await checker.faultOf(this.at(home), expected)) !== null) continue;
      await rm(this.at(name), { force: true });
      await link(this.at(home), this.at(name));
      for (const each of [home, name]) await checker.trust(this.at(each), expected);
      return true;
    }
    return false;
  }

  /** Path of a new file, for bytes that are not in the bucket yet. */
  async newFile(): Promise<string> {
    const { tempDir } = this.options;
    await mkdir(tempDir, { recursive: true });
    return path.join(tempDir, `incoming-${randomUUID()}`);
  }

  private async download(object: string, name: string, expected: FileHash): Promise<FileFault | null> {
    const { checker } = this.options;
    const temporary = await this.newFile();
    const fault = await this.bucket.get(object, temporary, expected);
    if (fault) return fault;
    await rename(temporary, this.at(name));
    await checker.trust(this.at(name), expected);
    return null;
  }

  private makeRoom(bytes: number): Promise<void> {
    this.makingRoom = this.makingRoom.catch(() => {}).then(() => this.evictFor(bytes));
    return this.makingRoom;
  }

  private async evictFor(bytes: number): Promise<void> {
    const { maxBytes } = this.options;
    const before = this.bytes ?? total(await this.copies());
    this.bytes = before + bytes;
    if (this.bytes <= maxBytes) return;
    const copies = await this.copies();
    let kept = total(copies) + bytes;
    for (const copy of copies.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
      if (kept <= keptShare * maxBytes) break;
      if (this.isInUse(copy)) continue;
      for (const name of copy.names) await this.evict(name);
      kept -= copy.bytes;
    }
    this.bytes = kept;
  }

  private isInUse({ names, usedAtMs }: Copy): boolean {
    return this.nowMs() - usedAtMs < openedWithinMs || names.some((name) => this.isHeld(name));
  }

  private isHeld(name: string): boolean {
    return this.options.isHeld(name) || this.options.isHeld(entryOf(name));
  }

  private async evict(name: string): Promise<void> {
    await rm(this.at(name), { force: true });
    this.usedAtMs.delete(name);
    await rmdir(path.dirname(this.at(name))).catch(() => {});
  }

  /** Links of one file are one copy. */
  private async copies(): Promise<Copy[]> {
    const copies = new Map<string, Copy>();
    for (const root of roots)
      for (const name of await this.filesBelow(root)) {
        const found = await lstat(this.at(name)).catch(() => null);
        if (!found) continue;
        const key = found.nlink > 1 ? `${found.ino}` : name;
        const copy = copies.get(key) ?? { names: [], bytes: found.size, usedAtMs: Number.NEGATIVE_INFINITY };
        copy.names.push(name);
        copy.usedAtMs = Math.max(copy.usedAtMs, this.usedAtMs.get(name) ?? Number.NEGATIVE_INFINITY);
        copies.set(key, copy);
      }
    return [...copies.values()];
  }

  private async filesBelow(root: string): Promise<string[]> {
    const found = await readdir(this.at(root), { recursive: true, withFileTypes: true }).catch(
      () => [] as Dirent[],
    );
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.options.dir, path.join(entry.parentPath, entry.name)));
  }

  private async entries(): Promise<string[]> {
    return (await Promise.all(roots.map((root) => this.below(root, entryDepth - 1)))).flat();
  }

  private async below(dir: string, levels: number): Promise<string[]> {
    const names = (await readdir(this.at(dir)).catch(() => [] as string[])).map((name) =>
      path.join(dir, name),
    );
    if (levels === 1) return names;
    return (await Promise.all(names.map((name) => this.below(name, levels - 1)))).flat();
  }

  /** Where the copy of a file is. */
  at(name: string): string {
    return path.join(this.options.dir, name);
  }
}

interface Copy {
  names: string[];
  bytes: number;
  /** The last time any of them was. */
  usedAtMs: number;
}

const total = (copies: readonly Copy[]): number => copies.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Name of an entry in the store: uploads/<account>/<directory>/<file>, and
 * relations/<account>/<resource>/<build>.
 */
const entryOf = (name: string): string => name.split(path.sep).slice(0, entryDepth).join(path.sep);

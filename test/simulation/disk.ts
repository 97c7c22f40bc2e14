// The disk of a simulated machine: real files in a directory, behind operations that take time, fail, stop
// half-way and forget.
//
// A file system with a journal. What a name means changes in order: a cut of the power undoes the newest
// changes, from a point that chance chooses, and none that was made before the last flush of the directory.
// Bytes are forgotten, torn or kept one file at a time, unless the file was flushed. A killed process loses
// nothing of that; only what it was about to do is done or not.

import realFs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Machine } from "./machine.js";
import { StoreFiles } from "./store-files.js";

// Node's own operations, before the machine takes their place.
const fs = { ...realFs };

interface OpenFile {
  file: string;
  ino: number;
  /** Whose it is. */
  life: number;
  /** Whether each write is flushed. */
  isFlushed: boolean;
}

interface Change {
  directories: string[];
  undo(): void;
  /** Where a file is kept that the change removed. */
  grave?: string;
}

/** Operations that a disk may fail: a file that cannot be read is damage, which its owner has to mend. */
const writing = new Set(["write", "fsync", "mkdir", "rename", "ftruncate"]);

const failure = (code: string, syscall: string, file: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: ${texts[code] ?? code}, ${syscall} '${file}'`), {
    code,
    errno: errnos[code],
    syscall,
    path: file,
  });
const texts: Record<string, string> = { ENOSPC: "no space left on device", EIO: "i/o error" };
const errnos: Record<string, number> = { ENOSPC: -28, EIO: -5 };

export class Disk {
  isFull = false;
  /** Share of operations that fail. */
  failing = 0;
  /** Share of writes that write less than they were given. */
  short = 0;
  /** How many times as long as usual operations take. */
  slowness = 1;
  failures = 0;
  /** Receives lines that the service writes to its log. */
  log: (lines: string) => void = () => {};
  private readonly graves: string;
  private gravesDug = 0;
  private readonly opened = new Map<number, OpenFile>();
  private readonly openLogs = new Set<number>();
  readonly store: StoreFiles;
  /** What is on the disk itself of files with bytes that were not flushed. */
  private readonly unflushed = new Map<number, Buffer>();
  private readonly changedAt = new Map<number, number>();
  /** Lives of the machine in which files were made. */
  private readonly madeIn = new Map<number, number>();
  private journal: Change[] = [];

  constructor(
    readonly root: string,
    private readonly machine: Machine,
  ) {
    current = this;
    this.store = new StoreFiles(path.join(root, "bellwether.sqlite"));
    this.graves = `${root}.graves`;
    fs.mkdirSync(root, { recursive: true });
    fs.mkdirSync(this.graves, { recursive: true });
  }

  has(file: unknown): file is string {
    return typeof file === "string" && (file === this.root || file.startsWith(this.root + path.sep));
  }

  /** Something that takes time and may fail. */
  take<T>(syscall: string, file: string, act: () => T, atKill: () => unknown = act): Promise<T> {
    return new Promise((done, fail) => {
      this.machine.after(
        this.delayMs(),
        "disk",
        () => {
          try {
            this.mayFail(syscall, file);
            done(act());
          } catch (error) {
            fail(error);
          }
        },
        () => {
          try {
            atKill();
          } catch {
            // Nobody is left to hear of it.
          }
        },
      );
    });
  }

  private delayMs(): number {
    const { chance } = this.machine;
    return this.slowness * (chance.is(0.02) ? chance.next() * 20 : chance.next() * 0.2);
  }

  private mayFail(syscall: string, file: string): void {
    if (this.failing === 0 || !writing.has(syscall) || !this.has(file)) return;
    if (!this.machine.chance.is(this.failing)) return;
    this.failures++;
    throw failure("EIO", syscall, file);
  }

  private needsRoom(syscall: string, file: string): void {
    if (!this.isFull || !this.has(file)) return;
    this.failures++;
    throw failure("ENOSPC", syscall, file);
  }

  /** Whether it is a file of this disk. */
  isOpen(fd: number): boolean {
    return this.opened.has(fd);
  }

  open(file: string, flags: string | number = "r", mode?: number): number {
    const bits = typeof flags === "number" ? flags : flagBits[flags]!;
    const isWritten = (bits & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
    const isNew = (bits & fs.constants.O_CREAT) !== 0 && !fs.existsSync(file);
    if (isNew) this.needsRoom("open", file);
    const before = isWritten && !isNew && bits & fs.constants.O_TRUNC ? readIfThere(file) : undefined;
    const opened = fs.openSync(file, flags, mode);
    if (this.store.isLog(file)) this.openLogs.add(opened);
    // The store's own files are SQLite's.
    if (!this.has(file) || path.basename(file).startsWith("bellwether.sqlite")) return opened;
    const { ino } = fs.fstatSync(opened);
    this.opened.set(opened, {
      file,
      ino,
      life: this.machine.life,
      isFlushed: (bits & fs.constants.O_DSYNC) !== 0,
    });
    if (isNew) {
      this.note({ directories: [path.dirname(file)], undo: () => fs.rmSync(file, { force: true }) });
      this.touched(ino);
      this.madeIn.set(ino, this.machine.life);
      this.unflushed.set(ino, Buffer.alloc(0));
    } else if (before) this.dirty(ino, before);
    return opened;
  }

  close(fd: number): void {
    this.opened.delete(fd);
    this.openLogs.delete(fd);
    fs.closeSync(fd);
  }

  write(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number {
    const open = this.opened.get(fd);
    if (!open) return fs.writeSync(fd, buffer, offset, length, position);
    const { chance } = this.machine;
    if (this.isFull) {
      // What still fits is written before the disk says so.
      const fits = Math.floor(length * chance.next() * 0.5);
      if (fits > 0) this.writeIn(fd, open, buffer, offset, fits, position);
      this.needsRoom("write", open.file);
    }
    const isShort = length > 1 && this.short > 0 && chance.is(this.short);
    if (isShort) this.failures++;
    const most = isShort ? chance.between(1, length - 1) : length;
    return this.writeIn(fd, open, buffer, offset, most, position);
  }

  private writeIn(
    fd: number,
    { ino, isFlushed, file }: OpenFile,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): number {
    if (!isFlushed) this.dirty(ino, () => readIfThere(file) ?? Buffer.alloc(0));
    const written = fs.writeSync(fd, buffer, offset, length, position);
    if (isFlushed) this.unflushed.delete(ino);
    this.touched(ino);
    return written;
  }

  /** A write that stops half-way, as of a process that is killed. */
  tear(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): void {
    const open = this.opened.get(fd);
    if (open) this.writeIn(fd, open, buffer, offset, this.machine.chance.between(0, length), position);
  }

  truncate(fd: number, length = 0): void {
    const open = this.opened.get(fd);
    if (open) this.dirty(open.ino, () => readIfThere(open.file) ?? Buffer.alloc(0));
    fs.ftruncateSync(fd, length);
  }

  flush(fd: number): void {
    if (this.openLogs.has(fd)) this.store.flush();
    const open = this.opened.get(fd);
    if (!open) return;
    if (fs.fstatSync(fd).isDirectory()) this.flushDirectory(open.file);
    else this.unflushed.delete(open.ino);
  }

  /** The journal is written up to the last change of the directory. */
  private flushDirectory(directory: string): void {
    const last = this.journal.findLastIndex(({ directories }) => directories.includes(directory));
    for (const { grave } of this.journal.splice(0, last + 1)) if (grave) fs.rmSync(grave, { force: true });
  }

  rename(from: string, to: string): void {
    const grave = this.bury(to);
    try {
      fs.renameSync(from, to);
    } catch (error) {
      if (grave) fs.rmSync(grave, { force: true });
      throw error;
    }
    this.note({
      directories: [path.dirname(from), path.dirname(to)],
      undo: () => {
        fs.renameSync(to, from);
        if (grave) fs.renameSync(grave, to);
      },
      ...(grave && { grave }),
    });
  }

  unlink(file: string): void {
    const grave = this.bury(file);
    fs.unlinkSync(file);
    if (!grave) return;
    this.note({ directories: [path.dirname(file)], undo: () => fs.renameSync(grave, file), grave });
  }

  link(from: string, to: string): void {
    fs.linkSync(from, to);
    this.note({ directories: [path.dirname(to)], undo: () => fs.rmSync(to, { force: true }) });
  }

  mkdir(directory: string, options?: { recursive?: boolean; mode?: number } | number): string | undefined {
    const { recursive = false, mode } =
      typeof options === "object" ? options : { recursive: false, mode: options };
    if (!recursive) {
      this.needsRoom("mkdir", directory);
      fs.mkdirSync(directory, mode);
      this.noteDirectory(directory);
      return undefined;
    }
    if (fs.existsSync(directory)) return void fs.mkdirSync(directory, { recursive });
    this.needsRoom("mkdir", directory);
    const missing: string[] = [];
    for (let each = directory; !fs.existsSync(each); each = path.dirname(each)) missing.unshift(each);
    for (const each of missing) {
      fs.mkdirSync(each, mode);
      this.noteDirectory(each);
    }
    return missing[0];
  }

  private noteDirectory(directory: string): void {
    this.note({ directories: [path.dirname(directory)], undo: () => fs.rmdirSync(directory) });
  }

  rmdir(directory: string): void {
    fs.rmdirSync(directory);
    this.note({ directories: [path.dirname(directory)], undo: () => fs.mkdirSync(directory) });
  }

  rm(file: string, options: { recursive?: boolean; force?: boolean } = {}): void {
    const found = fs.lstatSync(file, { throwIfNoEntry: false });
    if (!found) {
      if (!options.force) fs.lstatSync(file);
      return;
    }
    if (!found.isDirectory()) this.unlink(file);
    else if (!options.recursive) fs.rmSync(file, options);
    else {
      for (const name of fs.readdirSync(file)) this.rm(path.join(file, name), options);
      this.rmdir(file);
    }
  }

  /** Of a file, the time at which it changed by the clock of this machine. */
  dated<T extends realFs.Stats | realFs.BigIntStats>(stats: T): T {
    const at = this.changedAt.get(Number(stats.ino));
    if (at === undefined || typeof stats.mtimeMs === "bigint") return stats;
    return Object.assign(stats, { mtimeMs: at, ctimeMs: at, mtime: new Date(at), ctime: new Date(at) });
  }

  /** Whether a life has made a file. */
  isOf(life: number, file: string): boolean {
    return this.madeIn.get(fs.statSync(file).ino) === life;
  }

  /** Changes one bit of a file, as a disk does that decays. */
  flip(file: string, where: number): void {
    const bytes = fs.readFileSync(file);
    const at = Math.floor(where * bytes.length);
    if (bytes.length > 0) bytes[at] = bytes[at]! ^ 4;
    fs.writeFileSync(file, bytes);
  }

  /** A process is gone, and what it had open. */
  closeAll(ended: number): void {
    const left = [...this.opened].filter(([, { life }]) => life === ended).map(([fd]) => fd);
    for (const fd of [...left, ...this.openLogs])
      try {
        fs.closeSync(fd);
      } catch {
        // It was closed already.
      }
    for (const fd of left) this.opened.delete(fd);
    this.openLogs.clear();
  }

  /** Cuts the power. Returns in words what was lost. */
  cutPower(): string {
    const { chance } = this.machine;
    const kept = chance.is(0.3) ? this.journal.length : chance.between(0, this.journal.length);
    const undone = this.journal.splice(kept);
    const unflushed = [...this.unflushed];
    for (const { undo } of undone.reverse())
      try {
        undo();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    for (const { grave } of this.journal) if (grave) fs.rmSync(grave, { force: true });
    this.journal = [];
    this.unflushed.clear();
    const frames = this.store.forget((from, to) => chance.between(from, to));
    let changed = 0;
    const places = new Map(filesBelow(this.root).map((file) => [fs.lstatSync(file).ino, file]));
    for (const [ino, before] of unflushed) {
      const file = places.get(ino);
      if (file && this.forget(file, before)) changed++;
    }
    const commits = frames > 0 ? "some" : "none";
    return `${undone.length} changes of names, the bytes of ${changed} files and ${commits} of the store's commits`;
  }

  /** Whether bytes were lost. */
  private forget(file: string, before: Buffer): boolean {
    const { chance } = this.machine;
    const after = fs.readFileSync(file);
    const how = chance.one(["kept", "before", "torn", "zeros"] as const);
    if (how === "kept") return false;
    const cut = chance.between(0, after.length);
    const torn = after.subarray(0, cut);
    const left = { before, torn, zeros: Buffer.concat([torn, Buffer.alloc(after.length - cut)]) }[how];
    fs.writeFileSync(file, left);
    return !left.equals(after);
  }

  private dirty(ino: number, before: Buffer | (() => Buffer)): void {
    if (!this.unflushed.has(ino)) this.unflushed.set(ino, typeof before === "function" ? before() : before);
    this.touched(ino);
  }

  private touched(ino: number): void {
    this.changedAt.set(ino, this.machine.now());
  }

  private bury(file: string): string | undefined {
    if (!this.has(file) || !fs.lstatSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
    const grave = path.join(this.graves, String(++this.gravesDug));
    fs.linkSync(file, grave);
    return grave;
  }

  private note(change: Change): void {
    this.journal.push(change);
  }
}

const { O_APPEND, O_CREAT, O_EXCL, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants;
const flagBits: Record<string, number> = {
  r: 0,
  "r+": O_RDWR,
  w: O_WRONLY | O_CREAT | O_TRUNC,
  wx: O_WRONLY | O_CREAT | O_TRUNC | O_EXCL,
  "w+": O_RDWR | O_CREAT | O_TRUNC,
  a: O_WRONLY | O_CREAT | O_APPEND,
  ax: O_WRONLY | O_CREAT | O_APPEND | O_EXCL,
  "a+": O_RDWR | O_CREAT | O_APPEND,
};

const readIfThere = (file: string): Buffer | undefined => {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
};

/** All files, with their directories before them. */
export const filesBelow = (directory: string): string[] =>
  fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(directory, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });

/** An opened file, with the operations of Node's own that the service uses. */
class Handle {
  private isOpen = true;

  constructor(
    private readonly disk: Disk,
    readonly fd: number,
    private readonly file: string,
  ) {}

  private take<T>(syscall: string, act: () => T): Promise<T> {
    return this.disk.take(syscall, this.file, act);
  }

  async write(
    data: Uint8Array | string,
    offset: number | null = 0,
    length?: number | null,
    position: number | null = null,
  ): Promise<{ bytesWritten: number; buffer: Uint8Array | string }> {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    const from = typeof data === "string" ? 0 : (offset ?? 0);
    const count = typeof data === "string" ? bytes.length : (length ?? bytes.length - from);
    const at = typeof data === "string" ? offset || null : position;
    const bytesWritten = await this.disk.take(
      "write",
      this.file,
      () => this.disk.write(this.fd, bytes, from, count, at),
      () => this.disk.tear(this.fd, bytes, from, count, at),
    );
    return { bytesWritten, buffer: data };
  }

  async writeFile(data: Uint8Array | string, options?: { flush?: boolean } | string): Promise<void> {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    for (let at = 0; at < bytes.length; ) at += (await this.write(bytes, at, bytes.length - at)).bytesWritten;
    if (typeof options === "object" && options.flush) await this.sync();
  }

  appendFile(data: Uint8Array | string): Promise<void> {
    return this.writeFile(data);
  }

  async read(
    given: Buffer | { buffer?: Buffer; offset?: number; length?: number; position?: number | null } = {},
    offset = 0,
    length?: number,
    position: number | null = null,
  ): Promise<{ bytesRead: number; buffer: Buffer }> {
    const whole = Buffer.isBuffer(given) ? { buffer: given, offset, length, position } : given;
    const buffer = whole.buffer ?? Buffer.alloc(16_384);
    const from = whole.offset ?? 0;
    const bytesRead = await this.take("read", () =>
      fs.readSync(this.fd, buffer, from, whole.length ?? buffer.length - from, whole.position ?? null),
    );
    return { bytesRead, buffer };
  }

  readFile(options?: BufferEncoding | { encoding?: BufferEncoding }): Promise<Buffer | string> {
    return this.take("read", () => fs.readFileSync(this.fd, options as BufferEncoding));
  }

  stat(options?: { bigint?: boolean }): Promise<realFs.Stats | realFs.BigIntStats> {
    return this.take("fstat", () => this.disk.dated(fs.fstatSync(this.fd, options as object)));
  }

  sync(): Promise<void> {
    return this.take("fsync", () => this.disk.flush(this.fd));
  }

  datasync(): Promise<void> {
    return this.sync();
  }

  truncate(length?: number): Promise<void> {
    return this.take("ftruncate", () => this.disk.truncate(this.fd, length));
  }

  chmod(mode: number): Promise<void> {
    return this.take("fchmod", () => fs.fchmodSync(this.fd, mode));
  }

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.take("close", () => this.disk.close(this.fd));
  }

  createReadStream(options: object = {}): Readable {
    this.isOpen = false;
    return realFs.createReadStream("", { ...options, fd: this.fd });
  }

  createWriteStream(options: object = {}): Writable {
    this.isOpen = false;
    return realFs.createWriteStream("", { ...options, fd: this.fd });
  }
}

/** The disk of the machine that is simulated now. */
let current: Disk;

type Done = (error: unknown, ...results: unknown[]) => void;

/** Node's operations on files become those of the current. */
export const putDiskUnderNode = (
  sourceOf: (file: string, source: string) => string = (_, source) => source,
): void => {
  const load = createRequire(import.meta.url);
  const promises = load("node:fs/promises");
  // biome-ignore lint/suspicious/noExplicitAny: operations of all shapes
  type Operation = (...given: any[]) => unknown;
  const later =
    (syscall: string, act: Operation) =>
    async (file: unknown, ...given: unknown[]) =>
      // Node reads modules so, also before there is a disk.
      isHere(file) ? current.take(syscall, file, () => act(file, ...given)) : act(file, ...given);
  const isHere = (file: unknown): file is string => (current as Disk | undefined)?.has(file) === true;
  const readFile = (file: string | URL, options?: object | string) => {
    const read = fs.readFileSync(file, options as "utf8");
    const name = file instanceof URL ? file.pathname : file;
    return name.endsWith(".js") ? sourceOf(name, String(read)) : read;
  };
  Object.assign(promises, {
    access: later("access", fs.accessSync as Operation),
    chmod: later("chmod", fs.chmodSync as Operation),
    link: later("link", (from, to) => current.link(from, to)),
    lstat: later("lstat", (file, options) => current.dated(fs.lstatSync(file, options))),
    mkdir: later("mkdir", (directory, options) => current.mkdir(directory, options)),
    open: async (file: string, flags?: string | number, mode?: number) =>
      new Handle(current, await current.take("open", file, () => current.open(file, flags, mode)), file),
    readdir: later("scandir", fs.readdirSync as Operation),
    readFile: later("open", readFile),
    realpath: later("realpath", fs.realpathSync as Operation),
    rename: later("rename", (from, to) => current.rename(from, to)),
    rm: later("rm", (file, options) => current.rm(file, options)),
    rmdir: later("rmdir", (directory) => current.rmdir(directory)),
    stat: later("stat", (file, options) => current.dated(fs.statSync(file, options))),
    statfs: later("statfs", () => ({
      bavail: current.isFull ? 0 : 1e7,
      bfree: 1e7,
      blocks: 2e7,
      bsize: 4096,
    })),
    unlink: later("unlink", (file) => current.unlink(file)),
    utimes: later("utime", fs.utimesSync as Operation),
    writeFile: async (file: string, data: Uint8Array | string, options?: WriteOptions) => {
      const { flag = "w", mode, flush } = typeof options === "object" ? options : {};
      const handle = new Handle(
        current,
        await current.take("open", file, () => current.open(file, flag, mode)),
        file,
      );
      await handle.writeFile(data, flush === undefined ? {} : { flush }).finally(() => handle.close());
    },
  });

  const answered =
    (syscall: string, fileOf: (first: unknown) => string, act: Operation) =>
    (...given: unknown[]) => {
      const done = given.pop() as Done;
      const results = current.take(syscall, fileOf(given[0]), () => act(...given));
      void results.then(
        // Of a read, the buffer follows the number of its bytes.
        (result) => done(null, result, given[1]),
        (error) => done(error),
      );
    };
  const ofFd = () => current.root;
  const write = (fd: number, data: Uint8Array | string, ...rest: unknown[]) => {
    const done = rest.pop() as Done;
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    if (!current.isOpen(fd)) {
      current.log(Buffer.from(bytes).toString());
      return void current.take("write", "", () => done(null, bytes.length, data));
    }
    const [offset = 0, length = bytes.length, position = null] = rest as [number?, number?, number?];
    void current
      .take(
        "write",
        current.root,
        () => current.write(fd, bytes, offset, length, position),
        () => current.tear(fd, bytes, offset, length, position),
      )
      .then(
        (written) => done(null, written, data),
        (error) => done(error),
      );
  };
  const own = {
    open: answered("open", String, (file, flags, mode) => current.open(file, flags, mode)),
    close: answered("close", ofFd, (fd) => current.close(fd)),
    stat: answered("stat", String, (file, options) => current.dated(fs.statSync(file, options))),
    fstat: answered("fstat", ofFd, (fd, options) => current.dated(fs.fstatSync(fd, options))),
    fsync: answered("fsync", ofFd, (fd) => current.flush(fd)),
    fdatasync: answered("fsync", ofFd, (fd) => current.flush(fd)),
    read: answered("read", ofFd, (fd, buffer, offset, length, position) =>
      fs.readSync(fd, buffer, offset, length, position),
    ),
    write,
    writev: (fd: number, buffers: Uint8Array[], position: number | null, done: Done) =>
      write(fd, Buffer.concat(buffers), 0, undefined, position, done),
    writeSync: (fd: number, data: Uint8Array | string, ...rest: unknown[]) => {
      const text = Buffer.from(data as Uint8Array).toString();
      if (current.isOpen(fd) || !text.startsWith('{"level"'))
        return (fs.writeSync as Operation)(fd, data, ...rest);
      current.log(text);
      return data.length;
    },
    renameSync: (from: string, to: string) => current.rename(from, to),
    linkSync: (from: string, to: string) => current.link(from, to),
    rmSync: (file: string, options?: object) => current.rm(file, options),
    unlinkSync: (file: string) => current.unlink(file),
    writeFileSync: (file: string, data: Uint8Array | string, options?: WriteOptions) => {
      const { flag = "w", mode, flush } = typeof options === "object" ? options : {};
      const fd = current.open(file, flag, mode);
      try {
        const bytes = typeof data === "string" ? Buffer.from(data) : data;
        for (let at = 0; at < bytes.length; ) at += current.write(fd, bytes, at, bytes.length - at, null);
        if (flush) current.flush(fd);
      } finally {
        current.close(fd);
      }
    },
  };
  Object.assign(load("node:fs"), own);
  syncBuiltinESMExports();
};

type WriteOptions = string | { flag?: string; mode?: number; flush?: boolean };

// The guard of stored files: a file is checked before it is read, and a damaged one is reported, so that it is made again, and never
// read.

import { stat } from "node:fs/promises";
import path from "node:path";
import type { FileHash } from "../domain/stored-file.js";
import { type Refusal, retryLater } from "../errors/refusal.js";
import { type FileChecker, type FileFault, faultIn } from "./file-checker.js";

/** Whose file it is: a result can be made again, an upload cannot. */
export type FileOwner =
  | { of: "result"; resourceId: string; resultDir: string }
  | { of: "upload"; accountId: string; directory: string; filename: string };

/** A file that the store names. */
export interface NamedFile {
  owner: FileOwner;
  /** Relative to the data directory. */
  path: string;
  /** Null: a directory of a result whose files are not known. */
  expected: FileHash | null;
}

export interface DamagedFile {
  file: NamedFile;
  fault: FileFault;
}

export interface FileGuardOptions {
  dataDir: string;
  checker: FileChecker;
  /** Records the damage, and has the file made again. */
  report(damaged: readonly DamagedFile[]): Promise<void>;
}

export class FileGuard {
  readonly checker: FileChecker;

  constructor(private readonly options: FileGuardOptions) {
    this.checker = options.checker;
  }

  /** Refuses `result-damaged` and `upload-damaged`, after reporting it. */
  async require(files: readonly NamedFile[]): Promise<void> {
    const damaged = await findDamage(files, this.options);
    if (damaged.length > 0) throw await this.damage(damaged);
  }

  /** Reports files that were found to be damaged while they were read; returns the refusal. */
  async damage(damaged: readonly DamagedFile[]): Promise<Refusal> {
    const { dataDir, checker, report } = this.options;
    for (const { file } of damaged) checker.forget(path.join(dataDir, file.path));
    await report(damaged);
    return refusalFor(damaged[0]!.file.owner);
  }
}

export const findDamage = async (
  files: readonly NamedFile[],
  { dataDir, checker }: Pick<FileGuardOptions, "dataDir" | "checker">,
): Promise<DamagedFile[]> => {
  const damaged: DamagedFile[] = [];
  for (const file of files) {
    const full = path.join(dataDir, file.path);
    const fault = file.expected ? await checker.faultOf(full, file.expected) : await absence(full);
    if (fault) damaged.push({ file, fault });
  }
  return damaged;
};

/** The fault of a directory. */
export const absence = (dir: string): Promise<FileFault | null> => stat(dir).then(() => null, faultIn);

const retrySeconds = 5;

export const refusalFor = (owner: FileOwner): Refusal =>
  owner.of === "upload"
    ? retryLater("upload-damaged", { file: `${owner.directory}/${owner.filename}` })
    : retryLater("result-damaged", { seconds: retrySeconds });

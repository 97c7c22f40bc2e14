// Files that the store names, as they must be on the disk: uploads, files of results, and those among them
// that a step reads.

import path from "node:path";
import type { StoredFile } from "../../domain/machine/stored-file.js";
import type { NamedFile } from "../../integrity/file-guard.js";
import type { RecordedFile } from "../kind/recorded.js";

interface Result {
  id: string;
  resultDir: string | null;
  resultFiles: readonly StoredFile[];
  damagedFiles: readonly string[];
}

/** Files that are known to be damaged are left out. */
export const filesOfResult = ({ id, resultDir, resultFiles, damagedFiles }: Result): NamedFile[] => {
  if (resultDir === null) return [];
  const owner = { of: "result", resourceId: id, resultDir } as const;
  return resultFiles
    .filter((file) => !damagedFiles.includes(file.path))
    .map((file) => ({ owner, path: path.join(resultDir, file.path), expected: file }));
};

type Upload = Pick<RecordedFile, "directory" | "filename" | "path" | "bytes" | "sha256" | "replaced_at">;

export const fileOfUpload = (
  accountId: string,
  { directory, filename, path: file, bytes, sha256 }: Upload,
): NamedFile => ({
  owner: { of: "upload", accountId, directory, filename },
  path: file,
  expected: { bytes, sha256 },
});

/**
 * Files that the input of a step, or any plain data, names by their path in the data directory; a replaced
 * file may be gone.
 */
export const filesRead = (
  input: unknown,
  dataDir: string,
  {
    accountId,
    resources,
    uploads,
  }: { accountId: string; resources: readonly Result[]; uploads: readonly Upload[] },
): NamedFile[] => {
  const paths = pathsIn(input, dataDir + path.sep).map((full) => path.relative(dataDir, full));
  const isRead = (place: string) => paths.some((each) => each === place || each.startsWith(place + path.sep));
  const results = resources.filter(({ resultDir }) => resultDir !== null && isRead(resultDir));
  const files = uploads.filter(({ path: file }) => paths.includes(file));
  return [
    ...results.flatMap(filesOfResult),
    ...files.map((file) => ({
      ...fileOfUpload(accountId, file),
      ...(file.replaced_at != null && { mayBeGone: true as const }),
    })),
  ];
};

const pathsIn = (value: unknown, prefix: string): string[] => {
  if (typeof value === "string") return value.startsWith(prefix) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((inner) => pathsIn(inner, prefix));
};

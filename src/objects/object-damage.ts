// Faults of objects: those that are missing or have another size than the store says. Their bytes are
// compared whenever a node fetches them, and not here, where they would all have to be fetched.

import type { FileHash } from "../domain/machine/stored-file.js";
import type { FileFault } from "../integrity/file-checker.js";
import type { Bucket } from "./bucket.js";

interface Named {
  path: string;
  expected: FileHash;
}

/** The files with a fault; `accountId` owns them all. */
export const objectFaults = async <File extends Named>(
  bucket: Bucket,
  accountId: string,
  files: readonly File[],
): Promise<{ file: File; fault: FileFault }[]> => {
  const sizes = new Map<string, number>();
  for (const root of ["uploads", "relations"])
    for await (const { name, bytes } of bucket.list(`${root}/${accountId}/`)) sizes.set(name, bytes);
  return files.flatMap((file) => {
    const { path, expected } = file;
    const bytes = sizes.get(expected.object ?? path);
    if (bytes === expected.bytes) return [];
    return [{ file, fault: bytes === undefined ? ("missing" as const) : ("size" as const) }];
  });
};
